"""Tests of pairs against scikit-posthocs and textbook formulas; cliques against all subsets."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from frnn_core.stats import CORRECTIONS, compare, critical_distance, maximal_cliques
from frnn_core.stats.corrections import adjust
from frnn_core.stats.posthoc import pair_p_values

ROWS = [f"set {letter}" for letter in "abcdefghijkl"]
seeds = st.integers(0, 10**6)


def table(seed, n=9, k=5, levels=6):
    values = np.random.default_rng(seed).integers(0, levels, (n, k)) + 0.3 * np.arange(k)
    return pd.DataFrame(values, index=ROWS[:n], columns=list("abcdefg")[:k])


def off_diagonal(p):
    return np.asarray(p)[~np.eye(len(p), dtype=bool)]


@pytest.mark.parametrize("seed", range(5))
def test_conover_by_the_formula_of_the_book(seed):
    scores = table(seed)
    n, k = scores.shape
    ranks = stats.rankdata(scores, axis=1)
    sums, a1, c1 = ranks.sum(axis=0), (ranks**2).sum(), n * k * (k + 1) ** 2 / 4
    t1 = (k - 1) * ((sums - n * (k + 1) / 2) ** 2).sum() / (a1 - c1)
    error = np.sqrt((a1 - c1) * 2 * n / ((n - 1) * (k - 1)) * (1 - t1 / (n * (k - 1))))
    expected = 2 * stats.t.sf(np.abs(sums[:, None] - sums) / error, (n - 1) * (k - 1))
    assert off_diagonal(pair_p_values(scores, "conover")) == pytest.approx(off_diagonal(expected))


@pytest.mark.parametrize("seed", range(3))
def test_pairs_are_those_of_scikit_posthocs(seed):
    import scikit_posthocs

    scores = table(seed)
    values = scores.to_numpy()
    conover = scikit_posthocs.posthoc_conover_friedman(values, p_adjust="holm")
    assert off_diagonal(compare(scores).p_adjusted) == pytest.approx(off_diagonal(conover))
    nemenyi = scikit_posthocs.posthoc_nemenyi_friedman(values)
    assert off_diagonal(compare(scores, test="nemenyi").p_adjusted) == pytest.approx(off_diagonal(nemenyi))
    wilcoxon = scikit_posthocs.posthoc_wilcoxon(
        (10 * values).round().T, correction=True, method="asymptotic", p_adjust="fdr_bh"
    )
    ours = compare(scores, test="wilcoxon", correction="benjamini-hochberg")
    assert off_diagonal(ours.p_adjusted) == pytest.approx(off_diagonal(wilcoxon))


def test_limits_of_conover():
    tied = pd.DataFrame(np.ones((6, 3)), index=ROWS[:6], columns=list("abc"))
    assert (off_diagonal(pair_p_values(tied, "conover")) == 1).all()
    agreed = tied * [3, 2, 1]
    assert (off_diagonal(pair_p_values(agreed, "conover")) == 0).all()
    two_alike = tied * [3, 1, 1]
    p = pair_p_values(two_alike, "conover")
    assert p.loc["b", "c"] == 1
    assert p.loc["a", "b"] == p.loc["a", "c"] == 0


@pytest.mark.parametrize(("k", "q"), [(2, 1.960), (3, 2.343), (5, 2.728), (10, 3.164)])
def test_critical_distances_follow_demsars_table(k, q):
    assert critical_distance(k, 10, 0.05) == pytest.approx(q * np.sqrt(k * (k + 1) / 60), abs=1e-3)


@pytest.mark.slow
@settings(max_examples=12)
@given(seeds)
def test_nemenyi_agrees_with_its_critical_distance(seed):
    result = compare(table(seed), test="nemenyi", correction="holm")
    assert result.correction == "none"
    far = np.abs(np.subtract.outer(*[result.mean_ranks.to_numpy()] * 2)) > result.critical_distance
    order = list(result.mean_ranks.index)
    assert (off_diagonal(result.p_adjusted.loc[order, order] < 0.05) == off_diagonal(far)).all()
    assert compare(table(seed)).critical_distance is None


def test_holm_and_bonferroni_by_hand():
    p = pd.DataFrame(np.nan, index=list("abc"), columns=list("abc"))
    for (a, b), value in zip(combinations("abc", 2), [0.01, 0.04, 0.03], strict=True):
        p.loc[a, b] = p.loc[b, a] = value
    raw, holm = adjust(p, "holm")
    assert raw.equals(p)
    assert [holm.loc[a, b] for a, b in ("ab", "bc", "ac")] == pytest.approx([0.03, 0.06, 0.06])
    assert holm.equals(holm.T)
    assert adjust(p, "bonferroni")[1].loc["a", "c"] == pytest.approx(0.12)
    assert adjust(p, "none")[1].equals(p)
    raw, holm = adjust(p, "holm", control="b")
    assert [holm.loc["b", "a"], holm.loc["c", "b"]] == pytest.approx([0.02, 0.03])
    assert np.isnan(raw.loc["a", "c"])
    assert np.isnan(holm.loc["c", "a"])


@pytest.mark.slow
@settings(max_examples=12)
@given(st.lists(st.sampled_from([0.0, 0.001, 0.01, 0.02, 0.04, 0.3, 1.0]), min_size=1, max_size=12))
def test_holm_is_that_of_statsmodels(p):
    from statsmodels.stats.multitest import multipletests

    assert CORRECTIONS["holm"].function(np.array(p)) == pytest.approx(multipletests(p, method="holm")[1])


@pytest.mark.parametrize("correction", CORRECTIONS)
def test_no_correction_lowers_a_p_value(correction):
    result = compare(table(1), correction=correction)
    assert (off_diagonal(result.p_adjusted) >= off_diagonal(result.p_raw) - 1e-12).all()
    assert (off_diagonal(result.p_adjusted) <= 1).all()


@pytest.mark.slow
@settings(max_examples=12)
@given(seeds, st.sampled_from(["conover", "wilcoxon"]))
def test_a_control_is_compared_on_its_own_pairs_only(seed, test):
    scores = table(seed)
    all_pairs, control = compare(scores, test=test), compare(scores, test=test, control="c")
    others = ["a", "b", "d", "e"]
    assert control.p_raw.loc["c", others].equals(all_pairs.p_raw.loc["c", others])
    assert control.p_raw.loc[others, others].isna().all(axis=None)
    expected = stats.false_discovery_control(all_pairs.p_raw.loc["c", others])
    ours = compare(scores, test=test, control="c", correction="benjamini-hochberg").p_adjusted.loc[
        "c", others
    ]
    assert ours.to_numpy() == pytest.approx(expected)
    assert (control.p_adjusted.loc["c", others] <= all_pairs.p_adjusted.loc["c", others] + 1e-12).all()
    assert control.cliques == ()


def brute_force_cliques(p, alpha):
    """Every subset without a significant pair that no other such subset contains."""
    names = list(p.columns)
    free = [
        set(subset)
        for size in range(2, len(names) + 1)
        for subset in combinations(names, size)
        if not any(p.loc[a, b] < alpha for a, b in combinations(subset, 2))
    ]
    return {frozenset(s) for s in free if not any(s < other for other in free)}


@given(seeds, st.integers(2, 7), st.floats(0, 1))
def test_cliques_are_exactly_the_maximal_sets_without_a_significant_pair(seed, k, share):
    rng = np.random.default_rng(seed)
    names = list("abcdefg")[:k]
    upper = np.triu(np.where(rng.random((k, k)) < share, 0.01, 0.5), 1)
    p = pd.DataFrame(upper + upper.T, index=names, columns=names)
    order = list(rng.permutation(names))
    found = maximal_cliques(p, 0.05, order)
    assert {frozenset(clique) for clique in found} == brute_force_cliques(p, 0.05)
    assert len(set(found)) == len(found)
    positions = [[order.index(name) for name in clique] for clique in found]
    assert positions == sorted(sorted(p) for p in positions)


@pytest.mark.slow
@settings(max_examples=12)
@given(seeds, st.sampled_from(["conover", "nemenyi", "wilcoxon"]))
def test_cliques_of_a_comparison(seed, test):
    result = compare(table(seed, n=12, k=6, levels=3), test=test)
    found = {frozenset(clique) for clique in result.cliques}
    assert found == brute_force_cliques(result.p_adjusted, 0.05)


def test_a_pair_that_was_not_tested_is_not_significant():
    p = pd.DataFrame(np.nan, index=list("ab"), columns=list("ab"))
    assert maximal_cliques(p, 0.05, ["b", "a"]) == (("b", "a"),)
