"""Relations on regions: by definition, one region is the whole, small regions are given up."""

import pickle

import numpy as np
import oracle
import oracle_learned
import pytest
from awkward import awkward_data

from frnn_core import RELATIONS, FRNNClassifier
from frnn_core.engine.approximate import approximate
from frnn_core.engine.approximations import leave_one_out, similarity_matrix
from frnn_core.engine.relation import TrainingSet
from frnn_core.errors import ParameterError
from frnn_core.relations.regions import cells

LOCAL = ["local-man", "local-mah"]


@pytest.fixture(scope="module")
def clouds():
    """Four clouds of other shapes in three features, three classes across them."""
    rng = np.random.default_rng(3)
    middles = np.array([[0, 0, 0], [3, 0, 1], [0, 3, 2], [3, 3, 0]])
    shapes = rng.normal(size=(4, 3, 3))
    place = rng.integers(0, 4, 160)
    X = middles[place] + np.einsum("if,ifg->ig", rng.normal(size=(160, 3)), 0.4 * shapes[place])
    y = (X[:, 0] * np.where(place % 2, 1, -1) + X[:, 2] > 0.5).astype(int) + (place == 3)
    queries = rng.normal(1.5, 2, size=(25, 3))
    return X, y, queries


def fitted(key, train, **params):
    return RELATIONS[key].fit(train, **RELATIONS[key].resolve(params))


@pytest.mark.parametrize("key", LOCAL)
@pytest.mark.parametrize("k", [1, 4, 60])
def test_approximations_and_explanations_follow_the_definition(key, k, clouds):
    X, y, queries = clouds
    model = FRNNClassifier(key, k=k, relation_params={"regions": 4}).fit(X, y)
    assert model.relation_.regions.count == 4
    lower, upper = oracle.approximations(oracle_learned.learned(model), X, y, queries, k)
    np.testing.assert_allclose(model.approximations(queries), (lower, upper), atol=1e-10)
    told = model.explain(queries)
    np.testing.assert_allclose(told.lower, lower, atol=1e-10)
    np.testing.assert_allclose(told.upper, upper, atol=1e-10)
    np.testing.assert_array_equal(told.predictions, model.predict(queries))


@pytest.mark.parametrize("key", LOCAL)
def test_similarities_and_neighbours_left_out_follow_the_definition(key, clouds):
    X, y, _ = clouds
    model = FRNNClassifier(key, relation_params={"regions": 4}).fit(X, y)
    train, R = model._train, oracle_learned.learned(model)
    expected = np.array([[R(q, row, None) for row in train.X] for q in train.X])
    found = similarity_matrix(model.relation_, train.X, train.X, train.codes)
    np.testing.assert_allclose(found, expected, atol=1e-10)
    assert (found >= -1e-12).all()
    assert np.abs(found - found.T).max() > 0.01
    near = leave_one_out(model.relation_, train, 3)
    inside, _ = near.similarities(model.relation_.link)
    for row in range(0, len(X), 7):
        for code in range(3):
            others = [expected[row, j] for j in range(len(X)) if y[j] == code and j != row]
            np.testing.assert_allclose(inside[row, code], sorted(others, reverse=True)[:3], atol=1e-10)


@pytest.mark.parametrize("key", LOCAL)
def test_a_search_by_regions_is_exact_with_ties_duplicates_and_classes_of_one(key):
    X, y, queries = awkward_data(7, False)
    model = FRNNClassifier(key, k=5, relation_params={"regions": 3}).fit(X, y)
    R = similarity_matrix(model.relation_, model._normaliser(queries), model._train.X, model._train.codes)
    upper = [[oracle.owa(row[y == label], 5) for label in np.unique(y)] for row in R]
    np.testing.assert_allclose(model.approximations(queries)[1], upper, atol=1e-12)


