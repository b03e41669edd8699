"""The page Learned relations shows what the core computes, for every position of its controls."""

import base64

import numpy as np
import pytest
from driving import address, figures, moved, opened, text

from frnn_core.studies.learned import all_datasets, choices, fold_map, fold_scores, learn, verdict
from frnn_core.text import number

PAGE = "learned"


def finding(app):
    return app.subheader[0].value


def assert_finds(app, name="balance", method="nca", k=3, link="squared"):
    """The sentence has both means, and says whether they differ by more than fold noise."""
    folds = fold_scores(name, method, k, link)
    told = verdict(folds)
    assert f"{number(folds[method].mean())} against Manhattan's {number(folds['man'].mean())}" in finding(app)
    assert f"on {name}" in finding(app)
    noise = "within fold noise" if told.p >= 0.05 else "by more than fold noise"
    assert finding(app).endswith(f"{noise}.")


def points(figure, meta):
    (trace,) = [trace for trace in figure["data"] if trace["meta"] == meta]
    return trace


def decoded(values):
    """Plotly writes arrays as text."""
    return np.frombuffer(base64.b64decode(values["bdata"]), dtype=values["dtype"])


@pytest.mark.quick
def test_opens_filled_with_nca_on_balance():
    app = opened(PAGE)
    assert app.title[0].value == "Is learning worth it?"
    assert "Learned metrics and COMBO beside plain Manhattan." in text(app)
    assert finding(app) == (
        "NCA: .943 against Manhattan's .613 on balance, for 0.26 s a fold: better by more than fold noise."
    )
    assert address(app) == {}
    before, after, matrix = figures(app)
    shown = fold_map("balance", 1, learn("balance", "nca", 1, 2), 3)
    for figure, panel in ((before, shown.before), (after, shown.after)):
        rows = points(figure, "class L, training rows")
        np.testing.assert_allclose(decoded(rows["x"]), panel.train[shown.codes == 1, 0], rtol=1e-6)
        assert f"{number(panel.tested)} on test rows" in figure["layout"]["title"]["text"]
    M = learn("balance", "nca", 1).matrix
    np.testing.assert_allclose(decoded(matrix["data"][0]["z"]), M.ravel(), rtol=1e-6)
    assert "All 562 training rows and all 63 test rows are drawn" in text(app)
    chart = app.get("plotly_chart")[0]
    assert "FRNN with the Euclidean distance in this map has balanced accuracy" in str(chart.proto)


@pytest.mark.parametrize(
    ("widget", "key", "value", "changed", "written"),
    [
        ("selectbox", "on", "wine", {"name": "wine"}, "wine"),
        ("segmented_control", "learn", "lmnn", {"method": "lmnn"}, "lmnn"),
        ("segmented_control", "learn", "dmlmj", {"method": "dmlmj"}, "dmlmj"),
        ("slider", "k", 7, {"k": 7}, "7"),
    ],
)
def test_a_control_moves_the_finding_and_the_address(widget, key, value, changed, written):
    app = opened(PAGE)
    getattr(app, widget)(key=key).set_value(value)
    moved(app)
    assert_finds(app, **changed)
    assert address(app) == {key: written}


def test_another_fold_is_another_picture():
    app = opened(PAGE, on="wine")
    first = figures(app)[1]
    app.selectbox(key="lf").set_value(4)
    moved(app)
    assert address(app) == {"on": "wine", "lf": "4"}
    assert "Fold 4, features" in text(app)
    shown = fold_map("wine", 4, learn("wine", "nca", 4, 2), 3)
    rows = points(figures(app)[1], "class 1, training rows")
    np.testing.assert_allclose(decoded(rows["x"]), shown.after.train[shown.codes == 0, 0], rtol=1e-6)
    assert first["data"] != figures(app)[1]["data"]
    assert_finds(app, "wine")


def test_the_link_of_dmlmj_changes_its_scores():
    app = opened(PAGE, learn="dmlmj", on="monk")
    assert_finds(app, "monk", "dmlmj")
    app.radio(key="link").set_value("rooted")
    moved(app)
    assert_finds(app, "monk", "dmlmj", link="rooted")
    assert finding(app).startswith("DMLMJ, rooted: .790")
    assert address(app)["link"] == "rooted"


def test_only_dmlmj_has_a_link_and_combo_no_fold():
    app = opened(PAGE)
    assert not app.radio
    app.segmented_control(key="learn").set_value("combo")
    moved(app)
    assert "lf" not in [box.key for box in app.selectbox]


