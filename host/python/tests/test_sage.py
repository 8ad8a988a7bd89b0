"""Objects of Sage, against Sage. Its rings are on PyPI: pip install passagemath-singular passagemath-flint passagemath-symbolics."""

import random
from typing import Any

import eliminant
import pytest

pytest.importorskip("sage.all__sagemath_singular", reason="Sage is not installed")
from sage.matrix.constructor import matrix  # noqa: E402
from sage.rings.integer_ring import ZZ  # noqa: E402
from sage.rings.polynomial.polynomial_ring_constructor import PolynomialRing  # noqa: E402
from sage.rings.rational_field import QQ  # noqa: E402

PLANE = PolynomialRing(ZZ, ["x", "y"])
X, Y = PLANE.gens()


def rings() -> list[Any]:
    return [
        PolynomialRing(ZZ, "t"),
        PolynomialRing(QQ, "t"),
        PLANE,
        PolynomialRing(QQ, ["a", "b", "c"]),
        PolynomialRing(ZZ, ["s"], 1),
        PolynomialRing(PLANE, "z"),
    ]


def some(ring: Any, chance: random.Random) -> Any:
    """A polynomial of three terms."""
    number = (lambda: ZZ(chance.randint(-9, 9))) if ring.base_ring() is not QQ else (lambda: QQ(chance.randint(-9, 9)) / 4)
    gens = [*ring.gens(), *(PLANE.gens() if ring.base_ring() is PLANE else ())]
    total = ring(number())
    for _ in range(3):
        term = ring(number())
        for gen in gens:
            term *= gen ** chance.randint(0, 2)
        total += term
    return total


def normed(value: Any) -> Any:
    """A GCD but for its unit."""
    return {value, -value} if value.parent().base_ring() is not QQ else value / value.lc() if value else value


@pytest.mark.parametrize("ring", rings(), ids=str)
def test_random_polynomials(ring: Any) -> None:
    chance = random.Random(48)
    var = ring.gen(0) if ring.ngens() == 1 else ring.gens()[1]
    for _ in range(40):
        f, g, h = (some(ring, chance) for _ in range(3))
        answer = eliminant.resultant(f, g, var)
        expected = f.resultant(g, var) if ring.ngens() > 1 else f.resultant(g)
        assert answer == expected and answer.parent() == expected.parent()
        found = eliminant.gcd(f * h, g * h)
        assert found.parent() is ring
        if h and (f or g):
            assert (f * h) % found == 0 and (g * h) % found == 0
            if ring.base_ring() is not PLANE:
                expected = (f * h).gcd(g * h)
                monic = [value / value.lc() if ring.base_ring() is QQ else value for value in (found, expected)]
                assert monic[0] in (monic[1], -monic[1])


def test_matrices() -> None:
    chance = random.Random(49)
    for ring in (ZZ, QQ, PLANE, PLANE.fraction_field()):
        for _ in range(10):
            entry = (lambda: some(PLANE, chance)) if ring not in (ZZ, QQ) else (lambda: chance.randint(-9, 9))
            rows = matrix(ring, [[ring(entry()) for _ in range(3)] for _ in range(3)])
            if ring not in (ZZ, QQ, PLANE):
                rows[0, 0] /= ring(Y + 1)
            answer, expected = eliminant.det(rows), rows.det()
            assert answer == expected and answer.parent() == expected.parent()
            if ring is not PLANE.fraction_field():
                answer, expected = eliminant.charpoly(rows, "t"), rows.charpoly("t")
                assert answer == expected and answer.parent() == expected.parent()


def test_other_operations() -> None:
    assert eliminant.discriminant(X**2 - Y, X).parent() is PLANE
    assert eliminant.content(2 * X * Y + 4 * X, Y) == (2 * X, Y + 2)
    assert eliminant.lcm(X * Y, X**2) == X**2 * Y
    t = PolynomialRing(QQ, "t").gen()
    assert eliminant.xgcd(t**2 - 1, t - 2) == (1, QQ((1, 3)), -t / 3 - QQ((2, 3)))
    assert eliminant.squarefree((t - 1) ** 2 * t) == (1, [(t, 1), (t - 1, 2)])
    assert [str(root) for root in eliminant.real_roots(t**2 - 4)] == ["-2", "2"]
    assert len(eliminant.solve_system([X**2 + Y**2 - 5, X * Y - 2])) == 4
    field = PLANE.fraction_field()
    assert eliminant.gcd(field(X) / Y, field(X)) == field(X) / Y
    assert eliminant.gcd(ZZ(6), ZZ(4)).parent() is ZZ
    half = eliminant.resultant(PLANE(X**2), "x - 1/2", "x")
    assert half == QQ((1, 4)) and half.parent() == PLANE.change_ring(QQ)


def test_symbolic_expressions() -> None:
    ring = pytest.importorskip("sage.symbolic.ring", reason="Sage has no symbolic ring").SR
    a, b = ring.var("a,b")
    answers = [eliminant.resultant(a**2 - b, a - b, a), eliminant.det(matrix(ring, [[a, 1], [1 / b, a]]))]
    assert [(str(answer), answer.parent()) for answer in answers] == [("b^2 - b", ring), ("(a^2*b - 1)/b", ring)]
