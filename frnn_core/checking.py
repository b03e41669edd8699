"""What the classifier refuses, and in which words: each error names the cause, the columns and the cure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from frnn_core.arrays import FloatArray, LabelArray
from frnn_core.errors import DataError

LARGEST, SMALLEST = 1e150, 1e-150  # squares of distances beyond these leave the range of float64


def refuse_text(X: object) -> None:
    """Refuse columns that are not numeric."""
    if text := _text_columns(X):
        raise DataError(
            f"{_columns(text)} {'is' if len(text) == 1 else 'are'} not numeric. Drop or encode as "
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


def refuse_missing_labels(y: object) -> None:
    """Refuse classes that are missing."""
    labels = np.asarray(y, dtype=object)
    missing = int(pd.isna(labels).sum()) if labels.ndim == 1 else 0
    if missing:
        raise DataError(f"y has {missing} missing of {len(labels)} classes. Drop those rows.")


def refuse_gaps(X: FloatArray, names: LabelArray | None) -> None:
    """Refuse NaN and infinity, and say how many there are."""
    gaps = ~np.isfinite(X)
    if gaps.any():
        counts = {"NaN": int(np.isnan(X).sum()), "infinity": int(np.isinf(X).sum())}
        found = " and ".join(f"{count} × {kind}" for kind, count in counts.items() if count)
        raise DataError(
            f"X contains {found} in {_columns(_named(names, gaps.any(axis=0)))}. "
            "Drop those rows or fill the gaps first (sklearn.impute.SimpleImputer)."
        )


def refuse_extremes(X: FloatArray, names: LabelArray | None) -> None:
    """Refuse normalised rows whose distances would overflow or vanish."""
    sizes = np.abs(X).max(axis=0)
    huge = ~(sizes <= LARGEST)
    if huge.any():
        raise DataError(f"{_columns(_named(names, huge))}: values too large to measure. Rescale them.")
    if 0 < sizes.max() < SMALLEST:
        raise DataError("All values are too close to 0 to measure. Rescale them, or normalise.")


def _named(names: LabelArray | None, which: LabelArray | np.bool_) -> LabelArray:
    which = np.atleast_1d(which)
    every = np.arange(1, len(which) + 1) if names is None else np.asarray(names)
    return np.asarray(every[which])


def _columns(names: Sequence[object] | LabelArray, most: int = 10) -> str:
    """Name columns in a sentence, the first few of many."""
    listed = ", ".join(str(name) for name in names[:most])
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{'Column' if len(names) == 1 else 'Columns'} {listed}{more}"
