"""A raw table and the user's choices -> a data set with notes on all that was done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.dataset import Dataset
from frnn_core.data.reading.cells import counted, listed, shown
from frnn_core.data.reading.class_column import Labels, check_classes, choose_target, class_labels
from frnn_core.data.reading.column_use import (
    TEXT,
    TOO_MANY,
    Decision,
    decide,
    notes_on_columns,
    notes_on_odd_values,
)
from frnn_core.data.reading.limits import check_size
from frnn_core.data.reading.raw_table import Column, RawTable, free_name
from frnn_core.errors import DataError, ParameterError

MISSING_CHOICES = ("drop", "median")
CATEGORICAL_CHOICES = ("drop", "onehot")
MOST_BINS = 20


@dataclass(frozen=True)
class Options:
    """The choices, checked.

    Attributes
    ----------
    target : the class column by name or position; None to find it out
    missing : drop rows with missing values, or fill them with the median of their column
    categorical : drop text columns, as the paper does, or turn each into columns of 0 and 1
    bins : cut a class column of numbers into this many groups of about the same size
    """

    target: str | int | None = None
    missing: str = "drop"
    categorical: str = "drop"
    bins: int | None = None

    def __post_init__(self) -> None:
        _check_choice("missing", self.missing, MISSING_CHOICES)
        _check_choice("categorical", self.categorical, CATEGORICAL_CHOICES)
        if not (self.target is None or isinstance(self.target, str) or _is_whole(self.target)):
            raise ParameterError(
                f"target must be the name of a column or its position, counted from 0, not {self.target!r}."
            )
        if not (self.bins is None or (_is_whole(self.bins) and 2 <= self.bins <= MOST_BINS)):
            raise ParameterError(f"bins must be a whole number from 2 to {MOST_BINS}, not {self.bins!r}.")


def _is_whole(value: object) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _check_choice(name: str, value: str, choices: tuple[str, ...]) -> None:
    if not isinstance(value, str) or value not in choices:
        raise ParameterError(f"{name} must be {' or '.join(map(repr, choices))}, not {value!r}.")


def prepare(table: RawTable, options: Options) -> Dataset:
    """Make a data set of a table, as the options say."""
    target, guess = choose_target(table, options.target, bins=options.bins)
    decisions = decide(table, target, options.categorical)
    features = [each for each in decisions if each.use in ("number", "onehot")]
    if not features:
        raise _no_features(table, decisions)
    labels = class_labels(table, target, options.bins)
    columns = [each.column for each in features]
    keep = _rows_to_keep(labels, columns, drop_missing=options.missing == "drop")
    doubts = check_classes(target, labels, keep, guess)
    notes = [
        *table.notes,
        *guess,
        *notes_on_columns(table, decisions),
        *labels.notes,
        *doubts,
        *_notes_on_rows(labels, columns, keep),
    ]
    return Dataset(
        name=table.name,
        X=_matrix(features, keep),
        y=labels.of(keep),
        feature_names=_feature_names(features),
        source=table.source,
        notes=tuple(notes),
        folds=_folds_of(table, keep),
    )


def _no_features(table: RawTable, decisions: Sequence[Decision]) -> DataError:
    texts = [each.column.name for each in decisions if each.reason in (TEXT, TOO_MANY)]
    if not texts:
        return DataError(
            "There is no column besides the class that may be a feature. Distances need at least one column "
            "of numbers."
        )
    return DataError(
        "There is no column of numbers besides the class, so there is nothing to measure distances with. "
        f'Text columns: {listed(texts)}. Turn them into columns of 0 and 1 (categorical="onehot"), or choose '
        f"another class column. {' '.join(notes_on_odd_values(table, decisions))}".rstrip()
    )


def _rows_to_keep(labels: Labels, columns: Sequence[Column], *, drop_missing: bool) -> NDArray[np.bool_]:
    """Mark the rows that have a class and, unless missing values are filled, every feature."""
    keep = ~np.isnan(labels.codes)
    if drop_missing:
        for column in columns:
            keep &= ~column.missing
    if not keep.any():
        worst = max(columns, key=lambda column: int(column.missing.sum()))
        raise DataError(
            f"Every row has a missing value, most of them in column {shown(worst.name)} "
            f"({int(worst.missing.sum())} of {len(keep)}). Leave out that column, or fill the missing values "
            'with the median of their column (missing="median").'
        )
    return keep


def _notes_on_rows(labels: Labels, columns: Sequence[Column], keep: NDArray[np.bool_]) -> list[str]:
    """Say how many rows were dropped and values filled."""
    rows = len(keep)
    notes = []
    classless = int(np.isnan(labels.codes).sum())
    if classless:
        notes.append(f"Dropped {classless:,} of {counted(rows, 'row')} without a class.")
    incomplete = rows - classless - int(keep.sum())
    if incomplete:
        notes.append(f"Dropped {incomplete:,} of {counted(rows, 'row')} with missing values.")
    filled = {column.name: int((column.missing & keep).sum()) for column in columns}
    filled = {name: count for name, count in filled.items() if count}
    if filled:
        texts = any(not column.numeric and column.name in filled for column in columns)
        by = "median (of texts, the most frequent one)" if texts else "median"
        total = counted(sum(filled.values()), "missing value")
        notes.append(f"Filled {total} with the {by} of the column: {listed(list(filled))}.")
    return notes


def _matrix(features: Sequence[Decision], keep: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Put the features side by side, without gaps."""
    rows, width = int(keep.sum()), sum(map(_width, features))
    check_size(rows, width)
    X = np.empty((rows, width))
    place = 0
    for each in features:
        values = _filled(each.column, keep)
        if each.use == "number":
            X[:, place] = values
        else:
            X[:, place : place + _width(each)] = values[:, None] == np.arange(_width(each))
        place += _width(each)
    return X


def _filled(column: Column, keep: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Give the values of some rows, gaps filled with the median, or with the most frequent category."""
    values = column.values[keep]
    gaps = np.isnan(values)
    if not gaps.any():
        return values
    there = column.values[~column.missing] if gaps.all() else values[~gaps]
    typical = _median(there) if column.numeric else np.bincount(there.astype(np.intp)).argmax()
    return np.where(gaps, typical, values)


def _median(values: NDArray[np.float64]) -> float:
    """The median, of halves where the sum of the middle two would overflow."""
    scale = 0.5 if np.abs(values).max() > 1e307 else 1.0
    return float(np.median(values * scale) / scale)


def _width(each: Decision) -> int:
    return len(each.column.categories or ()) if each.use == "onehot" else 1


def _feature_names(features: Sequence[Decision]) -> tuple[str, ...]:
    used: set[str] = set()
    names = []
    for each in features:
        if each.use == "number":
            names.append(free_name(each.column.name, used))
        else:
            names += [free_name(f"{each.column.name}={text}", used) for text in each.column.categories or ()]
    return tuple(names)


def _folds_of(table: RawTable, keep: NDArray[np.bool_]) -> tuple[NDArray[np.intp], ...]:
    """Give the folds among the rows that were kept."""
    position = np.cumsum(keep) - 1
    folds = []
    for name, fold in zip(table.fold_files, table.folds, strict=True):
        kept = position[fold[keep[fold]]].astype(np.intp)
        if not len(kept):
            raise DataError(
                f"Without the rows with missing values no row of {name} is left. Fill the missing values "
                'with the median of their column (missing="median").'
            )
        kept.setflags(write=False)
        folds.append(kept)
    return tuple(folds)
