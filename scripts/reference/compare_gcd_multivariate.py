#!/usr/bin/env python3
"""Random GCDs in two to four variables by the program against FLINT: compare_gcd_multivariate.py [PROGRAM] [--seed N] [--count N] [..]

Batches with contents, signs, powers of variables, exponents with a common divisor, and leading coefficients with common factors. Other options are
those of `eliminant gcd`. Prints every pair on which they differ, and then ends with status 1.
"""

import argparse
import json
import random
import subprocess
import sys

from flint import Ordering, fmpz_mpoly_ctx

NAMES = ["x", "y", "z", "t"]
BITS = [1, 3, 40, 100, 300]


def polynomial(ctx, degree, terms, bits):
    """At most so many random terms."""
    exponents = lambda: tuple(random.randint(0, degree) for _ in ctx.gens())
    return ctx.from_dict({exponents(): random.randint(-(2**bits), 2**bits) for _ in range(terms)})


def pair(ctx):
    """h a and h b with something in common besides."""
    most = {2: 8, 3: 5, 4: 3}[len(ctx.gens())]
    some = lambda: polynomial(ctx, random.randint(0, most), random.randint(1, 12), random.choice(BITS))
    h, a, b = some(), some(), some()
    if random.random() < 0.3:
        k = polynomial(ctx, random.randint(0, 2), random.randint(1, 3), 3)
        a, b = a * k, b * (k + 1)
    f, g = a * h * random.choice([1, -1, 6, -10]), b * h * random.choice([1, -1, 4, -15])
    if random.random() < 0.1:
        f *= h
    if random.random() < 0.2:
        f *= ctx.gen(0) ** random.randint(1, 4)
    if random.random() < 0.2:
        k = random.randint(2, 3)
        spread = lambda f: ctx.from_dict({tuple(k * e for e in m): c for m, c in f.to_dict().items()})
        f, g = spread(f), spread(g)
    return f, g


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", nargs="?", default="target/release/eliminant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=600)
    choices, options = parser.parse_known_args()
    random.seed(choices.seed)
    contexts = [fmpz_mpoly_ctx.get(NAMES[:n], Ordering.lex) for n in (2, 3, 4)]
    chosen = [random.choice(contexts) for _ in range(choices.count)]
    pairs = [pair(ctx) for ctx in chosen]
    lines = "\n".join(json.dumps({"f": str(f), "g": str(g)}) for f, g in pairs)
    command = [choices.program, "gcd", "--batch", "-", "--vars", ",".join(NAMES), "--quiet", *options]
    found = subprocess.run(command, input=lines, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    assert len(found) == len(pairs), f"{len(found)} answers to {len(pairs)} pairs"
    wrong = 0
    for line, (f, g), ctx in zip(found, pairs, chosen):
        values = dict(zip(NAMES, ctx.gens()))
        h, expected = eval(json.loads(line)["gcd"].replace("^", "**"), {}, values), f.gcd(g)
        # FLINT's sign is that of its own order of terms.
        if h != expected and h != -expected:
            wrong += 1
            print(f"f = {f}\ng = {g}\nours: {h}\nFLINT: {expected}")
    print(f"{len(pairs)} pairs, seed {choices.seed}: {wrong} differ")
    return wrong > 0


sys.exit(main())
