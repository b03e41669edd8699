"""The classifier on tables as they are: categories, gaps, dates."""

from __future__ import annotations

import gower
import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.utils.estimator_checks import check_array_api_input, estimator_checks_generator

from frnn_core import FRNNClassifier, load_dataset
from frnn_core.engine.approximations import leave_one_out
from frnn_core.engine.encoding import Encoding
from frnn_core.engine.fitted import FittedRelation
from frnn_core.engine.metrics import distances
from frnn_core.engine.relation import Relation
from frnn_core.errors import DataError, ParameterError, Undefined, UnknownName
from frnn_core.relations import RELATIONS, fixed_relations
from frnn_core.relations.links import AffineLink

ROWS = 80


def customers(rows=ROWS, seed=0):
    """A table with a column of every kind, and who left."""
    rng = np.random.default_rng(seed)
    age, plan = rng.integers(18, 80, rows), rng.integers(0, 3, rows)
    frame = pd.DataFrame(
        {
            "age": pd.array(age, dtype="Int64"),
            "income": rng.normal(36_000, 9_000, rows).round(2),
            "city": pd.Categorical.from_codes(rng.integers(0, 4, rows), ["Ghent", "Bruges", "Namur", "Mons"]),
            "plan": pd.Categorical.from_codes(plan, ["S", "M", "L"], ordered=True),
            "paper": pd.array(rng.random(rows) < 0.5, dtype="boolean"),
            "joined": pd.Timestamp("2020-01-01") + pd.to_timedelta(rng.integers(0, 1500, rows), unit="D"),
            "shop": pd.Series([f"shop {i}" for i in rng.integers(0, 9, rows)], dtype="string"),
        }
    )
    left = np.where((age > 50) ^ (plan == 2) ^ (rng.random(rows) < 0.1), "left", "stayed")
    for name, share in (("age", 0.1), ("income", 0.2), ("city", 0.1), ("paper", 0.1), ("joined", 0.1)):
        frame.loc[rng.random(rows) < share, name] = None
    return frame, left


@pytest.mark.parametrize(
    ("estimator", "check"),
    [
        pytest.param(estimator, check, id=check.func.__name__)
        for estimator, check in estimator_checks_generator(FRNNClassifier(encode="auto"))
        if check.func is not check_array_api_input  # tests/test_classifier.py has it
    ],
)
def test_scikit_learns_own_checks(estimator, check):
    check(estimator)


@pytest.mark.parametrize("relation", fixed_relations())
def test_plain_numbers_give_the_same_with_an_encoding(relation):
    data = load_dataset("wine")
    plain = FRNNClassifier(relation).fit(data.X[::2], data.y[::2])
    encoded = FRNNClassifier(relation, encode="auto").fit(data.X[::2], data.y[::2])
    wanted = plain.predict_proba(data.X[1::2])
    assert np.array_equal(encoded.predict_proba(data.X[1::2]), wanted)
    assert np.array_equal(plain.set_params(encode="auto").predict_proba(data.X[1::2]), wanted)  # as fitted


@pytest.mark.parametrize("relation", RELATIONS)
def test_every_relation_classifies_a_table_of_every_kind(relation):
    X, y = customers()
    model = FRNNClassifier(relation, encode="auto").fit(X[:60], y[:60])
    told = model.explain(X[60:])
    assert (told.predictions == model.predict(X[60:])).all()
    lower, upper = model.approximations(X[60:])
    np.testing.assert_allclose(told.upper, upper, atol=1e-9)
    np.testing.assert_allclose(told.lower, lower, atol=1e-9)


@pytest.mark.parametrize("gaps", ["polar", "differs", "fill", "drop"])
@pytest.mark.parametrize("categories", ["overlap", "value-difference", "one-hot"])
def test_an_encoding_decides(gaps, categories):
    X, y = customers()
    model = FRNNClassifier(encode={"gaps": gaps, "categories": categories}).fit(X[:60], y[:60])
    assert set(model.predict(X[60:])) <= set(y)
    numbers = model.explain(X[60:]).inside.rows
    complete = ~X[:60].isna().any(axis=1).to_numpy()
    assert model._train.n_rows == (complete.sum() if gaps == "drop" else 60)
    if gaps == "drop":
        assert complete[numbers[numbers >= 0]].all()


