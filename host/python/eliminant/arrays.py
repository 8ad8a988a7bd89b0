"""Arrays of NumPy as points and coefficients, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _native
from .errors import ArgumentError, LimitError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from collections.abc import Sequence

    from ._native import Polynomial, Solutions

    Complex = npt.NDArray[np.complex128]
    Real = npt.NDArray[np.float64]


# The most entries of an array of coefficients: 1 GiB of machine words.
_MOST_ENTRIES = 1 << 27


def _numpy() -> Any:
    try:
        import numpy
    except ImportError as error:
        raise ImportError("arrays need NumPy: pip install numpy; zero.point is a tuple without it") from error
    return numpy


def points(zeros: Solutions) -> Complex:
    """All zeros as an array, a row each."""
    shape = (len(zeros), len(zeros.vars))
    return _numpy().frombuffer(zeros._points(), dtype=complex).reshape(shape)  # type: ignore[no-any-return]


def real_points(zeros: Solutions) -> Real:
    """The zeros that are proved to be real as an array, a row each."""
    flat = _numpy().frombuffer(zeros._real_points(), dtype=float)
    return flat.reshape((-1, max(1, len(zeros.vars))))  # type: ignore[no-any-return]


def rows(name: str, values: Any, columns: int) -> Complex:
    """Points as an array with so many columns; a single point is one row."""
    array = _numpy().ascontiguousarray(values, dtype=complex)
    if array.ndim == 0 and columns == 1:
        array = array.reshape(1, 1)
    if array.ndim == 1:
        array = array.reshape(-1, 1) if columns == 1 else array.reshape(1, -1)
    if array.ndim != 2 or array.shape[1] != columns:
        raise ArgumentError(f"{name}: have the shape {array.shape}; give an array of shape (points, {columns})")
    return array  # type: ignore[no-any-return]


def of_bytes(data: bytes, *shape: int) -> Complex:
    """An array of these complex numbers."""
    return _numpy().frombuffer(data, dtype=complex).reshape(shape)  # type: ignore[no-any-return]


def polynomial(values: Any, names: Sequence[str] | str) -> Polynomial:
    """The polynomial whose coefficient of x^i y^j is values[i, j]."""
    array = _numpy().asarray(values)
    listed = names.replace(",", " ").split() if isinstance(names, str) else [str(name) for name in names]
    if array.ndim != len(listed) or not listed:
        raise ArgumentError(f"coefficients: are an array of {array.ndim} dimensions for {len(listed)} variables")
    if array.dtype.kind not in "iuO":
        raise ArgumentError(f"coefficients: are of the type {array.dtype}; give integers, or Fractions in an array of objects")
    places = array.nonzero()
    exponents = zip(*(axis.tolist() for axis in places))
    return _native.Polynomial(dict(zip(exponents, array[places].tolist())), listed)


def coefficients(f: Polynomial) -> Any:
    """The coefficients as an array, whose entry [i, j] is that of x^i y^j: of int64 where all fit, else of objects."""
    numpy = _numpy()
    terms = f.terms()
    exponents = [exponents for exponents, _ in terms] or [(0,) * len(f.vars)]
    numbers = [number for _, number in terms] or [0]
    shape = tuple(max(column) + 1 for column in zip(*exponents))
    entries = 1
    for length in shape:
        entries *= length
    if entries > _MOST_ENTRIES:
        raise LimitError(f"coefficients: an array of them has {entries} entries, and {_MOST_ENTRIES} are allowed; take f.to_dict()")
    is_small = all(isinstance(number, int) and -(1 << 63) <= number < 1 << 63 for number in numbers)
    array = numpy.zeros(shape, dtype=numpy.int64 if is_small else object)
    array[tuple(numpy.array(column) for column in zip(*exponents))] = numbers if shape else numbers[0]
    return array
