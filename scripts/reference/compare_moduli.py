#!/usr/bin/env python3
"""Runs GCDs, extended ones, squarefree decompositions, resultants, discriminants and determinants modulo primes of up to 256 bits, and compares with FLINT.

  compare_moduli.py [PROGRAM] [--count N] [--seed S] [--kinds A,B] [--primes P,Q] [-- OPTION ..]

PROGRAM is target/release/eliminant by default; N problems of each kind and prime, 12 by default, every second one degenerate: common factors, contents,
monomials, zeros, constants, powers, multiples of the prime, leading coefficients that it divides. GCDs are those of FLINT, in one to four variables, dense and
sparse; combinations are multiplied out; factors must multiply back, be coprime, and have no factor in common with all of their derivatives. Resultants,
discriminants and determinants are those over Z, by elimination without fractions (Bareiss), reduced. What follows -- goes to the program, as --backend cuda.
Exit status: 0 if all answers agree, 1 with the first one that does not.
"""

import argparse
import json
import os
import random
import subprocess
import sys

import flint

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.path.join(HERE, "..", "..", "target", "release", "eliminant")
NAMES = ["x", "y", "z", "t"]
RING = flint.fmpz_mpoly_ctx.get(NAMES, flint.Ordering.lex)
X, Y, Z, T = RING.gens()
ONE, ZERO = RING.constant(1), RING.constant(0)


def next_prime(n):
    n += 1
    while not flint.fmpz(n).is_prime():
        n += 1
    return n


def previous_prime(n):
    n -= 1
    while not flint.fmpz(n).is_prime():
        n -= 1
    return n


# Around the bounds of the ways to compute: 2, which has tables and bits of its own, and one, two, three and four words.
PRIMES = [2, 3, 5, previous_prime(2**15), next_prime(2**15), 2**31 - 1, next_prime(2**31), next_prime(2**32), 2**61 - 1, next_prime(2**61)]
PRIMES += [2**63 - 25, next_prime(2**63), previous_prime(2**64), next_prime(2**64), 2**127 - 1, previous_prime(2**128), next_prime(2**128)]
PRIMES += [previous_prime(2**192), next_prime(2**192), previous_prime(2**254), 2**255 - 19, previous_prime(2**256)]


class Fault(Exception):
    pass


def check(holds, what):
    if not holds:
        raise Fault(what)


class Field:
    """The ring of polynomials modulo a prime."""

    def __init__(self, p):
        self.p = p
        self.ring = flint.fmpz_mod_mpoly_ctx.get(NAMES, p, flint.Ordering.lex)
        self.values = dict(zip(NAMES, self.ring.gens()))
        self.one = self.ring.constant(1)

    def image(self, f):
        terms = {e: int(c) % self.p for e, c in f.to_dict().items()}
        return self.ring.from_dict({e: c for e, c in terms.items() if c})

    def of_terms(self, polynomial):
        """From JSON; every coefficient is a representative."""
        places = [NAMES.index(name) for name in polynomial["vars"]]
        terms = {}
        for c, exponents in polynomial["terms"]:
            check(0 < int(c) < self.p, f"{c} is no representative")
            key = [0] * len(NAMES)
            for place, e in zip(places, exponents):
                key[place] = e
            terms[tuple(key)] = int(c)
        return self.ring.from_dict(terms)

    def of_text(self, text):
        """A sum of monomials, with representatives."""
        terms = {}
        for term in text.replace(" ", "").split("+"):
            c, key = 1, [0] * len(NAMES)
            for factor in term.split("*"):
                name, _, e = factor.partition("^")
                if name in NAMES:
                    key[NAMES.index(name)] = int(e or 1)
                else:
                    c = int(name)
                    check(0 <= c < self.p, f"{c} is no representative")
            terms[tuple(key)] = c
        return self.ring.from_dict({e: c for e, c in terms.items() if c})

    def lead(self, f):
        terms = f.to_dict()
        return int(terms[max(terms)]) if terms else 0

    def monic(self, f):
        return f * pow(self.lead(f), -1, self.p) if f != 0 else f

    def gcd(self, f, g):
        # One with a constant, whatever FLINT makes of it.
        if f == 0 or g == 0:
            return self.monic(f + g)
        return self.monic(f.gcd(g))

    def is_squarefree(self, f):
        common = f
        for k in range(len(NAMES)):
            common = self.gcd(common, f.derivative(k))
        return common == 1


