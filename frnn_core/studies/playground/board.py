"""The points of the playground: two coordinates, classes, and the square that they lie in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from frnn_core import relations as relations  # registers them
from frnn_core.data import load_dataset, plain_names
from frnn_core.data.dataset import Dataset
from frnn_core.data.loading import guest
from frnn_core.data.teaching import GENERATORS, teaching_set
from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.relation import TrainingSet
from frnn_core.engine.scalings import fit_scaling
from frnn_core.errors import ParameterError, unknown_name
from frnn_core.relations import RELATIONS
from frnn_core.relations.lmnn import principal_axes
from frnn_core.relations.metric_learning import oriented

SIDE = 100
STEP = 3  # every third cell of the surface can be clicked, so that what is asked is what is drawn
PLACES = 34
FINE = 9999
"""Steps of a side of the square for points that are put or moved: a multiple of those between targets."""
EDGE = 0.08
FEWEST, MOST = 20, 300
SEED = 0
AXES = ("features", "pca", "nca")
GENERATED = tuple(GENERATORS)


def source_names() -> tuple[str, ...]:
    """What can be played with: the generated sets, banana beside them, then the rest of the catalogue."""
    rest = (name for name in plain_names(extra=True) if name != "banana")
    return (*GENERATED, "banana", *rest)


@dataclass(frozen=True)
class Square:
    """The part of the plane that is drawn: a grid of SIDE x SIDE cells, of which PLACES x PLACES are targets.

    A target is known by its number, row by row from the lower left.
    """

    low: tuple[float, float]
    high: tuple[float, float]

    @classmethod
    def around(cls, rows: FloatArray) -> Square:
        """The range of each coordinate and a bit more; a constant one gets a width of 1."""
        low, high = rows.min(axis=0), rows.max(axis=0)
        edge = np.where(high > low, EDGE * (high - low), 0.5)
        first, second = (low - edge).tolist(), (high + edge).tolist()
        return cls((first[0], first[1]), (second[0], second[1]))

    @cached_property
    def axes(self) -> tuple[FloatArray, FloatArray]:
        """The coordinates of the cells, along x and along y."""
        x, y = (np.linspace(a, b, SIDE) for a, b in zip(self.low, self.high, strict=True))
        return x, y

    def cells(self) -> FloatArray:
        """All cells, row by row from the lower left: (SIDE², 2)."""
        return np.stack(np.meshgrid(*self.axes), axis=-1).reshape(-1, 2)

    def places(self) -> FloatArray:
        """All targets in the order of their numbers: (PLACES², 2)."""
        x, y = self.axes
        return np.stack(np.meshgrid(x[::STEP], y[::STEP]), axis=-1).reshape(-1, 2)

    def place(self, number: int) -> FloatArray:
        """Where a target is."""
        row, column = divmod(number, PLACES)
        x, y = self.axes
        return np.array([x[STEP * column], y[STEP * row]])

    def fine(self, at: tuple[int, int]) -> FloatArray:
        """Where a place of the fine lattice is."""
        low, high = np.array(self.low), np.array(self.high)
        return np.asarray(low + (high - low) * np.array(at) / FINE)

    def nearest(self, point: FloatArray) -> int:
        """The number of the target nearest to a point, in steps of the grid."""
        low, high = np.array(self.low), np.array(self.high)
        column, row = np.clip(np.round((point - low) / (high - low) * (PLACES - 1)), 0, PLACES - 1)
        return int(row) * PLACES + int(column)


MIDDLE = (PLACES // 2) * PLACES + PLACES // 2


@dataclass(frozen=True)
class Source:
    """Which points: a data set, how many, and which two coordinates (features count from 1).

    `setup` are edits that were made before anybody plays, so that no undo takes them back.
    """

    name: str = "moons"
    n: int = 100
    axes: str = "features"
    first: int = 1
    second: int = 2
    setup: str = ""


@dataclass(frozen=True, eq=False)
class Board:
    """Points to play with.

    Attributes
    ----------
    data : the points as a data set of two features
    numbers : a number for each point that edits do not change; added points count on
    square : where they are drawn; edits do not change it
    of : rows of the whole data set; more than there are points where a sample was drawn
    features : names of all features of the whole data set
    edited : 1 for points that were added or relabelled, else 0
    """

    data: Dataset
    numbers: IntArray
    square: Square
    of: int
    features: tuple[str, ...]
    edited: IntArray


def sample(data: Dataset, most: int) -> IntArray:
    """Numbers of at most so many rows, ascending: each class in its share, but two at least of each."""
    order = np.random.default_rng(SEED).permutation(len(data.y))
    turn = np.empty(len(order))
    for code, size in enumerate(data.class_counts):
        members = np.flatnonzero(data.codes[order] == code)
        turn[members] = np.where(np.arange(size) < 2, 0.0, np.arange(size) / size)
    most = max(most, 2 * len(data.class_names))
    return np.sort(order[np.argsort(turn, kind="stable")[:most]])


def numbers_of(data: Dataset) -> Dataset:
    """The columns of numbers of a table, and the rows without a gap in them: what can be drawn as points."""
    if data.plain:
        return data
    places = [place for place, column in enumerate(data.columns) if column.role == "number"]
    X = data.X[:, places]
    rows = ~np.isnan(X).any(axis=1)
    names = tuple(data.feature_names[place] for place in places)
    return Dataset(data.name, X[rows], data.y[rows], names, data.source, data.notes)


def playable(data: Dataset) -> bool:
    """Whether a table has points to play with: two columns of numbers, and rows of two classes there."""
    plain = numbers_of(data)
    return plain.X.shape[1] >= 2 and len(plain.y) >= 2 and len(plain.class_names) >= 2


def drawn(source: Source) -> Board:
    """The points as they come from the data set, before any setup."""
    if source.name in GENERATED:
        whole = teaching_set(source.name, source.n, SEED)
    elif guest(source.name) is not None:
        whole = numbers_of(load_dataset(source.name))
    elif source.name in source_names():
        whole = load_dataset(source.name)
    else:
        raise unknown_name("data set", source.name, source_names())
    rows = sample(whole, source.n)
    X, names = _coordinates(whole, rows, source)
    data = Dataset(whole.name, np.ascontiguousarray(X), whole.y[rows], names, whole.source, whole.notes)
    count = len(rows)
    unedited = np.zeros(count, dtype=np.intp)
    return Board(data, np.arange(count), Square.around(X), len(whole.y), whole.feature_names, unedited)


def _coordinates(whole: Dataset, rows: IntArray, source: Source) -> tuple[FloatArray, tuple[str, str]]:
    count = whole.X.shape[1]
    if source.axes == "features":
        if not (1 <= source.first <= count and 1 <= source.second <= count):
            raise ParameterError(f"{whole.name} has features 1 to {count}.")
        first, second = source.first - 1, source.second - 1
        names = whole.feature_names
        return whole.X[rows][:, [first, second]], (names[first], names[second])
    X = fit_scaling(whole.X[rows], "centred")(whole.X[rows])
    if source.axes == "pca":
        axes = oriented(principal_axes(X, 2))
        return (X - X.mean(axis=0)) @ axes.T, ("first principal component", "second principal component")
    if source.axes == "nca":
        codes = whole.codes[rows]
        spec = RELATIONS["nca"]
        train = TrainingSet(X, codes, len(whole.class_names), whole.feature_names)
        fitted = spec.fit(train, **spec.resolve({"n_components": 2}))
        return fitted.embed(X, 0), ("first NCA component", "second NCA component")
    raise unknown_name("kind of axes", source.axes, AXES)
