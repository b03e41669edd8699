"""How much each neighbour counts, once that is decided: families of weights, and what of them counts where.

A family gives m weights for m neighbours, the nearest neighbour's first. A weighting says which family counts
inside each class (upper approximation) and which outside it (lower approximation).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.fitted import Trace
from frnn_core.errors import ParameterError

WeightFamily = Callable[[int], FloatArray]


def linear(m: int) -> FloatArray:
    r"""Weights that fall in equal steps, the paper's choice: :math:`w_i = 2(m+1-i) / (m(m+1))`."""
    return 2.0 * np.arange(m, 0, -1, dtype=np.float64) / (m * (m + 1))


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


@dataclass(frozen=True, eq=False)
class Weighting:
    """Which weights count inside and outside each class.

    Attributes
    ----------
    upper, lower : the families for the neighbours inside and outside: one for all classes, or one a class
    trace : how they were learned, where they were
    """

    upper: tuple[WeightFamily, ...]
    lower: tuple[WeightFamily, ...]
    trace: Trace | None = None

    def at(self, k: int) -> Weighting:
        """The weighting for k neighbours: the same for every k."""
        return self

    def inside(self, code: int) -> WeightFamily:
        """The family for the neighbours inside a class."""
        return self.upper[code if len(self.upper) > 1 else 0]

    def outside(self, code: int) -> WeightFamily:
        """The family for the neighbours outside a class."""
        return self.lower[code if len(self.lower) > 1 else 0]


def refuse_other_classes(weights: Weighting, n_classes: int) -> None:
    """Refuse weights by class that were made for another number of classes."""
    for families in (weights.upper, weights.lower):
        if len(families) not in (1, n_classes):
            raise ParameterError(
                f"The weights are for {len(families)} classes, the training rows have {n_classes}. Learn "
                'them from rows with the same classes, or pass weights="learned-by-class".'
            )


@dataclass(frozen=True, eq=False)
class WeightingByK:
    """A weighting that is learned anew for every k, when it is asked for."""

    learn: Callable[[int], Weighting]
    known: dict[int, Weighting] = field(default_factory=dict)

    def at(self, k: int) -> Weighting:
        """The weighting learned for k neighbours."""
        if k not in self.known:
            self.known[k] = self.learn(k)
        return self.known[k]


FittedWeights = Weighting | WeightingByK
"""What decides; `at` gives the weighting for a k."""


def as_weighting(weights: WeightFamily | FittedWeights) -> FittedWeights:
    """One family for everything as a weighting; a weighting stays as it is."""
    if isinstance(weights, Weighting | WeightingByK):
        return weights
    return Weighting((weights,), (weights,))


def weight_rows(family: WeightFamily, counts: IntArray | Sequence[int], width: int) -> FloatArray:
    """Stack the weights for each count as rows, padded with zeros to `width` columns."""
    rows = np.zeros((len(counts), width))
    for row, m in zip(rows, counts, strict=True):
        if m:
            row[:m] = family(int(m))
    return rows
