"""A table in parts: how each part is checked where it lies, and what all of them say together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from frnn_core.engine.arrays import FloatArray, IntArray, LabelArray
from frnn_core.engine.input_checks import (
    Rounding,
    plain_labels,
    refuse_blurred,
    refuse_counted_gaps,
    refuse_masked,
    refuse_text,
    rounding,
)
from frnn_core.engine.scalings import columns_in_words
from frnn_core.errors import DataError


@dataclass(frozen=True, eq=False)
class Part:
    """Rows of a part as they were given, in float64, their classes, and why it cannot be used, if so."""

    X: FloatArray
    labels: LabelArray
    names: tuple[Any, ...] | None
    rounding: tuple[Rounding | None, ...] = ()
    problem: str = ""

    def __sizeof__(self) -> int:
        """For Dask, which moves and spills by size."""
        return self.X.nbytes + self.labels.nbytes


def part_of(X: Any, y: Any, names: tuple[Any, ...] | None) -> Part:
    """Read a part; `names` are the columns of the whole table, in their order, if it has names.

    What is wrong is kept, not raised: the part does not know which one it is.
    """
    try:
        return _read(X, y, names)
    except ValueError as error:
        return Part(np.empty((0, 0)), np.empty(0), names, problem=str(error))


def _read(X: Any, y: Any, names: tuple[Any, ...] | None) -> Part:
    from sklearn.utils.validation import check_array

    if isinstance(X, pd.DataFrame) and names is not None:
        X = X[_same(names, tuple(X.columns))]
    refuse_masked(X)
    refuse_text(X)
    labels = np.asarray(plain_labels(y)).ravel()
    if len(labels) != len(X):
        raise DataError(f"it has {len(X)} rows and {len(labels)} classes. Cut X and y alike.")
    with np.errstate(over="ignore"):
        rows = check_array(X, dtype=np.float64, ensure_all_finite=False, ensure_min_samples=0)
    found = rounding(X, rows) if len(rows) else [None] * rows.shape[1]
    return Part(np.ascontiguousarray(rows), labels, names, tuple(found))


def _same(names: tuple[Any, ...], own: tuple[Any, ...]) -> list[Any]:
    """The names, if the part has them all and no others."""
    missing = [name for name in names if name not in own]
    other = [name for name in own if name not in names]
    if not missing and not other:
        return list(names)
    told = [f"{columns_in_words(missing)} not there"] if missing else []
    told += [f"{columns_in_words(other)} not in the other parts"] if other else []
    raise DataError(f"it has other columns: {', '.join(told)}. Give every part the same columns.")


@dataclass(frozen=True, eq=False)
class Facts:
    """What is known of a part, or of several together.

    Attributes
    ----------
    rows, columns : how many
    missing, infinite : NaN and infinities in each column
    low, high : the smallest and largest value of each column
    classes, sizes : the classes that occur, and how many rows each has
    rounding : what float64 does to whole numbers in each column
    problem : why the part cannot be used
    """

    rows: int
    columns: int
    missing: IntArray
    infinite: IntArray
    low: FloatArray
    high: FloatArray
    classes: LabelArray
    sizes: IntArray
    rounding: tuple[Rounding | None, ...] = field(default=())
    problem: str = ""


def facts_of(part: Part) -> Facts:
    """What the client is told of a part."""
    classes, sizes = np.unique(part.labels, return_counts=True)
    X = part.X
    nothing = np.full(X.shape[1], np.nan)
    low, high = (X.min(axis=0), X.max(axis=0)) if len(X) else (nothing, nothing)
    gaps = np.isnan(X).sum(axis=0), np.isinf(X).sum(axis=0)
    return Facts(len(X), X.shape[1], *gaps, low, high, classes, sizes, part.rounding, part.problem)


def joined(parts: Sequence[Facts], names: LabelArray | None) -> Facts:
    """What all parts say together; refuse a table that cannot be used, in the words of the classifier."""
    for number, part in enumerate(parts, start=1):
        if part.problem:
            raise DataError(f"Part {number} of {len(parts)}: {part.problem}")
    full = [part for part in parts if part.rows]
    if not full:
        raise DataError("The training table has no rows.")
    _refuse_widths(parts)
    missing, infinite = (
        np.sum([getattr(part, kind) for part in full], axis=0) for kind in ("missing", "infinite")
    )
    refuse_counted_gaps(missing, infinite, names)
    found = tuple(_joined_rounding(column) for column in zip(*(part.rounding for part in full), strict=True))
    refuse_blurred(found, names)
    classes, sizes = _joined_classes(full)
    low, high = np.min([part.low for part in full], axis=0), np.max([part.high for part in full], axis=0)
    rows = sum(part.rows for part in full)
    return Facts(rows, full[0].columns, missing, infinite, low, high, classes, sizes, found)


def _refuse_widths(parts: Sequence[Facts]) -> None:
    first = next(number for number, part in enumerate(parts) if part.rows)
    for number, part in enumerate(parts):
        if part.rows and part.columns != parts[first].columns:
            raise DataError(
                f"Part {number + 1} of {len(parts)} has {part.columns} columns, part {first + 1} has "
                f"{parts[first].columns}. Give every part the same columns."
            )


def _joined_rounding(column: Sequence[Rounding | None]) -> Rounding | None:
    found = None
    for part in column:
        found = part if found is None else found if part is None else found.joined(part)
    return found


def _joined_classes(parts: Sequence[Facts]) -> tuple[LabelArray, IntArray]:
    """The distinct classes and their sizes; refuse text beside numbers, which would be made text unseen."""
    kinds = {part.classes.dtype.kind in "OUST" for part in parts}
    if len(kinds) > 1:
        raise DataError("y mixes text with other classes. Make all of them text, or none.")
    every = np.concatenate([part.classes for part in parts])
    classes, places = np.unique(every, return_inverse=True)
    sizes = np.concatenate([part.sizes for part in parts])
    return classes, np.bincount(places, weights=sizes).astype(np.intp)
