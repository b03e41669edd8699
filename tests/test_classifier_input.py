"""Rows and labels that the classifier takes as they are, or refuses in words."""

from datetime import date
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from frnn_core import RELATIONS, FRNNClassifier
from frnn_core.errors import DataError, ParameterError

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


# what is no number, by kind

DAYS = pd.date_range("2020-01-01", periods=12)
RECORDS = np.array([tuple(row) for row in X], dtype=[("a", float), ("b", float)])


def beside(column):
    return pd.DataFrame({"a": X[:, 0], "d": column})


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (beside(DAYS), "Column d is not numeric.*dates as days since the first"),
        (beside(DAYS.tz_localize("UTC")), "Column d is not numeric"),
        (beside(DAYS - DAYS[0]), "Column d is not numeric"),
        (beside(DAYS.to_period("D")), "Column d is not numeric"),
        (beside(pd.interval_range(0, 12)), "Column d is not numeric"),
        (beside(pd.Series(DAYS.to_pydatetime(), dtype=object)), "Column d is not numeric"),
        (beside(pd.Categorical([1, 2] * 6)), "Column d is not numeric"),
        (beside([[1]] * 12), "Column d is not numeric"),
        (pd.DataFrame({"d": DAYS}), "Column d is not numeric"),
        (np.c_[DAYS, DAYS], "Columns 1, 2 are not numeric"),
        ([[1.0, day] for day in DAYS.to_numpy()], "Column 2 is not numeric"),
        ([[1.0, date(2020, 1, day)] for day in range(1, 13)], "Column 2 is not numeric"),
        ([[1.0, 2j]] * 12, "Column 2 is not numeric"),
        (np.full((12, 2), "x", dtype=np.dtypes.StringDType()), "Columns 1, 2 are not numeric"),
        (RECORDS, "array of records. Turn it into a plain one .*structured_to_unstructured"),
        (beside(pd.array(["1", None] * 6, dtype="string")), "X has 6 masked values"),
        ([[np.ma.masked, 1.0], *X[1:].tolist()], "X has 1 masked values"),
        ([np.ma.masked_array(row, row > 1) for row in X], "X has 3 masked values"),
        ([[1, 2], [3]] * 6, "rows of X have 1 to 2 values"),
        ({"a": [1, 2]}, "table of numbers: an array, a list of rows or a DataFrame, not a dict"),
        ("abc", "table of numbers.* not a str"),
        ((row for row in X), "table of numbers.* not a generator"),
    ],
)
def test_columns_of_other_kinds_are_refused_in_words(rows, words):
    with pytest.raises(DataError, match=words):
        FRNNClassifier().fit(rows, Y)


@pytest.mark.parametrize("kind", ["Int64", "Float64", "float32", "string", "object"])
def test_numbers_of_pandas_own_kinds_are_numbers(kind):
    whole = np.round(10 * X)
    table = pd.DataFrame(whole.astype(int)).astype(str if kind == "string" else "Int64").astype(kind)
    table.columns = ["a", "b"]
    expected = FRNNClassifier().fit(whole, Y).predict_proba(whole)
    np.testing.assert_array_equal(FRNNClassifier().fit(table, Y).predict_proba(table), expected)


MASK = np.arange(12) == 5


@pytest.mark.parametrize(
    "labels",
    [
        np.ma.masked_array(Y, MASK),
        np.ma.masked_array(Y.astype(str), MASK),
        np.ma.masked_array(Y.astype(str).astype(object), MASK),
        np.ma.masked_array(Y, MASK)[:, None],
        [np.ma.masked, *Y[1:]],
        pd.Series(Y, dtype="Int64").mask(MASK),
        pd.Series(Y.astype(bool), dtype="boolean").mask(MASK),
        pd.Series(Y, dtype="category").mask(MASK),
        pd.DataFrame({"y": np.where(MASK, np.nan, Y)}),
        np.where(MASK, np.datetime64("NaT"), np.datetime64("2020-01-01") + Y),
    ],
)
def test_classes_that_are_masked_or_missing_are_counted(labels):
    with pytest.raises(DataError, match=r"y has 1 missing of 12 classes\. Drop those rows"):
        FRNNClassifier().fit(X, labels)


