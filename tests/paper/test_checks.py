"""Verdicts react: the same rule gives another verdict on other numbers."""

import numpy as np
import pandas as pd
import pytest

from frnn_core.data import load_dataset
from frnn_core.paper.checks import cells as on_cells
from frnn_core.paper.checks import data as on_data
from frnn_core.paper.checks import formulas, relations, setup, sums
from frnn_core.paper.checks import pairs as on_pairs
from frnn_core.paper.checks.ranks import (
    by_k_tables,
    check_friedman,
    check_order,
    check_order_by_k,
    check_pairs,
    check_ranks,
    fitting_counts,
    rank_bounds,
)
from frnn_core.paper.columns import printed
from frnn_core.paper.verdicts import below, close, unanimous, verdict

HOLDS, NOT, OPEN = "holds", "does not follow", "cannot be checked"
ROWS = [f"d{i}" for i in range(12)]


@pytest.fixture
def separate():
    """Three relations that differ clearly on twelve data sets."""
    base = np.linspace(0.5, 0.9, 12)
    return pd.DataFrame({"a": base, "b": base - 0.05, "c": base - 0.09}, index=ROWS)


@pytest.fixture
def alike():
    """Three relations in every order equally often."""
    orders = [[3, 2, 1], [2, 1, 3], [1, 3, 2], [3, 1, 2], [1, 2, 3], [2, 3, 1]] * 2
    return pd.DataFrame(np.array(orders) / 10, index=ROWS, columns=["a", "b", "c"])


def test_three_ways_to_decide():
    assert [verdict(x) for x in (True, False, None)] == [HOLDS, NOT, OPEN]
    assert [unanimous(x) for x in ([True, True], [False], [True, False])] == [True, False, None]
    assert [below(0.01, 0.02), below(0.02, 0.02), below(np.nan, 0.02)] == [True, False, None]
    assert [close(0.5, 0.501, 0.001), close(0.5, 0.502, 0.001), close(np.nan, 0.5, 1)] == [True, False, None]


def test_friedman_reacts_to_the_bound_and_to_the_table(separate, alike):
    assert check_friedman(printed("table_dml"), 1e-7, {}, []).verdict == NOT
    assert check_friedman(printed("table_dml"), 0.5, {}, []).verdict == HOLDS
    assert check_friedman(separate, 1e-4, {}, []).verdict == HOLDS
    assert check_friedman(alike, 1e-4, {}, []).verdict == NOT


def test_friedman_reports_our_scores_and_what_is_left_without_outliers(separate, alike):
    found = check_friedman(separate, 1e-4, {"corrected": alike}, ["a"])
    assert found.numbers["p, ours corrected"] == pytest.approx(1)
    assert found.numbers["p without a"] > found.numbers["p"]
    assert list(found.evidence.index) == ["printed", "corrected"]


def test_ranks_react(separate):
    said = pd.Series({"a": 1.0, "b": 2.0, "c": 3.0})
    assert check_ranks(separate, said).verdict == HOLDS
    assert check_ranks(separate, said + 0.002).verdict == NOT
    assert check_order(separate, said).verdict == HOLDS
    assert check_order(separate, pd.Series({"b": 1.0, "a": 2.0, "c": 3.0})).verdict == NOT


def test_ties_hidden_by_rounding_leave_room():
    scores = pd.DataFrame({"a": [0.5, 0.9], "b": [0.5, 0.8]}, index=["x", "y"])
    assert rank_bounds(scores).loc["a", ["recomputed", "low", "high"]].tolist() == [1.25, 1.0, 1.5]
    for rank, expected in ((1.0, HOLDS), (1.5, HOLDS), (1.502, NOT)):
        assert check_ranks(scores, pd.Series({"a": rank, "b": 3 - rank})).verdict == expected


def test_the_number_of_data_sets_behind_a_printed_rank():
    assert 42 in fitting_counts(2.405)
    assert 40 not in fitting_counts(2.405)
    assert 40 in fitting_counts(2.450)


def test_the_order_by_k_reacts():
    tables = by_k_tables()
    assert check_order_by_k(tables).verdict == HOLDS
    tables[5] = tables[5].rename(columns={"man": "che", "che": "man"})
    assert check_order_by_k(tables).verdict == NOT


def test_pairs_react(separate, alike):
    pairs = pd.DataFrame(
        [("a", "b", "<0.001"), ("a", "c", "<0.001"), ("b", "c", "0.020")],
        columns=["relation_a", "relation_b", "p_holm_printed"],
    )
    assert check_pairs(separate, pairs, {}).verdict == HOLDS
    assert check_pairs(alike, pairs, {}).verdict == NOT
    assert check_pairs(alike, pairs.assign(p_holm_printed="1.000"), {}).verdict == HOLDS
    only = check_pairs(separate, pairs, {"corrected": alike}, only="c")
    assert (only.numbers["pairs"], only.numbers["significant, ours corrected"]) == (2, 0)


