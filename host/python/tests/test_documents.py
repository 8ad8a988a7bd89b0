"""The examples of all docstrings, of the page on the package, and of the notebook."""

import ast
import doctest
import importlib
import json
import pathlib
import re

import eliminant
import pytest
from eliminant import _native

FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
DOCS = pathlib.Path(__file__).parents[3] / "docs"


@pytest.fixture(autouse=True)
def packages() -> None:
    for name in ("numpy", "sympy", "flint"):
        pytest.importorskip(name)


def test_docstrings() -> None:
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    finder = doctest.DocTestFinder()
    folder = pathlib.Path(eliminant.__file__).parent
    # The module of Sage has no examples: Sage is on few machines.
    names = [path.stem for path in sorted(folder.glob("*.py")) if path.stem not in ("__init__", "of_sage")]
    examples = finder.find(eliminant)
    for name in names:
        examples += finder.find(importlib.import_module(f"eliminant.{name}"))
    for name in dir(_native):
        value = getattr(_native, name)
        if isinstance(getattr(value, "__doc__", None), str):
            examples += finder.find(value, name, globs={})
    assert sum(len(test.examples) for test in examples) > 40
    for test in examples:
        runner.run(test)
    assert runner.summarize().failed == 0


def test_page() -> None:
    text = (DOCS / "python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```pycon\n(.*?)^```$", text, re.M | re.S)
    assert len(blocks) > 6
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "python.md", "docs/python.md", 0)
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(examples)
    assert runner.summarize().failed == 0


def test_notebook() -> None:
    notebook = json.loads((DOCS / "python.ipynb").read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(cells) > 8
    for cell in cells:
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, "python.ipynb", "exec"), names)
        if last is None:
            continue
        assert isinstance(last, ast.Expr)
        shown = repr(eval(compile(ast.Expression(last.value), "python.ipynb", "eval"), names))
        stored = "".join(cell["outputs"][0]["data"]["text/plain"])
        assert shown == stored, "".join(cell["source"])
