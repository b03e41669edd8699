"""Data frames and scikit-learn's bunches -> a raw table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from pandas.api import types
from scipy import sparse

from frnn_core.data.reading.cells import LARGEST_EXACT_WHOLE, shown
from frnn_core.data.reading.columns import ColumnReader, number_column
from frnn_core.data.reading.limits import check_size
from frnn_core.data.reading.raw_table import Column, RawTable, Spelling, column_names, free_name, mark_unnamed
from frnn_core.errors import DataError


def table_from_frame(frame: pd.DataFrame, layout: str = "data frame") -> RawTable:
    """Read a data frame; its index is left out."""
    rows, width = frame.shape
    check_size(rows, width)
    if not rows or not width:
        raise DataError("The data frame is empty. It needs at least a column of numbers, a class, and rows.")
    given = [_clean(name) for name in frame.columns]
    named = zip(column_names(given), (frame.iloc[:, place] for place in range(width)), strict=True)
    columns = [_column(name, series) for name, series in named]
    return RawTable(mark_unnamed(columns, given), layout, source="your data frame")


def _column(name: str, series: pd.Series[Any]) -> Column:
    if types.is_bool_dtype(series) or types.infer_dtype(series, skipna=True) == "boolean":
        return _flags(name, series)
    if _fits_float64(series):
        return number_column(name, series.to_numpy(dtype=np.float64, na_value=np.nan))
    reader = ColumnReader()
    missing = series.isna().to_numpy()
    cells = ["" if gone else _clean(value) for gone, value in zip(missing, series, strict=True)]
    return reader.column(name, reader.add(cells))


def _flags(name: str, series: pd.Series[Any]) -> Column:
    """Read True and False as 1 and 0; as classes they keep their names."""
    there = ~series.isna().to_numpy(dtype=np.bool_)
    codes = np.full(len(series), -1, dtype=np.int16)
    codes[there] = series[there].to_numpy(dtype=np.bool_)
    return Column(name, np.where(there, codes, np.nan), spelling=Spelling(("False", "True"), codes))


def _fits_float64(series: pd.Series[Any]) -> bool:
    """Tell whether a column holds numbers, of which float64 can tell the different ones apart."""
    if not types.is_numeric_dtype(series) or types.is_complex_dtype(series):
        return False
    if not types.is_integer_dtype(series) or series.isna().all():
        return True
    return bool(series.max() < LARGEST_EXACT_WHOLE and series.min() > -LARGEST_EXACT_WHOLE)


def _clean(value: object) -> str:
    """Write a value as text that can be encoded."""
    return str(value).encode("utf-8", "replace").decode()


def table_from_bunch(bunch: Mapping[str, Any]) -> RawTable:
    """Read what scikit-learn's loaders return: `data`, `target` and their names."""
    features = _features(bunch["data"], _names(bunch, "feature_names"))
    labels = _labels(bunch["target"], _names(bunch, "target_names"))
    if len(labels) != len(features):
        raise DataError(f"There are {len(features)} rows of data but {len(labels)} classes.")
    class_name = free_name("class", {str(name) for name in features.columns})
    frame = features.assign(**{class_name: labels})
    table = table_from_frame(frame, "scikit-learn data set")
    return RawTable(table.columns, table.layout, outputs=(class_name,), source="your scikit-learn data set")


def _names(bunch: Mapping[str, Any], entry: str) -> list[str] | None:
    names = bunch.get(entry)
    if names is None:
        return None
    if not types.is_list_like(names):
        raise DataError(f"{entry} must be a list of names, not {shown(repr(names))}.")
    return [str(name) for name in names]


def _array(entry: str, values: Any) -> NDArray[Any]:
    try:
        return np.asarray(values)
    except (ValueError, TypeError) as error:
        raise DataError(
            f"The {entry} of this scikit-learn set is no array ({shown(str(error))}). Give all rows the same "
            "number of values."
        ) from None


def _features(data: Any, names: Sequence[str] | None) -> pd.DataFrame:
    if isinstance(data, pd.DataFrame):
        return data.reset_index(drop=True)
    if sparse.issparse(data):
        check_size(data.shape[0], data.shape[-1])
        data = data.toarray()
    values = _array("data", data)
    if values.ndim != 2:
        raise DataError(
            f"The data of this scikit-learn set have {values.ndim} dimensions. A table of rows and columns "
            "is needed."
        )
    if names is None or len(names) != values.shape[1]:
        names = [f"column {place}" for place in range(1, values.shape[1] + 1)]
    return pd.DataFrame(values, columns=names)


def _labels(target: Any, names: Sequence[str] | None) -> NDArray[Any]:
    """Give the class of each row, by its name where the target is a position in the list of names."""
    values = _array("target", target)
    if values.ndim != 1:
        raise DataError(f"The target has the shape {shown(str(values.shape))}. One class per row is needed.")
    if names is None or values.dtype.kind not in "iu" or not values.size:
        return values
    classes = np.asarray(names, dtype=object)
    if len(classes) > 1 and values.min() >= 0 and values.max() < len(classes):
        labels: NDArray[Any] = classes[values]
        return labels
    return values
