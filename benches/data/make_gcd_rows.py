#!/usr/bin/env python3
"""Writes the inputs G1 to G7 of the GCD bench: make_gcd_rows.py DIR [NAME ...]

The shapes are those of Table 1 of the GCD paper; only they are published, so the gcd h and the cofactors a, b are random with fixed
seeds, f = a h, g = b h, and their bits are chosen so that f and g come out about as long as the paper's. For each row DIR receives
NAME.txt: degree of f, its coefficients from the lowest up, then the same of g, as the programs in benches/baselines read it.
`tables gcd --write DIR` of benches/tables writes the same files, byte for byte, and those of the larger rows. Needs nothing but Python.
"""

import decimal
import os
import random
import sys

from make_rows import coefficient

# name, deg f, deg g, deg gcd, bits f, bits g, sparse
ROWS = [
    ("G1", 923, 412, 100, 300, 200, True), ("G2", 1000, 400, 100, 300, 200, False), ("G3", 2300, 2100, 1400, 35, 1015, False),
    ("G4", 3669, 3957, 3257, 3000, 2000, False), ("G5", 4900, 4900, 2500, 46, 46, False),
    ("G6", 10000, 10000, 5000, 162, 165, False), ("G7", 10000, 10000, 5000, 3733, 748, False),
]
# Part of the coefficients that a sparse gcd and sparse cofactors have.
GCD_DENSITY, COFACTOR_DENSITY = 0.10, 0.03


def factor_bits(deg_f, deg_g, deg_h, bits_f, bits_g, sparse):
    """Bits of the gcd and of the two cofactors for products of about bits_f and bits_g bits."""
    def growth(n):
        return 1.5 if sparse else (min(n - deg_h, deg_h) + 1).bit_length() / 2
    bits_h = max(2, int(min(bits_f - growth(deg_f), bits_g - growth(deg_g)) // 2))
    return bits_h, round(bits_f - growth(deg_f) - bits_h), round(bits_g - growth(deg_g) - bits_h)


def polynomial(rng, degree, bits, density):
    """Coefficients from the lowest up; the first and the last are present."""
    return [coefficient(rng, bits) if density == 1 or i in (0, degree) or rng.random() < density else 0 for i in range(degree + 1)]


def product(a, b, bits):
    """a b, where both have coefficients of at most `bits` bits: one product of long decimal numbers, with a slot per coefficient."""
    slot = len(str(min(len(a), len(b)) << 2 * bits)) + 1
    # Python multiplies long integers slowly, long decimals by number theoretic transforms.
    exact = decimal.Context(prec=decimal.MAX_PREC, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)

    def pack(f):
        """f(10^slot): the negative coefficients are subtracted."""
        plus, minus = (decimal.Decimal("".join(str(max(sign * c, 0)).zfill(slot) for c in reversed(f))) for sign in (1, -1))
        return exact.subtract(plus, minus)

    n = len(a) + len(b) - 1
    # Half a slot is added to every coefficient, which makes all of them positive.
    half = 5 * 10 ** (slot - 1)
    value = exact.add(exact.multiply(pack(a), pack(b)), decimal.Decimal(str(half) * n))
    digits = format(value, "f").zfill(slot * n)
    return [int(digits[i : i + slot]) - half for i in range(slot * (n - 1), -1, -slot)]


def pair(name, deg_f, deg_g, deg_h, bits_f, bits_g, sparse):
    """f and g of the row."""
    rng = random.Random("gpu-peer-" + name)
    bits_h, bits_a, bits_b = factor_bits(deg_f, deg_g, deg_h, bits_f, bits_g, sparse)
    density_h, density = (GCD_DENSITY, COFACTOR_DENSITY) if sparse else (1, 1)
    h = polynomial(rng, deg_h, bits_h, density_h)
    a = polynomial(rng, deg_f - deg_h, bits_a, density)
    b = polynomial(rng, deg_g - deg_h, bits_b, density)
    longest = max(bits_h, bits_a, bits_b)
    return product(a, h, longest), product(b, h, longest)


def main():
    # An option, --help among them, is no folder to create.
    options = [argument for argument in sys.argv[1:] if argument.startswith("-")]
    if options and set(options) <= {"-h", "--help"}:
        print(__doc__)
        return
    if options or len(sys.argv) < 2:
        sys.exit(__doc__)
    folder, wanted = sys.argv[1], set(sys.argv[2:])
    unknown = wanted - {row[0] for row in ROWS}
    if unknown:
        sys.exit(f"no such row: {' '.join(sorted(unknown))}")
    os.makedirs(folder, exist_ok=True)
    for row in ROWS:
        if wanted and row[0] not in wanted:
            continue
        with open(os.path.join(folder, row[0] + ".txt"), "w") as out:
            for p in pair(*row):
                out.write(f"{len(p) - 1}\n{' '.join(map(str, p))}\n")


if __name__ == "__main__":
    main()
