"""The comparison matrix, the Bayesian ranking and power against definitions and other packages."""

import time

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from scipy.special import expit

from frnn_core.stats import (
    StatisticsError,
    bayesian_ranking,
    bayesian_signed_rank,
    compare,
    comparison_matrix,
    power_of_pair,
    read_scores,
    signed_rank,
)
from frnn_core.stats.bradley_terry import mode, sampled, wins_of
from frnn_core.stats.power import noether, simulated_power
from frnn_core.stats.sample_scores import SAMPLE

DEMSAR = read_scores(SAMPLE.encode()).frame


def made(seed=0, n=12, means=(0.0, 0.4, 0.1)):
    values = np.random.default_rng(seed).normal(means, 1, (n, len(means)))
    return pd.DataFrame(values, index=[f"set {i}" for i in range(n)], columns=list("abcdef")[: len(means)])


# the matrix


def test_every_cell_of_the_matrix_by_scipy():
    scores = made()
    found = comparison_matrix(scores)
    assert found.names == list(scores.mean().sort_values(ascending=False).index)
    for a in scores:
        for b in scores.columns.drop(a):
            apart = scores[a] - scores[b]
            assert found.differences.loc[a, b] == pytest.approx(apart.mean(), abs=1e-11)
            assert found.p.loc[a, b] == pytest.approx(stats.wilcoxon(scores[a], scores[b]).pvalue)
            assert found.win_tie_loss.loc[a, b] == ((apart > 0).sum(), 0, (apart < 0).sum())
    assert np.isnan(found.p.loc["a", "a"])


def test_the_matrix_is_stable_when_a_method_is_added():
    scores = made(1, means=(0.0, 0.3, 0.6, 0.2))
    scores.iloc[2, 3] = np.nan
    few, more = comparison_matrix(scores[["a", "b", "c"]]), comparison_matrix(scores)
    kept = few.names
    assert [name for name in more.names if name in kept] == kept
    pd.testing.assert_frame_equal(few.p, more.p.loc[kept, kept])
    pd.testing.assert_frame_equal(few.differences, more.differences.loc[kept, kept])
    assert more.n.loc["a", "d"] == 11
    assert more.counts["d"] == 11


def test_the_matrix_gives_the_numbers_of_aeon():
    """As aeon 1.6.0 prints them for the same table (its p by scipy, zeros dropped, not corrected)."""
    scores = pd.DataFrame(np.random.default_rng(0).normal((0, 0.4, 0.1), 1, (12, 3)), columns=list("abc"))
    found = comparison_matrix(scores)
    printed = {
        ("a", "b"): (-0.43409111138177814, (3, 0, 9), 0.1513671875),
        ("a", "c"): (-0.11418661076741307, (5, 0, 7), 0.67724609375),
        ("b", "c"): (0.31990450061436504, (7, 0, 5), 0.5185546875),
    }
    for (a, b), (difference, record, p) in printed.items():
        assert found.differences.loc[a, b] == pytest.approx(difference, abs=1e-11)
        assert found.win_tie_loss.loc[a, b] == record
        assert found.p.loc[a, b] == pytest.approx(p)


def test_the_matrix_in_words():
    assert "C4.5+m+cf – C4.5" in comparison_matrix(DEMSAR).text()
    row = comparison_matrix(DEMSAR).shown().iloc[0]
    assert row["n"] == "14"


# Bradley-Terry


def test_the_mode_without_a_prior_is_statsmodels_maximum_likelihood():
    import statsmodels.api as sm

    scores = made(3, n=30, means=(0.0, 0.4, 0.1, 0.9))
    wins = wins_of(scores.to_numpy())
    design = wins.design(4)
    won = np.column_stack([wins.won, wins.n - wins.won])
    fitted = sm.GLM(won, design[:, 1:], family=sm.families.Binomial()).fit()
    ours = mode(wins, 4, 1e4)
    assert ours[1:] - ours[0] == pytest.approx(fitted.params, abs=1e-5)


def test_the_mode_with_a_prior_is_the_highest_point():
    wins = wins_of(made(4).to_numpy())
    design, best = wins.design(3), mode(wins, 3, 0.8)

    def height(beta):
        odds = design @ beta
        return (wins.won * odds - wins.n * np.logaddexp(0, odds)).sum() - (beta**2).sum() / (2 * 0.8**2)

    near = best + np.random.default_rng(0).normal(0, 0.01, (200, 3))
    assert all(height(beta) < height(best) for beta in near)


