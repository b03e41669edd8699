"""The page Learned relations over all data sets: every position of its controls, its tabs and its links."""

import numpy as np
import pytest
from driving import address, figures, moved, opened, text, waited
from learned_page import PAGE, assert_finds, assert_finds_all, clicked_at, decoded, finding, points

from frnn_core.experiments.score_table import score_table
from frnn_core.experiments.store import Store
from frnn_core.studies.learned import (
    all_datasets,
    summary,
    tuned_choices,
)
from frnn_core.studies.learned.figures.tuned_shares import tuned_shares_text
from frnn_core.studies.learned.ranks import rank_plans, rank_scores
from frnn_core.text import signed
from pages.ui import selection


@pytest.mark.quick
def test_opens_on_all_data_sets_with_nca():
    app = opened(PAGE)
    assert app.title[0].value == "Is learning worth it?"
    assert "Learned relations beside plain Manhattan." in text(app)
    assert finding(app).startswith("NCA is ahead of Manhattan on 12, level on 13 and behind on 15 of 40")
    assert_finds_all(app)
    assert "by more than .01" in text(app)
    assert "Without balance (+.330) the mean difference is +.005" in text(app)
    assert address(app) == {}
    chart = app.get("plotly_chart")[0]
    assert "From the top: balance +.330" in str(chart.proto)
    controls = [*app.selectbox, *app.slider, *app.radio]
    assert [control.key for control in controls] == ["on", "learn", "k"]


@pytest.mark.parametrize(
    ("widget", "key", "value", "changed", "written"),
    [
        ("selectbox", "learn", "lmnn", {"method": "lmnn"}, "lmnn"),
        ("selectbox", "learn", "combo", {"method": "combo"}, "combo"),
        ("slider", "k", 7, {"k": 7}, "7"),
    ],
)
def test_a_control_moves_the_finding_over_all_data_sets(widget, key, value, changed, written):
    app = opened(PAGE)
    getattr(app, widget)(key=key).set_value(value)
    moved(app)
    assert_finds_all(app, **changed)
    assert address(app) == {key: written}


def test_a_click_opens_a_data_set_and_the_way_back_is_one_button():
    app = opened(PAGE)
    app.session_state["figure all differences"] = clicked_at("glass")
    moved(app)
    assert_finds(app, "glass")
    assert address(app) == {"on": "glass"}
    next(button for button in app.button if button.label == "All 40").click()
    moved(app)
    assert_finds_all(app)
    assert address(app) == {}


def test_another_click_beside_one_data_set_opens_that_and_the_list_still_counts():
    app = opened(PAGE, on="wine", lt="all")
    assert points(figures(app)[2], "columns")["customdata"][0] == "balance"
    app.session_state["figure all differences beside one"] = clicked_at("heart")
    moved(app)
    assert_finds(app, "heart")
    app.selectbox(key="on").set_value("bupa")
    moved(app)
    assert_finds(app, "bupa")


@pytest.mark.parametrize(
    ("tab", "method", "words", "charts"),
    [
        ("convergence", "nca", "mean probability of a right choice rises from .503 to .964", 3),
        ("convergence", "lmnn", "The loss falls from", 3),
        ("convergence", "dmlmj", "it solves the eigenproblem", 3),
        ("cost", "nca", "Against Manhattan, NCA is ahead on 10, level on 0 and behind on 0 of 10 folds", 4),
        ("cost", "combo", "COMBO is ahead of Manhattan by more than .01 on", 3),
        ("all", "dmlmj", "DMLMJ is ahead of Manhattan on 6, level on 25 and behind on 9 of 40", 3),
    ],
)
def test_each_tab(tab, method, words, charts):
    app = opened(PAGE, lt=tab, learn=method, on="balance")
    assert words in text(app)
    assert len(app.get("plotly_chart")) == charts


