#!/usr/bin/env python3
"""Writes examples/*.poly and the facts about them: make_examples.py PROGRAMS [NAME ...]

PROGRAMS is the folder with `res` and `ifma` of benches/baselines. The facts (degree of the answer, bits of its largest coefficient, its value at 3
modulo 2^61 - 1) are printed as the rows of the table in examples/README.md. Small answers come from FLINT and PARI, the others from the
two programs, which must agree. With names, only these examples.
"""

import os
import random
import subprocess
import sys
import tempfile

from bivariate import coefficients, core_flint, core_pari, degree, derivative, discriminant, evaluate, parse, resultant, to_text, trim
from random_polynomials import triangular

import flint

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, "..", "..", "examples")
# Above this Bezout number the two systems take minutes.
SMALL = 130

WRITTEN = {
    "cusp": "y^2 - x^3",
    "folium": "x^3 + y^3 - 3*x*y",
    "lemniscate": "(x^2 + y^2)^2 - 2*(x^2 - y^2)",
    "tacnode": "2*x^4 - 3*x^2*y + y^2 - 2*y^3 + y^4",
    "trifolium": "(x^2 + y^2)^2 - x^3 + 3*x*y^2",
    "astroid": "(x^2 + y^2 - 1)^3 + 27*x^2*y^2",
    "mignotte_xy": "x^12 - 2*(9*x - 1)^2 + y^12 - 2*(7*y - 1)^2",
    "grid": " + ".join("*".join(f"({v} - {i})" if i > 0 else f"({v} + {-i})" if i < 0 else v for i in range(-4, 6)) for v in "xy"),
    "L4_circles": "*".join(f"((x - {a})^4 + (y - {b})^4 - {r}^4)" for a, b, r in ((1, 2, 3), (4, 1, 2), (2, 5, 4), (5, 3, 1))),
    # The bivariate systems of the CUMODP test set.
    "sys203.f": "x^4 + 3*y^4 + 5*x^5 + 4*x*y^2 - 3*x^2*y^3 - 768",
    "sys203.g": "4*x^2*y^2 - x^4 + 2*y^4 + 3*x^2*y + 5*x*y^3 + 2*x^2*y^3 - 512",
    "sys86.f": "1 - x^2 - y^2",
    "sys86.g": "y^3 - 2*y + 1",
    "sys93.f": "x^4 - y^3",
    "sys93.g": "-y^2 - 1 + y",
}
PAIRS = ["sys203", "sys86", "sys93", "dense20", "dense60"]


def ten_circles():
    """A product of ten circles with integer centres and radii."""
    rng = random.Random("ten_circles")
    return "*".join(f"((x - {rng.randint(1, 40)})^2 + (y - {rng.randint(1, 40)})^2 - {rng.randint(3, 20)}^2)" for _ in range(10))


def swinnerton_dyer():
    """The product of y + s1 sqrt 2 + s2 sqrt 3 x + s3 sqrt 5 x^2 over all signs, by p(y) -> p(y - t) p(y + t) with t^2 rational."""
    p = flint.fmpz_mpoly_ctx.get(["x", "y", "t"], "lex")
    x, y, t = p.gens()
    f = y
    for square in (p.constant(2), 3 * x**2, 5 * x**4):
        f = f.compose(x, y + t, t).resultant(t**2 - square, "t")
    return to_text({(int(e[0]), int(e[1])): int(c) for e, c in f.to_dict().items()})


