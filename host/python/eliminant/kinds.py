"""Objects of other packages as native values, and answers as objects of the same kind.

A kind is made for the operands of one call, so that it knows all their variables. Nothing is imported before an object
of a package is seen.
"""

from __future__ import annotations

import itertools
import re
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from . import _native
from .errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Iterable

# Coefficients by exponents.
Terms = dict[tuple[int, ...], Any]

Native = _native.Polynomial | _native.RationalFunction

_NAME = re.compile(r"[^\W\d]\w*\Z")
_VALUES = (_native.RationalFunction, _native.Matrix)
_NATIVE = (*_VALUES, str, int)


def is_native(value: Any) -> bool:
    """Whether this is a native value, a text or a number."""
    # The class Fraction is abstract at heart: asking whether SymPy's objects are of it takes longer than all else.
    return isinstance(value, _NATIVE) or type(value) is Fraction


class Kind:
    """Operands of one kind, which share their variables."""

    def __init__(self, operands: list[Any]) -> None:
        self.first = operands[0]

    def native(self, operand: Any) -> Any:
        """An operand as a native value; texts, numbers and native values stay as they are."""
        return operand if is_native(operand) else self.convert(operand)

    def natives(self, operands: list[Any]) -> list[Any]:
        """Operands as native values."""
        return [self.native(operand) for operand in operands]

    def convert(self, operand: Any) -> Any:
        """An operand of this kind as a native value."""
        raise NotImplementedError

    def name(self, var: Any) -> str | None:
        """The name of a variable."""
        return None if var is None else str(var)

    def back(self, answer: Any, gone: str | None = None) -> Any:
        """An answer in this kind, whose variables do not have the one that is gone."""
        if isinstance(answer, _VALUES):
            return self.restore(answer, gone)
        if isinstance(answer, tuple):
            return tuple([self.back(part, gone) for part in answer])
        return [self.back(part, gone) for part in answer] if isinstance(answer, list) else answer

    def restore(self, value: Any, gone: str | None) -> Any:
        """A native value in this kind."""
        raise NotImplementedError

    def system(self, equations: list[Any]) -> Any:
        """Equations as a native system takes them."""
        return self.natives(equations)


def ordered(value: Any, named: tuple[str, ...]) -> Terms:
    """The terms of a native polynomial by the exponents of these variables."""
    found = value.vars
    if found == named:
        terms: Terms = dict(value.terms())
        return terms
    known = set(named)
    if not known.issuperset(found):
        strange = [place for place, name in enumerate(found) if name not in known]
        occurring = {found[place] for exponents, _ in value.terms() for place in strange if exponents[place]}
        if occurring:
            raise ArgumentError(
                f"{value} has the variables {sorted(occurring)}, which the first argument does not have"
            )
    places = [found.index(name) if name in found else None for name in named]
    return {tuple([0 if place is None else exponents[place] for place in places]): c for exponents, c in value.terms()}


def fraction(number: Any) -> int | Fraction:
    """A number of a package, by its numerator and denominator, which may be methods."""
    if isinstance(number, (int, Fraction)):
        return number
    for above, below in (("p", "q"), ("numerator", "denominator")):
        if hasattr(number, above) and hasattr(number, below):
            parts = [getattr(number, above), getattr(number, below)]
            whole = [int(part() if callable(part) else part) for part in parts]
            return Fraction(*whole) if whole[1] != 1 else whole[0]
    return int(number)


