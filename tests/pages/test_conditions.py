"""Folds, repeats, seed, weights and scaling on the pages of Compare: found where shipped, else computed."""

from urllib.parse import parse_qs

import pytest
from driving import address, moved, opened, popovers, text, waited

from frnn_core.data import dataset_names
from frnn_core.experiments.evaluate import mean_score
from frnn_core.experiments.plan import Conditions, Plan, Setting
from frnn_core.experiments.score_table import score_table
from pages.ui.paper import links

ALL = {"folds": "stratified", "nfolds": "3", "repeats": "2", "dealseed": "7"}
SMALL = {"d": "own", "only": "wine,heart", "r": "man,euc"}


def table(app):
    """The scores of Benchmark's tab Table."""
    return app.dataframe[0].value


@pytest.mark.parametrize(
    ("asked", "at", "keys"),
    [
        ({"weights": "strict"}, Conditions(weights="strict"), ["man", "euc", "pcc"]),
        ({"ranges": "unit"}, Conditions(normalise="unit"), ["man", "cos"]),
    ],
)
def test_what_is_shipped_is_found_at_once(asked, at, keys):
    app = opened("benchmark", r=",".join(keys), tab="Table", **asked)
    plan = Plan(dataset_names(), tuple(map(Setting.of, keys)), (3,), at)
    expected = score_table(plan)
    assert expected.complete
    assert "Preliminary" not in text(app)
    assert "job" not in address(app)
    for key in keys:
        assert table(app)[key].tolist() == pytest.approx(expected.frame()[key].tolist(), abs=1e-9)
    assert at.in_words()[-1] in text(app)
    assert "More · 1 changed" in popovers(app)


def test_other_folds_are_dealt_computed_and_said():
    app = opened("benchmark", tab="Table", **SMALL, **ALL)
    waited(app, lambda: "Preliminary" not in text(app))
    at = Conditions("stratified", 3, seed=7, repeats=2)
    for name in ("wine", "heart"):
        for key in ("man", "euc"):
            assert table(app).loc[name, key] == pytest.approx(mean_score(name, Setting.of(key), 3, at))
    assert "3 stratified folds, dealt twice · seed 7" in text(app)
    assert "More · 4 changed" in popovers(app)
    assert {name: address(app)[name] for name in ALL} == ALL


def test_every_condition_is_a_control_under_more_and_goes_back_to_the_papers():
    app = opened("significance", d="own", only="wine,heart,pima", r="man,euc")
    for key, value in (("nfolds", 4), ("repeats", 2), ("dealseed", 3)):
        app.number_input(key=key).set_value(value)
    app.selectbox(key="weights").set_value("mean")
    app.selectbox(key="ranges").set_value("unit")
    moved(app)
    asked = {"nfolds": "4", "repeats": "2", "dealseed": "3", "weights": "mean", "ranges": "unit"}
    assert {name: address(app).get(name) for name in asked} == asked
    assert "4 stratified folds, dealt twice · seed 3 · weights: All alike · ranges: 0 to 1" in text(app)
    next(button for button in app.button if button.label == "Back to the paper's").click()
    moved(app)
    assert not set(asked) & set(address(app))
    assert "KEEL's folds where known" in text(app)


def test_a_cell_is_explained_under_the_same_weights_and_scaling():
    app = opened("benchmark", r="man,euc", weights="strict", cell="wine/man")
    (query,) = [link.proto.query_string for link in app.get("page_link") if "Explain" in link.proto.label]
    assert parse_qs(query)["w"] == ["strict"]
    assert parse_qs(query)["en"] == ["centred"]


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"nfolds": "1"}, "number of folds = 1; it goes from 2 to 20"),
        ({"repeats": "11"}, "repeats = 11; it goes from 1 to 10"),
        ({"dealseed": "-1"}, "seed of the folds = \\-1; it goes from 0 to 9999"),
        ({"weights": "heavy"}, "weights = heavy; there is no such choice"),
        ({"ranges": "wide"}, "ranges of the features = wide; there is no such choice"),
    ],
)
def test_what_cannot_be_had_is_said(asked, reason):
    app = opened("benchmark", **asked)
    (note,) = app.warning
    assert reason in note.value
    assert address(app) == {}


def test_links_from_the_paper_name_every_condition():
    usual = {"nfolds": "10", "repeats": "1", "dealseed": "0", "weights": "linear", "ranges": "centred"}
    page, asked = links.LINKS["cells-can"]
    assert page == "benchmark"
    assert asked.items() >= usual.items()
