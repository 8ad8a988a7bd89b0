#!/usr/bin/env python3
"""Runs the test program `net` on random problems and compares every answer of the CPU with FLINT.

  compare_net.py PROGRAM [--seed S] [--first K] [--small N] [--medium N] [--processes P]

PROGRAM is what `cargo test --release --test net --no-run` names. GCDs and squarefree decompositions are FLINT's, cofactors are multiplied.
So are resultants and discriminants over Z that FLINT finds in a few milliseconds; longer ones are compared with FLINT's resultant at a
random integer point of 61 bits, and those modulo p with one by FLINT's arithmetic at a random point of a field with p^k > 2^60 elements. So are
determinants with those of matrices of integers, or of elements of the field.
Every disagreement is printed with the arguments that repeat it; the exit status is then 1.
"""

import argparse
import collections
import itertools
import json
import math
import multiprocessing
import random
import subprocess
import sys
import threading
import time

import flint

# Coefficients have thousands of digits.
sys.set_int_max_str_digits(0)
# Lines that a process takes at a time, and seconds between lines of progress.
CHUNK = 40
BETWEEN = 30
# Chunks at a time: the program waits for FLINT.
WAITING = 40
# Up to which `effort` FLINT eliminates with kept variables, and its name for the eliminated one.
EFFORT = 50_000
ELIMINATED = "eliminated"


def options():
    """The command line."""
    o = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    o.add_argument("program")
    o.add_argument("--seed", type=int, default=1)
    o.add_argument("--first", type=int, default=0)
    o.add_argument("--small", type=int, default=1000)
    o.add_argument("--medium", type=int, default=0)
    o.add_argument("--processes", type=int, default=multiprocessing.cpu_count())
    return o.parse_args()


def over(data, names):
    """The terms of a polynomial over these names, {exponents: coefficient}; it is as the program promises."""
    own, terms = data["vars"], data["terms"]
    assert all(a[1] > b[1] for a, b in itertools.pairwise(terms)), "the terms do not descend"
    assert all(c != "0" for c, _ in terms), "a term is 0"
    assert all(e[k] == 0 for k, name in enumerate(own) if name not in names for _, e in terms), "a variable too many"
    place = [own.index(name) if name in own else None for name in names]
    return {tuple(0 if k is None else e[k] for k in place): int(c) for c, e in terms}


def dense(terms):
    """A polynomial in one variable from {(exponent,): coefficient}."""
    return flint.fmpz_poly([terms.get((i,), 0) for i in range(max((e for (e,) in terms), default=-1) + 1)])


def rows(f):
    """Terms over (kept variables, eliminated one) by powers of the last, each terms over the kept variables."""
    out = [{} for _ in range(max((e[-1] for e in f), default=-1) + 1)]
    for e, c in f.items():
        out[e[-1]][e[:-1]] = c
    return out


def derivative(f):
    """The partial derivative in the eliminated variable, the last one."""
    return {(*e[:-1], e[-1] - 1): e[-1] * c for e, c in f.items() if e[-1]}


def effort(f, g):
    """What the resultant costs FLINT, about: it grows with the degrees and bits of the answer."""
    p, q = (max(e[-1] for e in h) for h in (f, g))
    terms = math.prod(max(e[k] for h in (f, g) for e in h) * (p + q) + 1 for k in range(len(next(iter(f))) - 1))
    bits = max(c.bit_length() for h in (f, g) for c in h.values())
    return (p + 1) * (q + 1) * terms * (1 + (bits + 4) * (p + q) / 64)


def is_resultant(f, g, found, kept, rng):
    """Whether `found`, a polynomial in the kept variables, is the resultant of terms f, g over them and the eliminated one."""
    if not f or not g:
        return found == 0
    context = flint.fmpz_mpoly_ctx.get(kept, "lex")
    a, b = ([context.from_dict(row) for row in rows(h)] for h in (f, g))
    p, q = len(a) - 1, len(b) - 1
    if p == 0 or q == 0:
        return found == (a[0] ** q if p == 0 else b[0] ** p)
    if effort(f, g) <= EFFORT:
        whole = flint.fmpz_mpoly_ctx.get([*kept, ELIMINATED], "lex")
        answer = whole.from_dict(f).resultant(whole.from_dict(g), ELIMINATED).to_dict()
        return found == context.from_dict({e[:-1]: c for e, c in answer.items()})
    # Few integers are roots of leading coefficients.
    points = iter(lambda: [rng.randrange(2**60, 2**61) for _ in kept], None)
    t = next(t for t in points if a[-1](*t) and b[-1](*t))
    return found(*t) == flint.fmpz_poly([row(*t) for row in a]).resultant(flint.fmpz_poly([row(*t) for row in b]))