class SymPy(Kind):
    """Expressions and matrices of SymPy."""

    def __init__(self, operands: list[Any]) -> None:
        import sympy

        self.sympy = sympy
        self.is_exact = True
        symbols: Any = set()
        for operand in operands:
            free = getattr(operand, "free_symbols", None)
            symbols |= free if isinstance(free, set) else set()
        self.symbols: dict[str, Any] = {}
        self.names: dict[Any, str] = {}
        self.fresh = (f"v{count}" for count in itertools.count())
        if len(symbols) > 1:
            # Names that can stay come first, so that no other symbol is given one of them.
            symbols = sorted(symbols, key=lambda each: (not _NAME.match(each.name), each.name, each.sort_key()))
        for symbol in symbols:
            self._register(symbol)

    def _register(self, symbol: Any) -> str:
        """The name of a symbol: its own, or one that no other has."""
        if not symbol.is_commutative:
            raise ArgumentError(f"{symbol} does not commute; polynomials are in symbols that do")
        name = str(symbol.name)
        if not _NAME.match(name) or name in self.symbols:
            name = next(fresh for fresh in self.fresh if fresh not in self.symbols)
        self.symbols[name], self.names[symbol] = symbol, name
        return name

    def name(self, var: Any) -> str | None:
        if var is None or isinstance(var, str):
            return var
        if isinstance(var, self.sympy.Symbol):
            return self.names.get(var) or self._register(var)
        raise ArgumentError(f"variable: {var} is no symbol; give one, or its name")

    def convert(self, operand: Any) -> Any:
        if isinstance(operand, self.sympy.MatrixBase):
            return _native.Matrix([[self._value(entry) for entry in row] for row in operand.tolist()])
        if isinstance(operand, self.sympy.Poly):
            operand = operand.as_expr()
        try:
            return self._value(self.sympy.sympify(operand))
        except self.sympy.SympifyError as error:
            raise ArgumentError(f"polynomials: one is of the type {type(operand).__name__}; give all of one package") from error

    def _number(self, number: Any) -> int | Fraction | None:
        """An exact number; floats where zeros are looked for."""
        if number.is_Integer:
            return int(number)
        if number.is_Rational:
            return Fraction(int(number.p), int(number.q))
        if number.is_Float and not self.is_exact:
            exact = self.sympy.Rational(number)
            return Fraction(int(exact.p), int(exact.q))
        return None

    def _value(self, expression: Any) -> Native:
        """The value of an expression, by its operators."""
        if expression.is_Symbol:
            return _native.Polynomial(self.names.get(expression) or self._register(expression))
        number = self._number(expression) if expression.is_Number else None
        if number is not None:
            return _native.Polynomial(number)
        if expression.is_Add:
            return self._sum(expression.args)
        if expression.is_Mul:
            product: Native = _native.Polynomial(1)
            for factor in expression.args:
                product = product * self._value(factor)
            return product
        if expression.is_Pow and expression.exp.is_Integer:
            return self._value(expression.base) ** int(expression.exp)
        if isinstance(expression, self.sympy.Equality):
            return self._value(expression.lhs) - self._value(expression.rhs)
        if expression is self.sympy.I and not self.is_exact:
            return _native.Polynomial("i")
        raise ArgumentError(self._refusal(expression))

    def _refusal(self, expression: Any) -> str:
        if expression.is_Float:
            text = str(expression)
            return f"{text} is a float; exact answers need integers and fractions, as Rational({text!r})"
        return (
            f"{expression} is no polynomial; put a symbol in its place, and an equation for it where it has one, as "
            f"s**2 - 2 for sqrt(2)"
        )

    def _monomial(self, expression: Any) -> tuple[tuple[tuple[str, int], ...], int | Fraction] | None:
        """A coefficient and powers of symbols, where the expression is such a product."""
        coefficient: int | Fraction = 1
        powers: dict[str, int] = {}
        for factor in expression.args if expression.is_Mul else (expression,):
            base: Any = factor
            exponent: Any = 1
            if factor.is_Pow:
                base, exponent = factor.as_base_exp()
            if base.is_Symbol and (exponent == 1 or (exponent.is_Integer and exponent > 0)):
                name = self.names.get(base) or self._register(base)
                powers[name] = powers.get(name, 0) + int(exponent)
                continue
            number = self._number(factor) if factor.is_Number else None
            if number is None:
                return None
            coefficient *= number
        return tuple(sorted(powers.items())), coefficient

    def _sum(self, terms: Iterable[Any]) -> Native:
        """A sum: its monomials together, and the others one by one."""
        monomials: dict[tuple[tuple[str, int], ...], int | Fraction] = {}
        others: list[Native] = []
        for term in terms:
            found = self._monomial(term)
            if found is None:
                others.append(self._value(term))
            else:
                powers, coefficient = found
                monomials[powers] = monomials.get(powers, 0) + coefficient
        names = sorted({name for powers in monomials for name, _ in powers})
        places = {name: place for place, name in enumerate(names)}
        rows: dict[tuple[int, ...], int | Fraction] = {}
        for powers, coefficient in monomials.items():
            row = [0] * len(names)
            for name, exponent in powers:
                row[places[name]] = exponent
            rows[tuple(row)] = coefficient
        others.append(_native.Polynomial(rows, names))
        while len(others) > 1:
            others = [others[k] + others[k + 1] if k + 1 < len(others) else others[k] for k in range(0, len(others), 2)]
        return others[0]

    def _expression(self, value: Any) -> Any:
        """A native polynomial as an expression."""
        sympy = self.sympy
        symbols = [self.symbols.get(name) or sympy.Symbol(name) for name in value.vars]
        powers: list[dict[int, Any]] = [{} for _ in symbols]
        orders: dict[tuple[int, ...], list[int]] = {}
        terms = []
        for exponents, number in value.terms():
            if isinstance(number, int):
                coefficient = sympy.Integer(number)
            else:
                coefficient = sympy.Rational(number.numerator, number.denominator)
            # SymPy orders factors by whether they are powers, and by their bases.
            pattern = tuple([min(exponent, 2) for exponent in exponents])
            order = orders.get(pattern)
            if order is None:
                placed = {symbol ** pattern[place]: place for place, symbol in enumerate(symbols) if pattern[place]}
                product = sympy.Mul(*placed)
                order = orders[pattern] = [placed[factor] for factor in (product.args if product.is_Mul else placed)]
            factors = [] if order and coefficient is sympy.S.One else [coefficient]
            for place in order:
                exponent = exponents[place]
                power = powers[place].get(exponent)
                if power is None:
                    power = powers[place][exponent] = symbols[place] ** exponent
                factors.append(power)
            terms.append(sympy.Mul._from_args(factors) if len(factors) > 1 else factors[0])
        return sympy.Add(*terms)

    def restore(self, value: Any, gone: str | None) -> Any:
        if isinstance(value, _native.Matrix):
            return self.sympy.Matrix([[self.restore(entry, gone) for entry in row] for row in value.tolist()])
        if isinstance(value, _native.Polynomial):
            return self._expression(value)
        below = self.sympy.Mul(*(self._expression(divisor) ** exponent for divisor, exponent in value.divisors))
        return self._expression(value.numerator) / below

    def system(self, equations: list[Any]) -> Any:
        self.is_exact = False
        # The texts of a system have i as the imaginary unit.
        for name in ("i", "I"):
            if name in self.symbols:
                symbol = self.symbols.pop(name)
                self.symbols[f"{name}_symbol"] = symbol
                self.names[symbol] = f"{name}_symbol"
        return [str(self.native(equation).numerator) for equation in equations]


