#!/usr/bin/env python3
"""Writes tests/data/determinants.jsonl: make_determinants.py [FOLDER]

Each line is {"name", "vars", "rows", "expected"}: a square matrix with its entries as text over `vars`, of which some may not occur, and its
determinant. Entries and answer may have fractions. FLINT (expansion by minors, or elimination with exact divisions) and PARI (matdet) agree on every
line, and so do determinants of integer matrices at integer points, or nothing is written. Fixed seed.
"""

import itertools
import json
import math
import os
import random
import sys
from fractions import Fraction

import flint
from cypari import pari

sys.set_int_max_str_digits(0)
pari.allocatemem(10**9, 4 * 10**9, silent=True)
NAMES = ["r", "s", "t", "u", "v", "x", "y", "z"]
CONTEXT = flint.fmpz_mpoly_ctx.get(NAMES, "lex")
R, S, T, U, V, X, Y, Z = GENERATORS = CONTEXT.gens()
ONE = CONTEXT.from_dict({(0,) * len(NAMES): 1})
ZERO = 0 * ONE
SEED = 27182
# Up to how many rows FLINT expands by minors.
MINORS = 9
# Primes that engines take first, and others at which something vanishes.
PRIMES = 1431655681 * 1431655649 * 1125899906842597


def by_minors(m):
    """The determinant by Laplace's expansion, minors of the first rows for all sets of columns."""
    minors = {0: ONE}
    for row in m:
        longer = {}
        for columns, minor in minors.items():
            sign = 1
            # Columns from the last one: each that is there changes the sign.
            for j in reversed(range(len(m))):
                if columns >> j & 1:
                    sign = -sign
                elif row[j] != 0:
                    key = columns | 1 << j
                    longer[key] = longer.get(key, ZERO) + sign * row[j] * minor
        minors = {key: minor for key, minor in longer.items() if minor != 0}
    return minors.get((1 << len(m)) - 1, ZERO)


def by_elimination(m):
    """The determinant by Bareiss' elimination."""
    m, n, sign, before = [list(row) for row in m], len(m), 1, ONE
    for k in range(n):
        pivots = [(len(m[i][k].to_dict()), i) for i in range(k, n) if m[i][k] != 0]
        if not pivots:
            return ZERO
        _, i = min(pivots)
        if i != k:
            m[i], m[k], sign = m[k], m[i], -sign
        for i in range(k + 1, n):
            for j in range(k + 1, n):
                m[i][j] = m[k][k] * m[i][j] - m[i][k] * m[k][j]
                if before != 1:
                    m[i][j], rest = divmod(m[i][j], before)
                    assert rest == 0
        before = m[k][k]
    return sign * (m[-1][-1] if n else ONE)


def by_pari(m):
    """The determinant by PARI, for FLINT."""
    n = len(m)
    answer = pari.matrix(n, n, [pari(str(f)) for row in m for f in row]).matdet() if n else pari(1)
    return lambda other: answer == pari(str(other))


def determinant(m, rng):
    """The determinant of a matrix of polynomials, in all ways."""
    n = len(m)
    if all(f.is_constant() for row in m for f in row):
        answer = int(flint.fmpz_mat([[int(f.leading_coefficient()) if f != 0 else 0 for f in row] for row in m]).det()) * ONE if n else ONE
    else:
        answer = by_minors(m) if n <= MINORS else by_elimination(m)
    assert by_pari(m)(answer), f"FLINT and PARI differ: {m}"
    for _ in range(3):
        point = [rng.randrange(-6, 7) for _ in NAMES]
        values = [[int(f(*point)) for f in row] for row in m]
        assert int(answer(*point)) == (int(flint.fmpz_mat(values).det()) if n else 1), f"{m} at {point}"
    return answer


def coefficient(rng, bits):
    """An integer of so many bits at most, not 0."""
    return rng.choice([-1, 1]) * rng.randint(1, 2**bits)


