"""Shared test data and settings."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import settings

settings.register_profile("default", deadline=None, max_examples=40, derandomize=True)
settings.load_profile("default")


def awkward_data(seed: int, constant: bool, n_features: int = 4):
    """Training rows with duplicates, ties, a one-member class, maybe a constant column; and queries."""
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(40, n_features)), 1)
    y = rng.choice([0, 1, 2], size=40, p=[0.6, 0.3, 0.1])
    X[5:10] = X[0:5]
    X[10] = 0.0
    y[:3], y[3] = [0, 1, 2], 3
    y[4:] = np.where(y[4:] == 3, 0, y[4:])
    if constant:
        X[:, 1] = 2.5
    queries = np.vstack([X[:6], np.round(rng.normal(size=(12, n_features)), 1), 5 * np.ones((1, n_features))])
    return X, y, queries


@pytest.fixture(scope="session")
def blobs():
    """Three overlapping classes in four dimensions, split in two."""
    rng = np.random.default_rng(7)
    y = np.repeat([0, 1, 2], 60)
    X = rng.normal(size=(180, 4)) + y[:, None]
    order = rng.permutation(180)
    return X[order[:120]], y[order[:120]], X[order[120:]], y[order[120:]]
