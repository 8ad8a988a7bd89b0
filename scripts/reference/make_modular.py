#!/usr/bin/env python3
"""Writes tests/data/modular.jsonl: make_modular.py [OUT]

Each line is {"name", "f", "g", "var", "kind", "modulus", "expected"}: as tests/data/resultants.jsonl, with `expected` over Z / modulus.
FLINT and PARI compute modulo the prime, and the image of the resultant over Z agrees, or nothing is written. Leading coefficients in
y do not vanish modulo the prime here: where they do, the two systems lower the degree, and the answer is the image of the one over Z.
"""

import json
import os
import random
import sys

import flint
from cypari import pari

from bivariate import coefficients, degree, kept_to_text, reference, to_text, trim

PRIMES = [2, 3, 5, 97, 65537, 998244353, 1000000007, 1073741827, 1431655751, 2013265921, 2147483647]
# Degrees in y and x of f and of g, bits, terms (0: dense).
SHAPES = [(1, 1, 2, 2, 5, 0), (3, 2, 2, 3, 70, 0), (4, 5, 4, 5, 31, 0), (6, 3, 5, 0, 40, 0), (7, 9, 5, 8, 20, 9), (12, 4, 9, 5, 64, 0), (10, 30, 9, 30, 20, 12)]
SEED = 1972


def polynomial(rng, deg_y, deg_x, bits, terms, p):
    """A random polynomial whose leading coefficient in y is not 0 modulo p."""
    places = [(i, j) for i in range(deg_x + 1) for j in range(deg_y + 1)]
    chosen = rng.sample(places, min(terms, len(places))) if terms else places
    f = {e: rng.choice([-1, 1]) * rng.getrandbits(bits) for e in chosen}
    f[(rng.randint(0, deg_x), deg_y)] = rng.randint(0, 2**bits) * p + 1
    return {e: c for e, c in f.items() if c}


def by_flint(f, g, kind, p):
    """The answer by FLINT over Z / p, lowest degree first."""
    context = flint.nmod_mpoly_ctx.get(["x", "y"], modulus=p, ordering="lex")
    image = lambda h: context.from_dict({e: c % p for e, c in h.items() if c % p})
    result = image(f).discriminant("y") if kind == "discriminant" else image(f).resultant(image(g), "y")
    out = [0] * (max((int(e[0]) for e in result.to_dict()), default=-1) + 1)
    for e, c in result.to_dict().items():
        out[int(e[0])] = int(c)
    return trim(out)


def by_pari(f, g, kind, p):
    """The answer by PARI over Z / p, lowest degree first."""
    one = pari(f"Mod(1,{p})")
    image = lambda h: pari(to_text(h)) * one
    result = image(f).poldisc("y") if kind == "discriminant" else image(f).polresultant(image(g), "y")
    return trim(int(c.lift()) for c in pari.Vecrev(result))


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    name_out = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "..", "..", "tests", "data", "modular.jsonl")
    rng, lines = random.Random(SEED), []
    for p in PRIMES:
        for number, (py, px, qy, qx, bits, terms) in enumerate(SHAPES):
            for kind in ["resultant", "discriminant"]:
                f, g = polynomial(rng, py, px, bits, terms, p), polynomial(rng, qy, qx, bits, terms, p)
                assert any(c % p for c in coefficients(f, "y")[-1]) and degree(f, "y") == py
                image = trim(c % p for c in reference(f, g, "y", kind))
                # disc of degree n modulo p | n: both systems divide by a leading coefficient of f' that is 0.
                if kind == "resultant" or (py >= 2 and py % p):
                    assert by_flint(f, g, kind, p) == image, (p, number, kind, "FLINT")
                    assert by_pari(f, g, kind, p) == image, (p, number, kind, "PARI")
                expected = kept_to_text(image, "y")
                record = {"name": f"shape_{number}_modulo_{p}", "f": to_text(f), "g": "" if kind == "discriminant" else to_text(g)}
                lines.append(json.dumps(record | {"var": "y", "kind": kind, "modulus": p, "expected": expected}))
    with open(name_out, "w") as out:
        out.write("\n".join(lines) + "\n")
    print(f"{len(lines)} cases, {sum(map(len, lines)) + len(lines)} bytes, {name_out}")


if __name__ == "__main__":
    main()
