"""Checks of two columns react to the numbers."""

from frnn_core.paper.checks import pairs as on_pairs
from frnn_core.paper.columns import printed
from frnn_core.paper.verdicts import VERDICTS

HOLDS, NOT, OPEN = VERDICTS


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
