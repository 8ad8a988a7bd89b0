"""Polynomials, rational functions and matrices: arithmetic, text, pickling."""

import copy
import pickle
from decimal import Decimal
from fractions import Fraction

import eliminant
import pytest
from eliminant import Matrix, Polynomial, RationalFunction, symbols


def test_operators() -> None:
    x, y = symbols("x, y")
    f = (x + y) ** 2 / 2 - 1
    assert str(f) == "1/2*x^2 + x*y + 1/2*y^2 - 1"
    assert f == Polynomial({(2, 0): Fraction(1, 2), (1, 1): 1, (0, 2): Fraction(1, 2), (0, 0): -1}, "x y")
    assert 3 - x == -(x - 3) and 2 * x == x + x and 1 / x == x**-1
    assert x * Fraction(1, 3) + Fraction(1, 2) == Polynomial("x/3 + 1/2")
    assert (x**2 - 1) / (x - 1) == x + 1
    quotient = x / (y + 1)
    assert type(quotient) is RationalFunction and not isinstance(quotient, Polynomial)
    assert quotient * (y + 1) == x and isinstance(quotient * (y + 1), Polynomial)
    assert quotient**-2 == (y + 1) ** 2 / x**2
    assert not Polynomial() and bool(x) and +x is not None
    for wrong in ("x", None, 1.5, [x]):
        with pytest.raises(TypeError):
            x + wrong
    with pytest.raises(eliminant.ArgumentError):
        x / 0
    with pytest.raises(TypeError):
        pow(x, 2, 5)


def test_numbers_of_any_size() -> None:
    for n in (0, 1, -1, 2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 10**400, -(7**900)):
        assert int(Polynomial(n)) == n and Polynomial(n) == n and hash(Polynomial(n)) == hash(n)
        assert Polynomial({(1,): n}, "x").to_dict() == ({(1,): n} if n else {})
        half = Fraction(n, 2)
        assert Polynomial(half) == half and hash(Polynomial(half)) == hash(half)
    assert float(Polynomial("1/4")) == 0.25 and Polynomial(Decimal("1.5")) == Fraction(3, 2)
    with pytest.raises(TypeError, match="1.5 is a float"):
        Polynomial(1.5)
    for wrong in (int, float):
        with pytest.raises(TypeError):
            wrong(Polynomial("x"))


def test_terms_and_degrees() -> None:
    f = Polynomial("3*x^2*y/2 - 5*y + 7")
    assert f.terms() == [((2, 1), Fraction(3, 2)), ((0, 1), -5), ((0, 0), 7)]
    assert Polynomial(f.to_dict(), f.vars) == f and len(f) == 3
    assert (f.degree("x"), f.degree(), f.degree("y"), Polynomial().degree()) == (2, 3, 1, -1)
    assert (f.coefficient(x=2, y=1), f.coefficient(y=1), f.coefficient()) == (Fraction(3, 2), -5, 7)
    assert Polynomial("t^3/2 - t").coefficients() == [0, -1, 0, Fraction(1, 2)]
    assert f.diff("x") == Polynomial("3*x*y") and Polynomial("t^3").diff() == Polynomial("3*t^2")
    with pytest.raises(eliminant.ArgumentError, match="name one of x, y"):
        f.diff()


def test_values() -> None:
    f = Polynomial("x^2/2 + y")
    assert (f(x=1, y=2), f(2, 1), f(Fraction(1, 2), y=0)) == (Fraction(5, 2), 3, Fraction(1, 8))
    assert f(x=2) == Polynomial("y + 2") and f(x="t + 1").vars == ("t", "y")
    # At once, not one after the other.
    assert Polynomial("x - y").subs({"x": "y", "y": "x"}) == Polynomial("y - x")
    assert Polynomial("new0*x").subs({"x": "new0", "new0": "x"}) == Polynomial("new0*x")
    with pytest.raises(KeyError, match="variables are x, y"):
        f(z=1)
    with pytest.raises(eliminant.ArgumentError, match="3 coordinates for 2 variables"):
        f(1, 2, 3)
    with pytest.raises(TypeError, match="two values"):
        f(1, x=2)


@pytest.mark.parametrize(
    "value",
    [
        Polynomial("x^2/3 - y"),
        Polynomial("x*y", vars=["y", "x", "z"]),
        Polynomial(0, "x"),
        Polynomial("α_1^2 - 10^40"),
        RationalFunction("x/(y^2 - 1)/3"),
        RationalFunction("1/z", vars="z x"),
        Matrix("[[x, 1/y], [2, 3]]"),
        eliminant.System("x^2 + i*y - 1/3; y^5"),
    ],
)
def test_texts_and_copies(value: object) -> None:
    names = {name: getattr(eliminant, name) for name in ("Polynomial", "RationalFunction", "Matrix", "System")}
    for other in (eval(repr(value), names), pickle.loads(pickle.dumps(value)), copy.deepcopy(value)):
        assert other == value and type(other) is type(value) and other.vars == value.vars  # type: ignore[attr-defined]
        assert hash(other) == hash(value)


