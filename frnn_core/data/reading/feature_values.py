"""A column in a role -> the numbers that stand for its values, and what positions stand for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.reading.cells import GAP_MARKS, listed, shown
from frnn_core.data.reading.known_values import folded, known_order, positions, yes_no
from frnn_core.data.reading.number_columns import numbers_of_texts
from frnn_core.data.reading.raw_table import Column
from frnn_core.engine.columns import ROLES
from frnn_core.errors import DataError

Values = tuple[NDArray[np.float64], tuple[str, ...]]


def feature_values(column: Column, role: str, *, order: Sequence[str] = (), reading: str = "") -> Values:
    """Give the values of all rows in a role, and the listed values if it has any.

    Parameters
    ----------
    order : of an ordered column, its values from the lowest to the highest; else a known or natural order
    reading : of dates, whether day or month comes first, where that is open
    """
    if ROLES[role].listed:
        return _listed(column, role, order)
    if role == "date":
        return _days(column, reading), ()
    if role == "number" and column.categories is not None:
        return numbers_of_texts(column, column.readings[0]).values, ()
    return column.values, ()


def _days(column: Column, reading: str) -> NDArray[np.float64]:
    if column.declared == "date":
        return column.values
    if column.numeric and column.compact_dates is not None:
        return column.compact_dates
    dates = column.dates
    if dates is None or not dates.readings:
        raise DataError(f"The column {shown(column.name)} holds no dates.")
    return _spread(column, dates.readings[reading] if dates.open else next(iter(dates.readings.values())))


def _listed(column: Column, role: str, order: Sequence[str]) -> Values:
    named = column if column.categories is not None else column.as_listed
    texts = named.categories or ()
    values, fold = listed_values(named, role, order)
    place = np.array(positions(texts, values, fold=fold), dtype=np.float64)
    strange = [text for text, found in zip(texts, place, strict=True) if found < 0]
    if unknown := [text for text in strange if not fold or text.lower() not in GAP_MARKS]:
        raise DataError(
            f"The order of {shown(column.name)} leaves out some of its values: {listed(unknown)}. Name every "
            "value once, from the lowest to the highest."
        )
    place[place < 0] = np.nan
    return _spread(named, place), values


def _spread(column: Column, of_texts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give every row what its text stands for."""
    values = np.full(len(column.values), np.nan)
    there = ~column.missing
    values[there] = of_texts[column.values[there].astype(np.intp)]
    return values


def listed_values(column: Column, role: str, order: Sequence[str] = ()) -> tuple[tuple[str, ...], bool]:
    """Give the values of a column of texts in their order, and whether case is of no account."""
    texts = column.categories or ()
    if role == "ordered" and order:
        return tuple(dict.fromkeys(order)), False
    if column.declared in ("category", "ordered"):
        return texts, False
    meant = without_marks(texts)
    known = known_order(meant) if role == "ordered" else yes_no(meant) if role == "yes-no" else None
    if known is not None:
        return known, True
    if role == "yes-no":
        return tuple(sorted({folded(text): text for text in reversed(texts)}.values())), True
    return natural_order(texts), False


def without_marks(texts: Sequence[str]) -> list[str]:
    """The texts that are no marks for a gap."""
    return [text for text in texts if text.lower() not in GAP_MARKS]


def natural_order(texts: Sequence[str]) -> tuple[str, ...]:
    """Sort texts; as numbers, if all are."""
    try:
        return tuple(sorted(texts, key=lambda text: (float(text), text)))
    except ValueError:
        return tuple(sorted(texts))
