"""Inputs of the determinant benchmarks, the same in every run: make_det_rows.py FOLDER [NAME ...], every row by default.

Each row is a matrix as JSON, {"vars": [..], "rows": [["..", ..], ..]}, and a text for the baseline program `det`: the numbers of rows and of
variables, then for each entry the number of terms, and on lines of their own the coefficient and the exponents.

N64, N128 and N256: dense, n x n in one variable or none.

D8 to D20: n x n in three variables, four terms an entry, degrees of at most 2 or 1 in each variable by row.

T2-r-k and T3-r-s: the rows of Tables 2 and 3 of the 2020 paper, which are in determinants-2020.txt. It gives the degrees D_v of the determinant and
that coefficients are between -100 and 100. Entry (i, j) has degree d(i, v) = floor((i + 1) D_v / r) - floor(i D_v / r) in variable v at most,
min(4, prod_v (d(i, v) + 1)) terms, and in each variable a random permutation of columns has terms of the full degree, so that every D_v can be
reached. M2-r-k and M3-r-s are the same with one term an entry. `tables det --write FOLDER` writes the same files of both, byte for byte.
"""

import argparse
import json
import pathlib
import random

D = {"D8": [2] * 8, "D12": [2] * 12, "D16": [2] * 14 + [1] * 2, "D20": [2] * 10 + [1] * 10}

# Rows of the paper's tables by name, with four terms an entry or one: rows, degrees of the determinant, terms.
PAPER = {}
for line in pathlib.Path(__file__).with_name("determinants-2020.txt").read_text().splitlines():
    if not line.startswith("#"):
        name, _, degrees, *_ = line.split()
        shape = int(name.split("-")[1]), tuple(map(int, degrees.split(",")))
        PAPER[name], PAPER["M" + name[1:]] = (*shape, 4), (*shape, 1)

# Dense matrices in at most one variable: rows, degree, bits of a coefficient.
LARGE = {"N64": (64, 8, 32), "N128": (128, 2, 32), "N256": (256, 0, 1024)}

NAMES = "xyzuvw"


def dense_row(name):
    """D8 to D20: a list of rows of entries, each a dictionary from exponents to coefficients."""
    degrees = D[name]
    draw = random.Random("gpu-peer-" + name)
    rows = []
    for d in degrees:
        row = []
        for _ in degrees:
            terms = {}
            while len(terms) < 4:
                exponents = (draw.randint(0, d), draw.randint(0, d), draw.randint(0, d))
                coefficient = draw.randint(-100, 100)
                if coefficient:
                    terms[exponents] = coefficient
            row.append(terms)
        rows.append(row)
    return 3, rows


def paper_row(name):
    """A row of the paper's tables."""
    n, degrees, count = PAPER[name]
    draw = random.Random(name)
    share = [[(i + 1) * d // n - i * d // n for d in degrees] for i in range(n)]
    columns = [draw.sample(range(n), n) for _ in degrees]
    rows = []
    for i in range(n):
        row = []
        for j in range(n):
            most = 1
            for d in share[i]:
                most *= d + 1
            full = [v for v in range(len(degrees)) if columns[v][i] == j]
            terms = {}
            while len(terms) < min(count, most):
                exponents = [draw.randint(0, d) for d in share[i]]
                if not terms:
                    for v in full:
                        exponents[v] = share[i][v]
                coefficient = draw.randint(-100, 100)
                if coefficient:
                    terms.setdefault(tuple(exponents), coefficient)
            row.append(terms)
        rows.append(row)
    return len(degrees), rows


def large_row(name):
    """N64 to N256."""
    n, degree, bits = LARGE[name]
    draw = random.Random(name)
    entry = lambda: {(e,) if degree else (): draw.randint(-(2**bits), 2**bits) for e in range(degree + 1)}
    return min(degree, 1), [[entry() for _ in range(n)] for _ in range(n)]


def text(terms, names):
    """An entry as text."""
    def monomial(coefficient, exponents):
        powers = [f"{v}^{e}" for v, e in zip(names, exponents) if e]
        return "*".join([str(coefficient)] + powers)
    return " + ".join(monomial(c, e) for e, c in terms.items()) or "0"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*", metavar="name")
    options = parser.parse_args()
    folder = options.folder
    folder.mkdir(parents=True, exist_ok=True)
    for name in options.names or [*D, *PAPER, *LARGE]:
        k, rows = dense_row(name) if name in D else large_row(name) if name in LARGE else paper_row(name)
        names = NAMES[:k]
        matrix = {"vars": list(names), "rows": [[text(entry, names) for entry in row] for row in rows]}
        (folder / f"{name}.json").write_text(json.dumps(matrix) + "\n")
        lines = [f"{len(rows)} {k}"]
        for entry in (entry for row in rows for entry in row):
            lines.append(str(len(entry)))
            lines += [" ".join(map(str, (c, *e))) for e, c in entry.items()]
        (folder / f"{name}.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
