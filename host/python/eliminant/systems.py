"""Systems of polynomials: their zeros, and values at points."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

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
    """All isolated complex zeros of as many polynomials as variables, or more.

    Each zero of multiplicity 1 has a proof, in spite of all rounding, that there is exactly one near; `bits` are proved of each coordinate, 53 unless
    given; where there are more polynomials than variables none has one. `zeros.proved` is "all" where it is proved that no isolated zero is missing; `zeros.complete` says whether the end of each path was found.
    Paths begin where `start` says: "total" for as many as the product of the degrees, "polyhedral" for as many as the mixed volume, "auto" for the fewer.

    >>> zeros = solve_system(["x^2 + y^2 - 5", "x*y - 2"])
    >>> len(zeros), zeros.complete, zeros.proved, zeros[0].certified
    (4, True, 'all', True)
    >>> zeros.real_points.tolist()
    [[-2.0, -1.0], [-1.0, -2.0], [1.0, 2.0], [2.0, 1.0]]
    """
    told: Any = options or None
    return _native.solve(_system(equations), bits, start, told)


class Component(NamedTuple):
    """An irreducible component of the zeros of a system: its dimension, at least 1, and its degree.

    - `multiplicity`: that of a generic point.
    - `irreducible`: whether it is one component. Otherwise it is one or more.
    - `points`: its points in `slices`, which are linear polynomials, each as a_1, .., a_n, a_0.
    """

    dimension: int
    degree: int
    multiplicity: int
    irreducible: bool
    points: tuple[tuple[complex, ...], ...]
    slices: tuple[tuple[complex, ...], ...]

    def __repr__(self) -> str:
        more = "" if self.multiplicity == 1 else f", multiplicity {self.multiplicity}"
        return f"<Component of dimension {self.dimension}, degree {self.degree}{more}>"


class Decomposition(NamedTuple):
    """All zeros of a system: its components, in descending order of their dimensions, and its isolated zeros.

    - `dimension`: the largest one, 0 where there are isolated zeros only, None where there are no zeros.
    - `complete`: whether the end of each path was found.
    """

    vars: tuple[str, ...]
    components: tuple[Component, ...]
    isolated: Solutions
    complete: bool
    text: str

    @property
    def dimension(self) -> int | None:
        return max([part.dimension for part in self.components], default=0 if len(self.isolated) else None)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Decomposition: {len(self.components)} components, {len(self.isolated)} isolated zeros>"


def decompose(equations: Any, *, start: str = "auto", **options: Unpack[Options]) -> Decomposition:
    """All zeros of any number of polynomials: the irreducible components of each dimension, and the isolated zeros.

    This is evidence by random numbers, and not proof. Components of multiplicity 2 and more are not split.

    >>> found = decompose(["x*z", "y*z"])
    >>> print(found, end="")
    dimension 2, degree 1
    dimension 1, degree 1
    >>> found.dimension, found.complete, len(found.isolated), len(found.components[0].slices)
    (2, True, 0, 2)
    """
    told: Any = options or None
    text, lines, isolated = _native.decompose(_system(equations), start, told)
    found = json.loads(text)

    def numbers(rows: list[Any]) -> tuple[tuple[complex, ...], ...]:
        return tuple(tuple(complex(*x) for x in row) for row in rows)

    components = tuple(
        Component(
            part["dimension"],
            part["degree"],
            part["multiplicity"],
            part["irreducible"],
            numbers(part["points"]),
            numbers(part["slices"]),
        )
        for part in found["components"]
    )
    complete = found["failed"] == found["inconsistent"] == 0
    return Decomposition(tuple(found["vars"]), components, isolated, complete, lines)


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