@lru_cache(maxsize=256)
def names_of(symbols: tuple[Any, ...]) -> tuple[str, ...]:
    """Names for generators: their own where all are names, and no two the same."""
    names = tuple(str(symbol) for symbol in symbols)
    if len(set(names)) == len(names) and all(_NAME.match(name) for name in names):
        return names
    return tuple(f"v{place}" for place in range(len(names)))


class Flint(Kind):
    """Polynomials and matrices of python-flint over the integers and the fractions."""

    def __init__(self, operands: list[Any]) -> None:
        import flint

        super().__init__(operands)
        self.flint = flint
        self.is_multivariate = hasattr(self.first, "context")
        self.names: tuple[str, ...] = self._names(self.first) if self.is_multivariate else ("x",)
        self.is_rational = any(type(operand).__name__.startswith("fmpq") for operand in operands)

    @staticmethod
    def _names(operand: Any) -> tuple[str, ...]:
        """The names of the variables of a multivariate polynomial; they may be any texts."""
        return names_of(tuple(str(name) for name in operand.context().names()))

    def convert(self, operand: Any) -> Any:
        flint = self.flint
        if isinstance(operand, (flint.fmpz_mat, flint.fmpq_mat)):
            return _native.Matrix([[fraction(entry) for entry in row] for row in operand.table()])
        if isinstance(operand, (flint.fmpz, flint.fmpq)):
            return _native.Polynomial(fraction(operand), self.names)
        if isinstance(operand, (flint.fmpz_poly, flint.fmpq_poly)):
            # The variable has no name; beside multivariate ones it is no variable at all.
            if self.is_multivariate:
                raise ArgumentError("polynomials: are in one variable, and in several; give all of one context")
            dense: Terms = {(place,): fraction(c) for place, c in enumerate(operand.coeffs()) if c != 0}
            return _native.Polynomial(dense, self.names)
        if isinstance(operand, (flint.fmpz_mpoly, flint.fmpq_mpoly)):
            names = self._names(operand)
            if names != self.names:
                raise ArgumentError(f"polynomials: are in {self.names} and in {names}; give all of one context")
            terms = {tuple(int(e) for e in exponents): fraction(c) for exponents, c in operand.to_dict().items()}
            return _native.Polynomial(terms, names)
        raise ArgumentError(
            f"{type(operand).__name__} of python-flint is not known; give polynomials over the integers or fractions"
        )

    def name(self, var: Any) -> str | None:
        if not self.is_multivariate:
            return "x" if var is None else str(var)
        if var is None:
            return None
        given = [str(name) for name in self.first.context().names()]
        if str(var) in given:
            return self.names[given.index(str(var))]
        return str(var)

    def _number(self, number: int | Fraction, is_rational: bool) -> Any:
        flint = self.flint
        return flint.fmpq(number.numerator, number.denominator) if is_rational else flint.fmpz(int(number))

    def restore(self, value: Any, gone: str | None) -> Any:
        flint = self.flint
        if not isinstance(value, _native.Polynomial):
            raise ArgumentError(f"{value} is no polynomial, and python-flint has no rational functions; give texts")
        if self.is_multivariate:
            terms = ordered(value, self.names)
            is_rational = self.is_rational or any(type(c) is Fraction for c in terms.values())
            context = self.first.context()
            if is_rational and isinstance(self.first, flint.fmpz_mpoly):
                context = flint.fmpq_mpoly_ctx.get(context.names(), context.ordering())
            return context.from_dict({exponents: self._number(c, is_rational) for exponents, c in terms.items()})
        # The variable of a characteristic polynomial has the name that was asked for.
        is_matrix = isinstance(self.first, (flint.fmpz_mat, flint.fmpq_mat))
        terms = ordered(value, tuple(value.vars) if is_matrix else self.names)
        is_rational = self.is_rational or any(type(c) is Fraction for c in terms.values())
        if gone is not None or is_matrix and not value.vars:
            return self._number(next(iter(terms.values()), 0), is_rational)
        dense = [self._number(c, is_rational) for c in value.coefficients()] if value.vars else []
        if not value.vars and terms:
            dense = [self._number(next(iter(terms.values())), is_rational)]
        return (flint.fmpq_poly if is_rational else flint.fmpz_poly)(dense)