def is_discriminant(f, found, kept, rng):
    """Whether `found` is the discriminant of f: for a degree n >= 2 disc lc(f) = (-1)^(n (n - 1) / 2) res(f, f')."""
    n = max((e[-1] for e in f), default=-1)
    if n < 2:
        return found == (1 if n == 1 else 0)
    sign = -1 if n * (n - 1) // 2 % 2 else 1
    return is_resultant(f, derivative(f), found * found.context().from_dict(rows(f)[-1]) * sign, kept, rng)


class Field:
    """A field with p^k > 2^60 elements, and a random one of them for each of some variables."""

    def __init__(self, p, variables, rng):
        self.p = p
        self.context = flint.fq_default_ctx(p, math.ceil(60 / math.log2(p)) + 1)
        self.polynomials = flint.fq_default_poly_ctx(self.context)
        self.point = [self.context([rng.randrange(p) for _ in range(self.context.degree())]) for _ in range(variables)]

    def at(self, terms):
        """The value of integer terms at the point, a variable after the other by Horner's rule."""
        for x in reversed(self.point):
            inner = collections.defaultdict(dict)
            for e, c in terms.items():
                inner[e[:-1]][e[-1]] = self.context(int(c) % self.p) if isinstance(c, int) else c
            terms = {}
            for e, row in inner.items():
                terms[e] = self.polynomials([row.get(i, self.context(0)) for i in range(max(row) + 1)])(x)
        return terms.get((), self.context(0))

    def resultant(self, a, b):
        """The determinant of the Sylvester matrix of lists of values, of which the last ones may be 0."""
        p, q, one = len(a) - 1, len(b) - 1, self.context(1)
        if p == 0 or q == 0:
            return a[0] ** q if p == 0 else b[0] ** p
        f, g = self.polynomials(a), self.polynomials(b)
        if (f.degree() < p and g.degree() < q) or f == 0 or g == 0:
            return self.context(0)
        # Rows of the matrix whose first entry is the only one of its column.
        result = (-g[q] if q % 2 else g[q]) ** (p - f.degree()) if f.degree() < p else one
        result *= f[p] ** (q - g.degree()) if g.degree() < q else one
        while g.degree() > 0:
            rest = f % g
            if rest == 0:
                return self.context(0)
            result *= g[g.degree()] ** (f.degree() - rest.degree())
            if f.degree() * g.degree() % 2:
                result = -result
            f, g = g, rest
        return result * g[0] ** f.degree()

    def discriminant(self, a):
        """That of a list of values; with a leading 0 it is the square of the next one times the discriminant of the rest."""
        n = len(a) - 1
        if n == 1:
            return self.context(1)
        if a[-1] == 0:
            return a[-2] ** 2 * self.discriminant(a[:-1])
        result = self.resultant(a, [k * c for k, c in enumerate(a)][1:]) / a[-1]
        return -result if n * (n - 1) // 2 % 2 else result


def determinant(rows, one):
    """The determinant of a matrix over a field, by elimination."""
    rows, value = [list(row) for row in rows], one
    for k in range(len(rows)):
        i = next((i for i in range(k, len(rows)) if rows[i][k] != 0), None)
        if i is None:
            return 0 * one
        if i != k:
            rows[i], rows[k], value = rows[k], rows[i], -value
        value *= rows[k][k]
        for row in rows[k + 1 :]:
            if row[k] != 0:
                factor = row[k] / rows[k][k]
                row[k:] = [x - factor * y for x, y in zip(row[k:], rows[k][k:])]
    return value


