"""Tables for the approximate search: classes in overlapping clusters."""

import numpy as np

METRICS = {"man": "cityblock", "euc": "euclidean", "che": "chebyshev"}


def table(*sizes, features=6, seed=0):
    """Classes of these sizes in overlapping clusters, in random order, and 90 queries."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.repeat(np.arange(len(sizes)), sizes))
    centres = rng.normal(size=(len(sizes), 5, features))
    X = rng.normal(scale=0.6, size=(len(y), features)) + centres[y, rng.integers(0, 5, len(y))]
    asked = rng.integers(0, len(sizes), 90)
    queries = rng.normal(scale=0.6, size=(90, features)) + centres[asked, rng.integers(0, 5, 90)]
    return X, y, queries
