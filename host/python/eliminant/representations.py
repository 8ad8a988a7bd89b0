"""Polynomials of SymPy's class Poly as native polynomials, and back.

The native variables are those of the polynomial, and then those of its domain where that is ZZ[...] or QQ[...].
"""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Poly
from sympy.polys.domains.polynomialring import PolynomialRing
from sympy.polys.polyclasses import DMP

from . import _native
from .errors import ArgumentError
from .kinds import Kind, SymPy, is_native, names_of

_NAMES = tuple(f"v{place}" for place in range(64))


def names(count: int) -> tuple[str, ...]:
    """The names of so many variables."""
    return _NAMES[:count] if count <= len(_NAMES) else tuple(f"v{place}" for place in range(count))


def is_composite(domain: Any) -> bool:
    """Whether a domain is a ring of polynomials."""
    return isinstance(domain, PolynomialRing)


def inner(domain: Any) -> int | None:
    """The number of variables of a domain that is known here, else None."""
    if domain.is_ZZ or domain.is_QQ:
        return 0
    if is_composite(domain) and (domain.domain.is_ZZ or domain.domain.is_QQ):
        return len(domain.symbols)
    return None


def over_fractions(domain: Any) -> Any:
    """The same domain with fractions."""
    if is_composite(domain):
        return domain.domain.get_field().poly_ring(*domain.symbols, order=domain.order)
    return domain.get_field()


def native(rep: Any, names: tuple[str, ...]) -> _native.Polynomial:
    """The polynomial of a representation, over its variables and those of its domain."""
    return _native.of_nested(rep.to_list(), rep.lev + 1, names)


def coefficients(value: _native.Polynomial, names: tuple[str, ...], level: int, domain: Any) -> Any:
    """The lists of elements of the domain that a representation has; an element at level -1."""
    if is_composite(domain):
        return _native.nested(value, names, level + 1, domain.zero, domain.domain.dtype, domain.ring.from_dict)
    return _native.nested(value, names, level + 1, domain.zero, domain.dtype, None)


def representation(value: _native.Polynomial, names: tuple[str, ...], level: int, domain: Any) -> Any:
    """The representation of a polynomial over these variables; an element of the domain at level -1."""
    found = coefficients(value, names, level, domain)
    return DMP.new(found, domain, level) if level >= 0 else found


class SymPyPoly(Kind):
    """Polynomials of SymPy's class Poly over ZZ and QQ, ZZ[...] and QQ[...], in the same generators."""

    def __init__(self, operands: list[Any]) -> None:
        first = operands[0]
        self.gens, self.domain = gens, domain = first.gens, first.rep.dom
        self.made: dict[int, Any] = {}
        self.has_others = False
        for operand in operands:
            poly = operand
            if not isinstance(operand, Poly):
                if is_native(operand):
                    self.has_others = True
                    continue
                # By its place in memory: the operands outlive this.
                poly = self.made[id(operand)] = Poly(operand, *gens)
            if poly.gens != gens:
                raise ArgumentError(f"polynomials: have the generators {gens} and {poly.gens}; give both the same")
            # Domains are mostly the same object, and long to compare.
            if poly.rep.dom is not domain and poly.rep.dom != self.domain:
                self.domain = self.domain.unify(poly.rep.dom)
        count = inner(self.domain)
        if count is None:
            raise ArgumentError(
                f"polynomials: have the domain {self.domain}; give integers or fractions, as Poly(f, x, y)"
            )
        self.symbols = gens + tuple(self.domain.symbols) if count else gens
        self.names = names_of(self.symbols)

    def convert(self, operand: Any) -> Any:
        rep = self.made.get(id(operand), operand).rep
        return native(rep if rep.dom is self.domain else rep.convert(self.domain), self.names)

    def name(self, var: Any) -> str | None:
        if var is None:
            # As SymPy: the first generator is eliminated.
            return self.names[0]
        known = [str(symbol) for symbol in self.symbols] if isinstance(var, str) else self.symbols
        return self.names[known.index(var)] if var in known else str(var)

    def restore(self, value: Any, gone: str | None) -> Any:
        gens, names, domain = self.gens, self.names, self.domain
        if not isinstance(value, _native.Polynomial):
            quotient = SymPy([])
            quotient.symbols = dict(zip(names, self.symbols))
            return quotient.restore(value, None)
        if gone is not None:
            left = [(name, gen) for name, gen in zip(names, gens) if name != gone]
            names = (*[name for name, _ in left], *names[len(gens) :])
            gens = tuple([gen for _, gen in left])
        if self.has_others:
            # Texts may have other variables.
            extra = [name for name in value.vars if name not in self.names]
            names = (*names[: len(gens)], *extra, *names[len(gens) :])
            gens = (*gens, *map(sympy.Symbol, extra))
        if not domain.is_QQ and not _native.is_integral(value):
            domain = over_fractions(domain)
        found = representation(value, names, len(gens) - 1, domain)
        return Poly.new(found, *gens) if gens else domain.to_sympy(found)
