"""A fold in two dimensions, before and after learning, and how well its classes part there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frnn_core.engine.approximations import leave_one_out, neighbourhood
from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.fitted import FittedRelation
from frnn_core.engine.measures import balanced_accuracy, confusion
from frnn_core.engine.relation import TrainingSet
from frnn_core.experiments.evaluate import Fold
from frnn_core.experiments.plan import Conditions, Setting, loaded
from frnn_core.relations.embeddings import mapped
from frnn_core.relations.links import AffineLink
from frnn_core.relations.lmnn import principal_axes
from frnn_core.relations.metric_learning import oriented
from frnn_core.studies.learned.fold_fit import LearnedFit, fold_of, sample_rows
from frnn_core.studies.learned.results import PLAIN

MOST_COLOURED = 6
MOST_TESTED = 150


@dataclass(frozen=True, eq=False)
class Panel:
    """One map.

    Attributes
    ----------
    train, test : coordinates of the rows that are shown
    axes : what the two coordinates are
    tested, left_out : balanced accuracy of FRNN with the Euclidean distance in this map: of the test rows
        among all training rows, and of each training row among the others
    """

    train: FloatArray
    test: FloatArray
    axes: tuple[str, str]
    tested: float
    left_out: float


@dataclass(frozen=True, eq=False)
class FoldMap:
    """The same rows before and after.

    Attributes
    ----------
    codes, test_codes : classes of the rows that are shown
    n_train, n_test : how many rows there are in all
    coloured : the classes with a colour: all of up to six, else two that are easily confused
    """

    before: Panel
    after: Panel
    codes: IntArray
    test_codes: IntArray
    class_names: tuple[str, ...]
    coloured: tuple[int, ...]
    n_train: int
    n_test: int


def fold_map(name: str, fold: int, fit: LearnedFit, k: int) -> FoldMap:
    """Show a fold, numbered from 1, in the first two principal components and in the map of a fit to two.

    A data set of two features is shown as it is. Of many rows a sample is shown, the one that the fit
    was made from if it was made from one.
    """
    data, _ = loaded(name, Conditions())
    part = fold_of(name, fold)
    train = part.train
    shown = fit.rows if fit.sampled and len(fit.rows) < len(train.X) else sample_rows(train)
    test = _test_sample(part)
    axes, names = plain_axes(train)
    learned = ("first learned coordinate", "second learned coordinate")
    centre = train.X.mean(axis=0) if len(axes) < train.n_features else np.zeros(train.n_features)
    return FoldMap(
        _panel(
            part, mapped(train.X - centre, axes), mapped(part.queries - centre, axes), shown, test, names, k
        ),
        _panel(part, mapped(train.X, fit.L), mapped(part.queries, fit.L), shown, test, learned, k),
        part.present[train.codes[shown]],
        part.truth[test],
        tuple(str(label) for label in data.class_names),
        coloured(part, k),
        len(train.X),
        len(part.queries),
    )


def coloured(part: Fold, k: int) -> tuple[int, ...]:
    """All classes, if they are few; else the two that Manhattan most often takes for each other.

    Counted over the training rows, each predicted by the others; the two largest where none is mistaken.
    """
    train = part.train
    if train.n_classes <= MOST_COLOURED:
        return tuple(int(code) for code in part.present)
    plain = Setting.of(PLAIN).spec.fit(train)
    k = min(k, len(train.X) - 1)
    decided = leave_one_out(plain, train, k).decide(plain.link.decision, train.family, [k])
    counts = confusion(train.codes, decided, train.n_classes)[0]
    mistaken = np.triu(counts + counts.T, 1)
    if mistaken.any():
        pair = np.unravel_index(mistaken.argmax(), mistaken.shape)
    else:
        pair = tuple(np.argsort(-np.bincount(train.codes), kind="stable")[:2])
    return tuple(sorted(int(part.present[code]) for code in pair))


def plain_axes(train: TrainingSet) -> tuple[FloatArray, tuple[str, str]]:
    """The first two principal axes and what they are called; two features are left as they are."""
    if train.n_features <= 2:
        return np.eye(train.n_features), (train.name_of(0), train.name_of(train.n_features - 1))
    return oriented(principal_axes(train.X, 2)), ("first principal component", "second principal component")


def _test_sample(part: Fold) -> IntArray:
    """Numbers of at most 150 test rows, evenly spread over them."""
    count = len(part.queries)
    return np.unique(np.linspace(0, count - 1, min(count, MOST_TESTED)).round().astype(np.int64))


def _panel(
    part: Fold,
    rows: FloatArray,
    queries: FloatArray,
    shown: IntArray,
    test: IntArray,
    axes: tuple[str, str],
    k: int,
) -> Panel:
    tested, left_out = separability(part, rows, queries, k)
    return Panel(rows[shown], queries[test], axes, tested, left_out)


def separability(part: Fold, rows: FloatArray, queries: FloatArray, k: int) -> tuple[float, float]:
    """Balanced accuracy of FRNN in a map: of the test rows, and of the training rows without themselves."""
    train = TrainingSet(rows, part.train.codes, part.train.n_classes, family=part.train.family)
    k = min(k, len(rows) - 1)
    euclidean = FittedRelation("euclidean", AffineLink(1.0))
    near = neighbourhood(euclidean, train, queries, k)
    others = leave_one_out(euclidean, train, k)
    tested = part.present[near.decide(euclidean.link, train.family, [k])]
    left_out = others.decide(euclidean.link, train.family, [k])
    return (
        float(balanced_accuracy(confusion(part.truth, tested, part.n_classes))[0]),
        float(balanced_accuracy(confusion(train.codes, left_out, train.n_classes))[0]),
    )
