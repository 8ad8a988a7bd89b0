"""Arrays of NumPy as points, and points as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ._native import Solutions

    Complex = npt.NDArray[np.complex128]
    Real = npt.NDArray[np.float64]


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
        from .errors import ArgumentError

        raise ArgumentError(f"{name}: have the shape {array.shape}; give an array of shape (points, {columns})")
    return array  # type: ignore[no-any-return]


def of_bytes(data: bytes, *shape: int) -> Complex:
    """An array of these complex numbers."""
    return _numpy().frombuffer(data, dtype=complex).reshape(shape)  # type: ignore[no-any-return]
