"""The statistics of the paper's printed tables, recomputed the right way round."""

import numpy as np
import pytest

from frnn_core.paper import printed_table
from frnn_core.stats import compare, compare_pair, friedman, gaps_to_best


def table(name):
    return printed_table(f"table_{name}").set_index("dataset")


@pytest.mark.parametrize(
    ("name", "n", "p", "transposed"),
    [
        ("dml", 21, 0.235, 2.3e-8),
        ("kernels", 36, 0.037, 4.7e-26),
        ("distances", 28, 2.1e-12, 1.4e-21),
        ("gradient_kernels", 36, 5.5e-31, 1.5e-16),
    ],
)
def test_friedman_right_way_round_and_transposed(name, n, p, transposed):
    result = compare(table(name), decimals=3)
    assert result.n == n
    assert result.friedman.p == pytest.approx(p, rel=0.03)
    assert friedman(table(name).dropna().T).p == pytest.approx(transposed, rel=0.03)


def test_friedman_without_the_outliers():
    kernels = table("kernels").dropna().drop(columns="man")
    assert friedman(kernels).p == pytest.approx(0.34, abs=0.005)
    gradient = table("gradient_kernels").drop(columns=["cir-grad", "sph-grad"])
    assert friedman(gradient).p == pytest.approx(0.86, abs=0.005)


def test_a_transposed_table_is_noticed():
    assert "looks transposed" in compare(table("dml").T, decimals=3).warnings[0]
    assert not any("transposed" in warning for warning in compare(table("dml"), decimals=3).warnings)


def test_conover_holm_of_the_distances():
    p = compare(table("distances"), decimals=3).p_adjusted
    expected = {"euc": 0.48, "pcc": 1.0, "mah": 0.04, "cos": 0.003}
    for name, value in expected.items():
        assert p.loc["man", name] == pytest.approx(value, rel=0.05)
    assert p.loc["man", "can"] < 0.001
    assert p.loc["man", "che"] < 0.001
    assert (p.to_numpy()[np.triu_indices(7, 1)] < 0.05).sum() == 10


def test_cliques_of_the_distances():
    result = compare(table("distances"), decimals=3)
    assert result.cliques == (
        ("man", "pcc", "euc"),
        ("pcc", "euc", "mah", "cos"),
        ("euc", "mah", "cos", "can"),
    )


def test_nothing_is_significant_among_the_learned_metrics():
    result = compare(table("dml"), decimals=3)
    assert not result.significant
    assert result.significant_pairs() == ()
    assert any("Not significant overall (Friedman p = .235" in warning for warning in result.warnings)


def test_ranks_over_available_cells():
    result = compare(table("distances"), decimals=3, blanks="skillings-mack")
    assert result.mean_ranks.round(3).to_dict() == {
        "man": 2.450,
        "pcc": 2.838,
        "euc": 3.162,
        "mah": 3.883,
        "cos": 4.015,
        "can": 4.397,
        "che": 5.988,
    }
    assert result.rank_n.to_dict() == {
        "man": 40,
        "pcc": 40,
        "euc": 40,
        "mah": 30,
        "cos": 34,
        "can": 34,
        "che": 40,
    }
    printed = printed_table("friedman_ranks_distances").set_index("relation")["friedman_rank"]
    assert (printed[list(result.relations)] - result.mean_ranks).abs().max() < 0.11  # 42 data sets, not 40
    assert list(printed.sort_values().index) == list(result.relations)


def test_skillings_mack_on_the_distances():
    found = compare(table("distances"), decimals=3).skillings_mack
    assert found.n == 40
    assert found.df == (6,)
    assert found.statistic == pytest.approx(78.98, abs=0.005)


def test_class_mahalanobis_over_mahalanobis():
    scores = table("class_mahalanobis")
    pair = compare_pair(scores["class-mah"], scores["mah"], alternative="greater", decimals=3)
    assert (pair.n, pair.win_tie_loss.ties) == (28, 2)
    assert pair.p == pytest.approx(0.0687, abs=0.00005)  # printed: .069
    plain = compare_pair(
        scores["class-mah"], scores["mah"], alternative="greater", decimals=3, continuity=False
    )
    assert plain.p == pytest.approx(0.0670, abs=0.00005)


def test_combo_over_manhattan():
    scores = table("combo")
    pair = compare_pair(scores["combo"], scores["man"], alternative="greater", decimals=3)
    assert pair.n == 34
    assert pair.p == pytest.approx(0.1246, abs=0.00005)  # printed: .14


@pytest.mark.parametrize(("continuity", "p"), [(False, 0.0652), (True, 0.0676)])
def test_nca_over_manhattan(continuity, p):
    scores = table("dml")
    pair = compare_pair(
        scores["NCA"], scores["man"], alternative="greater", decimals=3, continuity=continuity
    )
    assert pair.n == 21
    assert pair.p == pytest.approx(p, abs=0.00005)


def test_rounding_protects_the_ties_of_man_and_euc():
    scores = table("distances")
    pairs = [
        compare_pair(scores["man"], scores["euc"], decimals=decimals, continuity=False)
        for decimals in (3, None)
    ]
    assert [round(pair.p, 4) for pair in pairs] == [0.0178, 0.0178]


def test_largest_gaps():
    scores = table("distances")
    gaps = gaps_to_best(scores)
    assert gaps["max_gap"].round(3).to_dict() == {
        "man": 0.199,
        "euc": 0.199,
        "che": 0.807,
        "can": 0.147,
        "pcc": 0.191,
        "cos": 0.168,
        "mah": 0.178,
    }
    where_canberra_ran = gaps_to_best(scores.dropna(subset=["can"]))
    assert where_canberra_ran["n"]["man"] == 34
    assert where_canberra_ran["max_gap"][["man", "euc", "can"]].to_list() == pytest.approx(
        [0.132, 0.132, 0.147]
    )
    complete = compare(scores, decimals=3).gaps_complete
    assert complete["max_gap"][["man", "euc", "can"]].to_list() == pytest.approx([0.132, 0.132, 0.147])
