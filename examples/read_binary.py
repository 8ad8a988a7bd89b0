#!/usr/bin/env python3
"""Reads a polynomial in the binary format of docs/format.md and prints its terms, one a line: coefficient, then exponents."""

import struct
import sys
import zlib
from fractions import Fraction


def read(file):
    """The variables, and the terms one by one."""
    crc = 0

    def take(size):
        data = file.read(size)
        assert len(data) == size, "the file is not whole"
        return data

    def record():
        nonlocal crc
        head = take(12)
        count, size = struct.unpack("<IQ", head)
        payload = take(size)
        crc = zlib.crc32(head + payload, crc)
        assert struct.unpack("<I", take(4)) == (crc,), "a checksum is wrong"
        return count, memoryview(payload)

    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = payload[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def raw(size):
        nonlocal at
        at += size
        return bytes(payload[at - size : at])

    start = take(12)
    assert start == b"\x89ELM\r\n\x1a\n" + struct.pack("<I", 1), "this is not version 1 of the format"
    crc = zlib.crc32(start)
    (count, payload), at = record(), 0
    variables = [raw(number()).decode() for _ in range(count)]
    denominator = int.from_bytes(raw(number()), "little")

    def terms():
        nonlocal payload, at
        total = 0
        while True:
            (count, payload), at = record(), 0
            if count == 0:
                assert struct.unpack("<Q", payload) == (total,) and not file.read(1), "the end is wrong"
                return
            for _ in range(count):
                exponents = [number() for _ in variables]
                size = number()
                magnitude = int.from_bytes(raw(size // 2), "little")
                yield Fraction(-magnitude if size % 2 else magnitude, denominator), exponents
            total += count

    return variables, terms()


if __name__ == "__main__":
    variables, terms = read(open(sys.argv[1], "rb"))
    print(*variables)
    for coefficient, exponents in terms:
        print(coefficient, *exponents)
