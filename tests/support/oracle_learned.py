"""Relations with learned weights or on regions, from what was learned and nothing of the engine."""

from __future__ import annotations

import numpy as np
from oracle import quadratic


def nearest_centre(found, row):
    """The region of one row."""
    return int(np.argmin([((row / found.width - centre) ** 2).sum() for centre in found.centres]))


def weighted(relation, X, classes, link="linear"):
    """R(q, y, class of y) of learned Manhattan: one set of weights, or those of the class or region of y."""
    weights, regions = relation.trace.weights, relation.regions
    largest = max((of * np.ptp(X, axis=0)).sum() for of in weights) or max(of.sum() for of in weights)

    def alike(q, row, label):
        group = nearest_centre(regions, row) if regions else classes.index(label) if len(weights) > 1 else 0
        d = (weights[group] * abs(q - row)).sum()
        return 1 - d / largest if link == "linear" else np.exp(-d)

    return alike


def local_mahalanobis(relation, X, shrinkage=0.3):
    """R(q, y, class of y) from the centres and the covariances of their regions."""
    found, n = relation.regions, X.shape[1]
    numbers = np.array([nearest_centre(found, row) for row in X])
    every = np.cov(X.T).reshape(n, n)
    own = [np.cov(X[numbers == g].T).reshape(n, n) for g in range(found.count)]
    measures = [quadratic((1 - shrinkage) * A + shrinkage * every) for A in own]
    largest = 2 * max(measure(row, X.mean(axis=0)) for measure in measures for row in X)
    return lambda q, row, _: 1 - measures[nearest_centre(found, row)](q, row) / largest


def learned(model, link="linear"):
    """R(q, y, class of y) of a fitted classifier with one of these relations, of normalised rows."""
    relation, X = model.relation_, model._train.X
    if relation.metric == "euclidean":
        return local_mahalanobis(relation, X)
    return weighted(relation, X, model.classes_.tolist(), link)
