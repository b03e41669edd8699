"""Omnibus tests against scipy, worked examples from the literature, and their definitions."""

from itertools import permutations, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from frnn_core.stats import StatisticsError, compare, friedman, iman_davenport, skillings_mack
from frnn_core.stats.omnibus import adjusted_sums

# Demšar (2006), Table 6: AUC of four variants of C4.5 on 14 data sets. On the 13th he prints .975 twice, but
# his mean ranks show that C4.5+cf was ahead before rounding.
DEMSAR = pd.DataFrame(
    [
        [0.763, 0.768, 0.771, 0.798],
        [0.599, 0.591, 0.590, 0.569],
        [0.954, 0.971, 0.968, 0.967],
        [0.628, 0.661, 0.654, 0.657],
        [0.882, 0.888, 0.886, 0.898],
        [0.936, 0.931, 0.916, 0.931],
        [0.661, 0.668, 0.609, 0.685],
        [0.583, 0.583, 0.563, 0.625],
        [0.775, 0.838, 0.866, 0.875],
        [1.000, 1.000, 1.000, 1.000],
        [0.940, 0.962, 0.965, 0.962],
        [0.619, 0.666, 0.614, 0.669],
        [0.972, 0.981, 0.9751, 0.975],
        [0.957, 0.978, 0.946, 0.970],
    ],
    index=[f"set {letter}" for letter in "abcdefghijklmn"],
    columns=["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"],
)
# The example of the R package Skillings.Mack: nine blocks, four treatments, SM = 15.493 with 3 df.
NONE = float("nan")
INCOMPLETE = pd.DataFrame(
    [
        [3.2, 4.1, 3.8, 4.2],
        [3.1, 3.9, 3.4, 4.0],
        [4.3, 3.5, 4.6, 4.8],
        [3.5, 3.6, 3.9, 4.0],
        [3.6, 4.2, 3.7, 3.9],
        [4.5, 4.7, 3.7, NONE],
        [NONE, 4.2, 3.4, NONE],
        [4.3, 4.6, 4.4, 4.9],
        [3.5, NONE, 3.7, 3.9],
    ]
)
seeds = st.integers(0, 10**6)


def untied(seed, n=7, k=4):
    return pd.DataFrame(np.random.default_rng(seed).random((n, k)))


def test_demsars_example():
    result = compare(DEMSAR, test="nemenyi")
    assert result.mean_ranks.round(3).to_dict() == {
        "C4.5+m+cf": 1.964,
        "C4.5+m": 2.0,
        "C4.5+cf": 2.893,
        "C4.5": 3.143,
    }
    plain = friedman(DEMSAR, tie_correction=False)
    assert round(plain.statistic, 2) == 9.28
    assert plain.df == (3,)
    f = iman_davenport(DEMSAR, tie_correction=False)
    assert round(f.statistic, 2) == 3.69
    assert f.df == (3, 39)
    assert round(result.critical_distance, 2) == 1.25
    assert result.significant
    assert result.cliques == (("C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5"),)


def test_demsars_two_groups_at_ten_per_cent():
    result = compare(DEMSAR, test="nemenyi", alpha=0.10)
    assert round(result.critical_distance, 2) == 1.12
    assert result.significant_pairs() == (("C4.5+m+cf", "C4.5"), ("C4.5+m", "C4.5"))
    assert result.cliques == (("C4.5+m+cf", "C4.5+m", "C4.5+cf"), ("C4.5+cf", "C4.5"))


def test_skillings_mack_by_the_example_of_its_r_package():
    result = skillings_mack(INCOMPLETE)
    assert round(result.statistic, 3) == 15.493
    assert result.df == (3,)
    assert round(result.p, 4) == 0.0014
    assert result.n == 9
    assert "not" in result.note
    assert "missing at random" in result.note


@given(seeds, st.integers(3, 6))
def test_friedman_is_scipys_and_iman_davenport_follows(seed, levels):
    scores = pd.DataFrame(np.random.default_rng(seed).integers(0, levels, (8, 4)) / levels)
    expected = stats.friedmanchisquare(*scores.to_numpy().T)
    found = friedman(scores)
    assert found.statistic == pytest.approx(expected.statistic)
    assert found.p == pytest.approx(expected.pvalue)
    f = iman_davenport(scores)
    assert f.statistic == pytest.approx(7 * expected.statistic / (8 * 3 - expected.statistic))
    assert f.p == pytest.approx(stats.f.sf(f.statistic, 3, 21))