def test_manhattan_with_categories_is_one_minus_gower():
    """J. C. Gower (1971): the mean of the ranges' shares and mismatches."""
    X, y = customers()
    X = X[["age", "income", "city", "shop"]].astype({"age": float}).dropna().reset_index(drop=True)
    y = y[: len(X)]
    model = FRNNClassifier(encode="auto", k=1).fit(X, y)
    told = model.explain(X[:10])
    apart = gower.gower_matrix(X.astype({"city": object, "shop": object}))
    for query in range(10):
        for code, label in enumerate(model.classes_):
            wanted = apart[query][y == label].min()
            assert 1 - told.inside.similarities[query, code, 0] == pytest.approx(wanted, abs=1e-6)


def test_cosine_counts_a_category_as_a_corner_around_the_middle():
    X = pd.DataFrame({"a": [0.0, 4.0, 3.0, 1.0], "b": ["x", "y", "z", "x"]})
    model = FRNNClassifier("cos", k=1, encode="auto").fit(X, [0, 0, 1, 1])
    told = model.explain(X[:1])
    scaled = X["a"].to_numpy() / 4 - 0.5

    def product(i, j):
        return scaled[i] * scaled[j] + 0.5 * (X["b"][i] == X["b"][j]) - 1 / 6

    def similarity(i, j):
        return (1 + product(i, j) / np.sqrt(product(i, i) * product(j, j))) / 2

    assert told.inside.similarities[0, 1, 0] == pytest.approx(max(similarity(0, 2), similarity(0, 3)))


def test_a_relation_that_gets_coordinates_and_leaves_them_as_they_are_measures_them():
    def fit(train):
        return FittedRelation("euclidean", AffineLink(train.n_features**0.5))

    spec = RELATIONS["euc"]
    asks = Relation("own", "Own", "distance", spec.formula, spec.help, "made up", fit, base="euclidean")
    X, y = customers()
    X = X.dropna()  # without gaps, coordinates keep the Euclidean distance
    y = y[: len(X)]
    own, plain = (FRNNClassifier(relation, encode="auto").fit(X, y) for relation in (asks, "euc"))
    np.testing.assert_allclose(own.explain(X).inside.distances, plain.explain(X).inside.distances, atol=1e-9)


def test_pipelines_and_column_transformers_work():
    X, y = customers(200)
    model = FRNNClassifier(encode="auto")
    assert cross_val_score(clone(model), X, y, cv=4).mean() > 0.5
    complete = X.dropna()
    chosen = y[X.notna().all(axis=1)]
    columns = ColumnTransformer(
        [("numbers", StandardScaler(), ["age", "income"]), ("city", OneHotEncoder(), ["city"])],
        sparse_threshold=0,
    )
    pipeline = make_pipeline(columns, FRNNClassifier(k=3)).fit(complete, chosen)
    assert pipeline.score(complete, chosen) > 0.5


def test_columns_are_found_by_name_and_what_is_wrong_with_them_is_said():
    X, y = customers()
    model = FRNNClassifier(encode="auto", k=3).fit(X, y)
    assert [column.role for column in model.columns_] == [
        *("number", "number", "category", "ordered", "yes-no", "date", "category")
    ]
    with pytest.raises(ValueError, match="feature names"):
        model.predict(X.rename(columns={"city": "town"}))
    with pytest.raises(DataError, match=r"Column income holds str|Column income holds object"):
        model.predict(X.assign(income="much"))
    with pytest.raises(DataError, match=r"Column joined holds .*, where dates are wanted"):
        model.predict(X.assign(joined=3.5))
    with pytest.raises(DataError, match="Column income contains 1 × infinity"):
        model.predict(X.assign(income=[np.inf, *X["income"][1:]]))
    new = X[:3].assign(city=["Ghent", "Liège", "Liège"], shop="nowhere")
    model.predict(new)
    assert model.notes_ == ()
    assert model.notes(new) == (
        "Column city: 2 rows with a value that no training row has; it differs from all.",
        "Column shop: 3 rows with a value that no training row has; it differs from all.",
    )


