"""A training set whose rows are on the workers: what concerns all of them is a reduction over shards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from uuid import uuid4

import numpy as np

from frnn_core.cluster import shards as on_workers
from frnn_core.cluster.shards import Begun, Moments, Shards
from frnn_core.engine.approximations import Neighbourhood
from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.fitted import Embedding, FittedRelation
from frnn_core.engine.neighbours import merged_profiles
from frnn_core.engine.relation import TrainingSet
from frnn_core.model import Model
from frnn_core.relations.links import AffineLink

FARTHEST_STEPS = 4
ROUNDING = 1e-9
BLOCK_VALUES = 500_000
BLOCK_QUERIES = 4096
BLOCK_BYTES = 4_000_000
"""Bounds of what is sent to the workers, and comes back, at once."""
AHEAD = 2
"""Blocks of queries that are under way at once, so that no worker waits for the client."""
GATHERED = 5_000
"""Rows of a class that are rather gathered than asked about."""


class ShardedTrainingSet(TrainingSet):
    """The training set of a cluster.

    `X` and `codes` are a sample of the rows; who uses them leaves a trace in `sampled`.
    """

    def __init__(self, shards: Shards, sample: TrainingSet, sizes: IntArray) -> None:
        for name, value in vars(sample).items():
            if name not in ("X", "codes"):
                object.__setattr__(self, name, value)
        object.__setattr__(self, "_sample", sample)
        object.__setattr__(self, "shards", shards)
        object.__setattr__(self, "_sizes", sizes)
        object.__setattr__(self, "sampled", False)

    shards: Shards
    sampled: bool
    _sample: TrainingSet
    _sizes: IntArray

    @property
    def X(self) -> FloatArray:  # noqa: N802
        """Rows of the sample."""
        return self.at_hand().X

    @property
    def codes(self) -> IntArray:
        """Their classes."""
        return self.at_hand().codes

    def at_hand(self) -> TrainingSet:
        """The sample."""
        object.__setattr__(self, "sampled", True)
        return self._sample

    @property
    def sample_rows(self) -> int:
        """How many rows the sample has."""
        return self._sample.n_rows

    @property
    def n_features(self) -> int:
        """Number of features, constant ones included."""
        return self._sample.n_features

    @property
    def n_rows(self) -> int:
        """Number of rows of all shards."""
        return int(self._sizes.sum())

    def class_sizes(self) -> IntArray:
        """Number of rows of each class, of all shards."""
        return self._sizes

    def mean(self) -> FloatArray:
        """The mean of each feature."""
        return np.asarray(self._overall[1][0])

    def covariance(self, code: int | None = None, *, ranged: bool = False) -> FloatArray:
        """The sample covariance of the features."""
        sizes, _, scatters = self._overall if code is None else self._moments
        place = code or 0
        found = scatters[place] / (sizes[place] - 1)
        if ranged:
            low, high = self.extent()
            found = found / np.outer(high - low, high - low)
        return np.asarray(found)

    @cached_property
    def _moments(self) -> Moments:
        """Number, mean and scatter of each class."""
        return self.shards.reduce(on_workers.moments, on_workers.merged_moments)

    @cached_property
    def _overall(self) -> Moments:
        """Number, mean and scatter of all rows."""
        sizes, means, scatters = self._moments
        each = [(sizes[[code]], means[[code]], scatters[[code]]) for code in range(len(sizes))]
        return on_workers.merged_moments(each)

    def extent(self, embed: Embedding | None = None) -> tuple[FloatArray, FloatArray]:
        """The smallest and the largest value of each column."""
        low, high = self.shards.reduce(on_workers.extent, on_workers.merged_extents, embed)
        return low, high

    def longest(self, origin: FloatArray) -> float:
        """The largest Euclidean distance of a row from a point."""
        return float(self.shards.reduce(on_workers.longest, max, origin))

    def reach(self, embed: Embedding | None = None) -> float:
        """The largest Euclidean distance of a placed row from the mean of all placed rows."""
        return self._farthest(embed, None, self._middle(embed, None))[0]

    def span(self, fitted: FittedRelation) -> float:
        """The largest difference between two values of placed rows."""
        found = self.shards.reduce(on_workers.ends, on_workers.merged_ends, lean(fitted))
        return float((found[:, 1] - found[:, 0]).max())

    def rows_of(self, code: int | None) -> FloatArray:
        """The rows of a class, or all: gathered."""
        return self._beyond(None, code, np.zeros(self.n_features), 0.0)

    def outskirts(self, embed: Embedding | None = None, code: int | None = None) -> FloatArray:
        """Placed rows among which are those with the largest distance, as in `engine.neighbours.diameter`.

        Where L is a distance that occurs and r the distance from the middle, an end of the largest distance
        has r + max r >= L.
        """
        middle = self._middle(embed, code)
        rows = self.n_rows if code is None else self._sizes[code]
        if rows <= GATHERED:
            return self._beyond(embed, code, middle, 0.0)
        radius, far = self._farthest(embed, code, middle)
        known = 0.0
        for _ in range(FARTHEST_STEPS):
            known, far = self._farthest(embed, code, far)
        return self._beyond(embed, code, middle, known * (1 - ROUNDING) - radius * (1 + ROUNDING))

    def _middle(self, embed: Embedding | None, code: int | None) -> FloatArray:
        totals = self.shards.ask(on_workers.total, embed, code)
        return np.asarray(sum(found for _, found in totals) / sum(count for count, _ in totals))

    def _farthest(
        self, embed: Embedding | None, code: int | None, point: FloatArray
    ) -> tuple[float, FloatArray]:
        found = self.shards.ask(on_workers.farthest, embed, code, point)
        return max(found, key=lambda answer: answer[0])

    def _beyond(
        self, embed: Embedding | None, code: int | None, point: FloatArray, least: float
    ) -> FloatArray:
        return np.concatenate(self.shards.ask(on_workers.beyond, embed, code, point, least))


def lean(relation: FittedRelation) -> FittedRelation:
    """The relation without what a search does not need: links and traces may hold rows."""
    return replace(relation, link=AffineLink(1.0), trace=None)


@dataclass(frozen=True, eq=False)
class ShardedModel(Model):
    """A model that searches on the workers; `name` tells its relation from others there."""

    train: ShardedTrainingSet
    name: str = ""

    def neighbourhoods(self, queries: FloatArray) -> Iterator[Neighbourhood]:
        """Search in blocks, a few of them ahead of what is asked for."""
        size = min(
            BLOCK_QUERIES,
            max(1, BLOCK_VALUES // (self.train.n_classes * self.k)),
            max(1, BLOCK_BYTES // (8 * self.train.n_features)),
        )
        begun: list[Begun[Any]] = []
        for start in range(0, len(queries), size):
            begun.append(self._begin(queries[start : start + size]))
            if len(begun) == AHEAD:
                yield Neighbourhood(begun.pop(0).results()[0])
        for last in begun:
            yield Neighbourhood(last.results()[0])

    def _begin(self, queries: FloatArray) -> Begun[FloatArray]:
        return self.train.shards.begin(
            on_workers.nearest, merged_profiles, queries, lean(self.relation), self.name, self.k
        )


def new_name() -> str:
    """A name for a fitted relation that no other has."""
    return uuid4().hex
