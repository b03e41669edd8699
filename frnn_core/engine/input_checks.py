"""What the classifier refuses, and in which words: each error names the cause, the columns and the cure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date, time, timedelta
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from frnn_core.engine.arrays import FloatArray, IntArray, LabelArray
from frnn_core.engine.scalings import columns_in_words, largest_sizes
from frnn_core.errors import DataError

LARGEST_EXACT_WHOLE = 2.0**53
"""From here on float64 cannot hold every whole number."""
NEGLIGIBLE = 1e-9
"""Rounding by less than this share of a column's range is let pass."""
NOT_NUMBERS = (
    *(date, time, timedelta, np.datetime64, np.timedelta64, pd.Period, pd.Interval, type(pd.NaT)),
    *(complex, np.complexfloating, list, tuple, set, np.ndarray),
)


@dataclass(frozen=True)
class Rounding:
    """Smallest and largest whole number of a column, and how far float64 moves one at most."""

    low: int
    high: int
    moved: int

    @property
    def blurs(self) -> bool:
        """Whether a number is moved by more than a negligible share of the column's range."""
        return self.moved > NEGLIGIBLE * (self.high - self.low) > 0

    def joined(self, other: Rounding) -> Rounding:
        """The same of two parts of a column."""
        return Rounding(min(self.low, other.low), max(self.high, other.high), max(self.moved, other.moved))


def refuse_one_class(classes: LabelArray, rows: int) -> None:
    """Refuse rows of a single class."""
    if len(classes) < 2:
        raise DataError(
            f"All {rows} rows belong to one class, {classes[0]}. "
            "A classifier needs rows of at least two classes."
        )


def rows_and_labels(X: ArrayLike, y: ArrayLike) -> tuple[FloatArray, LabelArray]:
    """Give rows and classes as plain arrays, or refuse them, for those who do without scikit-learn."""
    refuse_masked(X)
    refuse_text(X)
    if np.iscomplexobj(X):
        raise DataError("X holds complex numbers. Give their parts as columns.")
    rows, labels = np.asarray(X, dtype=np.float64), np.asarray(plain_labels(y))
    if rows.ndim != 2 or labels.shape != rows.shape[:1]:
        raise DataError(
            f"X must be a table with a class in y for each row; they have the shapes {rows.shape} and "
            f"{labels.shape}."
        )
    refuse_gaps(rows, None)
    return rows, labels


def refuse_text(X: object) -> None:
    """Refuse what is no table, and columns that hold no numbers: texts, dates, lists."""
    if isinstance(X, Mapping | Set | Iterator | str | bytes) and not hasattr(X, "shape"):
        raise DataError(
            "X must be a table of numbers: an array, a list of rows or a DataFrame, not a "
            f"{type(X).__name__}."
        )
    if isinstance(X, np.ndarray) and X.dtype.names:
        raise DataError(
            "X is an array of records. Turn it into a plain one "
            "(numpy.lib.recfunctions.structured_to_unstructured) or into a DataFrame."
        )
    if other := [name for name, column in _columns(X) if not _all_numbers(column)]:
        raise DataError(
            f"{columns_in_words(other)} {'is' if len(other) == 1 else 'are'} not numeric. Drop or encode as "
            "numbers first (sklearn.preprocessing.OneHotEncoder; dates as days since the first), or let "
            "FRNNClassifier(encode='auto') compare such columns as they are."
        )


def refuse_empty(X: pd.DataFrame) -> None:
    """Refuse a data frame without rows or columns, in scikit-learn's words."""
    rows, columns = X.shape
    if not rows or not columns:
        kind = "sample" if not rows else "feature"
        raise DataError(f"Found array with 0 {kind}(s) (shape={X.shape}) while a minimum of 1 is required.")


def refuse_masked(X: object, *, gaps: bool = False) -> None:
    """Refuse masked values, which would be taken as if they were not masked, and pandas.NA among objects.

    Where gaps are allowed, pandas.NA is one.
    """
    if isinstance(X, np.ma.MaskedArray):
        masked = int(np.ma.getmaskarray(X).sum())
    elif isinstance(X, list | tuple):
        masked = sum(int(np.ma.getmaskarray(row).sum()) for row in X if isinstance(row, np.ma.MaskedArray))
    else:
        masked = 0
    if not gaps:
        masked += sum(
            value is np.ma.masked or value is pd.NA for _, column in _columns(X) for value in column
        )
    if masked:
        raise DataError(f"X has {masked} masked values. Drop those rows or fill the gaps first.")


def _columns(X: object) -> list[tuple[object, pd.Series[Any] | LabelArray]]:
    """The columns whose kind does not say that they are numbers, with their names or numbers."""
    if isinstance(X, pd.DataFrame):
        kinds = enumerate(zip(X.columns, X.dtypes, strict=True))
        return [(name, X.iloc[:, i]) for i, (name, kind) in kinds if not pd.api.types.is_numeric_dtype(kind)]
    if isinstance(X, list | tuple) or (isinstance(X, np.ndarray) and X.dtype.kind in "USTOmMV"):
        try:
            table = np.asarray(X, dtype=object if not isinstance(X, np.ndarray) else None)
        except ValueError:
            return []
        if table.ndim == 2:
            return [(i + 1, column) for i, column in enumerate(table.T)]
        _refuse_ragged(table)
    return []


def _refuse_ragged(rows: LabelArray) -> None:
    lengths = {len(row) for row in rows.ravel() if isinstance(row, list | tuple)}
    if len(lengths) > 1:
        raise DataError(
            f"The rows of X have {min(lengths)} to {max(lengths)} values. Give all of them as many."
        )


