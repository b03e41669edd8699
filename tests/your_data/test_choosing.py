"""Settings are chosen on the training rows alone; what is told of rows and classes is what was decided."""

import json
import subprocess
import sys
import time

import numpy as np
import pandas as pd
import pytest
from boards import plain_board
from sklearn.metrics import balanced_accuracy_score, confusion_matrix, recall_score

from frnn_core import RELATIONS, FRNNClassifier, load_dataset, partition
from frnn_core.data import Dataset
from frnn_core.engine.folds import stratified_folds
from frnn_core.experiments.baselines.registry import seed_of
from frnn_core.experiments.evaluate import Fold
from frnn_core.your_data import Leaderboard, leaderboard
from frnn_core.your_data.advice import finding
from frnn_core.your_data.choosing import GAMMAS, KS, LEARNED_FROM, choose, tried
from frnn_core.your_data.fold_scores import ALL_ROWS, Design, fold_scores
from frnn_core.your_data.mistakes import always_wrong, confusions, decisions, recalls

TUNED = {"beside": [], "repeats": 1, "folds": 4}


def rings(rows=120, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(rows, 3)) * [1, 1, 40]
    y = (np.hypot(X[:, 0], X[:, 1]) > 1.2).astype(int) + (rng.random(rows) < 0.1)
    return Dataset("rings", X, y.astype(str), ("a", "b", "c"))


def by_hand(data, train, members, seed):
    """Judge every setting by FRNNClassifier in the same inner folds; the first of the best."""
    X, y = data.X[train], data.y[train]
    codes = np.unique(y, return_inverse=True)[1]
    best = (-1.0, None)
    for member in members:
        answers = np.empty(len(y), dtype=y.dtype)
        for test in stratified_folds(codes, 4, seed):
            rest = np.setdiff1d(np.arange(len(y)), test)
            answers[test] = FRNNClassifier(**member.settings).fit(X[rest], y[rest]).predict(X[test])
        score = balanced_accuracy_score(y, answers)
        if score > best[0] + 1e-12:
            best = (score, member)
    return best


@pytest.mark.parametrize("key", ["man", "cos", "gauss", "mah"])
def test_the_setting_is_the_first_of_the_best_in_inner_folds_and_decides_as_the_classifier(key):
    data = rings()
    design = Design.of([key], **TUNED)
    folds = partition(data, n_splits=4, seed=0)
    train, test = next(iter(folds))
    fold = Fold.of(data, folds, 0, design.conditions)
    score, member = by_hand(data, train, tried(key), seed_of(fold))
    chosen = choose(fold.train, tried(key), seed_of(fold))
    assert chosen.member == member
    assert chosen.inner == pytest.approx(score)
    model = FRNNClassifier(**member.settings).fit(data.X[train], data.y[train])
    expected = balanced_accuracy_score(data.y[test], model.predict(data.X[test]))
    told = next(fold_scores(data, design))
    assert told.score == pytest.approx(expected)
    assert json.loads(told.found) == member.settings


def test_the_test_rows_have_no_say_in_what_is_chosen():
    data = rings()
    design = Design.of(["man", "gauss"], **TUNED)
    test = partition(data, n_splits=4, seed=0).test_rows[0]
    changed = data.X.copy()
    changed[test] = np.random.default_rng(9).normal(size=changed[test].shape)
    other = Dataset("rings", changed, data.y, data.feature_names, folds=partition(data, n_splits=4).test_rows)
    same = Dataset("rings", data.X, data.y, data.feature_names, folds=other.folds)
    found = []
    for table in (same, other):
        fold = Fold.of(table, partition(table), 0, design.conditions)
        found.append([choose(fold.train, tried(key), 7).member for key in design.relations])
    assert found[0] == found[1]


def test_the_settings_to_use_are_chosen_on_all_rows_in_the_same_way():
    data = rings()
    board = leaderboard(data, ["man", "gauss"], **TUNED)
    fold = Fold.of(data, partition(data, n_splits=4, seed=0), ALL_ROWS, board.design.conditions)
    assert len(fold.train.X) == len(data.X)
    for key in ("man", "gauss"):
        chosen = choose(fold.train, tried(key), seed_of(fold))
        assert board.settings(key) == chosen.member.settings
    settings = board.settings("gauss")
    assert settings["gamma"] in GAMMAS
    assert f"k = {settings['k']}, γ = {settings['gamma']:g}" in board.frame().loc["gauss", "settings"]
    FRNNClassifier(**settings).fit(data.X, data.y)


