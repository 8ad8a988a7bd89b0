#!/usr/bin/env python3
"""Pairs of sparse polynomials with the times of FLINT: make_sparse_gcds.py FILE [--seed S] [--count N] [--large] [--modulus P]

500 small pairs (3 to 12 variables, 5 to 200 terms, degrees to 50, coefficients of 3 to 64 bits), or with --large pairs of 100 to 10,000 terms in
3 to 8 variables; over Z, or modulo a prime P < 2^63. A line has the name, microseconds of FLINT's gcd on one thread (the least of three), terms and leading coefficient of its answer,
the variables, f and g, with tabs between them: what `tables sparse --pairs FILE` reads. Needs python-flint.
"""

import argparse
import random
import time

from flint import fmpz_mpoly_ctx, nmod_mpoly_ctx


def polynomial(ctx, terms, degree, bits, share, p):
    """Terms at random; each variable is in a share of them. No coefficient is 0 modulo p."""
    exponent = lambda: random.randint(0, degree) if random.random() < share else 0
    found = {}
    for _ in range(terms):
        c = random.choice((1, -1)) * random.randint(1, 2**bits)
        found[tuple(exponent() for _ in ctx.gens())] = c if not p or c % p else 1
    return ctx.from_dict(found)


def small():
    """Numbers of terms of the GCD and the cofactors, degree, bits and variables."""
    terms = random.choice((5, 10, 20, 40, 100, 200))
    root = max(2, int(terms**0.5))
    parts = [root] * 3 if random.random() < 0.5 else [random.randint(2, max(3, terms // 3)) for _ in range(3)]
    return parts, random.choice((3, 8, 20, 50)), random.choice((3, 10, 30, 64)), random.randint(3, 12)


def large():
    """The same of a larger pair: the products have as many terms."""
    terms = random.choice((100, 300, 1000, 3000, 10000))
    parts = random.choice(([0.5, 0.5, 0.5], [0.25, 0.75, 0.6], [0.7, 0.3, 0.3]))
    return [max(2, int(terms**part)) for part in parts], random.choice((8, 20, 50)), random.choice((10, 64, 256)), random.randint(3, 8)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--modulus", type=int)
    choices = parser.parse_args()
    random.seed(choices.seed)
    with open(choices.file, "w") as out:
        for number in range(choices.count):
            parts, degree, bits, count = large() if choices.large else small()
            names = [f"x{k}" for k in range(count)]
            p = choices.modulus
            ctx = nmod_mpoly_ctx.get(names, p, "lex") if p else fmpz_mpoly_ctx.get(names, "lex")
            share = random.choice((0.3, 0.6, 1))
            h, a, b = (polynomial(ctx, terms, degree // 2 + 1, bits, share, p) for terms in parts)
            f, g = h * a, h * b
            least = float("inf")
            for _ in range(3):
                start = time.perf_counter()
                gcd = f.gcd(g)
                least = min(least, time.perf_counter() - start)
                if least > 1:
                    break
            lead = gcd.leading_coefficient()
            name = f"{number} v{count} d{degree} b{bits}"
            fields = [name, f"{least * 1e6:.1f}", len(gcd), lead if p else abs(lead), ",".join(names), f, g]
            out.write("\t".join(map(str, fields)) + "\n")


main()
