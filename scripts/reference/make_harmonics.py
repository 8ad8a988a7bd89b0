#!/usr/bin/env python3
"""Writes tests/data/harmonics.jsonl: make_harmonics.py [FOLDER]

Each line is {"sources", "m", "signs", "degrees"}: all lists of angles, ascending, with sum of signs * cos(angle) = m and no harmonic 5, 7, 11,
13 (one less than there are sources). Nothing is eliminated here: Newton's method in the angles from 4000 random starts, fixed seed, and then by
mpmath to 30 digits. So an answer that is missing is one that no start has led to; each answer was found from several starts, or
nothing is written. Needs mpmath.
"""

import json
import math
import os
import random
import sys
from concurrent.futures import ProcessPoolExecutor

import mpmath

HARMONICS = [1, 5, 7, 11, 13]
STARTS = 4000
CASES = [
    (2, "1.2", ["++", "+-"]),
    (2, "0.5", ["++", "+-"]),
    (3, "1.9", ["+++", "+-+"]),
    (3, "0.8", ["+++", "+-+"]),
    (3, "2.3", ["+++"]),
    (4, "2.4", ["++++", "+-+-"]),
    (4, "0.6", ["++++", "+-+-"]),
    (4, "1.3", ["++++", "++-+"]),
    (5, "3.1", ["+++++", "+-+-+"]),
    (5, "2.5", ["+++++", "++-++"]),
    (5, "0.7", ["+++++", "+-+-+"]),
]


def solved(matrix, right):
    """x with matrix x = right by elimination with pivots; None for a singular matrix."""
    n = len(right)
    rows = [row[:] + [b] for row, b in zip(matrix, right)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        if abs(rows[k][k]) < 1e-14:
            return None
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
    x = [0.0] * n
    for k in reversed(range(n)):
        x[k] = (rows[k][n] - sum(rows[k][j] * x[j] for j in range(k + 1, n))) / rows[k][k]
    return x


def newton(signs, m, angles):
    """Angles of a solution from these, or None."""
    for _ in range(60):
        values = [sum(s * math.cos(j * a) for s, a in zip(signs, angles)) for j in HARMONICS[: len(signs)]]
        values[0] -= m
        if max(map(abs, values)) < 1e-13:
            return angles
        jacobian = [[-s * j * math.sin(j * a) for s, a in zip(signs, angles)] for j in HARMONICS[: len(signs)]]
        step = solved(jacobian, values)
        if step is None or max(map(abs, step)) > 1e3:
            return None
        length = min(1.0, 0.3 / max(map(abs, step)))
        angles = [a - length * b for a, b in zip(angles, step)]
    return None


def case(arguments):
    n, text, pattern = arguments
    signs = [1 if c == "+" else -1 for c in pattern]
    m = mpmath.mpf(text)
    generator = random.Random(f"{n} {text} {pattern}")
    found = {}
    for _ in range(STARTS):
        start = sorted(generator.uniform(0, math.pi / 2) for _ in range(n))
        angles = newton(signs, float(m), start)
        if angles and all(0 <= a <= math.pi / 2 for a in angles) and angles == sorted(angles):
            key = tuple(round(a, 7) for a in angles)
            found[key] = (found.get(key, (0,))[0] + 1, angles)
    answers = []
    with mpmath.workdps(40):
        equations = [
            lambda *a, j=j: sum(s * mpmath.cos(j * b) for s, b in zip(signs, a)) - (m if j == 1 else 0)
            for j in HARMONICS[:n]
        ]
        for key in sorted(found):
            assert found[key][0] >= 3, (arguments, key)
            exact = mpmath.findroot(equations, found[key][1], tol=1e-60)
            answers.append([mpmath.nstr(mpmath.degrees(a), 15) for a in exact])
    return {"sources": n, "m": text, "signs": pattern, "degrees": answers}


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests", "data")
    cases = [(n, m, pattern) for n, m, patterns in CASES for pattern in patterns]
    with ProcessPoolExecutor() as pool:
        lines = [json.dumps(line) for line in pool.map(case, cases)]
    with open(os.path.join(folder, "harmonics.jsonl"), "w", encoding="utf-8") as file:
        file.write("".join(line + "\n" for line in lines))
    print(f"{len(lines)} lines")


if __name__ == "__main__":
    main()
