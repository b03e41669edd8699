"""The page Gamma descent shows what the core computes, for every position of its controls."""

import numpy as np
import pytest
from driving import address, figures, moved, opened, seen, text
from sklearn.metrics import balanced_accuracy_score

from frnn_core import FRNNClassifier, load_dataset, partition
from frnn_core.engine.score_losses import SCORE_LOSSES
from frnn_core.relations.gamma import REASONS, GammaSettings
from frnn_core.studies.gamma_descent import descend, summaries, width_text
from frnn_core.text import number

PAGE = "gamma_descent"
QUICK = {"fold": "1,2", "limit": "300"}


def told(
    name="heart", kernel="circle", k=3, folds=range(1, 11), variants=("published", "corrected"), **settings
):
    """What the core says about the view."""
    chosen = GammaSettings(**settings)
    return summaries([descend(name, fold, kernel, k, chosen, variants) for fold in folds])


def finding(app):
    return app.subheader[0].value


def assert_shows(app, summary, name):
    """The sentence gives where a variant ends and how good it is there."""
    assert name.lower() in finding(app).lower()
    assert width_text(summary.gamma) in finding(app)
    assert f"{number(summary.fitted)})" in finding(app)


@pytest.mark.quick
def test_opens_filled_with_the_collapse_on_heart():
    app = seen(PAGE)
    published, corrected = told()
    assert app.title[0].value == "Can γ be learned?"
    assert finding(app) == (
        f"Published ends at γ = {width_text(published.gamma)} (accuracy {number(published.fitted)}); "
        f"corrected at {width_text(corrected.gamma)} ({number(corrected.fitted)}). "
        f"Without learning (γ = 1): {number(published.unfitted)}."
    )
    assert "Published collapses" in app.warning[0].value
    assert address(app) == {}
    assert REASONS["dead zone"] in text(app)
    assert "mean of the same 10 folds, with k = 3 throughout" in text(app)


def test_the_figure_has_frames_balls_and_a_text():
    app = seen(PAGE)
    (figure,) = figures(app)
    balls = {trace["meta"]: trace for trace in figure["data"] if trace["meta"].endswith("balls")}
    assert set(balls) == {"published balls", "corrected balls"}
    assert 2 < len(figure["frames"]) <= 100
    assert figure["layout"]["sliders"]
    chart = app.get("plotly_chart")[0]
    assert "Loss curve over the kernel width" in str(chart.proto)


def test_the_table_gives_the_means_over_the_folds():
    app = opened(PAGE, **QUICK)
    table = app.table[0].value
    for summary, row in zip(told(folds=(1, 2), limit=300), ("Published", "Corrected"), strict=True):
        shown = table.loc[row]
        assert shown["Accuracy, learned γ"] == number(summary.fitted)
        assert shown["Accuracy, γ = 1"] == number(summary.unfitted)
        assert shown["Accuracy, Euclidean"] == number(summary.euclidean)
        assert shown["Why it stopped"] == summary.stopped
        assert shown["γ, median (range)"].startswith(width_text(summary.gamma))


@pytest.mark.parametrize(
    ("widget", "key", "value", "changed", "written"),
    [
        ("selectbox", "set", "wine", {"name": "wine"}, "wine"),
        ("selectbox", "kind", "gauss", {"kernel": "gauss"}, "gauss"),
        ("select_slider", "start", 3.0, {"start": 3.0}, "3"),
        ("slider", "k", 7, {"k": 7}, "7"),
        ("select_slider", "rate", 0.003, {"rate": 0.003}, "0.003"),
        ("select_slider", "batch", 50, {"batch": 50}, "50"),
        ("select_slider", "limit", 10, {"limit": 10}, "10"),
        ("number_input", "seed", 5, {"seed": 5}, "5"),
    ],
)
def test_a_control_moves_the_finding_and_the_address(widget, key, value, changed, written):
    app = opened(PAGE, **QUICK)
    getattr(app, widget)(key=key).set_value(value)
    moved(app)
    published, corrected = told(folds=(1, 2), **{"limit": 300, **changed})
    assert_shows(app, published, "published")
    assert_shows(app, corrected, "corrected")
    assert address(app)[key] == written


@pytest.mark.parametrize("variant", ["published", "corrected"])
def test_one_variant_alone(variant):
    app = opened(PAGE, **QUICK)
    app.segmented_control(key="runs").set_value(variant)
    moved(app)
    (summary,) = told(folds=(1, 2), limit=300, variants=(variant,))
    assert_shows(app, summary, variant)
    (figure,) = figures(app)
    assert [t["meta"] for t in figure["data"] if t["meta"].endswith("balls")] == [f"{variant} balls"]


@pytest.mark.parametrize(("method", "called"), [("adam", "Adam"), ("search", "Search")])
def test_another_method_says_why_published_is_not_shown(method, called):
    app = opened(PAGE, **QUICK)
    app.selectbox(key="method").set_value(method)
    moved(app)
    (summary,) = told(folds=(1, 2), limit=300, variants=("corrected",), method=method)
    assert_shows(app, summary, called)
    assert "Published is not shown: the published code knows only gradient descent" in app.info[0].value
    shown = [slider.key for slider in app.select_slider]
    assert ("start" in shown) == (method == "adam")


def test_another_loss_says_why_published_is_not_shown():
    app = opened(PAGE, **QUICK)
    app.selectbox(key="loss").set_value("cross-entropy")
    moved(app)
    (summary,) = told(folds=(1, 2), limit=300, variants=("corrected",), loss="cross-entropy")
    assert_shows(app, summary, "corrected")
    assert "own score" in app.info[0].value


