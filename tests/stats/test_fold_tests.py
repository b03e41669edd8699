"""Comparison on one data set: the corrected t-test and its Bayesian counterpart."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, stats

from frnn_core.stats import StatisticsError, bayesian_correlated_t, compare_folds, corrected_t

seeds = st.integers(0, 10**6)


def folds(seed=0, n=10, names="abc", **kwargs):
    values = np.random.default_rng(seed).normal(0.8, 0.05, (n, len(names))) + 0.02 * np.arange(len(names))
    return pd.DataFrame(values, columns=list(names), **kwargs)


@given(seeds)
def test_corrected_t_is_the_paired_t_test_with_a_larger_error(seed):
    scores = folds(seed)
    row = compare_folds(scores[["a", "b"]]).pairs.iloc[0]
    plain = stats.ttest_rel(scores[row["first"]], scores[row["second"]])
    shrink = np.sqrt((1 / 10) / (1 / 10 + 1 / 9))  # ten folds: one part tests, nine train
    assert row["t"] == pytest.approx(plain.statistic * shrink)
    assert row["p_raw"] == pytest.approx(2 * stats.t.sf(abs(plain.statistic) * shrink, 9))
    assert row["p_raw"] > plain.pvalue
    assert (row["low"] > 0) == (row["p_raw"] < 0.05 and row["difference"] > 0)


@given(seeds)
def test_without_a_rope_the_bayesian_test_gives_the_one_sided_p(seed):
    d = np.random.default_rng(seed).normal(0.01, 0.03, 10)
    t, p, _ = corrected_t(d, 0.1)
    bayes = bayesian_correlated_t(d, 0.0, 0.1)
    assert bayes.left == pytest.approx(stats.t.sf(t, 9))
    assert 2 * min(bayes.left, bayes.right) == pytest.approx(p)
    assert bayes.rope == pytest.approx(0, abs=1e-12)


def test_rope_probabilities_by_integration():
    d = np.array([0.02, -0.01, 0.03, 0.015, 0.0, 0.025, 0.01, -0.005, 0.02, 0.01])
    scale = np.sqrt((1 / 10 + 0.1 / 0.9) * d.var(ddof=1))
    density = stats.t(9, d.mean(), scale).pdf
    found = bayesian_correlated_t(d, 0.01, 0.1)
    assert found.rope == pytest.approx(integrate.quad(density, -0.01, 0.01)[0])
    assert found.right == pytest.approx(integrate.quad(density, 0.01, np.inf)[0])
    assert found.left + found.rope + found.right == pytest.approx(1)


def test_repetitions_give_the_share_of_a_test_fold():
    index = pd.MultiIndex.from_product([range(3), range(5)], names=["repetition", "fold"])
    result = compare_folds(folds(n=15, index=index))
    assert (result.n, result.folds, result.repetitions, result.test_share) == (15, 5, 3, 0.2)
    assert result.pairs["df"].eq(14).all()
    assert compare_folds(folds(n=15), test_share=0.2).pairs["p_raw"].equals(result.pairs["p_raw"])
    assert compare_folds(folds(n=15)).test_share == pytest.approx(1 / 15)


def test_uneven_repetitions_are_warned_of():
    index = pd.MultiIndex.from_tuples([(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)])
    assert "different numbers of folds" in compare_folds(folds(n=5, index=index)).warnings[0]


def test_holm_runs_over_the_pairs_that_are_asked_for():
    every, some = compare_folds(folds()), compare_folds(folds(), reference="a")
    assert len(every.pairs) == 3
    assert len(some.pairs) == 2
    p = np.sort(some.pairs["p_raw"])
    assert np.sort(some.pairs["p_adjusted"]) == pytest.approx([min(2 * p[0], 1), max(2 * p[0], p[1])])
    assert np.isnan(some.p_adjusted.loc["b", "c"])
    assert some.p_raw.loc["a", "b"] == every.p_raw.loc["b", "a"]


def test_zero_variance():
    scores = pd.DataFrame({"a": [0.9, 0.8, 0.7], "b": [0.8, 0.7, 0.6], "c": [0.9, 0.8, 0.7]})
    result = compare_folds(scores).pairs.set_index(["first", "second"])
    assert result.loc[("a", "c"), ["t", "p_raw", "rope"]].to_list() == [0, 1, 1]
    assert result.loc[("a", "b"), ["t", "p_raw", "right"]].to_list() == [np.inf, 0, 1]
    assert "variance is 0" in compare_folds(scores).warnings[0]
    assert bayesian_correlated_t(np.full(5, -0.1), 0.01, 0.2).left == 1


def test_a_relation_without_all_folds_is_left_out():
    scores = folds()
    scores.loc[3, "b"] = np.nan
    result = compare_folds(scores)
    assert result.left_out == {"b": "defined on 9 of 10 folds"}
    assert list(result.scores) == ["a", "c"]
    with pytest.raises(StatisticsError, match="b is defined on 9 of 10 folds"):
        compare_folds(scores, reference="b")
    with pytest.raises(StatisticsError, match="nothing to compare"):
        compare_folds(scores[["a", "b"]])


@pytest.mark.parametrize("share", [0, 1, 1.5])
def test_a_test_share_outside_0_and_1_is_refused(share):
    with pytest.raises(StatisticsError, match="test_share"):
        compare_folds(folds(), test_share=share)


def test_one_fold_is_refused():
    with pytest.raises(StatisticsError, match="at least two folds"):
        compare_folds(folds(n=1))


def test_words_latex_and_call():
    scores = folds(names=["class_mah", "man"])
    result = compare_folds(scores, rope=0.02)
    assert "hold for this data set only" in result.text()
    assert "10 folds in 1 repetition" in result.text()
    assert r"man -- class\_mah & 10 &" in result.latex()
    again = eval(result.call, {"compare_folds": compare_folds, "scores": scores})
    assert again.frame().equals(result.frame())
