"""Rows and labels that the classifier takes as they are, or refuses in words."""

from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from frnn_core import FRNNClassifier

RNG = np.random.default_rng(3)
X = np.round(RNG.normal(size=(12, 2)), 2)
Y = np.arange(12) % 2


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
