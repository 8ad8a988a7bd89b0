"""The exact operations."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypedDict

from . import _native, kinds
from .errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from typing_extensions import Unpack

    from ._native import ComplexRoot, Polynomial, RealRoot


class Options(TypedDict, total=False):
    """What every operation may be told. None is the default everywhere.

    - `backend`: "auto", "cpu" or "cuda".
    - `devices`: numbers of CUDA devices, as [0, 1], or "all".
    - `threads`: the number of CPU threads.
    - `memory_limit`: bytes, or a text such as "8G".
    - `checkpoint`: a folder; a run that was ended goes on from there.
    - `seed`: of the random choices; the answer does not depend on it.
    - `progress`: True for a bar, or a function of the finished fraction.
    - `method`: how it is computed modulo a prime; the answer is the same.
    - `modulus`: the answer modulo this prime, of at most 256 bits.
    - `certainty`: "certified" or "probabilistic", with `error_exponent` e: wrong with probability at most 2^-e.
    - `evaluation`, `interpolation`, `lift`, `contraction`, `scratch`: as the options of the program.
    """

    backend: str | None
    devices: str | Sequence[int] | None
    threads: int | None
    memory_limit: int | str | None
    checkpoint: str | None
    seed: int | None
    progress: bool | Callable[[float], Any] | None
    method: str | None
    modulus: int | None
    certainty: str | None
    error_exponent: int | None
    evaluation: str | None
    interpolation: str | None
    lift: str | None
    contraction: bool | None
    scratch: str | None


#: Operations whose variable may be in none of the polynomials.
_ELIMINATING = ("resultant", "discriminant", "subresultants", "sturm_habicht", "cofactors")


def _asked(
    by_name: kinds.Kind, operation: str, problems: list[list[Any]], var: Any
) -> tuple[list[list[Any]], str | None, str | None]:
    """Operands of a kind as native values, the name of the variable, and it again where the answers do not have it."""
    named = by_name.name(var)
    natives = [by_name.natives(problem) for problem in problems]
    if named is None or operation not in _ELIMINATING:
        return natives, named, None
    if not isinstance(var, str):
        # A symbol is no misprint: where the polynomials do not have it, they have degree 0 in it.
        for problem in natives:
            if named not in getattr(problem[0], "vars", ()):
                problem[0] = problem[0] + _native.Polynomial(0, [named])
    return natives, named, named if operation in ("resultant", "discriminant") else None


def _told(answer: Any, report: bool, by_name: kinds.Kind | None, gone: str | None) -> Any:
    """An answer in the kind of the first operand, with its report as a dict where that is wanted."""
    value, told = answer if report else (answer, "")
    if by_name is not None:
        value = by_name.back(value, gone)
    return (value, json.loads(told)) if report else value


def _call(operation: str, operands: list[Any], var: Any, report: bool, options: Any) -> Any:
    kind, by_name, gone = kinds.of(operands[0]), None, None
    if kind is not None:
        by_name = kind(operands)
        (operands,), var, gone = _asked(by_name, operation, [operands], var)
    answer = _native.call(operation, operands, var, options or None, report)
    return _told(answer, report, by_name, gone)


def resultant(f: Any, g: Any, var: Any = None, *, report: bool = False, **options: Unpack[Options]) -> Any:
    """The resultant of f and g, which eliminates `var`: lc(f)^q prod g(a) over the roots a of f, q the degree of g.

    `var` may be left out where one variable occurs. With `report=True` it is a pair of the answer and a dict of counts, choices and times.

    >>> resultant("a*x^2 + b*x + c", "x - t", "x")
    Polynomial('a*t^2 + b*t + c')
    >>> resultant("x^2 + 1", "x^3 - 2", modulus=7)
    Polynomial('5')
    """
    return _call("resultant", [f, g], var, report, options)


def discriminant(f: Any, var: Any = None, *, report: bool = False, **options: Unpack[Options]) -> Any:
    """The discriminant (-1)^(n(n-1)/2) res(f, f') / lc(f) of f in `var`, n its degree.

    >>> discriminant("a*x^2 + b*x + c", "x")
    Polynomial('-4*a*c + b^2')
    """
    return _call("discriminant", [f], var, report, options)


def subresultants(
    f: Any,
    g: Any,
    var: Any = None,
    *,
    principal: bool = False,
    index: int | None = None,
    report: bool = False,
    **options: Unpack[Options],
) -> Any:
    """The list S_0, S_1, .. of the subresultants of f and g in `var`; S_0 is their resultant.

    S_k of degrees p and q is the determinant of the rows y^(q-k-1) f, .., f, y^(p-k-1) g, .., g: the coefficients of y^(p+q-k-1), .., y^(k+1), and last the
    polynomials themselves. With `principal` the coefficients of y^k in S_k, with `index` S_k alone.

    >>> subresultants("y^3 - x", "y^2 + x*y + 1", "y")[1:]
    [Polynomial('x^2*y - y'), Polynomial('x*y + y^2 + 1')]
    >>> subresultants("y^2 + a*y + b", "y^2 + c", "y", index=1)
    Polynomial('-a*y - b + c')
    """
    return _listed("subresultants", [f, g], var, principal, index, report, options)


def _listed(
    operation: str, operands: list[Any], var: Any, principal: bool, index: int | None, report: bool, options: Any
) -> Any:
    """A list, or the one that is asked for."""
    asked: Any = {**options, **({"principal": True} if principal else {}), **({} if index is None else {"index": index})}
    found = _call(operation, operands, var, report, asked)
    if index is None:
        return found
    return (found[0][0], found[1]) if report else found[0]


def sturm_habicht(
    f: Any,
    var: Any = None,
    *,
    principal: bool = False,
    index: int | None = None,
    report: bool = False,
    **options: Unpack[Options],
) -> Any:
    """The Sturm-Habicht sequence of f in `var`: the list of (-1)^((p-k)(p-k-1)/2) S_k(f, f') for k = 0, .., p - 1, p the degree of f, and f.

    The signs of its principal coefficients, those of the k-th powers, tell the number of different real roots. With `principal` these alone, with `index` one.

    >>> sturm_habicht("y^3 + a*y + b", "y")[0]
    Polynomial('-4*a^3 - 27*b^2', vars=['a', 'b', 'y'])
    >>> sturm_habicht("x^3 - x", principal=True)
    [Polynomial('4'), Polynomial('6'), Polynomial('3'), Polynomial('1')]
    """
    return _listed("sturm_habicht", [f], var, principal, index, report, options)


def cofactors(
    f: Any, g: Any, var: Any = None, *, index: int = 0, report: bool = False, **options: Unpack[Options]
) -> Any:
    """(S, U, V) with U f + V g = S, the resultant of f and g in `var`, or with `index` k their subresultant S_k.

    deg U < deg g - k, deg V < deg f - k.

    >>> cofactors("y^2 - x", "x*y - 1", "y")
    (Polynomial('-x^3 + 1', vars=['x', 'y']), Polynomial('x^2', vars=['x', 'y']), Polynomial('-x*y - 1'))
    """
    asked: Any = {**options, **({"index": index} if index else {})}
    return _call("cofactors", [f, g], var, report, asked)


def det(matrix: Any, *, report: bool = False, **options: Unpack[Options]) -> Any:
    """The determinant of a square matrix of polynomials or rational functions.

    >>> det([["x", "y"], [1, "x"]])
    Polynomial('x^2 - y')
    >>> det("[1/x, 1; 2, x]")
    Polynomial('-1', vars=['x'])
    """
    return _call("determinant", [matrix], None, report, options)


def charpoly(matrix: Any, var: Any = "t", *, report: bool = False, **options: Unpack[Options]) -> Any:
    """The characteristic polynomial det(var I - M), for a variable that the matrix does not have.

    >>> charpoly([[1, "a"], [2, 3]])
    Polynomial('t^2 - 4*t - 2*a + 3', vars=['t', 'a'])
    """
    return _call("characteristic_polynomial", [matrix], var, report, options)


def adjugate(matrix: Any, *, report: bool = False, **options: Unpack[Options]) -> Any:
    """The adjugate of a square matrix of polynomials, as a list of rows: M adj(M) = det(M) I.

    >>> adjugate([["x", 1], [2, "y"]])
    [[Polynomial('y', vars=['x', 'y']), Polynomial('-1', vars=['x', 'y'])], [Polynomial('-2', vars=['x', 'y']), Polynomial('x', vars=['x', 'y'])]]
    """
    found = _call("adjugate", [matrix], None, report, options)
    entries = (found[0] if report else found)[:-1]
    n = math.isqrt(len(entries))
    rows = [entries[i * n : (i + 1) * n] for i in range(n)]
    return (rows, found[1]) if report else rows


def rank(matrix: Any, *, certify: bool | None = None, report: bool = False, **options: Unpack[Options]) -> Any:
    """The rank of a matrix of polynomials over the field of rational functions.

    It is no less, which a minor proves; that it is no larger is proved with `certify=True`, or where that takes little time. `certainty` in the report says whether it is.

    >>> rank([["x", "y"], ["x^2", "x*y"], [0, 0]])
    1
    """
    asked: Any = {**options, **({} if certify is None else {"certify": certify})}
    found = _native.call("rank", [_matrix_of(matrix)], None, asked or None, report)
    (values, _), told = found if report else (found, "")
    number = int(str(values[0]))
    return (number, json.loads(told)) if report else number


def _matrix_of(matrix: Any) -> Any:
    """A matrix of a kind as a native one."""
    kind = kinds.of(matrix)
    return matrix if kind is None else kind([matrix]).natives([matrix])[0]


def solve_linear(matrix: Any, right: Any, *, report: bool = False, **options: Unpack[Options]) -> Any:
    """The solution of the linear system M x = b over the field of rational functions: (numerators, denominator, free), or None where there is none.

    `right` is a list, with an entry for each row of M. The numerators and their common denominator have no factor in common. `free` are the numbers, from 0, of unknowns that may be chosen,
    and are 0 here: none where the solution is the only one.

    >>> solve_linear([["x", 1], [1, "y"]], [1, 0])
    ([Polynomial('y', vars=['x', 'y']), Polynomial('-1', vars=['x', 'y'])], Polynomial('x*y - 1'), [])
    >>> solve_linear([["x", "x^2"], [1, "x"]], [1, 1]) is None
    True
    """
    found = _call("linear_system", [matrix, *right], None, report, options)
    (values, free), told = found if report else (found, None)
    answer = (values[:-1], values[-1], free) if values else None
    return (answer, told) if report else answer


def _list(operation: str, polynomials: tuple[Any, ...]) -> list[Any]:
    """The polynomials one by one, or a list of them."""
    is_list = len(polynomials) == 1 and isinstance(polynomials[0], (list, tuple))
    listed = list(polynomials[0] if is_list else polynomials)
    if not listed:
        raise ArgumentError(f"polynomials: are 0; {operation} takes two or more")
    return listed


def gcd(*polynomials: Any, cofactors: bool = False, report: bool = False, **options: Unpack[Options]) -> Any:
    """The greatest common divisor of two polynomials or more, or of a list of them: proved by exact division.

    Its first coefficient is positive, and it has the GCD of the contents. With `cofactors=True` it is (gcd, f/gcd, g/gcd).

    >>> gcd("6*x^5 - 6*x", "4*x^4 - 8*x^2 + 4")
    Polynomial('2*x^2 - 2')
    >>> gcd("x^2 - y^2", "x*z + y*z", cofactors=True)
    (Polynomial('x + y', vars=['x', 'y', 'z']), Polynomial('x - y', vars=['x', 'y', 'z']), Polynomial('z', vars=['x', 'y', 'z']))
    """
    told: Any = {**options, "cofactors": True} if cofactors else options
    return _call("gcd", _list("gcd", polynomials), None, report, told)


def gcd_batch(pairs: Iterable[tuple[Any, Any]], *, report: bool = False, **options: Unpack[Options]) -> Any:
    """The GCDs of many pairs, computed together, as a list.

    >>> gcd_batch([("x^2 - 1", "x - 1"), ("6*y", "4*y^2")])
    [Polynomial('x - 1'), Polynomial('2*y')]
    """
    operands = [operand for pair in pairs for operand in pair]
    if not operands:
        return ([], {}) if report else []
    return _call("gcd_batch", operands, None, report, options)


def batch(
    operation: str, problems: Iterable[Any], *, var: Any = None, report: bool = False, **options: Unpack[Options]
) -> list[Any]:
    """The answers of an operation of this name for many problems, computed on all threads at once.

    A problem is a tuple of operands, or its only operand. Options are those of the operation, for each of them; `memory_limit` too is one
    for each. The error of one that fails begins with its place in the list.

    >>> batch("resultant", [("x^2 - 2", "x - t"), ("x^3 - 2", "x - t")], var="x")
    [Polynomial('t^2 - 2'), Polynomial('-t^3 + 2')]
    >>> batch("det", ["[1, 2; 3, 4]", "[x, 1; 1, x]"])
    [Polynomial('-2'), Polynomial('x^2 - 1')]
    """
    listed = [list(problem) if isinstance(problem, tuple) else [problem] for problem in problems]
    empty = [place for place, problem in enumerate(listed) if not problem]
    if empty:
        raise ArgumentError(f"problem {empty[0]}: has no operands")
    if not listed:
        return []
    if var is None and operation == "charpoly":
        var = "t"
    kind, by_name, gone = kinds.of(listed[0][0]), None, None
    if kind is not None:
        by_name = kind([operand for problem in listed for operand in problem])
        listed, var, gone = _asked(by_name, operation, listed, var)
    answers = _native.batch(_named(operation), listed, var, options or None, report)
    return [_told(answer, report, by_name, gone) for answer in answers]


def lcm(*polynomials: Any, report: bool = False, **options: Unpack[Options]) -> Any:
    """The least common multiple of two polynomials or more, or of a list of them.

    >>> lcm("x^2 - 1", "x^2 - x")
    Polynomial('x^3 - x')
    """
    return _call("lcm", _list("lcm", polynomials), None, report, options)


def xgcd(f: Any, g: Any, *, report: bool = False, **options: Unpack[Options]) -> Any:
    """(h, s, t) with s f + t g = h = gcd(f, g), for polynomials in one variable.

    >>> xgcd("x^2 - 1", "x - 2")
    (Polynomial('1', vars=['x']), Polynomial('1/3', vars=['x']), Polynomial('-1/3*x - 2/3'))
    """
    return _call("extended_gcd", [f, g], None, report, options)


def content(f: Any, var: Any = None, *, report: bool = False, **options: Unpack[Options]) -> Any:
    """(content, primitive part) of f as a polynomial in `var`: the content is the GCD of its coefficients.

    >>> content("2*x*y + 4*x", "y")
    (Polynomial('2*x', vars=['x', 'y']), Polynomial('y + 2', vars=['x', 'y']))
    """
    return _call("content", [f], var, report, options)


def squarefree(f: Any, *, report: bool = False, **options: Unpack[Options]) -> Any:
    """(c, [(factor, multiplicity), ...]): f is c times the product of squarefree, pairwise coprime factors to their multiplicities.

    >>> squarefree("-12*(x - 1)^3*(x + 2)*x^3")
    (Polynomial('-12', vars=['x']), [(Polynomial('x + 2'), 1), (Polynomial('x^2 - x'), 3)])
    """
    return _call("squarefree", [f], None, report, options)


def _end(value: Any) -> Any:
    """An end of an interval as an exact number; None for an infinity."""
    if isinstance(value, float) and math.isinf(value):
        return None
    return Fraction(value) if isinstance(value, str) else value


def real_roots(
    f: Any,
    *,
    between: tuple[Any, Any] = (None, None),
    threads: int | None = None,
    memory_limit: int | str | None = None,
) -> list[RealRoot]:
    """The real roots of a polynomial in one variable, in ascending order, each once. All are proved, and none is missing.

    `between=(a, b)` are only those from a to b, both included. Ends are integers, fractions or their texts; None is no end.

    >>> real_roots("(x - 1)^2*(x^2 - 3)")
    [<RealRoot -1.7320508075688773>, <RealRoot 1, multiplicity 2>, <RealRoot 1.7320508075688773>]
    >>> real_roots("x^2 - 2")[1].decimal(30)
    '1.41421356237309504880168872421'
    >>> real_roots("x^3 - x", between=(0, None))
    [<RealRoot 0>, <RealRoot 1>]
    """
    kind = kinds.of(f)
    native = f if kind is None else kind([f]).native(f)
    ends = (_end(between[0]), _end(between[1]))
    return _native.real_roots(native, ends, threads=threads, memory_limit=memory_limit)


def complex_roots(f: Any, *, threads: int | None = None, memory_limit: int | str | None = None) -> list[ComplexRoot]:
    """All complex roots of a polynomial in one variable, each once: real ones in ascending order, then pairs of conjugates.

    All are proved, and none is missing. Real roots are known as such: `is_real` and `real_root`.

    >>> [root.is_real for root in complex_roots("(x - 3)*(x^2 + 4)")]
    [True, False, False]
    >>> complex_roots("x^2 + x + 1")[0].decimal(30)
    ('-0.500000000000000000000000000000', '0.866025403784438646763723170753')
    """
    kind = kinds.of(f)
    native = f if kind is None else kind([f]).native(f)
    return _native.complex_roots(native, threads=threads, memory_limit=memory_limit)


def _named(operation: str) -> str:
    """The name of the function of an operation as the name of the operation."""
    names = {"det": "determinant", "charpoly": "characteristic_polynomial", "xgcd": "extended_gcd"}
    return names.get(operation, operation)


def plan(operation: str, *operands: Any, var: Any = None, **options: Unpack[Options]) -> dict[str, Any]:
    """The plan of an operation of this name as a dict: bounds, primes and memory. It computes nothing of the answer.

    >>> plan("resultant", "x^5 + y", "x^4 - y^3", var="x")["degree_bound"]
    [15]
    """
    listed = _list(operation, operands) if operation in ("gcd", "lcm") else list(operands)
    kind = kinds.of(listed[0]) if listed else None
    if kind is not None:
        by_name = kind(listed)
        listed, var = by_name.natives(listed), by_name.name(var)
    return json.loads(_native.plan(_named(operation), listed, var, options or None))  # type: ignore[no-any-return]


def symbols(names: str) -> tuple[Polynomial, ...]:
    """Variables as polynomials: names with blanks or commas between them.

    >>> x, y = symbols("x y")
    >>> (x + y)**2 - 1
    Polynomial('x^2 + 2*x*y + y^2 - 1')
    """
    return tuple(_native.Polynomial(name) for name in names.replace(",", " ").split())
