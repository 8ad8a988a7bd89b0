#!/usr/bin/env python3
"""Writes tests/data/gaps.jsonl: make_gaps.py [FOLDER]

Each line is {"name", "vars", "f", "g", "var", "kind", "expected"}, as tests/data/several.jsonl: pairs whose exponents have gaps. The answers are those of FLINT
(fmpz_mpoly), and equal Sylvester determinants at integer points, or nothing is written. Fixed seed.

lattice_*    exponents of the kept variables in a lattice, so that those of the answer have a stride only after y is multiplied by a power
lowest_*     Newton polygons that are far from the origin: the answer begins with a power
mirror_*     the same with leading coefficients that begin with powers
lopsided_*   a sparse polynomial of a high degree in y, and one of a small one
next_*       degrees that differ by one, after which there is a gap
"""

import json
import os
import random
import sys

import flint

sys.set_int_max_str_digits(0)
NAMES = ["w", "x", "y"]
CONTEXT = flint.fmpz_mpoly_ctx.get(NAMES, "lex")
Y = 2
SEED = 27182


def of(terms):
    """The polynomial with these exponents (w, x, y) and coefficients; 0 to the power 0 is left out."""
    return CONTEXT.from_dict({e: c for e, c in terms.items() if c})


def degree(f):
    return max((int(e[Y]) for e in f.to_dict()), default=-1)


def rows(f):
    """Coefficients by powers of y, lowest first."""
    out = [{} for _ in range(degree(f) + 1)]
    for e, c in f.to_dict().items():
        out[int(e[Y])][(int(e[0]), int(e[1]), 0)] = c
    return [CONTEXT.from_dict(row) for row in out]


def sylvester(f, g, point):
    """The determinant of the Sylvester matrix at a point (w, x)."""
    a, b = ([int(row(point[0], point[1], 0)) for row in reversed(rows(h))] for h in (f, g))
    p, q = len(a) - 1, len(b) - 1
    matrix = [[0] * i + a + [0] * (q - 1 - i) for i in range(q)] + [[0] * i + b + [0] * (p - 1 - i) for i in range(p)]
    return int(flint.fmpz_mat(matrix).det())


def resultant(f, g, rng):
    answer = f.resultant(g, "y")
    for _ in range(2):
        point = [rng.randrange(-4, 5) for _ in range(2)]
        assert int(answer(point[0], point[1], 0)) == sylvester(f, g, point), f"{f} ; {g}"
    return answer


def discriminant(f, rng):
    n = degree(f)
    quotient, rest = divmod(resultant(f, f.derivative("y"), rng), rows(f)[-1])
    assert rest == 0
    return -quotient if n * (n - 1) // 2 % 2 else quotient


def lattice(rng, top, step, weight, shift):
    """Terms y^i x^j with j + weight i = shift modulo step, and some w."""
    terms = {}
    for i in range(top + 1):
        for _ in range(2):
            j = (shift - weight * i) % step + step * rng.randrange(0, 3)
            terms[(rng.randrange(0, 2), j, i)] = rng.randrange(-9, 10)
    terms[(0, (shift - weight * top) % step, top)] = rng.randrange(1, 9)
    return of(terms)


def far(rng, top, slopes, lead):
    """A lower polygon with these slopes, and terms above it."""
    terms, low = {(0, lead, top): rng.randrange(1, 9)}, lead
    for i in range(top - 1, -1, -1):
        low += slopes[(top - 1 - i) % len(slopes)]
        terms[(0, low, i)] = rng.choice([-3, -1, 1, 2])
        terms[(rng.randrange(0, 2), low + rng.randrange(1, 6), i)] = rng.randrange(-9, 10)
    return of(terms)


def cases():
    rng = random.Random(SEED)
    for number in range(24):
        step, weight = rng.randrange(2, 8), rng.randrange(1, 8)
        p, q = rng.randrange(1, 5), rng.randrange(1, 4)
        f = lattice(rng, p, step, weight, rng.randrange(0, step))
        g = lattice(rng, q, step, weight, rng.randrange(0, step))
        yield f"lattice_{number}", f, g if number % 3 or p < 2 else None
    for number in range(16):
        p, q = rng.randrange(2, 5), rng.randrange(1, 4)
        slopes = [rng.randrange(1, 9) for _ in range(3)]
        f, g = far(rng, p, slopes, 0), far(rng, q, sorted(slopes), 0)
        yield f"lowest_{number}", f, g if number % 3 else None
    for number in range(12):
        p, q = rng.randrange(2, 5), rng.randrange(1, 4)
        yield f"mirror_{number}", far(rng, p, [-4, -3, 2], 15), far(rng, q, [-2, -3, 1], 11)
    for number, (p, q) in enumerate([(60, 1), (45, 1), (40, 2), (34, 2), (30, 3), (33, 4), (70, 1), (25, 2)]):
        f = of({(0, 0, p): 1 + number % 3, (0, 1, 3): -2, (1, 0, 0): 5, (0, 2, p // 2): number % 2})
        g = of({(0, number % 3 // 2, q): 3, (0, 1, 0): 1, (0, 0, 0): -2})
        yield f"lopsided_{number}", f, g
    for number, n in enumerate([12, 20, 31]):
        yield f"next_{number}", of({(0, 0, n): 1, (0, 1, 0): -1}), of({(0, 0, n - 1): 1, (0, 1, 0): -1, (0, 0, 0): -1})


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "..", "..", "tests", "data")
    rng, lines = random.Random(SEED + 1), []
    for name, f, g in cases():
        if degree(f) < 1 or (g is not None and degree(g) < 1):
            continue
        answer = discriminant(f, rng) if g is None else resultant(f, g, rng)
        line = {"name": name, "vars": NAMES, "f": str(f), "g": "" if g is None else str(g), "var": "y"}
        line["kind"] = "discriminant" if g is None else "resultant"
        lines.append(json.dumps(line | {"expected": str(answer)}))
    with open(os.path.join(folder, "gaps.jsonl"), "w") as file:
        file.write("\n".join(lines) + "\n")
    print(len(lines), "cases")


if __name__ == "__main__":
    main()
