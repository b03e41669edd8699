"""Ordered weighted averages: how much each neighbour counts, the nearest first.

An OWA weight vector of length m is non-negative and sums to 1. Applied to similarities in
descending order it gives a soft maximum; the families differ in how fast the weights fall. One decorated
function adds a family; it then appears in the classifier, the command line and the dashboard.
Sources: R. R. Yager (1988), doi:10.1109/21.87068; for the families in fuzzy rough sets,
S. Vluymans, N. Mac Parthalain, C. Cornelis, Y. Saeys (2019), doi:10.1016/j.ins.2019.05.085.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.registry import Registry
from frnn_core.errors import ParameterError

WeightFamily = Callable[[int], FloatArray]


@dataclass(frozen=True)
class Weights:
    """A family of OWA weights.

    Attributes
    ----------
    formula : LaTeX of the i-th of m weights
    help, source : what it does in one sentence, and where it comes from
    paper : whether it is the paper's choice
    function : m -> m weights, the nearest neighbour's first
    """

    key: str
    label: str
    formula: str
    help: str
    source: str
    function: WeightFamily
    paper: bool = False

    def __call__(self, m: int) -> FloatArray:
        """Give m weights, the nearest neighbour's first."""
        return self.function(m)


WEIGHTS = Registry[Weights]("weight family")


def weights(
    *, key: str, label: str, formula: str, help: str, source: str, paper: bool = False
) -> Callable[[WeightFamily], WeightFamily]:
    """Register the decorated function m -> m weights."""

    def register(function: WeightFamily) -> WeightFamily:
        WEIGHTS.add(key, Weights(key, label, formula, help, source, function, paper))
        return function

    return register


YAGER, VLUYMANS = "doi:10.1109/21.87068", "doi:10.1016/j.ins.2019.05.085"


@weights(
    key="linear",
    label="Linear",
    formula=r"w_i = \frac{2(m + 1 - i)}{m(m + 1)}",
    help="The weights fall in equal steps.",
    source=VLUYMANS,
    paper=True,
)
def linear(m: int) -> FloatArray:
    r"""Weights that fall in equal steps, the paper's choice: :math:`w_i = 2(m+1-i) / (m(m+1))`."""
    return 2.0 * np.arange(m, 0, -1, dtype=np.float64) / (m * (m + 1))


@weights(
    key="strict",
    label="Nearest alone",
    formula=r"w_1 = 1, \; w_i = 0 \text{ for } i > 1",
    help="The nearest neighbour alone counts: the classical maximum.",
    source=YAGER,
)
def strict(m: int) -> FloatArray:
    """The nearest neighbour alone: the classical maximum."""
    return np.asarray(np.eye(1, m)[0])


@weights(
    key="mean",
    label="All alike",
    formula=r"w_i = \frac{1}{m}",
    help="All neighbours count alike.",
    source=YAGER,
)
def mean(m: int) -> FloatArray:
    r"""Equal weights: :math:`w_i = 1/m`."""
    return np.ones(m) / m


@weights(
    key="exponential",
    label="Halving",
    formula=r"w_i = \frac{2^{m - i}}{2^m - 1}",
    help="Each neighbour counts half as much as the one before.",
    source=VLUYMANS,
)
def exponential(m: int) -> FloatArray:
    r"""Each neighbour counts half as much as the one before: :math:`w_i = 2^{m-i} / (2^m - 1)`."""
    halves = 0.5 ** np.arange(1, m + 1)
    return np.asarray(halves / halves.sum())


@weights(
    key="inverse-additive",
    label="1, ½, ⅓, …",
    formula=r"w_i = \frac{1/i}{\sum_{j=1}^{m} 1/j}",
    help="The i-th neighbour counts one i-th of the nearest.",
    source=VLUYMANS,
)
def inverse_additive(m: int) -> FloatArray:
    r"""Weights in harmonic proportion: :math:`w_i = (1/i) / \sum_j 1/j`."""
    inverses = 1.0 / np.arange(1, m + 1)
    return np.asarray(inverses / inverses.sum())


def weight_family(weights: str | WeightFamily) -> WeightFamily:
    """Give the function m -> weights for a family name, or a checked version of a callable."""
    if isinstance(weights, str):
        return WEIGHTS[weights].function
    if not callable(weights):
        raise ParameterError(f"weights must be a family name or a callable, not {weights!r}.")
    return weights if isinstance(weights, CheckedFamily) else CheckedFamily(weights)


@dataclass(frozen=True)
class CheckedFamily:
    """A user's own family, whose weights are checked each time."""

    given: Callable[[int], ArrayLike]

    def __call__(self, m: int) -> FloatArray:
        """Give m weights, or raise an error that says what is wrong with them."""
        given = self.given(m)
        if np.iscomplexobj(given) or np.ma.is_masked(given):
            raise ParameterError(f"The weights callable must give {m} real numbers, none masked.")
        try:
            w = np.asarray(given, dtype=np.float64)
        except (TypeError, ValueError):
            raise ParameterError(f"The weights callable must give numbers, not {given!r}.") from None
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
