#!/usr/bin/env python3
"""Runs the program on random inputs and compares every answer with FLINT, PARI and Sylvester determinants.

  compare_random.py [PROGRAM] [--backend cpu|cuda] [--method remainder|schur] [--certainty certified|probabilistic]
                    [--count N] [--seed S] [--size D] [--bits B]

PROGRAM is target/release/eliminant by default. The seed is printed, and the same seed gives the same inputs. Exit status: 0 if all
answers agree, 1 with the inputs printed at the first that does not, or at the first failure of the program.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

from bivariate import coefficients, kept_to_text, parse, reference, swap_variables, to_text, trim
from random_polynomials import pair

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.path.join(HERE, "..", "..", "target", "release", "eliminant")
# Longer polynomials go through files; the system limits one argument to 128 KiB.
ARGUMENT_LIMIT = 50_000


def options():
    """The command line."""
    o = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    o.add_argument("program", nargs="?", default=PROGRAM)
    o.add_argument("--backend", default="cpu", choices=["cpu", "cuda"])
    o.add_argument("--method", default="remainder", choices=["remainder", "schur"])
    o.add_argument("--certainty", default="certified", choices=["certified", "probabilistic"])
    o.add_argument("--count", type=int, default=100)
    o.add_argument("--seed", type=int, default=None)
    o.add_argument("--size", type=int, default=6, help="largest degree of the small shapes")
    o.add_argument("--bits", type=int, default=80, help="largest coefficient")
    o.add_argument("--timeout", type=float, default=120, help="seconds for one run")
    return o.parse_args()


def argument(folder, letter, text, through_file):
    """The polynomial as a program argument: the text itself or @file."""
    if not through_file and len(text) < ARGUMENT_LIMIT:
        return text
    name = os.path.join(folder, letter + ".txt")
    with open(name, "w") as out:
        out.write(text + "\n")
    return "@" + name


def answer_of(output, form, var):
    """The printed answer as a coefficient list in the kept variable."""
    if form == "text":
        p = parse(output.strip())
    else:
        data = json.loads(output)
        place = [data["vars"].index(v) if v in data["vars"] else None for v in "xy"]
        p = {tuple(0 if k is None else e[k] for k in place): int(c) for c, e in data["terms"]}
    rows = coefficients(p, var)
    if len(rows) > 1:
        raise ValueError(f"the answer contains {var}")
    return trim(rows[0]) if rows else []


def show(o, seed, index, command, f, g, var, kind, shape):
    """Prints one case so that it can be repeated."""
    print(f"seed {seed}, case {index}, shape {shape}, {kind} in {var}, backend {o.backend}, method {o.method}")
    print(f"f = {to_text(f)}")
    if kind == "resultant":
        print(f"g = {to_text(g)}")
    print("command:", " ".join(command))


def main():
    o = options()
    seed = o.seed if o.seed is not None else random.SystemRandom().randrange(2**32)
    print(f"seed {seed}, {o.count} cases, {o.program} --backend {o.backend} --method {o.method} --certainty {o.certainty}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for index in range(o.count):
            rng = random.Random(f"{seed}-{index}")
            f, g, shape = pair(rng, rng.randint(1, o.size), rng.choice([1, 8, 31, o.bits]))
            var = rng.choice("yyyx")
            if var == "x":
                f, g = swap_variables(f), swap_variables(g)
            kind = "discriminant" if rng.random() < 0.2 else "resultant"
            form, through_file = rng.choice(["text", "json"]), rng.random() < 0.2
            arguments = [argument(folder, letter, to_text(p), through_file) for letter, p in (("f", f), ("g", g))]
            command = [o.program, kind] + arguments[: 2 if kind == "resultant" else 1]
            command += ["--var", var, "--vars", "x,y", "--backend", o.backend, "--method", o.method, "--certainty", o.certainty, "--format", form]
            try:
                run = subprocess.run(command, capture_output=True, text=True, timeout=o.timeout)
            except (subprocess.TimeoutExpired, OSError) as problem:
                show(o, seed, index, command, f, g, var, kind, shape)
                print(f"no answer: {type(problem).__name__}")
                return 1
            if run.returncode:
                show(o, seed, index, command, f, g, var, kind, shape)
                print(f"the program ended with status {run.returncode}\n{run.stderr}")
                return 1
            expected = reference(f, g, var, kind)
            try:
                got = answer_of(run.stdout, form, var)
            except (ValueError, KeyError, SyntaxError, NameError, TypeError, AttributeError) as problem:
                show(o, seed, index, command, f, g, var, kind, shape)
                print(f"the answer cannot be read: {problem}\n{run.stdout[:1000]}")
                return 1
            if got != expected:
                show(o, seed, index, command, f, g, var, kind, shape)
                print(f"expected {kept_to_text(expected, var)}\ngot      {kept_to_text(got, var)}")
                return 1
    print(f"{o.count} answers agree")
    return 0


if __name__ == "__main__":
    sys.exit(main())
