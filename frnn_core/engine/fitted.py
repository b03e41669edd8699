"""What a relation is once it has seen the training rows: an embedding, a base distance and a link."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import ArrayLike

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.layout import Layout, MixedMetric
from frnn_core.engine.scalings import LARGEST
from frnn_core.errors import DataError

Metric = Literal["cityblock", "euclidean", "chebyshev", "canberra", "signed-maximum"]
AnyMetric = Metric | MixedMetric
"""A base distance, over numbers or over columns of several kinds."""


@dataclass(frozen=True)
class BaseMetric:
    """A distance that can be searched, in words, and how it is shared out over the features."""

    label: str
    shares: str


BASE_METRICS: Mapping[Metric, BaseMetric] = {
    "cityblock": BaseMetric(
        "Manhattan distance",
        "the distance is the sum of the differences, and each feature has its part of it",
    ),
    "euclidean": BaseMetric(
        "Euclidean distance", "the squared distance is the sum of the squared differences"
    ),
    "chebyshev": BaseMetric(
        "Chebyshev distance",
        "the distance is the largest difference alone, so the feature that has it has all",
    ),
    "canberra": BaseMetric("Canberra distance", "the distance is the sum of the relative differences"),
    "signed-maximum": BaseMetric(
        "largest signed difference", "the largest difference alone counts, with its sign"
    ),
}


class Link(Protocol):
    """A decreasing map from distance to similarity."""

    @property
    def common(self) -> bool:
        """Whether it is the same map for every class."""

    @property
    def decision(self) -> Link:
        """A link that gives the same predictions and may be cheaper to evaluate."""

    def __call__(self, distances: FloatArray, classes: ArrayLike) -> FloatArray:
        """Give the similarities; `classes` (the training rows' class codes) broadcasts to `distances`."""


Embedding = Callable[[FloatArray, int], FloatArray]
"""Maps rows for comparison with training rows of a class, or of a region where regions decide."""


def identity(X: FloatArray, code: int) -> FloatArray:
    """Leave the rows as they are."""
    return X


class Trace(Protocol):
    """What a fit that learns can tell; a page that knows its kind shows more of it."""

    def found(self) -> Mapping[str, Any]:
        """What was found, in short, as JSON can hold it; it is kept with the results."""


class Regions(Protocol):
    """Tells the region of a training row from its values."""

    @property
    def count(self) -> int:
        """How many regions there are."""

    def __call__(self, X: FloatArray) -> IntArray:
        """Give the number of the region of each row."""


@dataclass(frozen=True, eq=False)
class Spread:
    """Coordinates for everything, and then another embedding."""

    layout: Layout
    then: Embedding

    def __call__(self, X: FloatArray, code: int) -> FloatArray:
        """Give the embedded rows."""
        return self.then(self.layout.spread(X), code)


@dataclass(frozen=True, eq=False)
class SpreadRegions:
    """Regions of the rows with coordinates for everything."""

    layout: Layout
    then: Regions

    @property
    def count(self) -> int:
        """How many regions there are."""
        return self.then.count

    def __call__(self, X: FloatArray) -> IntArray:
        """Give the number of the region of each row."""
        return self.then(self.layout.spread(X))


@dataclass(frozen=True, eq=False)
class FittedRelation:
    """A relation after it has seen the training data.

    `embed(X, code)` maps rows for comparison with the class `code`; with `per_class` false it
    ignores the code. With `regions`, each training row is measured by the map of its region, whose number
    stands in place of the code; the link is then common. `trace` keeps what a fit wants to tell (steps of
    a descent, say).
    """

    metric: AnyMetric
    link: Link
    embed: Embedding = identity
    per_class: bool = False
    trace: Trace | None = None
    regions: Regions | None = None

    def over(self, layout: Layout | None) -> FittedRelation:
        """The same relation for rows of such columns, where it compares rows as they are."""
        if layout is None or self.embed is not identity or isinstance(self.metric, MixedMetric):
            return self
        return replace(self, metric=layout.over(self.metric))

    def spread(self, layout: Layout) -> FittedRelation:
        """The same relation for rows of such columns, where it was fitted to their coordinates."""
        regions = None if self.regions is None else SpreadRegions(layout, self.regions)
        return replace(self, embed=Spread(layout, self.embed), regions=regions)

    def parts(self, rows: FloatArray, code: int) -> Iterator[tuple[int, IntArray]]:
        """Training rows of a class by how they are measured: the number for `places`, and their places."""
        if self.regions is None:
            yield code, np.arange(len(rows))
            return
        numbers = self.regions(rows)
        for region in np.unique(numbers).tolist():
            yield region, np.flatnonzero(numbers == region)

    def places(self, X: FloatArray, code: int) -> FloatArray:
        """Where the rows are for comparison with a class, or region; refuse rows that cannot be measured."""
        if self.embed is identity:
            return X
        with np.errstate(over="ignore", invalid="ignore"):
            embedded = self.embed(X, code)
        if not _measurable(embedded):
            beyond = int((~(np.abs(embedded) <= LARGEST)).any(axis=1).sum())
            raise DataError(
                f"{beyond} of {len(X)} rows leave the range of float64 when the relation maps them. Drop or "
                "rescale them, or choose another relation."
            )
        return embedded


def _measurable(values: FloatArray) -> bool:
    """Whether no value is NaN or so large that a distance would overflow."""
    return not values.size or bool(values.max() <= LARGEST and values.min() >= -LARGEST)
