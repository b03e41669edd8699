"""What FRNN chose for itself: shares and regret against a plain evaluation of the shipped results."""

from collections import Counter

import numpy as np
import pytest

from frnn_core.experiments.baselines.results import chosen, fold_results
from frnn_core.experiments.plan import Plan, Setting
from frnn_core.experiments.score_table import score_table
from frnn_core.studies.learned import WAYS, tuned_choices
from frnn_core.studies.learned.tuned_choices import HINDSIGHT_KS, hindsight_plan
from frnn_core.tuning import CANDIDATES


def fold_scores(name, relation, k):
    setting = Setting.of(relation)
    return score_table(Plan((name,), (setting,), (k,))).folds(name, setting)["score"].to_numpy()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["auto", "cleve"])
def test_shares_and_regret_are_those_of_the_folds(way, name):
    told = tuned_choices(way)
    by_relation, by_setting = Counter(), Counter()
    for fold in chosen(name, way):
        assert sum(fold["shares"]) == pytest.approx(1, abs=1e-2)
        for label, share in zip(fold["chosen"], fold["shares"], strict=True):
            by_relation[label.split()[0]] += share / 10
            by_setting[label] += share
    assert told.shares.loc[name].to_dict() == pytest.approx({key: by_relation[key] for key in told.shares})
    assert by_setting[told.rows.loc[name, "chosen"]] == pytest.approx(max(by_setting.values()))
    own = np.array([result.scores["balanced_accuracy"] for result in fold_results(name, way)])
    relations = {candidate.relation for candidate in CANDIDATES}
    tested = {(r, k): fold_scores(name, r, k) for r in relations for k in HINDSIGHT_KS}
    best = np.nanmax(list(tested.values()), axis=0)
    row = told.rows.loc[name]
    assert row["score"] == pytest.approx(own.mean())
    assert row["regret"] == pytest.approx((best - own).mean())
    assert row["man"] == pytest.approx(tested["man", 3].mean())
    assert row["man regret"] == pytest.approx((best - tested["man", 3]).mean())
    assert row["best score"] == pytest.approx(max(scores.mean() for scores in tested.values()))
    relation, k = row["best"].split(" k=")
    assert tested[relation, int(k)].mean() == pytest.approx(row["best score"])


def test_every_share_is_of_a_whole_and_the_largest_come_first():
    for way in WAYS:
        told = tuned_choices(way)
        np.testing.assert_allclose(told.shares.sum(axis=1), 1, atol=1e-2)
        assert list(told.overall) == sorted(told.overall, reverse=True)
        assert {*told.rows.index, *told.missing} == set(hindsight_plan().datasets)
        assert list(told.rows.index) == list(told.shares.index)


def test_hindsight_is_complete():
    assert score_table(hindsight_plan()).complete
