"""The command line: what it prints, and what it says of wrong names."""

import io
import json
import zipfile

import pandas as pd
import pytest

from frnn_core import (
    RELATIONS,
    Conditions,
    Encoding,
    Plan,
    Setting,
    Store,
    dataset_names,
    load_dataset,
    score_table,
)
from frnn_core.__main__ import main
from frnn_core.experiments.evaluate import mean_score
from frnn_core.experiments.presets import paper


def test_list_names_every_data_set_and_relation(capsys):
    assert main(["list", "datasets"]) == 0
    printed = capsys.readouterr().out
    assert all(name in printed for name in dataset_names())
    assert main(["list", "relations"]) == 0
    printed = capsys.readouterr().out
    assert all(line.split()[0] == key for line, key in zip(printed.splitlines(), RELATIONS, strict=True))


def test_run_prints_the_same_numbers_in_every_format(tmp_path, capsys):
    arguments = [
        "run",
        "--datasets",
        "wine",
        "--relations",
        "man",
        "gauss",
        "--k",
        "1",
        "3",
        "--gamma",
        "0.5",
        "1",
    ]
    call = [*arguments, "--store", str(tmp_path / "r.sqlite"), "--format"]
    assert main([*call, "csv"]) == 0
    table = pd.read_csv(io.StringIO(capsys.readouterr().out), index_col=["dataset", "k"])
    assert list(table.columns) == ["man", "gauss gamma=0.5", "gauss"]
    assert main([*call, "json"]) == 0
    records = json.loads(capsys.readouterr().out)
    assert records[1]["man"] == pytest.approx(table.loc[("wine", 3), "man"])
    assert main([*call, "table"]) == 0
    told = capsys.readouterr()
    assert f"{table.loc[('wine', 3), 'man']:.3f}" in told.out
    assert told.err.startswith("Nothing to compute: every result comes with the package")


def test_the_time_is_estimated_and_a_temporary_store_is_announced(tmp_path, capsys, monkeypatch):
    blocked = tmp_path / "file"
    blocked.touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr("frnn_core.experiments.cost.calibrate", lambda: 1.0)  # other work counts as slowness
    fresh = ["--weights", "mean", "--normalise", "unit"]  # not among the shipped results
    call = ["run", "--datasets", "wine", "--relations", "man", *fresh, "--format", "none"]
    assert main(call) == 0
    told = capsys.readouterr()
    assert told.out == ""
    assert "10 units to run, about a second with --jobs 1; results in " in told.err
    assert "so results are in a temporary folder" in told.err


def test_a_relation_undefined_on_a_fold_is_a_blank(tmp_path, capsys):
    call = ["run", "--datasets", "segment", "--relations", "man", "mah", "--format", "csv", "--store"]
    assert main([*call, str(tmp_path / "r.sqlite")]) == 0
    table = pd.read_csv(io.StringIO(capsys.readouterr().out))
    assert table["mah"].isna().all()
    assert table["man"].notna().all()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("run --datasets wine", "Name --datasets and --relations, or a --preset"),
        ("run --preset paper --datasets whine", "Did you mean wine"),
        ("run --datasets whine --relations man", "Did you mean wine"),
        ("run --datasets wine --relations mann", "Did you mean man"),
        ("run --datasets wine --relations gauss --gamma -1", "gamma must be a finite number above 0"),
        ("run --datasets wine --relations man --k 0", "k must be a whole number from 1 on"),
    ],
)
def test_names_are_checked_before_any_work(arguments, words, tmp_path, capsys):
    assert main([*arguments.split(), "--store", str(tmp_path / "r.sqlite")]) == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / "r.sqlite").exists()


def test_the_paper_preset_holds_all_that_the_paper_compares():
    fixed, learning = paper()
    assert fixed.datasets == dataset_names()
    assert fixed.ks == tuple(range(1, 21))
    assert learning.ks == (1, 3, 5, 10, 15, 20)
    keys = {setting.relation for plan in (fixed, learning) for setting in plan.settings}
    assert keys == {key for key, spec in RELATIONS.items() if spec.paper}
    assert len(keys) == 22
    widths = [dict(s.params)["gamma"] for s in fixed.settings if s.relation == "gauss"]
    assert len(widths) == 25
    assert {0.01, 1.0, 100.0} <= set(widths)
    labels = {setting.label for plan in (fixed, learning) for setting in plan.settings}
    assert {"che variant=published", "class-mah scale=overall", "sph-grad batch=50 start=3.0"} <= labels
    assert {"cir-grad", "cir-grad variant=published", "combo", "combo variant=published"} <= labels


