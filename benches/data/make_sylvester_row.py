"""The Sylvester matrix of 15 rows of the determinant paper's section 6: make_sylvester_row.py FOLDER [DIVISOR]

The paper eliminates d5 from two polynomials in d1 to d5; of these it says that the matrix has 15 rows and its determinant the degrees
(298, 171, 119, 45). Here f and g have degrees 7 and 8 in d5, and coefficients of degrees (18, 10, 7, 3) and (22, 13, 9, 3) in d1 to d4: 8 and 7 times
those make up the paper's. A coefficient has 40 terms, with numbers below 2^12 in size; that of d5^0 and the leading one have a term with the full
degree in each variable. A DIVISOR divides the degrees, rounded but at least 1: 10 makes matrices for checks.

FOLDER receives S15.json, the matrix for `eliminant det @S15.json`, and S15.f.json and S15.g.json for
`eliminant resultant @S15.f.json @S15.g.json --var d5`. Seed "S15".
"""

import argparse
import json
import pathlib
import random

NAMES = ["d1", "d2", "d3", "d4"]
# Degree in d5, and degrees of the coefficients.
F = (7, (18, 10, 7, 3))
G = (8, (22, 13, 9, 3))
TERMS, LARGEST = 40, 2**12 - 1


def coefficient(draw, degrees, full):
    """A dictionary from exponents to integers; with `full` the first terms have the full degree, each in one variable."""
    room = 1
    for d in degrees:
        room *= d + 1
    terms = {}
    while len(terms) < min(TERMS, room):
        exponents = [draw.randint(0, d) for d in degrees]
        if full and len(terms) < len(degrees):
            exponents[len(terms)] = degrees[len(terms)]
        number = draw.randint(-LARGEST, LARGEST)
        if number:
            terms.setdefault(tuple(exponents), number)
    return terms


def polynomial(draw, shape, divisor):
    """Coefficients by their power of d5, the highest first."""
    n, degrees = shape
    degrees = [max(1, round(d / divisor)) for d in degrees]
    return [coefficient(draw, degrees, k in (0, n)) for k in range(n, -1, -1)]


def text(terms):
    """A coefficient as text."""
    def monomial(number, exponents):
        return "*".join([str(number)] + [f"{v}^{e}" for v, e in zip(NAMES, exponents) if e])
    return " + ".join(monomial(c, e) for e, c in terms.items())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("divisor", type=float, nargs="?", default=1)
    options = parser.parse_args()
    folder, divisor = options.folder, options.divisor
    folder.mkdir(parents=True, exist_ok=True)
    draw = random.Random("S15")
    pair = {"f": polynomial(draw, F, divisor), "g": polynomial(draw, G, divisor)}
    for letter, coefficients in pair.items():
        n = len(coefficients) - 1
        terms = [[str(c), [*e, n - k]] for k, terms in enumerate(coefficients) for e, c in terms.items()]
        (folder / f"S15.{letter}.json").write_text(json.dumps({"vars": [*NAMES, "d5"], "terms": terms}) + "\n")
    f, g = ([text(terms) for terms in pair[letter]] for letter in "fg")
    rows = [["0"] * i + p + ["0"] * (len(other) - 2 - i) for p, other in ((f, g), (g, f)) for i in range(len(other) - 1)]
    (folder / "S15.json").write_text(json.dumps({"vars": NAMES, "rows": rows}) + "\n")


if __name__ == "__main__":
    main()
