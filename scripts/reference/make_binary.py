#!/usr/bin/env python3
"""Writes tests/data/binary/version1.bin and system1.bin by docs/format.md, with none of Eliminant's code, and the same as text beside them.

Blocks of three terms, a denominator that is not reduced, no more than Python's own library.
"""

import random
import struct
import zlib
from fractions import Fraction
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "data" / "binary"
VARIABLES = ["x", "y_1", "Zeta"]
DENOMINATOR = 6 * 2**70


def number(n):
    """LEB128."""
    out = bytearray()
    while n >= 128:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


def magnitude(n):
    return n.to_bytes((n.bit_length() + 7) // 8, "little")


def term(coefficient, exponents):
    size = magnitude(abs(coefficient))
    sign = 1 if coefficient < 0 else 0
    return b"".join(map(number, exponents)) + number(2 * len(size) + sign) + size


def records(magic, payloads):
    """A file of these counts and payloads."""
    out = bytearray(magic + b"\r\n\x1a\n" + struct.pack("<I", 1))
    crc = zlib.crc32(out)
    for count, payload in payloads:
        body = struct.pack("<IQ", count, len(payload)) + payload
        crc = zlib.crc32(body, crc)
        out.extend(body + struct.pack("<I", crc))
    return bytes(out)


def names(variables):
    return b"".join(number(len(name)) + name.encode() for name in variables)


def blocks(terms):
    """Those of three terms each, and the end."""
    groups = [terms[start : start + 3] for start in range(0, len(terms), 3)]
    return [(len(group), b"".join(group)) for group in groups] + [(0, struct.pack("<Q", len(terms)))]


def file(terms):
    below = magnitude(DENOMINATOR)
    header = names(VARIABLES) + number(len(below)) + below
    return records(b"\x89ELM", [(len(VARIABLES), header)] + blocks([term(c, e) for c, e in terms]))


def part(x):
    size, below = magnitude(abs(x.numerator)), magnitude(x.denominator)
    sign = 1 if x < 0 else 0
    return number(2 * len(size) + sign) + size + (number(len(below)) + below if x else b"")


def term_of_system(re, im, exponents):
    occur = [(place, e) for place, e in enumerate(exponents) if e]
    places = [-1] + [place for place, _ in occur]
    factors = b"".join(number(place - before) + number(e) for before, (place, e) in zip(places, occur))
    return number(len(occur)) + factors + part(re) + part(im)


def system(polynomials):
    counts = number(len(polynomials)) + b"".join(number(len(terms)) for terms in polynomials)
    terms = [term_of_system(*term) for terms in polynomials for term in terms]
    return records(b"\x89ELS", [(len(VARIABLES), names(VARIABLES) + counts)] + blocks(terms))


def text_of_system(polynomials):
    def one(re, im, exponents):
        powers = [f"{v}^{e}" for v, e in zip(VARIABLES, exponents) if e]
        return "*".join([f"({re} + ({im})*i)", *powers])

    return "".join((" + ".join(one(*term) for term in terms) or "0") + ";\n" for terms in polynomials)


def text(terms):
    def one(c, exponents):
        powers = [f"{v}^{e}" for v, e in zip(VARIABLES, exponents) if e]
        return "*".join([f"({Fraction(c, DENOMINATOR)})", *powers])

    return " + ".join(one(c, e) for c, e in terms) + "\n"


def main():
    rng = random.Random(1)
    exponents = {tuple(rng.choice([0, 1, 127, 128, 2**31 - 1]) for _ in VARIABLES) for _ in range(10)} | {(0, 0, 0)}
    terms = [(rng.choice([-1, 1]) * 4 * rng.getrandbits(rng.choice([1, 7, 8, 64, 500])) or 4, e) for e in sorted(exponents, reverse=True)]
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "version1.bin").write_bytes(file(terms))
    (FOLDER / "version1.poly").write_text(text(terms))
    # All variables are in the first polynomial, in their order.
    choices = [0, 1, 127, 128, 2**32 - 1]
    fraction = lambda: Fraction(rng.randint(-(10**12), 10**12), rng.choice([1, 3, 2**70])) * rng.choice([0, 1, 1])
    polynomials = []
    for count in (9, 0, 1, 4):
        exponents = {tuple(rng.choice(choices) for _ in VARIABLES) for _ in range(count)}
        exponents |= {(2, 1, 1)} if count == 9 else set()
        polynomials.append([(fraction(), fraction() or Fraction(1, 7), e) for e in sorted(exponents, reverse=True)])
    (FOLDER / "system1.bin").write_bytes(system(polynomials))
    (FOLDER / "system1.txt").write_text(text_of_system(polynomials))


if __name__ == "__main__":
    main()