def dense(rng, bits, share=1.0, **degrees):
    """A share of all monomials with exponents up to `degrees` (by variable)."""
    spans = [range(degrees.get(name, 0) + 1) for name in NAMES]
    return CONTEXT.from_dict({e: coefficient(rng, bits) for e in itertools.product(*spans) if rng.random() < share})


def sparse(rng, bits, terms, **degrees):
    """So many terms or fewer."""
    exponents = lambda: tuple(rng.randint(0, degrees.get(name, 0)) for name in NAMES)
    return CONTEXT.from_dict({exponents(): coefficient(rng, bits) for _ in range(terms)})


def matrix(n, entry):
    """The matrix of entry(i, j)."""
    return [[entry(i, j) + ZERO for j in range(n)] for i in range(n)]


def product(a, b):
    """The product of two matrices."""
    return [[sum((x * y for x, y in zip(row, column)), ZERO) for column in zip(*b)] for row in a]


def scaled(m, rows, columns):
    """The matrix with its rows and columns multiplied."""
    return [[f * r * c for f, c in zip(row, columns)] for row, r in zip(m, rows)]


def shuffled(rng, m):
    """The matrix with its rows and columns in another order."""
    n = len(m)
    rows, columns = rng.sample(range(n), n), rng.sample(range(n), n)
    return [[m[i][j] for j in columns] for i in rows]


def few(rng, count):
    """So many variables, as degrees."""
    return {name: 1 for name in rng.sample(NAMES, count)}


def generic(rng):
    """No variable to eight, no row to twelve, dense and sparse."""
    yield "empty", []
    yield "one_zero", [[ZERO]]
    for n in (1, 2, 3, 5, 8, 12):
        yield f"integers_{n}", matrix(n, lambda i, j: ONE * rng.randint(-99, 99))
    yield "integers_40", matrix(40, lambda i, j: ONE * rng.randint(-9, 9))
    yield "integers_70_sparse", matrix(70, lambda i, j: ONE * (coefficient(rng, 5) if i == j or rng.random() < 0.04 else 0))
    yield "integers_long", matrix(7, lambda i, j: ONE * coefficient(rng, 700))
    for n in (1, 2, 3, 4, 6, 9, 12):
        yield f"one_dense_{n}", matrix(n, lambda i, j: dense(rng, 8, x=2))
        yield f"one_sparse_{n}", matrix(n, lambda i, j: dense(rng, 16, 0.4, y=4) + 1 if i == j or rng.random() < 0.6 else ZERO)
    yield "one_25_linear", matrix(25, lambda i, j: dense(rng, 4, x=1))
    yield "one_lopsided", matrix(4, lambda i, j: dense(rng, 8, x=60 if (i, j) == (1, 2) else 1))
    yield "one_high", matrix(3, lambda i, j: sparse(rng, 8, 3, x=2000))
    for k, n, degree, bits in ((2, 2, 3, 20), (2, 4, 2, 12), (2, 7, 1, 8), (3, 2, 2, 30), (3, 4, 1, 8), (4, 3, 1, 8), (5, 3, 1, 4), (6, 2, 1, 8), (7, 2, 1, 8), (8, 2, 1, 3)):
        degrees = {name: degree for name in rng.sample(NAMES, k)}
        for share in (1.0, 0.35):
            yield f"several_{k}_{n}_{int(100 * share)}", matrix(n, lambda i, j: dense(rng, bits, share if k < 7 else share / 3, **degrees))
    yield "eight_sparse", matrix(3, lambda i, j: sparse(rng, 8, 2, **few(rng, 8)))
    yield "several_lopsided", matrix(3, lambda i, j: dense(rng, 10, 0.5, x=12, y=1, z=0 if i else 3))
    yield "symbols_3", matrix(3, lambda i, j: GENERATORS[(3 * i + j) % 8] if i + j < 4 else ONE)
    yield "symbols_symmetric", matrix(3, lambda i, j: GENERATORS[i + j + (i == j == 1)])


