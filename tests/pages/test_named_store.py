"""Benchmark shows the results of a store that is named in the environment or on the command line."""

import os

import pytest
from driving import opened, text

from frnn_core import Conditions, Plan, Setting, Store, run
from frnn_core.experiments import jobs
from pages.ui import shell

LINK = {"d": "own", "only": "wine", "r": "man,euc", "folds": "stratified", "k": "7"}
PLAN = Plan(("wine",), (Setting.of("man"), Setting.of("euc")), (7,), Conditions("stratified"))


@pytest.fixture
def named(tmp_path, monkeypatch):
    """A store that holds what is not shipped, and no run that could fill another."""
    monkeypatch.setattr(jobs, "start", lambda *a, **b: pytest.fail("a run was started"))
    monkeypatch.setenv("FRNN_STORE", "")
    run(PLAN, Store(tmp_path / "mine.sqlite"))
    return str(tmp_path / "mine.sqlite")


def test_the_environment_names_it(named, monkeypatch):
    monkeypatch.setenv("FRNN_STORE", named)
    app = opened("benchmark", tab="Table", **LINK)
    assert "Preliminary" not in text(app)
    expected = run(PLAN, Store(named)).frame()
    assert app.dataframe[0].value.loc["wine", "man"] == pytest.approx(expected.loc["wine", "man"])


def test_the_command_line_names_it(named, monkeypatch):
    monkeypatch.setattr("sys.argv", ["app.py", "--store", named])
    app = opened("benchmark", **LINK)
    assert "Preliminary" not in text(app)


def test_other_words_are_left_alone(monkeypatch):
    monkeypatch.setenv("FRNN_STORE", "kept")
    shell.name_store(["--other", "x"])
    assert os.environ["FRNN_STORE"] == "kept"
