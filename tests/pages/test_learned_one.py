"""The page Learned relations on one data set: what was learned, shown as the core computes it."""

import numpy as np
import pytest
from driving import address, figures, moved, opened, text
from learned_page import PAGE, assert_finds, decoded, finding, points, settled

from frnn_core.experiments.score_table import score_table
from frnn_core.studies.learned import (
    choices,
    feature_weights,
    fold_map,
    learn,
    plan_of,
    region_map,
)
from frnn_core.studies.learned.figures.region_map import region_map_text
from frnn_core.text import number


def test_one_data_set_shows_maps_and_matrix():
    app = opened(PAGE, on="balance")
    assert finding(app) == (
        "NCA: .943 against Manhattan's .613 on balance, for 0.27 s a fold: better by more than fold noise."
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


def test_a_slow_fit_is_shown_from_a_sample_and_says_so():
    app = opened(PAGE, on="ring")
    assert "Fitted to 600 of 6,660 rows, so that it can be shown at once" in text(app)
    assert "A stratified sample of 600 of 6,660 training rows and 150 of 740 test rows" in text(app)
    assert_finds(app, "ring")


def test_many_features_and_classes_are_cut_and_say_so():
    app = opened(PAGE, on="movement", learn="dmlmj")
    assert "The 20 of 90 features with the largest diagonal" in text(app)
    assert "Of 15 classes two have a colour" in text(app)


def test_the_card_of_the_data_set_opens():
    app = opened(PAGE, on="balance")
    next(button for button in app.button if button.label == "About balance").click()
    moved(app)
    assert "Classes:" in text(app)
