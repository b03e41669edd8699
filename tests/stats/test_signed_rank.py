"""Wilcoxon's test of a pair against scipy and brute force, the Bayesian one against simulation."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from frnn_core.stats import bayesian_signed_rank, compare_pair, signed_rank

NAMES = list("abcdefghijklmnopqrst")
seeds = st.integers(0, 10**6)


def series(values, name):
    return pd.Series(values, index=NAMES[: len(values)], name=name, dtype=float)


def pair(differences, **kwargs):
    values = np.asarray(differences, dtype=float)
    return compare_pair(series(values + 0.5, "man"), series(np.full(len(values), 0.5), "euc"), **kwargs)


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_exact_p_by_all_signs(alternative):
    d = np.array([0.31, -0.12, 0.25, 0.07, 0.44, -0.02, 0.19, 0.5])
    sizes = stats.rankdata(np.abs(d))
    observed = sizes[d > 0].sum()
    plus = np.array([sizes[np.array(signs)].sum() for signs in product([False, True], repeat=8)])
    greater, less = (plus >= observed).mean(), (plus <= observed).mean()
    expected = {"greater": greater, "less": less, "two-sided": 2 * min(greater, less)}[alternative]
    found = signed_rank(d, alternative)
    assert found.p == pytest.approx(expected)
    assert found.method == "exact"
    assert found.plus == observed
    assert found.effect == pytest.approx((observed - (36 - observed)) / 36)


@given(seeds, st.booleans())
def test_with_ties_p_is_scipys_normal_approximation(seed, continuity):
    d = np.random.default_rng(seed).integers(-3, 5, 20) / 100
    expected = stats.wilcoxon(
        (d * 100).round(), zero_method="wilcox", correction=continuity, method="asymptotic"
    )
    found = signed_rank(d, continuity=continuity)
    assert found.p == pytest.approx(expected.pvalue)
    assert min(found.plus, found.minus) == expected.statistic
    assert ("without" in found.method) != continuity


def test_more_than_fifty_differences_are_approximated():
    d = np.arange(1, 52) * np.resize([1, 1, -1], 51)
    assert "normal approximation" in signed_rank(d.astype(float)).method
    assert signed_rank(d[:50].astype(float)).method == "exact"


def test_noise_neither_breaks_a_tie_nor_makes_a_difference():
    printed = pair([0.1 + 0.2 - 0.3, 0.7 - 0.6, 0.1, 0.2])
    assert printed.win_tie_loss == (3, 1, 0)
    assert printed.method.startswith("normal")  # .7 - .6 and .1 are tied


def test_no_difference_at_all():
    result = pair([0.0] * 6)
    assert (result.p, result.effect, result.median) == (1.0, 0.0, 0.0)
    assert result.bayes.rope == 1
    assert "cannot reach p < .05" in result.warnings[0]


@pytest.mark.slow
@settings(max_examples=12)
@given(seeds)
def test_swapping_the_pair_swaps_everything(seed):
    d = np.random.default_rng(seed).integers(-3, 5, 12) / 100
    there, back = pair(d), pair(-d)
    assert there.p == pytest.approx(back.p)
    assert there.effect == pytest.approx(-back.effect)
    assert there.median == pytest.approx(-back.median)
    assert there.win_tie_loss == back.win_tie_loss[::-1]
    assert there.bayes.left == pytest.approx(back.bayes.right, abs=1e-9)
    assert pair(d, alternative="greater").p == pytest.approx(pair(-d, alternative="less").p)


def test_only_common_data_sets_count():
    a, b = series([0.9, 0.8, np.nan, 0.7], "man"), series([0.8, np.nan, 0.5, 0.6], "euc")
    result = compare_pair(a, b)
    assert result.n == 2
    assert list(result.differences.index) == ["a", "d"]
    assert result.mean == pytest.approx(0.1)


def simulated(differences, rope, draws, seed):
    """The definition, one draw and one pair at a time."""
    rng = np.random.default_rng(seed)
    z = [0.0, *differences]
    share = np.zeros(3)
    for _ in range(draws):
        w = rng.gamma([0.5] + [1.0] * len(differences))
        w /= w.sum()
        theta = np.zeros(3)
        for i, j in product(range(len(z)), repeat=2):
            total = z[i] + z[j]
            theta[0 if total < -2 * rope else 2 if total > 2 * rope else 1] += w[i] * w[j]
        share[theta.argmax()] += 1
    return share / draws


def test_bayesian_test_by_direct_simulation():
    d = np.array([0.031, -0.012, 0.025, 0.007, 0.044, -0.022])
    expected = simulated(d, 0.01, 4000, seed=1)
    found = bayesian_signed_rank(d, 0.01, seed=2)
    assert [found.left, found.rope, found.right] == pytest.approx(expected, abs=0.03)
    assert found.left + found.rope + found.right == pytest.approx(1)


def test_bayesian_test_in_clear_cases():
    symmetric = bayesian_signed_rank(np.array([-0.3, -0.2, -0.1, 0.1, 0.2, 0.3]), 0.01, seed=0)
    assert symmetric.left == pytest.approx(symmetric.right, abs=0.01)
    assert symmetric.rope < 0.01
    assert bayesian_signed_rank(np.full(15, 0.2), 0.01, seed=0).right > 0.999
    assert bayesian_signed_rank(np.full(15, -0.2), 0.01, seed=0).left > 0.999
    assert bayesian_signed_rank(np.full(15, 0.01), 0.01, seed=0).rope == 1  # the edge belongs to the rope
    assert bayesian_signed_rank(np.full(15, 0.1), 0.5, seed=0).rope == 1


def test_the_seed_decides_the_simulation():
    d = np.array([0.031, -0.012, 0.025, 0.007, 0.004, -0.022])
    assert bayesian_signed_rank(d, 0.01, seed=3) == bayesian_signed_rank(d, 0.01, seed=3)
    assert bayesian_signed_rank(d, 0.01, seed=3) != bayesian_signed_rank(d, 0.01, seed=4)


def test_a_pair_in_words_frame_and_latex():
    result = pair([0.05, 0.02, -0.01, 0.04, 0.03, 0.07, 0], alternative="greater")
    text = result.text()
    assert "man against euc on 7 data sets: 5 wins, 1 tie, 1 loss; median difference .030, mean .029." in text
    assert "man is better than euc: p = .031 (greater, exact); effect (rank-biserial) .90." in text
    assert "Call: compare_pair(scores['man'], scores['euc'], alternative='greater'" in text
    row = result.frame().iloc[0]
    assert (row["n"], row["wins"], row["ties"], row["losses"]) == (7, 5, 1, 1)
    assert row["p"] == result.p == 2 / 64
    assert row["bayes_right"] == result.bayes.right
    assert r"Wilcoxon p (greater) & .031 \\" in result.latex()
    assert set(result.versions) >= {"numpy", "pandas", "scipy", "python", "frnn-explorer"}


def test_the_call_gives_the_same_pair():
    result = pair([0.05, 0.02, -0.01, 0.04, 0.03, 0.07, 0.01], continuity=False, rope=0.02, seed=5)
    scores = pd.DataFrame({"man": result.differences + 0.5, "euc": 0.5})
    again = eval(result.call, {"compare_pair": compare_pair, "scores": scores})
    assert again.p == result.p
    assert again.bayes == result.bayes
    assert again.call == result.call
