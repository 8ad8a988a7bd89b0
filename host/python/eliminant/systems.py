"""Systems of polynomials: their zeros, and values at points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _native, arrays, kinds
from .errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typing_extensions import Unpack

    from ._native import Solutions, System
    from .operations import Options


def _system(equations: Any) -> System:
    if isinstance(equations, (_native.System, str)):
        return _native.System(equations)
    listed = list(equations) if isinstance(equations, (list, tuple)) else [equations]
    kind = kinds.of(listed[0]) if listed else None
    return _native.System(listed if kind is None else kind(listed).system(listed))


def solve_system(
    equations: Any, *, bits: int | None = None, start: str = "auto", **options: Unpack[Options]
) -> Solutions:
    """All isolated complex zeros of as many polynomials as variables.

    Each zero of multiplicity 1 has a proof, in spite of all rounding, that there is exactly one near; `bits` are proved of each coordinate, 53 unless
    given. `zeros.proved` is "all" where it is proved that no isolated zero is missing; `zeros.complete` says whether the end of each path was found.
    Paths begin where `start` says: "total" for as many as the product of the degrees, "polyhedral" for as many as the mixed volume, "auto" for the fewer.

    >>> zeros = solve_system(["x^2 + y^2 - 5", "x*y - 2"])
    >>> len(zeros), zeros.complete, zeros.proved, zeros[0].certified
    (4, True, 'all', True)
    >>> zeros.real_points.tolist()
    [[-2.0, -1.0], [-1.0, -2.0], [1.0, 2.0], [2.0, 1.0]]
    """
    told: Any = options or None
    return _native.solve(_system(equations), bits, start, told)


def evaluate(equations: Any, points: Any, *, jacobians: bool = False, **options: Unpack[Options]) -> Any:
    """The values of polynomials at points: an array of shape (points, polynomials), from one of shape (points, variables).

    With `jacobians=True` it is a pair, whose second array has the shape (points, polynomials, variables). Numbers are complex doubles.

    >>> evaluate(["x^2 + y", "x*y"], [[1, 2], [0, 1j]]).tolist()
    [[(3+0j), (2+0j)], [1j, 0j]]
    """
    system = _system(equations)
    columns = len(system.vars)
    at = arrays.rows("points", points, columns)
    told: Any = options or None
    values, matrices = _native.evaluate(system, at.tobytes(), jacobians, told)
    found = arrays.of_bytes(values, len(at), len(system))
    return (found, arrays.of_bytes(matrices, len(at), len(system), columns)) if jacobians else found


def newton(
    equations: Any,
    points: Any,
    *,
    iterations: int | None = None,
    tolerance: float | None = None,
    **options: Unpack[Options],
) -> Any:
    """(points, states): points improved by Newton's method, and how each ended, as "converged" or "singular Jacobian".

    >>> points, states = newton("x^2 - 2", [[1.4], [-1.5]])
    >>> points.real.round(6).tolist(), states
    ([[1.414214], [-1.414214]], ['converged', 'converged'])
    """
    system = _system(equations)
    at = arrays.rows("points", points, len(system.vars))
    told: Any = options or None
    found, states = _native.newton(system, at.tobytes(), iterations, tolerance, told)
    return arrays.of_bytes(found, *at.shape), states


def track(
    equations: Any, parameters: Sequence[str] | str, points: Any, start: Any, ends: Any, **options: Unpack[Options]
) -> Any:
    """(points, states): zeros for the parameters `start`, followed to those for each of the parameters `ends`.

    The points have the shape (ends, zeros, variables).

    >>> points, states = track("x^2 - a", "a", [[1], [-1]], 1, [9])
    >>> points.real.round(6).tolist()
    [[[3.0], [-3.0]]]
    """
    system = _system(equations)
    named = parameters.replace(",", " ").split() if isinstance(parameters, str) else [str(name) for name in parameters]
    variables = len(system.vars) - len(named)
    if variables < 1:
        raise ArgumentError(f"parameters: are {len(named)} of {len(system.vars)} variables; leave some to follow")
    at = arrays.rows("points", points, variables)
    first, last = arrays.rows("start", start, len(named)), arrays.rows("ends", ends, len(named))
    told: Any = options or None
    found, states = _native.track(system, named, at.tobytes(), first.tobytes(), last.tobytes(), told)
    return arrays.of_bytes(found, len(last), len(at), variables), states
