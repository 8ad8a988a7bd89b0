"""Objects of python-flint against its own answers, on random problems.

ELIMINANT_RANDOM is the number of problems of each operation.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

flint = pytest.importorskip("flint")

import eliminant  # noqa: E402

COUNT = int(os.environ.get("ELIMINANT_RANDOM", "100"))
SEED = 20240611

UNIVARIATE = ["fmpz_poly", "fmpq_poly"]
MULTIVARIATE = ["fmpz_mpoly", "fmpq_mpoly"]
MATRICES = ["fmpz_mat", "fmpq_mat"]

problems = pytest.mark.parametrize("number", range(COUNT))


def integer(rnd: random.Random) -> int:
    size = rnd.choice([3, 3, 10, 10**6, 10**30])
    return rnd.randint(-size, size)


def number(rnd: random.Random, kind: str) -> Any:
    """An integer, or a fraction."""
    if kind.startswith("fmpz"):
        return flint.fmpz(integer(rnd))
    return flint.fmpq(integer(rnd), rnd.randint(1, 12))


def univariate(rnd: random.Random, kind: str, degree: int) -> Any:
    """A random polynomial; now and then a constant or 0."""
    degree = rnd.choice([-1, 0]) if rnd.random() < 0.1 else rnd.randint(0, degree)
    return getattr(flint, kind)([number(rnd, kind) for _ in range(degree + 1)])


def multivariate(rnd: random.Random, context: Any, kind: str, degree: int) -> Any:
    count = rnd.choice([0, 1]) if rnd.random() < 0.1 else rnd.randint(1, 6)
    size = len(context.names())
    exponents = [tuple(rnd.randint(0, degree) for _ in range(size)) for _ in range(count)]
    return context.from_dict({each: number(rnd, kind) for each in exponents})


def context_of(rnd: random.Random, kind: str) -> Any:
    names = rnd.choice([("x", "y"), ("x", "y", "z"), ("y", "x"), ("v1", "v0"), ("x'", "y"), ("x[0]", "x[1]")])
    ordering = rnd.choice([flint.Ordering.lex, flint.Ordering.deglex, flint.Ordering.degrevlex])
    return getattr(flint, f"{kind}_ctx").get(names, ordering)


def pair(rnd: random.Random, make: Any, degree: int) -> tuple[Any, Any]:
    """Two polynomials, often with a common factor."""
    f, g = make(degree), make(degree)
    if rnd.random() < 0.5:
        common = make(degree // 2 + 1)
        f, g = f * common, g * common
    if rnd.random() < 0.1:
        g = -f
    return f, g


def monic(f: Any) -> Any:
    """Divided by the first coefficient, which conventions differ in over the fractions."""
    if f == 0:
        return f
    leading = f.leading_coefficient()
    return f / leading


def source(name: str, kind: str, number: int) -> random.Random:
    return random.Random(f"{SEED} {name} {kind} {number}")


def same_gcd(ours: Any, own: Any, kind: str) -> None:
    assert type(ours) is type(own) is getattr(flint, kind)
    if kind.startswith("fmpq"):
        ours, own = monic(ours), monic(own)
    assert ours == own or ours == -own


@pytest.mark.parametrize("kind", UNIVARIATE)
@problems
def test_univariate_gcd(kind: str, number: int) -> None:
    rnd = source("gcd", kind, number)
    f, g = pair(rnd, lambda degree: univariate(rnd, kind, degree), 12)
    ours = eliminant.gcd(f, g)
    same_gcd(ours, f.gcd(g), kind)
    if ours != 0:
        assert [ours * part for part in eliminant.gcd(f, g, cofactors=True)[1:]] == [f, g]
        common = eliminant.lcm(f, g)
        assert type(common) is type(f)
        assert monic(flint.fmpq_poly(common * ours)) == monic(flint.fmpq_poly(f * g))


@pytest.mark.parametrize("kind", UNIVARIATE)
@problems
def test_univariate_resultant(kind: str, number: int) -> None:
    rnd = source("resultant", kind, number)
    f, g = pair(rnd, lambda degree: univariate(rnd, kind, degree), 8)
    if f == 0 or g == 0:
        return
    ours = eliminant.resultant(f, g)
    own = flint.fmpq_mpoly_ctx.get(("x",), flint.Ordering.lex)
    first, second = (own.from_dict({(k,): flint.fmpq(c) for k, c in enumerate(each.coeffs())}) for each in (f, g))
    assert type(ours) is (flint.fmpz if kind == "fmpz_poly" else flint.fmpq)
    assert own.constant(ours) == first.resultant(second, "x")
    if f.degree() > 0:
        found = eliminant.discriminant(f)
        assert type(found) is type(ours)
        assert own.constant(found) == first.discriminant("x")


@pytest.mark.parametrize("kind", UNIVARIATE)
@problems
def test_univariate_squarefree(kind: str, number: int) -> None:
    rnd = source("squarefree", kind, number)
    f = univariate(rnd, kind, 4) * univariate(rnd, kind, 3) ** rnd.randint(1, 3)
    if f == 0:
        return
    content, factors = eliminant.squarefree(f)
    product = getattr(flint, kind)([1]) * content
    for factor, multiplicity in factors:
        assert type(factor) is type(f)
        assert factor.gcd(factor.derivative()).degree() == 0
        product *= factor**multiplicity
    assert product == f


@problems
def test_extended_gcd(number: int) -> None:
    rnd = source("xgcd", "fmpq_poly", number)
    f, g = pair(rnd, lambda degree: univariate(rnd, "fmpq_poly", degree), 6)
    if f == 0 or g == 0:
        return
    h, s, t = eliminant.xgcd(f, g)
    assert {type(each) for each in (h, s, t)} == {flint.fmpq_poly}
    assert s * f + t * g == h
    assert monic(h) == f.gcd(g)


@pytest.mark.parametrize("kind", MULTIVARIATE)
@problems
def test_multivariate_gcd(kind: str, number: int) -> None:
    rnd = source("gcd", kind, number)
    context = context_of(rnd, kind)
    f, g = pair(rnd, lambda degree: multivariate(rnd, context, kind, degree), 2)
    ours = eliminant.gcd(f, g)
    assert ours.context() == context
    same_gcd(ours, f.gcd(g), kind)


@pytest.mark.parametrize("kind", MULTIVARIATE)
@problems
def test_multivariate_resultant(kind: str, number: int) -> None:
    rnd = source("resultant", kind, number)
    context = context_of(rnd, kind)
    f, g = pair(rnd, lambda degree: multivariate(rnd, context, kind, degree), 2)
    place = rnd.randrange(len(context.names()))
    var = context.names()[place]
    if f == 0 or g == 0 or f.degrees()[place] == 0 or g.degrees()[place] == 0:
        return
    ours = eliminant.resultant(f, g, var)
    assert type(ours) is type(f) and ours.context() == context
    assert ours == f.resultant(g, var)
    found = eliminant.discriminant(f, var)
    assert type(found) is type(f)
    assert found == f.discriminant(var)


@pytest.mark.parametrize("kind", MATRICES)
@problems
def test_matrices(kind: str, number: int) -> None:
    rnd = source("matrix", kind, number)
    n = rnd.randint(1, 8)
    entries = [globals()["number"](rnd, kind) if rnd.random() < 0.8 else 0 for _ in range(n * n)]
    m = getattr(flint, kind)(n, n, entries)
    if n > 1 and rnd.random() < 0.2:
        for column in range(n):
            m[0, column] = m[n - 1, column]
    ours = eliminant.det(m)
    assert type(ours) is (flint.fmpz if kind == "fmpz_mat" else flint.fmpq)
    assert ours == m.det()
    polynomial = eliminant.charpoly(m)
    assert type(polynomial) is (flint.fmpz_poly if kind == "fmpz_mat" else flint.fmpq_poly)
    assert polynomial == m.charpoly()


def test_mixed() -> None:
    f, g = flint.fmpz_poly([-1, 0, 1]), flint.fmpq_poly([flint.fmpq(1, 2), flint.fmpq(1, 2)])
    assert eliminant.gcd(f, g) == eliminant.gcd(g, f)
    assert type(eliminant.gcd(f, g)) is type(eliminant.gcd(g, f)) is flint.fmpq_poly
    assert eliminant.gcd(f, "x - 1") == flint.fmpz_poly([-1, 1])
    assert eliminant.resultant(f, 3, "x") == 9


def test_what_has_no_place_is_refused() -> None:
    context = flint.fmpz_mpoly_ctx.get(("x", "y"), flint.Ordering.lex)
    other = flint.fmpz_mpoly_ctx.get(("x", "z"), flint.Ordering.lex)
    f = context.from_dict({(1, 0): 1, (0, 1): 1})
    g = other.from_dict({(1, 0): 1, (0, 1): 1})
    for operands in [(f, g), (f, flint.fmpz_poly([1, 1])), (flint.nmod_poly([1, 1], 7), flint.nmod_poly([1, 1], 7))]:
        with pytest.raises(eliminant.ArgumentError):
            eliminant.gcd(*operands)
    with pytest.raises(eliminant.ArgumentError):
        eliminant.resultant(f, "x + z", "x")


def families() -> list[Any]:
    """Polynomials with roots that are close together, very large or small, or multiple."""
    x = flint.fmpz_poly([0, 1])
    wilkinson = flint.fmpz_poly([1])
    for k in range(1, 16):
        wilkinson *= x - k
    return [
        (x**2 + 1) ** 5 * (x - 3),
        x**4 * (x**30 - 7),
        x**25 - 2 * (1000 * x - 1) ** 2,
        x**24 + 2 * (1000 * x**2 + 1) ** 2,
        wilkinson * 2**20 - x**14,
        (x**2 + 10**300) * (10**300 * x**2 + x + 1),
        flint.fmpz_poly(list(range(1, 80))),
        flint.fmpz_poly.cyclotomic(210) * flint.fmpz_poly.cyclotomic(7) ** 2,
        flint.fmpz_poly.chebyshev_t(20) ** 2 + 1,
    ]


@pytest.mark.parametrize("number", range(COUNT))
def test_complex_roots_are_those_of_arb(number: int) -> None:
    """Each ball of arb meets exactly one rectangle, of the same multiplicity, and real roots are the same."""
    rnd = random.Random(SEED + number)
    special = families()
    if number < len(special):
        f = special[number]
    else:
        f = flint.fmpz_poly([integer(rnd) for _ in range(rnd.randint(2, 12))])
        f *= flint.fmpz_poly([rnd.randint(-9, 9) for _ in range(3)] + [1]) ** rnd.randint(1, 3)
    before, flint.ctx.prec = flint.ctx.prec, 128
    try:
        found = eliminant.complex_roots(f)
        boxes = [root.rectangle(60) for root in found]
        reference = f.complex_roots()
        assert len(reference) == len(found)
        parts = [part for box in boxes for part in box]
        sides = [[flint.arb(flint.fmpq(end.numerator, end.denominator)) for end in part] for part in parts]
        left = list(range(len(found)))
        for ball, multiplicity in reference:

            def may_be(k: int, z: Any = ball) -> bool:
                """Whether the ball and the rectangle have a point in common, as far as arb tells."""
                (a, b), (c, d) = sides[2 * k], sides[2 * k + 1]
                return not (z.real < a or z.real > b or z.imag < c or z.imag > d)

            here = [k for k in left if may_be(k)]
            assert len(here) == 1, (f, ball, here)
            assert found[here[0]].multiplicity == multiplicity
            assert found[here[0]].is_real == (ball.imag == 0)
            left.remove(here[0])
        assert not left
    finally:
        flint.ctx.prec = before
