"""Benchmark shows the table of the core, and every control does what it says."""

import numpy as np
import pytest
from driving import address, decoded, figures, moved, opened, popovers, seen, text, waited
from expected_scores import expected
from sklearn.metrics import balanced_accuracy_score

from frnn_core import RELATIONS, FRNNClassifier
from frnn_core.data import dataset_names, load_dataset, partition
from frnn_core.data.catalogue import entries
from frnn_core.engine.owa import WEIGHTS
from frnn_core.experiments.baselines import BASELINES
from frnn_core.experiments.baselines.results import beside, chosen, fold_seconds, seconds_of
from frnn_core.experiments.presets import SEVEN


def cells(app):
    """Score by data set and relation, from the click targets and the values of the heatmap."""
    drawn = figures(app)[0]["data"]
    targets = drawn[-1]
    places = zip(decoded(targets["x"]), decoded(targets["y"]), strict=True)
    at = dict(zip(places, map(tuple, targets["customdata"]), strict=True))
    found = {}
    for trace in drawn:
        if trace.get("meta") == "cells":
            values = decoded(trace["z"])
            for i, y in enumerate(along(trace, "y", len(values))):
                for j, x in enumerate(along(trace, "x", len(values[0]))):
                    if (x, y) in at:
                        found[at[x, y][:2]] = values[i][j]
    return found


def along(trace, axis, count):
    """The places of a heatmap's rows or columns, which Plotly may leave to start and step."""
    if axis in trace:
        return decoded(trace[axis])
    return trace.get(f"{axis}0", 0) + np.arange(count) * trace.get(f"d{axis}", 1)


def gaps(frame):
    """What the default mode shows of scores."""
    return frame.rsub(frame.max(axis=1), axis=0)


def same(app, frame):
    found = cells(app)
    for name in frame.index:
        for key in frame.columns:
            assert found[name, key] == pytest.approx(frame.loc[name, key], abs=1e-9, nan_ok=True), (name, key)


@pytest.mark.quick
def test_the_default_view_is_the_papers_seven_on_all_data_sets():
    app = seen("benchmark", show="score")
    frame = expected()
    same(app, frame)
    app = seen("benchmark")
    same(app, gaps(frame))  # the default
    wins, whole = frame.eq(frame.max(axis=1), axis=0).sum(), frame.dropna()
    ranks = whole.round(12).rank(axis=1, ascending=False).mean()
    told = app.subheader[0].value
    assert f"Over the {len(whole)} data sets without a blank, Manhattan has the smallest mean gap" in told
    assert f"(.020) and the best mean rank ({ranks['man']:.2f}); Pearson has most wins" in told
    assert f"best or tied on {wins['pcc']} of 40 data sets" in told
    assert (ranks.idxmin(), gaps(whole).mean().idxmin(), wins.idxmax()) == ("man", "man", "pcc")
    assert f"{gaps(whole).mean()['man']:.3f}" == "0.020"
    assert address(app) == {}
    assert not app.warning


def test_k_and_gamma_move_the_numbers_and_the_link():
    app = opened("benchmark", show="score", r="kernels")
    app.slider(key="k").set_value(7)
    same(moved(app), expected(keys=["man", "gauss", "exp", "rat", "circle", "sphere"], k=7))
    app.select_slider(key="g").set_value(0.1)
    same(moved(app), expected(keys=["man", "gauss", "exp", "rat", "circle", "sphere"], k=7, gamma=0.1))
    assert address(app) == {"show": "score", "r": "kernels", "k": "7", "g": "0.1"}


def test_gamma_is_hidden_where_it_has_no_effect():
    keys = {widget.key for widget in seen("benchmark").select_slider}
    assert "g" not in keys


def test_published_changes_chebyshev():
    app = opened("benchmark", show="score", v="published")
    same(app, expected(variant="published"))
    assert cells(app)["wdbc", "che"] < 0.6 < 0.9 < expected().loc["wdbc", "che"]


