"""Subresultants and cofactors against determinants of Sylvester's rows and against SymPy's sequences, on random problems.

ELIMINANT_RANDOM is the number of problems.
"""

from __future__ import annotations

import os
import random
from typing import Any

import eliminant
import pytest

sympy = pytest.importorskip("sympy")

import eliminant.sympy  # noqa: E402

COUNT = int(os.environ.get("ELIMINANT_RANDOM", "100"))
SEED = 50

x, y, a = sympy.symbols("x y a")


def polynomial(rnd: random.Random, degree: int, inner: list[Any]) -> Any:
    """A polynomial in x of this degree, with coefficients in the other variables, some of them 0."""
    gaps = rnd.random() < 0.4
    total = sympy.Integer(0)
    for power in range(degree + 1):
        coefficient = sympy.Integer(0)
        for _ in range(rnd.randint(1, 2)):
            factors = [symbol ** rnd.randint(0, 2) for symbol in inner]
            coefficient += (4 * rnd.randint(-9, 9) + 1) * sympy.prod(factors)
        if power == degree or not gaps or rnd.random() < 0.4:
            total += coefficient * x**power
    return sympy.expand(total)


def pair(rnd: random.Random) -> tuple[Any, Any, list[Any]]:
    """Two polynomials, some with a common factor, and their other variables."""
    inner = rnd.choice([[], [], [y], [y, a]])
    most = {0: 6, 1: 4, 2: 3}[len(inner)]
    f, g = (polynomial(rnd, rnd.randint(0, most), inner) for _ in range(2))
    if rnd.random() < 0.3:
        h = polynomial(rnd, rnd.randint(1, 2), inner[:1])
        f, g = sympy.expand(f * h), sympy.expand(g * h)
    return f, g, inner


def by_definition(f: Any, g: Any, k: int) -> Any:
    """The determinant whose last column has the polynomials themselves."""
    p, q = sympy.degree(f, x), sympy.degree(g, x)
    rows = [f * x**s for s in reversed(range(q - k))] + [g * x**s for s in reversed(range(p - k))]
    size = len(rows)
    polys = [sympy.Poly(row, x) for row in rows]
    entries = [[poly.coeff_monomial(x ** (p + q - k - 1 - j)) for j in range(size - 1)] + [poly.as_expr()] for poly in polys]
    # Without divisions, in a ring of polynomials: expressions would grow with each product.
    matrix = sympy.polys.matrices.DomainMatrix.from_Matrix(sympy.Matrix(size, size, sum(entries, []))).convert_to(sympy.ZZ[x, y, a])
    return (-1) ** size * matrix.domain.to_sympy(matrix.charpoly()[-1])


