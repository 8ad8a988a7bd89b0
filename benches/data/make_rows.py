#!/usr/bin/env python3
"""Writes the benchmark inputs: make_rows.py DIR [NAME ...]

Only the shapes are published, so the coefficients are random with fixed seeds. For each row NAME the folder DIR receives
  NAME.txt     "deg_y f, deg_x f, deg_y g, deg_x g", then the rows y^0, y^1, ... of f with the coefficients of x^0, x^1, ..., then those of g;
               read by the programs in benches/baselines
  NAME.f.txt   f as text in x and y, NAME.g.txt the same for g; read by `eliminant resultant @NAME.f.txt @NAME.g.txt --var y`
Needs nothing but Python.
"""

import os
import random
import sys

# name, deg_y f, deg_y g, deg_x f, deg_x g, bits, density
ROWS = [
    # Table 1 of the 2013 paper.
    ("R1", 20, 16, 7, 11, 32, 0.2), ("R2", 20, 16, 7, 11, 300, 0.2),
    ("R3", 19, 17, 40, 39, 32, 1), ("R4", 19, 17, 40, 39, 100, 1),
    ("R5", 62, 40, 12, 10, 24, 0.2), ("R6", 62, 40, 12, 10, 24, 1),
    ("R7", 31, 20, 40, 30, 100, 0.2), ("R8", 31, 20, 40, 30, 100, 1),
    ("R9", 80, 90, 10, 10, 32, 0.2), ("R10", 80, 90, 10, 10, 32, 1),
    ("R11", 60, 75, 20, 23, 32, 0.2), ("R12", 60, 75, 20, 23, 200, 0.2),
    ("R13", 31, 23, 42, 33, 24, 1), ("R14", 31, 23, 42, 33, 400, 1),
    ("R15", 41, 29, 20, 11, 900, 0.2), ("R16", 41, 29, 20, 11, 900, 1),
    # The dense rows 6, 8, 10, 16 of that table report resultant degrees (2777, 2432, 3210, 2910) that their stated
    # degrees cannot give; these rows have x-degrees that do.
    ("R6p", 62, 40, 30, 25, 24, 1), ("R8p", 31, 20, 57, 42, 100, 1),
    ("R10p", 80, 90, 19, 19, 32, 1), ("R16p", 41, 29, 58, 31, 900, 1),
    # Table 1 of the 2010 paper gives deg_y, points and 24-bit moduli: (32, 32, 970, 96), (50, 43, 940, 101), (63, 63, 1273, 136),
    # (70, 64, 1354, 102), (95, 95, 1152, 145), (120, 99, 1549, 130). Degrees in x and bits are chosen to need about as many.
    ("T1", 32, 32, 15, 15, 31, 1), ("T2", 50, 43, 10, 10, 22, 1),
    ("T3", 63, 63, 10, 10, 22, 1), ("T4", 70, 64, 10, 10, 14, 1),
    ("T5", 95, 95, 6, 6, 14, 1), ("T6", 120, 99, 7, 7, 10, 1),
    # Larger than the papers': many long coefficients, many points, many steps.
    ("L1", 32, 32, 64, 64, 1024, 1), ("L2", 200, 200, 40, 40, 64, 1), ("L3", 1000, 1000, 10, 10, 32, 1),
    # Degrees for several threads a scalar.
    ("L160", 160, 150, 20, 20, 64, 1), ("L400", 400, 390, 5, 5, 32, 1),
    # Degrees for blocks of steps.
    ("L512", 512, 512, 3, 3, 16, 1), ("L2048", 2048, 2048, 0, 1, 8, 1),
]


def coefficient(rng, bits):
    """A random integer below 2^bits in size, not zero."""
    while True:
        value = rng.randint(-(2**bits - 1), 2**bits - 1)
        if value:
            return value


def polynomial(rng, deg_y, deg_x, bits, density):
    """Rows of coefficients; the four corners are always present, so that the degrees are as stated."""
    def present(i, j):
        return density == 1 or rng.random() < density or (i in (0, deg_y) and j in (0, deg_x))
    return [[coefficient(rng, bits) if present(i, j) else 0 for j in range(deg_x + 1)] for i in range(deg_y + 1)]


def to_text(rows):
    """The polynomial in the program's syntax, highest power of x first."""
    pieces = []
    for j in reversed(range(len(rows[0]))):
        for i in reversed(range(len(rows))):
            c = rows[i][j]
            if c:
                powers = "".join(f"*{v}^{e}" if e > 1 else f"*{v}" if e else "" for v, e in (("x", j), ("y", i)))
                pieces.append(f"{' - ' if c < 0 else ' + '}{abs(c)}{powers}")
    text = "".join(pieces)
    return ("-" if text.startswith(" - ") else "") + text[3:]


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
    for name, dyf, dyg, dxf, dxg, bits, density in ROWS:
        if wanted and name not in wanted:
            continue
        rng = random.Random("gpu-peer-" + name)
        f = polynomial(rng, dyf, dxf, bits, density)
        g = polynomial(rng, dyg, dxg, bits, density)
        with open(os.path.join(folder, name + ".txt"), "w") as out:
            out.write(f"{dyf} {dxf} {dyg} {dxg}\n")
            for row in f + g:
                out.write(" ".join(map(str, row)) + "\n")
        for letter, p in (("f", f), ("g", g)):
            with open(os.path.join(folder, f"{name}.{letter}.txt"), "w") as out:
                out.write(to_text(p) + "\n")


if __name__ == "__main__":
    main()