def test_friedman_of_two_relations_is_the_sign_test():
    scores = pd.DataFrame({"a": [1, 1, 1, 1, 0, 0.5], "b": [0, 0, 0, 0, 1, 0.5]})
    assert friedman(scores).statistic == pytest.approx((4 - 1) ** 2 / (4 + 1))
    assert friedman(scores, tie_correction=False).statistic == pytest.approx((4 - 1) ** 2 / 6)


def test_all_tied_and_all_agreed():
    assert friedman(pd.DataFrame(np.ones((4, 3)))).p == 1
    assert iman_davenport(pd.DataFrame(np.ones((4, 3)))).p == 1
    assert skillings_mack(pd.DataFrame(np.ones((4, 3)))).p == 1
    agreed = pd.DataFrame(np.tile([1.0, 2, 3], (4, 1)))
    assert friedman(agreed).statistic == pytest.approx(8)
    assert iman_davenport(agreed).statistic == np.inf
    assert iman_davenport(agreed).p == 0


@given(seeds, st.integers(2, 9), st.integers(2, 6))
def test_skillings_mack_is_friedman_on_complete_untied_tables(seed, n, k):
    scores = untied(seed, n, k)
    found = skillings_mack(scores)
    assert found.statistic == pytest.approx(friedman(scores).statistic, abs=1e-9)
    assert found.df == (k - 1,)
    assert found.note == ""


@given(seeds)
def test_skillings_mack_is_conservative_with_ties(seed):
    scores = pd.DataFrame(np.random.default_rng(seed).integers(0, 3, (8, 4)).astype(float))
    plain = friedman(scores, tie_correction=False)
    assert skillings_mack(scores).statistic == pytest.approx(plain.statistic, abs=1e-9)
    assert skillings_mack(scores).p >= friedman(scores).p - 1e-12


def test_mean_and_covariance_of_skillings_mack_hold_over_all_orders():
    blocks = [(0, 1, 2), (1, 3), (0, 2, 3), (0, 3)]
    sums = []
    for orders in product(*(permutations(range(1, len(block) + 1)) for block in blocks)):
        ranks = np.full((len(blocks), 4), np.nan)
        for row, (block, order) in enumerate(zip(blocks, orders, strict=True)):
            ranks[row, list(block)] = order
        total, covariance = adjusted_sums(ranks)
        sums.append(total)
    assert np.mean(sums, axis=0) == pytest.approx(np.zeros(4), abs=1e-12)
    assert np.cov(np.transpose(sums), bias=True) == pytest.approx(covariance, abs=1e-12)


def test_relations_that_never_meet_cost_a_degree_of_freedom():
    scores = pd.DataFrame(np.nan, index=range(8), columns=list("abcd"))
    scores.loc[:3, ["a", "b"]] = [[2, 1]] * 4
    scores.loc[4:, ["c", "d"]] = [[2, 1]] * 4
    found = skillings_mack(scores)
    assert found.df == (2,)
    assert found.statistic == pytest.approx(8)  # two independent sign tests, 4 of 4 each
    assert "never meet" in found.note


def test_rows_without_two_scores_do_not_count():
    scores = untied(3)
    extended = pd.concat([scores, pd.DataFrame([[1.0, NONE, NONE, NONE], [NONE] * 4])], ignore_index=True)
    assert skillings_mack(extended).statistic == pytest.approx(skillings_mack(scores).statistic)
    assert skillings_mack(extended).n == 7
    with pytest.raises(StatisticsError, match="nothing to rank"):
        skillings_mack(extended.iloc[7:])
    with pytest.raises(StatisticsError, match="skillings_mack"):
        friedman(extended.iloc[6:])


def test_the_line_of_text():
    line = friedman(DEMSAR, tie_correction=False).text()
    assert line == "Friedman: chi-square = 9.28 (3 df), p = .026, 14 data sets"
    line = iman_davenport(DEMSAR, tie_correction=False).text()
    assert line == "Iman-Davenport: F = 3.69 (3 and 39 df), p = .020, 14 data sets"