def test_latex() -> None:
    assert Polynomial("x^2/2")._repr_latex_() == r"$\frac{1}{2} x^{2}$"
    assert Matrix("[x, 1]").to_latex() == r"\begin{pmatrix} x & 1 \end{pmatrix}"


def test_matrices() -> None:
    m = Matrix([["x", 1], [Fraction(1, 2), "1/y"]])
    assert m.shape == (2, 2) and m[0, 1] == 1 and m[-1, -1] == RationalFunction("1/y") and len(m) == 2
    assert m.det() == RationalFunction("x/y - 1/2") and m.T.T == m
    assert m + m == 2 * m == m * 2 and m - m == Matrix([[0, 0], [0, 0]]) and -m == m * -1
    assert m @ Matrix.identity(2) == m and Matrix.sylvester("x^2 - y", "x - 3", "x").det() == Polynomial("9 - y")
    assert Matrix(m.tolist()) == m and Matrix("[1, 2; 3, 4]").charpoly("s") == Polynomial("s^2 - 5*s - 2")
    assert Matrix([]).det() == 1
    with pytest.raises(IndexError):
        m[2, 0]
    with pytest.raises(TypeError, match="list of rows"):
        Matrix(["x", "y"])
    with pytest.raises(eliminant.ArgumentError):
        Matrix([["x"], ["y", "z"]])


def test_errors_are_those_of_python_too() -> None:
    with pytest.raises(ValueError) as caught:
        Polynomial("x^2 +\ny x")
    error = caught.value
    assert isinstance(error, eliminant.ParseError) and (error.line, error.column) == (2, 3)
    assert "y x\n" in str(error) and str(error).endswith("^")
    with pytest.raises(eliminant.ArgumentError, match="no polynomial; take RationalFunction"):
        Polynomial("1/x")
    with pytest.raises(OverflowError):
        eliminant.resultant("x^2000000 + x*y + 1", "x^1999999 - y*x^3 - 2", "x")
    with pytest.raises(TypeError, match="names of its variables"):
        Polynomial({(1,): 1})


def test_zeros_are_kept() -> None:
    zeros = eliminant.solve_system("(x - 1)^2*(x^2 + 2); y - 1/3", bits=100)
    copied = pickle.loads(pickle.dumps(zeros))
    assert list(copied) == list(zeros) and len(copied) == 3 and copied.vars == ("x", "y")
    told = [(each.complete, each.paths, each.failed, each.backend, each.to_json(), str(each), repr(each)) for each in (zeros, copied)]
    assert told[0] == told[1]
    assert pickle.loads(pickle.dumps(copied)).points.tolist() == zeros.points.tolist()
    for zero, other in zip(zeros, copied):
        assert eval(repr(zero), {"Solution": eliminant.Solution}) == zero == copy.deepcopy(zero)
        assert zero.decimals() == other.decimals() and hash(zero) == hash(other)
        assert (zero.point, zero.to_dict(), zero.error_bounds) == (other.point, other.to_dict(), other.error_bounds)
    assert zeros[0] != zeros[1] and zeros[0] != "x"
    double = [zero for zero in zeros if zero.multiplicity == 2]
    assert len(double) == 1 and not double[0].certified and double[0].decimals() is None
    curve = pickle.loads(pickle.dumps(eliminant.solve_system("x*y; x*(y - 1)")))
    assert len(curve) == 0 and curve.not_isolated[0][1] > 0


def test_roots_are_kept() -> None:
    roots = eliminant.real_roots("(x - 1/3)^2*(x^5 - x - 1)*(x^4 - 10^20)*x")
    copied = pickle.loads(pickle.dumps(roots))
    assert [(root, root.multiplicity) for root in copied] == [(root, root.multiplicity) for root in roots]
    assert [root.decimal(60) for root in copied] == [root.decimal(60) for root in roots]
    with pytest.raises(eliminant.LimitError):
        pickle.dumps(eliminant.real_roots("x^1000000000 - 7"))


def test_complex_roots_are_kept() -> None:
    roots = eliminant.complex_roots("(x - 1/3)^2*(x^5 - x - 1)*(x^4 + 10^20)*(x^2 + 1)^3")
    copied = pickle.loads(pickle.dumps(roots))
    assert [(str(root), root.multiplicity, root.is_real) for root in copied] == [(str(root), root.multiplicity, root.is_real) for root in roots]
    assert roots[-1].polynomial("t").degree("t") > 0
