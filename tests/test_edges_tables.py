"""Arrays, labels and tables at the edge: right or refused in words, from classifier to command line."""

from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from waiting import LIMIT

from frnn_core import RELATIONS, FRNNClassifier, __main__, read_dataset
from frnn_core.data import Dataset, partition
from frnn_core.errors import DataError
from frnn_core.model import Model
from frnn_core.stats import compare, compare_folds
from frnn_core.stats.score_frame import StatisticsError
from frnn_core.your_data import leaderboard
from frnn_core.your_data.cost import piece_costs
from frnn_core.your_data.fold_scores import Design
from frnn_core.your_data.worker import Run

RNG = np.random.default_rng(3)
X = np.round(RNG.normal(size=(12, 2)), 2)
Y = np.arange(12) % 2


def table(rows, labels):
    names = tuple(f"f{i}" for i in range(np.shape(rows)[1]))
    return Dataset("mine", np.asarray(rows, dtype=float), np.asarray(labels).astype(str), names)


# what is no number, or not quite


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (np.array([[10**400, 1]] * 12, dtype=object), "numbers beyond float64"),
        ([[10**400, 1]] * 12, "numbers beyond float64"),
        (np.array([[Decimal("1e400"), 1]] * 12, dtype=object), "12 × infinity in Column 1"),
        (np.full((12, 2), np.longdouble("1e400")), "24 × infinity"),
        (np.ma.masked_array(X, X > 1), "masked values"),
        (np.arange(24).reshape(12, 2) + 2**53, "Column 2: whole numbers beyond 2\\*\\*53"),
        (
            pd.DataFrame({"a": np.arange(12), "id": 2**63 - 1 - np.arange(12)}),
            "Column id: whole numbers beyond",
        ),
        ([[i, 2**63 + i] for i in range(12)], "Column 2: whole numbers beyond"),
        (np.empty((0, 2)), "0 sample"),
        (np.empty((12, 0)), "0 feature"),
        (X[:, 0], "Expected 2D array"),
        (X + 1j, "Complex data not supported"),
    ],
)
def test_rows_that_cannot_be_taken_as_they_are_name_the_cause(rows, words):
    with pytest.raises(ValueError, match=words):
        FRNNClassifier().fit(rows, Y)


def test_a_sparse_matrix_is_refused_with_the_cure():
    with pytest.raises(TypeError, match=r"dense data is required. Use '.toarray\(\)'"):
        FRNNClassifier().fit(sparse.csr_array(X), Y)


def test_large_whole_numbers_whose_differences_survive_are_taken():
    rows = np.array([[2**60 + i * 2**40, 2**60 + 1] for i in range(12)])
    plain = np.array([[i, 0.0] for i in range(12)])
    for key in ("man", "cos", "can"):
        found = FRNNClassifier(key, k=2).fit(rows, Y).predict_proba(rows)
        expected = FRNNClassifier(key, k=2).fit(plain, Y).predict_proba(plain)
        np.testing.assert_allclose(found, expected, atol=1e-8)


def test_decimals_are_numbers():
    exact = np.array([[Decimal(str(value)) for value in row] for row in X], dtype=object)
    expected = FRNNClassifier().fit(X, Y).predict_proba(X)
    np.testing.assert_array_equal(FRNNClassifier().fit(exact, Y).predict_proba(exact), expected)


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        ([1, "1"] * 6, "y mixes text with other classes"),
        (np.array([1, "a"] * 6, dtype=object), "objects of the kind int and str. Turn the classes into text"),
        (np.array([2**70, 2**70 + 1] * 6, dtype=object), "objects of the kind int"),
        ([-1, 2**63, 2**63 + 1] * 4, "numbers too large to be told apart"),
        ([0.0, 2**53, 2**53 + 1] * 4, "numbers too large to be told apart"),
        (np.where(Y, np.inf, 1.0), "numbers too large to be told apart"),
        ([None, "a"] * 6, "6 missing of 12"),
        (Y + 0.5, "Unknown label type: continuous"),
    ],
)
def test_labels_that_would_be_confused_name_the_cause(labels, words):
    with pytest.raises(ValueError, match=words):
        FRNNClassifier().fit(X, labels)


@pytest.mark.parametrize(
    "labels", [Y.astype(bool), Y.astype(float), [2**53, 2**53 + 1] * 6, ["9" * 5_000, "1"] * 6]
)
def test_labels_that_can_be_told_apart_come_back_as_they_were(labels):
    assert list(FRNNClassifier(k=1).fit(X, labels).predict(X)) == list(labels)


# tables


