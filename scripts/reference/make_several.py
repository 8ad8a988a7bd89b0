#!/usr/bin/env python3
"""Writes tests/data/several.jsonl: make_several.py [FOLDER]

Each line is {"name", "vars", "f", "g", "var", "kind", "expected"}: as tests/data/resultants.jsonl, in several kept variables. `vars` are the variables
that the polynomials are read in, of which some may not occur. FLINT (fmpz_mpoly) and PARI agree on every line, and so do Sylvester determinants at
integer points, or nothing is written. Fixed seed. The convention is that of bivariate.py: degrees 0 by definition, the rest by the two systems.
"""

import json
import os
import random
import sys

import flint
from cypari import pari

sys.set_int_max_str_digits(0)
pari.allocatemem(10**9, 4 * 10**9, silent=True)
NAMES = ["t", "u", "w", "x", "y", "z"]
CONTEXT = flint.fmpz_mpoly_ctx.get(NAMES, "lex")
T, U, W, X, Y, Z = CONTEXT.gens()
ONE = CONTEXT.from_dict({(0,) * len(NAMES): 1})
SEED = 31415


def degree(f, var):
    """Degree of f in var; -1 for zero."""
    k = NAMES.index(var)
    return max((int(e[k]) for e in f.to_dict()), default=-1)


def rows(f, var):
    """Coefficients of f by powers of var, lowest first."""
    k = NAMES.index(var)
    out = [{} for _ in range(degree(f, var) + 1)]
    for e, c in f.to_dict().items():
        out[int(e[k])][tuple(0 if i == k else int(n) for i, n in enumerate(e))] = c
    return [CONTEXT.from_dict(row) for row in out]


def by_pari(f):
    """f for PARI."""
    return pari(str(f))


def core(f, g, var):
    """res(f, g) for positive degrees, on which FLINT and PARI agree."""
    answer = f.resultant(g, var)
    other = by_pari(f).polresultant(by_pari(g), pari(var))
    assert other == by_pari(answer), f"FLINT and PARI differ: {f} ; {g} ; {var}"
    return answer


def resultant(f, g, var):
    """res(f, g) in var; degree 0 and zero by definition."""
    if f == 0 or g == 0:
        return 0 * ONE
    p, q = degree(f, var), degree(g, var)
    if p == 0 or q == 0:
        # Both degrees 0 give the empty product 1.
        return f**q if p == 0 else g**p
    return core(f, g, var)


def discriminant(f, var):
    """Discriminant of f in var."""
    n = degree(f, var)
    if n <= 1:
        return ONE if n == 1 else 0 * ONE
    quotient, rest = divmod(resultant(f, f.derivative(var), var), rows(f, var)[-1])
    assert rest == 0
    return -quotient if n * (n - 1) // 2 % 2 else quotient


def check_at(f, g, var, answer, rng):
    """Asserts that answer is the determinant of the Sylvester matrix at a few integer points."""
    for _ in range(3):
        point = [rng.randrange(-5, 6) for _ in NAMES]
        a, b = ([int(row(*point)) for row in reversed(rows(h, var))] for h in (f, g))
        p, q = len(a) - 1, len(b) - 1
        lines = [[0] * i + a + [0] * (q - 1 - i) for i in range(q)] + [[0] * i + b + [0] * (p - 1 - i) for i in range(p)]
        assert int(answer(*point)) == (int(flint.fmpz_mat(lines).det()) if lines else 1), f"{f} ; {g} ; {point}"


