#!/usr/bin/env python3
"""Runs the program on random and hard inputs and compares every GCD with FLINT's.

  compare_gcd.py [PROGRAM] [--backend cpu|cuda] [--method remainder|schur] [--count N] [--seed S] [--size D] [--bits B] [--batch N]

PROGRAM is target/release/eliminant by default. --count pairs go one by one to `eliminant gcd F G`, as text, JSON or files, then --batch pairs
of mixed shapes together to `eliminant gcd --batch`. The seed is printed, and the same seed gives the same inputs. Exit status: 0 if all
answers agree, 1 with the inputs printed at the first that does not, or at the first failure of the program.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

from bivariate import trim
from compare_random import PROGRAM, argument
from gcd_cases import LIMITS, first_primes, gcd_cases, largest_primes
from random_univariate import pair
from univariate import check_by_definition, gcd_by_flint, parse, to_text

# Inputs are printed in full up to this length.
SHOWN = 2000


def options():
    """The command line."""
    o = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    o.add_argument("program", nargs="?", default=PROGRAM)
    o.add_argument("--backend", default="cpu", choices=["cpu", "cuda"])
    o.add_argument("--method", default="remainder", choices=["remainder", "schur"])
    o.add_argument("--count", type=int, default=100, help="pairs one by one")
    o.add_argument("--batch", type=int, default=1000, help="pairs in one batch")
    o.add_argument("--seed", type=int, default=None)
    o.add_argument("--size", type=int, default=40, help="largest degree of the factors of most shapes")
    o.add_argument("--bits", type=int, default=200, help="largest coefficient of the factors")
    o.add_argument("--timeout", type=float, default=120, help="seconds for one run")
    return o.parse_args()


class Difference(Exception):
    """A wrong answer or none."""


def of_text(text):
    """A polynomial in x from the program's text; Difference where there is none."""
    try:
        return parse(text)
    except (ValueError, AttributeError) as problem:
        raise Difference(f"the answer cannot be read: {problem}\n{text[:SHOWN]}") from problem


def of_json(text):
    """A polynomial in x from the program's JSON."""
    try:
        data = json.loads(text)
        terms = {exponents[0] if exponents else 0: int(c) for c, exponents in data["terms"]}
        if len(data["vars"]) > 1 or any(len(exponents) > 1 for _, exponents in data["terms"]):
            raise ValueError(f"variables {data['vars']}")
    except (ValueError, KeyError, TypeError, IndexError) as problem:
        raise Difference(f"the answer cannot be read: {problem}\n{text[:SHOWN]}") from problem
    return trim(terms.get(e, 0) for e in range(max(terms, default=-1) + 1))


def check(f, g, got):
    """Raises Difference unless got is gcd(f, g)."""
    expected = gcd_by_flint(f, g)
    check_by_definition(f, g, expected)
    if got != expected:
        raise Difference(f"expected {to_text(expected)[:SHOWN]}\ngot      {to_text(got)[:SHOWN]}")


def run(o, arguments):
    """The program's output; Difference where it ends with another status than 0, or not in time."""
    command = [o.program, "gcd", *arguments, "--backend", o.backend, "--method", o.method]
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=o.timeout)
    except (subprocess.TimeoutExpired, OSError) as problem:
        raise Difference(f"no answer: {type(problem).__name__}") from problem
    if ended.returncode:
        raise Difference(f"the program ended with status {ended.returncode}\n{ended.stderr[:SHOWN]}")
    return ended.stdout


def hard_or_random(rng, o, primes, hard):
    """A pair and what it is: one in four from the stored cases."""
    if rng.random() < 0.25:
        name, f, g = rng.choice(hard)
        return f, g, name
    return pair(rng, rng.choice([3, 8, o.size]), rng.choice([1, 8, 31, 64, o.bits]), primes)


def one(o, rng, folder, f, g):
    """Compares one run of the program."""
    form, through_file = rng.choice(["text", "json"]), rng.random() < 0.2
    arguments = [argument(folder, letter, to_text(p), through_file) for letter, p in (("f", f), ("g", g))]
    output = run(o, [*arguments, "--format", form])
    check(f, g, of_text(output) if form == "text" else of_json(output))


def batch(o, folder, pairs):
    """Compares one run on all pairs; the number of the pair that differs, and how."""
    name = os.path.join(folder, "batch.jsonl")
    with open(name, "w") as out:
        out.writelines(json.dumps({"f": to_text(f), "g": to_text(g)}) + "\n" for f, g, _ in pairs)
    try:
        lines = run(o, ["--batch", name]).splitlines()
    except Difference as problem:
        return None, problem
    if len(lines) != len(pairs):
        return None, Difference(f"{len(lines)} lines for {len(pairs)} pairs")
    for index, (line, (f, g, _)) in enumerate(zip(lines, pairs)):
        try:
            try:
                text = json.loads(line)["gcd"]
            except (ValueError, KeyError, TypeError) as problem:
                raise Difference(f"no answer in {line[:SHOWN]}") from problem
            check(f, g, of_text(text))
        except Difference as problem:
            return index, problem
    return None, None


def show(o, what, f, g, shape, problem):
    """Prints one case so that it can be repeated."""
    print(f"{what}, shape {shape}, backend {o.backend}, method {o.method}")
    for letter, p in (("f", f), ("g", g)):
        text = to_text(p)
        print(f"{letter} = {text if len(text) <= SHOWN else text[:SHOWN] + f' ... ({len(text)} characters)'}")
    print(problem)


def main():
    o = options()
    seed = o.seed if o.seed is not None else random.SystemRandom().randrange(2**32)
    print(f"seed {seed}, {o.count} pairs and a batch of {o.batch}, {o.program} --backend {o.backend} --method {o.method}", flush=True)
    primes = [p for limit in LIMITS.values() for p in largest_primes(limit, 12)] + first_primes(40)
    hard = gcd_cases()
    with tempfile.TemporaryDirectory() as folder:
        for index in range(o.count):
            rng = random.Random(f"{seed}-{index}")
            f, g, shape = hard_or_random(rng, o, primes, hard)
            try:
                one(o, rng, folder, f, g)
            except Difference as problem:
                show(o, f"seed {seed}, pair {index}", f, g, shape, problem)
                return 1
        rng = random.Random(f"{seed}-batch")
        pairs = [hard_or_random(rng, o, primes, hard) for _ in range(o.batch)]
        index, problem = batch(o, folder, pairs) if pairs else (None, None)
        if index is not None:
            show(o, f"seed {seed}, pair {index} of the batch", *pairs[index], problem)
            return 1
        if problem is not None:
            print(f"seed {seed}, batch of {o.batch}: {problem}")
            return 1
    print(f"{o.count + o.batch} answers agree")
    return 0


if __name__ == "__main__":
    sys.exit(main())