def test_a_class_of_one_row_is_compared_on_every_fold():
    """Where its row is tested, the training part has one class, and what is never predicted is missed."""
    data = table(X, ["a"] * 11 + ["b"])
    keys = [key for key in RELATIONS if key not in ("nca", "lmnn")]
    board = leaderboard(data, keys, folds=4)
    alone = next(fold for fold, (_, test) in enumerate(partition(data, n_splits=4)) if 11 in test)
    for key in keys:
        learns = RELATIONS[key].family in ("fitted kernel", "learned")
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
        leaderboard(table(rows, labels), ["man"], folds=4)


def test_a_range_beyond_float64_is_refused_by_the_model_too():
    with pytest.raises(DataError, match="values too large to measure"):
        Model.of(table(np.sign(X) * 1.7e308, Y), "man")


def test_a_refusal_of_the_worker_is_told_in_words():
    run = Run(table(np.sign(X) * 1.7e308, Y), Design.of(["man"], folds=3))
    told = run.wait(LIMIT)
    assert (told.state, told.message) == (
        "failed",
        "Columns f0, f1: values too large to measure. Rescale them.",
    )


def test_equal_rows_are_no_better_than_guessing():
    board = leaderboard(
        table(np.ones((40, 2)), Y.tolist() * 3 + [0, 1, 0, 1]), ["man", "mah", "gauss", "cos"]
    )
    assert board.scores.drop(columns="mah").to_numpy() == pytest.approx(0.5)
    assert "f0 and f1 are constant" in board.reasons["mah"]
    assert "is no better than guessing" in board.text()


def test_a_huge_k_asks_for_all_rows():
    data = table(np.tile(X, (3, 1)), np.arange(36) % 3)
    keys = [key for key in RELATIONS if key not in ("nca", "lmnn")]
    huge = leaderboard(data, keys, k=10**9, folds=3).scores
    pd.testing.assert_frame_equal(huge, leaderboard(data, keys, k=36, folds=3).scores)


def test_large_searches_go_by_blocks_to_the_same_scores(monkeypatch):
    data = table(RNG.normal(size=(90, 2)), np.arange(90) % 3)
    keys = ["man", "euc", "gauss", "class-mah", "gauss-grad"]
    whole = leaderboard(data, keys, folds=3).scores
    monkeypatch.setattr("frnn_core.experiments.evaluate.MOST_SHARED", 50)
    monkeypatch.setattr("frnn_core.relations.gamma_loss.BLOCK_VALUES", 50)
    pd.testing.assert_frame_equal(leaderboard(data, keys, folds=3).scores, whole)


def test_estimates_count_the_classes_and_the_inner_folds_of_combo():
    few, many = (table(np.zeros((2_000, 5)), np.arange(2_000) % classes) for classes in (2, 1_000))
    design = Design.of(["man", "can", "combo"], folds=2)
    costs = {data: piece_costs(data, design) for data in (few, many)}
    assert costs[many]["man"] > 10 * costs[few]["man"]
    for data in (few, many):
        assert costs[data]["combo"] > 5 * costs[data]["can"] >= 5 * costs[data]["man"]


@pytest.mark.parametrize("scale", [1e300, 1e101, 1e-7, 1e-300])
@pytest.mark.parametrize("test", [compare, compare_folds])
def test_scores_that_twelve_decimals_cannot_hold_are_refused(test, scale):
    scores = pd.DataFrame(scale * np.linspace(0.1, 1, 24).reshape(8, 3), list("stuvwxyz"), list("abc"))
    with pytest.raises(StatisticsError, match=r"The largest score is .* rescale them"):
        test(scores)


# files


def lines(cells):
    return "\n".join(
        ["a,b,class", *(f"{cell},{i % 4},{'uv'[i % 2]}" for i, cell in enumerate(cells))]
    ).encode()


def test_numbers_that_rounding_blurs_are_noted():
    data = read_dataset(lines(2**53 + i for i in range(30)), name="x.csv")
    assert any(
        "rounding blurs their differences, in: a. Subtract the smallest" in note for note in data.notes
    )
    spread = read_dataset(lines(2**53 + i * 2**40 for i in range(30)), name="x.csv")
    assert not any("blurs" in note for note in spread.notes)


def test_the_median_of_the_largest_numbers_is_a_number():
    data = read_dataset(lines(["1.7e308", "1.6e308", ""] * 10), name="x.csv", missing="median")
    assert data.X[2, 0] == pytest.approx(1.65e308)
    assert np.isfinite(data.X).all()


@pytest.mark.parametrize("cells", [["1.7e308", "-1.7e308", "3"], ["1e-200", "2e-200", "1e200"]])
def test_the_command_refuses_what_cannot_be_measured(tmp_path, capsys, cells):
    (tmp_path / "x.csv").write_bytes(lines(cells * 10 if "3" in cells else cells[:2] * 14 + cells[2:]))
    assert __main__.main(["leaderboard", str(tmp_path / "x.csv"), "--folds", "3"]) == 2
    assert "Column a: values too large to measure" in capsys.readouterr().err
