#!/usr/bin/env python3
"""Writes tests/data/binary/version1.bin by docs/format.md, with none of Eliminant's code, and the same polynomial as text beside it.

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


def file(terms):
    out = bytearray(b"\x89ELM\r\n\x1a\n" + struct.pack("<I", 1))
    crc = zlib.crc32(out)

    def record(count, payload):
        nonlocal crc
        body = struct.pack("<IQ", count, len(payload)) + payload
        crc = zlib.crc32(body, crc)
        out.extend(body + struct.pack("<I", crc))

    names = b"".join(number(len(name)) + name.encode() for name in VARIABLES)
    below = magnitude(DENOMINATOR)
    record(len(VARIABLES), names + number(len(below)) + below)
    for start in range(0, len(terms), 3):
        block = terms[start : start + 3]
        record(len(block), b"".join(term(c, e) for c, e in block))
    record(0, struct.pack("<Q", len(terms)))
    return bytes(out)


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


if __name__ == "__main__":
    main()
