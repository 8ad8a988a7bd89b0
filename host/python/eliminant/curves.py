"""Real plane curves: their topology, and pictures of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from . import _native
from .pictures import Picture
from .plane import of_plane

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typing_extensions import Unpack

    from ._native import Number, RealRoot
    from .operations import Options
    from .pictures import Window


class CurveVertex(NamedTuple):
    """A special point: its coordinates, what it is, the curves on which it is, and how many branches are on its left and right.

    `kind` is "isolated", "singular" or "vertical tangent".
    """

    x: RealRoot
    y: RealRoot
    kind: str
    curves: list[int]
    branches: list[int]

    def __repr__(self) -> str:
        return f"<CurveVertex {self.x}, {self.y}, {self.kind}>"


class CurveEdge(NamedTuple):
    """A branch between two ends, and the curves to which it belongs.

    An end is the number of a vertex; or ("x", -inf) or ("x", inf); or ("y", -inf, line) or ("y", inf, line) along the vertical line with
    that number in `asymptotes`.
    """

    ends: tuple[Any, Any]
    curves: list[int]


class CurveFace(NamedTuple):
    """A part of the plane between the curves: a point in it, the signs of the polynomials there, and whether it is bounded."""

    point: tuple[Number, Number]
    signs: list[int]
    bounded: bool


class CurveComponent(NamedTuple):
    """A connected part of the curves: the numbers of its vertices and edges, and whether it is bounded, and an oval."""

    vertices: list[int]
    edges: list[int]
    bounded: bool
    oval: bool


class Asymptote(NamedTuple):
    """A vertical line along which branches go to infinity, or that is a part of a curve."""

    x: RealRoot
    part: bool


class CurveGraph(Picture):
    """The topology of real curves: `vertices`, `edges`, `faces`, `components` and `asymptotes`, all proved. A notebook shows the picture."""

    def __init__(self, native: Any) -> None:
        super().__init__(native.picture())
        self._native = native
        self.vars: tuple[str, str] = tuple(native.variables)
        self.vertices = [CurveVertex(*vertex) for vertex in native.vertices()]
        self.edges = [CurveEdge(*edge) for edge in native.edges()]
        self.faces = [CurveFace(*face) for face in native.faces()]
        self.components = [CurveComponent(*component) for component in native.components()]
        self.asymptotes = [Asymptote(*line) for line in native.asymptotes()]

    @property
    def ovals(self) -> int:
        """The number of components that are closed curves without crossings."""
        return sum(component.oval for component in self.components)

    @property
    def isolated_points(self) -> int:
        """The number of isolated points."""
        return sum(vertex.kind == "isolated" for vertex in self.vertices)

    def polygons(self, window: Window | None = None) -> list[Any]:
        """For each edge an array of NumPy with a row for each point, near enough to the edge for a picture of the window.

        >>> graph = curve("x^2 + y^2 - 1")
        >>> upper = graph.polygons()[1]
        >>> upper.shape[1], bool(abs(upper[:, 0] ** 2 + upper[:, 1] ** 2 - 1).max() < 1e-9)
        (2, True)
        """
        import numpy as np

        sides = self.window() if window is None else window
        return [np.frombuffer(points).reshape(-1, 2) for points in self._native.polygons(tuple(sides))]

    def __repr__(self) -> str:
        counts = f"{len(self.vertices)} vertices, {len(self.edges)} edges, {len(self.faces)} faces"
        return f"<CurveGraph of {counts}, {len(self.components)} components>"


def curve(*curves: Any, vars: Sequence[Any] | str | None = None, **options: Unpack[Options]) -> CurveGraph:
    """The topology of the real curves f = 0 of one or several polynomials in two variables, proved: nothing is missing.

    `vars` are both variables in order; those that occur unless given.

    >>> graph = curve("y^2 - x^3 + x^2")
    >>> graph
    <CurveGraph of 2 vertices, 2 edges, 2 faces, 2 components>
    >>> graph.vertices
    [<CurveVertex 0, 0, isolated>, <CurveVertex 1, 0, vertical tangent>]
    >>> graph.edges[0].ends
    (1, ('x', inf))
    >>> both = curve("x^2 + y^2 - 1", "y - x")
    >>> [face.signs for face in both.faces if face.bounded]
    [[-1, 1], [-1, -1]]
    """
    natives, names, _ = of_plane(curves, vars)
    told: Any = options or None
    return CurveGraph(_native.curve(natives, names, False, told))