def test_every_relation_has_settings_of_which_the_first_is_the_usual_one():
    for key, spec in RELATIONS.items():
        first, *others = tried(key)
        assert (first.relation, first.k, first.weights, first.normalise) == (key, 3, "linear", "centred")
        assert bool(others) == (spec.family != "combo")
        if not spec.learns and spec.family != "mahalanobis":
            assert {member.k for member in others} == set(KS)
            assert {member.normalise for member in others} == {"centred", "standard-deviation"}
    assert {dict(member.params).get("max_rows") for member in tried("nca")} == {LEARNED_FROM}
    assert all("max_rows" not in dict(member.params) for member in tried("lmnn"))


# repetitions


def test_small_tables_are_dealt_three_times_by_other_seeds():
    data = rings(120)
    design = Design.of(["man"], k=3, beside=[], folds=4, seed=5)
    deals = design.deals(data)
    assert (len(deals), deals.per_deal, len(deals.partitions)) == (12, 4, 3)
    for folds, seed in zip(deals.partitions, (5, 6, 7), strict=True):
        assert folds.sha256 == partition(data, "stratified", 4, seed).sha256
    board = Leaderboard.of(fold_scores(data, design), design, deals)
    one = plain_board(data, ["man"], folds=4, seed=6)
    np.testing.assert_array_equal(board.scores.loc[1, "man"], one.scores["man"])
    assert board.scores.index.names == ["deal", "fold"]
    assert len(Design.of(["man"], folds=4).deals(rings(300))) == 4
    assert len(Design.of(["man"], folds=4, repeats=2).deals(rings(300))) == 8
    assert len(Design.of(["man"]).deals(load_dataset("heart")).partitions) == 1


def test_intervals_of_repeated_folds_allow_for_shared_rows():
    data = rings(120)
    board = leaderboard(data, ["man", "cos"], k=3, beside=[], folds=4)
    scores = board.scores["man"]
    error = np.sqrt((1 / 12 + (1 / 4) / (3 / 4)) * scores.var())
    assert board.frame().loc["man", "low"] == pytest.approx(scores.mean() - 2.2009851600916384 * error)


# mistakes


def test_confusions_and_recalls_are_those_of_scikit_learn():
    data = rings(150)
    board = leaderboard(data, ["man", "euc"], k=3, folds=5, beside=["majority"], repeats=1)
    truth = data.codes
    for key in ("man", "euc", "majority"):
        rows, decided = decisions(board, key)
        assert sorted(rows) == list(range(150))
        expected = confusion_matrix(truth[rows], decided, labels=range(len(data.class_names)))
        np.testing.assert_array_equal(confusions(board, key), expected)
        np.testing.assert_allclose(
            recalls(board).loc[key], recall_score(truth[rows], decided, average=None, zero_division=0)
        )
    wrong = {
        key: set(rows[decided != truth[rows]])
        for key, (rows, decided) in ((key, decisions(board, key)) for key in ("man", "euc"))
    }
    assert set(always_wrong(board)["row"] - 1) == wrong["man"] & wrong["euc"]


def test_confusions_of_several_deals_are_their_mean():
    board = leaderboard(rings(120), ["man"], k=3, folds=4, beside=[])
    assert len(board.deals.partitions) == 3
    assert confusions(board, "man").to_numpy().sum() == pytest.approx(120)
    model = board.pieces[0, "man"].decided
    assert len(model) == len(board.deals.test_rows(0))


# clocks


def test_the_same_table_gives_the_same_words_whatever_the_clocks_say(monkeypatch):
    data = rings(100)
    first = leaderboard(data, ["man", "cos", "gauss"], folds=3, repeats=1, beside=["logistic", "majority"])
    ticks = iter(np.random.default_rng(0).exponential(100, 100_000).cumsum())
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(ticks)))
    monkeypatch.setattr(time, "process_time", lambda: float(next(ticks)))
    again = leaderboard(data, ["man", "cos", "gauss"], folds=3, repeats=1, beside=["logistic", "majority"])
    assert not first.seconds.equals(again.seconds)
    assert finding(first) == finding(again)
    shown = [board.frame().drop(columns="seconds") for board in (first, again)]
    pd.testing.assert_frame_equal(*shown)


@pytest.mark.slow
def test_a_busy_machine_changes_no_word():
    code = "while True: pass"
    quiet = leaderboard(rings(100), ["man", "cos", "gauss"], folds=3, repeats=1, beside=["logistic"])
    busy = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(3)]
    try:
        loud = leaderboard(rings(100), ["man", "cos", "gauss"], folds=3, repeats=1, beside=["logistic"])
    finally:
        for process in busy:
            process.kill()
            process.wait()
    assert finding(quiet) == finding(loud)
    assert quiet.recommendation() == loud.recommendation()
