#!/usr/bin/env python3
"""Writes tests/data/mixed_volumes.jsonl: mixed and stable mixed volumes of random systems in one to six variables, by PHCpack and by search.

PHCpack's program `phc` (Debian's package phcpack, 2.4.86) computes both volumes. They are computed again here, in exact integers: all choices of
one edge from each support are tried, under a random lifting. A system is left out where the two disagree. They disagree on one system, in one
variable, where `phc` counts too many zeros. The seed is fixed. It takes half a minute.
"""

import json
import random
import re
import subprocess
import tempfile
from itertools import combinations
from operator import mul
from pathlib import Path

FILE = Path(__file__).resolve().parents[2] / "tests" / "data" / "mixed_volumes.jsonl"
SEED = 20261130
SYSTEMS = 300
SIZES = {1: 7, 2: 7, 3: 7, 4: 6, 5: 5, 6: 4}  # the most points of a support, by the number of variables
SHAPES = ["all equal", "flat", "common factor", "one monomial", "volume 0", "two equal"]
# The algorithm MixedVol, no solutions, stable mixed volumes, no file for the cells.
ANSWERS = "4\n0\ny\nn\n"


def random_support(rng, n, size, degree, origin, sparse):
    """A list of exponents with the origin, without it (origin is False), or either (None)."""
    points = {(0,) * n} if origin else set()
    for _ in range(1000):
        if len(points) == size:
            break
        point = [0] * n
        for j in rng.sample(range(n), rng.randint(1, min(n, 3))) if sparse else range(n):
            point[j] = rng.randint(0, degree)
        if origin is not False or any(point):
            points.add(tuple(point))
    points = sorted(points)
    rng.shuffle(points)
    return points


def projected(points, variables):
    """The points with exponent 0 in the other variables."""
    return sorted({tuple(e if j in variables else 0 for j, e in enumerate(point)) for point in points})


def random_supports(rng, number):
    """The supports of a system: of three in turn, one has the origin in each support, one has not, one may have it."""
    n = rng.choice([1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6]) if number % 15 else 6
    degree = rng.choice([1, 2, 2, 3, 4] if n >= 5 else [2, 3, 4, 4])
    if n == 2 and rng.random() < 0.35:
        degree = 8
    shape = rng.choice(SHAPES) if rng.random() < 0.36 else None
    supports = []
    for _ in range(n):
        size = rng.randint(2, SIZES[n])
        origin = (True, rng.random() >= 0.6, None)[number % 3]
        supports.append(random_support(rng, n, size, degree, origin, rng.random() < 0.7))
    if number % 3 == 1 and all((0,) * n in support for support in supports):
        supports[0] = [point for point in supports[0] if any(point)]
    if shape == "all equal":
        supports = [supports[0]] * n
    elif shape == "flat" and rng.random() < 0.5:
        missing = rng.randrange(n)
        for k in range(rng.randint(1, n)):
            supports[k] = projected(supports[k], set(range(n)) - {missing})
    elif shape == "flat":
        degree = rng.randint(1, 3)
        for k in range(n):
            monomials = [[rng.randrange(n) for _ in range(degree)] for _ in range(rng.randint(2, 5))]
            supports[k] = sorted({tuple(monomial.count(j) for j in range(n)) for monomial in monomials})
    elif shape == "common factor":
        for k in rng.sample(range(n), rng.randint(1, n)):
            factor = [rng.choice([0, 0, 1, 2]) for _ in range(n)]
            if not any(factor):
                factor[rng.randrange(n)] = 1
            supports[k] = [tuple(a + b for a, b in zip(point, factor)) for point in supports[k]]
    elif shape == "one monomial":
        k = rng.randrange(n)
        point = [0] * n
        point[rng.randrange(n)] = rng.randint(0, 2)
        if rng.random() < 0.5:
            point[rng.randrange(n)] += 1
        supports[k] = [tuple(point)]
    elif shape == "volume 0" and n > 1:
        count = rng.randint(2, n)
        variables = rng.sample(range(n), count - 1)
        for k in range(count):
            supports[k] = projected(supports[k], variables)
    elif shape == "two equal" and n > 1:
        supports[1] = supports[0]
    rng.shuffle(supports)
    return supports