SCORES = """dataset,man,euc,cos
wine,.95,.93,.92
pima,.70,.68,.66
heart,.80,.79,.75
glass,.66,.65,
vowel,.97,.96,.90
ring,.60,.58,.57
"""


def test_stats_reads_any_table_of_scores(tmp_path, capsys):
    path = tmp_path / "scores.csv"
    path.write_text(SCORES)
    assert main(["stats", "--scores", str(path)]) == 0
    told = capsys.readouterr().out
    assert "3 relations on 5 of 6 data sets" in told
    assert "Friedman: chi-square = 10.00 (2 df)" in told
    assert main(["stats", "--scores", str(path), "--format", "csv", "--control", "man"]) == 0
    pairs = pd.read_csv(io.StringIO(capsys.readouterr().out))
    assert set(pairs["first"]) | set(pairs["second"]) == {"man", "euc", "cos"}
    assert len(pairs) == 2
    assert main(["stats", "--scores", str(path), "--format", "latex", "--blanks", "skillings-mack"]) == 0
    assert capsys.readouterr().out.count(r"\begin{tabular}") == 2


def test_stats_shows_every_view_of_any_scores(tmp_path, capsys):
    path = tmp_path / "scores.csv"
    path.write_text(SCORES.replace(",", ";").replace(".", ","))
    call = ["stats", "--scores", str(path), "--show"]
    assert main([*call, "matrix"]) == 0
    assert "man – cos" in capsys.readouterr().out
    assert main([*call, "ranking", "--control", "cos"]) == 0
    assert "P(best)" in capsys.readouterr().out
    assert main([*call, "power", "--pair", "man", "euc", "--format", "csv"]) == 0
    assert list(pd.read_csv(io.StringIO(capsys.readouterr().out))) == ["index", "n", "alone", "corrected"]
    assert main([*call, "power"]) != 0
    assert "--pair SVM forest" in capsys.readouterr().err
    assert main(["stats", "--scores", str(path), "--lower-is-better"]) == 0
    assert capsys.readouterr().out.index("cos") < 2000


def test_stats_tests_the_shipped_results(tmp_path, capsys):
    call = [
        "stats",
        "--datasets",
        "wine",
        "heart",
        "glass",
        "bupa",
        "monk",
        "--relations",
        "man",
        "euc",
        "che",
    ]
    assert main([*call, "--store", str(tmp_path / "r.sqlite")]) == 0
    told = capsys.readouterr()
    assert "3 relations on 5 of 5 data sets" in told.out
    assert told.err == ""


def test_a_report_holds_what_reproduces_it(tmp_path, capsys):
    out = tmp_path / "view.zip"
    call = ["report", "--datasets", "wine", "heart", "glass", "bupa", "monk", "--relations", "man", "euc"]
    assert main([*call, "--store", str(tmp_path / "r.sqlite"), "--out", str(out)]) == 0
    with zipfile.ZipFile(out) as archive:
        names = set(archive.namelist())
        about = json.loads(archive.read("provenance.json"))
        scores = pd.read_csv(io.BytesIO(archive.read("scores.csv")), index_col="dataset")
    assert {"scores.csv", "folds.csv", "comparison.txt", "pairs.tex", "critical-difference.html"} <= names
    assert about["data"]["wine"]["sha256"] == load_dataset("wine").sha256
    assert about["call"].startswith("compare(scores, reasons=reasons, test='conover'")
    assert scores.shape == (5, 2)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("stats --scores absent.csv", "cannot be read as a table of scores"),
        ("stats --datasets wine --relations man euc --k 1 3", "Tests compare relations at one k"),
        ("stats --relations man", "Name --datasets and --relations"),
        ("report --scores x.csv", "A report is made of results"),
        ("stats --datasets wine heart --relations man euc --control cos", "no relation called 'cos'"),
    ],
)
def test_wrong_calls_of_stats_and_report_are_explained(arguments, words, tmp_path, capsys):
    store = ["--store", str(tmp_path / "r.sqlite")]
    assert main([*arguments.split(), *store]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    "cells",
    [["1.7e308", "-1.7e308", "3"] * 10, [*["1e-200", "2e-200"] * 14, "1e200"]],
    ids=["range", "square"],
)
def test_a_table_that_cannot_be_measured_is_refused(tmp_path, capsys, cells):
    rows = [f"{cell},{i % 4},{'uv'[i % 2]}" for i, cell in enumerate(cells)]
    (tmp_path / "x.csv").write_text("\n".join(["a,b,class", *rows]))
    assert main(["leaderboard", str(tmp_path / "x.csv"), "--folds", "3"]) == 2
    assert "Column a: values too large to measure" in capsys.readouterr().err


