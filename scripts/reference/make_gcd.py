#!/usr/bin/env python3
"""Writes tests/data/gcd.jsonl and tests/data/squarefree.jsonl: make_gcd.py [FOLDER]

Each line of the first is {"name", "f", "g", "gcd"}, of the second {"name", "f", "content", "factors"} with factors as [coefficients,
multiplicity] in ascending multiplicity. Coefficients are decimal strings, lowest degree first, [] for zero. FLINT and PARI agree on
every line, and each gcd has been checked by its definition, or nothing is written. The conventions are in univariate.py, the cases, under fixed
seeds, in gcd_cases.py.
"""

import json
import os
import sys

from gcd_cases import gcd_cases, squarefree_cases
from univariate import gcd, squarefree, strings


def pairs():
    """The lines of gcd.jsonl."""
    for name, f, g in gcd_cases():
        yield {"name": name, "f": strings(f), "g": strings(g), "gcd": strings(gcd(f, g))}


def decompositions():
    """The lines of squarefree.jsonl."""
    for name, f in squarefree_cases():
        content, factors = squarefree(f)
        yield {"name": name, "f": strings(f), "content": str(content), "factors": [[strings(s), k] for s, k in factors]}


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "..", "..", "tests", "data")
    for name, records in (("gcd.jsonl", list(pairs())), ("squarefree.jsonl", list(decompositions()))):
        assert len({record["name"] for record in records}) == len(records), f"two cases of {name} have one name"
        lines = [json.dumps(record, separators=(",", ":")) + "\n" for record in records]
        with open(os.path.join(folder, name), "w") as out:
            out.writelines(lines)
        print(f"{name}: {len(lines)} cases, {sum(map(len, lines))} bytes")


if __name__ == "__main__":
    main()
