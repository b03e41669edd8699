"""The leaderboard: its numbers against the definition."""

import numpy as np
import pandas as pd
import pytest
from boards import plain_board, plain_design
from made_up import own_table
from sklearn.metrics import balanced_accuracy_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import MinMaxScaler

from frnn_core import FRNNClassifier, load_dataset
from frnn_core.data import partition
from frnn_core.errors import DataError, FRNNError, ParameterError
from frnn_core.experiments.baselines.nearest import nearest_votes
from frnn_core.experiments.baselines.results import fold_results
from frnn_core.stats import compare_folds
from frnn_core.your_data.advice import finding


def test_the_scores_are_those_of_the_classifier_on_the_same_folds():
    data = own_table()
    keys = ["man", "euc", "class-mah", "gauss", "gauss-grad"]
    board = plain_board(data, keys, k=2, gamma=0.5, folds=5, seed=3, beside=["knn", "majority"])
    folds = partition(data, n_splits=5, seed=3)
    for fold, (train, test) in enumerate(folds):
        for key in keys[:-1]:
            model = FRNNClassifier(key, k=2, gamma=0.5).fit(data.X[train], data.y[train])
            expected = balanced_accuracy_score(data.y[test], model.predict(data.X[test]))
            assert board.scores.loc[fold, key] == pytest.approx(expected, abs=1e-12)
        scale = MinMaxScaler().fit(data.X[train])
        near = KNeighborsClassifier(2).fit(scale.transform(data.X[train]), data.y[train])
        expected = balanced_accuracy_score(data.y[test], near.predict(scale.transform(data.X[test])))
        assert board.baselines.loc[fold, "knn"] == pytest.approx(expected, abs=1e-12)
        assert board.baselines.loc[fold, "majority"] == pytest.approx(1 / len(set(data.y[test])))
    assert board.complete
    assert board.folds_label == folds.label
    assert board.scores["gauss-grad"].between(0, 1).all()


def test_folds_of_the_files_are_used():
    rows = np.random.default_rng(1).permutation(90)
    data = own_table(folds=tuple(np.sort(part) for part in np.split(rows, 3)))
    board = plain_board(data, ["man"], folds=10)
    assert board.n_folds == 3
    assert "came with the data" in board.folds_label


def test_the_table_has_the_tests_and_intervals_of_compare_folds():
    board = plain_board(load_dataset("balance"), ["man", "cos", "class-mah"], beside=["knn", "majority"])
    table = board.frame()
    assert list(table.index) == [*board.scores.mean().sort_values(ascending=False).index, "knn", "majority"]
    best = table.index[0]
    pairs = compare_folds(board.scores, reference=best).pairs.set_index("second")
    for key in table.index[1:3]:
        assert table.loc[key, "difference"] == pytest.approx(-pairs.loc[key, "difference"])
        assert table.loc[key, "difference_low"] == pytest.approx(-pairs.loc[key, "high"])
        assert table.loc[key, "p_adjusted"] == pairs.loc[key, "p_adjusted"]
        assert table.loc[key, "equivalent"] == pairs.loc[key, "rope"]
    scores = board.scores["man"]
    error = np.sqrt((1 / 10 + 1 / 9) * scores.var())
    assert table.loc["man", "low"] == pytest.approx(scores.mean() - 2.2621571627 * error)
    others = pd.concat([board.scores[[best]], board.baselines], axis=1)
    pairs = compare_folds(others, reference=best).pairs.set_index(["first", "second"])
    for key in ("knn", "majority"):
        sign, place = (-1, (best, key)) if (best, key) in pairs.index else (1, (key, best))
        assert table.loc[key, "difference"] == pytest.approx(sign * pairs.loc[place, "difference"])
        assert table.loc[key, "difference"] == pytest.approx(others[key].mean() - others[best].mean())
        assert table.loc[key, "p_adjusted"] == pairs.loc[place, "p_adjusted"]


def test_an_undefined_relation_is_a_blank_with_its_reason():
    board = plain_board(own_table(constant=True), ["man", "mah"], folds=4)
    table = board.frame()
    assert np.isnan(table.loc["mah", "mean"])
    assert table.loc["mah", "folds"] == 0
    assert table.loc["mah", "undefined"] == "**x** is constant, so the covariance has no inverse."
    assert finding(board) == "Use Manhattan: no other relation has a score to compare it with."
    assert "Mahalanobis is undefined" in board.text()
    alone = plain_board(own_table(constant=True), ["mah"], folds=4)
    assert alone.recommendation() is None
    assert "None of the chosen relations" in finding(alone)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"relations": []}, "No relation is chosen"),
        ({"relations": ["mann"]}, "mann"),
        ({"k": 0}, "k must be a whole number"),
        ({"folds": 1}, "folds must be a whole number from 2"),
        ({"gamma": -1.0}, "gamma must be a finite number above 0"),
        ({"seed": -1}, "seed must be"),
    ],
)
def test_a_wrong_design_is_refused(options, words):
    with pytest.raises(FRNNError, match=words):
        plain_board(own_table(), **options)


def test_too_many_folds_are_refused_with_the_cure():
    with pytest.raises(DataError, match="Ask for"):
        plain_board(own_table(12), ["man"], folds=11)
    with pytest.raises(ParameterError):
        plain_design(["man"], k=1.5)


@pytest.mark.parametrize("name", ["wine", "heart", "bupa"])
@pytest.mark.parametrize("k", [1, 4])
def test_the_baselines_are_those_that_are_shipped(name, k):
    board = plain_board(load_dataset(name), ["man"], k=k, beside=["knn", "majority"])
    assert list(board.baselines) == ["knn", "majority"]
    for baseline in board.baselines:
        shipped = [result.scores["balanced_accuracy"] for result in fold_results(name, baseline, k)]
        np.testing.assert_allclose(board.baselines[baseline], shipped, atol=1e-12)


def test_a_baseline_of_more_neighbours_than_rows_takes_them_all():
    rows, codes = np.arange(5.0)[:, None], np.array([2, 0, 2, 0, 1])
    assert nearest_votes(rows, codes, np.array([[0.0], [4.0]]), (1, 2, 5, 9)).tolist() == [
        [2, 0, 0, 0],
        [1, 0, 0, 0],
    ]
