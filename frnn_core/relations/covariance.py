"""Covariance matrices: whitening, and the reason in words where there is no inverse."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.relation import TrainingSet

DEPENDENT = 1e-10
"""Columns of range 1 that combine to less than this share of the largest variance determine each other."""


def covariance(X: FloatArray) -> FloatArray:
    """The sample covariance of the columns of two or more rows, a matrix also for one column."""
    return np.atleast_2d(np.cov(X, rowvar=False))


def singular(A: FloatArray) -> bool:
    """Whether A has no inverse: an eigenvalue is below 0, or not above 0 by more than rounding.

    The tolerance is that of numpy's rank, which goes by absolute values and so lets negative ones pass.
    """
    values = np.linalg.eigvalsh(A)
    return bool(values[0] <= values[-1] * len(A) * np.finfo(np.float64).eps)


def whitening(A: FloatArray) -> FloatArray:
    """A matrix W with WᵀW = A⁻¹, so that |Wx - Wy| is the Mahalanobis distance under A."""
    values, vectors = np.linalg.eigh(A)
    return np.asarray((vectors / np.sqrt(values)).T)


def singular_reason(train: TrainingSet) -> str | None:
    """Say in words why the covariance has no inverse and which columns cause it, or give None."""
    rows, columns = train.n_rows, train.n_features
    low, high = train.extent()
    constant = np.flatnonzero(high - low == 0)
    if constant.size:
        verb = "is" if constant.size == 1 else "are"
        return f"{_listed(constant, train.name_of)} {verb} constant, so the covariance has no inverse."
    if rows <= columns:
        return f"{rows} training rows are too few for {columns} features, so the covariance has no inverse."
    return _dependence(train, high - low) if singular(train.covariance()) else None


def _dependence(train: TrainingSet, ranges: FloatArray) -> str:
    """Name the columns that determine each other, or the two whose ranges are too far apart.

    It goes by columns of range 1, so that the units of a column do not hide its part.
    """
    values, vectors = np.linalg.eigh(train.covariance(ranged=True))
    null = vectors[:, values <= DEPENDENT * values[-1]]
    if not null.size:
        narrow, wide = train.name_of(int(ranges.argmin())), train.name_of(int(ranges.argmax()))
        return (
            f"{narrow} varies too little beside {wide}, so the covariance has no inverse in float64. "
            "Normalise the features."
        )
    dependent = np.flatnonzero((null**2).sum(axis=1) > 1e-8)
    listed = _listed(dependent, train.name_of)
    return f"{listed} determine each other linearly, so the covariance has no inverse."


def _listed(columns: IntArray, name_of: Callable[[int], str], most: int = 5) -> str:
    names = [name_of(int(column)) for column in columns[:most]]
    if len(columns) > most:
        names.append(f"{len(columns) - most} more")
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
