"""Baselines that learn nothing: plain and fuzzy nearest neighbours, and always the largest class."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.experiments.baselines.registry import Answer, baseline
from frnn_core.experiments.evaluate import Fold

OWN_SHARE = 0.51
"""What a training row at least belongs to its own class, after Keller, Gray and Givens."""


@baseline(
    key="knn",
    label="k-nearest neighbours",
    help="The class of most of the k nearest rows by Euclidean distance; ties go to the first class.",
    source="doi:10.1109/TIT.1967.1053964",
    uses_k=True,
)
def nearest(fold: Fold, ks: Sequence[int]) -> Answer:
    """Majority vote of the k nearest rows."""
    rows, queries = fold.coordinates()
    return Answer(nearest_votes(rows, fold.train.codes, queries, ks))


@baseline(
    key="fuzzy-nn",
    label="Fuzzy nearest neighbours",
    help="The k nearest rows by Euclidean distance vote by 1/d², each for the classes that it belongs to "
    "itself: for 51 % its own, for the rest those of its k nearest rows.",
    source="doi:10.1109/TSMC.1985.6313426",
    uses_k=True,
)
def fuzzy_nearest(fold: Fold, ks: Sequence[int]) -> Answer:
    r"""Fuzzy k-nearest neighbours with m = 2 (J. M. Keller, M. R. Gray, J. A. Givens, 1985).

    .. math:: u_c(x) = \sum_i u_c(y_i) d_i^{-2} / \sum_i d_i^{-2}

    over the k nearest training rows. A training row belongs to its own class by .51 + .49 n_c/k and to
    another by .49 n_c/k, where n_c of its own k nearest rows are of class c. Rows at distance 0 decide alone.
    """
    from sklearn.neighbors import NearestNeighbors

    rows, queries = fold.coordinates()
    codes, classes = fold.train.codes, fold.train.n_classes
    search = NearestNeighbors().fit(rows)
    around = min(max(ks), len(rows) - 1)
    others = search.kneighbors(n_neighbors=around, return_distance=False) if around else np.zeros((1, 0), int)
    distances, near = search.kneighbors(queries, min(max(ks), len(rows)))
    decided = []
    for k in ks:
        belongs = _memberships(codes, codes[others[:, :k]], classes)
        weights = _inverse_squares(distances[:, :k])
        votes = np.einsum("qi,qic->qc", weights, belongs[near[:, :k]])
        decided.append(np.round(votes / weights.sum(axis=1, keepdims=True), 12).argmax(axis=1))
    return Answer(np.stack(decided, axis=1))


@baseline(
    key="majority",
    label="Largest class",
    help="Always the largest class of the training rows.",
    source="doi:10.1023/A:1022631118932",
)
def largest(fold: Fold, ks: Sequence[int]) -> Answer:
    """Always the largest class of the training rows; ties to the first."""
    return Answer(largest_class(fold.train.codes, len(fold.queries)))


def largest_class(codes: IntArray, queries: int) -> IntArray:
    """The largest class for each query, (queries, 1); ties to the first."""
    return np.full((queries, 1), np.bincount(codes).argmax())


def nearest_votes(rows: FloatArray, codes: IntArray, queries: FloatArray, ks: Sequence[int]) -> IntArray:
    """The class with most votes among the k nearest rows, (queries, ks); ties to the first class."""
    from sklearn.neighbors import NearestNeighbors

    search = NearestNeighbors(n_neighbors=min(max(ks), len(rows))).fit(rows)
    return _votes(codes[search.kneighbors(queries, return_distance=False)], ks)


def _votes(codes: IntArray, ks: Sequence[int]) -> IntArray:
    """The code with most votes among the first k of each row, for each k; ties to the first class."""
    counts = (_counts(codes[:, :k], int(codes.max(initial=0)) + 1) for k in ks)
    return np.stack([found.argmax(axis=1) for found in counts], axis=1)


def _counts(codes: IntArray, classes: int) -> IntArray:
    """How often each code is in each row: (rows, classes)."""
    ballots = codes + classes * np.arange(len(codes))[:, None]
    return np.bincount(ballots.ravel(), minlength=classes * len(codes)).reshape(-1, classes)


def _memberships(codes: IntArray, around: IntArray, classes: int) -> FloatArray:
    """How much each training row belongs to each class, from the codes of the rows around it."""
    own = np.eye(classes)[codes]
    if not around.shape[1]:
        return own
    return np.asarray(OWN_SHARE * own + (1 - OWN_SHARE) * _counts(around, classes) / around.shape[1])


def _inverse_squares(distances: FloatArray) -> FloatArray:
    """1/d² over that of the nearest; where rows are at distance 0, 1 for those and 0 for others."""
    same = distances == 0
    scaled = distances / np.where(same, 1, distances).min(axis=1, keepdims=True)
    inverse = 1 / np.where(same, 1, scaled) ** 2
    return np.where(same.any(axis=1, keepdims=True), same.astype(float), inverse)
