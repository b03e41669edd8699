"""The notebooks run in a clean kernel, and what is stored in them is what they say."""

import ast
import re

import nbformat
import numpy as np
import pytest

import frnn_core
from frnn_core import figures
from tools.notebooks import LARGEST, NOTEBOOKS, executed, texts, tidied

PATHS = sorted(NOTEBOOKS.glob("*.ipynb"))
NUMBER = re.compile(r"(?<![\w.])-?(?:\d+\.\d*|\.\d+|\d+)(?:e-?\d+)?(?![\w.])")
KEY_NUMBERS = {
    "compare-methods": ("χ² = 10.95, p = 0.012", "C4.5+m+cf – C4.5  14           11/1/2  .005       .033"),
    "frnn-in-ten-minutes": (
        "By hand as by the classifier: True",
        "k = 20, learned-by-class: 0.717",
        "['stays' 'goes']",
    ),
    "reproduce-a-table": (
        "man     21                 21",
        "euc     21                 21",
        "texture     0.185      0.185      0.991",
        "7  vehicle      euc    0.722        0.7221   0.7221",
    ),
}
"""What each notebook says beside its prose."""
ELSEWHERE = {
    "frnn_core.figures.vector": {"vector"},
    "frnn_core.paper": {"printed_table"},
}
"""Public names with a home of their own."""


def stored(path):
    return nbformat.read(path, as_version=4)


def comparable(notebook):
    """What a notebook says, without the line of versions, as words and as numbers."""
    said = re.sub(r"frnn-explorer \d.*|FRNN Explorer \d.*", "", texts(notebook))
    return NUMBER.sub("#", said).split(), np.array([float(found) for found in NUMBER.findall(said)])


def test_there_are_three():
    assert [path.stem for path in PATHS] == list(KEY_NUMBERS)


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_notebook_says_what_is_stored_in_it(path):
    now = tidied(executed(path))
    assert all(key in texts(now) for key in KEY_NUMBERS[path.stem])
    words, numbers = comparable(now)
    before, stored_numbers = comparable(stored(path))
    assert words == before, "it says something else now: python -m tools.notebooks, and look at it"
    assert len(numbers) > 20
    np.testing.assert_allclose(numbers, stored_numbers, rtol=1e-3, atol=2e-3)


@pytest.mark.slow
def test_results_of_whoever_runs_a_notebook_have_no_say_in_it(tmp_path, monkeypatch):
    monkeypatch.setenv("FRNN_STORE", str(tmp_path / "mine.sqlite"))
    asks = nbformat.v4.new_code_cell("from frnn_core import Store; print(Store().path.name)")
    nbformat.write(nbformat.v4.new_notebook(cells=[asks]), tmp_path / "asks.ipynb")
    assert texts(executed(tmp_path / "asks.ipynb")) == "results.sqlite\n"


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_notebook_names_the_version_that_it_is_of(path):
    assert f"frnn-explorer {frnn_core.__version__}" in texts(stored(path))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_notebook_is_small_complete_and_names_no_machine(path):
    text, notebook = path.read_text(encoding="utf-8"), stored(path)
    nbformat.validate(notebook)
    assert len(text) < LARGEST
    assert not re.search(r"/(home|root|tmp|work|usr)/|application/vnd\.plotly", text)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert all(cell.outputs for cell in code if "print(" in cell.source)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_notebook_takes_public_names_and_links_to_what_is_there(path):
    notebook = stored(path)
    code = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    public = {"frnn_core": {*frnn_core.__all__}, "frnn_core.figures": {*figures.__all__}, **ELSEWHERE}
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and node.module.startswith("frnn_core"):
            assert {name.name for name in node.names} <= public[node.module]
    prose = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    for link in re.findall(r"\]\(([^)]+)\)", prose):
        assert (path.parent / link).exists(), link
