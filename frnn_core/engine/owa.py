"""Ordered weighted averages: how much each neighbour counts, the nearest first.

An OWA weight vector of length m is non-negative and sums to 1. Applied to similarities in
descending order it gives a soft maximum; the families differ in how fast the weights fall.
Sources: R. R. Yager (1988), doi:10.1109/21.87068; for the families in fuzzy rough sets,
S. Vluymans, N. Mac Parthalain, C. Cornelis, Y. Saeys (2019), doi:10.1016/j.ins.2019.05.085.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.errors import ParameterError, unknown_name

WeightFamily = Callable[[int], FloatArray]


def linear(m: int) -> FloatArray:
    r"""Weights that fall in equal steps, the paper's choice: :math:`w_i = 2(m+1-i) / (m(m+1))`."""
    return 2.0 * np.arange(m, 0, -1, dtype=np.float64) / (m * (m + 1))


def strict(m: int) -> FloatArray:
    """The nearest neighbour alone: the classical maximum."""
    return np.asarray(np.eye(1, m)[0])


def mean(m: int) -> FloatArray:
    r"""Equal weights: :math:`w_i = 1/m`."""
    return np.ones(m) / m


def exponential(m: int) -> FloatArray:
    r"""Each neighbour counts half as much as the one before: :math:`w_i = 2^{m-i} / (2^m - 1)`."""
    halves = 0.5 ** np.arange(1, m + 1)
    return np.asarray(halves / halves.sum())


def inverse_additive(m: int) -> FloatArray:
    r"""Weights in harmonic proportion: :math:`w_i = (1/i) / \sum_j 1/j`."""
    inverses = 1.0 / np.arange(1, m + 1)
    return np.asarray(inverses / inverses.sum())


WEIGHTS: dict[str, WeightFamily] = {
    "linear": linear,
    "strict": strict,
    "mean": mean,
    "exponential": exponential,
    "inverse-additive": inverse_additive,
}


def weight_family(weights: str | WeightFamily) -> WeightFamily:
    """Give the function m -> weights for a family name, or a checked version of a callable."""
    if isinstance(weights, str):
        if weights not in WEIGHTS:
            raise unknown_name("weight family", weights, WEIGHTS)
        return WEIGHTS[weights]
    if not callable(weights):
        raise ParameterError(f"weights must be a family name or a callable, not {weights!r}.")
    return weights if isinstance(weights, CheckedFamily) else CheckedFamily(weights)


@dataclass(frozen=True)
class CheckedFamily:
    """A user's own family, whose weights are checked each time."""

    given: Callable[[int], object]

    def __call__(self, m: int) -> FloatArray:
        """Give m weights, or raise an error that says what is wrong with them."""
        w = np.asarray(self.given(m), dtype=np.float64)
        if w.shape != (m,):
            raise ParameterError(
                f"The weights callable must give {m} weights for m = {m}, not shape {w.shape}."
            )
        if not (np.isfinite(w).all() and (w >= 0).all() and abs(w.sum() - 1) < 1e-9):
            raise ParameterError(f"Weights must be non-negative and sum to 1; for m = {m} they are {w}.")
        return w


def weight_rows(family: WeightFamily, counts: IntArray, width: int) -> FloatArray:
    """Stack the weights for each count as rows, padded with zeros to `width` columns."""
    rows = np.zeros((len(counts), width))
    for row, m in zip(rows, counts, strict=True):
        if m:
            row[:m] = family(int(m))
    return rows
