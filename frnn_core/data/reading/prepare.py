"""A raw table and the user's choices -> a data set with notes on all that was done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.dataset import Dataset
from frnn_core.data.reading.cells import listed, shown
from frnn_core.data.reading.class_column import (
    check_classes,
    choose_target,
    class_labels,
)
from frnn_core.data.reading.column_notes import notes_on_columns, notes_on_odd_values
from frnn_core.data.reading.feature_values import feature_values
from frnn_core.data.reading.limits import check_size
from frnn_core.data.reading.options import Options
from frnn_core.data.reading.quantity import quantity_in
from frnn_core.data.reading.questions import answered
from frnn_core.data.reading.raw_table import RawTable
from frnn_core.data.reading.roles import Decision, decide
from frnn_core.engine.columns import Column
from frnn_core.errors import DataError
from frnn_core.text import counted


def prepare(table: RawTable, options: Options) -> Dataset:
    """Make a data set of a table, as the options say."""
    raw = table.partition(options.folds)
    read = answered(raw, dict(options.answers), dict(options.roles))
    target, guess = choose_target(
        read, options.class_column, quantity=options.cuts, roles=dict(options.roles)
    )
    decisions = decide(raw, read, target, options)
    features = [each for each in decisions if each.feature]
    if not features:
        raise _no_features(read, decisions)
    labels = class_labels(read, target, options.bins, options.edges)
    keep = ~np.isnan(labels.codes)
    if not keep.any():
        raise DataError(
            f"No row has a class in the column {shown(target.name)}. Choose another class column."
        )
    check_classes(target, labels, keep, guess)
    quantity = None if options.cuts else quantity_in(target)
    X, columns = _matrix(features, keep, dict(options.orders))
    notes = [
        *([f"{quantity.words}, if it is one."] if quantity is not None else []),
        *raw.notes,
        *guess,
        *notes_on_columns(read, decisions),
        *labels.notes,
        *_notes_on_rows(keep, X, columns),
    ]
    plain = all(column.role == "number" for column in columns) and not np.isnan(X).any()
    return Dataset(
        name=raw.name,
        X=X,
        y=labels.of(keep),
        feature_names=tuple(column.name for column in columns),
        source=raw.source,
        notes=tuple(notes),
        folds=_folds_of(raw, keep),
        columns=() if plain else columns,
        target=target.name,
        written=tuple((each.column.name, how) for each in features if (how := written_as(each))),
        numbers=None if keep.all() else np.flatnonzero(keep),
    )


def written_as(decision: Decision) -> str:
    """The decimal sign of a column of numbers, the order of day and month of dates; else nothing."""
    column, dates = decision.column, decision.column.dates
    if decision.role == "number":
        style = column.readings[0] if column.categories is not None else column.style
        return style.decimal
    if decision.role != "date" or dates is None or dates.layout[:3] not in ("day", "mon"):
        return ""
    return decision.reading or next(iter(dates.readings))


def _no_features(table: RawTable, decisions: Sequence[Decision]) -> DataError:
    out = [
        f"{shown(each.column.name)} ({each.reason or each.role})"
        for each in decisions
        if each.role != "class"
    ]
    if not out:
        return DataError(
            "There is no column besides the class that may be a feature. Distances need at least one column."
        )
    return DataError(
        "There is no column besides the class to compare rows by. Left out: "
        f"{listed(out)}. Give one of them another role, or choose another class column. "
        f"{' '.join(notes_on_odd_values(table, decisions))}".rstrip()
    )


def _matrix(
    features: Sequence[Decision], keep: NDArray[np.bool_], orders: Mapping[str, tuple[str, ...]]
) -> tuple[NDArray[np.float64], tuple[Column, ...]]:
    """Put the features side by side, gaps as NaN, and say what each is."""
    rows = int(keep.sum())
    check_size(rows, len(features))
    X = np.empty((rows, len(features)))
    columns = []
    for place, each in enumerate(features):
        name = each.column.name
        values, listed_values = feature_values(
            each.column, each.role, order=orders.get(name, ()), reading=each.reading
        )
        X[:, place] = values[keep]
        columns.append(Column(name, each.role, listed_values))
    return X, tuple(columns)


def _notes_on_rows(keep: NDArray[np.bool_], X: NDArray[np.float64], columns: Sequence[Column]) -> list[str]:
    """Say how many rows were dropped, and where values are missing."""
    notes = []
    classless = int((~keep).sum())
    if classless:
        notes.append(f"Dropped {classless:,} of {counted(len(keep), 'row')} without a class.")
    gaps = np.isnan(X)
    counts = gaps.sum(axis=0)
    if counts.any():
        parts = [
            f"{shown(c.name)} ({count:,})" for c, count in zip(columns, counts.tolist(), strict=True) if count
        ]
        notes.append(f"{counted(int(counts.sum()), 'gap')} left open, in: {listed(parts)}.")
    if bare := int(gaps.all(axis=1).sum()):
        notes.append(
            f"{counted(bare, 'row')} without a value in any feature, which tells nothing. Delete such rows."
        )
    return notes


def _folds_of(table: RawTable, keep: NDArray[np.bool_]) -> tuple[NDArray[np.intp], ...]:
    """Give the folds among the rows that were kept."""
    position = np.cumsum(keep) - 1
    folds = []
    for name, fold in zip(table.fold_files, table.folds, strict=True):
        kept = position[fold[keep[fold]]].astype(np.intp)
        if not len(kept):
            raise DataError(f"No row of {name} has a class. Check the file, or choose another class column.")
        kept.setflags(write=False)
        folds.append(kept)
    return tuple(folds)
