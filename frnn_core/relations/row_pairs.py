"""The pairs of rows that metrics are learned from."""

from __future__ import annotations

import numpy as np

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.folds import stratified_order
from frnn_core.engine.neighbours import nearest_rows
from frnn_core.engine.relation import TrainingSet

NEIGHBOURS = 3


def shuffled(train: TrainingSet, seed: int) -> tuple[FloatArray, IntArray]:
    """Give the rows and their codes in a random order of which every beginning is a stratified sample."""
    order = stratified_order(train.codes, seed)
    return train.X[order], train.codes[order]


def sampled(train: TrainingSet, most: int | None, seed: int) -> tuple[FloatArray, IntArray]:
    """Give the rows and their codes as they are, or a stratified sample where there are more than `most`."""
    if most is None or most >= len(train.X):
        return train.X, train.codes
    X, codes = shuffled(train, seed)
    return X[:most], codes[:most]


def alike(X: FloatArray, codes: IntArray, k: int = NEIGHBOURS) -> IntArray:
    """Pair each row with its k nearest others of the same class, all there are in smaller classes.

    Returns
    -------
    (pairs, 2) array of row numbers; nearest by Euclidean distance, equals in the order of the rows
    """
    found = []
    for code in np.unique(codes):
        rows = np.flatnonzero(codes == code)
        count = min(k, len(rows) - 1)
        if count:
            _, nearest = nearest_rows(X[rows], X[rows], "euclidean", count + 1)
            found.append(_paired(rows, rows[_without_itself(nearest)]))
    return np.concatenate(found)


def unlike(X: FloatArray, codes: IntArray, k: int = NEIGHBOURS) -> IntArray:
    """Pair each row with its k nearest rows of other classes, in the same form as `alike`."""
    found = []
    for code in np.unique(codes):
        rows, others = np.flatnonzero(codes == code), np.flatnonzero(codes != code)
        _, nearest = nearest_rows(X[rows], X[others], "euclidean", min(k, len(others)))
        found.append(_paired(rows, others[nearest]))
    return np.concatenate(found)


def _without_itself(nearest: IntArray) -> IntArray:
    """Drop each row from its own list, or the last of the list where duplicates crowd it out."""
    own = nearest == np.arange(len(nearest))[:, None]
    own[~own.any(axis=1), -1] = True
    return np.asarray(nearest[~own].reshape(len(nearest), -1))


def _paired(rows: IntArray, partners: IntArray) -> IntArray:
    return np.column_stack([np.repeat(rows, partners.shape[1]), partners.ravel()])
