#!/usr/bin/env python3
"""Curves and pairs whose topology is known, by the program: compare_known_curves.py [PROGRAM] [--only TEXT ..] [--limit SECONDS]

M-curves of degrees 3 to 9 after Harnack and their projective images; circles of higher degree, circles, Mignotte's and Swinnerton-Dyer's polynomials as curves, grids,
roses, discriminants, silhouettes of surfaces, cusps, tacnodes, curves of Chebyshev's polynomials. Expected are counts by mathematics, and those of
`curve_counts.py` where they take no long time. Prints the program's CPU time, and ends with status 1 where a count differs or a limit is passed. Needs cypari.
"""

import argparse
import json
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from math import gcd

from cypari import pari
from curve_counts import counts, of_program

ANY = None
PLANE = ("components", "ovals", "isolated", "unbounded", "faces")


def harnack(degree, bits=3):
    """Viro's patchworking with Harnack's signs and weights i^2 + ij + j^2."""
    terms = []
    for i in range(degree + 1):
        for j in range(degree + 1 - i):
            sign = "-" if i % 2 == j % 2 == 0 else "+"
            terms.append(f"{sign}{2 ** (bits * (degree**2 - i * i - i * j - j * j))}*x^{i}*y^{j}")
    return "".join(terms)


def image(f, degree, rng):
    """Under a random projective map."""
    while True:
        rows = [[rng.randint(-3, 3) for _ in range(3)] for _ in range(3)]
        if pari.matdet(pari.matrix(3, 3, sum(rows, []))) != 0:
            break
    x, y, z = (f"({a}*x+({b})*y+({c}))" for a, b, c in rows)
    f = pari(f)
    terms = ((i, j, pari.polcoef(pari.polcoef(f, i, "x"), j, "y")) for i in range(degree + 1) for j in range(degree + 1 - i))
    g = sum((c * pari(f"{x}^{i}*{y}^{j}*{z}^{degree - i - j}") for i, j, c in terms if c != 0), pari(0))
    return g / pari.content(g, 1)


def closed(factors):
    """Components, ovals, isolated points, unbounded components and faces of closed curves without singular points, and their crossings."""
    crossings, up = 0, list(range(len(factors)))

    def find(a):
        while up[a] != a:
            a = up[a]
        return a

    sheared = [pari.subst(pari(f), "x", pari("x+(7/19)*y")) for f in factors]
    resultants, touched = [], set()
    for i, f in enumerate(sheared):
        for j in range(i):
            resultant = pari.polresultant(f, sheared[j], "y")
            if pari.poldegree(resultant) == 0:
                continue
            if not pari.issquarefree(resultant):
                raise ValueError("two touch")
            resultants.append(resultant)
            if number := int(pari.polsturm(resultant)):
                crossings += number
                touched |= {i, j}
                up[find(i)] = find(j)
    if any(pari.poldegree(pari.gcd(a, b)) > 0 for k, a in enumerate(resultants) for b in resultants[:k]):
        raise ValueError("three cross in a point, or two crossings are one above the other")
    components = len({find(a) for a in up})
    return (components, len(factors) - len(touched), 0, 0, 1 + components + crossings), crossings


def product(factors):
    return "*".join(f"({f})" for f in factors)


