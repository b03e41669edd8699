"""The page Learned relations shows what the core computes, for every position of its controls."""

import base64

import numpy as np
import pytest
from driving import address, figures, moved, opened, text, waited
from streamlit.util import AttributeDictionary

from frnn_core.experiments.score_table import score_table
from frnn_core.experiments.store import Store
from frnn_core.studies.learned import (
    all_datasets,
    choices,
    feature_weights,
    fold_map,
    fold_scores,
    learn,
    overview,
    plan_of,
    region_map,
    summary,
    tuned_choices,
    verdict,
)
from frnn_core.studies.learned.figures.region_map import region_map_text
from frnn_core.studies.learned.figures.tuned_shares import tuned_shares_text
from frnn_core.studies.learned.ranks import rank_plans, rank_scores
from frnn_core.text import number, signed
from pages.ui import selection

PAGE = "learned"


def finding(app):
    return app.subheader[0].value


def assert_finds(app, name, method="nca", k=3, link="squared"):
    """The sentence has both means, and says whether they differ by more than fold noise."""
    folds = fold_scores(name, method, k, link)
    told = verdict(folds)
    assert f"{number(folds[method].mean())} against Manhattan's {number(folds['man'].mean())}" in finding(app)
    assert f"on {name}" in finding(app)
    noise = "within fold noise" if told.p >= 0.05 else "by more than fold noise"
    assert finding(app).endswith(f"{noise}.")


def assert_finds_all(app, method="nca", k=3, link="squared"):
    """The sentence counts the data sets and tests over them."""
    told = overview(score_table(plan_of(method, k, link)), method)
    counts = told.counts
    assert (
        f"on {counts.ahead}, level on {counts.level} and behind on {counts.behind} of 40 data sets; "
        f"the mean difference is {signed(told.mean)}" in finding(app)
    )
    assert number(told.pair.p) in finding(app)
    columns = points(figures(app)[0], "columns")
    assert columns["customdata"] == list(told.rows.index)


def points(figure, meta):
    (trace,) = [trace for trace in figure["data"] if trace.get("meta") == meta]
    return trace


def decoded(values):
    """Plotly writes arrays as text."""
    return np.frombuffer(base64.b64decode(values["bdata"]), dtype=values["dtype"])


def clicked_at(name):
    """What a figure keeps of a click."""
    return AttributeDictionary({"selection": {"points": [{"customdata": name}]}})


def settled(name, method, **params):
    """A view whose scores may have to be computed first."""
    app = opened(PAGE, on=name, learn=method, **params)
    return waited(app, lambda: "against Manhattan's" in finding(app))


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


def test_one_data_set_shows_maps_and_matrix():
    app = opened(PAGE, on="balance")
    assert finding(app) == (
        "NCA: .943 against Manhattan's .613 on balance, for 0.26 s a fold: better by more than fold noise."
    )
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


@pytest.mark.parametrize(
    ("widget", "key", "value", "changed", "written"),
    [
        ("selectbox", "on", "wine", {"name": "wine"}, "wine"),
        ("selectbox", "learn", "lmnn", {"method": "lmnn"}, "lmnn"),
        ("selectbox", "learn", "dmlmj", {"method": "dmlmj"}, "dmlmj"),
        ("slider", "k", 7, {"k": 7}, "7"),
    ],
)
def test_a_control_moves_the_finding_on_one_data_set(widget, key, value, changed, written):
    app = opened(PAGE, on="balance")
    getattr(app, widget)(key=key).set_value(value)
    moved(app)
    assert_finds(app, **{"name": "balance", **changed})
    assert address(app) == {"on": "balance", key: written}


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
    app = opened(PAGE, on="balance")
    assert not app.radio
    app.selectbox(key="learn").set_value("combo")
    moved(app)
    assert "lf" not in [box.key for box in app.selectbox]


def test_combo_shows_inner_scores_choices_and_regret():
    app = opened(PAGE, learn="combo", on="balance")
    told = choices("balance", 3)
    assert_finds(app, "balance", "combo")
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


def test_learned_manhattan_shows_its_weights_with_names():
    app = settled("auto", "man-fit")
    told = feature_weights({fold: learn("auto", "man-fit", fold) for fold in range(1, 11)})
    bars = figures(app)[0]
    np.testing.assert_allclose(decoded(points(bars, "means")["x"]), told.means[0, told.order], rtol=1e-6)
    assert bars["layout"]["yaxis"]["ticktext"][0] == "Normalized-losses"
    assert "Normalized-losses counts most" in text(app)
    assert "every class with the same say" in text(app)  # the tab Convergence
    assert "Weights" in [button.label for button in app.get("download_button")]
    frame = told.frame()
    assert list(frame.index.names) == ["fold", "group", "feature"]
    for fold, feature in ((1, "Price"), (7, "Normalized-losses")):
        place = told.features.index(feature)
        assert frame.loc[(fold, "all rows", feature), "weight"] == told.values[fold - 1, 0, place]


def test_a_metric_for_each_class_has_bars_for_each_class():
    app = settled("wine", "class-man")
    titles = [figure["layout"]["title"]["text"] for figure in figures(app)[:3]]
    assert [f"Class {n}" in title for n, title in zip((1, 2, 3), titles, strict=True)] == [True] * 3
    assert "The mean is over all 3 metrics" in text(app)


def test_a_local_relation_shows_its_regions_and_which_fell_back():
    app = settled("auto", "local-man")
    shown = region_map("auto", 1, learn("auto", "local-man", 1))
    assert region_map_text(shown) in text(app)
    metas = [trace["meta"] for trace in figures(app)[0]["data"]]
    assert metas == [*(f"region {n}" for n in range(1, shown.count + 1)), "numbers"]
    assert list(app.table[0].value["Rows"]) == [f"{rows}" for rows in shown.sizes.sum(axis=1)]
    assert "Region 2" in figures(app)[2]["layout"]["title"]["text"]  # the tab Weights


def test_a_local_mahalanobis_has_regions_and_no_weights():
    app = settled("wine", "local-mah")
    assert region_map_text(region_map("wine", 1, learn("wine", "local-mah", 1))) in text(app)
    assert "weight" not in " ".join(tab.label for tab in app.tabs).lower()


def test_what_is_learned_is_shown_before_there_are_scores(monkeypatch):
    monkeypatch.setattr("pages.ui.jobs.AT_ONCE_SECONDS", 0.0)
    app = opened(PAGE, on="haberman", learn="man-fit", k="19")
    if not score_table(plan_of("man-fit", 19, names=("haberman",))).complete:
        assert "not every fold is scored yet" in finding(app)
        assert any(button.label == "Compute it" for button in app.button)
    assert points(figures(app)[0], "means")


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


def test_the_card_of_the_data_set_opens():
    app = opened(PAGE, on="balance")
    next(button for button in app.button if button.label == "About balance").click()
    moved(app)
    assert "Classes:" in text(app)


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
