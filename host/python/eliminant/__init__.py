"""Exact elimination on GPUs and CPUs.

>>> import eliminant
>>> eliminant.resultant("x^2 + y^2 - 1", "y - x^2", "y")
Polynomial('x^4 + x^2 - 1')

Each function takes texts, numbers, objects of this package, of SymPy, python-flint and Sage, and dicts {exponents: coefficient}.
It answers in the kind of its first argument; texts and numbers are answered with objects of this package.
"""

from __future__ import annotations

from ._native import (
    ComplexRoot,
    Matrix,
    Polynomial,
    RationalFunction,
    RealRoot,
    Solution,
    Solutions,
    System,
    __version__,
    build_info,
    devices,
    doctor,
)
from .curves import Asymptote, CurveComponent, CurveEdge, CurveFace, CurveGraph, CurveVertex, curve
from .errors import (
    ArgumentError,
    CancelledError,
    DeviceError,
    EliminantError,
    FileError,
    InternalError,
    LimitError,
    OutOfMemoryError,
    ParseError,
    UnsupportedError,
    VerificationError,
)
from .operations import (
    adjugate,
    batch,
    charpoly,
    cofactors,
    complex_roots,
    content,
    det,
    discriminant,
    gcd,
    gcd_batch,
    lcm,
    plan,
    rank,
    real_roots,
    resultant,
    solve_linear,
    squarefree,
    subresultants,
    symbols,
    xgcd,
)
from .plane import PlaneSolution, PlaneSolutions, solve
from .systems import evaluate, newton, solve_system, track

__all__ = [
    "ArgumentError",
    "Asymptote",
    "CancelledError",
    "CurveComponent",
    "CurveEdge",
    "CurveFace",
    "CurveGraph",
    "CurveVertex",
    "ComplexRoot",
    "DeviceError",
    "EliminantError",
    "FileError",
    "InternalError",
    "LimitError",
    "Matrix",
    "OutOfMemoryError",
    "ParseError",
    "PlaneSolution",
    "PlaneSolutions",
    "Polynomial",
    "RationalFunction",
    "RealRoot",
    "Solution",
    "Solutions",
    "System",
    "UnsupportedError",
    "VerificationError",
    "__version__",
    "adjugate",
    "batch",
    "build_info",
    "charpoly",
    "cofactors",
    "complex_roots",
    "content",
    "curve",
    "det",
    "devices",
    "discriminant",
    "doctor",
    "evaluate",
    "gcd",
    "gcd_batch",
    "lcm",
    "newton",
    "plan",
    "rank",
    "real_roots",
    "resultant",
    "solve",
    "solve_linear",
    "solve_system",
    "squarefree",
    "subresultants",
    "symbols",
    "track",
    "xgcd",
]
