"""LMNN: its objective by a literal triple loop, its gradient, and the one minimum that it has."""

import numpy as np
import pytest
from awkward import awkward_data

from frnn_core import RELATIONS, FRNNClassifier
from frnn_core.data import load_dataset, partition
from frnn_core.engine import neighbours
from frnn_core.engine.labels import encode, ordered_classes
from frnn_core.engine.relation import TrainingSet
from frnn_core.engine.scalings import fit_scaling
from frnn_core.errors import ParameterError, Undefined
from frnn_core.relations.lmnn import descended, principal_axes
from frnn_core.relations.lmnn_objective import LargeMargin
from frnn_core.relations.metric_learning import Recorder
from frnn_core.relations.row_pairs import shuffled


def literal_objective(X, codes, mu, L):
    square = lambda i, j: float(np.sum((L @ (X[i] - X[j])) ** 2))  # noqa: E731
    pull = push = 0.0
    for i in range(len(X)):
        own = [j for j in range(len(X)) if j != i and codes[j] == codes[i]]
        for j in sorted(own, key=lambda j: (np.linalg.norm(X[i] - X[j]), j))[:3]:
            pull += square(i, j)
            for l in range(len(X)):  # noqa: E741
                if codes[l] != codes[i]:
                    push += max(0.0, 1 + square(i, j) - square(i, l))
    return (1 - mu) * pull + mu * push


@pytest.mark.slow
@pytest.mark.parametrize("mu", [0.5, 0.2])
@pytest.mark.parametrize("seed", range(3))
def test_the_objective_is_that_of_the_definition(seed, mu):
    X, codes, _ = awkward_data(seed, False)
    assert np.bincount(codes).min() == 1
    rng = np.random.default_rng(seed)
    for L in (np.eye(4), 0.1 * np.eye(4), rng.normal(size=(4, 4)), rng.normal(size=(2, 4)), np.zeros((4, 4))):
        expected = literal_objective(X, codes, mu, L)
        assert LargeMargin(X, codes, mu)(L.ravel())[0] == pytest.approx(expected, rel=1e-12)


def test_targets_at_equal_distances_come_in_the_order_of_the_rows():
    """On a grid, where moving the rows to their mean would break ties by rounding."""
    rng = np.random.default_rng(0)
    X, codes = rng.integers(-2, 3, size=(60, 3)) / 4 + 0.0, rng.integers(0, 2, 60)
    L = rng.normal(size=(3, 3))
    expected = literal_objective(X, codes, 0.5, L)
    assert LargeMargin(X, codes, 0.5)(L.ravel())[0] == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("rows", [4, 2])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("rounding", [0.0, 0.1])
def test_the_gradient_matches_finite_differences(seed, rows, rounding):
    rng = np.random.default_rng(seed)
    X, codes = rng.normal(size=(50, 4)), rng.integers(0, 3, 50)
    objective = LargeMargin(X, codes, 0.5)
    flat = rng.normal(size=rows * 4)
    steps = 1e-6 * np.eye(flat.size)
    value = lambda x: objective(x, rounding)[0]  # noqa: E731
    numeric = [(value(flat + h) - value(flat - h)) / 2e-6 for h in steps]
    gradient = objective(flat, rounding)[1]
    np.testing.assert_allclose(gradient, numeric, atol=1e-6 * np.abs(gradient).max())


@pytest.mark.parametrize(("s", "expected"), [(-1.0, 0.0), (0.05, 0.0125), (0.1, 0.05), (1.0, 0.95)])
def test_corners_are_rounded_as_told(s, expected):
    """One row with one target in the same place, and one impostor at 1 - s."""
    objective = LargeMargin(np.array([[0.0], [0.0], [np.sqrt(1 - s)]]), np.array([0, 0, 1]), 0.5)
    assert objective(np.ones(1), 0.1)[0] == pytest.approx(expected, abs=1e-12)
    assert objective.exact(np.ones(1)) == pytest.approx(max(s, 0), abs=1e-12)


def test_small_tiles_add_up_to_the_same(monkeypatch, blobs):
    X, y, _, _ = blobs
    flat = np.random.default_rng(1).normal(size=16)
    value, gradient = LargeMargin(X, y, 0.5)(flat)
    monkeypatch.setattr(neighbours, "CHUNK_BYTES", 3_000)
    in_pieces = LargeMargin(X, y, 0.5)
    assert len(in_pieces._tiles) > 10
    assert in_pieces(flat)[0] == pytest.approx(value, rel=1e-13)
    np.testing.assert_allclose(in_pieces(flat)[1], gradient, rtol=1e-10)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["monk", "wine", "heart"])
