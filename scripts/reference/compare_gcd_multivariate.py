#!/usr/bin/env python3
"""Random GCDs in two to twelve variables by the program against FLINT: compare_gcd_multivariate.py [PROGRAM] [--seed N] [--count N] [--modulus P] [..]

Batches with contents, signs, powers of variables, exponents with a common divisor, and leading coefficients with common factors: half of them dense, in
up to four variables, and half sparse, in up to twelve; over Z or modulo a prime P. Other options are those of `eliminant gcd`. Prints every pair on which they differ, and then ends
with status 1.
"""

import argparse
import json
import random
import subprocess
import sys

from flint import Ordering, fmpz_mpoly_ctx, nmod_mpoly_ctx

NAMES = ["x", "y", "z", "t", "a", "b", "c", "d", "e", "f", "g", "h"]
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


def sparse(ctx):
    """h a and h b of few terms, generic or of one of the kinds that are hard for images: the number of the kind."""
    n, kind = len(ctx.gens()), random.randrange(13)
    degree, bits, share = random.choice((1, 2, 3, 7, 20)), random.choice(BITS), random.choice((0.2, 0.5, 1))
    gap = 7 if kind == 0 else 1

    def some(terms=9):
        exponent = lambda: gap * random.randint(0, degree) if random.random() < share else 0
        coefficient = lambda: random.choice((1, -1)) * random.randint(1, 2**bits)
        monomials = [tuple(exponent() for _ in range(n)) for _ in range(random.randint(1, terms))]
        return ctx.from_dict({monomial: coefficient() for monomial in monomials})

    one, x = ctx.constant(1), ctx.gens()[0]
    h, a, b = some(), some(), some()
    if kind == 1:
        h *= random.randint(2, 30)
    elif kind == 2:
        b *= a
    elif kind == 3:
        a = -one
    elif kind == 4:
        h, a = h * some(1), a * some(1)
    elif kind == 5:
        b = a
    elif kind == 6:
        h, a = h * (x - 1) ** random.randint(1, 4) * (x + 2), a * (x - 1)
    elif kind == 7:
        h = h * some(2) ** 2 + one
    elif kind == 8:
        h = one
    elif kind == 9:
        # Homogeneous.
        choices = lambda: [random.randrange(n) for _ in range(5)]
        powers = [[places.count(k) for k in range(n)] for places in (choices() for _ in range(9))]
        h = ctx.from_dict({tuple(e): random.randint(1, 9) for e in powers})
    elif kind == 10:
        h = some(2) ** random.randint(2, 4)
    elif kind == 11:
        a, b = a * some(3) ** 2, b * some(3)
    elif kind == 12:
        # Dense, of a small total degree.
        h = sum(ctx.gens(), one) ** random.randint(1, 3 if n < 8 else 2)
    return h * a, h * b


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", nargs="?", default="target/release/eliminant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--modulus", type=int)
    choices, options = parser.parse_known_args()
    random.seed(choices.seed)
    p = choices.modulus
    context = lambda names: nmod_mpoly_ctx.get(names, p, Ordering.lex) if p else fmpz_mpoly_ctx.get(names, Ordering.lex)
    contexts = [context(NAMES[:n]) for n in range(2, 13)]
    is_dense = [random.random() < 0.5 for _ in range(choices.count)]
    chosen = [random.choice(contexts[:3] if dense else contexts) for dense in is_dense]
    pairs = [pair(ctx) if dense else sparse(ctx) for ctx, dense in zip(chosen, is_dense)]
    command = [choices.program, "gcd", "--vars", ",".join(NAMES), "--quiet", *options]
    answers = lambda arguments, text=None: subprocess.run(
        [*command, *arguments], input=text, stdout=subprocess.PIPE, text=True, check=True
    ).stdout.splitlines()
    if p:
        found = [answers([str(f), str(g), "--modulus", str(p)])[0] for f, g in pairs]
    else:
        lines = "\n".join(json.dumps({"f": str(f), "g": str(g)}) for f, g in pairs)
        found = [json.loads(line)["gcd"] for line in answers(["--batch", "-"], lines)]
    assert len(found) == len(pairs), f"{len(found)} answers to {len(pairs)} pairs"
    wrong = 0
    for line, (f, g), ctx in zip(found, pairs, chosen):
        values = dict(zip(NAMES, ctx.gens()))
        h, expected = ctx.constant(0) + eval(line.replace("^", "**"), {}, values), f.gcd(g)
        # FLINT's sign is that of its own order of terms.
        if h != expected and h != -expected:
            wrong += 1
            print(f"f = {f}\ng = {g}\nours: {h}\nFLINT: {expected}")
    print(f"{len(pairs)} pairs, seed {choices.seed}: {wrong} differ")
    return wrong > 0


sys.exit(main())
