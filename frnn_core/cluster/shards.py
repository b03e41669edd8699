"""Normalised training rows in shards on the workers, and the questions that each answers where it lies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

import numpy as np

from frnn_core.cluster.connection import Cluster, LostParts
from frnn_core.cluster.parts import Part
from frnn_core.engine.approximations import neighbourhood
from frnn_core.engine.arrays import FloatArray, IntArray, LabelArray
from frnn_core.engine.fitted import Embedding, FittedRelation, identity
from frnn_core.engine.labels import encode
from frnn_core.engine.relation import TrainingSet
from frnn_core.engine.scalings import Scaler

Answer = TypeVar("Answer")
FANOUT = 8
MOST_LOSSES = 10
Merge = Callable[[list[Answer]], Answer]
Moments = tuple[FloatArray, FloatArray, FloatArray]


@dataclass(frozen=True, eq=False)
class Shard:
    """Some of the training rows, class by class.

    Attributes
    ----------
    train : the rows, with codes of the classes that occur here
    present : the codes of these classes among all
    n_classes : number of all classes
    """

    train: TrainingSet
    present: IntArray
    n_classes: int

    @classmethod
    def of(cls, part: Part, scaler: Scaler, classes: LabelArray) -> Shard:
        """The normalised rows of a part."""
        codes = encode(part.labels, classes)
        order = np.argsort(codes, kind="stable")
        present, local = np.unique(codes[order], return_inverse=True)
        return cls(TrainingSet(scaler(part.X[order]), local, len(present)), present, len(classes))

    def rows_of(self, code: int | None) -> FloatArray:
        """The rows of one of all classes, or all rows."""
        if code is None:
            return self.train.X
        place = np.searchsorted(self.present, code)
        if place == len(self.present) or self.present[place] != code:
            return self.train.X[:0]
        first, last = np.searchsorted(self.train.codes, [place, place + 1])
        return self.train.X[first:last]

    def placed(self, embed: Embedding | None, code: int | None = None) -> FloatArray:
        """The same where an embedding puts them."""
        rows = self.rows_of(code)
        return rows if embed is None else embed(rows, code or 0)

    def __sizeof__(self) -> int:
        """For Dask, which moves and spills by size."""
        return self.train.X.nbytes + self.train.codes.nbytes


class Shards:
    """The shards of a training set, as futures; lost ones are made again.

    Parameters
    ----------
    cluster : where they are
    make : gives the futures
    """

    def __init__(self, cluster: Cluster, make: Callable[[], list[Any]]) -> None:
        self.cluster, self.make = cluster, make
        self.futures = make()

    def ask(self, question: Callable[..., Answer], *arguments: Any) -> list[Answer]:
        """The answer of each, in order."""
        return Begun(self, lambda: self._asked(question, arguments)).results()

    def reduce(
        self,
        question: Callable[..., Answer],
        merge: Merge[Answer],
        *arguments: Any,
        each: Sequence[Any] | None = None,
    ) -> Answer:
        """All answers merged on the workers, a few at a time; `each` has an argument for every shard."""
        return self.begin(question, merge, *arguments, each=each).results()[0]

    def begin(
        self,
        question: Callable[..., Answer],
        merge: Merge[Answer],
        *arguments: Any,
        each: Sequence[Any] | None = None,
    ) -> Begun[Answer]:
        """The same, begun: its one result can be waited for later."""
        return Begun(self, lambda: [self._reduced(self._asked(question, arguments, each), merge)])

    def again(self, lost: list[Any]) -> None:
        """Make the shards anew, unless that was done since these were lost."""
        if self.futures is lost:
            self.futures = self.make()

    def _asked(
        self, question: Callable[..., Any], arguments: Sequence[Any], each: Sequence[Any] | None = None
    ) -> list[Any]:
        """A task for each; the arguments travel once, and Dask can send them again."""
        client = self.cluster.client
        sent = client.submit(_itself, tuple(arguments), pure=False)
        own = [()] * len(self.futures) if each is None else [(value,) for value in each]
        return [
            client.submit(_answer, question, shard, *first, sent, pure=False)
            for shard, first in zip(self.futures, own, strict=True)
        ]

    def _reduced(self, layer: list[Any], merge: Merge[Any]) -> Any:
        while len(layer) > 1:
            groups = [layer[first : first + FANOUT] for first in range(0, len(layer), FANOUT)]
            layer = [self.cluster.client.submit(merge, group, pure=False) for group in groups]
        return layer[0]


class Begun(Generic[Answer]):
    """Work that was handed to the workers, and is handed to them again if shards are lost under it."""

    def __init__(self, shards: Shards, submit: Callable[[], list[Any]]) -> None:
        self.shards, self.submit = shards, submit
        self.used, self.futures = shards.futures, submit()

    def results(self) -> list[Answer]:
        """Wait for it."""
        for _ in range(MOST_LOSSES):
            try:
                return self.shards.cluster.results(self.futures)
            except LostParts:
                self.shards.again(self.used)
                self.used, self.futures = self.shards.futures, self.submit()
        return self.shards.cluster.results(self.futures)


def _itself(value: Answer) -> Answer:
    return value


def _answer(question: Callable[..., Answer], shard: Any, *given: Any) -> Answer:
    *own, arguments = given
    return question(shard, *own, *arguments)


# Questions: what shards are asked.


def nearest(shard: Shard, queries: FloatArray, relation: FittedRelation, name: str, kmax: int) -> FloatArray:
    """The nearest distances of queries to each class; infinite where a class has too few rows here.

    The relation comes with every call. The first of a name is kept and used, so that searches which the
    engine keeps for it are found again.
    """
    own = shard.train.kept.setdefault(("relation of the cluster", name), _local(relation, shard.present))
    found = np.full((len(queries), shard.n_classes, kmax), np.inf)
    count = min(kmax, shard.train.n_rows)
    found[:, shard.present, :count] = neighbourhood(own, shard.train, queries, count).inside
    return found


def _local(relation: FittedRelation, present: IntArray) -> FittedRelation:
    """The relation for a shard, which counts only the classes that it has."""
    if relation.embed is identity or not relation.per_class:
        return relation
    return replace(relation, embed=lambda X, code: relation.embed(X, int(present[code])))


def ends(shard: Shard, relation: FittedRelation) -> FloatArray:
    """The smallest and the largest value of the places, for all rows or for each class."""
    codes = range(shard.n_classes) if relation.per_class else (None,)
    found = np.full((len(codes), 2), [np.inf, -np.inf])
    for place, code in enumerate(codes):
        rows = shard.rows_of(code)
        placed = [relation.places(rows[which], part) for part, which in relation.parts(rows, code or 0)]
        if len(rows):
            found[place] = min(of.min() for of in placed), max(of.max() for of in placed)
    return found


def extent(shard: Shard, embed: Embedding | None) -> FloatArray:
    """The smallest and the largest value of each column."""
    placed = shard.placed(embed)
    return np.stack([placed.min(axis=0), placed.max(axis=0)])


def longest(shard: Shard, origin: FloatArray) -> float:
    """The largest distance of a row from a point."""
    return shard.train.longest(origin)


def moments(shard: Shard) -> Moments:
    """Number, mean and scatter around it, of each class."""
    width = shard.train.n_features
    sizes, means = np.zeros(shard.n_classes), np.zeros((shard.n_classes, width))
    scatters = np.zeros((shard.n_classes, width, width))
    for code in shard.present:
        rows = shard.rows_of(code)
        sizes[code], means[code] = len(rows), rows.mean(axis=0)
        moved = rows - means[code]
        scatters[code] = moved.T @ moved
    return sizes, means, scatters


def total(shard: Shard, embed: Embedding | None, code: int | None) -> tuple[int, FloatArray]:
    """The number of rows and their sum."""
    placed = shard.placed(embed, code)
    return len(placed), placed.sum(axis=0)


def farthest(
    shard: Shard, embed: Embedding | None, code: int | None, point: FloatArray
) -> tuple[float, FloatArray]:
    """The largest distance from a point, and the placed row that has it."""
    placed = shard.placed(embed, code)
    if not len(placed):
        return -np.inf, point
    apart = np.linalg.norm(placed - point, axis=1)
    return float(apart.max()), placed[apart.argmax()]


def beyond(
    shard: Shard, embed: Embedding | None, code: int | None, point: FloatArray, least: float
) -> FloatArray:
    """The placed rows at least so far from a point."""
    placed = shard.placed(embed, code)
    return np.asarray(placed[np.linalg.norm(placed - point, axis=1) >= least])


# Merges: what several answers are together.


def merged_extents(extents: list[FloatArray]) -> FloatArray:
    """The smallest and the largest, which stand in two rows."""
    every = np.stack(extents)
    return np.stack([every[:, 0].min(axis=0), every[:, 1].max(axis=0)])


def merged_ends(found: list[FloatArray]) -> FloatArray:
    """The smallest and the largest, which stand in two columns."""
    every = np.stack(found)
    return np.stack([every[..., 0].min(axis=0), every[..., 1].max(axis=0)], axis=-1)


def merged_moments(found: list[Moments]) -> Moments:
    """Number, mean and scatter of several shards together, class by class (Chan, Golub and LeVeque)."""
    sizes, means, scatters = found[0]
    for count, mean, scatter in found[1:]:
        both = sizes + count
        share = np.divide(count, both, out=np.zeros_like(both), where=both > 0)[:, None]
        shift = mean - means
        scatters = scatters + scatter
        scatters += (sizes[:, None] * share * shift)[:, :, None] * shift[:, None, :]
        sizes, means = both, means + share * shift
    return sizes, means, scatters
