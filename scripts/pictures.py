"""Draws the pictures of the documents from what the programs print: pictures.py [circles] [harmonics]

- docs/pictures/circles.svg: ten circles, f = 0 for the product f of their equations, with lines where disc_y(f) = 0. There a circle has a
  vertical tangent, or two circles cross.
- docs/pictures/harmonics.svg: the staircase of five sources with the angles of the example `harmonics`, and its spectrum.

    pip install matplotlib
    make build && cargo build --release --example harmonics && python3 scripts/pictures.py

ELIMINANT_TARGET names the folder of another build.
"""

import json
import math
import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "eliminant"  # The same file from the same numbers.
import matplotlib.pyplot as plt

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("ELIMINANT_TARGET", ROOT / "target" / "release"))
PROGRAM = TARGET / "eliminant"
CURVE = ROOT / "examples" / "ten_circles.poly"
BOX = (-15, 53, -18, 45)
SOURCES, M = 5, "3.8"


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


def circles():
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
    save(figure, "circles")


def harmonics():
    command = [TARGET / "examples" / "harmonics", str(SOURCES), "--m", M]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    lists = re.findall(r"^Angles in degrees: (.*)$", text, re.MULTILINE)
    angles = [float(angle) for angle in lists[0].split(", ")]
    print(f"{SOURCES} sources, m = {M}: {lists}")
    # The voltage is odd and symmetric about 90 degrees, so only sines of odd multiples occur.
    amplitudes = {j: 4 / (math.pi * j) * sum(math.cos(math.radians(j * a)) for a in angles) for j in range(1, 32, 2)}

    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.2), width_ratios=(1.15, 1))
    ups = [(a, 1) for a in angles] + [(360 - a, 1) for a in angles]
    downs = [(180 - a, -1) for a in angles] + [(180 + a, -1) for a in angles]
    times, levels = [0], [0]
    for time, change in sorted(ups + downs):
        times.append(time)
        levels.append(levels[-1] + change)
    left.step(times + [360], levels + [0], where="post", color="black", linewidth=1.3, zorder=3)
    degrees = range(361)
    left.plot(degrees, [amplitudes[1] * math.sin(math.radians(t)) for t in degrees], color="#d9822b", linewidth=1.1)
    left.set_xlim(0, 360)
    left.set_xticks(range(0, 361, 90))
    left.set_xlabel("degrees")
    left.set_ylabel("voltage, in sources")

    controlled = [5, 7, 11, 13][: SOURCES - 1]
    for j, amplitude in list(amplitudes.items())[1:]:
        color = "#bbbbbb" if j % 3 == 0 else "black"
        right.bar(j, 100 * abs(amplitude / amplitudes[1]), width=1.1, color=color)
    right.plot(controlled, [0] * len(controlled), "o", color="#d9822b", markersize=5, clip_on=False, zorder=3)
    right.set_xlim(1.5, 32)
    right.set_ylim(bottom=0)
    right.set_xticks(list(amplitudes)[1:])
    right.tick_params(axis="x", labelsize=8)
    right.set_xlabel("harmonic")
    right.set_ylabel("% of the fundamental")
    figure.tight_layout()
    save(figure, "harmonics")


def save(figure, name):
    figure.savefig(ROOT / "docs" / "pictures" / f"{name}.svg", bbox_inches="tight", metadata={"Date": None})


for picture in sys.argv[1:] or ["circles", "harmonics"]:
    {"circles": circles, "harmonics": harmonics}[picture]()
