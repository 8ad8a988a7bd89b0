#!/usr/bin/env python3
"""Solutions of two polynomials by the program against PARI: compare_plane.py [PROGRAM] [--seed N] [--count N] [--complex]

Random pairs of degrees 2 to 8, dense and sparse, with planted rational solutions, some of them double and some within 10^-e of each other. For a random c all
solutions have different t = x + c y with high probability: then the squarefree factors of the resultant of f(t - c y, y) and g(t - c y, y), which PARI computes,
give their number and that of the real ones, with and without multiplicities. Planted solutions must be printed as fractions. With --complex the other solutions
are as many as that leaves, in pairs of conjugates, pairwise different, and both polynomials are 0 there to 30 digits. Prints each pair that differs, and ends with
status 1 then.
"""

import argparse
import json
import random
import subprocess
import sys
from fractions import Fraction

from cypari import pari

SLOPES = [(a, b) for a in range(-4, 5) for b in range(-4, 5) if (a, b) != (0, 0)]


def dense(rng, degree):
    bits = rng.choice((1, 3, 10, 40))
    terms = (f"({rng.randint(-2**bits, 2**bits)})*x^{i}*y^{j}" for i in range(degree + 1) for j in range(degree + 1 - i))
    return "+".join(terms)


def sparse(rng, degree):
    terms = (f"({rng.randint(-99, 99)})*x^{rng.randint(0, degree)}*y^{rng.randint(0, degree)}" for _ in range(rng.randint(2, 5)))
    return "+".join(terms)


def line(rng, point):
    """A line through a point with fractions as coordinates."""
    (a, b), (p, q) = rng.choice(SLOPES), point
    c = a * p + b * q
    return f"(({a * c.denominator})*x+({b * c.denominator})*y-({c.numerator}))"


def points(rng):
    found = []
    for _ in range(rng.randint(1, 3)):
        if found and rng.random() < 0.4:
            p, q = found[-1]
            off = Fraction(1, 10 ** rng.randint(1, 12))
            found.append((p + off * rng.randint(-3, 3), q + off * rng.randint(1, 3)))
        else:
            found.append(tuple(Fraction(rng.randint(-20, 20), rng.choice((1, 1, 2, 3, 7, 1000))) for _ in range(2)))
    return list(dict.fromkeys(found))


def planted(rng):
    """Two curves through points: sums of products of lines, of which the second is the square of lines in a third of all cases."""
    chosen = points(rng)
    product = lambda power=1: "*".join(f"{line(rng, point)}^{power}" for point in chosen)
    f = f"{product()}+({dense(rng, 1)})*{product()}"
    if rng.random() < 0.33 and len(chosen) < 3:
        return f, f"({dense(rng, 1)})*({f})+{product(2)}", chosen
    return f, f"{product()}*({dense(rng, rng.randint(0, 2))})+{product()}", chosen


def pair(rng):
    kind = rng.random()
    if kind < 0.25:
        return dense(rng, rng.randint(2, 5)), dense(rng, rng.randint(2, 5)), []
    if kind < 0.35:
        return dense(rng, rng.randint(6, 8)), dense(rng, rng.randint(2, 8)), []
    if kind < 0.55:
        return sparse(rng, rng.randint(2, 6)), sparse(rng, rng.randint(2, 6)), []
    return planted(rng)


def expected(rng, f, g):
    """All solutions, the different ones, the real ones, and these with multiplicities; None where there are infinitely many, or none in a direction."""
    f, g = pari(f), pari(g)
    if f == 0 or g == 0 or pari.poldegree(pari.gcd(f, g)) > 0 or pari.poldegree(pari.gcd(f, g), "y") > 0:
        return None
    line = pari(f"x-({rng.randint(10**5, 10**6)})*y")
    f, g = (pari.subst(h, "x", line) for h in (f, g))
    resultant = pari.polresultant(f, g, "y")
    degree = pari.poldegree(resultant)
    # Factors of multiplicity m, and those after it.
    rest, factors = resultant, []
    while pari.poldegree(rest) > 0:
        common = pari.gcd(rest, pari.deriv(rest))
        factors.append(rest / common)
        rest = common
    at_least = [int(pari.polsturm(factor)) for factor in factors]
    different = int(pari.poldegree(factors[0])) if factors else 0
    return int(degree), different, at_least[0] if at_least else 0, sum(at_least)


