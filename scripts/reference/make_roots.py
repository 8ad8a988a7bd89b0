#!/usr/bin/env python3
"""Writes tests/data/roots.jsonl: all roots of polynomial systems to 80 digits, by mpmath.

A line is a family of systems of one size, or a text, with its roots: as many as are known in closed form, by theory or by construction, or
nothing is written. Newton's method in doubles from random starts, fixed seed, finds them, and mpmath refines them until the last step is
below 1e-90. Parts below 1e-60 are 0: these systems are real, and have no roots with parts that small, nor two roots that near to each other.
"""

import json
import random
from pathlib import Path

import mpmath
from mpmath import mp, mpc, mpf

FILE = Path(__file__).resolve().parents[2] / "tests" / "data" / "roots.jsonl"
SEED = 1969
DIGITS = 80
mp.dps = 110


def cyclic(n):
    terms = [[(1, [(j + i) % n for i in range(k)]) for j in range(n)] for k in range(1, n)]
    return n, [*terms, [(1, list(range(n))), (-1, [])]]


def katsura(n):
    bounded = lambda m: [(1, [abs(l), abs(m - l)]) for l in range(-n, n + 1) if abs(m - l) <= n]
    last = [(1, [abs(l)]) for l in range(-n, n + 1)] + [(-1, [])]
    return n + 1, [*[bounded(m) + [(-1, [m])] for m in range(n)], last]


def noon(n):
    rows = [[(1, [i, j, j]) for j in range(n) if j != i] + [(mpf(-11) / 10, [i]), (1, [])] for i in range(n)]
    return n, rows


def eco(n):
    rows = [[(1, [i, i + k, n - 1]) for i in range(n - 1 - k)] + [(1, [k - 1, n - 1]), (-k, [])] for k in range(1, n)]
    return n, [*rows, [(1, [i]) for i in range(n - 1)] + [(1, [])]]


# Systems of texts, with units of variables far apart, coefficients like 1/3 and 1e40, and roots near to each other.
TEXTS = [
    ("1e40*x^2 - 1/3; x*y - 1/7", 2, [[(mpf(10) ** 40, [0, 0]), (-mpf(1) / 3, [])], [(1, [0, 1]), (-mpf(1) / 7, [])]], 2),
    (
        "1e-16*x^2 + x*y - 5/3; 1e8*y^2 - 1e-8*x*y - 1e-8",
        2,
        [
            [(mpf(10) ** -16, [0, 0]), (1, [0, 1]), (-mpf(5) / 3, [])],
            [(mpf(10) ** 8, [1, 1]), (-mpf(10) ** -8, [0, 1]), (-mpf(10) ** -8, [])],
        ],
        4,
    ),
    (
        "x^3 - x*y^2 + 2/3; y^3 - 3*x^2*y + 1/1000*x - 1",
        2,
        [
            [(1, [0, 0, 0]), (-1, [0, 1, 1]), (mpf(2) / 3, [])],
            [(1, [1, 1, 1]), (-3, [0, 0, 1]), (mpf(1) / 1000, [0]), (-1, [])],
        ],
        9,
    ),
]

# The number of roots: 2^n for katsura, 70 for cyclic 5, (3^n - 2n) for noon, 2^(n - 2) for eco.
FAMILIES = [(katsura, 5, 32), (cyclic, 5, 70), (noon, 3, 21), (eco, 6, 16)]


def evaluated(polynomials, x):
    """Values and Jacobian."""
    values, jacobian = [], []
    for terms in polynomials:
        value, row = 0 * x[0], [0 * x[0]] * len(x)
        for c, places in terms:
            product = c
            for place in places:
                product = product * x[place]
            value = value + product
            for k, place in enumerate(places):
                product = c
                for other in places[:k] + places[k + 1 :]:
                    product = product * x[other]
                row[place] = row[place] + product
        values.append(value)
        jacobian.append(row)
    return values, jacobian


def solved(rows, right):
    """By elimination with scaled pivots; None for a singular matrix."""
    n = len(right)
    rows = [[a / max(map(abs, row)) for a in (*row, b)] for row, b in zip(rows, right) if any(row)]
    if len(rows) < n:
        return None
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        if rows[k][k] == 0:
            return None
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
    x = [0] * n
    for k in reversed(range(n)):
        x[k] = (rows[k][n] - sum(rows[k][j] * x[j] for j in range(k + 1, n))) / rows[k][k]
    return x


def newton(polynomials, x, steps, small):
    """A root, when a step is `small` relative to each coordinate or to 1e-15, or None."""
    for _ in range(steps):
        values, jacobian = evaluated(polynomials, x)
        step = solved(jacobian, values)
        if step is None:
            return None
        x = [a - s for a, s in zip(x, step)]
        if any(abs(a) > 1e30 for a in x):
            return None
        if all(abs(s) <= small * max(abs(a), 1e-15) for s, a in zip(step, x)):
            return x
    return None


def same(x, y):
    """No coordinate differs by more than 1e-6 of it, or where it is small, 1e-15."""
    return all(abs(a - b) <= 1e-6 * max(abs(a), 1e-9) for a, b in zip(x, y))


def roots(n, polynomials, count, scales, rng):
    doubles = [[(float(c), places) for c, places in terms] for terms in polynomials]
    found = []
    for _ in range(200000):
        start = [complex(rng.gauss(0, 1), rng.gauss(0, 1)) * 10.0 ** rng.uniform(-s, s) for s in scales]
        x = newton(doubles, start, 60, 1e-10)
        if x is None or any(same(x, y) for y in found):
            continue
        found.append(x)
        if len(found) == count:
            break
    assert len(found) == count, (len(found), count)
    exact = [newton(polynomials, [mpc(a) for a in x], 20, mpf(10) ** -90) for x in found]
    assert all(exact)
    real = [all(abs(a.imag) < mpf(10) ** -60 for a in x) for x in exact]
    for i, x in enumerate(exact):
        for y in exact[:i]:
            assert not same(x, y)
    # Conjugates of roots are roots.
    assert all(any(same([a.conjugate() for a in x], y) for y in exact) for x in exact)
    order = sorted(range(count), key=lambda i: [(round(float(a.real), 9), round(float(a.imag), 9)) for a in exact[i]])
    text = lambda a: "0" if abs(a) < mpf(10) ** -60 else mpmath.nstr(a, DIGITS, min_fixed=0, max_fixed=0)
    return [{"real": real[i], "point": [[text(a.real), text(a.imag)] for a in exact[i]]} for i in order]


def main():
    rng = random.Random(SEED)
    with FILE.open("w") as file:
        for family, size, count in FAMILIES:
            n, polynomials = family(size)
            line = {"family": family.__name__, "n": size, "roots": roots(n, polynomials, count, [0.3] * n, rng)}
            file.write(json.dumps(line) + "\n")
        for text, n, polynomials, count in TEXTS:
            file.write(json.dumps({"text": text, "roots": roots(n, polynomials, count, [21] * n, rng)}) + "\n")


if __name__ == "__main__":
    main()