def test_a_damaged_store_is_named_with_the_option_that_saves_what_can_be_read(tmp_path, capsys):
    path = tmp_path / "r.sqlite"
    call = f"run --datasets wine --relations man --k 1 3 --anew --store {path}".split()
    assert main(call) == 0
    table = capsys.readouterr().out
    data = bytearray(path.read_bytes())
    data[data.index(b"balanced_accuracy")] ^= 1
    path.write_bytes(data)
    assert main(call) == 2
    told = capsys.readouterr().err
    assert "r.sqlite is damaged" in told
    assert "Or add --salvage to the same command, which saves every result that can still be read." in told
    assert main([*call, "--salvage"]) == 0
    again = capsys.readouterr()
    assert f"19 results could be saved; the damaged store is kept as {path.parent}/r-damaged-1" in again.err
    assert "1 units to run" in again.err
    assert again.out == table
    assert main([*call, "--salvage"]) == 0
    assert "damaged" not in capsys.readouterr().err


def test_run_takes_tables_with_categories_and_gaps_under_any_encoding(tmp_path, capsys):
    store = str(tmp_path / "results.sqlite")
    words = ["run", "--datasets", "crx-full", "--relations", "man", "--format", "csv", "--store", store]
    told = {}
    for options in (("--categories", "value-difference", "--gaps", "fill"), ("--treat", "A6=one-hot")):
        main([*words, *options])
        told[options[0]] = pd.read_csv(io.StringIO(capsys.readouterr().out))
    for option, encoding in (
        ("--categories", Encoding("value-difference", "fill")),
        ("--treat", Encoding(treatments={"A6": "one-hot"})),
    ):
        plan = Plan(("crx-full",), (Setting.of("man"),), (3,), Conditions(encoding=encoding))
        table = score_table(plan, store=Store(store))
        assert table.complete
        assert told[option]["man"].tolist() == pytest.approx(table.frame()["man"].tolist(), abs=1e-9)


def test_folds_seed_and_deals_are_options_and_stand_in_the_report(tmp_path, capsys):
    store, out = str(tmp_path / "results.sqlite"), tmp_path / "view.zip"
    asked = ["--datasets", "wine", "heart", "--relations", "man", "euc", "--store", store]
    asked += ["--folds", "4", "--repeats", "2", "--seed", "5", "--weights", "mean"]
    assert main(["run", *asked, "--format", "csv"]) == 0
    shown = pd.read_csv(io.StringIO(capsys.readouterr().out), index_col="dataset")
    at = Conditions("auto", 4, "mean", seed=5, repeats=2)
    once = [mean_score("wine", Setting.of("man"), conditions=deal) for deal in at.deals()]
    assert shown.loc["wine", "man"] == pytest.approx(sum(once) / 2)
    assert main(["report", *asked, "--out", str(out)]) == 0
    with zipfile.ZipFile(out) as archive:
        script = archive.read("reproduce.py").decode()
        about = json.loads(archive.read("provenance.json"))
    assert "n_splits=4" in script
    assert "repeats=2" in script
    assert (about["plans"][0]["conditions"]["repeats"], about["plans"][0]["conditions"]["seed"]) == (2, 5)
    assert "(seed 5)" in about["data"]["wine"]["partition"]
    assert "(seed 6)" in about["data"]["wine"]["partition"]
    assert main(["run", *asked, "--repeats", "0"]) == 2
    assert "--repeats" in capsys.readouterr().err