def coefficient(f, k):
    """Of y^k."""
    return RING.from_dict({(e[0], 0, e[2], e[3]): c for e, c in f.to_dict().items() if e[1] == k})


def degree(f):
    """In y."""
    return max((e[1] for e in f.to_dict()), default=-1)


def determinant(matrix):
    """By elimination without fractions."""
    m = [list(row) for row in matrix]
    sign, before = 1, ONE
    for k in range(len(m)):
        pivot = next((i for i in range(k, len(m)) if m[i][k] != 0), None)
        if pivot is None:
            return ZERO
        if pivot != k:
            m[k], m[pivot], sign = m[pivot], m[k], -sign
        for i in range(k + 1, len(m)):
            for j in range(k + 1, len(m)):
                m[i][j] = (m[k][k] * m[i][j] - m[i][k] * m[k][j]) / before
        before = m[k][k]
    return before * sign


def resultant(f, g):
    """The determinant of Sylvester's matrix, over Z."""
    p, q = degree(f), degree(g)
    rows = [[coefficient(f, p - j + i) if 0 <= p - j + i <= p else ZERO for j in range(p + q)] for i in range(q)]
    rows += [[coefficient(g, q - j + i) if 0 <= q - j + i <= q else ZERO for j in range(p + q)] for i in range(p)]
    return determinant(rows)


def polynomial(rng, p, variables, terms, degree):
    """Some terms with coefficients around the prime, short ones and longer ones."""
    bits = rng.choice([2, 20, p.bit_length(), p.bit_length() + 70])

    def exponents():
        return tuple(rng.randint(0, degree) if k < variables else 0 for k in range(len(NAMES)))

    return RING.from_dict({exponents(): rng.randint(-(2**bits), 2**bits) for _ in range(terms)})