def test_an_array_without_masked_classes_is_taken():
    labels = np.ma.masked_array(Y, np.zeros(12, dtype=bool))
    np.testing.assert_array_equal(FRNNClassifier(k=1).fit(X, labels).predict(X), Y)


@pytest.mark.parametrize(
    "labels",
    [
        pd.array([2**53, 2**53 + 1] * 6, dtype="Int64"),
        pd.Series(Y, dtype="Int8"),
        pd.Series(Y.astype(bool), dtype="boolean"),
        pd.Series(Y.astype(str), dtype="string"),
        pd.Categorical(Y),
        Y.astype(np.float16),
        Y.astype(str).astype(np.dtypes.StringDType()),
        np.datetime64("2020-01-01") + Y,
    ],
)
def test_classes_of_other_kinds_come_back_as_they_were(labels):
    assert list(FRNNClassifier(k=1).fit(X, labels).predict(X)) == list(labels)


def test_classes_in_lists_are_refused():
    with pytest.raises(DataError, match=r"objects of the kind list\. Turn the classes into text"):
        FRNNClassifier().fit(X, [[1], [2, 3]] * 6)


# numbers of numpy's own kinds as parameters

KINDS = [np.int8, np.uint8, np.int64, np.uint64, np.float16, np.float32, np.float64, np.longdouble]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_number_is_a_width(kind):
    expected = FRNNClassifier("gauss", gamma=2.0).fit(X, Y).predict_proba(X)
    np.testing.assert_array_equal(FRNNClassifier("gauss", gamma=kind(2)).fit(X, Y).predict_proba(X), expected)


@pytest.mark.parametrize(
    ("key", "name", "value"),
    [
        (key, parameter.name, kind(3 if parameter.kind == "integer" else 0.5))
        for key in ("gauss-grad", "nca", "lmnn", "dmlmj", "combo")
        for parameter in RELATIONS[key].parameters
        for kind in ([np.int8, np.uint64] if parameter.kind == "integer" else [np.float16, np.float32])
        if parameter.kind in ("integer", "number") and parameter.low <= 3
    ],
)
def test_every_number_among_the_parameters_may_be_numpys(key, name, value):
    assert RELATIONS[key].resolve({name: value})[name] == value.item()


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"gamma": np.timedelta64(1)}, "gamma must be a number above 0"),
        ({"gamma": np.float32("inf")}, "gamma must be a finite number above 0"),
        ({"k": np.timedelta64(2)}, "k must be a whole number from 1 on"),
        ({"k": np.float64(2)}, "k must be a whole number from 1 on"),
        ({"relation_params": [1]}, "Name the relation's parameters, as in {'scale': 'class'}; not \\[1\\]"),
        ({"relation_params": {"variant": np.array(["a", "b"])}}, "variant must be one of published"),
        ({"weights": lambda m: "abc"}, "must give numbers, not 'abc'"),
        ({"weights": lambda m: [1j] * m}, "real numbers, none masked"),
        ({"weights": lambda m: np.ones(m) / m + 0j}, "real numbers, none masked"),
        ({"weights": lambda m: np.ma.masked_array(np.ones(m) / m, True)}, "real numbers, none masked"),
    ],
)
def test_parameters_of_other_kinds_are_refused_in_words(settings, words):
    with pytest.raises(ParameterError, match=words):
        FRNNClassifier("che", **settings).fit(X, Y).predict(X)


@pytest.mark.parametrize("keys", ["man", None, 5, {"man", "euc"}, {"man": 1}])
def test_the_candidates_of_combo_come_in_an_order(keys):
    with pytest.raises(ParameterError, match="relations must be a list of keys"):
        FRNNClassifier("combo", relation_params={"relations": keys}).fit(X, Y)
