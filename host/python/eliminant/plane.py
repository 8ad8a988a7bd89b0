"""Solutions of two polynomials in two variables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from . import _native, kinds
from .errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typing_extensions import Unpack

    from ._native import ComplexRoot, RealRoot
    from .operations import Options


class PlaneSolution(NamedTuple):
    """A real solution: both coordinates as exact numbers, and its multiplicity."""

    x: RealRoot
    y: RealRoot
    multiplicity: int

    def __repr__(self) -> str:
        more = "" if self.multiplicity == 1 else f", multiplicity {self.multiplicity}"
        return f"<PlaneSolution {self.x}, {self.y}{more}>"


class ComplexPlaneSolution(NamedTuple):
    """A solution that is not real: both coordinates as exact numbers, of which one may be real, and its multiplicity."""

    x: ComplexRoot
    y: ComplexRoot
    multiplicity: int

    def __repr__(self) -> str:
        more = "" if self.multiplicity == 1 else f", multiplicity {self.multiplicity}"
        return f"<ComplexPlaneSolution {self.x}, {self.y}{more}>"


class PlaneSolutions(list[PlaneSolution]):
    """All real solutions, in ascending order of x, then of y.

    - `vars`: the names of both coordinates.
    - `others`: the solutions that are not real, if they were asked for, each and its conjugate.
    - `complex`, `different`: the number of complex solutions, with multiplicities and without.
    - `common`: the common factor of both polynomials, which are 0 on its whole curve; else None.
    """

    vars: tuple[str, str]
    others: list[ComplexPlaneSolution]
    complex: int
    different: int
    common: Any


def of_plane(functions: Sequence[Any], vars: Sequence[Any] | str | None) -> tuple[list[Any], tuple[str, str] | None, Any]:
    """Native functions, the names of both variables where they are given, and what brings answers back to the kind of the first function."""
    kind = kinds.of(functions[0]) if functions else None
    by_name = None if kind is None else kind(list(functions))
    natives = list(functions) if by_name is None else by_name.natives(list(functions))
    named = vars.replace(",", " ").split() if isinstance(vars, str) else vars
    if named is None:
        return natives, None, by_name
    if len(named) != 2:
        raise ArgumentError(f"vars: are {len(named)}, and the plane has two")
    x, y = (str(name if by_name is None else by_name.name(name)) for name in named)
    return natives, (x, y), by_name


def solve(
    f: Any, g: Any, vars: Sequence[Any] | str | None = None, *, complex: bool = False, **options: Unpack[Options]
) -> PlaneSolutions:
    """All real solutions of f = g = 0 in two variables, proved: none is missing, and multiplicities are exact.

    `vars` are both variables in order; those that occur unless given. With `complex` the attribute `others` has the other solutions.

    >>> for x, y, multiplicity in solve("y^2 - x^3", "y - x"):
    ...     print(x, y, multiplicity)
    0 0 2
    1 1 1
    >>> solve("x^2 + y^2 - 2", "y - x^3")
    [<PlaneSolution -1, -1>, <PlaneSolution 1, 1>]
    >>> print(solve("x*y", "x*(y - 1)").common)
    x
    >>> for x, y, multiplicity in solve("x^2 + y^2 - 1", "x - 2", complex=True).others:
    ...     print(x.decimal(6), y.decimal(6))
    ('2.00000', '0') ('0', '1.73205')
    ('2.00000', '0') ('0', '-1.73205')
    """
    (f, g), names, by_name = of_plane((f, g), vars)
    told: Any = options or None
    found = _native.solve_plane(f, g, names, complex, told)
    answer = PlaneSolutions(PlaneSolution(*solution) for solution in found[0])
    others, answer.complex, answer.different, common, answer.vars = found[1:]
    answer.others = [ComplexPlaneSolution(*solution) for solution in others]
    answer.common = common if common is None or by_name is None else by_name.back(common)
    return answer