def _all_numbers(column: pd.Series[Any] | LabelArray) -> bool:
    """Whether every text is a number and nothing is a date or a list; the rest is left to scikit-learn."""
    kind = column.dtype
    if isinstance(kind, np.dtype) and kind.kind in "mMV":
        return False
    if not isinstance(kind, np.dtype | pd.StringDtype):
        return False
    return all(_may_be_number(value) for value in column)


def _may_be_number(value: object) -> bool:
    if isinstance(value, str | bytes):
        try:
            float(value)
        except ValueError:
            return False
    return not isinstance(value, NOT_NUMBERS)


def plain_labels(y: ArrayLike) -> ArrayLike:
    """Give the classes as a plain array; refuse missing ones, mixed kinds, and any taken for each other.

    What is no list of classes is given back as it is, for scikit-learn to refuse.
    """
    labels = np.asarray(y, dtype=object)
    one_column = labels.ndim == 2 and labels.shape[1] == 1
    if labels.ndim != 1 and not one_column:
        return y
    labels = labels.ravel()
    loose = labels if getattr(y, "dtype", None) in (None, object) else labels[:0]
    missing = int((pd.isna(labels) | np.ravel(np.ma.getmask(y))).sum())
    missing += sum(label is np.ma.masked for label in loose)
    if missing:
        raise DataError(f"y has {missing} missing of {len(labels)} classes. Drop those rows.")
    nested = any(isinstance(label, list | tuple | dict | set) for label in loose)
    given = labels if nested else np.asarray(y).ravel()
    _refuse_confusable(given, labels)
    if given.dtype.kind == "T":
        given = np.array(given.tolist())
    return y if one_column else given


def _refuse_confusable(given: LabelArray, labels: LabelArray) -> None:
    """Refuse classes of mixed kinds, and numbers that float64 cannot tell apart."""
    texts = sum(isinstance(label, str) for label in labels) if given.dtype.kind not in "biuf" else 0
    if given.dtype.kind == "O" and texts < len(labels):
        kinds = sorted({type(label).__name__ for label in labels})
        raise DataError(
            f"Unknown label type: y is an array of objects of the kind {' and '.join(kinds)}. Turn the "
            "classes into text (y.astype(str)) or into whole numbers (y.astype(int))."
        )
    if 0 < texts < len(labels):
        raise DataError("y mixes text with other classes. Make all of them text, or none.")
    if given.dtype.kind == "f" and given.size and float(np.abs(given).max()) >= LARGEST_EXACT_WHOLE:
        raise DataError("y holds numbers too large to be told apart as classes. Write the classes as text.")


def refuse_rounded(X: object, rows: FloatArray, names: LabelArray | None) -> None:
    """Refuse columns of whole numbers so large that float64, in which `rows` are, blurs their differences."""
    refuse_blurred(rounding(X, rows), names)


def rounding(X: object, rows: FloatArray) -> list[Rounding | None]:
    """What float64 does to whole numbers in each column, or None where all are small enough to be exact."""
    far = largest_sizes(rows) >= LARGEST_EXACT_WHOLE
    if not far.any():
        return [None] * len(far)
    return [_rounding(column) for column in _exact_columns(X, far)]


def refuse_blurred(found: Sequence[Rounding | None], names: LabelArray | None) -> None:
    """Refuse columns where rounding moves a number by more than a negligible share of their range."""
    blurred = np.array([column is not None and column.blurs for column in found])
    if blurred.any():
        told = columns_in_words(_named(names, blurred))
        raise DataError(
            f"{told}: whole numbers beyond 2**53 that differ by too little. Subtract the smallest first."
        )


def _exact_columns(X: object, wanted: LabelArray) -> list[list[object]]:
    """The values of the wanted columns as they were given; none for the others."""
    if isinstance(X, pd.DataFrame):
        return [X.iloc[:, i].tolist() if take else [] for i, take in enumerate(wanted)]
    table = np.asarray(X) if isinstance(X, np.ndarray) else np.asarray(X, dtype=object)
    return [table[:, i].tolist() if take else [] for i, take in enumerate(wanted)]


def _rounding(column: list[object]) -> Rounding | None:
    exact = [int(value) for value in column if isinstance(value, int | Decimal)]
    if not exact:
        return None
    return Rounding(min(exact), max(exact), max(abs(value - int(float(value))) for value in exact))


def refuse_gaps(X: FloatArray, names: LabelArray | None) -> None:
    """Refuse NaN and infinity, and say how many there are."""
    if not np.isfinite(X).all():
        refuse_counted_gaps(np.isnan(X).sum(axis=0), np.isinf(X).sum(axis=0), names)


def refuse_counted_gaps(missing: IntArray, infinite: IntArray, names: LabelArray | None) -> None:
    """The same, by the number of NaN and of infinities in each column."""
    counts = {"NaN": int(missing.sum()), "infinity": int(infinite.sum())}
    found = " and ".join(f"{count} × {kind}" for kind, count in counts.items() if count)
    if found:
        raise DataError(
            f"X contains {found} in {columns_in_words(_named(names, (missing + infinite) > 0))}. "
            "Drop those rows or fill the gaps first (sklearn.impute.SimpleImputer), or let "
            "FRNNClassifier(encode='auto') compare them as they are."
        )


def _named(names: LabelArray | None, which: LabelArray | np.bool_) -> LabelArray:
    which = np.atleast_1d(which)
    every = np.arange(1, len(which) + 1) if names is None else np.asarray(names)
    return np.asarray(every[which])