@pytest.mark.parametrize(
    ("group", "fits"),
    [
        ("small", lambda e: e.rows <= 500),
        ("large", lambda e: e.rows > 2000),
        ("wide", lambda e: e.features >= 20),
        ("multiclass", lambda e: e.classes > 2),
    ],
)
def test_groups_of_data_sets(group, fits):
    app = opened("benchmark")
    app.selectbox(key="d").set_value(group)
    names = [name for name in dataset_names() if fits(entries()[name])]
    assert {name for name, _ in cells(moved(app))} == set(names)
    assert f"{len(names)} data sets" in text(app)


def test_data_sets_by_hand_and_left_out():
    app = opened("benchmark", d="own", only="wine,heart", r="man,euc")
    assert {name for name, _ in cells(app)} == {"wine", "heart"}
    app = opened("benchmark", without="titanic,wine")
    assert len({name for name, _ in cells(app)}) == 38


@pytest.mark.parametrize("mode", ["gap", "rank"])
def test_gaps_and_ranks(mode):
    frame = expected()
    found = cells(opened("benchmark", show=mode))
    shown = frame.rank(axis=1, ascending=False) if mode == "rank" else frame.rsub(frame.max(axis=1), axis=0)
    for name in ("wine", "ring", "segment"):
        for key in SEVEN:
            assert found[name, key] == pytest.approx(shown.loc[name, key], abs=1e-6, nan_ok=True)


def test_rows_can_be_sorted():
    app = opened("benchmark", sort="name")
    assert list(dict.fromkeys(name for name, _ in cells(app))) == sorted(dataset_names())


def test_controls_move_what_is_shown_and_in_which_order():
    app = opened("benchmark")
    app.segmented_control(key="show").set_value("rank")
    ranks = expected().rank(axis=1, ascending=False)
    assert cells(moved(app))["wine", "cos"] == pytest.approx(ranks.loc["wine", "cos"])
    app.segmented_control(key="show").set_value("gap")
    assert cells(moved(app))["wine", "cos"] == pytest.approx(gaps(expected()).loc["wine", "cos"])
    app.selectbox(key="sort").set_value("size")
    by_size = sorted(dataset_names(), key=lambda name: entries()[name].rows)
    shown = list(dict.fromkeys(name for name, _ in cells(moved(app))))
    assert [entries()[name].rows for name in shown] == [entries()[name].rows for name in by_size]
    app.selectbox(key="sort").set_value("score")
    best = expected().max(axis=1)
    shown = list(dict.fromkeys(name for name, _ in cells(moved(app))))
    assert best[shown].is_monotonic_decreasing
    assert address(app) == {"sort": "score"}


def test_controls_move_variant_folds_measure_and_baselines():
    app = opened("benchmark", show="score", d="own", only="wine,wdbc", r="man,che")
    app.segmented_control(key="v").set_value("published")
    same(moved(app), expected(("wine", "wdbc"), ["man", "che"], variant="published"))
    app.selectbox(key="metric").set_value("macro_f1")
    same(moved(app), expected(("wine", "wdbc"), ["man", "che"], variant="published", measure="macro_f1"))
    app.multiselect(key="beside").set_value(["majority"])
    majority = beside(["wine"], ["majority"], measure="macro_f1").scores.loc["wine", "majority"]
    assert cells(moved(app))["wine", "majority"] == pytest.approx(majority)
    assert "More · 2 changed" in popovers(app)


def test_stratified_folds_are_computed_where_they_are_not_shipped():
    app = opened("benchmark", show="score", d="own", only="wine", r="man,euc")
    app.selectbox(key="folds").set_value("stratified")
    moved(app)
    waited(app, lambda: not app.get("progress") and "Waiting" not in text(app))
    data, keys = load_dataset("wine"), ["man", "euc"]
    for key in keys:
        recalls = []
        for train, test in partition(data, "stratified"):
            model = FRNNClassifier(key).fit(data.X[train], data.y[train])
            recalls.append(balanced_accuracy_score(data.y[test], model.predict(data.X[test])))
        assert cells(app)["wine", key] == pytest.approx(np.mean(recalls))
    assert "stratified folds" in text(app)


def test_data_sets_are_picked_and_left_out_by_hand():
    app = opened("benchmark")
    app.multiselect(key="without").set_value(["titanic"])
    assert {name for name, _ in cells(moved(app))} == {*dataset_names()} - {"titanic"}
    app.selectbox(key="d").set_value("own")
    moved(app)
    app.multiselect(key="only").set_value(["wine", "glass"])
    assert {name for name, _ in cells(moved(app))} == {"wine", "glass"}
    next(button for button in app.button if button.key == "group kernels").click()
    assert {key for _, key in cells(moved(app))} == {"man", "gauss", "exp", "rat", "circle", "sphere"}


