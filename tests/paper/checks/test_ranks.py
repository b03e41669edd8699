"""Checks of ranks and of the tests on them react to the numbers."""

import pandas as pd
import pytest

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
from frnn_core.paper.verdicts import VERDICTS

HOLDS, NOT, OPEN = VERDICTS


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
