"""Writes pairs of polynomials in several variables for GCDs, and times FLINT on them: make_gcd_several.py DIR

For each row NAME the folder DIR receives NAME.f.json and NAME.g.json, read by `eliminant gcd @NAME.f.json @NAME.g.json`: f = a h and g = b h with
dense random a, b, h. Needs `pip install python-flint`. Seed 7.
"""

import argparse
import itertools
import json
import pathlib
import random
import time

from flint import Ordering, fmpz_mpoly_ctx

NAMES = ["x", "y", "z", "w"]
# Degrees of the cofactors, of the GCD, and bits.
ROWS = {
    "P1": ((30, 30), (30, 30), 50),
    "P2": ((60, 60), (60, 60), 20),
    "P3": ((150, 150), (50, 50), 60),
    "P4": ((10, 10, 10), (10, 10, 10), 30),
    "P5": ((5, 5, 5, 5), (4, 4, 4, 4), 20),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    random.seed(7)
    for name, (cofactor, gcd, bits) in ROWS.items():
        names = NAMES[: len(gcd)]
        ring = fmpz_mpoly_ctx.get(names, Ordering.lex)

        def dense(degrees):
            exponents = itertools.product(*[range(n + 1) for n in degrees])
            return ring.from_dict({e: random.randint(1 - 2**bits, 2**bits - 1) for e in exponents})

        a, b, h = dense(cofactor), dense(cofactor), dense(gcd)
        f, g = a * h, b * h
        times = []
        for _ in range(7):
            start = time.perf_counter()
            found = f.gcd(g)
            times.append(1e3 * (time.perf_counter() - start))
        assert found in (h, -h)
        times.sort()
        print(f"{name} FLINT median {times[3]:.1f} ms, fastest {times[0]:.1f}", flush=True)
        for letter, polynomial in (("f", f), ("g", g)):
            terms = [[str(c), [int(n) for n in e]] for e, c in polynomial.to_dict().items()]
            (folder / f"{name}.{letter}.json").write_text(json.dumps({"vars": names, "terms": terms}))


if __name__ == "__main__":
    main()
