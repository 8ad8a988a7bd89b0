#!/usr/bin/env python3
"""Runs batches of subresultants, sequences, cofactors, adjugates, ranks, linear systems, characteristic polynomials and extended GCDs, and compares with FLINT.

  compare_lists.py [PROGRAM] [--backend cpu|cuda] [--count N] [--seed S] [--kinds A,B] [--keep DIR]

PROGRAM is target/release/eliminant by default; N problems of each kind, 500 by default, every second one degenerate: common factors, gaps of degrees, low
rank, zeros, contents and monomials. Polynomials are FLINT's, and determinants those of its own elimination without fractions (Bareiss), written here. With
--keep the batches are left in a folder, so that the engines of another machine can be compared with each other. Exit status: 0 if all answers agree, 1 with the
first line that does not.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys

import flint

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.path.join(HERE, "..", "..", "target", "release", "eliminant")
NAMES = ["a", "b", "y", "t"]
RING = flint.fmpz_mpoly_ctx.get(NAMES, flint.Ordering.lex)
A, B, Y, T = RING.gens()
ONE, ZERO = RING.constant(1), RING.constant(0)


def parse(text):
    """A sum of monomials."""
    terms = {}
    for sign, coefficient, powers in re.findall(r"([+-]?)(\d*)((?:\*?[abyt](?:\^\d+)?)*)", text.replace(" ", "")):
        if coefficient or powers:
            exponents = [0] * len(NAMES)
            for name, e in re.findall(r"([abyt])(?:\^(\d+))?", powers):
                exponents[NAMES.index(name)] += int(e or 1)
            key = tuple(exponents)
            terms[key] = terms.get(key, 0) + int(sign + (coefficient or "1"))
    return RING.from_dict(terms)


def rows_of(text):
    return [[parse(entry) for entry in row.split(", ")] if row else [] for row in text[2:-2].split("], [")] if text != "[]" else []


def text_of(matrix):
    return "[" + ", ".join("[" + ", ".join(str(entry) for entry in row) + "]" for row in matrix) + "]"


def coefficient(f, k, var=2):
    """Of y^k."""
    terms = {e[:var] + (0,) + e[var + 1 :]: c for e, c in f.to_dict().items() if e[var] == k}
    return RING.from_dict(terms)


def degree(f):
    return max((e[2] for e in f.to_dict()), default=-1)


def bareiss(matrix, columns=None):
    """Rank of the first columns, determinant where it is a square matrix of full rank, by elimination without fractions."""
    m = [list(row) for row in matrix]
    width = len(m[0]) if m else 0
    columns = width if columns is None else columns
    sign, before, rank = 1, ONE, 0
    for column in range(columns):
        pivot = next((i for i in range(rank, len(m)) if m[i][column] != 0), None)
        if pivot is None:
            continue
        if pivot != rank:
            m[rank], m[pivot], sign = m[pivot], m[rank], -sign
        for i in range(rank + 1, len(m)):
            for j in range(column + 1, width):
                m[i][j] = (m[rank][column] * m[i][j] - m[i][column] * m[rank][j]) / before
            m[i][column] = ZERO
        before, rank = m[rank][column], rank + 1
    return rank, before * sign if rank == len(m) == width else ZERO


def det(matrix):
    return bareiss(matrix)[1] if matrix else ONE


def polynomial(rng, degree_in_y, kept, bits, density=1.0):
    """Of this degree in y, with coefficients in the kept variables."""
    total = ZERO
    for power in range(degree_in_y + 1):
        if power < degree_in_y and rng.random() > density:
            continue
        for _ in range(rng.randint(1, 2)):
            c = rng.randint(-(2**bits), 2**bits) * 4 + 1
            total += c * A ** (rng.randint(0, 3) if kept > 0 else 0) * B ** (rng.randint(0, 2) if kept > 1 else 0) * Y**power
    return total


def pair(rng, degenerate):
    kept, bits = rng.randint(0, 2), rng.choice([1, 3, 12, 40])
    p, q = rng.randint(1, 5), rng.randint(1, 5)
    density = rng.choice([1.0, 0.4])
    f, g = (polynomial(rng, d, kept, bits, density) for d in (p, q))
    if degenerate:
        kind = rng.randrange(5)
        if kind == 0:
            h = polynomial(rng, rng.randint(1, 2), kept, 2)
            f, g = f * h, g * h
        elif kind == 1:
            f, g = f.compose(A, B, Y**2, T), g.compose(A, B, Y**2, T)
        elif kind == 2:
            f, g = 6 * A**2 * f, 15 * A * g
        elif kind == 3:
            f, g = f, polynomial(rng, 0, kept, bits)
        else:
            f = f * Y ** rng.randint(1, 3)
    return (f, g) if degree(f) >= 0 and degree(g) >= 0 else (Y, Y + 1)


def subresultant(f, g, k):
    """By its definition."""
    p, q = degree(f), degree(g)
    rows = [f * Y**s for s in reversed(range(q - k))] + [g * Y**s for s in reversed(range(p - k))]
    return det([[coefficient(row, c) for c in range(p + q - k - 1, k, -1)] + [row] for row in rows])


def last(f, g):
    p, q = degree(f), degree(g)
    return p - 1 if p == q else min(p, q)


def matrix(rng, rows, columns, degenerate):
    kept, bits, density = rng.randint(0, 2), rng.choice([1, 3, 12, 40]), rng.choice([1.0, 0.5])

    def entry():
        return polynomial(rng, 0, kept, bits) if rng.random() < density else ZERO

    m = [[entry() for _ in range(columns)] for _ in range(rows)]
    if degenerate and rows and columns:
        kind = rng.randrange(4)
        if kind < 2 and rows > 1:
            for _ in range(rng.randint(1, 2)):
                i, j = rng.sample(range(rows), 2)
                m[i] = [(A if kept else ONE) * x for x in m[j]]
        elif kind == 2:
            j = rng.randrange(columns)
            for row in m:
                row[j] = ZERO
        else:
            i = rng.randrange(rows)
            m[i] = [6 * A**2 * x for x in m[i]]
    return m


class Fault(Exception):
    pass


def check(holds, what):
    if not holds:
        raise Fault(what)


class Subresultants:
    command = ["subresultants", "--var", "y"]

    def problem(self, rng, degenerate):
        f, g = pair(rng, degenerate)
        return {"f": str(f), "g": str(g)}

    def check(self, problem, answer):
        f, g = parse(problem["f"]), parse(problem["g"])
        found = [parse(s) for s in answer["subresultants"]]
        check(found == [subresultant(f, g, k) for k in range(last(f, g) + 1)], "differs from the determinants")


class Principal(Subresultants):
    command = ["subresultants", "--var", "y", "--principal"]

    def check(self, problem, answer):
        f, g = parse(problem["f"]), parse(problem["g"])
        found = [parse(s) for s in answer["principal"]]
        check(found == [coefficient(subresultant(f, g, k), k) for k in range(last(f, g) + 1)], "differs from the determinants")


class SturmHabicht:
    command = ["sturm-habicht", "--var", "y"]

    def problem(self, rng, degenerate):
        return {"f": str(pair(rng, degenerate)[0])}

    def check(self, problem, answer):
        f = parse(problem["f"])
        p, g = degree(f), f.derivative(2)
        expected = [(-1) ** ((p - k) * (p - k - 1) // 2) * subresultant(f, g, k) for k in range(p)] + [f]
        check([parse(s) for s in answer["sequence"]] == expected, "differs from the determinants")


class Cofactors(Subresultants):
    command = ["cofactors", "--var", "y"]

    def check(self, problem, answer):
        f, g = parse(problem["f"]), parse(problem["g"])
        s, (u, v) = parse(answer["subresultant"]), (parse(c) for c in answer["cofactors"])
        check(s == subresultant(f, g, 0), "differs from the determinant")
        check(u * f + v * g == s, "is no combination")
        check(degree(u) < max(degree(g), 0) or u == 0, "deg U")
        check(degree(v) < max(degree(f), 0) or v == 0, "deg V")


class Adjugate:
    command = ["adjugate"]

    def problem(self, rng, degenerate):
        n = rng.randint(1, 5)
        return {"matrix": text_of(matrix(rng, n, n, degenerate))}

    def check(self, problem, answer):
        m = rows_of(problem["matrix"])
        n = len(m)

        def minor(i, j):
            return det([[m[k][l] for l in range(n) if l != j] for k in range(n) if k != i])

        expected = [[(-1) ** (i + j) * minor(j, i) for j in range(n)] for i in range(n)]
        check(rows_of(answer["adjugate"]) == expected, "differs from the minors")
        check(parse(answer["determinant"]) == det(m), "determinant")


class Rank:
    command = ["rank"]

    def problem(self, rng, degenerate):
        return {"matrix": text_of(matrix(rng, rng.randint(1, 5), rng.randint(1, 6), degenerate))}

    def check(self, problem, answer):
        m = rows_of(problem["matrix"])
        check(answer["rank"] == bareiss(m)[0], "differs from elimination")
        check(len(answer["rows"]) == len(answer["columns"]) == answer["rank"], "no minor")
        check(det([[m[i][j] for j in answer["columns"]] for i in answer["rows"]]) != 0, "a minor that is 0")


class Linear:
    command = ["solve-linear"]

    def problem(self, rng, degenerate):
        n = rng.randint(1, 4)
        rows = n if rng.random() < 0.6 else rng.randint(1, 5)
        m, right = matrix(rng, rows, n, degenerate), matrix(rng, rows, rng.randint(1, 2), False)
        if degenerate and rng.random() < 0.6:
            # A right side with a solution.
            x = [polynomial(rng, 0, 1, 2) for _ in range(n)]
            right = [[sum((c * v for c, v in zip(row, x)), ZERO)] for row in m]
        return {"matrix": text_of(m), "right": text_of(right)}

    def check(self, problem, answer):
        m, right = rows_of(problem["matrix"]), rows_of(problem["right"])
        if len(right) == 1 and len(m) != 1:
            right = [[x] for x in right[0]]
        n, beside = len(m[0]), len(right[0])
        rank = bareiss(m)[0]
        if answer["solutions"] == "none":
            return check(bareiss([a + b for a, b in zip(m, right)])[0] > rank, "there is a solution")
        check(answer["solutions"] == ("unique" if rank == n else "infinite"), "kind")
        check(len(answer["free"]) == n - rank, "free unknowns")
        x, d = rows_of(answer["numerators"]), parse(answer["denominator"])
        check(d != 0, "the denominator is 0")
        for row, sides in zip(m, right):
            for c in range(beside):
                check(sum((row[k] * x[k][c] for k in range(n)), ZERO) == d * sides[c], "an equation does not hold")
        common = d
        for row in x:
            for entry in row:
                common = common.gcd(entry)
        check(common in (1, -1), "a common factor")


class Characteristic:
    command = ["charpoly"]

    def problem(self, rng, degenerate):
        n = rng.randint(1, 5)
        return {"matrix": text_of(matrix(rng, n, n, degenerate))}

    def check(self, problem, answer):
        m = rows_of(problem["matrix"])
        shifted = [[(T if i == j else ZERO) - m[i][j] for j in range(len(m))] for i in range(len(m))]
        check(parse(answer["characteristic_polynomial"]) == det(shifted), "differs from elimination")


class Extended:
    command = ["xgcd"]

    def problem(self, rng, degenerate):
        f, g = (polynomial(rng, rng.randint(1, 9), 0, rng.choice([2, 20]), rng.choice([1.0, 0.4])) for _ in range(2))
        if degenerate:
            h = polynomial(rng, rng.randint(1, 4), 0, 3)
            f, g = f * h, g * h
        return {"f": str(f), "g": str(g)}

    def check(self, problem, answer):
        def read(text):
            y = flint.fmpq_poly([0, 1])
            return eval(text.replace("^", "**").replace("/", "*one/"), {"y": y, "one": flint.fmpq(1), "__builtins__": {}}) + 0 * y

        f, g = read(problem["f"]), read(problem["g"])
        h, (s, t) = read(answer["gcd"]), (read(c) for c in answer["combination"])
        check(s * f + t * g == h, "is no combination")
        expected = f.gcd(g)
        check(h * expected.leading_coefficient() == expected * h.leading_coefficient(), "differs from FLINT")


KINDS = {
    "subresultants": Subresultants,
    "principal": Principal,
    "sturm-habicht": SturmHabicht,
    "cofactors": Cofactors,
    "adjugate": Adjugate,
    "rank": Rank,
    "solve-linear": Linear,
    "charpoly": Characteristic,
    "xgcd": Extended,
}


def main():
    o = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    o.add_argument("program", nargs="?", default=PROGRAM)
    o.add_argument("--backend", default="cpu", choices=["cpu", "cuda"])
    o.add_argument("--count", type=int, default=500)
    o.add_argument("--seed", type=int, default=50)
    o.add_argument("--kinds", default=",".join(KINDS))
    o.add_argument("--keep", metavar="DIR")
    o = o.parse_args()
    failed = 0
    for name in o.kinds.split(","):
        kind = KINDS[name]()
        problems = [kind.problem(random.Random(f"{o.seed}-{name}-{i}"), i % 2 == 1) for i in range(o.count)]
        batch = "".join(json.dumps(problem) + "\n" for problem in problems)
        if o.keep:
            with open(os.path.join(o.keep, name + ".jsonl"), "w") as out:
                out.write(batch)
        command = [o.program, *kind.command, "--batch", "-", "--backend", o.backend]
        run = subprocess.run(command, input=batch, capture_output=True, text=True)
        answers = run.stdout.splitlines()
        if run.returncode or len(answers) != len(problems):
            print(f"{name}: status {run.returncode}, {len(answers)} of {len(problems)} lines\n{run.stderr[:2000]}")
            failed = 1
            continue
        for problem, answer in zip(problems, answers):
            try:
                kind.check(problem, json.loads(answer))
            except (Fault, KeyError, SyntaxError) as fault:
                print(f"{name}: {fault}\n{json.dumps(problem)}\n{answer}")
                return 1
        print(f"{name}: {len(problems)} of {len(problems)} agree", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
