#!/usr/bin/env python3
"""Prints the lines of tests/data/other_systems.jsonl whose `source` is FLINT: make_other_systems.py

GCDs and squarefree decompositions modulo a prime, extended GCDs, and contents in one variable, as other systems' tests have them: inputs are this script's, and
answers those of FLINT (python-flint), which it also checks by multiplication.
"""

import json

import flint

SOURCE = f"FLINT, python-flint {flint.__version__}"


def show(name, kind, names, f, g=None, var=None, modulus=None, expected=None):
    line = {"name": name, "source": SOURCE, "kind": kind, "vars": names, "f": f, "g": g, "var": var, "modulus": modulus, "expected": expected}
    print(json.dumps({key: value for key, value in line.items() if value is not None}))


def ring(kind, names, *modulus):
    context = kind.get(names, *modulus, flint.Ordering.lex)
    return context, {**dict(zip(names, context.gens())), "__builtins__": {}}


def parse(text, gens):
    return eval(text.replace("^", "**"), gens)


def monic(f, p):
    return f * pow(int(f.leading_coefficient()), -1, p)


def gcd_modulo(name, names, p, f, g):
    _, gens = ring(flint.nmod_mpoly_ctx, names, p)
    a, b = parse(f, gens), parse(g, gens)
    h = monic(a.gcd(b), p)
    assert (a / h) * h == a and (b / h) * h == b
    show(name, "gcd", names, f, g=g, modulus=p, expected=str(h))


def squarefree_modulo(name, names, p, f):
    context, gens = ring(flint.nmod_mpoly_ctx, names, p)
    image = parse(f, gens)
    by = {}
    for s, k in image.factor_squarefree()[1]:
        by[int(k)] = by.get(int(k), context.constant(1)) * monic(s, p)
    lead = int(image.leading_coefficient())
    product = context.constant(lead)
    for k, s in by.items():
        product *= s**k
    assert product == image
    factors = [str(lead)] if lead != 1 or not by else []
    factors += [f"({s})" + (f"^{k}" if k > 1 else "") for k, s in sorted(by.items())]
    show(name, "squarefree", names, f, modulus=p, expected="*".join(factors))


def extended(name, f, g, p=None):
    x = flint.nmod_poly([0, 1], p) if p else flint.fmpq_poly([0, 1])
    a, b = parse(f, {"x": x}), parse(g, {"x": x})
    h, s, t = a.xgcd(b)
    assert s * a + t * b == h and a % h == 0 and b % h == 0
    if not p:
        # Of integer polynomials: the primitive one times the gcd of the contents.
        ring_a, ring_b = (flint.fmpz_poly([int(c) for c in h.coeffs()]) for h in (a, b))
        common = ring_a.gcd(ring_b)
        h = common if int(common[common.degree()]) > 0 else -common
    text = str(h)
    show(name, "xgcd", ["x"], f, g=g, modulus=p, expected=text)


def content(name, names, var, f):
    context, gens = ring(flint.fmpz_mpoly_ctx, names)
    image, place = parse(f, gens), names.index(var)
    rows = {}
    for exponents, c in image.to_dict().items():
        e = list(exponents)
        power, e[place] = e[place], 0
        rows.setdefault(power, {})[tuple(e)] = c
    h = context.from_dict({})
    for row in rows.values():
        h = h.gcd(context.from_dict(row))
    h = -h if h.leading_coefficient() < 0 else h
    assert (image / h) * h == image
    show(name, "content", names, f, var=var, expected=str(h))


XYZ = ["x", "y", "z"]
gcd_modulo("flint-gcd-001", XYZ, 3, "(x^2+y*z+1)*(x*y^3+z^2+2)", "(x^2+y*z+1)*(x*z-y^2)")
gcd_modulo("flint-gcd-002", XYZ, 3, "x^9-y^9", "(x-y)^4*(x+z)")
gcd_modulo("flint-gcd-003", XYZ, 3, "(y^3-y)*x+z", "((y^3-y)*x+z)*(x+y+z)^3")
gcd_modulo("flint-gcd-004", XYZ, 43051, "(43050*x^3*y+12*z^2-7)*(x+y+z)^5", "(43050*x^3*y+12*z^2-7)*(x-y-3*z)^4")
gcd_modulo("flint-gcd-005", ["x", "y", "z", "t"], 43051, "(x*y+z*t-1)^3*(x^4+t)", "(x*y+z*t-1)^2*(y^4+t*z+5)")
gcd_modulo("flint-gcd-006", ["x", "y", "z", "t", "u"], 3, "(x+y+z+t+u)*(x*u-y*t+1)", "(x+y+z+t+u)*(z^2+u+2)")
gcd_modulo("flint-gcd-007", ["x"], 2, "x^16-x", "x^4-x")
squarefree_modulo("flint-squarefree-001", XYZ, 2, "(x+y)^3*(y*z+x)^2*(z+1)")
squarefree_modulo("flint-squarefree-002", XYZ, 3, "(x+y+z)^9*(x^3+y)^2*(x*z+2)^3*(y+1)")
squarefree_modulo("flint-squarefree-003", XYZ, 32003, "(x-y)^7*(x^2+5*y*z-1)^2*(z+4)*11")
squarefree_modulo("flint-squarefree-004", XYZ, 2, "x^2+y^2+z^2")
squarefree_modulo("flint-squarefree-005", ["x"], 7, "(x+1)^7*(x+2)^3*(x+5)")
extended("flint-xgcd-001", "x^4-1", "x^6-1")
extended("flint-xgcd-002", "3*x^3-2*x+5", "x^2+7*x-1")
extended("flint-xgcd-003", "(x^2+1)*(x-3)^2", "(x^2+1)*(5*x+2)")
extended("flint-xgcd-004", "x^5+3*x+1", "x^3+2", p=7)
extended("flint-xgcd-005", "(x+4)^3*(x^2+2)", "(x+4)^2*(x^3+x+1)", p=11)
content("flint-content-001", XYZ, "x", "(y^2-z)*(6*x^3*y-4*x*z+2)")
content("flint-content-002", XYZ, "z", "(x+y)^2*(3*z^4*x-9*y*z)-(x+y)*(6*z^2)")
