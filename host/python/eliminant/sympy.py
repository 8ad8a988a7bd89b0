"""Functions of SymPy, by its names and conventions, which compute with this package where that is faster.

>>> import sympy
>>> import eliminant.sympy
>>> x, y = sympy.symbols("x y")
>>> eliminant.sympy.resultant(x**2 + y**2 - 1, y - x**2, x)
y**4 + 2*y**3 - y**2 - 2*y + 1

SymPy itself takes them within `use()`, or from `install()` on:

>>> with eliminant.sympy.use():
...     sympy.gcd(x**2 - y**2, x**2 + x*y)
x + y

Every function here is SymPy's own of that name within `use()`: arguments, signs, contents, order and types of results,
and errors are SymPy's. Over ZZ GCDs have a positive leading coefficient, while SymPy's own in several variables have a
negative one now and then; so it is with what follows from them, as the signs of squarefree factors.

Computed here are polynomials over ZZ and QQ, resultants and discriminants over ZZ[...] and QQ[...] too, GCDs and LCMs
over ZZ[...], determinants of matrices of polynomials and rational functions, and characteristic polynomials of matrices
of polynomials. SymPy computes the rest: other domains, options that ask for more than the answer, and problems so small
that SymPy is faster. SymPy 1.13 or later is needed.
"""

from __future__ import annotations

import threading
import warnings
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial, wraps
from typing import TYPE_CHECKING, Any

import sympy
from sympy.matrices.determinant import _is_zero_after_expand_mul
from sympy.matrices.matrixbase import MatrixBase
from sympy.matrices.utilities import _simplify
from sympy.polys.orderings import lex
from sympy.polys.polyerrors import BasePolynomialError
from sympy.polys.rootoftools import CRootOf

from . import _native, kinds, operations, systems
from .errors import ArgumentError, EliminantError, InternalError, VerificationError
from .representations import coefficients, inner, is_composite, names, native, representation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from typing_extensions import Unpack

    from .operations import Options

__all__ = [
    "charpoly",
    "det",
    "discriminant",
    "gcd",
    "install",
    "lcm",
    "real_roots",
    "resultant",
    "sqf_list",
    "sqf_part",
    "uninstall",
    "use",
    "zeros",
]

# A call of this package takes 0.4 ms at least, of which the work is little. The sizes from which SymPy takes longer
# were measured with SymPy 1.14 on two cores of an Intel Xeon, for dense polynomials, coefficients of one digit, and
# the ground types "flint" and "python". Times are of SymPy, and then of this package.

#: deg f deg g of univariate resultants: degrees 24 and 24 take 0.49 and 0.49 ms.
_UNIVARIATE_RESULTANT = 500
#: deg f deg g times the number of terms of both, for 2 variables (degrees 3 and 3: 0.50 and 0.39 ms), and for more (2
#: and 2 in 3 variables: 1.3 and 0.44 ms).
_RESULTANT = {2: 150, 3: 80}
#: deg f + deg g of univariate GCDs, where SymPy has no FLINT for them: degrees 32 and 32 take 0.30 and 0.48 ms, 128 and
#: 128 take 2.1 and 0.85 ms. FLINT takes 0.1 ms for 512 and 512, and this package 1.2 ms.
_UNIVARIATE_GCD = 100
#: Terms of f and g of GCDs and LCMs, for 2 variables (56 terms: 0.56 and 0.56 ms), and for more (20: 0.57 and 0.39 ms).
_GCD = {2: 60, 3: 20}
#: The degree of univariate squarefree decompositions: degree 48 takes 1.3 and 1.0 ms.
_UNIVARIATE_SQUAREFREE = 48
#: Terms of squarefree decompositions, for 2 variables (55 terms: 1.8 and 2.0 ms), and for more (20: 1.5 and 1.1 ms).
_SQUAREFREE = {2: 60, 3: 20}
#: Rows of determinants. Up to 3 SymPy has formulas; 4 take 1.8 and 1.1 ms with integers, and 54 and 1.5 ms with linear
#: entries in 2 variables.
_DETERMINANT = 4
#: Rows of characteristic polynomials: 3 take 3.1 and 0.8 ms with linear entries in 2 variables. Those of numbers are
#: left to SymPy, which took 4.9 ms for 20 rows where this package took 14.
_CHARPOLY = 3
#: The degree of polynomials with real roots to find: 5 with 5 real roots takes 12 and 5 ms, 20 with 20 146 and 15 ms.
_REAL_ROOTS = 5


