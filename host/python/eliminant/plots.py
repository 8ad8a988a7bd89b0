"""The function `plot`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _native, kinds
from .curves import CurveGraph
from .errors import ArgumentError
from .pictures import Picture
from .plane import of_plane
from .systems import solve_system

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typing_extensions import Unpack

    from ._native import Solutions
    from .operations import Options


class SolutionsPicture(Picture):
    """The picture of the real solutions of a system: `solutions` are all of them, and `not_shown` is the number of those that are not real."""

    def __init__(self, picture: Any, solutions: Solutions, not_shown: int) -> None:
        super().__init__(picture)
        self.solutions = solutions
        self.not_shown = not_shown

    def __repr__(self) -> str:
        return f"<SolutionsPicture of {len(self.solutions) - self.not_shown} solutions, {self.not_shown} not shown>"


def plot(
    *curves: Any,
    vars: Sequence[Any] | str | None = None,
    complex: bool = False,
    system: Any = None,
    axes: Sequence[Any] | str | None = None,
    **options: Unpack[Options],
) -> Picture:
    """A picture of real curves f = 0, of complex roots, or of the real solutions of a system.

    - Of curves it is that of `curve`. A polynomial in one variable is drawn as its graph, with its real roots.
    - With `complex=True` it has all complex roots of one polynomial in one variable.
    - With `system` it has the real solutions of equations, or of an answer of `solve_system`, in the two unknowns `axes`; the first two unless given.
      Those that are not real are counted in `not_shown`.

    >>> plot("x^5 - 3*x + 1").svg()[:4]
    '<svg'
    >>> plot("x^5 - x - 1", complex=True).png(size=(400, 300))[:4]
    b'\\x89PNG'
    >>> plot(system="x^4 - 1; y - 2*x; z - 3", axes="y z")
    <SolutionsPicture of 2 solutions, 2 not shown>
    """
    told: Any = options or None
    if system is not None:
        if curves or complex or vars is not None:
            raise ArgumentError("system: is drawn alone, without curves, complex and vars")
        named = axes.replace(",", " ").split() if isinstance(axes, str) else axes
        if named is not None and len(named) != 2:
            raise ArgumentError(f"axes: are {len(named)}, and the plane has two")
        zeros = system if isinstance(system, _native.Solutions) else solve_system(system, **options)
        picture, hidden = _native.picture_of_solutions(zeros, None if named is None else [str(name) for name in named])
        return SolutionsPicture(picture, zeros, hidden)
    if axes is not None:
        raise ArgumentError("axes: are those of a system; curves have vars")
    if complex:
        if len(curves) != 1 or vars is not None:
            raise ArgumentError(f"complex: takes one polynomial in one variable and no vars; {len(curves)} are given")
        f = curves[0]
        kind = kinds.of(f)
        return Picture(_native.picture_of_roots(f if kind is None else kind([f]).native(f), told))
    natives, names, _ = of_plane(curves, vars)
    return CurveGraph(_native.curve(natives, names, True, told))
