"""Data that are hard to get right."""

from __future__ import annotations

import numpy as np


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