class Dicts(Kind):
    """Dicts {exponents: coefficient}, whose variables are x0, x1 and so on; `var` is the number of one."""

    def __init__(self, operands: list[Any]) -> None:
        super().__init__(operands)
        sizes = {len(exponents) for operand in operands if isinstance(operand, dict) for exponents in operand}
        if len(sizes) > 1:
            raise ArgumentError(f"polynomials: their exponents have the lengths {sorted(sizes)}; give all the same")
        self.names = tuple(f"x{place}" for place in range(next(iter(sizes), 1)))

    def convert(self, operand: Any) -> Any:
        return _native.Polynomial(operand, self.names)

    def name(self, var: Any) -> str | None:
        if isinstance(var, int):
            if not 0 <= var < len(self.names):
                raise ArgumentError(f"var: is {var}, and the variables have the numbers 0 to {len(self.names) - 1}")
            return self.names[var]
        if var is None:
            return self.names[0] if len(self.names) == 1 else None
        return str(var)

    def restore(self, value: Any, gone: str | None) -> Any:
        if not isinstance(value, _native.Polynomial):
            return value
        return ordered(value, tuple(name for name in self.names if name != gone))


def _class(kind: type) -> type[Kind] | None:
    """The kind of objects of a class, by where the class is defined."""
    if issubclass(kind, dict):
        return Dicts
    for base in kind.__mro__:
        package = base.__module__.partition(".")[0]
        if package == "sympy":
            if any(c.__name__ == "Poly" for c in kind.__mro__):
                from .representations import SymPyPoly

                return SymPyPoly
            return SymPy
        if package == "flint":
            return Flint
        if package == "sage":
            from .of_sage import Sage

            return Sage
    return None


_classes: dict[type, type[Kind] | None] = {}


def of(operand: Any) -> type[Kind] | None:
    """The kind of an object; None for native values, texts, numbers and lists."""
    kind = type(operand)
    try:
        found = _classes[kind]
    except KeyError:
        found = _classes[kind] = _class(kind)
    return found


def native(operand: Any) -> Any:
    """An object of any kind as a native value."""
    kind = of(operand)
    if kind is None:
        raise TypeError(f"a polynomial is wanted, and this is of the type {type(operand).__name__}")
    return kind([operand]).native(operand)


def rows(operand: Any) -> Any:
    """A matrix of any package as rows of entries."""
    kind = of(operand)
    if kind is not None:
        return kind([operand]).convert(operand).tolist()
    if hasattr(operand, "tolist"):
        return operand.tolist()
    return [list(row) for row in operand]


def to_sympy(value: Any) -> Any:
    """A native value as an expression or a matrix of SymPy."""
    return SymPy([]).restore(value, None)