def is_determinant(inputs, answer, p, rng):
    """Whether the answer is the determinant of the matrix of all inputs, row by row, over Z or modulo p."""
    names, n = answer["vars"], math.isqrt(len(inputs))
    assert set(names) == {name for data in inputs for name in data["vars"]}, "not the variables of the input"
    entries, found = [over(data, names) for data in inputs], over(answer, names)
    square = lambda values: [values[i * n : (i + 1) * n] for i in range(n)]
    if p is not None:
        field = Field(p, len(names), rng)
        in_range = all(0 <= c < p for c in found.values())
        one = field.context(1)
        return in_range and one * field.at(found) == determinant(square([one * field.at(terms) for terms in entries]), one)
    if not names:
        values, found = [terms.get((), 0) for terms in entries], found.get((), 0)
    else:
        context, point = flint.fmpz_mpoly_ctx.get(names, "lex"), [rng.randrange(2**60, 2**61) for _ in names]
        *values, found = (context.from_dict(terms)(*point) for terms in (*entries, found))
    return found == (flint.fmpz_mat(square(values)).det() if n else 1)


def is_image(operation, f, g, found, kept, p, rng):
    """Whether the terms `found` are the answer over Z modulo p: determinants of the degrees over Z, at a random point."""
    if any(not 0 <= c < p for c in found.values()):
        return False
    field = Field(p, len(kept), rng)
    a, b = rows(f), rows(g)
    if operation == "resultant":
        expected = field.resultant([field.at(row) for row in a], [field.at(row) for row in b]) if f and g else 0
    else:
        expected = field.discriminant([field.at(row) for row in a]) if len(a) > 1 else 0
    return field.at(found) == expected


def is_eliminated(problem, rng):
    """Whether a resultant or a discriminant is right."""
    variable, p, operation = problem["variable"], problem["modulus"], problem["operation"]
    [answer] = problem["answer"]
    kept = answer["vars"]
    assert set(kept) | {variable} == {name for data in problem["inputs"] for name in data["vars"]}, "not the variables of the input"
    f, *rest = (over(data, [*kept, variable]) for data in problem["inputs"])
    found = over(answer, kept)
    g = rest[0] if rest else {}
    if p is not None:
        return is_image(operation, f, g, found, kept, p, rng)
    found = flint.fmpz_mpoly_ctx.get(kept, "lex").from_dict(found)
    return is_resultant(f, g, found, kept, rng) if operation == "resultant" else is_discriminant(f, found, kept, rng)


def is_gcd(f, g, answers):
    """Whether the answers are the GCD of f and g with a positive leading coefficient, and the cofactors where there are three."""
    names = answers[0]["vars"]
    terms = [over(data, names) for data in (f, g, *answers)]
    if len(names) == 1:
        f, g, h, *cofactors = (dense(t) for t in terms)
    else:
        context = flint.fmpz_mpoly_ctx.get(names, "lex")
        f, g, h, *cofactors = (context.from_dict(t) for t in terms)
    expected = f.gcd(g)
    leading = answers[0]["terms"][0][0] if answers[0]["terms"] else "0"
    # FLINT has signs of its own.
    right = not leading.startswith("-") and h in (expected, -expected)
    return right and all(h * a == of for a, of in zip(cofactors, (f, g)))


def is_squarefree(problem):
    """Whether a squarefree decomposition is right."""
    [f], (content, *factors) = problem["inputs"], problem["answer"]
    names = f["vars"]
    f, content, *factors = (dense(over(data, names)) for data in (f, content, *factors))
    if f == 0:
        return content == 0 and not factors
    c, parts = f.factor_squarefree()
    found = list(zip(factors, problem["powers"], strict=True))
    return content == flint.fmpz_poly([c]) and found == sorted(((s, int(k)) for s, k in parts), key=lambda part: part[1])


def is_part(problem):
    """Whether a squarefree part is right."""
    data, answer = problem["inputs"][0], problem["answer"][0]
    f, part = (dense(over(h, data["vars"])) for h in (data, answer))
    return part == (math.prod((s for s, _ in f.factor_squarefree()[1]), start=flint.fmpz_poly([1])) if f != 0 else 0)


