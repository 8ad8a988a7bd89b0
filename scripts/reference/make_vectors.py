#!/usr/bin/env python3
"""Writes tests/data/resultants.jsonl: make_vectors.py [OUT]

Each line is {"name", "f", "g", "var", "kind", "expected"}; polynomials are text in x and y, `expected` is in the kept variable, and `g` is
"" for a discriminant. FLINT, PARI and Sylvester determinants at integer points agree on every line, or nothing is written. The
cases are in cases.py, under fixed seeds; each is there for y, and with x and y exchanged for x unless its answer is large.
"""

import json
import os
import sys

from bivariate import degree, kept_to_text, reference, swap_variables, to_text
from cases import all_cases

# Answers longer than this are kept for one variable only.
EXCHANGE_LIMIT = 20_000


def line(name, f, g, var, kind):
    """One line of the file."""
    expected = kept_to_text(reference(f, g, var, kind), var)
    record = {"name": name, "f": to_text(f), "g": "" if kind == "discriminant" else to_text(g), "var": var, "kind": kind, "expected": expected}
    return json.dumps(record)


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    name_out = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "..", "..", "tests", "data", "resultants.jsonl")
    lines, names = [], set()
    for name, f, g, kind in all_cases():
        assert name not in names, f"two cases are called {name}"
        names.add(name)
        lines.append(line(name, f, g, "y", kind))
        if len(lines[-1]) < EXCHANGE_LIMIT:
            lines.append(line(name + "_in_x", swap_variables(f), swap_variables(g), "x", kind))
        # The same curve with respect to its other variable, where that is cheap.
        if max(degree(f, "x"), degree(g, "x")) <= 8 and len(lines[-1]) < EXCHANGE_LIMIT // 8:
            lines.append(line(name + "_other", f, g, "x", kind))
    with open(name_out, "w") as out:
        out.write("\n".join(lines) + "\n")
    print(f"{len(lines)} cases, {sum(map(len, lines)) + len(lines)} bytes, {name_out}")


if __name__ == "__main__":
    main()