def dfold(d, e, c):
    """(x^2 + y^2)^e - c Re((x + i y)^d): d half-branches in the origin."""
    real = {}
    binomial = 1
    for k in range(d + 1):
        if k % 2 == 0:
            real[(d - k, k)] = binomial * (-1) ** (k // 2)
        binomial = binomial * (d - k) // (k + 1)
    return f"(x^2 + y^2)^{e} - {c}*({to_text(real)})"


def silhouette(d, bits):
    """Res_z(F, F_z) for a random surface F of degree d: the curve of degree d (d-1) over which the surface folds, divided by lc."""
    rng = random.Random(f"silhouette {d}")
    ring = flint.fmpz_mpoly_ctx.get(["x", "y", "z"], "lex")
    surface = ring.from_dict({(i, j, k): rng.randint(-(2**bits), 2**bits) for i in range(d + 1) for j in range(d + 1 - i) for k in range(d + 1 - i - j)})
    curve = surface.discriminant("z")
    return to_text({(int(e[0]), int(e[1])): int(c) for e, c in curve.to_dict().items()})


def random_curve(name, d, bits):
    """A dense curve of degree d."""
    rng = random.Random(name)
    return to_text({e: rng.choice([-1, 1]) * rng.randint(2 ** (bits - 1), 2**bits - 1) for e in triangular(rng, d, 2)})


def texts():
    """All files: name to text."""
    out = dict(WRITTEN)
    out["ten_circles"] = ten_circles()
    out["swinnerton_dyer"] = swinnerton_dyer()
    out["dfold_10_6"] = dfold(10, 6, 3)
    out["silhouette_4"] = silhouette(4, 7)
    out["silhouette_5"] = silhouette(5, 7)
    for d in (20, 60):
        for letter in "fg":
            out[f"dense{d}.{letter}"] = random_curve(f"dense{d}.{letter}", d, 32)
    return out


def by_programs(programs, f, g):
    """res_y(f, g) on which `res` and `ifma` agree."""
    with tempfile.TemporaryDirectory() as folder:
        name, answers = os.path.join(folder, "row.txt"), []
        with open(name, "w") as out:
            wide = [degree(p, "x") for p in (f, g)]
            out.write(f"{degree(f, 'y')} {wide[0]} {degree(g, 'y')} {wide[1]}\n")
            for p, w in zip((f, g), wide):
                for row in coefficients(p, "y"):
                    out.write(" ".join(map(str, row + [0] * (w + 1 - len(row)))) + "\n")
        for program in ("res", "ifma"):
            answer = os.path.join(folder, program)
            subprocess.run([os.path.join(programs, program), name, answer], check=True, stdout=sys.stderr)
            with open(answer) as lines:
                answers.append(trim(int(c) for c in lines.read().split()))
    assert answers[0] == answers[1]
    return answers[0]


def facts(programs, f, g):
    """The answer: the resultant of f and g in y, or the discriminant of f in y when g is None."""
    h = derivative(f, "y") if g is None else g
    if degree(f, "y") * degree(h, "x") + degree(h, "y") * degree(f, "x") <= SMALL:
        answers = [discriminant(f, "y", core) if g is None else resultant(f, g, "y", core) for core in (core_flint, core_pari)]
        assert answers[0] == answers[1]
        return answers[0]
    if g is None:
        return discriminant(f, "y", lambda a, b, _: by_programs(programs, a, b))
    return by_programs(programs, f, g)


def row(name, kind, f, answer):
    """One line of the table."""
    bits = max((abs(c).bit_length() for c in answer), default=0)
    return f"| {name} | {kind} | {degree(f, 'x')}, {degree(f, 'y')} | {len(answer) - 1 if answer else '-'} | {bits} | {evaluate(answer, 3) % (2**61 - 1)} |"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    programs, wanted = sys.argv[1], set(sys.argv[2:])
    files = texts()
    os.makedirs(EXAMPLES, exist_ok=True)
    for name, text in files.items():
        if not wanted or name.split(".")[0] in wanted:
            with open(os.path.join(EXAMPLES, name + ".poly"), "w") as out:
                out.write(text + "\n")
    for name in sorted(n for n in files if "." not in n):
        if not wanted or name in wanted:
            f = parse(files[name])
            print(row(name, "discriminant", f, facts(programs, f, None)), flush=True)
    for name in PAIRS:
        if not wanted or name in wanted:
            f, g = parse(files[name + ".f"]), parse(files[name + ".g"])
            print(row(name, "resultant", f, facts(programs, f, g)), flush=True)


if __name__ == "__main__":
    main()