def test_tooltips_have_the_formulas():
    app = opened("benchmark", r="man,gauss")
    told = app.multiselect(key="r").help
    for key in ("man", "gauss"):
        assert f"${RELATIONS[key].formula}$" in told
    assert RELATIONS["gauss"].formula in app.select_slider(key="g").help
    assert RELATIONS["man"].formula not in app.select_slider(key="g").help
    assert WEIGHTS["linear"].formula in app.slider(key="k").help
    many = opened("benchmark", r="every").multiselect(key="r").help
    assert f"And {len(RELATIONS) - 7} more" in many


def test_other_measures_and_baselines_beside():
    app = opened("benchmark", show="score", metric="accuracy", beside="knn,majority", d="small")
    names = [name for name in dataset_names() if entries()[name].rows <= 500]
    same(app, expected(names, measure="accuracy"))
    found = cells(app)
    nearest = beside(["wine"], ["knn"], measure="accuracy").scores.loc["wine", "knn"]
    assert found["wine", "knn"] == pytest.approx(nearest)
    assert "k-nearest" not in app.subheader[0].value


def test_a_cell_opens_its_folds():
    app = opened("benchmark", cell="segment/mah")
    assert "Mahalanobis on segment" in text(app)
    assert "Region-pixel-count is constant" in text(app)
    app = opened("benchmark", cell="wine/euc")
    assert "is ahead on" in text(app)


def framed(app):
    """The cell with a frame: its row and its column, as the bold labels name them."""
    layout = figures(app)[0]["layout"]
    labels = layout["yaxis"]["ticktext"][:40], layout["xaxis"]["ticktext"]
    return tuple(next((text for text in side if text.startswith("<b>")), None) for side in labels)


def test_a_chosen_cell_is_marked_and_answered_beside_the_figure():
    app = opened("benchmark", cell="wine/euc")
    assert framed(app) == ("<b>wine</b>", "<b>Euclidean</b>")
    row = expected().loc["wine"]
    rank, gap = row.rank(ascending=False)["euc"], row.max() - row["euc"]
    told = text(app)
    assert "**Euclidean on wine:** balanced accuracy **" + f"{row['euc']:.3f}**".lstrip("0") in told
    assert f"rank {rank:g} of 7; {f'{gap:.3f}'.lstrip('0')} below Manhattan." in told
    next(button for button in app.button if button.label == "Close").click()
    moved(app)
    assert framed(app) == (None, None)
    assert address(app) == {}


def test_a_cell_can_be_chosen_without_a_mouse():
    app = opened("benchmark")
    table = app.table[0].value
    assert table.loc["Pearson", "Wins"] == "**11**"
    assert table.loc["Manhattan", ["Gap", "Rank"]].to_list() == ["**.020**", "**2.88**"]
    app.selectbox(key="data set of the cell").set_value("wine")
    assert address(moved(app)) == {}
    app.selectbox(key="column of the cell").set_value("mah")
    moved(app)
    assert address(app) == {"cell": "wine/mah"}
    assert framed(app) == ("<b>wine</b>", "<b>Mahalanobis</b>")
    app.selectbox(key="data set of the cell").set_value("heart")
    moved(app)
    assert address(app) == {"cell": "heart/mah"}


def test_the_table_and_the_data_sets_have_tabs():
    table = opened("benchmark", tab="Table").dataframe[0].value
    assert table.loc["wine", "man"] == pytest.approx(expected().loc["wine", "man"])
    sets = opened("benchmark", tab="Data sets").dataframe[0].value
    assert sets.loc["wine", "instances"] == 178


def test_nothing_chosen_is_answered_with_help():
    app = opened("benchmark")
    app.multiselect(key="r").set_value([])
    assert "No relation is chosen" in text(moved(app))
    next(button for button in app.button if "seven" in button.label).click()
    assert len(figures(moved(app))) == 1


