"""The page Weights shows what the core learns, for every position of its controls."""

import numpy as np
import pytest
from driving import address, decoded, figures, moved, opened, seen, text, waited

from frnn_core.engine.owa import WEIGHTS
from frnn_core.engine.weight_learning import REASONS, WeightSettings
from frnn_core.experiments.score_table import score_table
from frnn_core.studies import weights
from frnn_core.studies.weights import KINDS, PLAIN, Case, learn, plan_of, prepare
from frnn_core.text import number
from pages.ui.weights import view as page_view
from pages.ui.weights import whole

PAGE = "weights"
LIVE = {"wd": "wine", "wk": "5", "wc": "one", "wm": "descent"}
"""No result is of these settings: every fold is learned on the spot."""


def folds(case, settings, kinds=None):
    """Scores by fold, as the core computes them."""
    asked = [WeightSettings(**{**vars(settings), "by_class": WEIGHTS[k].by_class}) for k in kinds or ()]
    rows = []
    for fold in range(1, 11):
        prepared = prepare(case, fold)
        rows.append({})
        for one in asked or [settings]:
            rows[-1] |= weights.fold_row(prepared, one)
    return weights.fold_frame({key: np.array([row[key] for row in rows]) for key in rows[0]}, case.k)


def told(case, settings):
    """The finding that the core gives."""
    frame, kind = folds(case, settings), weights.kind_of(settings)
    return weights.finding(case, kind, frame, weights.verdict(frame, kind))


def finding(app):
    return app.subheader[0].value


@pytest.mark.quick
def test_opens_on_glass_with_weights_for_each_class():
    app = seen(PAGE)
    case, settings = Case("glass"), WeightSettings(by_class=True)
    assert app.title[0].value == "Can the weights be learned?"
    prepared = prepare(case, 1)
    learning = learn(prepared, settings)
    table = score_table(plan_of(case, "learned-by-class"))
    if table.complete:
        assert f"score {number(float(table.values.mean()))} against" in finding(app)
        assert "mean of 10 folds" in text(app)
    else:
        plain = weights.linear_scores(prepared)[PLAIN]
        assert finding(app) == weights.fold_finding(case, "learned-by-class", learning, plain)
    figure = figures(app)[0]
    bars = {trace["meta"]: trace for trace in figure["data"] if trace["type"] == "bar"}
    for side, name in enumerate(("inside", "outside")):
        for place, group in enumerate(learning.groups):
            drawn = decoded(bars[f"weights {name} {group}"]["y"])
            np.testing.assert_allclose(drawn, learning.weights(side)[-1, place], atol=5e-5)
    assert [frame["name"] for frame in figure["frames"]] == [str(step) for step in learning.steps]
    assert set(address(app)) <= {"job"}


def test_settings_without_results_are_learned_on_every_fold():
    app = seen(PAGE, **LIVE)
    settings = WeightSettings(method="descent")
    assert finding(app) == told(Case("wine", k=5), settings)
    assert "Balanced accuracy on the test rows, mean of 10 folds." in text(app)
    assert "gradient descent" in text(app)


@pytest.mark.parametrize(
    ("widget", "key", "value", "case", "changed", "written"),
    [
        ("selectbox", "wd", "haberman", {"dataset": "haberman"}, {}, "haberman"),
        ("selectbox", "wr", "euc", {"relation": "euc"}, {}, "euc"),
        ("slider", "wk", 3, {"k": 3}, {}, "3"),
        ("segmented_control", "wc", "class", {}, {"by_class": True}, None),
        ("selectbox", "wl", "own score", {}, {"loss": "own score"}, "own score"),
        ("toggle", "wu", False, {}, {"monotone": False}, "0"),
    ],
)
def test_a_control_moves_the_finding_and_the_address(widget, key, value, case, changed, written):
    app = opened(PAGE, **LIVE)
    getattr(app, widget)(key=key).set_value(value)
    moved(app)
    chosen = Case(**{"dataset": "wine", "k": 5, **case})
    assert finding(app) == told(chosen, WeightSettings(**{"method": "descent", **changed}))
    assert address(app).get(key) == written


def test_the_fold_in_the_picture_is_drawn():
    app = opened(PAGE, **LIVE)
    app.selectbox(key="wf").set_value(4)
    moved(app)
    learning = learn(prepare(Case("wine", k=5), 4), WeightSettings(method="descent"))
    bars = {trace["meta"]: trace for trace in figures(app)[0]["data"] if trace["type"] == "bar"}
    np.testing.assert_allclose(decoded(bars["weights inside"]["y"]), learning.fit.upper[0], atol=5e-5)
    assert "wine, fold 4" in figures(app)[0]["layout"]["title"]["text"]


@pytest.mark.parametrize(
    ("tab", "words", "charts"),
    [
        ("loss", "Why it stopped: ", 2),
        ("folds", "Differences are to linear weights with k = 3", 2),
        ("families", "Learned: one for all classes", 2),
    ],
)
def test_each_tab(tab, words, charts):
    app = opened(PAGE, wt=tab, **LIVE)
    assert words in text(app)
    assert len(app.get("plotly_chart")) == charts