def test_every_relation_is_in_the_tables():
    app = opened(PAGE, k="5")
    shown, told = app.dataframe[0].value, all_datasets(5)
    np.testing.assert_allclose(shown["NCA"], told["nca"])
    np.testing.assert_allclose(shown["COMBO"], told["combo"])
    np.testing.assert_allclose(shown["LMNN, s"], told["lmnn seconds"])
    rows, found = app.table[0].value, summary(told)
    assert rows.loc["NCA", "Mean difference"] == signed(found.loc["nca", "difference"])
    row = found.loc["lmnn"]
    assert rows.loc["LMNN", "Ahead · level · behind"] == (
        f"{row['ahead']:.0f} · {row['level']:.0f} · {row['behind']:.0f}"
    )


def test_cost_over_all_data_sets():
    app = opened(PAGE, la="cost")
    assert "for a median of" in text(app)
    marks = points(figures(app)[1], "data sets")
    told = all_datasets(3)
    np.testing.assert_allclose(decoded(marks["y"]), told["nca"] - told["man"])


def test_a_tab_that_a_method_lacks_gives_way_to_its_first():
    app = opened(PAGE, lt="convergence", on="balance")
    app.selectbox(key="learn").set_value("combo")
    moved(app)
    assert "COMBO's mean regret is .008" in text(app)
    app.selectbox(key="learn").set_value("nca")
    moved(app)
    assert "By itself, a difference in" in text(app)


def test_ranks_are_offered_and_then_drawn():
    app = opened(PAGE, on="haberman", learn="dmlmj", lt="rank")
    waited(app, lambda: "In hindsight DMLMJ is best" in text(app))
    lines = points(figures(app)[2], "dmlmj")
    told = rank_scores(score_table(rank_plans(("haberman",), 3)[0], store=Store()))
    np.testing.assert_allclose(np.array(lines["y"], dtype=float), told.values["dmlmj"])
    assert "Rank 2 is the map *After* above" in text(app)
    everywhere = opened(PAGE, learn="dmlmj", la="rank")
    assert "by rank" in figures(everywhere)[1]["layout"]["title"]["text"]
    assert "no map whose dimensions can be chosen" in text(opened(PAGE, learn="combo", la="rank"))


LINK = {"on": "monk", "learn": "dmlmj", "k": "5", "lf": "3", "link": "rooted", "lt": "cost"}


def test_a_link_restores_every_control():
    app = opened(PAGE, **LINK)
    assert address(app) == LINK
    assert app.selectbox(key="on").value == "monk"
    assert app.selectbox(key="learn").value == "dmlmj"
    assert app.slider(key="k").value == 5
    assert app.selectbox(key="lf").value == 3
    assert app.radio(key="link").value == "rooted"
    assert_finds(app, "monk", "dmlmj", 5, "rooted")
    assert "On monk." in text(app)


def test_reset_goes_back_to_the_defaults():
    app = opened(PAGE, **LINK)
    next(button for button in app.button if button.label == "Reset").click()
    moved(app)
    assert address(app) == {}
    assert_finds_all(app)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("on", "nonsense", "there is no such choice"),
        ("learn", "man", "there is no such choice"),
        ("k", "99", "it goes from 1 to 20"),
        ("lf", "11", "it goes from 1 to 10"),
        ("link", "cubed", "there is no such choice"),
        ("lt", "x", "there is no such choice"),
        ("la", "x", "there is no such choice"),
    ],
)
def test_a_bad_link_is_ignored_with_a_note(key, value, words):
    app = opened(PAGE, **{key: value})
    assert words in text(app)
    assert "That part was ignored" in text(app)
    assert address(app) == {}
    assert_finds_all(app)


@pytest.mark.parametrize("way", ["frnn-tuned", "frnn-blended"])
def test_what_frnn_chose_for_itself_is_drawn_and_told(way):
    app = opened(PAGE, la="tuned", way=way)
    told = tuned_choices(way)
    assert tuned_shares_text(told, selection.names()) in text(app)
    drawn = figures(app)[1]
    assert drawn["layout"]["xaxis"]["ticktext"] == list(told.overall.index)
    table = app.dataframe[0].value
    np.testing.assert_allclose(table["Regret"], told.rows["regret"])
    assert list(table["Chosen most"]) == list(told.rows["chosen"])