def is_zero(f, point):
    """Whether a value is at most 10^-30 of the sum of the absolute values of its terms."""
    value = pari.subst(pari.subst(f, "x", point[0]), "y", point[1])
    row = lambda c: pari.subst(pari.Pol(pari.abs(pari.Vec(c)), "y"), "y", pari.abs(point[1]))
    size = pari.subst(pari.Pol([row(c) for c in pari.Vec(pari.Pol(f, "x"))], "x"), "x", pari.abs(point[0]))
    return pari.abs(value) <= size * pari("1e-30")


def wrong_others(f, g, answer):
    """What is wrong with the solutions that are not real, if anything is."""
    others, real = answer["others"], answer["solutions"]
    if len(others) + len(real) != answer["different"]:
        return "their number"
    if sum(s["multiplicity"] for s in others + real) != answer["complex"]:
        return "their multiplicities"
    points = [tuple(tuple(x["value"]) for x in s["point"]) for s in others]
    if len(set(points)) != len(points):
        return "one is there twice"
    conjugate = lambda text: text if text == "0" else text[1:] if text[0] == "-" else "-" + text
    if any(tuple((re, conjugate(im)) for re, im in one) != other for one, other in zip(points[::2], points[1::2])):
        return "they are no conjugates"
    f, g = pari(f), pari(g)
    for point in points[::2]:
        x, y = (pari(f"{re}+{im}*I") for re, im in point)
        if x.imag() == 0 and y.imag() == 0 or not (is_zero(f, (x, y)) and is_zero(g, (x, y))):
            return f"{point} is none"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="target/release/eliminant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--complex", action="store_true")
    args = parser.parse_args()
    pari.default("realprecision", 100)
    pari.allocatemem(2**28, 2**31)
    rng = random.Random(args.seed)
    problems = []
    while len(problems) < args.count:
        f, g, chosen = pair(rng)
        counts = expected(rng, f, g)
        if counts is not None:
            problems.append((f, g, chosen, counts))
    lines = "".join(json.dumps({"f": f, "g": g}) + "\n" for f, g, _, _ in problems)
    choices = ["--complex", "--digits", "60"] if args.complex else []
    out = subprocess.run([args.program, "solve", "--batch", "-", *choices], input=lines, capture_output=True, text=True)
    answers = out.stdout.splitlines()
    if len(answers) != len(problems):
        sys.exit(f"{len(answers)} answers to {len(problems)} pairs: {out.stderr}")
    wrong = multiple = real = others = 0
    for (f, g, chosen, counts), answer in zip(problems, answers):
        answer = json.loads(answer)
        if "error" in answer and "variable" in answer["error"]:
            continue
        solutions = answer.get("solutions", [])
        found = (answer.get("complex"), answer.get("different"), len(solutions), sum(s["multiplicity"] for s in solutions))
        shown = {tuple(x.get("rational") for x in s["point"]) for s in solutions}
        missing = [point for point in chosen if tuple(map(str, point)) not in shown]
        multiple += counts[2] != counts[3]
        real += counts[2]
        if args.complex and "others" in answer:
            others += len(answer["others"])
            if fault := wrong_others(f, g, answer):
                wrong += 1
                print(f"{f}, {g}\nothers: {fault}")
        if found != counts or missing:
            wrong += 1
            print(f"{f}, {g}\nPARI {counts}, found {found}, missing {missing}: {answer.get('error', '')}")
    more = f" and {others} others" if args.complex else ""
    print(f"{len(problems)} pairs with {real} real solutions{more}, multiple ones in {multiple}: {wrong} differ")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