def test_a_large_data_set_says_why_published_is_not_shown():
    app = opened(PAGE, set="segment", runs="published", **QUICK)
    assert "2,079 training rows of segment, so it is run up to 2,000 rows only" in app.info[0].value
    (summary,) = told("segment", folds=(1, 2), limit=300, variants=("corrected",))
    assert_shows(app, summary, "corrected")


def test_folds_can_be_picked_one_by_one_and_not_all_dropped():
    app = opened(PAGE, **QUICK)
    app.pills(key="fold").set_value(["4"])
    moved(app)
    published, _ = told(folds=[4], limit=300)
    assert_shows(app, published, "published")
    assert "Fold 4 alone" in text(app)
    app.pills(key="fold").set_value([])
    moved(app)
    assert "No fold is chosen" in app.info[0].value
    next(button for button in app.button if button.label == "Use all ten").click()
    moved(app)
    assert "A ball for each of 10 folds" in text(app)


def test_the_dead_zone_is_told():
    app = opened(PAGE, set="balance", start="0.05", runs="corrected", fold="1,2")
    assert "Corrected: dead zone.** On 2 of 2 folds" in app.warning[0].value


@pytest.mark.parametrize(
    ("detail", "words", "charts"),
    [
        ("why", "differs from that derivative in three places", 1),
        ("gamma", "At most 100 steps of each run", 2),
        ("loss", "Each point is the mean of 10 rows", 2),
        ("accuracy", "Learning never sees these rows", 2),
        ("folds", "A row is a variant on a fold", 1),
    ],
)
def test_each_tab(detail, words, charts):
    app = opened(PAGE, detail=detail, **QUICK)
    assert words in text(app)
    assert len(app.get("plotly_chart")) == charts


def test_all_five_kernels_can_be_run():
    app = opened(PAGE, detail="kernels", **QUICK)
    app.toggle(key="five").set_value(True)
    moved(app)
    figure = figures(app)[1]
    for kernel, label in (("gauss", "Gaussian"), ("sphere", "Spherical")):
        published, corrected = told(kernel=kernel, folds=(1, 2), limit=300)
        _, first, second = figure["data"]
        place = first["y"].index(label)
        np.testing.assert_allclose(
            (first["x"][place], second["x"][place]), (published.fitted, corrected.fitted)
        )
    assert address(app)["five"] == "1"


def test_every_loss_has_its_width_and_what_the_classifier_makes_of_it():
    app = opened(PAGE, set="glass", method="search", detail="losses")
    shown = app.table[-1].value
    data = load_dataset("glass")
    for loss in ("own score", "cross-entropy", "balanced cross-entropy"):
        scores = []
        for train, test in partition(data):
            model = FRNNClassifier("cir-grad", k=3, relation_params={"method": "search", "loss": loss})
            decided = model.fit(data.X[train], data.y[train]).predict(data.X[test])
            scores.append(balanced_accuracy_score(data.y[test], decided))
        row = shown.loc[SCORE_LOSSES[loss].label]
        assert row["Learned γ"] == number(float(np.mean(scores)))
        assert f"{SCORE_LOSSES[loss].label} gives {row['Learned γ']}" in text(app)
    assert set(shown["Euclidean"]) == {".657"}
    assert SCORE_LOSSES["balanced cross-entropy"].help in text(app)


LINK = {
    "set": "wine",
    "kind": "sphere",
    "method": "adam",
    "start": "5",
    "runs": "corrected",
    "k": "5",
    "rate": "0.03",
    "batch": "20",
    "limit": "100",
    "fold": "2,9",
    "loss": "cross-entropy",
    "seed": "11",
    "detail": "gamma",
    "five": "1",
}


def test_a_link_restores_every_control():
    app = opened(PAGE, **LINK)
    assert address(app) == LINK
    assert app.selectbox(key="set").value == "wine"
    assert app.selectbox(key="kind").value == "sphere"
    assert app.selectbox(key="method").value == "adam"
    assert app.selectbox(key="loss").value == "cross-entropy"
    assert app.segmented_control(key="runs").value == "corrected"
    for key, value in {"start": 5.0, "rate": 0.03, "batch": 20, "limit": 100}.items():
        assert app.select_slider(key=key).value == value
    assert app.slider(key="k").value == 5
    assert app.number_input(key="seed").value == 11
    assert app.pills(key="fold").value == ["2", "9"]
    (summary,) = told(
        "wine",
        "sphere",
        5,
        (2, 9),
        ("corrected",),
        method="adam",
        start=5.0,
        rate=0.03,
        batch=20,
        limit=100,
        loss="cross-entropy",
        seed=11,
    )
    assert_shows(app, summary, "Adam")


def test_reset_goes_back_to_the_defaults():
    app = opened(PAGE, **LINK)
    next(button for button in app.button if button.label == "Reset").click()
    moved(app)
    assert address(app) == {}
    assert "Published ends" in finding(app)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("set", "nonsense", "there is no such choice"),
        ("kind", "euc", "there is no such choice"),
        ("method", "newton", "there is no such choice"),
        ("start", "1e9", r"it goes from 0\.001 to 1000"),
        ("runs", "all", "there is no such choice"),
        ("k", "99", "it goes from 1 to 20"),
        ("fold", "11", "'11' is not known"),
        ("seed", "-1", "it goes from 0 to 9999"),
        ("detail", "x", "there is no such choice"),
    ],
)
def test_a_bad_link_is_ignored_with_a_note(key, value, words):
    app = opened(PAGE, **{**QUICK, key: value})
    assert words in text(app)
    assert "That part was ignored" in text(app)
    assert key not in address(app) or key in QUICK
    assert "ends at γ" in finding(app)
