"""Data frames and arrays as columns: what each column is by its kind, and its values as float64."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from pandas.api import types

from frnn_core.engine.arrays import FloatArray, LabelArray
from frnn_core.engine.columns import ROLES, Column
from frnn_core.engine.scalings import columns_in_words
from frnn_core.errors import DataError, unknown_name

NEVER_SEEN = -1.0
YES_NO = ("False", "True")
_EPOCH = pd.Timestamp("1970-01-01")
_KINDS = {"number": "numbers", "date": "dates"}


def columns_of(frame: pd.DataFrame, roles: Mapping[str, str]) -> tuple[Column, ...]:
    """Say what each column is: by `roles`, else by its kind. Columns that are left out are not among them.

    Numbers are numbers, booleans yes or no, dates dates, ordered categoricals ordered, and all else
    categories.
    """
    names = [str(name) for name in frame.columns]
    for name in roles:
        if name not in names:
            raise unknown_name("column", name, names)
    if len(set(names)) < len(names):
        twice = list(dict.fromkeys(name for name in names if names.count(name) > 1))
        raise DataError(f"{columns_in_words(twice)} are there more than once. Give each a name of its own.")
    found = [
        _column(name, frame.iloc[:, i], roles.get(name))
        for i, name in enumerate(names)
        if roles.get(name) != "left-out"
    ]
    if not found:
        raise DataError("Every column is left out, so there is nothing to compare.")
    return tuple(found)


def _column(name: str, values: pd.Series[Any], role: str | None) -> Column:
    role = role or _role(name, values)
    if not ROLES[role].listed:
        return Column(name, role)
    if isinstance(values.dtype, pd.CategoricalDtype):
        return Column(name, role, tuple(map(str, values.cat.categories)))
    texts = _texts(name, values)
    known = pd.unique(texts[~pd.isna(texts)])
    if values.dtype == bool or isinstance(values.dtype, pd.BooleanDtype):
        return Column(name, role, YES_NO)
    if role == "yes-no" and len(known) > 2:
        raise DataError(f"Column {name} has {len(known):,} different values, so it is no yes or no.")
    return Column(name, role, tuple(_sorted([str(value) for value in known], values)))


def _sorted(known: list[str], values: pd.Series[Any]) -> list[str]:
    """Numbers in their order, texts in theirs."""
    if types.is_numeric_dtype(values.dtype):
        return sorted(known, key=float)
    return sorted(known)


def _role(name: str, values: pd.Series[Any]) -> str:
    kind = values.dtype
    if types.is_bool_dtype(kind):
        return "yes-no"
    if isinstance(kind, pd.CategoricalDtype):
        return "ordered" if kind.ordered else "category"
    if types.is_complex_dtype(kind):
        raise DataError(f"Column {name} holds complex numbers. Complex data not supported: give its parts.")
    if types.is_numeric_dtype(kind):
        return "number"
    if types.is_datetime64_any_dtype(kind):
        return "date"
    if types.is_timedelta64_dtype(kind) or isinstance(kind, pd.PeriodDtype | pd.IntervalDtype):
        raise DataError(
            f"Column {name} holds {kind}. Turn it into numbers or dates first, or leave it out "
            f'(roles={{"{name}": "left-out"}}).'
        )
    if isinstance(kind, np.dtype) and kind.kind == "O":
        return _role_of_objects(name, values)
    return "category"


def _role_of_objects(name: str, values: pd.Series[Any]) -> str:
    there = values[~pd.isna(values)]
    kinds = {type(value) for value in there}
    if odd := [kind for kind in kinds if issubclass(kind, list | tuple | dict | set | np.ndarray)]:
        raise DataError(
            f"Column {name} holds a {odd[0].__name__} in some rows. Split it into columns, or leave it out "
            f'(roles={{"{name}": "left-out"}}).'
        )
    if kinds and kinds <= {bool, np.bool_}:
        return "yes-no"
    if kinds and all(issubclass(kind, int | float | np.number) for kind in kinds):
        return "number"
    if any(issubclass(kind, complex | np.complexfloating) for kind in kinds):
        raise DataError(f"Column {name} holds complex numbers. Complex data not supported: give its parts.")
    return "category"


def table_of(frame: pd.DataFrame, columns: Sequence[Column]) -> FloatArray:
    """The values of columns, found by name, as float64; refuse columns that are missing or of another kind.

    A value that is not listed becomes -1, which no training row has; of an ordered column, a gap.
    """
    names = [str(name) for name in frame.columns]
    if absent := [column.name for column in columns if column.name not in names]:
        verb = "is" if len(absent) == 1 else "are"
        raise DataError(
            f"{columns_in_words(absent)} {verb} missing. The rows need the columns that the fit had; these "
            f"have {', '.join(names[:10])}{' …' if len(names) > 10 else ''}."
        )
    values = [_values(frame.iloc[:, names.index(column.name)], column) for column in columns]
    return np.stack(values, axis=1) if values else np.zeros((len(frame), 0))


def _values(values: pd.Series[Any], column: Column) -> FloatArray:
    if column.role == "date":
        return _days(values, column)
    if not ROLES[column.role].listed:
        return _numbers(values, column)
    texts = values.astype(object).map(str, na_action="ignore")
    places = {text: float(place) for place, text in enumerate(column.values)}
    if column.values == YES_NO:
        places |= {"0": 0.0, "1": 1.0, "0.0": 0.0, "1.0": 1.0}
    unknown = np.nan if column.role in ("ordered", "yes-no") else NEVER_SEEN
    found = texts.map(places).astype(np.float64).to_numpy()
    there = (~pd.isna(texts)).to_numpy()
    return np.where(np.isnan(found) & there, unknown, found)


def _days(values: pd.Series[Any], column: Column) -> FloatArray:
    if not types.is_datetime64_any_dtype(values.dtype) and not pd.isna(values).all():
        raise _another_kind(values, column)
    dates = pd.to_datetime(values)
    if dates.dt.tz is not None:
        dates = dates.dt.tz_localize(None)
    return np.asarray((dates - _EPOCH) / pd.Timedelta(days=1), dtype=np.float64)


def _numbers(values: pd.Series[Any], column: Column) -> FloatArray:
    kind = values.dtype
    if types.is_datetime64_any_dtype(kind) or isinstance(kind, pd.CategoricalDtype):
        raise _another_kind(values, column)
    try:
        found = pd.to_numeric(values).to_numpy(dtype=np.float64, na_value=np.nan)
    except (ValueError, TypeError):
        raise _another_kind(values, column) from None
    if np.isinf(found).any():
        count = int(np.isinf(found).sum())
        raise DataError(
            f"Column {column.name} contains {count} × infinity. Make them gaps (NaN), or repair them."
        )
    return np.asarray(found)


def _another_kind(values: pd.Series[Any], column: Column) -> DataError:
    there = values[~pd.isna(values)]
    example = f", such as {str(there.iloc[0])[:40]!r}" if len(there) else ""
    return DataError(
        f"Column {column.name} holds {values.dtype}{example}, where {_KINDS[column.role]} are wanted, as in "
        "the training rows. Repair the column, or fit again with another role for it."
    )


def _texts(name: str, values: pd.Series[Any]) -> LabelArray:
    if values.dtype == object:
        _role_of_objects(name, values)
    return np.asarray(values.astype(object).map(str, na_action="ignore"), dtype=object)
