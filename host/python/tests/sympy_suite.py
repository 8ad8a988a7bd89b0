"""SymPy's own tests with and without `eliminant.sympy.install()`.

    python tests/sympy_suite.py [FILE ...]

It runs test files of SymPy, those below unless others are named, as polys/tests/test_polytools.py: by SymPy alone, with
the switch, and with the switch for small problems too. It prints how many tests pass in each and the names of those
with another outcome, and fails where there are any.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

FILES = [
    "polys/tests/test_polytools.py",
    "polys/tests/test_subresultants_qq_zz.py",
    "polys/tests/test_polyroots.py",
    "polys/tests/test_rootoftools.py",
    "polys/tests/test_partfrac.py",
    "polys/tests/test_rationaltools.py",
    "matrices/tests/test_determinant.py",
    "matrices/tests/test_matrices.py",
    "matrices/tests/test_matrixbase.py",
    "matrices/tests/test_commonmatrix.py",
    "matrices/tests/test_eigen.py",
    "matrices/tests/test_immutable.py",
    "matrices/tests/test_sparse.py",
]

MODES = ["off", "on", "always"]


class Recorder:
    """A plugin of pytest: the switch, the outcome of each test, and how many calls were computed here."""

    def __init__(self, mode: str) -> None:
        self.outcomes: dict[str, str] = {}
        self.reasons: dict[str, str] = {}
        self.calls = 0
        if mode != "off":
            import eliminant.sympy
            from eliminant import _native

            inner = _native.call

            def counted(*args: Any) -> Any:
                self.calls += 1
                return inner(*args)

            setattr(_native, "call", counted)  # noqa: B010
            eliminant.sympy.install(always=mode == "always")

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.when == "call" or report.outcome != "passed":
            name = report.nodeid.rpartition("sympy/")[2]
            is_expected = hasattr(report, "wasxfail") and report.outcome == "skipped"
            self.outcomes[name] = "xfailed" if is_expected else report.outcome
            if report.outcome == "failed":
                self.reasons[name] = str(report.longreprtext)


def child(mode: str, files: list[str], target: str) -> None:
    """Runs the tests in one mode, and writes what came out."""
    import pytest
    import sympy

    recorder = Recorder(mode)
    folder = Path(sympy.__file__).parent
    options = ["-q", "-m", "not slow", "-p", "no:cacheprovider", "--rootdir", str(folder), "--tb=short"]
    begun = time.perf_counter()
    pytest.main([*options, *[str(folder / file) for file in files]], plugins=[recorder])
    told = {
        "outcomes": recorder.outcomes,
        "reasons": recorder.reasons,
        "calls": recorder.calls,
        "seconds": round(time.perf_counter() - begun, 1),
        "version": f"{sympy.__version__}, ground types {sympy.external.gmpy.GROUND_TYPES}",
    }
    Path(target).write_text(json.dumps(told), encoding="utf-8")


def main(files: list[str]) -> int:
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        for mode in MODES:
            target = os.path.join(folder, mode)
            command = [sys.executable, __file__, "--child", mode, target, *files]
            subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            found[mode] = json.loads(Path(target).read_text(encoding="utf-8"))
    print(f"SymPy {found['off']['version']}")
    for mode in MODES:
        counts: dict[str, int] = {}
        for outcome in found[mode]["outcomes"].values():
            counts[outcome] = counts.get(outcome, 0) + 1
        listed = ", ".join(f"{counts[outcome]} {outcome}" for outcome in sorted(counts))
        print(f"{mode}: {listed}; {found[mode]['calls']} calls of this package; {found[mode]['seconds']} s")
    differences = 0
    for name, own in found["off"]["outcomes"].items():
        for mode in MODES[1:]:
            outcome = found[mode]["outcomes"].get(name, "missing")
            if outcome != own:
                differences += 1
                print(f"{name}: {own} off, {outcome} {mode}")
                print("    " + "\n    ".join(found[mode]["reasons"].get(name, "").splitlines()[-12:]))
    print(f"{differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(sys.argv[2], sys.argv[4:], sys.argv[3])
    else:
        sys.exit(main(sys.argv[1:] or FILES))
