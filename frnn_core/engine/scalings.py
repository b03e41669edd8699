"""Scalings of the features, fitted on training rows alone, and the magnitudes that can be measured at all.

One decorated function adds a scaling; it then appears in the classifier, the command line and the dashboard.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from frnn_core.engine.arrays import FloatArray, LabelArray
from frnn_core.engine.registry import Registry
from frnn_core.errors import DataError

LARGEST, SMALLEST = 1e150, 1e-150  # squares of distances beyond these leave the range of float64
FAR_OUT = 2.0**20  # this many ranges away from 0, the middle of a range is no longer exact enough


@dataclass(frozen=True, eq=False)
class Scaler:
    """x -> (x - origin) / width - shift, column by column; a column of width 0 becomes 0 everywhere.

    A width beyond float64 makes the column infinite, for `measurable` to refuse.
    """

    origin: FloatArray
    width: FloatArray
    shift: FloatArray

    def __call__(self, X: FloatArray) -> FloatArray:
        """Give the normalised rows; what leaves float64 becomes infinite."""
        constant = self.width == 0
        with np.errstate(over="ignore", invalid="ignore"):
            scaled = np.ascontiguousarray(X - self.origin)
            scaled /= np.where(constant, 1.0, self.width)
            if self.shift.any():
                scaled -= self.shift
        if (infinite := np.isinf(self.width)).any():
            scaled[:, infinite] = np.inf
        if constant.any():
            scaled[:, constant] = 0.0
        return scaled

    def measurable(self, X: FloatArray, names: Sequence[object] | LabelArray | None = None) -> FloatArray:
        """Give the normalised rows, or refuse columns whose distances would overflow."""
        normalised = self(X)
        huge = np.flatnonzero(~(largest_sizes(normalised) <= LARGEST))
        if huge.size:
            every = range(1, X.shape[1] + 1) if names is None or not len(names) else names
            told = columns_in_words([every[column] for column in huge.tolist()])
            raise DataError(f"{told}: values too large to measure. Rescale them.")
        return normalised


def largest_sizes(X: FloatArray) -> FloatArray:
    """The largest size of a value in each column, without a second table of sizes."""
    return np.asarray(np.maximum(X.max(axis=0), -X.min(axis=0)))


def columns_in_words(names: Sequence[object] | LabelArray, most: int = 10) -> str:
    """Name columns in a sentence, the first few of many."""
    listed = ", ".join(str(name) for name in names[:most])
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{'Column' if len(names) == 1 else 'Columns'} {listed}{more}"


def refuse_vanishing(X: FloatArray) -> None:
    """Refuse training rows, as they are after normalisation, that float64 cannot tell from each other."""
    if not X.size:
        return
    low, high = X.min(axis=0), X.max(axis=0)
    sizes = np.maximum(high, -low).max(), (high - low).max()
    if any(0 < size < SMALLEST for size in sizes):
        raise DataError("All values are too close to 0, or to each other, to measure. Rescale or normalise.")


@dataclass(frozen=True)
class Scaling:
    """A way to bring features to a common range.

    Attributes
    ----------
    formula : LaTeX of the scaled value of x, with l and h the smallest and largest in the training rows
    help, source : what it does in one sentence, and where it comes from
    fit : training rows -> what scales rows
    paper : whether it is what the paper's numbers were computed with
    by_range : whether the smallest and largest value of each feature say all that `fit` needs to know; of
        rows on many machines, others see a sample
    revision : raised whenever its numbers change
    """

    key: str
    label: str
    formula: str
    help: str
    source: str
    fit: Callable[[FloatArray], Scaler]
    paper: bool = False
    by_range: bool = False
    revision: int = 1

    @property
    def known_as(self) -> str:
        """What results are known by: the key, and the revision once the scaling has changed."""
        return self.key if self.revision == 1 else f"{self.key}:{self.revision}"


SCALINGS = Registry[Scaling]("normalisation")
NONE = "none"


def scaling(
    *,
    key: str,
    label: str,
    formula: str,
    help: str,
    source: str,
    paper: bool = False,
    by_range: bool = False,
    revision: int = 1,
) -> Callable[[Callable[[FloatArray], Scaler]], Callable[[FloatArray], Scaler]]:
    """Register the decorated function, which fits a scaling to training rows."""

    def register(fit: Callable[[FloatArray], Scaler]) -> Callable[[FloatArray], Scaler]:
        SCALINGS.add(key, Scaling(key, label, formula, help, source, fit, paper, by_range, revision))
        return fit

    return register


def fit_scaling(X: FloatArray, key: str | None) -> Scaler:
    """Fit a registered scaling to training rows; None is another word for "none"."""
    return SCALINGS[NONE if key is None else key].fit(X)


@scaling(
    key="centred",
    label="−½ to ½",
    formula=r"\frac{x - (l + h)/2}{h - l}",
    help="The training range of each feature becomes −½ to ½.",
    source="the code published with the paper, whose text says [0, 1]",
    paper=True,
    by_range=True,
)
def centred(X: FloatArray) -> Scaler:
    """The middle of the range becomes 0.

    Rows outside the training range leave the interval, and that is meant: they are farther away. The
    middle of a range that is far out, or tiny, may lie between two numbers of float64: such a column is
    measured from its smallest value, and shifted by 1/2 when it has been divided.
    """
    low, high = X.min(axis=0), X.max(axis=0)
    with np.errstate(over="ignore"):
        width, middle = high - low, low / 2 + high / 2
        rounded = (np.abs(middle) / FAR_OUT > width) | (width < np.finfo(np.float64).tiny)
    return Scaler(np.where(rounded, low, middle), width, np.where(rounded, 0.5, 0.0))


@scaling(
    key="unit",
    label="0 to 1",
    formula=r"\frac{x - l}{h - l}",
    help="The training range of each feature becomes 0 to 1.",
    source="the paper, section 4.1.2",
    by_range=True,
)
def unit(X: FloatArray) -> Scaler:
    """The smallest value becomes 0."""
    low, high = X.min(axis=0), X.max(axis=0)
    with np.errstate(over="ignore"):
        return Scaler(low, high - low, np.zeros(X.shape[1]))


@scaling(
    key=NONE,
    label="Not at all",
    formula="x",
    help="The features stay as they are; those with large numbers decide.",
    source="the data themselves",
    by_range=True,
)
def as_they_are(X: FloatArray) -> Scaler:
    """Nothing changes."""
    nothing = np.zeros(X.shape[1])
    return Scaler(nothing, np.ones(X.shape[1]), nothing)


LENZ = "O. U. Lenz, H. Bollaert, C. Cornelis (2023), arXiv:2311.16872"


@scaling(
    key="mean-deviation",
    label="Mean deviation 1",
    formula=r"\frac{x - \tilde{x}}{\operatorname{mean} |x - \tilde{x}|}, \quad \tilde{x} \text{ the median}",
    help="The mean distance of each feature from its median becomes 1.",
    source=f"{LENZ}, r1",
)
def mean_deviation(X: FloatArray) -> Scaler:
    """By the mean absolute deviation around the median."""
    median = np.median(X, axis=0)
    with np.errstate(over="ignore"):
        return _around(X, median, np.abs(X - median).mean(axis=0))


@scaling(
    key="standard-deviation",
    label="Standard deviation 1",
    formula=r"\frac{x - \bar{x}}{\sigma}",
    help="The standard deviation of each feature becomes 1.",
    source=f"{LENZ}, r2",
)
def standard_deviation(X: FloatArray) -> Scaler:
    """By the standard deviation, around the mean."""
    with np.errstate(over="ignore", invalid="ignore"):
        return _around(X, X.mean(axis=0), X.std(axis=0))


@scaling(
    key="half-quartiles",
    label="Half the quartile range 1",
    formula=r"\frac{x - \tilde{x}}{(q_3 - q_1)/2}, \quad q_1, \tilde{x}, q_3 \text{ the quartiles}",
    help="Half the distance between the quartiles of each feature becomes 1, however far the rest lies out; "
    "where the quartiles coincide, the mean distance from the median does.",
    source=f"{LENZ}, r∞*; what to do where quartiles coincide is ours",
)
def half_quartiles(X: FloatArray) -> Scaler:
    """By the semi-interquartile range, around the median; by the mean deviation where that is 0."""
    low, median, high = np.quantile(X, [0.25, 0.5, 0.75], axis=0)
    with np.errstate(over="ignore"):
        width = high / 2 - low / 2
        return _around(X, median, np.where(width > 0, width, np.abs(X - median).mean(axis=0)))


def _around(X: FloatArray, middle: FloatArray, width: FloatArray) -> Scaler:
    """Measured from a middle; the width of a constant feature is 0, whatever rounding made of it."""
    constant = X.max(axis=0) == X.min(axis=0)
    width = np.where(np.isfinite(width) & np.isfinite(middle), width, np.inf)
    return Scaler(
        np.where(np.isfinite(middle), middle, 0.0), np.where(constant, 0.0, width), np.zeros_like(width)
    )
