#!/usr/bin/env python3
"""Writes tests/data/systems.jsonl: facts of polynomial systems by sympy.

A line is a family of systems of one size, or a text. Both have the degrees and the numbers of terms of the polynomials, and their values and
partial derivatives at a point of Gaussian rationals, all exact. Families are written down here once more, as sums and products of symbols.
"""

import json
import random
from pathlib import Path

from sympy import I, Poly, Rational, Symbol, diff, expand, im, prod, re, symbols
from sympy.parsing.sympy_parser import convert_xor, parse_expr, rationalize, standard_transformations

FILE = Path(__file__).resolve().parents[2] / "tests" / "data" / "systems.jsonl"
SEED = 2012


def cyclic(n):
    x = symbols(f"x1:{n + 1}")
    sums = [sum(prod(x[(j + i) % n] for i in range(k)) for j in range(n)) for k in range(1, n)]
    return x, [*sums, prod(x) - 1]


def katsura(n):
    u = symbols(f"u0:{n + 1}")
    at = lambda k: u[abs(k)] if abs(k) <= n else 0
    quadrics = [sum(at(l) * at(m - l) for l in range(-n, n + 1)) - at(m) for m in range(n)]
    return u, [*quadrics, sum(at(l) for l in range(-n, n + 1)) - 1]


def noon(n):
    x = symbols(f"x1:{n + 1}")
    squares = sum(y**2 for y in x)
    return x, [y * (squares - y**2) - Rational(11, 10) * y + 1 for y in x]


def reimer(n):
    x = symbols(f"x1:{n + 1}")
    return x, [sum((-1) ** j * 2 * x[j] ** k for j in range(n)) - 1 for k in range(2, n + 2)]


def eco(n):
    x = (None, *symbols(f"x1:{n + 1}"))
    first = [(x[k] + sum(x[i] * x[i + k] for i in range(1, n - k))) * x[n] - k for k in range(1, n)]
    return x[1:], [*first, sum(x[1:n]) + 1]


def chandra(n):
    x = (None, *symbols(f"x1:{n + 1}"))
    c = Rational("0.51234")
    return x[1:], [
        2 * n * x[i] - c * x[i] * (1 + sum(Rational(i, i + j) * x[j] for j in range(1, n))) - 2 * n
        for i in range(1, n + 1)
    ]


FAMILIES = {cyclic: (2, 3, 5, 7), katsura: (1, 2, 5, 8), noon: (2, 3, 6), reimer: (1, 2, 5), eco: (2, 3, 8), chandra: (1, 2, 6)}

# The variables in order of appearance, and the polynomials.
TEXTS = [
    ("x y", ["x^2 + y^2 - 1.25", "(1 + 2*I)*x*y - 3e-2"]),
    ("a b c", ["(a + b*I - c/3)^4", "-(a - b)^3*(a + b)^3", "0.5*a - 1/2*a + b*c"]),
    ("z x1", ["I*z^7 - (2.5E+1 - 0.125*I)*x1^2", "z - z + 3/(1 - I)*x1", "--x1 - -2"]),
    ("u v w", ["u*(v*(w*(u + 1) - 1) + 1)", "(u + v + w)^5 - (u + v)^5", "(2*I)^9*u"]),
    ("t", ["t^1000000 - t^999999", "(t^3)^2*t - 7/3*t^7"]),
]


def gaussian(value):
    value = expand(value)
    return [str(re(value)), str(im(value))]


def facts(variables, polynomials, rng):
    point = [Rational(rng.randint(-9, 9), rng.randint(1, 7)) + I * Rational(rng.randint(-9, 9), rng.randint(1, 7)) for _ in variables]
    place = dict(zip(variables, point))
    polys = [Poly(expand(p), *variables, domain="QQ_I") for p in polynomials]
    small = all(p.total_degree() < 100 for p in polys)
    out = {
        "vars": [str(v) for v in variables],
        "degrees": [0 if p.is_zero else p.total_degree() for p in polys],
        "terms": [0 if p.is_zero else len(p.terms()) for p in polys],
    }
    if small:
        out["point"] = [gaussian(z) for z in point]
        out["values"] = [gaussian(p.subs(place)) for p in polynomials]
        out["derivatives"] = [[gaussian(diff(expand(p), v).subs(place)) for p in polynomials] for v in variables]
    return out


def main():
    rng = random.Random(SEED)
    with FILE.open("w") as file:
        for family, sizes in FAMILIES.items():
            for n in sizes:
                line = {"family": family.__name__, "n": n, **facts(*family(n), rng)}
                file.write(json.dumps(line) + "\n")
        for names, texts in TEXTS:
            variables = [Symbol(name) for name in names.split()]
            rules = (*standard_transformations, convert_xor, rationalize)
            parsed = [parse_expr(text, {str(v): v for v in variables}, rules) for text in texts]
            file.write(json.dumps({"text": ";\n".join(texts) + ";\n", **facts(variables, parsed, rng)}) + "\n")


if __name__ == "__main__":
    main()