def is_gcd_of_list(inputs, answer):
    """Whether the answer is the GCD of all inputs."""
    names = answer["vars"]
    context = flint.fmpz_mpoly_ctx.get(names, "lex")
    *polynomials, h = (context.from_dict(over(data, names)) for data in (*inputs, answer))
    expected = context.from_dict({})
    for f in polynomials:
        expected = expected.gcd(f)
    return h in (expected, -expected) and not (answer["terms"] and answer["terms"][0][0].startswith("-"))


def is_right(problem, rng):
    """Whether the answer to a problem is right."""
    operation, inputs, answer = problem["operation"], problem["inputs"], problem["answer"]
    if operation in ("resultant", "discriminant"):
        return is_eliminated(problem, rng)
    if operation == "determinant":
        [answer] = answer
        return is_determinant(inputs, answer, problem["modulus"], rng)
    if operation in ("chain", "principal", "combination", "adjugate"):
        # compare_lists.py compares these; here they show the choices of the CPU.
        return True
    if operation == "squarefree":
        return is_squarefree(problem)
    if operation == "part":
        return is_part(problem)
    if operation == "list":
        [answer] = answer
        return is_gcd_of_list(inputs, answer)
    if operation == "batch":
        pairs = zip(inputs[::2], inputs[1::2], answer, strict=True)
        return all(is_gcd(f, g, [h]) for f, g, h in pairs)
    # f = g = 0 has no cofactors.
    wanted = 3 if operation == "cofactors" and any(f["terms"] for f in inputs) else 1
    return len(answer) == wanted and is_gcd(*inputs, answer)


def judge(lines):
    """Counts, the problems with wrong answers, and the longest time with its place."""
    counts, wrong, longest = collections.Counter(), [], (0, "")
    for line in lines:
        problem = json.loads(line)
        if problem["refused"]:
            counts[f"{problem['operation']}, refused: {problem['refused']}"] += 1
            continue
        start = time.monotonic()
        try:
            right, why = (False, problem["failed"]) if problem["failed"] else (is_right(problem, random.Random(problem["place"])), "")
        except (AssertionError, ValueError, ZeroDivisionError, ArithmeticError, flint.DomainError) as error:
            right, why = False, f"{type(error).__name__}: {error}"
        longest = max(longest, (time.monotonic() - start, problem["place"]))
        counts[problem["operation"]] += 1
        if not right:
            wrong.append((why, line.decode()))
    return counts, wrong, longest


def chunks(lines, room):
    """Lists of lines, as long as there is room for them."""
    while chunk := list(itertools.islice(lines, CHUNK)):
        room.acquire()
        yield chunk


def main():
    o = options()
    command = [o.program, "--print", "--threads", "1"]
    for name in ("seed", "first", "small", "medium"):
        command += [f"--{name}", str(getattr(o, name))]
    print(" ".join(command), flush=True)
    counts, wrong, longest = collections.Counter(), 0, (0, "")
    start = told = time.monotonic()
    room = threading.Semaphore(WAITING)
    with multiprocessing.Pool(o.processes) as pool, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as run:
        for more, bad, slow in pool.imap_unordered(judge, chunks(run.stdout, room)):
            room.release()
            counts += more
            longest = max(longest, slow)
            for why, line in bad:
                wrong += 1
                problem = json.loads(line)
                print(f"DISAGREEMENT: {problem['place']}\n{why}\n{line}", flush=True)
            if time.monotonic() - told > BETWEEN:
                told = time.monotonic()
                print(f"{counts.total()} problems, {wrong} disagreements, {told - start:.0f} s", flush=True)
    for what, count in sorted(counts.items()):
        print(f"{count:8} {what}")
    print(f"{counts.total()} problems in {time.monotonic() - start:.0f} s, the longest {longest[0]:.2f} s: {longest[1]}")
    # A program that ends early has not done what it was asked for.
    short = counts.total() != o.small + o.medium or run.returncode
    print(f"{wrong} disagreements" + (f"; the program ended with status {run.returncode}" if short else ""))
    return 1 if wrong or short else 0


if __name__ == "__main__":
    sys.exit(main())
