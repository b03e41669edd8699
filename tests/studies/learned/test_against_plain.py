"""A learned relation on all data sets: what the page opens on is what the results give."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import t as student
from scipy.stats import wilcoxon

from frnn_core import RELATIONS
from frnn_core.data import dataset_names
from frnn_core.experiments.score_table import score_table
from frnn_core.studies.learned import (
    METHODS,
    all_datasets,
    every_plan,
    fold_scores,
    has_link,
    overview,
    plan_of,
    summary,
)
from frnn_core.studies.learned.against_plain import state_of
from frnn_core.studies.learned.results import verdict_of


def told_of(method, k=3, link="squared", names=None):
    return overview(score_table(plan_of(method, k, link, names)), method)


@pytest.mark.parametrize(("method", "k"), [("nca", 3), ("combo", 7), ("lmnn", 5)])
def test_rows_are_mean_differences_with_the_corrected_interval(method, k):
    told = told_of(method, k)
    assert len(told.rows) == 40
    assert told.blank == ()
    assert told.rows["difference"].is_monotonic_decreasing
    for name in ("balance", "glass", "titanic"):
        folds, row = fold_scores(name, method, k), told.rows.loc[name]
        d = (folds[method] - folds["man"]).to_numpy()
        reach = student.ppf(0.975, 9) * np.sqrt((1 / 10 + 1 / 9) * d.var(ddof=1))
        assert row["difference"] == pytest.approx(d.mean(), abs=1e-12)
        assert (row["low"], row["high"]) == pytest.approx((d.mean() - reach, d.mean() + reach), abs=1e-9)
        assert row[method] == pytest.approx(folds[method].mean())
        assert row["man"] == pytest.approx(folds["man"].mean())
        assert (row["p"] < 0.05) == (row["low"] > 0 or row["high"] < 0)


def test_nca_is_ahead_on_12_level_on_13_and_behind_on_15():
    told = told_of("nca")
    assert told.counts == (12, 13, 15)
    gains = told.rows["difference"]
    assert told.counts == ((gains > 0.01).sum(), (gains.abs() <= 0.01).sum(), (gains < -0.01).sum())
    assert told.mean == pytest.approx(gains.mean())
    assert told.largest == "balance"
    assert told.mean_without_largest == pytest.approx(gains.drop("balance").mean())
    assert told.pair.p == pytest.approx(wilcoxon(gains[gains != 0], method="exact").pvalue)


def test_a_difference_of_just_a_hundredth_is_level():
    assert [state_of(d) for d in (0.01, 0.01 + 1e-14, 0.0101, -0.01, -0.0101, 0.0)] == [
        "level",
        "level",
        "ahead",
        "level",
        "behind",
        "level",
    ]


def test_equal_folds_have_no_interval_and_no_difference():
    none = verdict_of(np.zeros(10))
    assert (none.difference, none.low, none.high, none.p) == (0, 0, 0, 1)
    same = verdict_of(np.full(10, 0.1))
    assert (same.low, same.high, same.p) == pytest.approx((0.1, 0.1, 0))


def test_data_sets_without_a_score_are_left_out_and_named():
    table = score_table(plan_of("nca", 3, names=("wine", "balance", "glass")))
    values = table.values.copy()
    values[1, 1, 0, 4] = np.nan  # a fold of balance
    told = overview(replace(table, values=values), "nca")
    assert set(told.rows.index) == {"wine", "glass"}
    assert told.blank == ("balance",)
    gone = overview(replace(table, values=np.full_like(values, np.nan)), "nca")
    assert gone.rows.empty
    assert gone.counts == (0, 0, 0)


def test_every_relation_that_learns_more_than_a_width_is_a_method():
    assert METHODS[:4] == ("nca", "lmnn", "dmlmj", "combo")
    expected = {key for key, spec in RELATIONS.items() if spec.learns and spec.family != "fitted kernel"}
    assert set(METHODS) == expected
    assert [key for key in METHODS if has_link(key)] == ["dmlmj"]


def test_a_row_for_each_relation_in_the_summary():
    table = all_datasets(3)
    found = summary(table)
    assert list(found.index) == list(METHODS)
    for method in ("nca", "dmlmj", "combo"):
        told, row = told_of(method), found.loc[method]
        assert (row["ahead"], row["level"], row["behind"]) == told.counts
        assert row["n"] == 40
        assert row["difference"] == pytest.approx(told.mean, abs=1e-12)
        assert row["p"] == pytest.approx(told.pair.p)
        assert row["seconds"] == pytest.approx(table[f"{method} seconds"].median())


def test_unknown_results_are_blank_not_zero():
    found = summary(all_datasets(3).assign(nca=np.nan))
    assert found.loc["nca", "n"] == 0
    assert np.isnan(found.loc["nca", "difference"])
    assert np.isnan(found.loc["nca", "p"])
    assert len(every_plan(3).settings) == len(METHODS)  # Manhattan for COMBO, whose scores follow
    assert every_plan(3).datasets == dataset_names()
