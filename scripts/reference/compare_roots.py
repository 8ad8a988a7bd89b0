#!/usr/bin/env python3
"""Real roots by the program against PARI and exact values: compare_roots.py [PROGRAM] [--seed N] [--count N]

Random polynomials, sparse, with multiple factors, with roots of all sizes and close together, even and reflected ones. PARI's `polrootsreal` gives the roots
to 60 digits; `sturm` their number in the squarefree part. Roots planted as fractions must be printed as those. Prints every polynomial on which they differ,
and then ends with status 1. PARI takes most of the time.
"""

import argparse
import json
import random
import subprocess
import sys
from fractions import Fraction

from cypari import pari

DIGITS = 40


def coefficient(rng, bits):
    return rng.choice((1, -1)) * rng.randint(1, 2**bits)


def dense(rng):
    bits = rng.choice((1, 3, 20, 200))
    return [rng.choice((0, 1)) * coefficient(rng, bits) for _ in range(rng.randint(1, 30))] + [coefficient(rng, bits)]


def sparse(rng):
    f = [0] * rng.randint(2, 60)
    for _ in range(4):
        f[rng.randrange(len(f))] = coefficient(rng, rng.choice((2, 30)))
    return f + [1]


def times(f, g):
    h = [0] * (len(f) + len(g) - 1)
    for i, a in enumerate(f):
        for j, b in enumerate(g):
            h[i + j] += a * b
    return h


def planted(rng):
    """Linear factors, of sizes from 10^-9 to 10^9, some equal and some near each other, beside a random factor."""
    f, roots = dense(rng)[:5] + [1], set()
    for _ in range(rng.randint(1, 6)):
        size = 10 ** rng.randint(0, 9)
        root = Fraction(rng.randint(-99, 99) * size, rng.choice((1, 1, 3, 7, 10**9)))
        if roots and rng.random() < 0.3:
            root = max(roots) + Fraction(1, 10 ** rng.randint(1, 30))
        roots.add(root)
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            f = times(f, [-root.numerator, root.denominator])
    return f, roots


def clustered(rng):
    """Mignotte's: two roots that agree in many bits."""
    n, a = rng.randint(5, 24), rng.randint(3, 2**20)
    f = [-2, 4 * a, -2 * a * a] + [0] * (n - 3) + [1]
    return f


def changed(f, rng):
    """Of even degree, reflected, or with zeros at 0."""
    if rng.random() < 0.2:
        f = [c for a in f for c in (a, 0)][:-1]
    if rng.random() < 0.2:
        f = f[::-1]
    if rng.random() < 0.2:
        f = [0] * rng.randint(1, 3) + f
    return f


def check(program, f, roots):
    text = "+".join(f"({c})*x^{k}" for k, c in enumerate(f) if c)
    out = subprocess.run([program, "roots", text, "--digits", str(DIGITS), "--format", "json"], capture_output=True, text=True)
    if out.returncode:
        return f"status {out.returncode}: {out.stderr}"
    found = json.loads(out.stdout)["roots"]
    p = pari(text)
    count = 0
    expected = []
    for factor, multiplicity in zip(*pari.factor(p)):
        if int(pari.poldegree(factor)) > 0:
            count += int(pari.polsturm(factor))
            expected += [(r, int(multiplicity)) for r in pari.polrootsreal(factor, precision=256)]
    expected.sort(key=lambda pair: pair[0])
    if not len(found) == count == len(expected):
        return f"{len(found)} roots, {count} by Sturm's theorem"
    for root, (value, multiplicity) in zip(found, expected):
        if root["multiplicity"] != multiplicity:
            return f"{root}: multiplicity {multiplicity}"
        # Half a unit of the last digit, and PARI's error.
        error = abs(pari(root["value"].replace("e", "E") if "." in root["value"] else root["value"] + ".") - value)
        if error > pari(f"0.5000001*10.^{1 - DIGITS}") * max(abs(value), pari("1.E-1000")):
            return f"{root}: {value}"
        lower, upper = (Fraction(end) for end in root["interval"])
        if not lower <= upper or upper - lower > abs(lower) / 2**20:
            return f"{root}: interval"
    rational = {Fraction(root["rational"]) for root in found if "rational" in root}
    if not roots <= rational:
        return f"{roots - rational} are not told as fractions"
    for root in rational:
        if sum(c * root**k for k, c in enumerate(f)) != 0:
            return f"{root} is no root"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="target/release/eliminant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=500)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    pari.allocatemem(2**28, 2**31)
    pari.set_real_precision(80)
    wrong = 0
    for number in range(args.count):
        kind = number % 5
        f, known = planted(rng) if kind < 2 else ([dense, sparse, clustered][kind - 2](rng), set())
        f = f if known else changed(f, rng)
        while f and f[-1] == 0:
            f.pop()
        fault = check(args.program, f, known)
        if fault:
            wrong += 1
            print(f"{f}: {fault}")
    print(f"seed {args.seed}: {args.count} polynomials, {wrong} with a difference")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