def swinnerton_dyer(radicands, names=("1", "x", "x^2", "x^3")):
    """The product of y +- sqrt(a) +- sqrt(b) x ..."""
    f = pari("y")
    for a, name in zip(radicands, names):
        # f(y + r) f(y - r), where r^2 is known.
        g = pari.subst(f, "y", pari(f"y+r*{name}")) * pari.subst(f, "y", pari(f"y-r*{name}"))
        f = sum((pari.polcoef(g, k, "r") * a ** (k // 2) for k in range(0, int(pari.poldegree(g, "r")) + 1, 2)), pari(0))
    return f


def chebyshev(n, name):
    return pari(f"polchebyshev({n},1,'{name})")


def random_form(rng, degree, bits, names="xy"):
    if len(names) == 1:
        return "+".join(f"({rng.randint(-2**bits, 2**bits)})*{names}^{k}" for k in range(degree + 1))
    return "+".join(f"({random_form(rng, degree - k, bits, names[1:])})*{names[0]}^{k}" for k in range(degree + 1))


def discriminant(f, name):
    f = pari(f)
    return pari.polresultant(f, pari.deriv(f, name), name) / pari.polcoef(f, int(pari.poldegree(f, name)), name)


def lk_circles(k):
    """Four, displaced."""
    return [f"(x-({a}))^{k}+(y-({b}))^{k}-{r}^{k}" for a, b, r in ((0, 0, 3), (2, 1, 3), (1, -2, 2), (-2, 2, 2))]


def circles(rng, number):
    """Circles of which no two touch, no three meet and none meets another in its vertical tangents, and what `closed` says of them."""
    while True:
        factors = [f"(10*x-({a}))^2+(10*y-({rng.randint(-60, 60)}))^2-7*{rng.randint(4, 23)}^2" for a in rng.sample(range(-60, 61), number)]
        try:
            return factors, *closed(factors)
        except ValueError:
            continue


def curve_problems(rng):
    """Names, polynomials, expected counts or None, and whether to count independently."""
    for d in range(3, 10):
        ovals = (d - 1) * (d - 2) // 2
        yield f"Harnack {d}", harnack(d), (ovals + d, ovals, 0, d, ANY), d <= 8
    for d in range(3, 8):
        for k in range(3):
            yield f"Harnack {d}, image {k}", image(harnack(d), d, rng), None, True
    for k in (4, 6):
        yield f"L{k}_circles", product(lk_circles(k)), closed(lk_circles(k))[0], False
    for number in (5, 10, 15):
        factors, known, _ = circles(rng, number)
        yield f"{number} circles", product(factors), known, number == 5
    for n in (5, 10, 20):
        yield f"nested circles {n}", product([f"x^2+y^2-{k}" for k in range(1, n + 1)]), (n, n, 0, 0, n + 1), n == 5
    for d, a in ((6, 2**10), (20, 2**20), (40, 2**40), (41, 2**40)):
        f = f"x^{d}-2*({a}*x-1)^2"
        even = d % 2 == 0
        yield f"y^2 = Mignotte {d}", f"y^2-({f})", (2 + even, 1, 0, 1 + even, 3 + even), d == 6
        lines = 4 if even else 3
        yield f"mignotte_xy {d}, lines", f"({f})*(y^{d}-2*({a}*y-1)^2)", (1, 0, 0, 1, (lines + 1) ** 2), False
        # Where it vanishes, x - 1/a and y - 1/a are small, or both large.
        yield f"mignotte_xy {d}, sum", f"{f}-(y^{d}-2*({a}*(y-3)-1)^2)", None, d == 6
    yield "swinnerton_dyer 2 3", swinnerton_dyer((2, 3)), (1, 0, 0, 1, 9), True
    # Eight parabolas: 16 crossings of two, and two points where four meet.
    yield "swinnerton_dyer 2 3 5", swinnerton_dyer((2, 3, 5)), (1, 0, 0, 1, 31), False
    for n in (3, 4, 5, 6, 8, 10):
        p, q = (product(f"{name}-{k}" for k in range(1, n + 1)) for name in "xy")
        yield f"grid {n}, lines", f"{p}*{q}", (1, 0, 0, 1, (n + 1) ** 2), n == 3
        # In each bounded square of one sign an oval; unbounded faces, of which those at a side have a branch each.
        yield f"grid {n}, disturbed", f"{p}*{q}*10^9-1", grid(n), n <= 4
    for e, d in ((2, 3), (4, 6), (6, 10), (10, 12), (8, 15)):
        yield f"dfold {d} {e}, petals", dfold(e, d), (1, 0, 0, 0, d + 1), e <= 6
    for e, d in ((1, 3), (2, 6), (4, 9), (6, 16)):
        yield f"dfold {d} {e}, branches", dfold(e, d), (d + 1, 0, 1, d, d + 1), d <= 9
    for m, n in ((2, 3), (3, 4), (5, 7), (7, 8), (9, 10), (13, 14)):
        assert gcd(m, n) == 1
        f = chebyshev(m, "x") - chebyshev(n, "y")
        yield f"Chebyshev {m} {n}", f, (1, 0, 0, 1, (m - 1) * (n - 1) // 2 + 2), n <= 8
    for m, n in ((2, 3), (7, 9), (10, 33), (20, 101)):
        yield f"cusp {m} {n}", f"y^{m}-x^{n}", (1, 0, 0, 1, 2), n <= 9
    for k in (3, 4, 10, 30):
        yield f"tacnode {k}", f"(y-x^2)*(y-x^2-x^{k})", (1, 0, 0, 1, 4), k <= 4
    for k in (10, 40, 200):
        yield f"no tacnode by 10^-{k}", f"10^{k}*(y-x^2)*(y-x^2-x^4)-(y-x^2)", (2, 0, 0, 2, 3), k == 10
        yield f"two crossings by 10^-{k}", f"10^{k}*(y-x^2)*(y-x^2-x^4)+(y-x^2)", (1, 0, 0, 1, 5), k == 10
        yield f"small oval of 10^-{k}", f"10^{2 * k}*((x-1/3)^2+2*(y-1/7)^2)-x^2", (1, 1, 0, 0, 2), k == 10
        yield f"cubic, nearly a node, 10^-{k}", f"10^{k}*(y^2-x^2*(x+1))+1", (2, 1, 0, 1, 3), k == 10
        yield f"cubic, past a node, 10^-{k}", f"10^{k}*(y^2-x^2*(x+1))-1", (1, 0, 0, 1, 2), k == 10
    for d in (6, 10, 14, 20):
        yield f"x^{d} + y^{d} = 1", f"x^{d}+y^{d}-1", (1, 1, 0, 0, 2), d == 6
    for degree, bits in ((3, 5), (3, 5), (3, 5), (4, 3)):
        f = random_form(rng, degree, bits, "zyx")
        yield f"silhouette of degree {degree}", discriminant(f, "z"), None, True
    for degree, bits in ((2, 5), (3, 3)):
        f, g = (pari(random_form(rng, degree, bits, "zyx")) for _ in range(2))
        yield f"space curve {degree} {degree}", pari.polresultant(f, g, "z"), None, True
    for d, bits in ((5, 8), (6, 8), (7, 8), (8, 8), (8, 64), (10, 8), (12, 8), (16, 8), (8, 1000)):
        yield f"dense of degree {d}, {bits} bits", random_form(rng, d, bits), None, d <= 12


def grid(n):
    """Of the product of n equidistant lines in either direction that is equal to a small positive number: each face of the lines that has this sign has one component."""
    positive = lambda i, j: (i + j) % 2 == 0
    faces = [(i, j) for i in range(n + 1) for j in range(n + 1) if positive(i, j)]
    ovals = sum(0 < i < n and 0 < j < n for i, j in faces)
    # Each is one component, which cuts off a face.
    return (len(faces), ovals, 0, len(faces) - ovals, len(faces) + 1)


def dfold(e, d):
    return pari(f"(x^2+y^2)^{e}-3*real((x+I*y)^{d})")


def pair_problems(rng):
    """Names, two polynomials, and the expected number of real solutions, and of all with multiplicity."""
    yield "CUMODP Sys203", "x^4+3*y^4+5*x^5+4*x*y^2-3*x^2*y^3-768", "4*x^2*y^2-x^4+2*y^4+3*x^2*y+5*x*y^3+2*x^2*y^3-512", None, 23
    yield "CUMODP Sys86", "1-x^2-y^2", "y^3-2*y+1", 3, 6
    yield "CUMODP Sys93", "x^4-y^3", "-y^2-1+y", 0, 8
    for k in (4, 6):
        factors = lk_circles(k)
        f = pari(product(factors))
        # Each has two vertical tangents.
        yield f"L{k}_circles, derivative in y", f, pari.deriv(f, "y"), closed(factors)[1] + 8, ANY
    for number in (5, 10):
        factors, _, crossings = circles(rng, number)
        f = pari(product(factors))
        # A crossing each, and two vertical tangents of each circle.
        yield f"{number} circles, derivative in y", f, pari.deriv(f, "y"), crossings + 2 * number, ANY
    for d, a in ((6, 2**10), (20, 2**20), (30, 2**30)):
        f, g = (f"{name}^{d}-2*({a}*{name}-1)^2" for name in "xy")
        yield f"mignotte_xy {d}", f, g, 16, d * d
        yield f"mignotte_xy {d}, displaced", f, g.replace("y", "(y-x+3)"), 16, d * d
    for n in (5, 10, 15):
        p, q = (product(f"{name}-{k}" for k in range(1, n + 1)) for name in "xy")
        yield f"grid {n}", p, q, n * n, n * n
        yield f"grid {n}, turned", p.replace("x", "(2*x+y)"), q.replace("y", "(3*y-x)"), n * n, n * n
        yield f"grid {n}, sum and difference", f"{p}+{q}", f"{p}-2*{q}", n * n, n * n
    for n in (10, 16):
        p, q = (product(f"{name}-{k}" for k in range(1, n + 1)) for name in "xy")
        yield f"grid {n}, disturbed", f"10^9*{p}+1", f"10^9*{q}+x-y", n * n, n * n
    for m, n in ((5, 7), (9, 10), (13, 14)):
        f, g = chebyshev(m, "x") - pari("y"), chebyshev(n, "y") - pari("x")
        yield f"Chebyshev {m} {n}, mutual", f, g, m * n, m * n
    for k in (4, 10, 30):
        yield f"tacnode {k}", "y-x^2", f"y-x^2-x^{k}", 1, k
    f = swinnerton_dyer((2, 3, 5))
    yield "swinnerton_dyer 2 3 5, derivative in y", f, pari.deriv(f, "y"), 18, ANY
    for degree in (3, 4):
        f = discriminant(random_form(rng, degree, 4, "zyx"), "z")
        yield f"silhouette of degree {degree}, derivative in y", f, pari.deriv(f, "y"), ANY, (degree * (degree - 1)) * (degree * (degree - 1) - 1)
    for d in (6, 10, 14):
        f = pari(random_form(rng, d, 8))
        yield f"dense of degree {d}, derivative in y", f, pari.deriv(f, "y"), int(pari.polsturm(pari.poldisc(f, "y"))), d * (d - 1)


def roots_problems(rng):
    for d, bits in ((4, 8), (6, 8), (8, 8), (10, 8), (8, 64), (12, 8)):
        f = discriminant(random_form(rng, d, bits), "y")
        yield f"discriminant of degree {d}, {bits} bits", f, int(pari.polsturm(f))
    for degree in (3, 4):
        f = discriminant(random_form(rng, degree, 3, "zyx"), "z")
        g = discriminant(f, "y")
        yield f"discriminant of a silhouette of degree {degree}", g, int(pari.polsturm(g))


def run(args, command, polynomials):
    """The program's answer as JSON and its CPU time; text where it fails."""
    files = []
    for f in polynomials:
        files.append(tempfile.NamedTemporaryFile("w"))
        files[-1].write(str(f))
        files[-1].flush()
    line = [args.program, command] + ["@" + file.name for file in files] + ["--format", "json", "--threads", args.threads]
    line += ["--vars", "x,y"] if command != "roots" else []
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    bound = lambda: resource.setrlimit(resource.RLIMIT_CPU, (int(args.limit), int(args.limit) + 2))
    out = subprocess.run(line, capture_output=True, text=True, preexec_fn=bound)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if out.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return f"more than {args.limit:g} s", took
    return json.loads(out.stdout) if out.returncode == 0 else f"status {out.returncode}: {out.stderr.strip()}", took


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="target/release/eliminant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", default="1", help="of the program")
    parser.add_argument("--limit", type=float, default=120, help="seconds of the program for a problem")
    parser.add_argument("--only", nargs="*", default=[], help="problems whose names contain one of these")
    args = parser.parse_args()
    pari.allocatemem(2**28, 2**31)
    chosen = lambda name: not args.only or any(part in name for part in args.only)
    faults, number, times = [], 0, []

    def report(name, took, text, fault):
        nonlocal number
        number += 1
        times.append((took, name))
        if fault:
            faults.append(f"{name}: {fault}")
        print(f"{name:44}{took * 1e3:10.0f}  {text}{'  FAULT ' + fault if fault else ''}", flush=True)

    print(f"{'curves':44}{'ms':>10}  components, ovals, isolated points, unbounded components, faces")
    for name, f, known, independently in curve_problems(random.Random(args.seed)):
        if not chosen(name):
            continue
        answer, took = run(args, "curve", [f])
        if isinstance(answer, str):
            report(name, took, "", answer)
            continue
        found = of_program(answer)
        fault, how = "", []
        if known:
            how.append("known")
            if any(a is not ANY and a != b for a, b in zip(known, found.plane())):
                fault = f"known {known}"
        if independently:
            start = time.monotonic()
            expected = counts(f)
            how.append(f"counted in {time.monotonic() - start:.1f} s")
            if expected is None:
                fault += " not clear by independent counts"
            elif expected.plane() != found.plane() or expected.squarefree and expected.faces != found.faces:
                fault += f" independent {expected}"
            elif name.startswith("Harnack") and expected.projective is not None:
                how.append(f"{expected.projective} in the projective plane")
                degree = int(name.split()[1].rstrip(","))
                if expected.projective != (degree - 1) * (degree - 2) // 2 + 1:
                    fault += "no M-curve"
        report(name, took, f"{' '.join(f'{n:4}' for n in found.plane())}  {', '.join(how) or 'nothing to compare with'}", fault)
    print(f"{'pairs':44}{'ms':>10}  real solutions, complex ones with multiplicities")
    for name, f, g, real, whole in pair_problems(random.Random(args.seed)):
        if not chosen(name):
            continue
        answer, took = run(args, "solve", [f, g])
        if isinstance(answer, str):
            report(name, took, "", answer)
            continue
        found = len(answer["solutions"]), answer["complex"]
        fault = "" if real in (ANY, found[0]) and whole in (ANY, found[1]) else f"known {real}, {whole}"
        report(name, took, f"{found[0]:4} {found[1]:4}  known: {', '.join(w for w, v in (('real', real), ('complex', whole)) if v is not ANY) or 'nothing'}", fault)
    print(f"{'polynomials in one variable':44}{'ms':>10}  real roots")
    for name, f, real in roots_problems(random.Random(args.seed)):
        if not chosen(name):
            continue
        answer, took = run(args, "roots", [f])
        if isinstance(answer, str):
            report(name, took, "", answer)
            continue
        found = len(answer["roots"])
        report(name, took, f"{found:4}  by Sturm's theorem", "" if found == real else f"known {real}")
    print("\n".join(["", f"seed {args.seed}: {number} problems, {len(faults)} with a fault; slowest:"] + [f"{took:8.1f} s  {name}" for took, name in sorted(times)[-8:]]))
    if faults:
        print("faults:", *faults, sep="\n")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
