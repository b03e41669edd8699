"""Take-aways are safe to open, complete, and reproduce their view."""

import io
import json
import subprocess
import sys
import zipfile

import numpy as np
import pandas as pd
import pytest
from project import clean
from waiting import LIMIT

from frnn_core.experiments.bundle import bundle
from frnn_core.experiments.plan import Plan, Setting
from frnn_core.experiments.runner import run
from frnn_core.experiments.score_table import score_table
from frnn_core.experiments.store import Store
from frnn_core.latex import latex_text
from frnn_core.text import csv_text

FRAME = pd.DataFrame(
    {"man": [0.5, np.nan], "=cmd()": ["+1", "plain"]},
    index=pd.Index(["@evil", "50 % of a_b"], name="dataset"),
)


def test_a_spreadsheet_runs_no_cell_as_a_formula():
    lines = csv_text(FRAME).splitlines()
    assert lines == ["dataset,man,'=cmd()", "'@evil,0.5,'+1", "50 % of a_b,,plain"]
    assert "-0.25" in csv_text(pd.DataFrame({"difference": [-0.25]}))


def test_latex_prints_every_character():
    text = latex_text(FRAME, "A & B", ["two\nlines"])
    assert r"50 \% of a\_b & – & plain \\".replace("–", "--") in text
    assert r"@evil & .500 & +1 \\" in text
    assert r"\caption{A \& B}" in text
    assert "\n% two\n% lines\n" in text


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    store = Store(tmp_path_factory.mktemp("report") / "r.sqlite")
    plan = Plan(
        ("wine", "segment"), (Setting.of("man"), Setting.of("mah"), Setting.of("gauss", gamma=0.3)), (3,)
    )
    run(plan, store, anew=True)
    return score_table(plan, store=store)


def test_a_bundle_is_the_same_each_time_and_says_what_it_holds(table):
    data = bundle(table, 3, "a call", {"note.txt": "words"})
    assert data == bundle(table, 3, "a call", {"note.txt": "words"})
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    about = json.loads(files["provenance.json"])
    assert about["call"] == "a call"
    assert set(about["files"]) == set(files) - {"README.txt", "provenance.json", "reproduce.py"}
    readme = files["README.txt"].decode().splitlines()
    assert readme[0].startswith("3 relations on 2 data sets: balanced_accuracy, k = 3, mean of 10 folds")
    assert all(any(line.split()[:1] == [name] for line in readme) for name in set(files) - {"README.txt"})
    assert b"localhost" not in b"".join(files.values())
    scores = pd.read_csv(io.BytesIO(files["scores.csv"]), index_col="dataset")
    np.testing.assert_allclose(scores, table.frame(3), atol=1e-15)
    folds = pd.read_csv(io.BytesIO(files["folds.csv"]), index_col=["dataset", "relation"])
    assert folds.loc[("wine", "man")].mean() == pytest.approx(scores.loc["wine", "man"])
    assert "constant" in files["blanks.csv"].decode()


@pytest.mark.slow
def test_the_script_of_a_bundle_gives_the_same_numbers(table, tmp_path):
    with zipfile.ZipFile(io.BytesIO(bundle(table, 3, ""))) as archive:
        (tmp_path / "reproduce.py").write_bytes(archive.read("reproduce.py"))
    done = subprocess.run(
        [sys.executable, "reproduce.py"],
        cwd=tmp_path,
        env=clean(PATH=""),
        capture_output=True,
        text=True,
        check=True,
        timeout=LIMIT,
    )
    printed = done.stdout.split("wine")[1].split()
    assert float(printed[0]) == pytest.approx(table.frame(3).loc["wine", "man"], abs=1e-6)
