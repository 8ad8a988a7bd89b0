"""The functions of `eliminant.sympy` and SymPy's objects against SymPy's own answers, on random problems.

ELIMINANT_RANDOM is the number of problems of each operation.
"""

from __future__ import annotations

import os
import random
import threading
from typing import Any

import pytest

sympy = pytest.importorskip("sympy")

import eliminant  # noqa: E402
import eliminant.sympy as dropin  # noqa: E402
from eliminant import kinds  # noqa: E402
from eliminant.representations import SymPyPoly  # noqa: E402

COUNT = int(os.environ.get("ELIMINANT_RANDOM", "100"))
SEED = 20240611

X, Y, Z = sympy.symbols("x y z")
A, B = sympy.symbols("a b")

# Names that are no names of this package, two that are written the same, and those that it gives itself.
ODD = [
    sympy.Symbol("x'"),
    sympy.Symbol("\u03b1"),
    sympy.Symbol("x_{1}"),
    sympy.Symbol("x", positive=True),
    sympy.Symbol("x", integer=True),
    sympy.Dummy("x"),
    sympy.Symbol("v0"),
    sympy.Symbol("v1"),
    sympy.Symbol("i"),
    sympy.Symbol("I"),
    sympy.Symbol("two words"),
    sympy.Symbol("lambda"),
    sympy.Symbol("t", real=True),
    X,
    Y,
]


def problems(name: str) -> Any:
    """Numbers of problems, and a source of random numbers for each."""
    return [(name, number) for number in range(COUNT)]


def source(problem: tuple[str, int]) -> random.Random:
    return random.Random(f"{SEED} {problem[0]} {problem[1]}")


def coefficient(rnd: random.Random, rational: bool) -> Any:
    size = rnd.choice([3, 3, 10, 10**6, 10**30])
    value = sympy.Integer(rnd.randint(-size, size))
    return value / rnd.randint(1, 12) if rational and rnd.random() < 0.6 else value


def polynomial(rnd: random.Random, symbols: list[Any], degree: int, rational: bool, terms: int | None = None) -> Any:
    """A random expression, not expanded; now and then a constant or 0."""
    kind = rnd.random()
    if kind < 0.04:
        return sympy.Integer(0)
    if kind < 0.08:
        return coefficient(rnd, rational)
    total = sympy.Integer(0)
    for _ in range(terms or rnd.randint(1, 6)):
        powers = [symbol ** rnd.randint(0, degree) for symbol in symbols if rnd.random() < 0.7]
        total += coefficient(rnd, rational) * sympy.Mul(*powers)
    return total


def setting(rnd: random.Random) -> tuple[list[Any], int, bool]:
    """Symbols, a degree and whether there are fractions."""
    count = rnd.choice([1, 1, 2, 2, 3])
    symbols = rnd.sample(ODD, count) if rnd.random() < 0.4 else [X, Y, Z][:count]
    return symbols, {1: 8, 2: 3, 3: 2}[count], rnd.random() < 0.4


