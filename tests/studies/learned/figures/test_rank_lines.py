"""Accuracy over rank: means from a store, full rank where features are few, and the words."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import balanced_accuracy_score

from frnn_core import FRNNClassifier, load_dataset, partition
from frnn_core.data import dataset_names
from frnn_core.experiments.plan import Setting
from frnn_core.experiments.presets import ranks
from frnn_core.experiments.runner import run
from frnn_core.experiments.score_table import score_table
from frnn_core.experiments.store import Store
from frnn_core.figures import Look
from frnn_core.studies.learned.figures.rank_lines import rank_lines, rank_lines_text
from frnn_core.studies.learned.ranks import (
    EVERY,
    RANKED,
    RANKS,
    RankScores,
    limits_text,
    mean_rank_scores,
    rank_plans,
    rank_scores,
    ranks_below,
)

NAMES = {"nca": "NCA", "dmlmj": "DMLMJ", "lmnn": "LMNN", "man": "Manhattan"}
MADE = RankScores(
    pd.DataFrame(
        {"nca": [0.6, 0.8, 0.82, 0.81], "lmnn": [np.nan] * 3 + [0.7], "dmlmj": [0.5, 0.6, 0.7, 0.75]},
        index=[1, 2, 3, EVERY],
    ),
    0.72,
    ("iris",),
)


def made(names, blank=()):
    """Tables with scores of their own: rank / 100, the features of the data set for the full rank."""
    found = []
    for plan in rank_plans(names, 3):
        table = score_table(plan)
        values = np.full(table.values.shape, 0.5)
        for i, name in enumerate(plan.datasets):
            for j, setting in enumerate(plan.settings):
                rank = dict(setting.params).get("n_components") or load_dataset(name).X.shape[1]
                values[i, j] = np.nan if (name, setting.relation) in blank else rank / 100
        found.append(replace(table, values=values))
    return found


def test_plans_hold_the_ranks_below_the_number_of_features():
    assert RANKED == ("nca", "lmnn", "dmlmj")
    assert (ranks_below(4), ranks_below(13), ranks_below(1)) == ((1, 2, 3), RANKS, ())
    small, large = rank_plans(("wine", "balance"), 5, methods=("nca",))
    assert (small.datasets, large.datasets, small.ks) == (("balance",), ("wine",), (5,))
    assert small.settings == (
        Setting.of("man"),
        *(Setting.of("nca", {"n_components": rank, "max_rows": 1_000}) for rank in (1, 2, 3, None)),
    )


def test_the_plans_ask_for_what_the_preset_computes():
    shipped = {(name, setting) for plan in ranks() for name in plan.datasets for setting in plan.settings}
    asked = {
        (name, setting)
        for plan in rank_plans(dataset_names(), 3)
        for name in plan.datasets
        for setting in plan.settings
        if setting.relation != "man"
    }
    assert asked == shipped


def test_the_limits_are_told():
    assert (
        limits_text(NAMES)
        == "NCA from at most 1,000 rows and LMNN from at most 1,000 rows in at most 100 steps"
    )


def test_scores_are_those_of_the_classifier(tmp_path):
    store = Store(tmp_path / "results.sqlite")
    (plan,) = rank_plans(("wine",), 3, methods=("dmlmj",))  # it takes no steps
    run(plan, store)
    told = rank_scores(score_table(rank_plans(("wine",), 3)[0], store=store))
    data = load_dataset("wine")
    by_fold = [
        balanced_accuracy_score(
            data.y[test],
            FRNNClassifier("dmlmj", k=3, relation_params={"n_components": 2})
            .fit(data.X[train], data.y[train])
            .predict(data.X[test]),
        )
        for train, test in partition(data)
    ]
    assert told.values.loc[2, "dmlmj"] == pytest.approx(np.mean(by_fold))
    assert list(told.values.index) == [*RANKS, EVERY]


def test_what_is_not_known_is_blank_and_the_rest_is_told():
    (table,) = made(("balance",), blank={("balance", "lmnn")})
    told = rank_scores(table)
    assert list(told.values.index) == [1, 2, 3, EVERY]
    np.testing.assert_allclose(told.values["nca"], [0.01, 0.02, 0.03, 0.04])
    assert told.values["lmnn"].isna().all()
    assert told.missing == ("balance",)


def test_the_mean_is_over_data_sets_with_every_rank_and_few_features_stay_whole():
    blank = {("heart", "nca"), ("heart", "dmlmj"), *((n, "lmnn") for n in ("balance", "wine", "heart"))}
    told = mean_rank_scores(made(("balance", "wine", "heart"), blank), "nca")
    assert (told.names, told.missing) == (("balance", "wine"), ("heart",))
    np.testing.assert_allclose(
        told.values["nca"], [0.01, 0.02, 0.03, 0.045, 0.07, 0.085]
    )  # 4 and 13 features
    np.testing.assert_allclose(told.values["dmlmj"], told.values["nca"])
    assert told.values["lmnn"].isna().all()


def test_the_method_on_screen_says_over_which_data_sets_the_mean_is():
    tables = made(("balance", "wine", "heart"), {("heart", "nca"), ("wine", "lmnn"), ("heart", "lmnn")})
    told = mean_rank_scores(tables, "dmlmj")
    assert told.names == ("balance", "wine", "heart")
    assert told.values[["nca", "lmnn"]].isna().to_numpy().all()
    few = mean_rank_scores(tables, "lmnn")
    assert few.names == ("balance",)
    assert few.values.notna().to_numpy().all()


def test_nothing_known_is_no_mean():
    told = mean_rank_scores(made(("wine",), {("wine", key) for key in RANKED}), "lmnn")
    assert told.names == ()
    assert told.values.isna().to_numpy().all()


def test_lines_have_the_scores_and_names_at_the_right():
    figure = rank_lines(MADE, "nca", title="iris by rank", look=Look(names=NAMES))
    lines = {drawn.meta: drawn for drawn in figure.data if drawn.meta}
    np.testing.assert_allclose(lines["nca"].y, MADE.values["nca"])
    assert lines["nca"].line.width > lines["dmlmj"].line.width
    assert lines["nca"].line.dash != lines["dmlmj"].line.dash
    assert list(figure.layout.xaxis.ticktext) == ["1", "2", "3", "all"]
    assert set(figure.layout.yaxis2.ticktext) == {"<b>NCA</b>", "LMNN", "DMLMJ", "Manhattan"}
    assert figure.layout.shapes[0].y0 == 0.72
    assert "2 dimensions" in lines["nca"].hovertemplate[1]
    assert figure.data[-2].meta == "nca"  # on top of the others


def test_the_words_name_the_best_rank_and_how_few_are_enough():
    assert rank_lines_text(MADE, "nca", NAMES) == (
        "In hindsight NCA is best with 3 dimensions (.820); 2 dimensions are enough to come within .01 of "
        "the full rank's .810. The best is +.100 beside Manhattan's .720."
    )
    assert "best with all dimensions (.750); no lower rank comes within" in rank_lines_text(MADE, "dmlmj")
    assert rank_lines_text(MADE, "lmnn", NAMES) == "LMNN is not computed for every rank yet."