@pytest.mark.parametrize(
    ("frame", "words"),
    [
        ({"a": [[1], [2], [3]], "b": [1, 2, 3]}, "Column a holds a list in some rows"),
        ({"a": pd.to_timedelta([1, 2, 3], unit="D"), "b": [1, 2, 3]}, "Column a holds timedelta64"),
        ({"a": [1j, 2j, 3j], "b": [1, 2, 3]}, "Complex data not supported"),
        ({"a": [np.nan] * 3, "b": [None] * 3}, "No column has a value"),
    ],
)
def test_what_cannot_be_compared_is_refused_in_words(frame, words):
    with pytest.raises(DataError, match=words):
        FRNNClassifier(encode="auto").fit(pd.DataFrame(frame), [0, 1, 1])


def test_roles_can_be_named_and_columns_left_out():
    X = pd.DataFrame({"zip": [9000, 8000, 9000, 7000], "id": [1, 2, 3, 4], "n": [1.0, 2.0, 3.0, 4.0]})
    encoding = Encoding(roles={"zip": "category", "id": "left-out"}, treatments={"zip": "value-difference"})
    model = FRNNClassifier(k=1, encode=encoding).fit(X, [0, 1, 0, 1])
    assert [(column.name, column.role) for column in model.columns_] == [("zip", "category"), ("n", "number")]
    assert model.columns_[0].values == ("7000", "8000", "9000")
    with pytest.raises(UnknownName, match="zip"):
        FRNNClassifier(encode={"roles": {"zipp": "category"}}).fit(X, [0, 1, 0, 1])
    with pytest.raises(ParameterError, match="cannot be a class here"):
        FRNNClassifier(encode={"roles": {"zip": "class"}}).fit(X, [0, 1, 0, 1])
    with pytest.raises(UnknownName, match="categories"):
        FRNNClassifier(encode={"categorys": "overlap"}).fit(X, [0, 1, 0, 1])


def test_odd_columns_do_no_harm():
    X, y = customers()
    X["same"], X["empty"] = "x", np.nan
    X.iloc[3] = None
    model = FRNNClassifier(encode="auto").fit(X, y)
    assert len(model.predict(X)) == len(X)
    assert model.notes_ == ("Column empty left out: no training row has a value.",)
    dropped = FRNNClassifier(encode={"gaps": "drop"}).fit(X.drop(columns="empty"), y)
    assert "rows without gaps are the training rows" in dropped.notes_[0]


def test_too_many_values_for_coordinates_make_a_relation_undefined():
    X = pd.DataFrame({"n": np.arange(2100.0), "name": [f"v{i}" for i in range(2100)]})
    with pytest.raises(Undefined, match="name alone has 2,100"):
        FRNNClassifier("cos", encode="auto").fit(X, np.arange(2100) % 2)
    FRNNClassifier("man", encode="auto").fit(X, np.arange(2100) % 2).predict(X[:2])


def test_a_row_left_out_is_taken_out_where_a_gap_differs_from_itself():
    X, y = customers(60)
    model = FRNNClassifier("man", k=3, encode={"gaps": "differs"}).fit(X, y)
    train, relation = model._train, model.relation_
    near = leave_one_out(relation, train, 3).inside
    apart = distances(train.X, train.X, relation.metric)
    np.fill_diagonal(apart, np.inf)
    for row in range(60):
        for code in range(2):
            assert np.array_equal(near[row, code], np.sort(apart[row, train.codes == code])[:3])
