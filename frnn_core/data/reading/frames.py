"""Data frames and scikit-learn's bunches -> a raw table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from pandas.api import types
from scipy import sparse

from frnn_core.data.reading.cells import LARGEST_EXACT_WHOLE, is_number_text, number_label, shown
from frnn_core.data.reading.columns import read_columns
from frnn_core.data.reading.limits import check_size
from frnn_core.data.reading.number_columns import number_column
from frnn_core.data.reading.number_style import PLAIN, Evidence
from frnn_core.data.reading.raw_table import Column, RawTable, column_names, free_name, mark_unnamed
from frnn_core.engine.columns import iso_date
from frnn_core.errors import DataError

_FLAGS = ("False", "True")
_SAMPLES = 3
_SAMPLE_ROWS = 100
_MICROSECONDS_A_DAY = 86_400_000_000
_SEVERAL = (list, tuple, dict, set, frozenset, np.ndarray, pd.Series, pd.DataFrame)


def table_from_frame(frame: pd.DataFrame, layout: str = "data frame") -> RawTable:
    """Read a data frame; its index is left out."""
    rows, width = frame.shape
    check_size(rows, width)
    if not rows or not width:
        raise DataError("The data frame is empty. It needs at least one column, a class, and rows.")
    given = [_clean(name) for name in frame.columns]
    names = column_names(given)
    every = [frame.iloc[:, place] for place in range(width)]
    found = [_column(name, series) for name, series in zip(names, every, strict=True)]
    texts = [place for place, column in enumerate(found) if column is None]
    written = _read_texts([names[place] for place in texts], [every[place] for place in texts])
    columns = [next(written) if column is None else column for column in found]
    return RawTable(mark_unnamed(columns, given), layout, source="your data frame")


def _column(name: str, series: pd.Series[Any]) -> Column | None:
    """Read a column by its type; None if it holds texts, which are read as those of a file are."""
    if isinstance(series.dtype, pd.CategoricalDtype):
        return _categories(name, series)
    if types.is_bool_dtype(series) or types.infer_dtype(series, skipna=True) == "boolean":
        return _flags(name, series)
    if types.is_datetime64_any_dtype(series) or isinstance(series.dtype, pd.PeriodDtype):
        return _days(name, series)
    if types.is_timedelta64_dtype(series):
        days = (series / pd.Timedelta(days=1)).to_numpy(np.float64)
        return _sampled(replace(number_column(name, days), remark="durations in days"), series)
    if _fits_float64(series):
        return _sampled(number_column(name, series.to_numpy(dtype=np.float64, na_value=np.nan)), series)
    if series.dtype == object and any(isinstance(value, _SEVERAL) for value in series):
        nothing = np.zeros(len(series))
        return _sampled(Column(name, nothing, (), overflow=True, declared="lists"), series)
    return None


def _sampled(column: Column, series: pd.Series[Any]) -> Column:
    """Add the first different values as texts."""
    head = series[series.notna()].head(_SAMPLE_ROWS)
    numbers = column.numeric and not types.is_timedelta64_dtype(series)
    texts = (number_label(float(value)) if numbers else _clean(value) for value in head)
    return replace(column, samples=tuple(dict.fromkeys(map(shown, texts)))[:_SAMPLES])


def _flags(name: str, series: pd.Series[Any]) -> Column:
    """Read True and False as two values."""
    there = ~series.isna().to_numpy(dtype=np.bool_)
    codes = np.full(len(series), np.nan)
    codes[there] = series[there].to_numpy(dtype=np.bool_)
    return _sampled(Column(name, codes, _FLAGS), series)


def _categories(name: str, series: pd.Series[Any]) -> Column:
    """Read a categorical, ordered or not, with the values that it lists."""
    dtype = series.dtype
    labels = [_label(value) for value in dtype.categories]
    if isinstance(dtype.categories, pd.IntervalIndex) or set(labels) <= set(_FLAGS):
        labels = [_clean(value) for value in dtype.categories]
    texts = tuple(dict.fromkeys(labels))
    places = np.array([texts.index(label) for label in labels] if len(texts) < len(labels) else
                      range(len(labels)), dtype=np.float64)  # fmt: skip
    codes = series.cat.codes.to_numpy()
    values = np.full(len(series), np.nan)
    values[codes >= 0] = places[codes[codes >= 0]]
    numbers = bool(texts) and all(map(is_number_text, texts))
    column = Column(name, values, texts, declared="ordered" if dtype.ordered else "category")
    return _sampled(replace(column, readings=(PLAIN,) if numbers else ()), series)


def _label(value: object) -> str:
    """Write a category as text; a whole number without a decimal point."""
    return number_label(value) if isinstance(value, float) else _clean(value)


def _days(name: str, series: pd.Series[Any]) -> Column:
    """Read moments as days since 1970, by the clock of their time zone."""
    moments, remark = series, ""
    if isinstance(series.dtype, pd.PeriodDtype):
        moments, remark = series.dt.to_timestamp(), "periods by their start"
    elif (zone := getattr(series.dtype, "tz", None)) is not None:
        moments, remark = series.dt.tz_localize(None), f"times as clocks show them in {zone}"
    exact = moments.to_numpy("datetime64[us]")
    days = np.where(np.isnat(exact), np.nan, exact.astype(np.int64) / _MICROSECONDS_A_DAY)
    samples = tuple(dict.fromkeys(iso_date(day) for day in days[~np.isnan(days)][:_SAMPLE_ROWS].tolist()))
    return Column(name, days, samples=samples[:_SAMPLES], declared="date", remark=remark)


def _read_texts(names: Sequence[str], every: Sequence[pd.Series[Any]]) -> Iterator[Column]:
    """Read columns of texts as those of a file are read, all together, as they may tell of each other."""
    if not names:
        return iter(())
    cells = [
        ["" if gone else _clean(value) for gone, value in zip(series.isna(), series, strict=True)]
        for series in every
    ]
    columns, _ = read_columns(
        lambda: enumerate(zip(*cells, strict=True), 1),
        names,
        first=[Evidence(texts[:_SAMPLE_ROWS]) for texts in cells],
        in_quotes=True,
    )
    return iter(columns)


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