def test_reset_puts_everything_back():
    app = opened("benchmark", k="9", r="man,euc", show="rank")
    next(button for button in app.button if button.label == "Reset").click()
    same(moved(app), gaps(expected()))
    assert address(app) == {}


def test_a_bad_link_is_noted_and_ignored():
    app = opened("benchmark", k="99", r="man,nonsense", show="all", cell="wine/none", job="x", sort="-")
    notes = [warning.value for warning in app.warning]
    assert "This link asked for k = 99; it goes from 1 to 20. That part was ignored; 3 is shown." in notes
    assert len(notes) == 6
    same(app, gaps(expected()))
    assert address(app) == {}


def test_what_is_not_shipped_is_offered_with_an_estimate():
    app = opened("benchmark", folds="stratified", r="man,lmnn", d="own", only="contra,vowel,german")
    assert "Not everything on this page is computed yet: about" in text(app)
    assert [button.label for button in app.button if button.label == "Compute it"]


def test_a_control_moved_before_the_browser_has_the_new_address_keeps_its_value():
    app = opened("benchmark")
    app.slider(key="k").set_value(4)
    moved(app)
    assert address(app) == {"k": "4"}
    app.slider(key="k").set_value(5)
    app.query_params.clear()  # what the browser still shows
    moved(app)
    assert app.slider(key="k").value == 5
    assert address(app) == {"k": "5"}


def test_the_back_button_brings_the_earlier_value_back():
    app = opened("benchmark")
    app.slider(key="k").set_value(4)
    moved(app)
    app.slider(key="k").set_value(5)
    moved(app)
    app.query_params["k"] = "4"
    assert moved(app).slider(key="k").value == 4
    app.query_params.clear()
    assert moved(app).slider(key="k").value == 3


def test_every_classifier_can_stand_beside_and_is_not_ranked():
    names = ("wine", "heart", "glass")
    app = opened(
        "benchmark", show="score", d="own", only="wine,heart,glass", r="man,euc", beside=",".join(BASELINES)
    )
    found = cells(app)
    table = beside(names, list(BASELINES)).scores
    for name in names:
        for key in BASELINES:
            assert found[name, key] == pytest.approx(table.loc[name, key])
    assert "beside k-nearest neighbours, Fuzzy nearest neighbours" in text(app)
    same_finding = (
        opened("benchmark", show="score", d="own", only="wine,heart,glass", r="man,euc").subheader[0].value
    )
    assert app.subheader[0].value == same_finding
    ranks = opened("benchmark", d="own", only="wine,heart", r="man,euc", beside="svm", show="rank")
    assert ("wine", "svm") not in cells(ranks)


def test_a_cell_of_another_classifier_tells_what_it_chose():
    app = opened("benchmark", d="own", only="wine,heart", r="man", beside="svm", cell="wine/svm")
    assert "RBF-SVM on wine" in text(app)
    assert "C in 1, 10, 100, 1,000" in text(app)
    told = app.dataframe[0].value
    first = chosen("wine", "svm")[0]
    assert f"C {first['C']}" in told["chosen"].iloc[0]
    assert len(told) == 10
    assert told["seconds"].mean() == pytest.approx(seconds_of("wine", "svm"))


def test_the_seconds_of_a_classifier_hold_the_inner_scores_that_it_shares():
    app = opened("benchmark", d="own", only="wine", r="man", beside="svm-tuned", cell="wine/svm-tuned")
    told = app.dataframe[0].value["seconds"]
    assert told.tolist() == pytest.approx(fold_seconds("wine", "svm-tuned"))
    assert told.mean() == pytest.approx(seconds_of("wine", "svm-tuned"))
    assert told.mean() > seconds_of("wine", "svm")
    assert "inner scores that it shares with RBF-SVM" in text(app)


def test_slow_ones_are_not_computed_by_the_page():
    link = {"d": "own", "only": "heart", "r": "man,euc", "folds": "stratified", "cell": "heart/svm"}
    app = opened("benchmark", show="score", **link, beside="knn,svm")
    found = cells(app)
    assert 0.7 < found["heart", "knn"] < 0.9
    assert np.isnan(found.get(("heart", "svm"), np.nan))
    assert "Not computed for these folds on 1 data set: RBF-SVM" in text(app)
    assert "Not computed for these folds." in text(app)