def pair(rnd: random.Random, symbols: list[Any], degree: int, rational: bool) -> list[Any]:
    """Two expressions, often with a common factor, and sometimes with repeated ones or negative."""
    found = [polynomial(rnd, symbols, degree, rational) for _ in range(2)]
    if rnd.random() < 0.5:
        common = polynomial(rnd, symbols, degree // 2 + 1, rational)
        found = [f * common for f in found]
    if rnd.random() < 0.1:
        found[1] = found[0] * rnd.choice([1, -1, 3])
    # In three variables SymPy takes minutes for some squares.
    if rnd.random() < 0.1 and len(symbols) < 3:
        found[0] = found[0] ** 2
    return found


def outcome(function: Any, *args: Any, **kwargs: Any) -> Any:
    """What a function returns, or the class and the text of what it raises."""
    try:
        return function(*args, **kwargs)
    except Exception as error:  # noqa: BLE001
        return type(error), str(error)


def same(ours: Any, own: Any) -> None:
    """Equal, and of equal types."""
    assert type(ours) is type(own), (ours, own)
    assert ours == own, (ours, own)
    if isinstance(ours, sympy.Poly):
        assert ours.gens == own.gens and ours.domain == own.domain and type(ours.rep) is type(own.rep), (ours, own)
    if isinstance(ours, (tuple, list)):
        assert len(ours) == len(own)
        for one, other in zip(ours, own):
            same(one, other)


def same_up_to_sign(ours: Any, own: Any) -> None:
    """As `same`, but for signs of GCDs and LCMs over the integers: in several variables SymPy's own may have either."""
    if isinstance(own, (sympy.Poly, sympy.Expr)) and type(ours) is not tuple and ours != own:
        own = -own if isinstance(own, sympy.Poly) else sympy.expand(-own)
    same(ours, own)


def same_with_switch(function: Any, *args: Any, check: Any = same) -> None:
    own = outcome(function, *args)
    with dropin.use(always=True):
        check(outcome(function, *args), own)
    check(outcome(function, *args), own)


def generators(rnd: random.Random, symbols: list[Any]) -> list[Any]:
    """All symbols in any order, or fewer: the others are in the domain."""
    shuffled = rnd.sample(symbols, len(symbols))
    return shuffled if rnd.random() < 0.6 else shuffled[: max(1, len(shuffled) - 1)]


@pytest.mark.parametrize("operation", ["resultant", "gcd", "lcm"])
@pytest.mark.parametrize("problem", problems("expressions"), ids=str)
def test_pairs_of_expressions(operation: str, problem: Any) -> None:
    rnd = source(problem)
    symbols, degree, rational = setting(rnd)
    f, g = pair(rnd, symbols, degree, rational)
    gens = generators(rnd, symbols) if operation == "resultant" or rnd.random() < 0.5 else []
    function = getattr(sympy, operation)
    own = outcome(function, f, g, *gens)
    signed = operation == "resultant" or len(symbols) == 1

    def check(ours: Any) -> None:
        same(ours, own) if signed else same_up_to_sign(ours, own)

    with dropin.use(always=True):
        check(outcome(getattr(dropin, operation), f, g, *gens))
        check(outcome(function, f, g, *gens))
    check(outcome(getattr(dropin, operation), f, g, *gens))


@pytest.mark.parametrize("operation", ["resultant", "gcd", "lcm"])
@pytest.mark.parametrize("problem", problems("polys"), ids=str)
def test_pairs_of_polys(operation: str, problem: Any) -> None:
    rnd = source(problem)
    symbols, degree, rational = setting(rnd)
    f, g = pair(rnd, symbols, degree, rational)
    first = sympy.Poly(f, *generators(rnd, symbols))
    # The generators may be others, or in another order.
    second: Any = sympy.Poly(g, *generators(rnd, symbols)) if rnd.random() < 0.3 else sympy.Poly(g, *first.gens)
    if rnd.random() < 0.05:
        second = coefficient(rnd, False)

    def check(ours: Any, own: Any) -> None:
        same(ours, own) if operation == "resultant" or len(symbols) == 1 else same_up_to_sign(ours, own)

    same_with_switch(getattr(first, operation), second, check=check)
    same_with_switch(getattr(sympy, operation), first, second, check=check)


@pytest.mark.parametrize("operation", ["discriminant", "sqf_part", "sqf_list"])
@pytest.mark.parametrize("problem", problems("single"), ids=str)
def test_one_polynomial(operation: str, problem: Any) -> None:
    rnd = source(problem)
    symbols, degree, rational = setting(rnd)
    f = polynomial(rnd, symbols, max(1, degree // 2), rational, terms=3)
    for _ in range(rnd.randint(0, 2)):
        f *= polynomial(rnd, symbols, 1, rational, terms=2) ** rnd.randint(1, 2)
    gens = generators(rnd, symbols)
    own = outcome(getattr(sympy, operation), f, *gens)
    with dropin.use(always=True):
        same(outcome(getattr(dropin, operation), f, *gens), own)
    same_with_switch(getattr(sympy.Poly(f, *gens), operation))


def matrix(rnd: random.Random) -> Any:
    """A square matrix of numbers, polynomials or rational functions, with some zeros; sometimes without an inverse."""
    n = rnd.randint(1, 6)
    kind = rnd.choice(["integers", "fractions", "polynomials", "rational functions"])
    symbols = rnd.sample(ODD, 2) if rnd.random() < 0.4 else [X, Y]
    if kind in ("polynomials", "rational functions"):
        # SymPy takes seconds for more.
        n = min(n, 4 if kind == "polynomials" or rnd.random() < 0.05 else 3)
        symbols = symbols[:1] if n > 2 else symbols

    def entry() -> Any:
        if rnd.random() < 0.2:
            return sympy.Integer(0)
        if kind in ("integers", "fractions"):
            return coefficient(rnd, kind == "fractions")
        above = rnd.randint(-5, 5) * rnd.choice(symbols) + rnd.randint(-5, 5)
        if kind == "rational functions" and rnd.random() < 0.4:
            return above / (rnd.choice(symbols) + rnd.randint(0, 2))
        return above

    made = sympy.Matrix(n, n, lambda i, j: entry())
    if n > 1 and rnd.random() < 0.15:
        made[0, :] = made[n - 1, :]
    return made.as_immutable() if rnd.random() < 0.2 else made


@pytest.mark.parametrize("problem", problems("matrices"), ids=str)
def test_det(problem: Any) -> None:
    rnd = source(problem)
    m = matrix(rnd)
    own = m.det()
    with dropin.use(always=True):
        ours = [dropin.det(m), m.det(), sympy.det(m)]
    for found in ours:
        assert sympy.cancel(found - own) == 0
        assert sympy.expand(found) == sympy.expand(own) or sympy.cancel(found) == sympy.cancel(own)
    direct = eliminant.det(m)
    assert isinstance(direct, sympy.Expr)
    assert sympy.cancel(direct - own) == 0


@pytest.mark.parametrize("problem", problems("matrices"), ids=str)
def test_charpoly(problem: Any) -> None:
    rnd = source(problem)
    m = matrix(rnd)
    x = rnd.choice(["lambda", X, "t", sympy.Symbol("v0")])
    own = m.charpoly(x)
    with dropin.use(always=True):
        for ours in (dropin.charpoly(m, x), m.charpoly(x)):
            assert type(ours) is type(own) and ours == own and ours.gens == own.gens and ours.domain == own.domain


@pytest.mark.parametrize("problem", problems("roots")[: max(1, COUNT // 4)], ids=str)
def test_real_roots(problem: Any) -> None:
    rnd = source(problem)
    f = sympy.Integer(1)
    for _ in range(rnd.randint(1, 3)):
        f *= polynomial(rnd, [X], 4, rnd.random() < 0.3, terms=3) ** rnd.randint(1, 2)
    radicals = rnd.random() < 0.5
    own = outcome(sympy.real_roots, f, radicals=radicals)
    pairs = outcome(sympy.real_roots, f, multiple=False, radicals=radicals)
    with dropin.use(always=True):
        same(outcome(dropin.real_roots, f, radicals=radicals), own)
        same(outcome(dropin.real_roots, f, multiple=False, radicals=radicals), pairs)


@pytest.mark.parametrize("operation", ["resultant", "gcd", "lcm", "discriminant", "squarefree"])
@pytest.mark.parametrize("problem", problems("direct"), ids=str)
def test_direct(operation: str, problem: Any) -> None:
    """`eliminant.gcd` and others with SymPy's objects: up to signs and numbers, in which the conventions differ."""
    rnd = source(problem)
    symbols, degree, rational = setting(rnd)
    f, g = pair(rnd, symbols, degree, rational)
    gens = rnd.sample(symbols, len(symbols))
    is_poly = rnd.random() < 0.5
    first, second = (sympy.Poly(each, *gens) for each in (f, g))
    if first.is_zero or second.is_zero:
        return
    if operation in ("resultant", "discriminant") and min(first.degree(), second.degree()) < 1:
        return
    operands = (first, second) if is_poly else (f, g)

    def up_to_number(one: Any, other: Any) -> None:
        one, other = (sympy.Poly(each, *gens, domain="QQ") for each in (one, other))
        assert one.monic() == other.monic()

    if operation == "squarefree":
        content, factors = eliminant.squarefree(operands[0])
        product = content
        for factor, multiplicity in factors:
            product = product * factor**multiplicity
            up_to_number(sympy.Poly(factor, *gens).sqf_part(), factor)
        assert sympy.expand(sympy.sympify(f)) == sympy.expand(product.as_expr() if is_poly else product)
        return
    if operation in ("gcd", "lcm"):
        ours = getattr(eliminant, operation)(*operands)
        assert isinstance(ours, sympy.Poly if is_poly else sympy.Expr)
        up_to_number(ours, getattr(first, operation)(second))
        return
    own = getattr(first, operation)(*[second][: operation == "resultant"])
    if operation == "resultant" and first.degree() < second.degree() and first.degree() * second.degree() % 2:
        own = -own
    arguments = operands if operation == "resultant" else operands[:1]
    ours = getattr(eliminant, operation)(*arguments, var=gens[0])
    if is_poly:
        same(ours, own)
    else:
        assert ours == sympy.expand(own.as_expr())


def test_lists() -> None:
    listed = [6 * X**2 * Y, 4 * X * Y, 10 * X * Y * (Y + 1)]
    for function in ("gcd", "lcm"):
        own = getattr(sympy, function)(listed)
        with dropin.use(always=True):
            same(getattr(dropin, function)(listed), own)
            same(getattr(sympy, function)(listed), own)


@pytest.mark.parametrize(
    ("name", "args", "kwargs"),
    [
        ("resultant", (X**4 + 1, X**3 - 2), {"modulus": 5}),
        ("resultant", (X**4 + 1, X**3 - 2), {"includePRS": True}),
        ("resultant", (X**4 + sympy.sqrt(2), X**3 - 2), {"extension": True}),
        ("resultant", (X**4 + 1.5, X**3 - 2), {}),
        ("resultant", (X**4 + 1, X**3 - 2, X), {"polys": True}),
        ("resultant", (sympy.sin(X) ** 4 + 1, sympy.sin(X) ** 3 - 2), {}),
        ("resultant", (3, 4), {}),
        ("resultant", (1 / X, X), {}),
        ("resultant", ("x**2 + 1", "x - 3"), {}),
        ("gcd", (X**4 - 1, X**2 - 1), {"modulus": 3}),
        ("gcd", (X**2 - 2, X - sympy.sqrt(2)), {"extension": True}),
        ("gcd", (sympy.sqrt(2), sympy.sqrt(8)), {}),
        ("gcd", (12, 18), {}),
        ("gcd", (X,), {}),
        ("gcd", ([],), {}),
        ("gcd", (X / Y, X), {}),
        ("gcd", (2.5 * X, X), {}),
        ("lcm", (X**4 - 1, X**2 - 1), {"polys": True}),
        ("lcm", (A * X**2 - A, A * X + A, X), {}),
        ("discriminant", (X**2 + sympy.sqrt(A) * X + 1, X), {}),
        ("discriminant", (A * X**3 + B * X + 1, X), {"domain": "QQ[a,b]"}),
        ("discriminant", (A * X**3 / B + X + 1, X), {}),
        ("sqf_list", ((X**2 - 1) ** 2 / (X + 3),), {"frac": True}),
        ("sqf_list", ((X**2 - 1) ** 2 / (X + 3),), {}),
        ("sqf_list", (X**4 - 2 * X**2 + 1,), {"modulus": 7}),
        ("sqf_part", (X**4 - 2 * X**2 + 1,), {"modulus": 7}),
        ("sqf_part", (sympy.sqrt(X) + 1,), {}),
        ("real_roots", (X**2 - sympy.sqrt(2),), {"extension": True}),
        ("real_roots", (X**2 - Y,), {}),
        ("real_roots", (X**3 - 1.5,), {}),
    ],
)
def test_what_sympy_computes(name: str, args: Any, kwargs: Any) -> None:
    own = outcome(getattr(sympy, name), *args, **kwargs)
    with dropin.use(always=True):
        same(outcome(getattr(dropin, name), *args, **kwargs), own)
    same(outcome(getattr(dropin, name), *args, **kwargs), own)


@pytest.mark.parametrize(
    "entries",
    [
        lambda i, j: sympy.sin(X) if i == j else i + j,
        lambda i, j: sympy.sqrt(2) if i == j == 0 else i + j * j,
        lambda i, j: 1.5 * i + j * j + i * i * j,
        lambda i, j: sympy.I * i + j * j + i**3,
        lambda i, j: sympy.Symbol("c", commutative=False) if i == j else 0,
        lambda i, j: sympy.oo if i == j == 0 else i + j,
        lambda i, j: sympy.exp(X) ** i + j,
    ],
)
def test_other_matrices(entries: Any) -> None:
    m = sympy.Matrix(4, 4, entries)
    for method in ("det", "charpoly"):
        own = outcome(getattr(m, method))
        with dropin.use(always=True):
            ours = outcome(getattr(dropin, method), m)
            assert type(ours) is type(own)
            assert ours == own or sympy.simplify(ours - own) == 0


def test_shapes() -> None:
    sparse = sympy.SparseMatrix(5, 5, {(0, 0): X})
    for m in (sympy.zeros(0, 0), sympy.zeros(2, 3), sympy.eye(5), sympy.zeros(5, 5), sparse):
        for method in ("bareiss", "berkowitz", "lu"):
            own = outcome(m.det, method=method)
            with dropin.use(always=True):
                assert outcome(dropin.det, m, method=method) == own


def test_noncommuting_symbols_are_refused() -> None:
    a, b = sympy.symbols("a b", commutative=False)
    with pytest.raises(eliminant.ArgumentError):
        eliminant.det(sympy.Matrix([[a, b], [b, a]]))


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The GCDs that this package has computed."""
    found: list[Any] = []
    inner = eliminant.operations.gcd

    def counted(*args: Any, **kwargs: Any) -> Any:
        found.append(kwargs)
        return inner(*args, **kwargs)

    monkeypatch.setattr(eliminant.operations, "gcd", counted)
    return found


def test_switch(calls: list[Any]) -> None:
    def computed() -> int:
        calls.clear()
        assert sympy.gcd(X**2 - 1, X - 1) == X - 1
        return len(calls)

    dropin.uninstall()
    own = sympy.Poly.gcd, sympy.Matrix.charpoly
    assert computed() == 0
    with dropin.use():
        assert computed() == 0
        with dropin.use(always=True):
            assert computed() == 1
        assert computed() == 0
    dropin.install()
    assert computed() == 0
    dropin.install(always=True, threads=1)
    assert computed() == 1 and calls == [{"threads": 1}]
    with dropin.use():
        dropin.uninstall()
        assert computed() == 0
        assert sympy.Poly.gcd is not own[0]
    with pytest.raises(ZeroDivisionError), dropin.use(always=True):
        raise ZeroDivisionError
    assert computed() == 0
    dropin.uninstall()
    dropin.uninstall()
    assert (sympy.Poly.gcd, sympy.Matrix.charpoly) == own


def test_use_is_of_one_thread(calls: list[Any]) -> None:
    with dropin.use(always=True):
        thread = threading.Thread(target=lambda: sympy.gcd(X**5 - 1, X**3 - 1))
        thread.start()
        thread.join()
        assert not calls
        sympy.gcd(X**5 - 1, X**3 - 1)
        assert len(calls) == 1


def test_errors_of_the_package_are_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*args: Any, **kwargs: Any) -> Any:
        raise eliminant.LimitError("too large")

    monkeypatch.setattr(eliminant.operations, "gcd", failing)
    with dropin.use(always=True):
        assert sympy.gcd(X**5 - 1, X**3 - 1) == X - 1


def test_zeros() -> None:
    found = dropin.zeros([X**2 + Y**2 - 5, X * Y - 2], [X, Y])
    assert [tuple(zero) for zero in found] == [(X, Y)] * 4
    assert sorted(tuple(map(round, zero.values())) for zero in found) == [(-2, -1), (-1, -2), (1, 2), (2, 1)]
    i, odd = sympy.Symbol("i", positive=True), sympy.Symbol("x'")
    found = dropin.zeros([sympy.Eq(i**2, -odd), odd - sympy.I * 4.5], [odd, i])
    assert len(found) == 2
    for zero in found:
        assert abs(complex(zero[i] ** 2 + zero[odd])) < 1e-12
    assert dropin.zeros(X**2 + 1, real=True) == []
    assert len(dropin.zeros(X**3 - 1, X, real=True)) == 1
    with pytest.raises(ValueError):
        dropin.zeros([X**2 - 1], [Y])
    with pytest.raises(ValueError):
        dropin.zeros([sympy.sin(X)], [X])


def test_large_expressions() -> None:
    """Terms are taken one by one; 3,600 take seconds where all pairs of them are."""
    powers = [[symbol**k for k in range(60)] for symbol in (X, Y)]
    terms = [(k % 7 + 1) * powers[0][k % 60] * powers[1][k // 60] for k in range(3600)]
    f = sympy.Add(*terms)
    native = kinds.native(f)
    assert len(native) == len(terms)
    assert kinds.to_sympy(native) == f


@pytest.mark.parametrize("problem", problems("round trip"), ids=str)
def test_round_trip(problem: Any) -> None:
    rnd = source(problem)
    symbols, degree, rational = setting(rnd)
    f, g = pair(rnd, symbols, degree, rational)
    kind = kinds.SymPy([f, g])
    assert kind.restore(kind.convert(f), None) == sympy.expand(f)
    poly = sympy.Poly(f, *rnd.sample(symbols, len(symbols)))
    of_poly = SymPyPoly([poly])
    same(of_poly.restore(of_poly.convert(poly), None), poly)
    if g != 0 and sympy.expand(g) != 0:
        back = kind.restore(kind.convert(f / g), None)
        assert sympy.cancel(back - f / g) == 0


@pytest.mark.parametrize(
    "poly",
    [
        sympy.Poly(0, X),
        sympy.Poly(0, X, Y, Z),
        sympy.Poly(7, X, Y),
        sympy.Poly(X**40 - 3**200, X),
        sympy.Poly(X**3 * Z - Y**2 / 3 + 5, X, Y, Z),
        sympy.Poly(X**2 - Z, X, Y, Z, domain="QQ"),
        sympy.Poly(Y * X**2 + (Y * Z - 2) * X, X),
        sympy.Poly(Y * X**2 / 2 - Z, X),
        sympy.Poly(0, X, domain="ZZ[y]"),
        sympy.Poly(Y**2 * Z * X - 1, X, Z, domain="QQ[y]"),
    ],
    ids=str,
)
def test_representations_are_sympys(poly: Any) -> None:
    kind = SymPyPoly([poly])
    native = kind.native(poly)
    assert sympy.expand(kinds.to_sympy(native) - poly.as_expr()) == 0
    back = kind.restore(native, None)
    same(back, poly)
    assert back.rep == poly.rep and type(back.rep) is type(poly.rep) and repr(back.rep) == repr(poly.rep)


def test_symbols_that_do_not_occur() -> None:
    assert eliminant.resultant(X - 1, 5, Y) == 1 and eliminant.discriminant(X, Y) == 0
    with pytest.raises(eliminant.ArgumentError, match="all of one package"):
        eliminant.gcd(X, object())


def test_the_switch_computes_here(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    own = eliminant._native.call

    def counted(operation: str, *rest: Any) -> Any:
        calls.append(operation)
        return own(operation, *rest)

    monkeypatch.setattr(eliminant._native, "call", counted)
    f, g = sympy.Poly((X + Y + 1) ** 3 * (X - 2)), sympy.Poly((X - 2) * (X * Y + 3))
    m = sympy.Matrix(4, 4, lambda i, j: X**i + Y * j + i * j)
    works: dict[str, Any] = {
        "resultant": lambda: f.resultant(g),
        "discriminant": lambda: g.discriminant(),
        "gcd": lambda: f.gcd(g),
        "lcm": lambda: f.lcm(g),
        "squarefree": lambda: (f.sqf_list(), f.sqf_part()),
        "determinant": lambda: m.det(),
        "characteristic_polynomial": lambda: m[:3, :3].charpoly(),
    }
    for operation, work in works.items():
        expected = work()
        assert not calls, "SymPy alone"
        with dropin.use(always=True):
            found = work()
        assert set(calls) == {operation}, operation
        calls.clear()
        assert found == expected or sympy.expand(found - expected) == 0, operation
