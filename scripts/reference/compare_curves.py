#!/usr/bin/env python3
"""Topology of plane curves by the program against independent counts: compare_curves.py [PROGRAM] [--seed N] [--count N] [--others N]

Random quartics, and beside them cubics, quintics and sextics: dense, with planted ovals, beside each other and nested, products of lines and conics and the same
disturbed, disturbed squares, sums of squares, with planted singular points, with multiple factors, symmetric ones, with asymptotes, sparse ones, and several
curves together. `curve_counts.py` counts components, ovals, isolated points, unbounded components, and the faces of each sign, bounded or not.
Prints each curve that differs and ends with status 1 then. Needs cypari.
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import time
from collections import Counter

from cypari import pari
from curve_counts import counts, of_program


def dense(rng, degree, bits=None):
    bits = bits or rng.randint(3, 8)
    return "+".join(f"({rng.randint(-2**bits, 2**bits)})*x^{i}*y^{j}" for i in range(degree + 1) for j in range(degree + 1 - i))


def line(rng, size=9):
    while True:
        a, b = rng.randint(-size, size), rng.randint(-size, size)
        if a or b:
            return f"({a}*x+({b})*y+({rng.randint(-size, size)}))"


def ellipse(rng, centre=None):
    """An ellipse about a point with small fractions as coordinates."""
    p, q = centre or (rng.randint(-6, 6), rng.randint(-6, 6))
    a, c = rng.randint(1, 9), rng.randint(1, 9)
    limit = int((4 * a * c - 1) ** 0.5)
    b = rng.randint(-min(limit, 9), min(limit, 9))
    x, y = f"(2*x-({p}))", f"(2*y-({q}))"
    return f"({a}*{x}^2+({b})*{x}*{y}+{c}*{y}^2-{rng.randint(1, 400)})"


def conic(rng):
    return ellipse(rng) if rng.random() < 0.5 else f"({dense(rng, 2, rng.randint(2, 6))})"


def several(rng, degree):
    """A list of curves of degrees 1 and 2, rarely 3, together of a degree."""
    factors = []
    while degree > 0:
        factor = min(degree, rng.choice((1, 1, 2, 2, 2, 3)))
        factors.append([line, conic, lambda rng: f"({dense(rng, 3, 3)})"][factor - 1](rng))
        degree -= factor
    return factors


def product(rng, degree):
    return "*".join(several(rng, degree))


def lines(rng, degree):
    return "*".join(line(rng) for _ in range(degree))


def ellipses(rng, degree):
    """Some apart, some about the same point, times a line where the degree is odd."""
    factors = [line(rng)] if degree % 2 else []
    centre = (rng.randint(-3, 3), rng.randint(-3, 3)) if rng.random() < 0.5 else None
    return "*".join(factors + [ellipse(rng, centre) for _ in range(degree // 2)])


def crossing(rng, degree):
    """A flat and an upright ellipse about nearly the same point, and other factors."""
    factors = []
    for flat in range(2):
        a, c = sorted((rng.randint(1, 3), rng.randint(6, 20)), reverse=bool(flat))
        x, y = f"(2*x-({rng.randint(-1, 1)})+({rng.choice((0, 0, 1))})*y)", f"(2*y-({rng.randint(-1, 1)}))"
        factors.append(f"({a}*{x}^2+{c}*{y}^2-{rng.randint(80, 120)})")
    rest = degree - 4
    return "*".join(factors + [line(rng)] * (rest % 2) + [ellipse(rng) for _ in range(rest // 2)]) if rest >= 0 else ellipses(rng, degree)


def disturbed(rng, f, degree):
    """Plus or minus a small multiple of a form of at most the same degree."""
    size = rng.choice((1, 1, 10, 100, 10**4, 10**8))
    part = dense(rng, rng.choice((0, 0, 1, 2, degree)), 3)
    return f"{size}*{f}{rng.choice('+-')}({part})"


def squares(rng, degree):
    half = degree // 2
    f, g = (f"({dense(rng, half, 3)})" for _ in range(2))
    odd = f"*{line(rng)}" if degree % 2 else ""
    kind = rng.randrange(4)
    if kind == 0:
        return f"({f}^2+{rng.randint(1, 9)}*{g}^2){odd}"
    if kind == 1:
        return f"({f}^2-{rng.randint(1, 9)}*{g}^2){odd}"
    return disturbed(rng, f"{f}^2{odd}", degree)


def singular(rng, degree):
    """Nodes, cusps and isolated points where a = b = 0."""
    first = degree // 2 if degree > 3 and rng.random() < 0.5 else 1
    a, b = f"({dense(rng, first, 2)})", line(rng, 4)
    parts = [f"({dense(rng, degree - d, 2)})" for d in (2 * first, first + 1, 2)]
    return f"{a}^2*{parts[0]}+{a}*{b}*{parts[1]}+{b}^2*{parts[2]}"


def multiple(rng, degree):
    return f"{line(rng)}^2*({product(rng, degree - 2)})" if degree < 4 or rng.random() < 0.5 else f"{conic(rng)}^2*({product(rng, degree - 4) or 1})"


def symmetric(rng, degree):
    terms = [(i, j) for i in range(0, degree + 1, 2) for j in range(0, degree + 1 - i, 2)]
    f = "+".join(f"({rng.randint(-20, 20)})*x^{i}*y^{j}" for i, j in terms)
    return f if degree % 2 == 0 else f"({f})*{rng.choice('xy')}+({rng.randint(-3, 3)})"


def box(rng, degree):
    """Of degrees in x and y, each alone, that have this sum: with asymptotes."""
    first = rng.randint(1, degree - 1)
    bits = rng.randint(1, 6)
    return "+".join(f"({rng.randint(-2**bits, 2**bits)})*x^{i}*y^{j}" for i in range(first + 1) for j in range(degree - first + 1))


def sparse(rng, degree):
    """Mostly singular at the origin and at infinity."""
    terms = [(i, j) for i in range(degree + 1) for j in range(degree + 1 - i)]
    return "+".join(f"({rng.randint(-9, 9)})*x^{i}*y^{j}" for i, j in rng.sample(terms, rng.randint(2, 6)))


KINDS = {
    "dense": dense,
    "ellipses, disturbed": lambda rng, degree: disturbed(rng, ellipses(rng, degree), degree),
    "crossing, disturbed": lambda rng, degree: disturbed(rng, crossing(rng, degree), degree),
    "lines, disturbed": lambda rng, degree: disturbed(rng, lines(rng, degree), degree),
    "product, disturbed": lambda rng, degree: disturbed(rng, product(rng, degree), degree),
    "product": product,
    "several curves": several,
    "lines": lines,
    "ellipses": ellipses,
    "squares": squares,
    "singular points": singular,
    "multiple factors": multiple,
    "symmetric": symmetric,
    "box": box,
    "sparse": sparse,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="target/release/eliminant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2000, help="quartics")
    parser.add_argument("--others", type=int, default=300, help="cubics, quintics and sextics")
    parser.add_argument("--threads", default="1", help="of the program")
    args = parser.parse_args()
    pari.allocatemem(2**28, 2**31)
    rng = random.Random(args.seed)
    degrees = [4] * args.count + [(3, 5, 6)[k % 3] for k in range(args.others)]
    wrong, unclear, seconds, slowest, own = 0, 0, 0.0, (0.0, ""), 0.0
    table, totals, seen = Counter(), Counter(), Counter()
    for number, degree in enumerate(degrees):
        kind = list(KINDS)[(number // 3 if degree != 4 else number) % len(KINDS)]
        while True:
            chosen = KINDS[kind](rng, degree)
            parts = [chosen] if isinstance(chosen, str) else chosen
            f = "*".join(f"({part})" for part in parts)
            if any(int(pari.poldegree(pari(f), name)) > 0 for name in "xy"):
                break
        start = time.process_time()
        expected = counts(f, rng)
        own += time.process_time() - start
        command = [args.program, "curve", *parts, "--vars", "x,y", "--format", "json", "--threads", args.threads]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        out = subprocess.run(command, capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        seconds += took
        slowest = max(slowest, (took, f))
        table[kind, degree] += 1
        if expected is None:
            unclear += 1
            print(f"{f}\nnot clear by independent counts")
            continue
        found = of_program(json.loads(out.stdout)) if out.returncode == 0 else None
        # The independent signs are those of the squarefree part of the product.
        signs = expected.squarefree and len(parts) == 1
        same = found is not None and expected.plane() == found.plane() and (not signs or expected.faces == found.faces)
        if not same:
            wrong += 1
            print(f"{f}\nindependent {expected}\nprogram {found} {out.stderr}")
        totals.update(dict(zip(("components", "ovals", "isolated points", "unbounded components", "faces"), expected.plane())))
        seen[degree, expected.ovals] += 1
    for kind in KINDS:
        print(f"{kind:24}" + "  ".join(f"degree {degree}: {table[kind, degree]:4}" for degree in (3, 4, 5, 6) if table[kind, degree]))
    print("sums: " + ", ".join(f"{value} {name}" for name, value in totals.items()))
    for degree in (3, 4, 5, 6):
        print(f"ovals, degree {degree}: " + ", ".join(f"{ovals}: {seen[degree, ovals]}" for ovals in range(12) if seen[degree, ovals]))
    print(f"CPU seconds: program {seconds:.1f}, of which {slowest[0]:.3f} for {slowest[1][:300]}; independent counts {own:.1f}")
    print(f"seed {args.seed}: {len(degrees)} curves, {wrong} differ, {unclear} not clear")
    sys.exit(1 if wrong or unclear else 0)


if __name__ == "__main__":
    main()
