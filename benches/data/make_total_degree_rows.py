"""Inputs of the benchmarks of resultants with several kept variables, the same in every run: make_total_degree_rows.py FOLDER.

Vk-d: two dense polynomials of total degree d in k variables y, x, z, u, each coefficient a random integer of 32 bits with a sign, as
FOLDER/Vk-d.f.txt and FOLDER/Vk-d.g.txt: `eliminant resultant @Vk-d.f.txt @Vk-d.g.txt --var y`.
"""

import argparse
import itertools
import pathlib
import random

ROWS = [(3, 10), (3, 15), (3, 20), (4, 10), (4, 15)]


def polynomial(draw, k, d):
    """The text of one polynomial."""
    terms = []
    for exponents in itertools.product(range(d + 1), repeat=k):
        if sum(exponents) <= d:
            powers = (f"*{v}^{e}" for v, e in zip("yxzu", exponents) if e)
            terms.append(f"{draw.randint(-2**31, 2**31):+d}" + "".join(powers))
    return "".join(terms)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for k, d in ROWS:
        draw = random.Random(f"several-{k}-{d}")
        for name in "fg":
            (folder / f"V{k}-{d}.{name}.txt").write_text(polynomial(draw, k, d))


if __name__ == "__main__":
    main()
