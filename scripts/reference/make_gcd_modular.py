#!/usr/bin/env python3
"""Writes tests/data/gcd_modular.jsonl and tests/data/squarefree_modular.jsonl: make_gcd_modular.py [FOLDER]

GCDs are lines {"name", "modulus", "vars", "f", "g", "gcd"}: expanded text over the variables `vars`, the gcd with the leading coefficient 1,
that of the first term in descending lexicographic order; gcd(0, 0) = 0. f and g have integer coefficients, some of them multiples of the prime, and the
gcd is that of their images. FLINT's fmpz_mod_mpoly and, for primes below 2^64, nmod_mpoly agree on every line, and FLINT divides
exactly.

Squarefree decompositions are lines {"name", "modulus", "vars", "f", "lead", "factors"}: f = lead * product of s^k over the pairs [s, k] of `factors`, in
ascending k, each s with the leading coefficient 1. FLINT's squarefree decomposition and, for primes below 2^31, its factorization multiplied together
by multiplicities agree on every line, the product is f, and no s has a common divisor with all its derivatives. Fixed seed.
"""

import json
import os
import random
import sys

import flint

PRIMES = [2, 3, 5, 7, 101, 43051, 2**31 - 1, 2**61 - 1, 4611686018427388039, 9223372036854775783]
NAMES = ["x", "y", "z", "t", "u"]


def context(kind, count, p):
    return kind.get(NAMES[:count], p, flint.Ordering.lex)


class Ring:
    """Polynomials over Z in some variables, with their images modulo a prime."""

    def __init__(self, count, p):
        self.names, self.p = NAMES[:count], p
        self.integers = flint.fmpz_mpoly_ctx.get(self.names, flint.Ordering.lex)
        self.contexts = [context(kind, count, p) for kind in (flint.fmpz_mod_mpoly_ctx, flint.nmod_mpoly_ctx)]

    def random(self, rng, degree, terms):
        """Some terms with exponents up to `degree`, which do not all vanish modulo the prime."""
        while True:
            out = {}
            for _ in range(terms):
                exponents = tuple(rng.randrange(degree + 1) for _ in self.names)
                c = rng.randrange(1, self.p) - self.p * rng.randrange(2)
                # One in eight vanishes.
                out[exponents] = c if rng.randrange(8) else self.p * rng.randrange(1, 4)
            if any(c % self.p for c in out.values()):
                return self.integers.from_dict(out)

    def unit(self, c):
        """c, or c + 1 where that vanishes modulo the prime."""
        return c if c % self.p else c + 1

    def images(self, f):
        terms = f.to_dict()
        return [c.from_dict({e: int(a) % self.p for e, a in terms.items() if int(a) % self.p}) for c in self.contexts]


def monic(f, p):
    return f if f == 0 else f * pow(int(f.leading_coefficient()), -1, p)


def gcd(ring, f, g):
    """The gcd on which two of FLINT's types agree."""
    found = []
    for a, b in zip(ring.images(f), ring.images(g)):
        h = monic(a.gcd(b), ring.p) if a != 0 or b != 0 else a
        if h != 0:
            assert divmod(a, h)[1] == 0 and divmod(b, h)[1] == 0
            assert divmod(a, h)[0] * h == a and divmod(b, h)[0] * h == b
        found.append(str(h))
    assert found[0] == found[1], f"FLINT differs from FLINT: {f} ; {g}"
    return found[0]


def squarefree(ring, f):
    """The leading coefficient and the factors by multiplicity."""
    image, other = ring.images(f)
    if image == 0:
        return "0", []
    both = []
    # python-flint 0.9.0 cannot sort factors with coefficients of 32 bits or more.
    for _, list_ in (image.factor_squarefree(), other.factor() if ring.p < 2**31 else other.factor_squarefree()):
        by = {}
        for s, k in list_:
            s = ring.contexts[0].from_dict({e: int(c) for e, c in monic(s, ring.p).to_dict().items()})
            by[int(k)] = by.get(int(k), ring.contexts[0].constant(1)) * s
        both.append({k: monic(s, ring.p) for k, s in by.items()})
    assert both[0] == both[1], f"two decompositions differ: {f}"
    for s in both[0].values():
        # What is there twice divides all derivatives.
        common = s
        for name in ring.names:
            common = common.gcd(s.derivative(name))
        assert monic(common, ring.p) == 1
    product = ring.contexts[0].constant(int(image.leading_coefficient()))
    for k, s in both[0].items():
        product = product * s**k
    assert product == image
    return str(int(image.leading_coefficient())), [[str(s), k] for k, s in sorted(both[0].items())]