def reference(f, g, var, rng):
    """The resultant of f and g, or the discriminant of f when g is None."""
    if g is not None:
        answer = resultant(f, g, var)
        if f != 0 and g != 0:
            check_at(f, g, var, answer, rng)
        return answer
    answer = discriminant(f, var)
    n = degree(f, var)
    if n >= 2:
        check_at(f, f.derivative(var), var, answer * rows(f, var)[-1] * (-1) ** (n * (n - 1) // 2), rng)
    return answer


def dense(rng, bits, share=1.0, **degrees):
    """A share of all monomials with exponents up to `degrees` (by variable), and the highest power of y."""
    spans = [range(degrees.get(name, 0) + 1) for name in NAMES]
    exponents = [()]
    for span in spans:
        exponents = [e + (k,) for e in exponents for k in span]
    coefficient = lambda: rng.choice([-1, 1]) * rng.randint(1, 2**bits)
    out = {e: coefficient() for e in exponents if rng.random() < share}
    top = tuple(degrees.get(name, 0) if name == "y" else rng.randint(0, degrees.get(name, 0)) for name in NAMES)
    out[top] = coefficient()
    return CONTEXT.from_dict(out)


def generic(rng):
    """Two to four kept variables, dense and sparse, lopsided, with small and huge coefficients."""
    shapes = {
        "two_small": (dict(y=2, x=1, z=1), dict(y=3, x=2, z=1), 8),
        "two": (dict(y=4, x=2, z=2), dict(y=3, x=2, z=3), 20),
        "two_long": (dict(y=2, x=1, z=1), dict(y=2, x=1, z=1), 500),
        "two_lopsided": (dict(y=2, x=20, z=1), dict(y=3, x=15, z=1), 30),
        "two_apart": (dict(y=3, x=6), dict(y=4, z=5), 16),
        "three": (dict(y=2, x=1, z=1, t=1), dict(y=3, x=1, z=1, t=1), 16),
        "three_lopsided": (dict(y=2, x=1, z=9, t=1), dict(y=1, x=2, z=5, t=1), 40),
        "four": (dict(y=2, x=1, z=1, t=1, w=1), dict(y=2, x=1, z=1, t=1, w=1), 6),
        "four_apart": (dict(y=2, x=2, z=1), dict(y=3, t=2, w=1), 12),
        "five": (dict(y=1, x=1, z=1, t=1, w=1, u=1), dict(y=2, x=1, z=1, t=1, w=1, u=1), 4),
    }
    for name, (a, b, bits) in shapes.items():
        for share in (1.0, 0.3):
            f, g = dense(rng, bits, share, **a), dense(rng, bits, share, **b)
            yield f"{name}_{int(100 * share)}", f, g, "y"
    yield "one_variable_in_f_only", dense(rng, 20, y=3, x=2, z=2), dense(rng, 20, y=4, x=3), "y"
    yield "one_variable_in_g_only", dense(rng, 20, y=3, x=2), dense(rng, 20, y=2, x=1, z=4), "y"
    yield "another_eliminated", dense(rng, 12, y=2, x=2, z=2), dense(rng, 12, y=1, x=3, z=2), "x"
    yield "last_eliminated", dense(rng, 12, y=2, x=2, z=2), dense(rng, 12, y=1, x=3, z=2), "z"
    yield "generic_quadratics", T * Y**2 + U * Y + W, X * Y**2 + Z * Y + 1, "y"
    yield "powers", (X + Y + Z) ** 5, (X - 2 * Y + 3 * Z + 1) ** 4, "y"


def degenerate(rng):
    """Zero, constants, common factors, what is free of y, monomials, leading coefficients that vanish."""
    f, g, h = (dense(rng, 10, 0.7, y=d, x=2, z=1) for d in (3, 2, 2))
    free = X**2 * Z - 3 * X + Z + 2
    yield "zero", 0 * X, f, "y"
    yield "constant_first", -3 * ONE, f, "y"
    yield "constant_second", f, 5 * ONE, "y"
    yield "free_first", free, f, "y"
    yield "free_second", f, free, "y"
    yield "both_free", free, X - Z, "y"
    yield "free_of_y_and_apart", X**2 + 1, Y**3 + Z * Y + 5, "y"
    yield "common_factor", f * h, g * h, "y"
    yield "common_factor_linear", f * (X * Y - Z), g * (X * Y - Z), "y"
    yield "common_free_factor", f * free, g * free, "y"
    yield "equal", f, -2 * f, "y"
    yield "common_y", Y * f, Y * g, "y"
    yield "powers_of_y", Y**2 * f, g, "y"
    yield "divides", g * h + 1, g, "y"
    yield "monomial_contents", X**7 * Z**3 * f, X * Z**5 * g, "y"
    yield "only_monomials", 3 * X**2 * Y**4 * Z, 5 * X * Y * Z**2 + X * Z**2, "y"
    yield "deflated", f.compose(T, U, W, X**6, Y, Z**4), g.compose(T, U, W, X**6, Y, Z**4), "y"
    yield "deflated_and_shifted", X**3 * f.compose(T, U, W, X**6, Y, Z**4), X**2 * Z * g.compose(T, U, W, X**6, Y, Z**4), "y"
    yield "high_powers", X**900 * Y**2 + Z**700 * Y + 5, X**600 * Y + Z**1400, "y"
    lead = (X - 1) * (X + 2) * (Z - 1) * (Z - 3)
    yield "lead_vanishes", lead * Y**4 + f, g, "y"
    yield "leads_vanish", lead * Y**4 + f, lead * Y**3 + g, "y"
    yield "lead_vanishes_on_curve", (X * Z - 1) * Y**4 + f, (X * Z - 1) * Y**3 + g, "y"
    yield "lead_of_roots_of_unity", (X**6 - 1) * (Z**4 - 1) * Y**2 + X * Y + Z, Y**2 + X * Z * Y - 2, "y"
    yield "answer_of_roots_of_unity", Y**2 - X**6 * Z**3, Y - 1, "y"
    yield "several_coefficients_vanish", lead * (Y**4 + X * Y**3) + Y**2 + Z, lead * Y**3 + X * Y + 1, "y"
    yield "inflated", X * Y**6 + Z * Y**2 + 1, Z * Y**4 + X * Y**2 - 3, "y"
    yield "gaps", Y**9 + X * Z * Y + 1, Z * Y**5 - X, "y"
    yield "defective", (Y**5 + X * Y + Z) * (Y**2 + Z) + X, Y**5 + X * Y + Z, "y"
    # Pairs on which the Schur forms fail everywhere, for each of the remedies.
    x = X - Z
    yield "irregular_swap", 3 * x * Y**5 + 2 * x + 3 * Y**4, 3 * x * Y + 3, "y"
    yield "irregular_power", 2 * Y**2 + x, 2 * Y**5 + x * Y**3 + 2 * Y, "y"
    yield "irregular_combination", x * Y**4 + x * Y**3 + x, Y**3 + 1, "y"
    yield "irregular_squares", x * Y**4 + 2 * x * Y + x, 2 * x * Y**4 + 2 * x + 2 * Y, "y"
    whole = 1431655681 * 1431655649 * 1125899906842597
    yield "lead_zero_modulo_primes", whole * X * Y**3 + f, whole * Z * Y**4 + g, "y"
    yield "content", 30030 * f, 2**70 * g, "y"
    yield "huge_coefficient", f + 2**2000 * X * Y, g, "y"
    yield "no_kept_in_f", 3 * Y**4 - 2 * Y + 7, X * Y**2 + Z, "y"
    yield "linear", X * Y + Z, T * Y + W, "y"
    yield "linear_odd", X * Y + Z, T * Y**3 + W, "y"


def alone(rng):
    """Discriminants."""
    f, g = (dense(rng, 10, 0.7, y=d, x=1, z=1) for d in (3, 2))
    yield "quadratic", X * Y**2 + Z * Y + T, "y"
    yield "cubic", X * Y**3 + Z * Y**2 + T * Y + W, "y"
    yield "quartic", X * Y**4 + Z * Y**2 + T * Y + W, "y"
    yield "trinomial", Y**7 + X * Y + Z, "y"
    yield "dense_two", dense(rng, 16, y=4, x=1, z=1), "y"
    yield "dense_three", dense(rng, 8, y=3, x=1, z=1, t=1), "y"
    yield "dense_four", dense(rng, 4, y=2, x=1, z=1, t=1, w=1), "y"
    yield "sparse", dense(rng, 30, 0.2, y=5, x=2, z=2), "y"
    yield "surface", sum((dense(rng, 7, y=0, x=i, z=3 - i) * Y**i for i in range(4)), 0 * X), "y"
    yield "long", dense(rng, 300, y=3, x=1, z=1), "y"
    yield "other", dense(rng, 12, y=2, x=3, z=2), "x"
    yield "repeated", g**2 * (Y + X), "y"
    yield "times_free", (X * Z - 3) * f, "y"
    yield "monomial_content", X**5 * Z**2 * f, "y"
    yield "even", (X**2 + Z) * Y**6 + X * Y**2 - Z, "y"
    yield "lead_vanishes", (X**2 - 1) * (Z - 2) * Y**3 + f, "y"
    yield "zero", 0 * X, "y"
    yield "free", X + Z, "y"
    yield "degree_one", X * Y + Z, "y"
    yield "deflated", f.compose(T, U, W, X**5, Y, Z**3), "y"


def record(name, kind, f, g, var, rng):
    """One line; sometimes with variables that do not occur, and in another order."""
    occur = [n for n in NAMES if n == var or any(degree(h, n) > 0 for h in (f, g) if h is not None)]
    names = [n for n in NAMES if n in occur or rng.random() < 0.25]
    if rng.random() < 0.25:
        rng.shuffle(names)
    expected = reference(f, g, var, rng)
    line = {"name": name, "vars": names, "f": str(f), "g": "" if g is None else str(g), "var": var, "kind": kind, "expected": str(expected)}
    return json.dumps(line, separators=(",", ":"))


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "..", "..", "tests", "data")
    rng = random.Random(SEED)
    lines = []
    for name, f, g, var in [*generic(rng), *degenerate(rng)]:
        lines.append(record(name, "resultant", f, g, var, rng))
        if name.startswith(("two_small", "two_apart", "one_variable", "common", "free", "lead", "irregular")):
            lines.append(record(f"{name}_reversed", "resultant", g, f, var, rng))
    for name, f, var in alone(rng):
        lines.append(record(f"disc_{name}", "discriminant", f, None, var, rng))
    names = [json.loads(line)["name"] for line in lines]
    assert len(set(names)) == len(names), "two cases have one name"
    with open(os.path.join(folder, "several.jsonl"), "w") as out:
        out.write("\n".join(lines) + "\n")
    print(f"{len(lines)} cases, {sum(map(len, lines)) + len(lines)} bytes")


if __name__ == "__main__":
    main()