def test_the_loss_tab_tells_why_it_stopped():
    app = opened(PAGE, wt="loss", **LIVE)
    learning = learn(prepare(Case("wine", k=5), 1), WeightSettings(method="descent"))
    assert REASONS[learning.fit.reason] in text(app)
    value = next(trace for trace in figures(app)[1]["data"] if trace["meta"] == "value")
    np.testing.assert_allclose(decoded(value["y"]), learning.fit.values[learning.steps])


def test_the_folds_tab_sets_both_kinds_beside_linear_weights():
    app = opened(PAGE, wt="folds", **LIVE)
    frame = folds(Case("wine", k=5), WeightSettings(method="descent"), KINDS)
    names = weights.names_of(Case("wine", k=5))
    table = app.table[0].value
    for key in frame:
        assert table.loc[names[key], "Mean"] == number(float(frame[key].mean()))
    shown = app.dataframe[0].value
    np.testing.assert_allclose(shown[names["learned"]], frame["learned"])


def test_every_family_has_its_formula_and_its_line():
    app = opened(PAGE, wt="families", **LIVE)
    drawn = {trace.get("meta") for trace in figures(app)[1]["data"]}
    for key, family in WEIGHTS.items():
        assert family.formula in text(app)
        assert family.help in text(app)
        assert family.learns or key in drawn


def test_results_of_the_usual_settings_are_computed_by_a_worker_and_kept():
    app = opened(PAGE, wd="wine", wk="4", wc="one")
    waited(app, lambda: "mean of 10 folds" in text(app))
    assert finding(app) == told(Case("wine", k=4), WeightSettings())


def test_all_data_sets_are_compared_as_far_as_results_are_known(monkeypatch):
    names = ("wine", "haberman")
    monkeypatch.setattr(page_view, "dataset_names", lambda: names)
    monkeypatch.setattr(whole, "dataset_names", lambda: names)
    app = opened(PAGE, wd="wine", wk="4", wc="one", wt="all")
    waited(app, lambda: len(app.get("plotly_chart")) == 2 and "Preliminary" not in text(app))
    settings = WeightSettings()
    gains = {}
    for name in names:
        frame = folds(Case(name, k=4), settings)
        gains[name] = float((frame["learned"] - frame[PLAIN]).mean())
    ahead = sum(gain > 0.01 for gain in gains.values())
    assert f"Learned, k = 4 is ahead of Linear, k = 3 on {ahead}" in text(app)
    marks = {}
    for trace in figures(app)[1]["data"]:
        if trace.get("meta") in ("ahead", "level", "behind"):
            marks |= dict(zip(trace["x"], decoded(trace["y"]), strict=True))
    assert marks == pytest.approx(gains)
    assert app.table[0].value.index.name == "Weights, k = 4"
    assert "Learned" in app.table[0].value.index


LINK = {
    "wd": "haberman",
    "wr": "euc",
    "wk": "6",
    "wm": "descent",
    "wc": "one",
    "wf": "3",
    "wl": "softmax",
    "wu": "0",
    "wt": "families",
}


def test_a_link_restores_every_control_and_reset_puts_them_back():
    app = opened(PAGE, **LINK)
    assert address(app) == LINK
    assert app.selectbox(key="wd").value == "haberman"
    assert app.slider(key="wk").value == 6
    assert app.radio(key="wm").value == "descent"
    assert app.segmented_control(key="wc").value == "one"
    assert app.toggle(key="wu").value is False
    next(button for button in app.button if button.label == "Reset").click()
    moved(app)
    assert set(address(app)) <= {"job"}


def test_a_relation_that_does_not_exist_on_the_fold_says_why():
    app = opened(PAGE, **{**LIVE, "wd": "segment", "wr": "mah"})
    assert "covariance" in app.error[0].value
    assert not figures(app)


def test_folds_without_the_relation_are_counted():
    undefined = np.isnan(score_table(plan_of(Case("ecoli", "mah"), "linear", k=3)).values[0, 0, 0])
    assert undefined.sum() == 1
    app = opened(PAGE, **{**LIVE, "wd": "ecoli", "wr": "mah", "wf": str(int(undefined.argmin()) + 1)})
    assert finding(app) == (
        "On ecoli the relation is undefined on 1 of 10 folds, so learned weights cannot be compared there."
    )
    assert figures(app)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("wd", "nonsense", "there is no such choice"),
        ("wr", "nca", "there is no such choice"),
        ("wk", "99", "it goes from 1 to 20"),
        ("wf", "11", "it goes from 1 to 10"),
        ("wl", "hinge", "there is no such choice"),
    ],
)
def test_a_bad_link_is_ignored_with_a_note(key, value, words):
    app = opened(PAGE, **{**LIVE, "wd": "wine", key: value})
    assert words in text(app)
    assert "That part was ignored" in text(app)