def test_with_one_region_they_are_what_the_whole_is(clouds):
    X, y, queries = clouds
    one = {"regions": 1}
    man = FRNNClassifier("local-man", relation_params=one).fit(X, y)
    whole = FRNNClassifier("man-fit").fit(X, y)
    np.testing.assert_array_equal(man.relation_.trace.weights, whole.relation_.trace.weights)
    np.testing.assert_array_equal(man.approximations(queries), whole.approximations(queries))
    for params in (one, {"shrinkage": 1}):
        mah = FRNNClassifier("local-mah", relation_params=params).fit(X, y)
        np.testing.assert_array_equal(mah.predict(queries), FRNNClassifier("mah").fit(X, y).predict(queries))


@pytest.mark.parametrize("key", LOCAL)
def test_traces_tell_the_regions(key, clouds):
    X, y, _ = clouds
    relation = FRNNClassifier(key, relation_params={"regions": 4}).fit(X, y).relation_
    train = TrainingSet((X - (X.min(axis=0) + X.max(axis=0)) / 2) / np.ptp(X, axis=0), y, 3)
    assert relation.trace.sizes == tuple(np.bincount(relation.regions(train.X)).tolist())
    assert relation.trace.found()["sizes"] == list(relation.trace.sizes)
    assert sum(relation.trace.sizes) == 160
    assert len(relation.trace.weights) == (4 if key == "local-man" else 0)


@pytest.mark.parametrize("key", LOCAL)
def test_the_seed_decides_and_a_fit_survives_pickling(key, clouds):
    X, y, queries = clouds
    train = TrainingSet(X, y, 3)
    first = fitted(key, train, regions=5)
    again = fitted(key, train, regions=5)
    copy = pickle.loads(pickle.dumps(first))
    codes = np.zeros(len(queries), dtype=int)
    R = similarity_matrix(first, X, queries, codes)
    np.testing.assert_array_equal(similarity_matrix(again, X, queries, codes), R)
    np.testing.assert_array_equal(similarity_matrix(copy, X, queries, codes), R)
    others = [fitted(key, train, regions=5, seed=seed).regions(X) for seed in range(1, 6)]
    assert any((numbers != first.regions(X)).any() for numbers in others)


def test_too_small_regions_are_given_up_until_one_is_the_whole():
    rng = np.random.default_rng(0)
    X = np.r_[rng.normal(0, 0.1, (40, 2)), rng.normal(3, 0.1, (40, 2)), rng.normal(9, 0.1, (6, 2))]
    train = TrainingSet(X, np.arange(86) % 2, 2)
    assert sorted(np.bincount(cells(train, 3, 1, 0)(X)).tolist()) == [6, 40, 40]
    two = cells(train, 3, 7, 0)
    assert sorted(np.bincount(two(X)).tolist()) == [40, 46]
    assert cells(train, 3, 50, 0).count == 1
    assert cells(train, 200, 1, 0).count <= 86


def test_a_region_has_more_rows_than_features_for_its_covariance(clouds):
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(50, 20)), np.arange(50) % 2
    relation = FRNNClassifier("local-mah").fit(X, y).relation_
    assert all(size > 20 for size in relation.trace.sizes)


def test_regions_do_not_depend_on_units():
    rng = np.random.default_rng(2)
    X, units = rng.random((90, 3)), np.array([1e-5, 1.0, 1e7])
    first, second = (cells(TrainingSet(rows, np.arange(90) % 2, 2), 4, 1, 0)(rows) for rows in (X, X * units))
    np.testing.assert_array_equal(first, second)


@pytest.mark.parametrize("key", LOCAL)
def test_no_index_serves_regions_and_the_report_says_so(key, clouds):
    X, y, _ = clouds
    train = TrainingSet(X, y, 3)
    index, report = approximate(fitted(key, train), train, ["a", "b", "c"])
    assert index is None
    assert report.exact
    assert [part.rows for part in report.classes] == train.class_sizes().tolist()
    assert str(report).endswith("no index serves a relation that measures by regions.")


def test_bad_parameters_are_refused(clouds):
    X, y, _ = clouds
    with pytest.raises(ParameterError, match=r"shrinkage must be at most 1, not 1\.5"):
        FRNNClassifier("local-mah", relation_params={"shrinkage": 1.5}).fit(X, y)
    with pytest.raises(ParameterError, match="regions must be a whole number from 1 on"):
        RELATIONS["local-man"].resolve({"regions": 0})