def pairs(rng):
    """(name, ring, f, g)."""
    for p in PRIMES:
        for count in range(1, 6):
            ring = Ring(count, p)
            zero, unit = ring.integers.from_dict({}), ring.unit
            gens = ring.integers.gens()
            x, last = gens[0], gens[-1]
            degree = [9, 4, 3, 2, 2][count - 1]

            def some(terms=4, degree=degree):
                return ring.random(rng, degree, terms)

            name = f"{p}_{count}_"
            a, b, h = some(), some(), some()
            yield name + "generic", ring, a * h, b * h
            a, b, h = some(8), some(8), some(3)
            yield name + "dense", ring, a * h, b * h
            yield name + "coprime", ring, some(), some()
            yield name + "equal", ring, a, unit(-2) * a
            yield name + "divides", ring, a, a * b
            yield name + "zero", ring, zero, a
            yield name + "vanishes", ring, p * a, b
            yield name + "monomials", ring, unit(3) * x**4 * last**2 * (h + 1), x**2 * last**5 * (h + 1)
            yield name + "power", ring, (x + last + 1) ** min(p, 5) * h, (x + last + 1) ** 2 * h
            yield name + "lead_vanishes", ring, (p * x**7 + a) * h, (b + p * last**9) * h
            if count == 1:
                continue
            y = gens[1]
            yield name + "contents", ring, (last**2 + last + 1) * (x + 1), (last**2 + last + 1) * (y + x**2 + 2)
            yield name + "some_variables", ring, (y + 1) * (x + 2) * h.subs({"x": 1}), (y + 1) * (y + 3) * h.subs({"x": 1})
            yield name + "strides", ring, (x**6 - y**4) * (x**12 + 1), (x**9 - y**6) * (x**3 + y**2)
            if p <= 7:
                # The leading coefficient vanishes at every element of the prime's field.
                v = last**p - last
                yield name + "lead_is_zero_everywhere", ring, (v * x + y + 1) * a, (v * x + y + 1) * b
                yield name + "high", ring, (x ** (2 * p + 1) + last**p + 1) * a, (x ** (2 * p + 1) + last**p + 1) * b
            if p <= 3:
                # Equal at every point of the prime's field.
                w = (y**p - y) * last
                yield name + "equal_everywhere", ring, (x + w + 1) * h, (x + 1) * h


def decompositions(rng):
    """(name, ring, f)."""
    for p in PRIMES:
        for count in range(1, 5):
            ring = Ring(count, p)
            gens = ring.integers.gens()
            x, last = gens[0], gens[-1]

            unit = ring.unit

            def some(degree=2, terms=3):
                return ring.random(rng, degree, terms)

            name = f"{p}_{count}_"
            a, b, c = some(), some(), some(1)
            yield name + "generic", ring, unit(3) * a * b**2 * c**3
            yield name + "squarefree", ring, some(3, 5)
            yield name + "monomial", ring, unit(5) * x**4 * last**3 * (a + 1) ** 2
            yield name + "constant", ring, ring.integers.constant(unit(-5))
            yield name + "vanishes", ring, p * a
            if p <= 7:
                yield name + "p_th_power", ring, unit(4) * (x + last + 1) ** p * c**p
                yield name + "mixed", ring, (x + last**2 + 1) ** p * (x + 1) ** (p + 1) * a * c**2
                yield name + "derivative_0", ring, (x**p + last) ** 2 * (last**p + x + 1) * c ** (2 * p)
                yield name + "square_of_p", ring, (x + 2 * last + 1) ** (p * p if p < 5 else p) * (x**p + last + 1)


def write(path, lines):
    with open(path, "w") as out:
        for line in lines:
            out.write(json.dumps(line, separators=(",", ":")) + "\n")


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "..", "..", "tests", "data")
    gcds = []
    for name, ring, f, g in pairs(random.Random(20261)):
        line = {"name": name, "modulus": ring.p, "vars": ring.names, "f": str(f), "g": str(g), "gcd": gcd(ring, f, g)}
        gcds.append(line)
    write(os.path.join(folder, "gcd_modular.jsonl"), gcds)
    lines = []
    for name, ring, f in decompositions(random.Random(20262)):
        lead, factors = squarefree(ring, f)
        lines.append({"name": name, "modulus": ring.p, "vars": ring.names, "f": str(f), "lead": lead, "factors": factors})
    write(os.path.join(folder, "squarefree_modular.jsonl"), lines)


main()
