"""LMNN: its objective by a literal triple loop, its gradient, and the one minimum that it has."""

import numpy as np
import pytest
from conftest import awkward_data
from scipy.optimize import minimize

from frnn_core import RELATIONS, FRNNClassifier, neighbours
from frnn_core.data import load_dataset, partition
from frnn_core.errors import ParameterError
from frnn_core.registry import TrainingSet
from frnn_core.relations.lmnn import LargeMargin, principal_axes


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


@pytest.mark.parametrize("mu", [0.5, 0.2])
@pytest.mark.parametrize("seed", range(3))
def test_the_objective_is_that_of_the_definition(seed, mu):
    X, codes, _ = awkward_data(seed, False)
    assert np.bincount(codes).min() == 1
    rng = np.random.default_rng(seed)
    for L in (np.eye(4), 0.1 * np.eye(4), rng.normal(size=(4, 4)), rng.normal(size=(2, 4)), np.zeros((4, 4))):
        expected = literal_objective(X, codes, mu, L)
        assert LargeMargin(X, codes, mu)(L.ravel())[0] == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("rows", [4, 2])
@pytest.mark.parametrize("seed", range(3))
def test_the_gradient_matches_finite_differences(seed, rows):
    rng = np.random.default_rng(seed)
    X, codes = rng.normal(size=(50, 4)), rng.integers(0, 3, 50)
    objective = LargeMargin(X, codes, 0.5)
    flat = rng.normal(size=rows * 4)
    steps = 1e-6 * np.eye(flat.size)
    numeric = [(objective(flat + h)[0] - objective(flat - h)[0]) / 2e-6 for h in steps]
    gradient = objective(flat)[1]
    np.testing.assert_allclose(gradient, numeric, atol=1e-6 * np.abs(gradient).max())


def test_small_tiles_add_up_to_the_same(monkeypatch, blobs):
    X, y, _, _ = blobs
    flat = np.random.default_rng(1).normal(size=16)
    value, gradient = LargeMargin(X, y, 0.5)(flat)
    monkeypatch.setattr(neighbours, "CHUNK_BYTES", 3_000)
    in_pieces = LargeMargin(X, y, 0.5)
    assert len(in_pieces._tiles) > 10
    assert in_pieces(flat)[0] == pytest.approx(value, rel=1e-13)
    np.testing.assert_allclose(in_pieces(flat)[1], gradient, rtol=1e-10)


def descended(objective, start):
    options = {"ftol": 1e-8, "gtol": 0.0, "maxiter": 2_000}
    return minimize(objective, start.ravel(), jac=True, method="L-BFGS-B", options=options).fun


@pytest.mark.parametrize("name", ["monk", "wine", "heart"])
def test_every_start_leads_to_the_same_minimum(name):
    """In M = LᵀL the problem is convex, so the minimum is one."""
    data = load_dataset(name)
    train, _ = next(iter(partition(data)))
    model = FRNNClassifier("lmnn").fit(data.X[train], data.y[train])
    X, codes = model._train.X, model._train.codes
    objective = LargeMargin(X, codes, 0.5)
    rng = np.random.default_rng(0)
    n = X.shape[1]
    values = [
        descended(objective, start) for start in (np.eye(n), *(s * rng.normal(size=(n, n)) for s in (0.2, 1)))
    ]
    assert max(values) <= min(values) * (1 + 1e-3)


def test_the_trace_falls_to_the_objective_of_the_map(blobs):
    X, y, _, _ = blobs
    train = TrainingSet(X, y, 3)
    fitted = RELATIONS["lmnn"].fit(train, **RELATIONS["lmnn"].resolve())
    assert (np.diff(fitted.trace.objective) <= 0).all()
    value, _ = LargeMargin(X, y, 0.5)(fitted.embed.W.ravel())
    assert fitted.trace.objective[-1] == pytest.approx(value, rel=1e-12)
    assert fitted.trace.objective[0] == pytest.approx(LargeMargin(X, y, 0.5)(np.eye(4).ravel())[0], rel=1e-12)


def test_a_map_of_fewer_rows_starts_from_the_principal_axes():
    X = np.random.default_rng(0).normal(size=(200, 3)) * [0.1, 5.0, 1.0]
    np.testing.assert_allclose(np.abs(principal_axes(X, 2)), [[0, 1, 0], [0, 0, 1]], atol=0.03)


def test_the_weight_of_the_impostors_must_be_below_one(blobs):
    X, y, _, _ = blobs
    with pytest.raises(ParameterError, match="mu must be below 1, not 1"):
        FRNNClassifier("lmnn", relation_params={"mu": 1.0}).fit(X, y)
