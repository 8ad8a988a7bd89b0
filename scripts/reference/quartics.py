"""Faces of random quartics beside a count that knows nothing of them: quartics.py [COUNT] [SEED]

The plane is drawn into a disc, (x, y) = (u, v) / sqrt(1 - u^2 - v^2), in which a quartic has the sign of its homogeneous form at (u, v, w). Faces are the connected
parts of points with one sign on a grid, which is made finer where the counts differ. Needs the package `eliminant`, NumPy and SciPy.
"""

import random
import sys

import eliminant
import numpy as np
from scipy import ndimage

# Points of the grids across.
GRIDS = [1001, 4001, 12001]

# Points of the smallest face that counts: a face that becomes thin at infinity ends in a row of single points.
LEAST = 40


def quartic(rng):
    """Coefficients by exponents of x and y."""
    return {(i, j): rng.randint(-9, 9) for i in range(5) for j in range(5 - i)}


def faces_on_grid(terms, n):
    side = np.linspace(-1, 1, n)
    count = 0
    u, v = np.meshgrid(side, side)
    inside = u * u + v * v < 1
    w = np.sqrt(np.where(inside, 1 - u * u - v * v, 0))
    value = sum(c * u**i * v**j * w ** (4 - i - j) for (i, j), c in terms.items())
    for sign in (1, -1):
        labels, _ = ndimage.label(inside & (sign * value > 0))
        count += int((np.bincount(labels.ravel())[1:] >= LEAST).sum())
    return count


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 49)
    finer = different = 0
    kinds = {}
    for _ in range(count):
        terms = quartic(rng)
        graph = eliminant.curve(" + ".join(f"({c})*x^{i}*y^{j}" for (i, j), c in terms.items()), vars="x y")
        for n in GRIDS:
            if faces_on_grid(terms, n) == len(graph.faces):
                break
            finer += 1
        else:
            different += 1
            print("different:", terms, graph, flush=True)
        key = (len(graph.components), graph.ovals, graph.isolated_points)
        kinds[key] = kinds.get(key, 0) + 1
    print(f"{count} quartics, {finer} finer grids, {different} different")
    for (components, ovals, points), times in sorted(kinds.items()):
        print(f"{components} components, {ovals} ovals, {points} isolated points: {times}")


if __name__ == "__main__":
    main()
