"""The recipe for Dask, on a cluster of this machine."""

import pathlib
import subprocess
import sys

import pytest

RECIPE = pathlib.Path(__file__).parents[3] / "examples/dask_resultant.py"


def test_recipe() -> None:
    pytest.importorskip("distributed")
    done = subprocess.run([sys.executable, str(RECIPE)], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "29 terms, as by one process\n"), done.stderr
