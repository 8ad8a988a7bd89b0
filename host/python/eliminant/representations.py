"""Polynomials of SymPy's class Poly as terms of native polynomials, and back.

The native variables are those of the polynomial, and then those of its domain where that is ZZ[...] or QQ[...].
"""

from __future__ import annotations

from typing import Any

from sympy.polys.domains.polynomialring import PolynomialRing
from sympy.polys.polyclasses import DMP

from .kinds import Terms

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


def terms_of(rep: Any) -> Terms:
    """The terms of a representation, also by the variables of its domain."""
    terms: Terms = rep.to_dict()
    if is_composite(rep.dom):
        return {own + tuple(others): c for own, entry in terms.items() for others, c in entry.items()}
    return terms


def element(terms: Terms, domain: Any) -> Any:
    """An element of a domain from its terms by the variables of the domain."""
    if is_composite(domain):
        ground = domain.domain
        return domain.ring.from_dict({exponents: element({(): c}, ground) for exponents, c in terms.items()})
    number = next(iter(terms.values()), 0)
    return domain(number.numerator, number.denominator) if domain.is_QQ else domain(number)


def representation(terms: Terms, level: int, domain: Any) -> Any:
    """A representation from its terms; an element of the domain at level -1."""
    if level < 0:
        return element(terms, domain)
    outer: dict[tuple[int, ...], Any]
    if is_composite(domain):
        grouped: dict[tuple[int, ...], Terms] = {}
        for exponents, c in terms.items():
            grouped.setdefault(exponents[: level + 1], {})[exponents[level + 1 :]] = c
        outer = {exponents: element(entry, domain) for exponents, entry in grouped.items()}
    elif domain.is_QQ:
        outer = {exponents: domain(c.numerator, c.denominator) for exponents, c in terms.items()}
    else:
        outer = {exponents: domain(c) for exponents, c in terms.items()}
    if level == 0 and outer:
        dense = [domain.zero] * (max(outer)[0] + 1)
        for (exponent,), c in outer.items():
            dense[-1 - exponent] = c
        return DMP.new(dense, domain, 0)
    return DMP.from_dict(outer, level, domain)