def by_grid(scores, rope):
    """The posterior of two methods by sums over a grid of both strengths and log σ: (best, better, equal)."""
    wins = wins_of(scores.to_numpy())
    grid = np.linspace(-5, 5, 401)
    a, b = np.meshgrid(grid, grid, indexing="ij")
    fit = wins.won[0] * (a - b) - wins.n[0] * np.logaddexp(0, a - b)
    weight = np.zeros_like(a)
    for scale in np.linspace(-2, 2, 41):
        weight += np.exp(fit - (a**2 + b**2) * np.exp(-2 * scale) / 2 - 2 * scale - scale**2 / 0.5)
    weight /= weight.sum()
    chance = expit(a - b)
    best = weight[a > b].sum() + weight[a == b].sum() / 2
    return best, weight[chance > 0.5 + rope].sum(), (weight * chance).sum()


@pytest.mark.parametrize("seed", [0, 5])
def test_the_posterior_of_two_methods_by_a_grid(seed):
    scores = made(seed, n=9, means=(0.0, 0.8))
    found = bayesian_ranking(scores, rope=0.06, control="b")
    best, better, chance = by_grid(scores, 0.06)
    assert found.methods.loc["a", "best"] == pytest.approx(best, abs=0.02)
    assert found.methods.loc["a", "better"] == pytest.approx(better, abs=0.02)
    first = found.pairs.iloc[0]
    ours = first["chance"] if first["first"] == "a" else 1 - first["chance"]
    assert ours == pytest.approx(chance, abs=0.01)


def test_two_chains_of_many_methods_agree():
    wins = wins_of(made(2, n=30, means=(0.0, 0.2, 0.4, 0.6, 0.8, 1.0)).to_numpy())
    one, other = sampled(wins, 6, 0), sampled(wins, 6, 1)
    assert np.abs(one.mean(axis=0) - other.mean(axis=0)).max() < 0.02
    assert one.std(axis=0) == pytest.approx(other.std(axis=0), rel=0.05)
    assert np.array_equal(one, sampled(wins, 6, 0))


def test_the_ranking_adds_up_and_ties_are_half_wins():
    scores = pd.DataFrame({"a": [1.0, 1, 1, 1], "b": [1.0, 1, 1, 1], "c": [0.0, 0, 0, np.nan]})
    found = bayesian_ranking(scores)
    assert found.methods["best"].sum() == pytest.approx(1)
    pair = found.pairs.set_index(["first", "second"])
    tied = pair.loc[("a", "b")] if ("a", "b") in pair.index else pair.loc[("b", "a")]
    assert (tied["wins"], tied["n"]) == (2.0, 4)
    assert tied["chance"] == pytest.approx(0.5, abs=0.02)
    assert found.pairs[["better", "equal", "worse"]].sum(axis=1).to_numpy() == pytest.approx(np.ones(3))
    assert found.names[-1] == "c"
    assert pair.loc[(found.names[0], "c"), "n"] == 3
    lower = bayesian_ranking(-scores, lower_is_better=True)
    assert lower.methods["strength"].to_dict() == found.methods["strength"].to_dict()


# power


def test_simulated_power_by_scipys_test_on_every_draw():
    differences = np.array([0.02, 0.01, 0.03, -0.01, 0.02, 0.04, -0.02, 0.01, 0.0])
    rng = np.random.default_rng(1)
    hits = [signed_rank(rng.choice(differences, 20)).p < 0.05 for _ in range(1000)]
    assert simulated_power(differences, 20, 0.05, 0) == pytest.approx(np.mean(hits), abs=0.05)


def test_the_number_for_a_normal_gap_is_that_of_the_t_test_over_its_efficiency():
    from statsmodels.stats.power import TTestPower

    gaps = stats.norm.ppf((np.arange(200) + 0.5) / 200, loc=0.5)
    expected = TTestPower().solve_power(0.5, alpha=0.05, power=0.8) * np.pi / 3
    found = power_of_pair("a", "b", gaps, pairs=10)
    assert found.needed == pytest.approx(expected, rel=0.1)
    assert found.noether == pytest.approx(expected, rel=0.15)
    assert found.strict > found.needed
    assert (
        simulated_power(gaps, found.needed, 0.05, 0) >= 0.8 > simulated_power(gaps, found.needed - 2, 0.05, 0)
    )


@pytest.mark.slow
def test_the_number_that_it_takes_gives_the_wished_chance_by_scipy():
    """Draw that many data sets again and again from those there are, and test each draw with scipy alone."""
    differences = np.array([0.021, 0.012, 0.034, -0.013, 0.025, 0.046, -0.027, 0.018, 0.009, -0.011])
    found = power_of_pair("a", "b", differences, pairs=6)
    rng = np.random.default_rng(7)
    for n, level in ((found.needed, 0.05), (found.strict, 0.05 / 6)):
        draws = rng.choice(differences, (2000, n))
        hits = [stats.wilcoxon(draw, method="asymptotic", correction=True).pvalue < level for draw in draws]
        assert np.mean(hits) == pytest.approx(0.8, abs=0.03)


