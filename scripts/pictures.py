"""Draws docs/pictures/circles.svg: ten circles, f = 0 for the product f of their equations, with lines where disc_y(f) = 0. There a
circle has a vertical tangent, or two circles cross.

    pip install matplotlib
    make build && python3 scripts/pictures.py
"""

import json
import re
import subprocess
from fractions import Fraction
from pathlib import Path

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "eliminant"  # The same file from the same numbers.
import matplotlib.pyplot as plt

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "target" / "release" / "eliminant"
CURVE = ROOT / "examples" / "ten_circles.poly"
BOX = (-15, 53, -18, 45)


def answer(*arguments, standard_input=None):
    """The JSON answer of the program."""
    command = [PROGRAM, *arguments, "--format", "json", "--quiet"]
    done = subprocess.run(command, check=True, capture_output=True, text=True, input=standard_input)
    return json.loads(done.stdout)


def real_roots(coefficients, left, right, pieces=20000):
    """Points where a polynomial with simple roots, the constant term first, changes its sign, to 2^-40."""
    descending = coefficients[::-1]

    def sign(x):
        value = 0
        for c in descending:
            value = value * x + c
        return (value > 0) - (value < 0)

    roots = []
    ends = [left + Fraction(right - left, pieces) * k for k in range(pieces + 1)]
    signs = [sign(x) for x in ends]
    for (a, b), (s, t) in zip(zip(ends, ends[1:]), zip(signs, signs[1:])):
        if s == 0:
            roots.append(float(a))
        if s * t < 0:
            while b - a > Fraction(1, 2**40):
                middle = (a + b) / 2
                (a, b) = (middle, b) if sign(middle) == s else (a, middle)
            roots.append(float(a))
    return roots


def main():
    discriminant = answer("discriminant", f"@{CURVE}", "--var", "y")
    factors = answer("squarefree", "-", standard_input=json.dumps(discriminant))["factors"]
    roots = []
    for factor in factors:
        terms = factor["factor"]["terms"]
        coefficients = [0] * (1 + max(e[0] for _, e in terms))
        for coefficient, (e,) in terms:
            coefficients[e] = int(coefficient)
        roots += real_roots(coefficients, BOX[0], BOX[1])
    degree = max(e[0] for _, e in discriminant["terms"])
    print(f"degree {degree}, {len(roots)} real roots")

    figure, axes = plt.subplots(figsize=(9, 5.6))
    for root in roots:
        axes.axvline(root, color="#d9822b", linewidth=0.8)
    circles = re.findall(r"\(x - (\d+)\)\^2 \+ \(y - (\d+)\)\^2 - (\d+)\^2", CURVE.read_text())
    for center_x, center_y, radius in circles:
        circle = plt.Circle((int(center_x), int(center_y)), int(radius), fill=False, color="black", linewidth=1.3, zorder=3)
        axes.add_patch(circle)
    axes.set_xlim(BOX[0], BOX[1])
    axes.set_ylim(BOX[2], BOX[3])
    axes.set_aspect("equal")
    figure.savefig(ROOT / "docs" / "pictures" / "circles.svg", bbox_inches="tight", metadata={"Date": None})


main()