def phc_volumes(rng, supports):
    """The mixed and the stable mixed volume by PHCpack."""
    names = [f"x{j + 1}" for j in range(len(supports))]
    polynomials = []
    for support in supports:
        coefficients = [rng.choice([-1, 1]) * rng.randint(1, 97) for _ in support]
        powers = ["".join(f"*{x}^{e}" for x, e in zip(names, point) if e) for point in support]
        polynomials.append("".join(f" {c:+d}{power}" for c, power in zip(coefficients, powers)))
    # Variables are in the order in which they occur: the first polynomial starts with a sum that is 0 and has them all.
    polynomials[0] = "+".join(names) + "".join(f"-{x}" for x in names) + polynomials[0]
    with tempfile.TemporaryDirectory() as folder:
        system, output = Path(folder, "system"), Path(folder, "output")
        system.write_text(f"{len(names)}\n" + "".join(f"{polynomial};\n" for polynomial in polynomials))
        subprocess.run(["phc", "-m", "-0", system, output], input=ANSWERS, text=True, stdout=subprocess.DEVNULL, check=True)
        found = dict(re.findall(r"^(common|stable) mixed volume : *(\d+)$", output.read_text(), re.MULTILINE))
    mixed = int(found["common"])
    # No stable mixed volume is written where each support has the origin, and where it is 0.
    has_origins = all((0,) * len(names) in support for support in supports)
    return mixed, int(found.get("stable", mixed if has_origins else 0))


def dot(a, b):
    return sum(map(mul, a, b))


def mixed_cells(lifted, edges, kernel, pivot):
    """The mixed cells with these edges of the first supports: pairs of the volume and a positive multiple of the normal.

    A point of a lifted support ends with two heights, 1 for an origin that was added and a random one, that count in this order. `kernel` spans
    the vectors that are orthogonal to the edges, in integers by Bareiss' elimination: its last two are `pivot` times the two parts of a normal.
    """
    if len(edges) == len(lifted):
        sign = 1 if pivot > 0 else -1
        height = lambda point: [sign * dot(part, point) for part in kernel]
        for support, (a, b) in zip(lifted, edges):
            lowest = height(a)
            if any(height(point) <= lowest for point in support if point not in (a, b)):
                return
        yield abs(pivot), [sign * x for x in kernel[0][: len(lifted)]]
        return
    for a, b in combinations(lifted[len(edges)], 2):
        edge = [y - x for x, y in zip(a, b)]
        products = [dot(edge, vector) for vector in kernel]
        k = next((k for k, product in enumerate(products[:-2]) if product), None)
        if k is None:
            continue
        rest = [
            [(products[k] * x - product * y) // pivot for x, y in zip(vector, kernel[k])]
            for j, (vector, product) in enumerate(zip(kernel, products))
            if j != k
        ]
        yield from mixed_cells(lifted, [*edges, (a, b)], rest, products[k])


def volumes(rng, supports):
    """The mixed and the stable mixed volume: the cells with normal 0 and those with a normal that is nowhere negative."""
    n = len(supports)
    lifted = []
    for support in supports:
        points = [(*point, 0) for point in support]
        if (0,) * n not in support:
            points.append((0,) * n + (1,))
        lifted.append([(*point, rng.randrange(2**40)) for point in points])
    unit = [[int(i == j) for j in range(n + 2)] for i in range(n + 2)]
    cells = list(mixed_cells(lifted, [], unit, 1))
    return sum(volume for volume, normal in cells if not any(normal)), sum(volume for volume, normal in cells if min(normal) >= 0)


def main():
    rng, lifting = random.Random(SEED), random.Random(SEED)
    seen = set()
    lines = []
    number = 0
    while len(lines) < SYSTEMS:
        supports = random_supports(rng, number)
        number += 1
        if str(supports) in seen:
            continue
        seen.add(str(supports))
        mixed, stable = volumes(lifting, supports)
        if phc_volumes(rng, supports) == (mixed, stable):
            lines.append(json.dumps({"supports": supports, "mixed": mixed, "stable": stable}) + "\n")
    FILE.write_text("".join(lines))
    print(f"{len(lines)} systems, {len(seen) - len(lines)} left out")


if __name__ == "__main__":
    main()
