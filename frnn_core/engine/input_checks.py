"""What the classifier refuses, and in which words: each error names the cause, the columns and the cure."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pandas as pd

from frnn_core.engine.arrays import FloatArray, LabelArray
from frnn_core.engine.scalings import columns_in_words
from frnn_core.errors import DataError

LARGEST_EXACT_WHOLE = 2.0**53
"""From here on float64 cannot hold every whole number."""
NEGLIGIBLE = 1e-9
"""Rounding by less than this share of a column's range is let pass."""


def refuse_text(X: object) -> None:
    """Refuse columns that are not numeric."""
    if text := _text_columns(X):
        raise DataError(
            f"{columns_in_words(text)} {'is' if len(text) == 1 else 'are'} not numeric. Drop or encode as "
            "numbers first (sklearn.preprocessing.OneHotEncoder)."
        )


def _text_columns(X: object) -> list[object]:
    """The columns of a data frame, or the numbers of other columns, that hold texts which are no numbers."""
    if isinstance(X, pd.DataFrame):
        kinds = zip(X.columns, X.dtypes, (X.iloc[:, i] for i in range(X.shape[1])), strict=True)
        return [
            name
            for name, kind, column in kinds
            if not pd.api.types.is_numeric_dtype(kind) and not _all_numbers(column)
        ]
    if isinstance(X, list | tuple) or (isinstance(X, np.ndarray) and X.dtype.kind in "USO"):
        try:
            table = np.asarray(X, dtype=object)
        except ValueError:
            return []
        if table.ndim == 2:
            return [i + 1 for i, column in enumerate(table.T) if not _all_numbers(column)]
    return []


def _all_numbers(column: pd.Series[str] | LabelArray) -> bool:
    """Whether every text is a number; what is neither text nor number is left to scikit-learn."""
    for value in column:
        if isinstance(value, str | bytes):
            try:
                float(value)
            except ValueError:
                return False
    return not isinstance(getattr(column, "dtype", None), pd.DatetimeTZDtype | pd.CategoricalDtype)


def refuse_labels(y: object) -> None:
    """Refuse classes that are missing, of mixed kinds, or that would be taken for each other."""
    labels = np.asarray(y, dtype=object)
    if labels.ndim != 1:
        return
    missing = int(pd.isna(labels).sum())
    if missing:
        raise DataError(f"y has {missing} missing of {len(labels)} classes. Drop those rows.")
    given = np.asarray(y)
    texts = sum(isinstance(label, str) for label in labels)
    if given.dtype.kind == "O" and texts < len(labels):
        kinds = sorted({type(label).__name__ for label in labels})
        raise DataError(
            f"Unknown label type: y is an array of objects of the kind {' and '.join(kinds)}. Turn the "
            "classes into text (y.astype(str)) or into whole numbers (y.astype(int))."
        )
    if 0 < texts < len(labels):
        raise DataError("y mixes text with other classes. Make all of them text, or none.")
    if given.dtype.kind == "f" and (np.abs(given) >= LARGEST_EXACT_WHOLE).any():
        raise DataError("y holds numbers too large to be told apart as classes. Write the classes as text.")


def refuse_masked(X: object) -> None:
    """Refuse masked values, which would be taken as if they were not masked."""
    if isinstance(X, np.ma.MaskedArray) and np.ma.is_masked(X):
        masked = int(np.ma.getmaskarray(X).sum())
        raise DataError(f"X has {masked} masked values. Drop those rows or fill the gaps first.")


def refuse_rounded(X: object, rows: FloatArray, names: LabelArray | None) -> None:
    """Refuse columns of whole numbers so large that float64, in which `rows` are, blurs their differences."""
    far = np.abs(rows).max(axis=0) >= LARGEST_EXACT_WHOLE
    if not far.any():
        return
    blurred = far & [_blurred(column) for column in _exact_columns(X, far)]
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


def _blurred(column: list[object]) -> bool:
    """Whether rounding to float64 moves a number by more than a negligible share of the column's range."""
    exact = [int(value) for value in column if isinstance(value, int | Decimal)]
    spread = max(exact) - min(exact) if exact else 0
    return any(abs(value - int(float(value))) > NEGLIGIBLE * spread > 0 for value in exact)


def refuse_gaps(X: FloatArray, names: LabelArray | None) -> None:
    """Refuse NaN and infinity, and say how many there are."""
    gaps = ~np.isfinite(X)
    if gaps.any():
        counts = {"NaN": int(np.isnan(X).sum()), "infinity": int(np.isinf(X).sum())}
        found = " and ".join(f"{count} × {kind}" for kind, count in counts.items() if count)
        raise DataError(
            f"X contains {found} in {columns_in_words(_named(names, gaps.any(axis=0)))}. "
            "Drop those rows or fill the gaps first (sklearn.impute.SimpleImputer)."
        )


def _named(names: LabelArray | None, which: LabelArray | np.bool_) -> LabelArray:
    which = np.atleast_1d(which)
    every = np.arange(1, len(which) + 1) if names is None else np.asarray(names)
    return np.asarray(every[which])
