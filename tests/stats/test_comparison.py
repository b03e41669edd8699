"""The whole result: ranks, intervals, gaps, invariance, words, LaTeX and the call."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from frnn_core.errors import UnknownName
from frnn_core.stats import compare, gaps_to_best, rank_rows

ROWS = [f"set {letter}" for letter in "abcdefghijklmnop"]
NONE = float("nan")
seeds = st.integers(0, 10**6)


def table(seed=0, n=10, k=4, blanks=0.0):
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 20, (n, k)) / 20 + 0.02 * np.arange(k)
    values[rng.random((n, k)) < blanks] = NONE
    values[0] = np.arange(k) / 10
    values[1] = np.arange(k)[::-1] / 10
    return pd.DataFrame(values, index=ROWS[:n], columns=list("abcdef")[:k])


@pytest.mark.slow
@settings(max_examples=12)
@given(seeds, st.sampled_from(["complete", "skillings-mack"]))
def test_ranks_sum_to_what_they_must(seed, blanks):
    result = compare(table(seed, blanks=0.2), blanks=blanks)
    size = result.ranks.count(axis=1)
    assert (result.ranks.sum(axis=1) == size * (size + 1) / 2).all()
    assert (size == 4).all() or blanks != "complete"
    assert len(result.ranks) == result.n == len(result.used)
    assert result.rank_n.sum() == size.sum()
    assert result.mean_ranks.is_monotonic_increasing
    assert set(result.used) | set(result.left_out) == set(result.scores.index)


def test_ranks_are_scipys_with_the_best_first():
    scores = table(4)
    assert (rank_rows(scores).to_numpy() == stats.rankdata(-scores.to_numpy(), axis=1)).all()


@pytest.mark.slow
@settings(max_examples=12)
@given(seeds, st.sampled_from([("conover", "complete"), ("wilcoxon", "pairwise"), ("nemenyi", "complete")]))
def test_the_order_of_rows_and_columns_changes_nothing(seed, how):
    test, blanks = how
    scores = table(seed, blanks=0.15)
    rng = np.random.default_rng(seed)
    shuffled = scores.iloc[rng.permutation(len(scores)), rng.permutation(scores.shape[1])]
    one, two = compare(scores, test=test, blanks=blanks), compare(shuffled, test=test, blanks=blanks)
    names = list(scores)
    assert two.p_adjusted.loc[names, names].to_numpy() == pytest.approx(
        one.p_adjusted.to_numpy(), nan_ok=True
    )
    assert two.mean_ranks[names].to_numpy() == pytest.approx(one.mean_ranks[names].to_numpy())
    assert two.omnibus.p == pytest.approx(one.omnibus.p)
    assert {frozenset(c) for c in two.cliques} == {frozenset(c) for c in one.cliques}
    assert two.gaps.loc[names, "mean_gap"].to_numpy() == pytest.approx(one.gaps["mean_gap"].to_numpy())


@pytest.mark.slow
@settings(max_examples=12)
@given(seeds)
def test_without_blanks_the_treatments_agree(seed):
    scores = table(seed)
    complete, pairwise = compare(scores, test="wilcoxon"), compare(scores, test="wilcoxon", blanks="pairwise")
    assert pairwise.p_adjusted.equals(complete.p_adjusted)
    assert pairwise.mean_ranks.equals(complete.mean_ranks)
    assert pairwise.omnibus.name == "Skillings-Mack"
    assert complete.omnibus is complete.friedman


def test_with_blanks_every_pair_uses_its_own_data_sets():
    scores = table(3, n=12, blanks=0.25)
    result = compare(scores, blanks="skillings-mack")
    assert result.test == "wilcoxon"
    assert any(
        "Conover-Friedman compares mean ranks over the same data sets, so it does not fit data sets with "
        "blanks. Each pair is compared by Wilcoxon signed-rank instead" in warning
        for warning in result.warnings
    )
    common = scores[["a", "c"]].dropna()
    assert result.pair_n.loc["a", "c"] == len(common) < 12
    d = (100 * (common["a"] - common["c"])).round()
    expected = stats.wilcoxon(d, correction=True, method="asymptotic").pvalue
    assert result.p_raw.loc["a", "c"] == pytest.approx(expected)
    assert result.omnibus is result.skillings_mack
    assert result.pair("a", "c").n == len(common)
    wins, ties, losses = result.win_tie_loss.loc["a", "c"]
    assert (wins, ties, losses) == ((d > 0).sum(), (d == 0).sum(), (d < 0).sum())
    assert result.win_tie_loss.loc["c", "a"] == (losses, ties, wins)


def test_a_pair_of_a_complete_comparison_uses_its_rows():
    scores = table(3, n=12, blanks=0.25)
    result = compare(scores, test="wilcoxon")
    pair = result.pair("a", "c")
    assert pair.n == result.n == len(scores.dropna()) < len(scores[["a", "c"]].dropna())
    assert pair.p == pytest.approx(result.p_raw.loc["a", "c"])
    again = eval(pair.call, {"compare": compare, "scores": scores})
    assert (again.p, again.bayes) == (pair.p, pair.bayes)
    with pytest.raises(UnknownName, match="no relation called 'x'"):
        result.pair("a", "x")


def test_pairs_that_never_meet_are_named_and_not_tested():
    scores = table(0, n=12, k=3)
    scores.loc[scores.index[:6], "a"] = NONE
    scores.loc[scores.index[6:], "b"] = NONE
    result = compare(scores, test="wilcoxon", blanks="pairwise")
    assert np.isnan(result.p_adjusted.loc["a", "b"])
    assert result.pair_n.loc["a", "b"] == 0
    assert any(warning.endswith("not tested: a-b.") for warning in result.warnings)
    two = sorted([result.p_raw.loc["a", "c"], result.p_raw.loc["b", "c"]])
    assert result.p_adjusted.min().min() == pytest.approx(min(2 * two[0], 1))


def test_intervals_are_percentiles_of_the_bootstrap():
    result = compare(table(2, n=16), seed=1)
    for name in "ad":
        values = (result.ranks[name].to_numpy(),)
        expected = stats.bootstrap(values, np.mean, method="percentile", n_resamples=20_000, rng=0)
        low, high = expected.confidence_interval
        assert result.intervals.loc[name].to_list() == pytest.approx([low, high], abs=0.07)
    assert (result.intervals["low"] <= result.mean_ranks).all()
    assert (result.intervals["high"] >= result.mean_ranks).all()
    assert compare(table(2, n=16), seed=1).intervals.equals(result.intervals)


def test_gaps_to_the_best():
    scores = pd.DataFrame(
        {"a": [0.9, 0.6, 0.7, 0.4], "b": [0.8, NONE, 0.9, NONE], "c": [0.85, 0.5, 0.6, NONE]},
        index=["w", "x", "y", "z"],
    )
    gaps = gaps_to_best(scores)
    assert gaps["max_gap"].to_list() == pytest.approx([0.2, 0.1, 0.3])
    assert gaps["mean_gap"].to_list() == pytest.approx([0.2 / 3, 0.05, 0.15])
    assert gaps["dataset"].to_list() == ["y", "w", "y"]
    assert gaps["n"].to_list() == [3, 2, 3]  # z has one score and compares nothing
    result = compare(scores)
    assert result.gaps.equals(gaps)
    assert result.gaps_complete["n"].to_list() == [2, 2, 2]
    assert result.gaps_complete["mean_gap"].to_list() == pytest.approx([0.1, 0.05, 0.175])


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"test": "nemenyi", "alpha": 0.1},
        {"test": "wilcoxon", "blanks": "pairwise", "correction": "hommel", "control": "b"},
        {"blanks": "skillings-mack", "decimals": 1, "seed": 4, "rope": 0.05},
    ],
)
def test_the_call_gives_the_same_result(settings):
    scores = table(7, blanks=0.1)
    result = compare(scores, **settings)
    again = eval(result.call, {"compare": compare, "scores": scores})
    assert again.text() == result.text()
    assert again.p_adjusted.equals(result.p_adjusted)
    assert again.call == result.call


def test_frames_have_a_row_for_each_relation_and_each_pair():
    result = compare(table(1))
    relations, pairs = result.frame(), result.frame("pairs")
    assert relations["relation"].to_list() == list(result.relations)
    assert relations["mean_rank"].to_list() == result.mean_ranks.to_list()
    assert len(pairs) == 6
    first = pairs.iloc[0]
    assert first["p_adjusted"] == result.p_adjusted.loc[first["first"], first["second"]]
    assert first["wins"] + first["ties"] + first["losses"] == first["n"] == 10
    assert len(compare(table(1), control="b").frame("pairs")) == 3
    with pytest.raises(UnknownName, match="Known: relations, pairs"):
        result.frame("everything")


def test_the_text_tells_the_finding_first():
    clear = table(0) * 0.01 + np.arange(4)
    text = compare(clear).text()
    assert text.startswith("4 relations on 10 of 10 data sets (blanks: complete;")
    assert "Significant overall. Friedman: chi-square = " in text
    assert "Every pair differs significantly." in text
    flat = compare(table(5), test="nemenyi").text()
    assert "Not significant overall." in flat
    assert "family-wise already, so no correction is applied" in flat
    assert "No significant difference among " in flat
    assert "Critical distance of mean ranks: " in flat
    assert "scikit-posthocs" in flat
    assert str(compare(clear)) == text


def test_left_out_data_sets_are_in_the_text():
    text = compare(table(3, blanks=0.2)).text()
    assert "Left out:\n  set" in text
    assert "no score for " in text


def test_latex_escapes_what_latex_would_not_print():
    scores = table(1).set_axis(["a_b", "50%", "x&y", r"c\d"], axis=1)
    for what in ("relations", "pairs"):
        body = "\n".join(
            line for line in compare(scores).latex(what).splitlines() if not line.startswith("%")
        )
        for name in (r"a\_b", r"50\%", r"x\&y", r"c\textbackslash{}d"):
            assert name in body
        assert body.count(r"\begin{") == body.count(r"\end{") == 2
        heads = body.split("\\toprule\n")[1].splitlines()[0].count("&")
        assert r"\toprule" in body
        rows = body.split(r"\midrule")[1].split(r"\bottomrule")[0].strip().splitlines()
        assert all(row.replace(r"\&", "").count("&") == heads for row in rows)


def test_two_relations_and_all_ties():
    two = compare(table(1)[["a", "b"]])
    assert two.friedman.df == (1,)
    assert two.cliques in ((), (tuple(two.relations),))
    tied = compare(table(1) * 0)
    assert tied.omnibus.p == 1
    assert tied.mean_ranks.eq(2.5).all()
    assert tied.cliques == (("a", "b", "c", "d"),)
    assert tied.pair("a", "b").p == 1
    assert "Ties are everywhere" in tied.text()
