"""Range normalisation, fitted on training rows alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frnn_core.arrays import FloatArray
from frnn_core.errors import unknown_name

NORMALISATIONS = ("centred", "unit")


@dataclass(frozen=True, eq=False)
class RangeNormaliser:
    """x -> (x - origin) / width, column by column; a column of width 0 becomes 0 everywhere.

    A width beyond float64 makes the column infinite, for the caller to refuse.
    """

    origin: FloatArray
    width: FloatArray

    def __call__(self, X: FloatArray) -> FloatArray:
        """Give the normalised rows."""
        constant = self.width == 0
        scaled = (X - self.origin) / np.where(constant, 1.0, self.width)
        scaled[:, np.isinf(self.width)] = np.inf
        scaled[:, constant] = 0.0
        return np.ascontiguousarray(scaled)


def range_normaliser(X: FloatArray, kind: str | None) -> RangeNormaliser:
    """Fit the map of the training range to [-1/2, 1/2] ("centred"), [0, 1] ("unit"), or none (None).

    Rows outside the training range leave the interval, and that is meant: they are farther away.
    """
    if kind is None:
        return RangeNormaliser(np.zeros(X.shape[1]), np.ones(X.shape[1]))
    if kind not in NORMALISATIONS:
        raise unknown_name("normalisation", kind, NORMALISATIONS)
    low, high = X.min(axis=0), X.max(axis=0)
    with np.errstate(over="ignore"):
        width, middle = high - low, low / 2 + high / 2
    return RangeNormaliser(middle if kind == "centred" else low, width)
