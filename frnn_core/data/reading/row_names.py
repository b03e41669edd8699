"""Columns that only number or name the rows."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.reading.raw_table import Column, RawTable

ROW_NUMBER = "only numbers the rows"
IDENTIFIER = "looks like an identifier"
PERHAPS_ROW_NUMBER = "looks like a row number"
PERHAPS_IDENTIFIER = "may be an identifier"

FEWEST_NUMBERED_ROWS = 10
"""In a smaller table numbers that are all different say little."""

_ROW_NUMBER_NAMES = frozenset(
    {"id", "index", "row", "row_id", "rowid", "rownames", "row.names", "unnamed: 0", "...1", "#"}
)
_IDENTIFIER_NAME = re.compile(
    r"(?:.*[\W_])?(?:id|ids|ident|identifier|uid|uuid|guid|nr|no|num|number|idx|index|key|code|#|№|row)\.?"
    r"|.*(?:nummer|numéro|numero|[a-z]ID|[a-z]Id|[a-z]Nr)",
    re.DOTALL,
)


def is_index(table: RawTable, place: int) -> bool:
    """Tell whether a column stands before those that have names, without one, and no two rows agree in it."""
    column = table.columns[place]
    return place == 0 and column.unnamed and _has_names(table) and column.distinct == table.rows


def _has_names(table: RawTable) -> bool:
    return not all(column.unnamed for column in table.columns)


def numbers_rows(table: RawTable, place: int) -> str:
    """Tell whether a column numbers the rows: surely by its name or place, perhaps by its values."""
    column = table.columns[place]
    values = column.values
    if column.missing.any() or (values != np.floor(values)).any() or column.distinct != len(values):
        return ""
    if is_index(table, place):
        return ROW_NUMBER
    if len(values) < FEWEST_NUMBERED_ROWS:
        return PERHAPS_IDENTIFIER if named_like_an_identifier(column.name) else ""
    if column.name.lower() in _ROW_NUMBER_NAMES:
        return ROW_NUMBER
    if place == 0 and (found := _first_of_many_rows(column, named=_has_names(table))):
        return found
    return IDENTIFIER if named_like_an_identifier(column.name) else ""


def _first_of_many_rows(column: Column, *, named: bool) -> str:
    """Tell what a first column of different whole numbers may be; X is how R names its row numbers."""
    values: NDArray[np.float64] = column.values
    if (values[1:] == values[:-1] + 1).all():
        if column.name == "X" and values[0] in (0, 1):
            return ROW_NUMBER
        sure = not named
        return (
            ROW_NUMBER
            if sure
            else IDENTIFIER
            if named_like_an_identifier(column.name)
            else PERHAPS_ROW_NUMBER
        )
    return "" if named else PERHAPS_IDENTIFIER


def named_like_an_identifier(name: str) -> bool:
    """Tell whether a column is called like an identifier: customer_id, PatientID, Nr., sample no."""
    return bool(_IDENTIFIER_NAME.fullmatch(name) or _IDENTIFIER_NAME.fullmatch(name.lower()))
