"""NCA: its loss, its trace, its sample, and the cells of the paper that it reaches."""

import math

import numpy as np
import pytest
from scipy.optimize import approx_fprime
from sklearn.neighbors import NeighborhoodComponentsAnalysis

from frnn_core import RELATIONS, FRNNClassifier
from frnn_core.data import load_dataset, partition
from frnn_core.engine.relation import TrainingSet
from frnn_core.relations.metric_learning import oriented
from frnn_core.relations.nca import RightChoices
from frnn_core.relations.row_pairs import shuffled


def fitted(train, **params):
    return RELATIONS["nca"].fit(train, **RELATIONS["nca"].resolve(params))


def test_the_value_is_that_of_the_definition():
    rng = np.random.default_rng(0)
    X, codes, L = rng.normal(size=(15, 3)), rng.integers(0, 3, 15), rng.normal(size=(2, 3))
    right = 0.0
    for i in range(15):
        chance = [0.0 if j == i else math.exp(-np.sum((L @ (X[i] - X[j])) ** 2)) for j in range(15)]
        right += sum(p for p, code in zip(chance, codes, strict=True) if code == codes[i]) / sum(chance)
    assert RightChoices(X, codes)(L.ravel())[0] == pytest.approx(-right, rel=1e-12)


@pytest.mark.parametrize("cells", [20, 250_000])
def test_the_gradient_is_the_derivative(cells, monkeypatch):
    monkeypatch.setattr("frnn_core.relations.nca.CHUNK_CELLS", cells)
    rng = np.random.default_rng(1)
    objective = RightChoices(rng.normal(size=(25, 3)), rng.integers(0, 3, 25))
    flat = rng.normal(size=6)
    found = approx_fprime(flat, lambda at: objective(at)[0], 1e-7)
    np.testing.assert_allclose(objective(flat)[1], found, atol=1e-4)


def test_it_ends_where_scikit_learn_ends(blobs):
    X, y, _, _ = blobs
    ours = fitted(TrainingSet(X, y, 3)).embed.W
    model = NeighborhoodComponentsAnalysis(4, init="identity", max_iter=50).fit(
        *shuffled(TrainingSet(X, y, 3), 0)
    )
    np.testing.assert_allclose(ours, oriented(model.components_), rtol=1e-4, atol=1e-6)


def test_the_loss_falls_and_ends_at_that_of_the_map(blobs):
    X, y, _, _ = blobs
    relation = fitted(TrainingSet(X, y, 3))
    assert (np.diff(relation.trace.objective) <= 1e-9).all()
    objective = RightChoices(X, y)
    assert relation.trace.objective[0] == pytest.approx(objective(np.eye(4).ravel())[0] / len(X), rel=1e-12)
    assert relation.trace.objective[-1] == pytest.approx(
        objective(relation.embed.W.ravel())[0] / len(X), rel=1e-9
    )
    assert relation.trace.notes == ()


def test_far_rows_leave_the_value_finite():
    X = np.array([[0.0], [1e3], [2e3], [3e3]])
    value, gradient = RightChoices(X, np.array([0, 0, 1, 1]))(np.eye(1).ravel())
    assert value == pytest.approx(-3.0)
    assert np.isfinite(gradient).all()


def test_above_the_most_rows_it_learns_from_a_sample_and_says_so():
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1], [1_500, 500])
    X = rng.normal(size=(2_000, 2)) + y[:, None]
    train = TrainingSet(X, y, 2)
    relation = fitted(train, max_rows=150, max_iter=3)
    assert relation.trace.notes == ("Learned from a stratified sample of 150 of 2,000 rows.",)
    assert len(relation.link.train.X) == 2_000
    np.testing.assert_array_equal(relation.embed.W, fitted(train, max_rows=150, max_iter=3).embed.W)
    other = fitted(train, max_rows=150, max_iter=3, seed=1)
    assert np.abs(relation.embed.W - other.embed.W).max() > 1e-3


def mean_balanced_accuracy(name, folds):
    data = load_dataset(name)
    scores = []
    for train, test in list(partition(data))[:folds]:
        truth = data.y[test]
        predicted = FRNNClassifier("nca", k=3).fit(data.X[train], data.y[train]).predict(data.X[test])
        scores.append(np.mean([np.mean(predicted[truth == label] == label) for label in np.unique(truth)]))
    return np.mean(scores)


def test_monk_is_learned_without_error():
    """The paper prints 1.000; Manhattan has .949."""
    assert mean_balanced_accuracy("monk", 3) == 1


@pytest.mark.slow
def test_balance_gains_a_third():
    """The paper prints .957; Manhattan has .609."""
    assert 0.93 < mean_balanced_accuracy("balance", 10) < 0.97