def test_p_values_react():
    scores = printed("table_class_mahalanobis")
    better, other = scores["class-mah"], scores["mah"]
    assert on_pairs.check_p(better, other, 0.069, 0.0005).verdict == HOLDS
    assert on_pairs.check_p(better, other, 0.169, 0.0005).verdict == NOT
    assert on_pairs.check_significance(better, other, claimed=True).verdict == NOT
    assert on_pairs.check_significance(better, other, claimed=False).verdict == HOLDS
    assert on_pairs.check_significance(better + 0.1, other, claimed=True).verdict == HOLDS
    assert on_pairs.check_ahead(better, other).verdict == HOLDS
    assert on_pairs.check_ahead(other, better).verdict == NOT


def test_conventions_on_both_sides_decide_nothing():
    fitted = printed("table_gradient_kernels")["gauss-grad"]
    found = on_pairs.check_significance(
        fitted, printed("table_kernels")["gauss"][fitted.index], claimed=False
    )
    assert found.verdict == OPEN
    assert "both sides" in found.note


def test_an_increase_needs_both_tests(separate):
    assert on_pairs.check_increase(separate, "a", "b").verdict == HOLDS
    assert on_pairs.check_increase(separate, "b", "a").verdict == NOT
    assert on_pairs.check_increase(printed("table_dml"), "NCA", "man").verdict == NOT


def test_no_gain_reacts(separate):
    assert on_pairs.check_no_gain(separate[["b", "c"]], separate["a"]).verdict == HOLDS
    assert on_pairs.check_no_gain(separate[["a", "c"]], separate["b"]).verdict == NOT


def test_means_react(separate):
    said = pd.DataFrame([("t", "a", 0.7), ("t", "b", 0.65)], columns=["table", "relation", "printed_mean"])
    assert sums.check_means({"t": separate}, said).verdict == HOLDS
    found = sums.check_means({"t": separate}, said.assign(printed_mean=[0.7, 0.652]))
    assert (found.verdict, found.numbers["off"]) == (NOT, 1)


def test_gaps_react(separate):
    said = pd.DataFrame({"max": [0.0, 0.05, 0.09], "avg": [0.0, 0.05, 0.09]}, index=["a", "b", "c"])
    assert sums.check_gaps({"t": separate}, {"t": said}).verdict == HOLDS
    assert sums.check_gaps({"t": separate}, {"t": said + 0.002}).verdict == NOT
    assert sums.check_smallest_gap(separate, "a").verdict == HOLDS
    assert sums.check_smallest_gap(separate, "b").verdict == NOT


def test_combo_rules_react():
    scores = pd.DataFrame(
        {"man": [0.5, 0.6], "combo": [0.6, 0.6], "best": [0.7, 0.6]}, index=["wine", "iris"]
    )
    assert sums.check_smaller_gap(scores).verdict == HOLDS
    assert sums.check_smaller_gap(scores.assign(combo=scores["man"])).verdict == NOT
    assert sums.check_named(scores, []).verdict == HOLDS
    assert sums.check_named(scores, ["wine"]).verdict == NOT
    assert sums.check_mean_lead(scores, 0.05).verdict == HOLDS
    assert sums.check_mean_lead(scores, 0.06).verdict == NOT


def test_margin_rules_react():
    man = pd.DataFrame({"1": [0.5], "3": [0.5]})
    growing, shrinking = man.add([0.1, 0.2]), man.add([0.2, 0.1])
    assert sums.check_margin(growing, man, growing=True).verdict == HOLDS
    assert sums.check_margin(shrinking, man, growing=True).verdict == NOT
    assert sums.check_margin(shrinking, man, growing=False).verdict == HOLDS
    assert sums.check_margin(man - 0.1, man, growing=False).verdict == NOT


def test_a_drop_reacts():
    assert sums.check_drop(printed("table_kernels"), "monk", 0.17).verdict == HOLDS
    assert sums.check_drop(printed("table_kernels"), "monk", 0.174).verdict == NOT


@pytest.fixture
def ways():
    return pd.DataFrame(
        {"folds": ["KEEL", "KEEL", "stand-in"], "printed": [0.5, 0.6, 0.7], "formula": [0.5, 0.6, 0.1]}
    ).assign(other=0.3)


def test_a_column_belongs_to_the_way_that_reproduces_it(ways):
    assert relations.check_closer(ways, "formula", "other").verdict == HOLDS
    assert relations.check_closer(ways, "other", "formula").verdict == NOT
    assert relations.check_closer(ways[ways["folds"] != "KEEL"], "formula", "other").verdict == OPEN


def test_by_far_the_worst_reacts(separate):
    assert relations.check_far_worst(separate, {"corrected": separate}, "c").verdict == NOT
    far = separate.assign(c=separate["a"] - 0.3)
    assert relations.check_far_worst(separate, {"corrected": far}, "c").verdict == HOLDS