def shape(rng):
    """Variables, terms, and a degree: dense or sparse."""
    variables = rng.randint(1, 4)
    return (variables, *rng.choice([(rng.randint(1, 5), rng.choice([9, 60])), (rng.randint(4, 14), 4 - variables // 2), (2, 300)]))


def pair(rng, p, degenerate, of):
    """h a and h b, of one of the hard kinds where that is asked for."""
    h, a, b = (polynomial(rng, p, *of) for _ in range(3))
    x = X
    kind = rng.randrange(13) if degenerate else -1
    if kind == 0:
        return h, ZERO
    if kind == 1:
        return RING.constant(rng.randint(-9, 9)), h
    if kind == 2:
        return h * x ** rng.randint(1, 5), h * x**2 + ZERO
    if kind == 3:
        return h, h * rng.randint(1, 9)
    if kind == 4:
        return h * a, h
    if kind == 5:
        return h * p, a
    if kind == 6:
        # The leading terms vanish.
        return (h + p * x ** rng.randint(400, 500)) * a, (h + p * x ** rng.randint(400, 500)) * b
    if kind == 7:
        return h * a * 6, h * a * 15 + p * b
    if kind == 8:
        # x for x^k.
        k = rng.randint(2, 5)
        spread = lambda f: RING.from_dict({tuple(k * e for e in m): c for m, c in f.to_dict().items()})
        return spread(h * a), spread(h * b)
    if kind == 9:
        return h * a, h * (a + 1)
    if kind == 10:
        h *= (x - 1) ** rng.randint(1, 3)
    if kind == 11:
        return a, b
    if kind == 12:
        h *= polynomial(rng, p, of[0], 2, 1)
    return h * a, h * b


class One:
    """Problems that the program solves one by one."""

    def answers(self, run, p, problems):
        return [json.loads(run([self.command, *problem, "--vars", ",".join(NAMES), "--modulus", str(p), "--format", "json", *self.more])) for problem in problems]


class Batch:
    """Problems that it reads from a file."""

    def answers(self, run, p, problems):
        text = run([self.command, "--batch", "-", "--modulus", str(p)], "".join(json.dumps(problem) + "\n" for problem in problems))
        return [json.loads(line) for line in text.splitlines()]


class Gcd(One):
    command, more = "gcd", ["--cofactors"]

    def problem(self, rng, p, degenerate):
        return [str(f) for f in pair(rng, p, degenerate, shape(rng))]

    def check(self, field, problem, answer):
        f, g = (field.image(parse(text)) for text in problem)
        h = field.of_terms(answer["gcd"])
        check(h == field.gcd(f, g), "differs from FLINT")
        if h == 0:
            return
        a, b = (field.of_terms(c) for c in answer["cofactors"])
        check(h * a == f and h * b == g, "the products differ")
        check(field.lead(h) == 1, "the leading coefficient is not 1")


class Extended(Batch):
    command = "xgcd"

    def problem(self, rng, p, degenerate):
        f, g = pair(rng, p, degenerate, (1, rng.randint(1, 9), rng.choice([3, 9, 40])))
        return {"f": str(f), "g": str(g)}

    def check(self, field, problem, answer):
        f, g = (field.image(parse(problem[name])) for name in "fg")
        h, (s, t) = field.of_text(answer["gcd"]), (field.of_text(c) for c in answer["combination"])
        check(h == field.gcd(f, g), "differs from FLINT")
        check(s * f + t * g == h, "is no combination")

        def length(f):
            return max((e[0] + 1 for e in f.to_dict()), default=0)

        # Constants and zeros have conventions of their own.
        if length(f) > length(h) and length(g) > length(h):
            check(length(s) <= length(g) - length(h) and length(t) <= length(f) - length(h), "is not the least combination")


class Squarefree(One):
    command, more = "squarefree", []

    def problem(self, rng, p, degenerate):
        variables = rng.randint(1, 4)
        factors = [polynomial(rng, p, variables, rng.randint(1, 3), 2) for _ in range(3)]
        powers = [1, 2, 3]
        if degenerate:
            kind = rng.randrange(6)
            if kind == 0 and p < 6:
                # Multiples of the prime, as multiplicities and as exponents.
                powers = [p, 1, p + 1] if p < 4 else [p, 1, 2]
            elif kind == 1:
                factors[0] = factors[1]
            elif kind == 2:
                factors[0] *= X * Y
            elif kind == 3:
                factors[0] = RING.constant(rng.choice([0, 1, -5, p]))
            elif kind == 4:
                factors[0] += p * X**50
                powers = [2, 1, 1]
            else:
                factors, powers = [X**2 + Y, Y + 3], [rng.randint(1, 9), rng.randint(1, 9)]
        product = ONE
        for factor, power in zip(factors, powers):
            product *= factor**power
        return [str(product)]

    def check(self, field, problem, answer):
        f = field.image(parse(problem[0]))
        product = field.one * int(answer["content"])
        check(0 <= int(answer["content"]) < field.p, "the content is no representative")
        before, seen = 0, []
        for line in answer["factors"]:
            factor, multiplicity = field.of_terms(line["factor"]), line["multiplicity"]
            check(multiplicity > before and field.lead(factor) == 1 and factor != 1, "form")
            check(field.is_squarefree(factor), "a factor is there twice")
            check(all(field.gcd(factor, other) == 1 for other in seen), "factors are not coprime")
            before, product = multiplicity, product * factor**multiplicity
            seen.append(factor)
        check(product == f, "the product differs")


def in_y(rng, p, of):
    """In y and at most two others, of this degree in y."""
    total = ZERO
    for k in range(of + 1):
        if k == of or rng.random() < 0.7:
            c = polynomial(rng, p, 1, rng.randint(1, 2), 3)
            total += Y**k * (c if c != 0 else ONE) * Z ** rng.choice([0, 0, 1])
    return total


class Resultant(Batch):
    command = "resultant"

    def problem(self, rng, p, degenerate):
        f, g = (in_y(rng, p, rng.randint(1, 4)) for _ in range(2))
        if degenerate:
            kind = rng.randrange(5)
            if kind == 0:
                h = in_y(rng, p, 1)
                f, g = f * h, g * h
            elif kind == 1:
                # A degree that is less modulo the prime: the answer is that over Z, reduced.
                f += p * Y ** (degree(f) + 1)
            elif kind == 2:
                f, g = f * X**2, g * Y
            elif kind == 3:
                f, g = f.compose(X, Y**2, Z, T), g.compose(X, Y**2, Z, T)
            else:
                g = in_y(rng, p, 0)
        return {"f": str(f), "g": str(g), "var": "y"}

    def check(self, field, problem, answer):
        f, g = (parse(problem[name]) for name in "fg")
        check(field.of_text(answer["resultant"]) == field.image(resultant(f, g)), "differs from the determinant")


class Discriminant(Batch):
    command = "discriminant"

    def problem(self, rng, p, degenerate):
        f = in_y(rng, p, rng.randint(1, 4))
        if degenerate:
            kind = rng.randrange(4)
            if kind == 0:
                f *= in_y(rng, p, 1) ** 2
            elif kind == 1:
                f += p * Y ** (degree(f) + 1)
            elif kind == 2:
                f = f.compose(X, Y**2, Z, T)
            else:
                f *= Y * X
        return {"f": str(f), "var": "y"}

    def check(self, field, problem, answer):
        f = parse(problem["f"])
        n = degree(f)
        expected = ONE
        if n > 1:
            expected = (-1) ** (n * (n - 1) // 2) * resultant(f, f.derivative(1)) / coefficient(f, n)
        check(field.of_text(answer["discriminant"]) == field.image(expected), "differs from the determinant")


class Determinant(Batch):
    command = "det"

    def problem(self, rng, p, degenerate):
        n = rng.randint(1, 4)
        m = [[polynomial(rng, p, 2, rng.randint(0, 3), 2) for _ in range(n)] for _ in range(n)]
        if degenerate:
            i, j = rng.randrange(n), rng.randrange(n)
            kind = rng.randrange(3)
            if kind == 0:
                m[i] = [X * entry + p for entry in m[j]]
            elif kind == 1:
                m[i] = [p * entry for entry in m[i]]
            else:
                m[i] = [ZERO if k == j else X**2 * entry for k, entry in enumerate(m[i])]
        return {"matrix": "[" + ", ".join("[" + ", ".join(str(entry) for entry in row) + "]" for row in m) + "]"}

    def check(self, field, problem, answer):
        rows = [[parse(entry) for entry in row.split(", ")] for row in problem["matrix"][2:-2].split("], [")]
        check(field.of_text(answer["determinant"]) == field.image(determinant(rows)), "differs from elimination")


def parse(text):
    """What FLINT printed."""
    return ZERO + eval(text.replace("^", "**"), {"__builtins__": {}}, dict(zip(NAMES, RING.gens())))


KINDS = {
    "gcd": Gcd,
    "xgcd": Extended,
    "squarefree": Squarefree,
    "resultant": Resultant,
    "discriminant": Discriminant,
    "det": Determinant,
}


def main():
    end = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    options = sys.argv[end + 1 :]
    o = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    o.add_argument("program", nargs="?", default=PROGRAM)
    o.add_argument("--count", type=int, default=12)
    o.add_argument("--seed", type=int, default=60)
    o.add_argument("--kinds", default=",".join(KINDS))
    o.add_argument("--primes", default=",".join(map(str, PRIMES)))
    o = o.parse_args(sys.argv[1:end])

    def run(command, text=None):
        done = subprocess.run([o.program, *command, *options], input=text, capture_output=True, text=True)
        if done.returncode:
            raise Fault(f"status {done.returncode} of {' '.join(command)[:2000]}\n{done.stderr[:2000]}")
        return done.stdout

    for name in o.kinds.split(","):
        kind, count = KINDS[name](), 0
        for p in map(int, o.primes.split(",")):
            field = Field(p)
            problems = [kind.problem(random.Random(f"{o.seed}-{name}-{p}-{i}"), p, i % 2 == 1) for i in range(o.count)]
            try:
                answers = kind.answers(run, p, problems)
                check(len(answers) == len(problems), f"{len(answers)} of {len(problems)} answers")
            except Fault as fault:
                print(f"{name} modulo {p}: {fault}")
                return 1
            for problem, answer in zip(problems, answers):
                try:
                    kind.check(field, problem, answer)
                except (Fault, KeyError, ValueError) as fault:
                    print(f"{name} modulo {p}: {type(fault).__name__} {fault}\n{json.dumps(problem)}\n{json.dumps(answer)}")
                    return 1
            count += len(problems)
        print(f"{name}: {count} of {count} agree", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