def test_noethers_formula_by_hand():
    differences = np.array([0.3, 0.1, -0.2])  # sums .4, .1, -.1: p = 2/3
    z = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)
    assert noether(differences, 0.05) == np.ceil(z**2 / (3 / 36))
    assert noether(np.array([0.1, -0.1]), 0.05) is None


def test_where_there_is_no_gap_no_number_is_enough():
    found = power_of_pair("a", "b", np.array([0.1, -0.1, 0.2, -0.2]))
    assert found.needed is None
    assert "Not even 5,000 data sets" in found.text()
    with pytest.raises(StatisticsError, match="share one data set only"):
        power_of_pair("a", "b", np.array([0.1]))


# the most that the page takes


def most(methods=60, sets=1_000):
    rng = np.random.default_rng(0)
    values = rng.normal(np.linspace(0.6, 0.8, methods), 0.1, (sets, methods)).round(3)
    return compare(pd.DataFrame(values).rename(index="set {}".format, columns="m{}".format), noun="method")


@pytest.mark.slow
def test_the_most_that_the_page_takes_is_compared_in_seconds():
    """Processor time of every view at 60 methods on 1,000 data sets; 1 to 2 s where this was written."""
    begun = time.process_time()
    found = most()
    views = {
        "compared": found.text,
        "matrix": lambda: found.matrix().shown(),
        "pair": lambda: found.pair("m0", "m1").bayes,
        "power": lambda: found.power("m0", "m1"),
        "ranking": found.ranking,
    }
    for view, make in views.items():
        make()
        taken = time.process_time() - begun
        assert taken < 10, (view, taken)
        begun = time.process_time()


def test_the_bayesian_test_by_its_definition():
    """The sums over all pairs, by matrices of 0 and 1, for the same weights."""
    differences = np.array([0.03, -0.01, 0.02, 0.01, 0.0, 0.05, -0.04, 0.02, 0.012, -0.02])
    z = np.concatenate([[0.0], differences])
    sums = (z[:, None] + z).round(12)
    weights = np.random.default_rng(0).dirichlet([0.5, *[1.0] * 10], size=50_000)
    up = ((weights @ (sums > 0.02)) * weights).sum(axis=1).round(12)
    down = ((weights @ (sums < -0.02)) * weights).sum(axis=1).round(12)
    theta = np.column_stack([down, (1 - up - down).round(12), up])
    largest = theta == theta.max(axis=1, keepdims=True)
    shares = (largest / largest.sum(axis=1, keepdims=True)).mean(axis=0)
    found = bayesian_signed_rank(differences, 0.01, seed=0)
    assert [found.left, found.rope, found.right] == pytest.approx(list(shares), abs=1e-4)


# the edge of the rope


def test_a_sum_on_the_edge_of_the_rope_is_inside():
    """All sums of two differences of .01 lie on the edge of a rope of .01, however they are written."""
    edge = np.array([0.01] * 10)
    assert bayesian_signed_rank(edge, 0.01, seed=0).rope == 1
    noisy = np.array([0.3 - 0.29, 0.59 - 0.58, 0.7 - 0.69, 1.01 - 1.0] * 3)
    assert bayesian_signed_rank(noisy, 0.01, seed=0).rope == 1
    just_beyond = bayesian_signed_rank(edge + 1e-6, 0.01, seed=0)
    assert just_beyond.right > 0.99


def test_off_the_edge_the_answers_are_those_of_baycomp_and_on_it_they_are_not():
    """baycomp 1.0.3, 50,000 draws: (.0135, .1810, .8055) off the edge and (0, .5789, .4211) on it."""
    off = np.array([0.031, -0.012, 0.025, 0.007, 0.044, -0.022, 0.013, 0.038])
    found = bayesian_signed_rank(off, 0.0101, seed=0)
    assert [found.left, found.rope, found.right] == pytest.approx([0.0135, 0.1810, 0.8055], abs=0.012)
    on = np.array([1, 1, 1, 1, -1, 2, 0, 3]) / 64  # sums meet the edge in floating point, too
    found = bayesian_signed_rank(on, 1 / 64, seed=0)
    assert found.rope == pytest.approx(0.846, abs=0.01)
    assert found.right < 0.4211 - 0.2
