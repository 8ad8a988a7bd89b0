#!/usr/bin/env python3
"""Writes tests/data/refined_roots.jsonl: regular roots of polynomial systems, to 80 digits, by mpmath.

Newton's method with 110 digits from random complex points, on the families of make_systems.py and their Jacobians by sympy. A root is kept when
its values are below 10^-100 and its Jacobian is far from singular, three for each system.
"""

import json
import random
from pathlib import Path

import mpmath
from make_systems import cyclic, katsura, noon
from sympy import Matrix, lambdify

FILE = Path(__file__).resolve().parents[2] / "tests" / "data" / "refined_roots.jsonl"
SEED = 1702
SYSTEMS = ((cyclic, 7), (katsura, 10), (noon, 8))


def newton(f, jacobian, point):
    """The root that the method finds from this point, or None."""
    for step in range(60):
        try:
            delta = mpmath.lu_solve(mpmath.matrix(jacobian(*point)), mpmath.matrix(f(*point)))
        except ZeroDivisionError:
            return None
        point = [x - d for x, d in zip(point, delta)]
        size = max(abs(x) for x in point)
        if size > 1e3:
            return None
        if mpmath.norm(delta, mpmath.inf) < mpmath.mpf(10) ** -105 * size:
            return point
    return None


def main():
    mpmath.mp.dps = 110
    random.seed(SEED)
    lines = []
    for family, n in SYSTEMS:
        names, polynomials = family(n)
        f = lambdify(names, polynomials, "mpmath")
        jacobian = lambdify(names, Matrix(polynomials).jacobian(names).tolist(), "mpmath")
        roots = []
        while len(roots) < 3:
            start = [mpmath.mpc(random.uniform(-1, 1), random.uniform(-1, 1)) for _ in names]
            root = newton(f, jacobian, start)
            if root is None or any(mpmath.norm([a - b for a, b in zip(root, r)]) < 1e-3 for r in roots):
                continue
            if mpmath.cond(mpmath.matrix(jacobian(*root))) < 1e6 and max(abs(v) for v in f(*root)) < mpmath.mpf(10) ** -100:
                roots.append(root)
        for root in roots:
            number = lambda x: [mpmath.nstr(part, 80, min_fixed=-8, max_fixed=8) for part in (x.real, x.imag)]
            lines.append(json.dumps({"family": family.__name__, "n": n, "root": [number(x) for x in root]}))
    FILE.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
