#!/usr/bin/env python3
"""Times of FLINT for the rows of `tables symbols`: symbols.py INPUTS [--seconds S] > TIMES

INPUTS is what `tables symbols --write INPUTS` wrote. Determinants are expanded into minors, each set of columns once, rows in the order in which they are;
resultants and discriminants are those of fmpz_mpoly. One thread; the median of up to 25 runs, of which a first one warms up. A line has the name,
microseconds, terms, and the value at the point (2^9, 3^9, ..) modulo 2^61 - 1, with tabs between them: what `tables symbols --flint TIMES` reads. Needs python-flint.
"""

import argparse
import statistics
import sys
import time

from flint import fmpz_mpoly_ctx


def determinant(ctx, entries):
    n = int(len(entries) ** 0.5 + 0.5)
    minors = {0: ctx.constant(1)}
    for i in range(n):
        row, found = entries[i * n : (i + 1) * n], {}
        for columns, minor in minors.items():
            for j in range(n):
                if columns >> j & 1 == 0 and row[j] != 0:
                    product = row[j] * minor
                    key = columns | 1 << j
                    if bin(columns >> j + 1).count("1") % 2:
                        found[key] = found[key] - product if key in found else -product
                    else:
                        found[key] = found[key] + product if key in found else product
        minors = found
    return minors.get((1 << n) - 1, ctx.constant(0))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("inputs")
    parser.add_argument("--seconds", type=float, default=1)
    choices = parser.parse_args()
    for line in open(choices.inputs):
        name, kind, names, *words = line.rstrip("\n").split("\t")
        names = names.split(",")
        y = words.pop() if kind != "determinant" else None
        if y:
            # FLINT's resultant is in the variable that is named; the answer is compared over the others, in their order.
            names = [v for v in names if v != y] + [y]
        ctx = fmpz_mpoly_ctx.get(names, "lex")
        gens = dict(zip(names, ctx.gens()))
        read = lambda text: ctx.constant(0) + eval(text.replace("^", "**"), {"__builtins__": {}}, gens)
        given = [read(word) for word in words]
        compute = {
            "determinant": lambda: determinant(ctx, given),
            "resultant": lambda: given[0].resultant(given[1], y),
            "discriminant": lambda: given[0].discriminant(y),
        }[kind]
        begin = start = time.perf_counter()
        answer = compute()
        first = time.perf_counter() - start
        times = [first] if first > choices.seconds else []
        while not times or (len(times) < 25 and time.perf_counter() - begin < choices.seconds):
            start = time.perf_counter()
            again = compute()
            times.append(time.perf_counter() - start)
            del again
        value = int(answer(*(k**9 for k in range(2, len(names) + 2)))) % (2**61 - 1)
        print(name, f"{statistics.median(times) * 1e6:.1f}", len(answer), value, sep="\t", flush=True)


if __name__ == "__main__":
    sys.exit(main())
