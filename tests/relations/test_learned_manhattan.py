"""Learned Manhattan, for all rows and for each class: by its definition, beside NCA, and where it ends."""

import numpy as np
import oracle
import oracle_learned
import pytest
from awkward import awkward_data

from frnn_core import RELATIONS, FRNNClassifier, load_dataset, partition
from frnn_core.engine.relation import TrainingSet
from frnn_core.errors import ParameterError, Undefined
from frnn_core.relations.feature_weights import WeightsTrace

BOTH = ["man-fit", "class-man"]


def fitted(key, train, **params):
    return RELATIONS[key].fit(train, **RELATIONS[key].resolve(params))


@pytest.mark.parametrize("key", BOTH)
@pytest.mark.parametrize("link", ["linear", "exponential"])
def test_approximations_follow_from_the_weights_by_definition(key, link):
    X, y, queries = awkward_data(5, False)
    params = {"link": link, "max_iter": 8}
    model = FRNNClassifier(key, k=3, relation_params=params).fit(X, y)
    expected = oracle.approximations(oracle_learned.learned(model, link), X, y, queries, 3)
    np.testing.assert_allclose(model.approximations(queries), expected, atol=1e-12)


def test_weights_are_of_all_rows_or_of_each_class(blobs):
    X, y, _, _ = blobs
    train = TrainingSet(X, y, 3)
    one, each = (fitted(key, train) for key in BOTH)
    assert one.trace.weights.shape == (1, 4)
    assert each.trace.weights.shape == (3, 4)
    np.testing.assert_array_equal(one.embed.weights, one.trace.weights[0])
    np.testing.assert_array_equal(each.embed.weights, each.trace.weights)
    assert not one.per_class
    assert each.per_class
    assert all(isinstance(relation.trace, WeightsTrace) for relation in (one, each))


@pytest.mark.parametrize("key", BOTH)
def test_predictions_do_not_depend_on_the_units_of_the_features(key, blobs):
    X, y, queries, _ = blobs
    units = np.array([1e-6, 1.0, 1e4, 30.0])
    first = FRNNClassifier(key, normalise=None).fit(X, y).predict(queries)
    second = FRNNClassifier(key, normalise=None).fit(X * units, y).predict(queries * units)
    np.testing.assert_array_equal(first, second)


@pytest.mark.parametrize("key", BOTH)
def test_nothing_to_learn_is_told(key):
    with pytest.raises(Undefined, match="no class has two training rows"):
        FRNNClassifier(key).fit([[0.0], [1.0], [3.0]], [0, 1, 2])
    one_class = TrainingSet(np.array([[0.0], [1.0]]), np.array([1, 1]), 2)
    assert "all training rows are of one class" in RELATIONS[key].undefined(one_class)


@pytest.mark.parametrize("key", [*BOTH, "local-man"])
@pytest.mark.parametrize(
    "X",
    [
        [[0.0, 0.5], [0.0, -0.5], [0.0, 0.1]],
        [[0.2, 0.2], [0.2, 0.2], [0.2, 0.2]],
        [[0.5, 0.5], [-0.5, -0.5], [0.1, 0.1]],
    ],
)
def test_constant_and_coinciding_columns_are_no_obstacle(key, X):
    model = FRNNClassifier(key, normalise=None).fit(np.array(X), [0, 0, 1])
    assert np.isfinite(model.predict_proba(np.array([[0.0, 0.0], [1.0, -1.0]]))).all()


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"penalty": 0}, "penalty must be a finite number above 0"),
        ({"max_rows": 99}, "max_rows must be a whole number from 100 on"),
        ({"link": "squared"}, "link must be one of linear, exponential"),
    ],
)
def test_bad_parameters_are_refused(params, words):
    with pytest.raises(ParameterError, match=words):
        RELATIONS["man-fit"].resolve(params)


def mean_balanced_accuracy(key, name):
    data = load_dataset(name)
    scores = []
    for train, test in partition(data):
        truth = data.y[test]
        predicted = FRNNClassifier(key, k=3).fit(data.X[train], data.y[train]).predict(data.X[test])
        scores.append(np.mean([np.mean(predicted[truth == label] == label) for label in np.unique(truth)]))
    return np.mean(scores)


@pytest.mark.slow
def test_auto_gains_what_its_many_idle_features_cost():
    """Manhattan has .703, as printed in the paper."""
    assert mean_balanced_accuracy("man-fit", "auto") > 0.85


@pytest.mark.slow
def test_glass_gains_by_weights_for_each_class():
    """Manhattan has .661, and .701 with one set of weights."""
    assert mean_balanced_accuracy("class-man", "glass") > 0.71
