#!/usr/bin/env python3
"""Writes tests/data/gcd_multivariate.jsonl: make_gcd_multivariate.py [FOLDER]

Each line is {"name", "f", "g", "gcd"}, expanded text in x, y, z, t. The gcd contains the gcd of the contents and has a positive leading
coefficient, that of the first term in descending lexicographic order; gcd(0, g) = |g|. FLINT (fmpz_mpoly) and PARI agree on every line,
up to sign, and FLINT divides exactly, or nothing is written. Fixed seed.
"""

import json
import os
import random
import sys

import flint
from cypari import pari

sys.set_int_max_str_digits(0)
pari.allocatemem(10**9, silent=True)
NAMES = ["x", "y", "z", "t"]
CONTEXT = flint.fmpz_mpoly_ctx.get(NAMES, "lex")
X, Y, Z, T = CONTEXT.gens()
# PARI takes the variable of the highest priority first.
for name in NAMES:
    pari(name)


def text(f):
    """f as FLINT prints it, which the parser reads."""
    return str(f)


def positive(f):
    """f or -f, whose first term in lexicographic order has a positive coefficient."""
    return -f if f != 0 and f.leading_coefficient() < 0 else f


def gcd(f, g):
    """The gcd on which FLINT and PARI agree."""
    h = positive(f.gcd(g)) if f != 0 or g != 0 else f
    other = pari.gcd(pari(text(f)), pari(text(g)))
    assert other == pari(text(h)) or other == -pari(text(h)), f"FLINT and PARI differ: {f} ; {g}"
    if h != 0:
        assert (f / h) * h == f and (g / h) * h == g
    return h


def dense(rng, degrees, bits, share=1.0):
    """A random polynomial: a share of all monomials with exponents up to `degrees`, and the largest one."""
    out = {}
    spans = [range(d + 1) for d in degrees] + [range(1)] * (4 - len(degrees))
    for e in ((a, b, c, d) for a in spans[0] for b in spans[1] for c in spans[2] for d in spans[3]):
        if rng.random() < share:
            out[e] = rng.randrange(-(2**bits), 2**bits + 1)
    top = tuple(degrees) + (0,) * (4 - len(degrees))
    out[top] = rng.randrange(1, 2**bits + 1)
    return CONTEXT.from_dict({e: c for e, c in out.items() if c})


def cases():
    """(name, f, g)."""
    rng = random.Random(20260)
    # Small ones, since PARI computes with subresultants.
    shapes = {
        "two": [((3, 3), (2, 4), (3, 2), 8), ((4, 2), (3, 3), (2, 3), 40), ((1, 4), (4, 1), (2, 2), 100), ((5, 3), (3, 4), (2, 1), 20)],
        "three": [((2, 1, 2), (1, 2, 1), (1, 1, 1), 10), ((1, 1, 1), (2, 2, 1), (2, 1, 2), 30), ((0, 3, 2), (2, 0, 1), (1, 1, 0), 64)],
        "four": [((1, 1, 1, 1), (1, 1, 1, 1), (1, 0, 1, 1), 10), ((0, 1, 2, 0), (2, 0, 0, 1), (0, 1, 1, 1), 50)],
    }
    for family, list_ in shapes.items():
        for i, (a, b, h, bits) in enumerate(list_):
            for share in (1.0, 0.4, 0.15):
                a_, b_, h_ = (dense(rng, d, bits, share) for d in (a, b, h))
                yield f"{family}_{i}_{int(100 * share)}", a_ * h_, b_ * h_
            yield f"{family}_{i}_coprime", dense(rng, a, bits), dense(rng, b, bits)
    for k, degrees in enumerate([(2, 2), (1, 1, 2), (1, 0, 1, 1)]):
        a, b, c, h = (dense(rng, degrees, 12) for _ in range(4))
        yield f"divides_{k}", a * h, h
        yield f"equal_{k}", -6 * h, 4 * h
        yield f"powers_{k}", a**2 * h**3 if k == 0 else a * h**2, a * h**2 * b if k == 0 else b * h
        yield f"content_{k}", 30 * a * (X**2 + 1) * (X + 7), -42 * b * (X**2 + 1) * (X - 7)
        yield f"monomial_{k}", a * h * X**3 * Y, b * h * X * Y**4
        square = a**2 * h if k < 2 else (X * Y + Z + T) ** 3 * h
        yield f"derivative_{k}", square, square.derivative("x")
        yield f"without_x_{k}", a * (Y**2 + 3 * Y + 5), (Y**2 + 3 * Y + 5) * (Y - 1) * (Y + 2)
    yield "zero", X * 0, -3 * X + Y
    yield "zeros", X * 0, X * 0
    yield "constants", X * 0 + 12, X * 0 - 18
    yield "constant", X * Y * 6 + 9, X * 0 - 12
    yield "cyclotomic", X**24 - Y**24, X**18 - Y**18
    yield "separate", (X**5 - 1) * (Y**5 - 1) * (Z**3 - 1), (X**4 - 1) * (Y**4 - 1) * (Z**2 - 1)
    yield "symmetric", (X + Y) * (Y + Z) * (Z + T) * (T + X), (X + Z) * (Y + Z) * (Y + T) * (T + X)
    yield "swell", (X + Y + Z + T + 1) ** 5 * (X - Y), (X + Y + Z + T + 1) ** 4 * (X - Z + 1)
    lead = (X - 1) * (X - 2) * (X - 3) * (X + 1) * (X + 2) * (X + 3)
    yield "leads", (lead * Y**2 + 1) * (lead * Y + X), (lead * Y**2 + X) * (lead * Y + X)
    yield "leads_only", (lead * Y**2 + 1) * (Y + X), (lead * Y**2 + X) * (Y + X)
    yield "unlucky", (Y + X) * (Y + lead), (Y + X) * Y
    yield "large", (2**2000 * X * Y + 1) * (X + Y), (2**2000 * X * Y + 1) * (X - 3**500 * Y)
    yield "deflated", (X**300 - Y**200) * (X**100 + 1), (X**300 - Y**200) * (Y**100 + 3)


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "..", "..", "tests", "data")
    records = [{"name": n, "f": text(f), "g": text(g), "gcd": text(gcd(f, g))} for n, f, g in cases()]
    assert len({record["name"] for record in records}) == len(records), "two cases have one name"
    lines = [json.dumps(record, separators=(",", ":")) + "\n" for record in records]
    with open(os.path.join(folder, "gcd_multivariate.jsonl"), "w") as out:
        out.writelines(lines)
    print(f"{len(lines)} cases, {sum(map(len, lines))} bytes")


if __name__ == "__main__":
    main()