@dataclass(frozen=True)
class _Settings:
    """What `use` or `install` was told."""

    always: bool = False
    options: dict[str, Any] = field(default_factory=dict)


_here: ContextVar[_Settings | None] = ContextVar("eliminant.sympy", default=None)
_installed: _Settings | None = None
_lock = threading.RLock()
_holders = 0


def _settings() -> _Settings | None:
    """The settings of this thread or task, or those that were installed."""
    return _here.get() or _installed


def _leading(value: Any) -> Any:
    """The coefficient that SymPy calls the leading one, of a polynomial over the variables in its order."""
    return value.terms()[0][1]


def _sign(number: Any) -> int:
    return -1 if number < 0 else 1


class _Declined(Exception):
    """SymPy is to compute this."""


def _computed(work: Callable[[], Any]) -> Any:
    """The answer of this package; `_Declined` where it has none."""
    try:
        return work()
    except (InternalError, VerificationError) as error:
        warnings.warn(f"SymPy computes what Eliminant did not: {error}", RuntimeWarning, stacklevel=4)
        raise _Declined from error
    except (EliminantError, OverflowError, TypeError) as error:
        # Exponents and sizes above limits; SymPy has other ones.
        raise _Declined from error


class _Pair:
    """Two representations over one domain as native polynomials."""

    def __init__(self, reps: list[Any]) -> None:
        first = reps[0]
        self.domain = first.dom
        count = inner(self.domain)
        if count is None or any(rep.is_ground for rep in reps):
            raise _Declined
        self.level: int = first.lev
        self.names = names(self.level + 1 + count)
        self.natives = [native(rep, self.names) for rep in reps]

    def call(self, operation: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """The answer of an operation."""
        return operation(*self.natives, *args, **options)

    def ordered(self, value: Any) -> Any:
        """A polynomial over the variables in SymPy's order."""
        return _native.Polynomial(value, self.names)

    def representation(self, value: Any) -> Any:
        """The representation of a polynomial over the variables."""
        return representation(value, self.names, self.level, self.domain)

    def without_first(self, value: Any) -> Any:
        """The representation of a polynomial over all variables but the first."""
        return representation(value, self.names[1:], self.level - 1, self.domain)

    def is_below(self, univariate: int | None, terms: dict[int, int], factor: int = 1) -> bool:
        """Whether there is too little work: by the number of variables, and of terms times this factor."""
        if len(self.names) == 1:
            return univariate is None or factor < univariate
        return factor * sum(len(each) for each in self.natives) < terms[min(3, len(self.names))]


# The methods. Each takes the settings and what SymPy's own method is called with.


def _poly_resultant(settings: _Settings, f: Any, g: Any, includePRS: bool = False) -> Any:  # noqa: N803
    if includePRS or not isinstance(g, sympy.Poly):
        raise _Declined
    n, m = f.rep.degree(), g.rep.degree()
    if f.gens == g.gens and (n <= 0 or m <= 0 or not settings.always and n * m < 3):
        raise _Declined
    _, per, first, second = f._unify(g)
    pair = _Pair([first, second])
    n, m = first.degree(), second.degree()
    if n <= 0 or m <= 0 or not settings.always and pair.is_below(_UNIVARIATE_RESULTANT, _RESULTANT, n * m):
        raise _Declined
    answer = _computed(lambda: pair.call(operations.resultant, pair.names[0], **settings.options))
    if n < m and n * m % 2 == 1:
        # SymPy's resultant of f and g is that of g and f where f has the lower degree.
        answer = -answer
    return per(pair.without_first(answer), remove=0)


def _poly_discriminant(settings: _Settings, f: Any) -> Any:
    n = f.rep.degree()
    if n <= 0 or not settings.always and n < 3:
        raise _Declined
    pair = _Pair([f.rep])
    if not settings.always and pair.is_below(_UNIVARIATE_RESULTANT, _RESULTANT, 2 * n * (n - 1)):
        raise _Declined
    answer = _computed(lambda: pair.call(operations.discriminant, pair.names[0], **settings.options))
    return f.per(pair.without_first(answer), remove=0)


def _of_gcd(settings: _Settings, f: Any, g: Any) -> tuple[_Pair, Any]:
    """The operands of a GCD or an LCM, and what makes a polynomial of its representation."""
    if not isinstance(g, sympy.Poly):
        raise _Declined
    if not settings.always and len(f.gens) == 1 and f.gens == g.gens:
        # Before anything is converted.
        if _has_flint(f.rep) and _has_flint(g.rep) or f.rep.degree() + g.rep.degree() < 4:
            raise _Declined
    _, per, first, second = f._unify(g)
    pair = _Pair([first, second])
    if is_composite(pair.domain) and not (pair.domain.domain.is_ZZ and pair.domain.order == lex):
        # Over QQ[...] contents are made in several ways.
        raise _Declined
    if not settings.always:
        univariate = None if _has_flint(first) else _UNIVARIATE_GCD
        factor = first.degree() + second.degree() if len(pair.names) == 1 else 1
        if pair.is_below(univariate, _GCD, factor):
            raise _Declined
    return pair, per


def _has_flint(rep: Any) -> bool:
    return type(rep).__name__ == "DUP_Flint"


def _poly_gcd(settings: _Settings, f: Any, g: Any) -> Any:
    pair, per = _of_gcd(settings, f, g)
    answer = pair.ordered(_computed(lambda: pair.call(operations.gcd, **settings.options)))
    leading = _leading(answer)
    return per(pair.representation(answer / (leading if pair.domain.is_QQ else _sign(leading))))


def _poly_lcm(settings: _Settings, f: Any, g: Any) -> Any:
    pair, per = _of_gcd(settings, f, g)
    answer = pair.ordered(_computed(lambda: pair.call(operations.lcm, **settings.options)))
    leading = _leading(answer)
    if pair.domain.is_QQ:
        divisor = leading
    else:
        divisor = _sign(leading)
        if pair.level > 0:
            # SymPy makes the sign positive of univariate ones alone.
            divisor *= _sign(_leading(pair.natives[0])) * _sign(_leading(pair.natives[1]))
    return per(pair.representation(answer / divisor))


def _factors(settings: _Settings, f: Any) -> tuple[_Pair, list[tuple[Any, int]]]:
    """Squarefree factors by their multiplicities: monic over QQ, else primitive with a positive first coefficient."""
    if not settings.always and len(f.gens) == 1 and f.rep.degree() < _UNIVARIATE_SQUAREFREE:
        raise _Declined
    pair = _Pair([f.rep])
    if is_composite(pair.domain):
        raise _Declined
    factor = f.rep.degree() if len(pair.names) == 1 else 1
    if not settings.always and pair.is_below(_UNIVARIATE_SQUAREFREE, _SQUAREFREE, factor):
        raise _Declined
    _, found = _computed(lambda: pair.call(operations.squarefree, **settings.options))
    factors = []
    for value, multiplicity in sorted(found, key=lambda each: int(each[1])):
        factor = pair.ordered(value)
        leading = _leading(factor)
        factors.append((factor / (leading if pair.domain.is_QQ else _sign(leading)), multiplicity))
    return pair, factors


def _poly_sqf_list(settings: _Settings, f: Any, all: bool = False) -> Any:  # noqa: A002
    if all:
        raise _Declined
    pair, factors = _factors(settings, f)
    leading = Fraction(_leading(pair.natives[0]))
    for factor, multiplicity in factors:
        leading /= _leading(factor) ** multiplicity
    polys = [(f.per(pair.representation(factor)), multiplicity) for factor, multiplicity in factors]
    return sympy.Rational(leading.numerator, leading.denominator), polys


def _poly_sqf_part(settings: _Settings, f: Any) -> Any:
    pair, factors = _factors(settings, f)
    part: Any = _native.Polynomial(1)
    for factor, _ in factors:
        part = part * factor
    if _has_flint(f.rep):
        # The quotient by the GCD with the derivative, which SymPy leaves as it is there: it has the sign, and over QQ
        # the first coefficient of f.
        first = _leading(pair.natives[0])
        part = part * (first if pair.domain.is_QQ else _sign(first))
    return f.per(pair.representation(part))


def _matrix_det(settings: _Settings, matrix: Any, iszerofunc: Any = _is_zero_after_expand_mul) -> Any:
    # SymPy's det comes here, by its default method, for each strongly connected part of a matrix from 4 rows on.
    if iszerofunc is not _is_zero_after_expand_mul or matrix.rows != matrix.cols:
        raise _Declined
    if matrix.rows < (1 if settings.always else _DETERMINANT):
        raise _Declined

    def work() -> Any:
        kind = kinds.SymPy([matrix])
        return kind, operations.det(kind.convert(matrix), **settings.options)

    kind, answer = _computed(work)
    if isinstance(answer, _native.Polynomial):
        return kind.restore(answer, None)
    # SymPy's own is cancelled, and has an expanded numerator and denominator with integer coefficients.
    answer = answer.reduced()
    below: Any = _native.Polynomial(1)
    for divisor, exponent in answer.divisors:
        below = below * divisor**exponent
    quotient = kind.restore(answer.numerator, None) / kind.restore(below, None)
    return sympy.cancel(quotient)


def _matrix_charpoly(settings: _Settings, matrix: Any, x: Any = "lambda", simplify: Any = _simplify) -> Any:
    n = matrix.rows
    if simplify is not _simplify or n != matrix.cols or n < (1 if settings.always else _CHARPOLY):
        raise _Declined
    by_domain = matrix.to_DM()
    domain = by_domain.domain
    count = inner(domain)
    if count is None or not count and not settings.always:
        raise _Declined
    named = names(count)
    rows = [[_native.of_nested(entry, 0, named) for entry in row] for row in by_domain.to_list()]
    answer = _computed(lambda: operations.charpoly(_native.Matrix(rows), "t", **settings.options))
    symbol = sympy.core.symbol.uniquely_named_symbol(x, [matrix], modify=lambda name: "_" + name)
    return sympy.PurePoly(coefficients(answer, ("t", *named), 0, domain), symbol, domain=domain)


_Method = tuple[type, str, "Callable[..., Any]"]

_METHODS: list[_Method] = [
    (sympy.Poly, "resultant", _poly_resultant),
    (sympy.Poly, "discriminant", _poly_discriminant),
    (sympy.Poly, "gcd", _poly_gcd),
    (sympy.Poly, "lcm", _poly_lcm),
    (sympy.Poly, "sqf_list", _poly_sqf_list),
    (sympy.Poly, "sqf_part", _poly_sqf_part),
    (MatrixBase, "_eval_det_bareiss", _matrix_det),
    (MatrixBase, "charpoly", _matrix_charpoly),
]

_own: list[Any] = []


def _replacement(own: Any, method: Callable[..., Any]) -> Any:
    @wraps(own)
    def replaced(*args: Any, **kwargs: Any) -> Any:
        settings = _settings()
        if settings is not None:
            try:
                return method(settings, *args, **kwargs)
            except _Declined:
                pass
        return own(*args, **kwargs)

    return replaced


def _hold() -> None:
    """Puts the methods in their places. They stay: SymPy's own are called where nobody asks for others.

    CPython looks up attributes of a class the slow way after some changes of it, and for good after a thousand.
    """
    global _holders
    with _lock:
        _holders += 1
        if not _own:
            _own[:] = [vars(cls)[name] for cls, name, _ in _METHODS]
            for (cls, name, method), own in zip(_METHODS, _own):
                setattr(cls, name, _replacement(own, method))


def _release() -> None:
    global _holders
    with _lock:
        _holders -= 1


@contextmanager
def use(*, always: bool = False, **options: Unpack[Options]) -> Iterator[None]:
    """SymPy's resultant, gcd, det and so on compute with this package within this context, in this thread or task.

    With `always=True` also where SymPy is faster. The options are those of the functions of this package. Afterwards
    SymPy computes by itself, through methods that ask whether it should; `uninstall()` puts back its own.

    >>> import sympy
    >>> x = sympy.Symbol("x")
    >>> with use(threads=1, always=True):
    ...     sympy.sqf_list(3*(x - 1)**2*(x + 1))
    (3, [(x + 1, 1), (x - 1, 2)])
    """
    _hold()
    told = _here.set(_Settings(always, dict(options)))
    try:
        yield
    finally:
        _here.reset(told)
        _release()


def install(*, always: bool = False, **options: Unpack[Options]) -> None:
    """As `use`, in all threads until `uninstall()`.

    >>> import sympy
    >>> x = sympy.Symbol("x")
    >>> install()
    >>> sympy.discriminant(x**5 + x + 1)
    3381
    >>> uninstall()
    """
    global _installed
    with _lock:
        _hold()
        _release()
        _installed = _Settings(always, dict(options))


def uninstall() -> None:
    """SymPy computes by itself again, with its own methods, but for contexts of `use` that have not ended."""
    global _installed
    with _lock:
        _installed = None
        if not _holders:
            for (cls, name, _), own in zip(_METHODS, _own):
                setattr(cls, name, own)
            _own.clear()


def _switched(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """SymPy's own function within `use()`, with the settings that are there already."""
    settings = _settings() or _Settings()
    _hold()
    told = _here.set(settings)
    try:
        return function(*args, **kwargs)
    finally:
        _here.reset(told)
        _release()


def resultant(f: Any, g: Any, *gens: Any, includePRS: bool = False, **args: Any) -> Any:  # noqa: N803
    """As `sympy.resultant`: it eliminates the first generator.

    Where f has a lower degree than g, SymPy gives the resultant of g and f, which may differ in sign from that of
    `eliminant.resultant`.

    >>> from sympy.abc import a, b, c, x
    >>> resultant(a*x**2 + b*x + c, 2*a*x + b, x)
    4*a**2*c - a*b**2
    """
    return _switched(sympy.resultant, f, g, *gens, includePRS=includePRS, **args)


def discriminant(f: Any, *gens: Any, **args: Any) -> Any:
    """As `sympy.discriminant`, in the first generator.

    >>> from sympy.abc import p, q, x
    >>> discriminant(x**3 + p*x + q, x)
    -4*p**3 - 27*q**2
    """
    return _switched(sympy.discriminant, f, *gens, **args)


def gcd(f: Any, g: Any = None, *gens: Any, **args: Any) -> Any:
    """As `sympy.gcd`: of two polynomials, or of a list of them; monic over the fractions.

    >>> from sympy.abc import x, y
    >>> gcd(x**2 - y**2, x**2 + 2*x*y + y**2), gcd([6*x**2, 4*x*y, 10*x])
    (x + y, 2*x)
    """
    return _switched(sympy.gcd, f, g, *gens, **args)


def lcm(f: Any, g: Any = None, *gens: Any, **args: Any) -> Any:
    """As `sympy.lcm`: of two polynomials, or of a list of them; monic over the fractions.

    >>> from sympy.abc import x
    >>> lcm(x**2 - 1, x**2 - x)
    x**3 - x
    """
    return _switched(sympy.lcm, f, g, *gens, **args)


def sqf_list(f: Any, *gens: Any, **args: Any) -> Any:
    """As `sympy.sqf_list`: a coefficient, and factors with their multiplicities.

    >>> from sympy.abc import x
    >>> sqf_list(-2*(x - 1)**2*x**3)
    (-2, [(x - 1, 2), (x, 3)])
    """
    return _switched(sympy.sqf_list, f, *gens, **args)


def sqf_part(f: Any, *gens: Any, **args: Any) -> Any:
    """As `sympy.sqf_part`: the product of the different factors.

    >>> from sympy.abc import x
    >>> sqf_part(x**3 - 3*x - 2)
    x**2 - x - 2
    """
    return _switched(sympy.sqf_part, f, *gens, **args)


def det(matrix: Any, *args: Any, **kwargs: Any) -> Any:
    """As the method `det` of SymPy's matrices, and `sympy.det` of what is no explicit matrix.

    >>> import sympy
    >>> from sympy.abc import x
    >>> det(sympy.Matrix(4, 4, lambda i, j: x + i*j if i != j else 1))
    -3*x**4 - 14*x**3 + 15*x**2 + 50*x + 24
    """
    if isinstance(matrix, MatrixBase):
        return _switched(matrix.det, *args, **kwargs)
    return _switched(sympy.det, matrix, *args, **kwargs)


def charpoly(matrix: Any, x: Any = "lambda", simplify: Any = _simplify) -> Any:
    """As the method `charpoly` of SymPy's matrices: det(x I - M) as a `PurePoly`.

    >>> import sympy
    >>> from sympy.abc import a
    >>> charpoly(sympy.Matrix([[1, a, 0], [2, 3, a], [0, 1, 1]]))
    PurePoly(lambda**3 - 5*lambda**2 + (7 - 3*a)*lambda + 3*a - 3, lambda, domain='ZZ[a]')
    """
    return _switched(lambda: matrix.charpoly(x, simplify=simplify))


class _RealRoots(CRootOf):  # type: ignore[misc]
    """SymPy's way from a polynomial to its roots, with another step in it."""

    @classmethod
    def _found(cls, poly: Any) -> list[tuple[Any, int]]:
        """The real roots in ascending order, each as an irreducible factor and the number of its root."""
        roots = []
        for factor, multiplicity in poly.factor_list()[1]:
            pure = sympy.PurePoly(factor, expand=False)
            found = _computed(partial(operations.real_roots, native(factor.rep, names(1))))
            roots += [(root, pure, place, multiplicity) for place, root in enumerate(found)]
        roots.sort(key=lambda each: each[0])
        return [(pure, place) for _, pure, place, multiplicity in roots for _ in range(multiplicity)]

    @classmethod
    def _new(cls, poly: Any, index: int) -> Any:
        return CRootOf._new(poly, index)


def real_roots(f: Any, multiple: bool = True, radicals: bool = True, extension: bool = False) -> Any:
    """As `sympy.real_roots`: exact numbers, radicals, and else `CRootOf` of an irreducible factor.

    Their digits are computed by SymPy, which isolates the roots once more for them. `eliminant.real_roots` has digits,
    intervals and comparisons without that.

    >>> from sympy.abc import x
    >>> real_roots((x**2 - 2)*(x - 3)*(x**5 - x - 1))
    [-sqrt(2), CRootOf(x**5 - x - 1, 0), sqrt(2), 3]
    """
    settings = _settings() or _Settings()
    if not extension:
        try:
            poly = f if isinstance(f, sympy.Poly) else sympy.Poly(f, greedy=False)
            domain = poly.domain
            least = 1 if settings.always else _REAL_ROOTS
            if poly.is_univariate and poly.degree() >= least and (domain.is_ZZ or domain.is_QQ):
                found = _RealRoots._get_roots("_found", poly, radicals)
                return found if multiple else sympy.utilities.group(found, multiple=False)
        except (_Declined, BasePolynomialError, NotImplementedError):
            # SymPy has the answer, or the exception.
            pass
    return sympy.real_roots(f, multiple=multiple, radicals=radicals, extension=extension)


def zeros(
    equations: Any, symbols: Any = None, *, real: bool = False, **options: Unpack[Options]
) -> list[dict[Any, Any]]:
    """All isolated complex zeros of as many equations as symbols: a list of dicts {symbol: value}.

    So `sympy.nsolve(..., dict=True)` lists one zero, near a point. Values are `Float` where the zero is proved to be
    real, and else have a part with I; their precision is double. With `real=True` those proved to be real are listed.

    Expressions are set to 0. They are rational functions of the symbols, whose coefficients may be floats and have I;
    of a quotient the numerator is taken. `eliminant.solve_system` takes the same equations and says more: error bounds,
    multiplicities, and whether the end of each path was found.

    >>> from sympy.abc import x, y
    >>> zeros([x**2 + y**2 - 5, x*y - 2], [x, y], real=True)[-1]
    {x: 2.00000000000000, y: 1.00000000000000}
    >>> zeros(x**2 + 1, x)
    [{x: -1.0*I}, {x: 1.0*I}]
    """
    is_list = isinstance(equations, (list, tuple, set, MatrixBase, sympy.Tuple))
    listed = [sympy.sympify(equation) for equation in (equations if is_list else [equations])]
    kind = kinds.SymPy(listed)
    system = _native.System(kind.system(listed))
    if symbols is None:
        wanted = [kind.symbols[name] for name in system.vars]
    else:
        wanted = [sympy.sympify(symbol) for symbol in (symbols if hasattr(symbols, "__iter__") else [symbols])]
    named = [kind.names.get(symbol, "") for symbol in wanted]
    if sorted(named) != sorted(system.vars):
        have = [kind.symbols.get(name, name) for name in system.vars]
        raise ArgumentError(f"symbols: are {wanted}, and the equations have {have}; give as many equations as symbols")
    found = []
    for zero in systems.solve_system(system, **options):
        if real and not zero.real:
            continue
        by_name = zero.to_dict()
        found.append({symbol: _number(by_name[name]) for symbol, name in zip(wanted, named)})
    return found


def _number(value: complex | float) -> Any:
    """A number of SymPy; parts that are 0 are left out."""
    if isinstance(value, float):
        return sympy.Float(value)
    parts = [sympy.Float(value.real) if value.real else 0, sympy.Float(value.imag) * sympy.I if value.imag else 0]
    return sum(parts) if any(parts) else sympy.Float(0.0)