def test_every_start_leads_to_the_same_minimum(name):
    """In M = LᵀL the problem is convex, so the minimum is one; monk is a grid, full of corners."""
    data = load_dataset(name)
    train, _ = next(iter(partition(data)))
    X = fit_scaling(data.X[train], "centred")(data.X[train])
    objective = LargeMargin(X, encode(data.y[train], ordered_classes(data.y)), 0.5)
    rng = np.random.default_rng(0)
    shape = (X.shape[1], X.shape[1])
    values = []
    for start in (np.eye(*shape), 0.2 * rng.normal(size=shape), rng.normal(size=shape)):
        L, stopped = descended(objective, start, 2_000, Recorder(start, 0.0))
        assert stopped == "converged"
        values.append(objective.exact(L.ravel()))
    assert max(values) <= min(values) * (1 + 1e-4)


def test_the_trace_gives_the_exact_objective(blobs):
    X, y, _, _ = blobs
    train, objective = TrainingSet(X, y, 3), LargeMargin(X, y, 0.5)
    fitted = RELATIONS["lmnn"].fit(train, **RELATIONS["lmnn"].resolve())
    values = fitted.trace.objective
    assert values[0] == pytest.approx(objective(np.eye(4).ravel())[0], rel=1e-12)
    assert values[-1] == pytest.approx(objective(fitted.embed.W.ravel())[0], rel=1e-12)
    assert values[-1] <= values.min() * (1 + 1e-9)


def test_a_map_of_fewer_rows_starts_from_the_principal_axes():
    X = np.random.default_rng(0).normal(size=(200, 3)) * [0.1, 5.0, 1.0]
    np.testing.assert_allclose(np.abs(principal_axes(X, 2)), [[0, 1, 0], [0, 0, 1]], atol=0.03)


def test_the_weight_of_the_impostors_must_be_below_one(blobs):
    X, y, _, _ = blobs
    with pytest.raises(ParameterError, match="mu must be below 1, not 1"):
        FRNNClassifier("lmnn", relation_params={"mu": 1.0}).fit(X, y)


def fitted(train, **params):
    return RELATIONS["lmnn"].fit(train, **RELATIONS["lmnn"].resolve({"max_iter": 20, **params}))


def test_where_there_are_no_more_rows_than_asked_for_the_sample_changes_nothing(blobs):
    X, y, _, _ = blobs
    train = TrainingSet(X, y, 3)
    for n_components in (None, 2):
        plain = fitted(train, n_components=n_components)
        same = fitted(train, n_components=n_components, max_rows=max(100, len(X)), seed=7)
        np.testing.assert_array_equal(same.embed.W, plain.embed.W)
        np.testing.assert_array_equal(same.trace.objective, plain.trace.objective)
        assert same.trace.notes == plain.trace.notes == ()


@pytest.mark.parametrize("n_components", [None, 1])
def test_of_more_rows_it_learns_from_a_sample_and_says_so(n_components):
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1], [1_500, 500])
    train = TrainingSet(rng.normal(size=(2_000, 2)) + y[:, None], y, 2)
    params = {"n_components": n_components, "max_rows": 150}
    relation = fitted(train, **params)
    assert relation.trace.notes == ("Learned from a stratified sample of 150 of 2,000 rows.",)
    assert len(relation.link.train.X) == 2_000
    X, codes = (rows[:150] for rows in shuffled(train, 0))
    assert np.bincount(codes).tolist() == [112, 38]
    alone = fitted(TrainingSet(X, codes, 2), n_components=n_components)
    np.testing.assert_array_equal(relation.embed.W, alone.embed.W)
    assert np.abs(relation.embed.W - fitted(train, **params, seed=1).embed.W).max() > 1e-3


def test_a_sample_without_two_rows_of_a_class_teaches_nothing():
    codes = np.repeat(np.arange(150), 2)
    train = TrainingSet(np.random.default_rng(0).normal(size=(300, 2)), codes, 150)
    assert fitted(train).trace.notes == ()
    with pytest.raises(Undefined, match="in the sample of 100 rows no class has two training rows"):
        fitted(train, max_rows=100)
