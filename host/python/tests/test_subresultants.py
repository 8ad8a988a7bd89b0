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