@pytest.mark.parametrize("number", range(max(4, COUNT // 4)))
def test_definition(number: int) -> None:
    f, g, _ = pair(random.Random(f"{SEED} {number}"))
    p, q = sympy.degree(f, x), sympy.degree(g, x)
    chain = eliminant.subresultants(f, g, x)
    principal = eliminant.subresultants(f, g, x, principal=True)
    assert len(chain) == len(principal) == (q if p == q else min(p, q) + 1)
    for k, (found, coefficient) in enumerate(zip(chain, principal, strict=True)):
        expected = by_definition(f, g, k)
        assert sympy.expand(found - expected) == 0
        assert sympy.expand(coefficient - sympy.Poly(expected, x).coeff_monomial(x**k)) == 0
    if chain:
        k = number % len(chain)
        assert eliminant.subresultants(f, g, x, index=k) == chain[k]
        s, u, v = eliminant.cofactors(f, g, x, index=k)
        assert s == chain[k] and sympy.expand(u * f + v * g - s) == 0
        assert u == 0 or sympy.degree(u, x) < q - k
        assert v == 0 or sympy.degree(v, x) < p - k


@pytest.mark.parametrize("number", range(COUNT))
def test_as_sympy(number: int) -> None:
    rnd = random.Random(f"sympy {number}")
    f, g, inner = pair(rnd)
    if rnd.random() < 0.3:
        f = sympy.expand(f / rnd.randint(2, 5))
    gens = [x, *inner]
    expected = sympy.subresultants(f, g, *gens)
    with eliminant.sympy.use(always=True):
        assert sympy.subresultants(f, g, *gens) == expected
    polys = sympy.Poly(f, x, *inner), sympy.Poly(g, x, *inner)
    assert eliminant.sympy.subresultants(*polys) == sympy.subresultants(*polys)


def test_kinds() -> None:
    f, g = eliminant.Polynomial("y^3 - x"), eliminant.Polynomial("y^2 + x*y + 1")
    chain, report = eliminant.subresultants(f, g, "y", report=True)
    assert [str(s) for s in chain[1:]] == ["x^2*y - y", "x*y + y^2 + 1"] and chain[0].vars == ("x", "y")
    assert report["operation"] == "subresultants"
    one, report = eliminant.subresultants(f, g, "y", index=1, report=True)
    assert one == chain[1] and report["outputs"] == 2
    polys = sympy.Poly(y**3 - x, y, x), sympy.Poly(y**2 + x * y + 1, y, x)
    assert isinstance(eliminant.subresultants(*polys, y)[1], sympy.Poly)
    assert [str(s) for s in eliminant.subresultants("x^2 - 2", "x - 3", modulus=5)] == ["2", "x + 2"]
    assert eliminant.subresultants("3", "5", "x") == []
    plan = eliminant.plan("subresultants", f, g, var="y")
    assert plan["outputs"] == 6 and plan["height_bound"] > 0
    with pytest.raises(eliminant.ArgumentError, match="there are those from 0 to 2"):
        eliminant.subresultants(f, g, "y", index=3)
    with pytest.raises(eliminant.ArgumentError, match="is divided by"):
        eliminant.subresultants("1/x", "x - 1", "x")


@pytest.mark.parametrize("number", range(max(4, COUNT // 10)))
def test_sturm_habicht(number: int) -> None:
    """Against subresultants of f and f' with signs, and the number of real roots."""
    f, _, inner = pair(random.Random(f"sturm {number}"))
    p = sympy.degree(f, x)
    found = eliminant.sturm_habicht(f, x)
    assert len(found) == p + 1 and sympy.expand(found[p] - f) == 0
    if p == 0:
        return
    chain = eliminant.subresultants(f, sympy.diff(f, x), x)
    signs = [(-1) ** ((p - k) * (p - k - 1) // 2) for k in range(p)]
    assert [sympy.expand(sign * s) for sign, s in zip(signs, chain, strict=True)] == [sympy.expand(s) for s in found[:p]]
    principal = eliminant.sturm_habicht(f, x, principal=True)
    assert sympy.expand(principal[0] - found[0]) == 0
    assert eliminant.sturm_habicht(f, x, index=p - 1) == found[p - 1]
    if not inner:
        values = [int(sympy.sign(c)) for c in reversed(principal)]
        places = [i for i, value in enumerate(values) if value]
        count = 0
        for i, j in zip(places, places[1:], strict=False):
            gap = j - i
            count += (-1) ** (gap * (gap - 1) // 2) * values[i] * values[j] * (gap % 2)
        assert count == len(eliminant.real_roots(sympy.Poly(f, x)))


@pytest.mark.parametrize("number", range(max(4, COUNT // 10)))
def test_values(number: int) -> None:
    """Against the polynomials, modulo primes so small that leading coefficients vanish."""
    rnd = random.Random(f"values {number}")
    f, g, inner = pair(rnd)
    first, second = (eliminant.Polynomial(str(h).replace("**", "^"), [str(v) for v in [x, *inner]]) for h in (f, g))
    values = eliminant.SubresultantValues(first, second, "x")
    chain = eliminant.subresultants(first, second, "x")
    assert len(values) == len(chain) and values.kept == tuple(str(v) for v in inner)
    for prime in (2, 3, 7, 2**61 - 1):
        point = [rnd.randrange(prime) for _ in inner]
        at = dict(zip(inner, point, strict=True))
        rows = values.chain_at(point, prime)
        for k, s in enumerate(chain):
            coefficients = sympy.Poly(sympy.sympify(str(s).replace("^", "**")).subs(at), x).all_coeffs()[::-1]
            expected = [int(c) % prime for c in coefficients] + [0] * (k + 1)
            assert rows[k] == expected[: k + 1] == values.at(k, point, prime)
        assert values.principal_at([point], prime) == [[row[k] for k, row in enumerate(rows)]]
    if chain:
        assert values.polynomial(len(chain) - 1) == chain[-1]
    with pytest.raises(eliminant.ArgumentError, match="not a prime"):
        values.chain_at([0] * len(inner), 4)


def test_values_take_integers() -> None:
    with pytest.raises(eliminant.ArgumentError, match="has fractions"):
        eliminant.SubresultantValues("x/2", "x - 1", "x")
    sequence = eliminant.SubresultantValues("x^2 - 2", None, "x")
    assert [sequence.at(k, [], 101) for k in range(3)] == [[8], [0, 2], [99, 0, 1]]
    with pytest.raises(eliminant.ArgumentError, match="ends with number"):
        sequence.at(3, [], 101)
