"""Objects of Sage as native values, and answers as objects of Sage.

Known are polynomials over ZZ and QQ, over other such rings, and their fractions; matrices of these; and symbolic expressions.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sage.rings.polynomial.multi_polynomial_ring_base import MPolynomialRing_base
from sage.rings.polynomial.polynomial_ring import PolynomialRing_generic
from sage.rings.polynomial.polynomial_ring_constructor import PolynomialRing

from . import _native
from .kinds import Kind, fraction, ordered

if TYPE_CHECKING:
    from .kinds import Native, Terms


def _is_polynomial(ring: Any) -> bool:
    """Whether a ring is one of polynomials."""
    return isinstance(ring, (MPolynomialRing_base, PolynomialRing_generic))


def _names(ring: Any) -> tuple[str, ...]:
    """The variables of a ring of polynomials, and then those of its coefficients."""
    if not _is_polynomial(ring):
        return ()
    return (*(str(name) for name in ring.variable_names()), *_names(ring.base_ring()))


def _over_fractions(ring: Any) -> Any:
    """The same ring with coefficients in QQ."""
    return ring.change_ring(_over_fractions(ring.base_ring())) if _is_polynomial(ring) else ring.fraction_field()


def _element(ring: Any, terms: Terms) -> Any:
    """An element of a ring from its terms by the variables of `_names`."""
    if not _is_polynomial(ring):
        return ring(next(iter(terms.values()), 0))
    own = len(ring.variable_names())
    parts: dict[Any, Terms] = {}
    for exponents, c in terms.items():
        parts.setdefault(exponents[:own], {})[exponents[own:]] = c
    coefficients = {exponents: _element(ring.base_ring(), part) for exponents, part in parts.items()}
    if isinstance(ring, MPolynomialRing_base):
        return ring(coefficients)
    return ring({exponent: c for (exponent,), c in coefficients.items()})


class Sage(Kind):
    """Objects of Sage that share the ring of the first one."""

    def __init__(self, operands: list[Any]) -> None:
        super().__init__(operands)
        self.is_matrix = hasattr(self.first, "nrows")
        self.parent = self.first.base_ring() if self.is_matrix else self.first.parent()
        # Of a field of fractions.
        self.ring = self.parent.ring() if hasattr(self.parent, "ring") else self.parent

    def convert(self, operand: Any) -> Any:
        if hasattr(operand, "nrows"):
            return _native.Matrix([[self._value(entry) for entry in row] for row in operand.rows()])
        return self._value(operand)

    def _value(self, operand: Any) -> Native:
        ring = operand.parent()
        if _is_polynomial(ring):
            names = [str(name) for name in ring.variable_names()]
            terms = {
                tuple(int(e) for e in exponents) if hasattr(exponents, "__iter__") else (int(exponents),): c
                for exponents, c in operand.dict().items()
            }
            if not _is_polynomial(ring.base_ring()):
                return _native.Polynomial({exponents: fraction(c) for exponents, c in terms.items()}, names)
            value: Native = _native.Polynomial(0, _names(ring))
            for exponents, c in terms.items():
                value = value + self._value(c) * _native.Polynomial({exponents: 1}, names)
            # In this order: the first coefficient of a GCD is positive.
            return _native.Polynomial(value, _names(ring))
        if hasattr(ring, "ring"):
            return self._value(operand.numerator()) / self._value(operand.denominator())
        if hasattr(operand, "operator"):
            return _native.RationalFunction(str(operand))
        return _native.Polynomial(fraction(operand))

    def name(self, var: Any) -> str | None:
        if var is None and isinstance(self.ring, PolynomialRing_generic) and not self.is_matrix:
            return str(self.ring.variable_name())
        return None if var is None else str(var)

    def restore(self, value: Any, gone: str | None) -> Any:
        ring, names = self.ring, _names(self.ring)
        if hasattr(ring, "var") and not _is_polynomial(ring):
            return ring(str(value))
        if not isinstance(value, _native.Polynomial):
            below = 1
            for divisor, exponent in value.divisors:
                below = below * self.restore(divisor, None) ** exponent
            return self.restore(value.numerator, None) / below
        fresh = [name for name in value.vars if name not in names]
        if fresh and self.is_matrix:
            # Of a characteristic polynomial.
            ring = PolynomialRing(ring, fresh[0])
        elif gone is not None and isinstance(ring, PolynomialRing_generic) and names[0] == gone:
            # As Sage, which leaves the variable of such a ring.
            ring = ring.base_ring()
        terms = ordered(value, _names(ring))
        if any(type(c) is Fraction for c in terms.values()) and ring.characteristic() == 0:
            ring = _over_fractions(ring)
        found = _element(ring, terms)
        return self.parent(found) if self.parent is not self.ring and ring is self.ring else found