def test_the_only_best_reacts(separate):
    assert relations.check_best_on(separate, "a").verdict == HOLDS
    assert relations.check_best_on(separate, "b").verdict == NOT
    assert relations.check_best_on(separate.assign(b=separate["a"]), "a").verdict == NOT
    assert relations.check_best_on(separate * np.nan, "a").verdict == OPEN


def test_collapse_reacts():
    story = pd.DataFrame({"relation": ["cir-grad", "sph-grad"], "folds": "KEEL", "printed": 0.5})
    story = story.assign(chance=0.5, published=0.5, corrected=0.8, unfitted=0.8, euc=0.8)
    story = story.assign(gamma_published=0.1, gamma_corrected=1.0)
    assert relations.check_collapse(story).verdict == NOT
    assert relations.check_collapse(story.assign(corrected=0.51)).verdict == HOLDS
    assert relations.check_collapse(story.assign(corrected=np.nan)).verdict == OPEN


def test_normalisation_reacts():
    frame = pd.DataFrame({"printed": [0.5, 0.6], "centred": [0.5, 0.6], "unit": [0.5, 0.7]})
    other = frame.rename(columns={"unit": "centred", "centred": "unit"})
    assert setup.check_normalisation(frame).verdict == NOT
    assert setup.check_normalisation(other).verdict == HOLDS


def test_formulas_react():
    assert formulas.check_cosine(formulas.cosine_as_printed).verdict == NOT
    assert formulas.check_cosine(lambda x, y: 1 - x @ y / np.sqrt((x @ x) * (y @ y))).verdict == HOLDS
    assert formulas.check_example((0.64, 0.57)).verdict == HOLDS
    assert formulas.check_example((0.57, 0.64)).verdict == NOT


def test_pearson_differs_from_the_feature_centred_formula_but_not_from_the_row_centred():
    found = formulas.check_pearson(np.full(5, 0.4))
    assert found.verdict == NOT
    assert found.numbers["largest difference with row means"] < 1e-9


def test_a_metric_breaks_no_triangle_and_a_square_does():
    line = np.arange(4.0)[:, None]
    distance = np.abs(line - line.T)
    assert formulas.triangle_violations(distance) == 0
    assert formulas.triangle_violations(distance**2) > 0
    assert formulas.check_metrics({"man": distance}).verdict == HOLDS
    assert formulas.check_metrics({"man": distance**2}).verdict == OPEN
    assert formulas.check_metrics({"signed": line - line.T}).verdict == OPEN


def test_crosses_react():
    frame = pd.DataFrame({"folds": [10], "training part": [0], "test part": [0], "both": [0]}, index=["wine"])
    assert formulas.check_undefined(frame).verdict == HOLDS
    assert formulas.check_undefined(frame.assign(**{"training part": 1})).verdict == NOT


def test_data_rules_react():
    measured = pd.Series({"wine": 1.475})
    assert on_data.check_counts(measured, pd.Series({"wine": 1.48}), 0.005).verdict == HOLDS
    assert on_data.check_counts(measured, pd.Series({"wine": 1.49}), 0.005).verdict == NOT
    assert on_data.check_file(0.749, 0.7489, 0.788).verdict == HOLDS
    assert on_data.check_file(0.788, 0.7489, 0.788).verdict == NOT
    assert on_data.check_mistyped(0.8, [0.79], [0.77], known_folds=False).verdict == OPEN
    assert on_data.check_mistyped(0.8, [0.8], [0.77], known_folds=True).verdict == HOLDS
    assert on_data.check_mistyped(0.8, [0.79], [0.77], known_folds=True).verdict == NOT


def test_class_distances_and_ties_react():
    data = load_dataset("wisconsin")
    assert on_data.check_class_distances(data, {"2": 6.5, "4": 27.3}).verdict == HOLDS
    assert on_data.check_class_distances(data, {"2": 6.5, "4": 28.3}).verdict == NOT
    said = pd.Series({"man": 0.532, "euc": 0.532})
    assert on_data.check_ties(said, 0.5321, 0.98).verdict == HOLDS
    assert on_data.check_ties(said, 0.54, 0.98).verdict == NOT
    assert on_data.check_ties(pd.Series({"man": 0.532, "euc": 0.54}), 0.5321, 0.98).verdict == NOT


def test_cells_react():
    cells = pd.DataFrame({"folds": "KEEL", "agreement": ["3 decimals", "within .01"]})
    assert on_cells.check_cells(cells).verdict == HOLDS
    assert on_cells.check_cells(cells.assign(agreement="beyond")).verdict == NOT
    assert on_cells.check_cells(cells.assign(agreement="not computed")).verdict == OPEN
    assert on_cells.check_cells(cells.assign(folds="stand-in")).verdict == OPEN