def singular(rng):
    """Rank deficits of all kinds, and zero patterns."""
    f = lambda: dense(rng, 6, 0.6, x=1, y=1)
    yield "zero_matrix", matrix(4, lambda i, j: ZERO)
    m = matrix(5, lambda i, j: f())
    yield "zero_row", [row if i != 2 else [ZERO] * 5 for i, row in enumerate(m)]
    yield "zero_column", [[g if j != 3 else ZERO for j, g in enumerate(row)] for row in m]
    yield "proportional_rows", [row if i != 4 else [(X - 3 * Y) * g for g in m[1]] for i, row in enumerate(m)]
    yield "equal_columns", [[row[0] if j == 3 else g for j, g in enumerate(row)] for row in m]
    row, column = [f() + 1 for _ in range(6)], [f() + X for _ in range(6)]
    yield "rank_1", [[g * h for h in row] for g in column]
    for n, rank in ((3, 1), (4, 2), (5, 4), (6, 4), (7, 5), (8, 7), (9, 3)):
        left = [[dense(rng, 3, x=1) for _ in range(rank)] for _ in range(n)]
        right = [[dense(rng, 3, x=1) for _ in range(n)] for _ in range(rank)]
        yield f"rank_{rank}_of_{n}", product(left, right)
    yield "integers_rank_9_of_10", product([[ONE * coefficient(rng, 9) for _ in range(9)] for _ in range(10)], [[ONE * coefficient(rng, 9) for _ in range(10)] for _ in range(9)])
    yield "sum_of_rows", [row if i < 4 else [sum(column[:4], ZERO) for column in zip(*m)] for i, row in enumerate(m)]
    yield "structurally_singular", matrix(6, lambda i, j: f() + 1 if j < 2 or i < 3 else ZERO)
    yield "singular_block", shuffled(rng, matrix(6, lambda i, j: (X + i) * (Y + j) if i < 3 and j < 3 else ZERO if i < 3 else f() + 1))
    yield "two_singular_blocks", shuffled(rng, matrix(6, lambda i, j: (X + i % 3) * (Y + j) if i // 3 == j // 3 else ZERO if i < 3 else f()))
    yield "nearly_singular", [[g * h + (1 if i == j else 0) for j, h in enumerate(row)] for i, g in enumerate(column)]
    yield "singular_modulo_7", matrix(4, lambda i, j: dense(rng, 5, x=1) if j else 7 * dense(rng, 5, x=1))
    yield "vanishes_at_roots_of_unity", matrix(3, lambda i, j: (X**6 - 1) * (Y**4 - 1) if i == j else ONE * (i - j))
    yield "pivot_vanishes", matrix(5, lambda i, j: (X - 1) * (X - 2) * (Y - i) if i == j else f())
    yield "zero_modulo_primes", matrix(4, lambda i, j: PRIMES * f() + ONE * (i == j))
    yield "pivots_zero_modulo_primes", matrix(4, lambda i, j: PRIMES * (X + 1) if i == j else f() + 1)


def patterns(rng):
    """Zeros in a pattern, and entries that repeat."""
    f = lambda: dense(rng, 6, 0.7, x=1, z=1) + 1
    yield "upper", matrix(6, lambda i, j: f() if i <= j else ZERO)
    yield "lower", matrix(6, lambda i, j: f() if i >= j else ZERO)
    yield "diagonal", matrix(7, lambda i, j: f() if i == j else ZERO)
    yield "diagonal_of_units", matrix(5, lambda i, j: ONE * (-1) ** i if i == j else ZERO)
    yield "upper_of_units", matrix(6, lambda i, j: f() if i < j else -ONE if i == j else ZERO)
    yield "odd_permutation", matrix(4, lambda i, j: ONE if j == (i + 1) % 4 else ZERO)
    yield "signed_permutation", shuffled(rng, matrix(7, lambda i, j: ONE * (-1) ** (i // 2) if i == j else ZERO))
    yield "permutation_of_monomials", shuffled(rng, matrix(5, lambda i, j: (-2) ** i * X**i * Y ** (4 - i) if i == j else ZERO))
    sizes = [0, 0, 1, 2, 2, 2, 3]
    yield "block_triangular", matrix(7, lambda i, j: f() if sizes[i] <= sizes[j] else ZERO)
    for round in range(3):
        yield f"block_triangular_shuffled_{round}", shuffled(rng, matrix(7, lambda i, j: f() if sizes[i] <= sizes[j] else ZERO))
    yield "block_diagonal_shuffled", shuffled(rng, matrix(8, lambda i, j: f() if i // 2 == j // 2 else ZERO))
    yield "triangular_shuffled", shuffled(rng, matrix(9, lambda i, j: f() if i <= j else ZERO))
    yield "blocks_of_other_variables", shuffled(rng, matrix(6, lambda i, j: dense(rng, 5, **{NAMES[i // 2]: 2}) if i // 2 == j // 2 else ZERO))
    yield "arrow_first", matrix(9, lambda i, j: f() if i * j == 0 or i == j else ZERO)
    yield "arrow_last", matrix(9, lambda i, j: f() if 8 in (i, j) or i == j else ZERO)
    yield "tridiagonal", matrix(12, lambda i, j: dense(rng, 4, x=1) if abs(i - j) < 2 else ZERO)
    yield "tridiagonal_of_integers", matrix(30, lambda i, j: ONE * (2 * (i == j) - (abs(i - j) == 1)))
    yield "tridiagonal_without_diagonal", matrix(8, lambda i, j: f() if abs(i - j) == 1 else ZERO)
    yield "continuant", matrix(12, lambda i, j: X if i == j else (i < j) - (i > j) + ZERO if abs(i - j) == 1 else ZERO)
    yield "hessenberg", matrix(8, lambda i, j: dense(rng, 4, x=1) if i <= j + 1 else ZERO)
    band = [dense(rng, 5, x=1) for _ in range(30)]
    yield "toeplitz", matrix(8, lambda i, j: band[i - j + 8])
    yield "hankel", matrix(8, lambda i, j: band[i + j])
    yield "circulant", matrix(7, lambda i, j: band[(i - j) % 7])
    yield "circulant_of_symbols", matrix(4, lambda i, j: [R, S, T, U][(j - i) % 4])
    yield "vandermonde_of_symbols", matrix(5, lambda i, j: [R, X, Y, Z, T][i] ** j)
    yield "vandermonde_with_equal_nodes", matrix(5, lambda i, j: [R, X, Y, X, T][i] ** j)
    yield "vandermonde_of_polynomials", matrix(5, lambda i, j: (X**2 + i * X - 3 * i) ** j)
    a, b = [dense(rng, 5, x=1, y=1) for _ in range(4)], [dense(rng, 5, x=2) for _ in range(5)]
    yield "sylvester", [[ZERO] * i + a + [ZERO] * (3 - i) for i in range(4)] + [[ZERO] * i + b + [ZERO] * (2 - i) for i in range(3)]
    for n in (4, 6, 7):
        upper = {(i, j): dense(rng, 5, x=1, y=1) for i in range(n) for j in range(i + 1, n)}
        yield f"skew_{n}", matrix(n, lambda i, j: upper[i, j] if i < j else -upper[j, i] if j < i else ZERO)
    pool = [X, Y, -X, -Y, X + Y, -X - Y, ONE, -ONE, ZERO]
    for n in (3, 5, 8):
        yield f"repeated_{n}", matrix(n, lambda i, j: rng.choice(pool))
    yield "all_equal_but_one", matrix(6, lambda i, j: Y if i == j == 3 else X)
    yield "characteristic", matrix(10, lambda i, j: X * (i == j) - rng.randint(-9, 9))
    yield "characteristic_of_nilpotent", matrix(9, lambda i, j: X * (i == j) - (j == i + 1))
    yield "companion", matrix(7, lambda i, j: X * (i == j) - (i == j + 1) + (ONE * coefficient(rng, 20) if j == 6 else ZERO))


def factors(rng):
    """Contents, powers of variables, common divisors of exponents, huge coefficients, variables that hardly occur."""
    f = lambda: dense(rng, 6, 0.7, x=1, z=1) + 1
    m = lambda n: matrix(n, lambda i, j: f())
    yield "contents_of_rows", scaled(m(4), [30030, -1, 2**70, 6], [1] * 4)
    yield "contents_of_columns", scaled(m(4), [1] * 4, [-6, 35, 1, 3**50])
    yield "contents_of_both", scaled(m(4), [4, 6, 9, -10], [15, 14, 1, 22])
    yield "polynomial_contents", scaled(m(3), [X - 1, Z, X + Z], [ONE, X * Z - 1, ONE])
    yield "monomials_by_rows", scaled(m(4), [X**3, Z, X * Z**5, ONE], [ONE] * 4)
    yield "monomials_by_columns", scaled(m(4), [ONE] * 4, [Z**2, X, ONE, X**40])
    yield "monomials_by_both", scaled(m(4), [X**3, Z, X * Z**5, ONE], [Z**2, X, Y, X**40])
    yield "monomial_rows", matrix(5, lambda i, j: coefficient(rng, 5) * X ** rng.randint(0, 30) * Y ** rng.randint(0, 9) if i < 3 else f())
    yield "all_monomials", matrix(6, lambda i, j: coefficient(rng, 5) * X ** rng.randint(0, 60))
    yield "powers_differ", matrix(5, lambda i, j: X ** abs(7 * i - 3 * j) * (dense(rng, 5, x=1) + 1))
    yield "powers_differ_in_two", matrix(4, lambda i, j: X ** abs(7 * i - 5 * j) * Y ** abs(3 * i - 4 * j) * (dense(rng, 5, x=1) + 1))
    yield "powers_cancel", matrix(4, lambda i, j: X ** (100 * i) * Z ** (90 * (3 - j)) * f())
    yield "large_powers", matrix(3, lambda i, j: X ** (10**7 * (i + 1) + 10**6 * j) * (ONE + i * j * Y + j))
    yield "deflated", matrix(4, lambda i, j: f().compose(R, S, T, U, V, X**6, Y, Z**4))
    yield "deflated_and_shifted", scaled(matrix(4, lambda i, j: f().compose(R, S, T, U, V, X**6, Y, Z**4)), [X, X**2 * Z, ONE, Z**3], [X**5, ONE, ONE, Z])
    yield "deflated_outside_of_blocks", matrix(4, lambda i, j: f().compose(R, S, T, U, V, X**6, Y, Z**4) if i <= j and i == j else X * Y if i < j else ZERO)
    yield "huge", matrix(2, lambda i, j: coefficient(rng, 100_000) * X + coefficient(rng, 10))
    yield "one_huge", matrix(4, lambda i, j: f() + (2**9000 * X if (i, j) == (1, 2) else 0))
    yield "unused_variables", matrix(3, lambda i, j: f())
    yield "variable_of_a_factor", scaled(m(3), [Y**3, ONE, ONE], [ONE, Y, ONE])
    yield "variable_outside_of_blocks", matrix(4, lambda i, j: f() if i == j else T * Y if i < j else ZERO)
    yield "variable_in_one_entry", matrix(4, lambda i, j: f() + (Y**5 if (i, j) == (2, 0) else 0))
    yield "row_of_constants", matrix(5, lambda i, j: ONE * coefficient(rng, 5) if i == 3 else f())
    yield "column_of_constants", matrix(5, lambda i, j: ONE * coefficient(rng, 5) if j == 1 else f())
    yield "units_and_symbols", matrix(5, lambda i, j: X if (i, j) == (0, 0) else ONE * (-1) ** (i * j))
    yield "negative_of_units", matrix(1, lambda i, j: -ONE)
    yield "monomial", matrix(1, lambda i, j: -6 * X**5 * Z)
    yield "degrees_by_rows", matrix(5, lambda i, j: dense(rng, 5, x=3 * i))
    yield "degrees_by_columns", matrix(5, lambda i, j: dense(rng, 5, y=3 * j))
    yield "degrees_cancel", product(matrix(4, lambda i, j: X**7 * f() if i < j else ONE * (i == j)), matrix(4, lambda i, j: Z**5 * f() if i > j else ONE * (i == j)))


def text(terms):
    """Terms {exponents: fraction} as text."""
    pieces = []
    for e, c in sorted(terms.items(), reverse=True):
        monomial = "*".join(name if k == 1 else f"{name}^{k}" for name, k in zip(NAMES, e) if k)
        body = monomial if monomial and abs(c) == 1 else f"{abs(c)}*{monomial}" if monomial else str(abs(c))
        pieces.append((" - " if c < 0 else " + ") + body if pieces else ("-" if c < 0 else "") + body)
    return "".join(pieces) or "0"


def over(f, divisor):
    """The terms of f / divisor."""
    return {tuple(map(int, e)): Fraction(int(c), divisor) for e, c in f.to_dict().items()}


def record(name, m, rng, divisors=None):
    """One line; sometimes with variables that do not occur, and in another order. Entry (i, j) is divided by divisors[i][j]."""
    answer = determinant(m, rng)
    rows = [[text(over(f, 1)) for f in row] for row in m]
    expected = text(over(answer, 1))
    if divisors is not None:
        # Numerators that make up for the divisors: the matrix of m[i][j] / divisors[i][j].
        common = [math.lcm(*row) for row in divisors]
        cleared = [[f * (c // d) for f, d in zip(row, line)] for row, line, c in zip(m, divisors, common)]
        rows = [[text(over(f, d)) for f, d in zip(row, line)] for row, line in zip(m, divisors)]
        expected = text(over(determinant(cleared, rng), math.prod(common)))
    occur = [any(e[k] for row in m for f in row for e in f.to_dict()) for k in range(len(NAMES))]
    names = [name for name, occurs in zip(NAMES, occur) if occurs or rng.random() < 0.15 or name == "s" and "unused" in name]
    if rng.random() < 0.25:
        rng.shuffle(names)
    return json.dumps({"name": name, "vars": names, "rows": rows, "expected": expected}, separators=(",", ":"))


def rational(rng):
    """Matrices with the divisors of their entries."""
    divisors = lambda n: [[rng.choice([1, 2, 3, 6, 35]) for _ in range(n)] for _ in range(n)]
    yield "rational", matrix(4, lambda i, j: dense(rng, 6, 0.7, x=1, z=1)), divisors(4)
    yield "rational_integers", matrix(6, lambda i, j: ONE * coefficient(rng, 9)), divisors(6)
    yield "rational_hilbert", matrix(7, lambda i, j: ONE), [[i + j + 1 for j in range(7)] for i in range(7)]
    yield "rational_singular", matrix(3, lambda i, j: X + i), divisors(1) * 0 + [[2] * 3, [3] * 3, [5] * 3]


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "..", "..", "tests", "data")
    rng = random.Random(SEED)
    lines = [record(name, m, rng) for make in (generic, singular, patterns, factors) for name, m in make(rng)]
    lines += [record(name, m, rng, divisors) for name, m, divisors in rational(rng)]
    names = [json.loads(line)["name"] for line in lines]
    assert len(set(names)) == len(names), "two cases have one name"
    with open(os.path.join(folder, "determinants.jsonl"), "w") as out:
        out.write("\n".join(lines) + "\n")
    print(f"{len(lines)} cases, {sum(map(len, lines)) + len(lines)} bytes")


if __name__ == "__main__":
    main()