def test_combo_shows_inner_scores_choices_and_regret():
    app = opened(PAGE, learn="combo")
    told = choices("balance", 3)
    assert_finds(app, method="combo")
    assert finding(app).startswith("COMBO chose Cosine on 9 and Pearson on 1 of 10 folds; .739")
    (figure,) = figures(app)
    cells = points(figure, "inner scores")
    np.testing.assert_allclose(decoded(cells["z"]), told.inner.to_numpy().ravel())
    table = app.table[0].value
    assert table.loc["Cosine (cos)", "Chosen on"] == "9 of 10 folds"
    assert table.loc["COMBO", "Regret"] == number(told.regret) == ".008"
    assert table.loc["Manhattan (man)", "Regret"] == number(told.folds["man regret"].mean())
    assert "the test score of the best candidate there less the own one" in text(app)
    shown = app.dataframe[0].value
    np.testing.assert_allclose(shown["COMBO's regret"], told.folds["regret"])
    np.testing.assert_allclose(shown["Manhattan's regret"], told.folds["man regret"])


def test_combo_answers_for_a_k_that_is_not_shipped():
    app = opened(PAGE, learn="combo", k="7", on="vehicle")
    assert_finds(app, "vehicle", "combo", 7)


@pytest.mark.parametrize(
    ("tab", "method", "words", "charts"),
    [
        ("convergence", "nca", "mean probability of a right choice rises from .503 to .964", 3),
        ("convergence", "lmnn", "The loss falls from", 3),
        ("convergence", "dmlmj", "it solves the eigenproblem", 3),
        ("cost", "nca", "Against Manhattan, NCA is ahead on 10, level on 0 and behind on 0 of 10 folds", 4),
        ("cost", "combo", "COMBO is ahead of Manhattan by more than .01 on", 3),
        ("all", "dmlmj", "of 40 data sets. Mean: Manhattan .740", 2),
    ],
)
def test_each_tab(tab, method, words, charts):
    app = opened(PAGE, lt=tab, learn=method)
    assert words in text(app)
    assert len(app.get("plotly_chart")) == charts


def test_all_data_sets_are_in_the_table():
    app = opened(PAGE, lt="all", k="5")
    shown, told = app.dataframe[0].value, all_datasets(5)
    np.testing.assert_allclose(shown["NCA"], told["nca"])
    np.testing.assert_allclose(shown["COMBO"], told["combo"])
    np.testing.assert_allclose(shown["LMNN, s"], told["lmnn seconds"])
    best = told[["man", "nca", "lmnn", "dmlmj", "combo"]].max(axis=1) - told["nca"] < 1e-12
    assert f"NCA on {best.sum()}," in text(app)


def test_a_tab_that_a_method_lacks_gives_way_to_its_first():
    app = opened(PAGE, lt="convergence")
    app.segmented_control(key="learn").set_value("combo")
    moved(app)
    assert "COMBO's mean regret is .008" in text(app)
    app.segmented_control(key="learn").set_value("nca")
    moved(app)
    assert "By itself, a difference in" in text(app)


def test_a_slow_fit_is_shown_from_a_sample_and_says_so():
    app = opened(PAGE, on="ring")
    assert "Fitted to 600 of 6,660 rows, so that it can be shown at once" in text(app)
    assert "A stratified sample of 600 of 6,660 training rows and 150 of 740 test rows" in text(app)
    assert_finds(app, "ring")


def test_many_features_and_classes_are_cut_and_say_so():
    app = opened(PAGE, on="movement", learn="dmlmj")
    assert "The 20 of 90 features with the largest diagonal" in text(app)
    assert "Of 15 classes two have a colour" in text(app)


LINK = {"on": "monk", "learn": "dmlmj", "k": "5", "lf": "3", "link": "rooted", "lt": "cost"}


def test_a_link_restores_every_control():
    app = opened(PAGE, **LINK)
    assert address(app) == LINK
    assert app.selectbox(key="on").value == "monk"
    assert app.segmented_control(key="learn").value == "dmlmj"
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
    assert_finds(app)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("on", "nonsense", "there is no such choice"),
        ("learn", "man", "there is no such choice"),
        ("k", "99", "it goes from 1 to 20"),
        ("lf", "11", "it goes from 1 to 10"),
        ("link", "cubed", "there is no such choice"),
        ("lt", "x", "there is no such choice"),
    ],
)
def test_a_bad_link_is_ignored_with_a_note(key, value, words):
    app = opened(PAGE, **{key: value})
    assert words in text(app)
    assert "That part was ignored" in text(app)
    assert address(app) == {}
    assert_finds(app)


def test_the_card_of_the_data_set_opens():
    app = opened(PAGE)
    next(button for button in app.button if button.label == "About balance").click()
    moved(app)
    assert "Classes:" in text(app)
