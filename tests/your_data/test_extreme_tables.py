"""Tables at the edge of what can be compared: right, or refused in words."""

import numpy as np
import pandas as pd
import pytest
from boards import plain_board, plain_design
from waiting import LIMIT

from frnn_core import RELATIONS
from frnn_core.data import Dataset, partition
from frnn_core.errors import DataError
from frnn_core.relations.covariance import singular_reason
from frnn_core.your_data.cost import piece_costs
from frnn_core.your_data.worker import Run

RNG = np.random.default_rng(3)
X = np.round(RNG.normal(size=(12, 2)), 2)
Y = np.arange(12) % 2


def table(rows, labels):
    names = tuple(f"f{i}" for i in range(np.shape(rows)[1]))
    return Dataset("mine", np.asarray(rows, dtype=float), np.asarray(labels).astype(str), names)


def test_a_class_of_one_row_is_compared_on_every_fold():
    """Where its row is tested, the training part has one class, and what is never predicted is missed."""
    data = table(X, ["a"] * 11 + ["b"])
    keys = [key for key in RELATIONS if key not in ("nca", "lmnn")]
    board = plain_board(data, keys, folds=4)
    alone = next(fold for fold, (_, test) in enumerate(partition(data, n_splits=4)) if 11 in test)
    for key in keys:
        by_class = RELATIONS[key].check is not singular_reason
        learns = by_class and RELATIONS[key].family in ("fitted kernel", "learned")
        if learns:
            assert "all training rows are of one class" in board.reasons[key]
        else:
            assert board.scores.loc[alone, key] == 0.5


@pytest.mark.parametrize(
    ("rows", "labels", "words"),
    [
        (X, ["a"] * 12, "mine has rows of one class only"),
        (X[:2], ["a", "b"], "No class of mine has two rows"),
        (X[:6], ["a", "b"] * 3, "Ask for at most 3"),
        (np.sign(X) * 1.7e308, ["a", "b"] * 6, "Columns f0, f1: values too large to measure"),
        (
            np.where(np.arange(12)[:, None] == 4, 1e200, X * 1e-200),
            ["a", "b"] * 6,
            "values too large to measure",
        ),
    ],
)
def test_a_table_that_cannot_be_compared_is_refused(rows, labels, words):
    with pytest.raises(DataError, match=words):
        plain_board(table(rows, labels), ["man"], folds=4)


def test_a_refusal_of_the_worker_is_told_in_words():
    run = Run(table(np.sign(X) * 1.7e308, Y), plain_design(["man"], folds=3))
    told = run.wait(LIMIT)
    assert (told.state, told.message) == (
        "failed",
        "Columns f0, f1: values too large to measure. Rescale them.",
    )


def test_equal_rows_are_no_better_than_guessing():
    board = plain_board(
        table(np.ones((40, 2)), Y.tolist() * 3 + [0, 1, 0, 1]),
        ["man", "mah", "gauss", "cos"],
        beside=["majority"],
    )
    assert board.scores.drop(columns="mah").to_numpy() == pytest.approx(0.5)
    assert "f0 and f1 are constant" in board.reasons["mah"]
    assert "is not better than always guessing" in board.text()


def test_a_huge_k_asks_for_all_rows():
    data = table(np.tile(X, (3, 1)), np.arange(36) % 3)
    keys = [key for key in RELATIONS if key not in ("nca", "lmnn")]
    huge = plain_board(data, keys, k=10**9, folds=3).scores
    pd.testing.assert_frame_equal(huge, plain_board(data, keys, k=36, folds=3).scores)


def test_large_searches_go_by_blocks_to_the_same_scores(monkeypatch):
    data = table(RNG.normal(size=(90, 2)), np.arange(90) % 3)
    keys = ["man", "euc", "gauss", "class-mah", "gauss-grad"]
    whole = plain_board(data, keys, folds=3).scores
    monkeypatch.setattr("frnn_core.experiments.evaluate.MOST_SHARED", 50)
    monkeypatch.setattr("frnn_core.relations.gamma_loss.BLOCK_VALUES", 50)
    pd.testing.assert_frame_equal(plain_board(data, keys, folds=3).scores, whole)


def test_estimates_count_the_classes_and_the_inner_folds_of_combo():
    few, many = (table(np.zeros((2_000, 5)), np.arange(2_000) % classes) for classes in (2, 1_000))
    design = plain_design(["man", "can", "combo"], folds=2)
    costs = {data: piece_costs(data, design) for data in (few, many)}
    assert costs[many]["man"] > 10 * costs[few]["man"]
    for data in (few, many):
        assert costs[data]["combo"] > 5 * costs[data]["can"] >= 5 * costs[data]["man"]
