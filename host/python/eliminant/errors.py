"""The exceptions. Each is an EliminantError, and one of Python's classes that fits."""

from __future__ import annotations

__all__ = [
    "ArgumentError",
    "CancelledError",
    "DeviceError",
    "EliminantError",
    "FileError",
    "InternalError",
    "LimitError",
    "OutOfMemoryError",
    "ParseError",
    "UnsupportedError",
    "VerificationError",
]


class EliminantError(Exception):
    """Any error of this package; its text is one sentence with the values in it."""


class ParseError(EliminantError, ValueError):
    """A text is no polynomial, matrix or system. The text has a caret below the place; `line` and `column` count from 1."""

    line: int | None = None
    column: int | None = None


class ArgumentError(EliminantError, ValueError):
    """An argument cannot be what it is."""


class UnsupportedError(EliminantError, NotImplementedError):
    """The computation is not supported by this version."""


class LimitError(EliminantError, OverflowError):
    """A limit was reached before anything was computed."""


class OutOfMemoryError(EliminantError, MemoryError):
    """Memory of the host or of a device ran out."""


class DeviceError(EliminantError, RuntimeError):
    """There is no device or driver, or it failed."""


class VerificationError(EliminantError, ArithmeticError):
    """The answer disagrees with an independent computation: a faulty machine, or a fault of ours. Nothing is returned."""


class FileError(EliminantError, OSError):
    """A file could not be read or written."""


class CancelledError(EliminantError):
    """The computation was cancelled."""


class InternalError(EliminantError, RuntimeError):
    """A fault of this package."""
