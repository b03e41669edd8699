"""The class column: the one that is named, or else the best guess."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

import numpy as np

from frnn_core.data.reading.cells import listed, shown
from frnn_core.data.reading.limits import MANY_NUMBERS
from frnn_core.data.reading.raw_table import Column, RawTable
from frnn_core.errors import DataError

CLASS_NAMES = ("class", "target", "label", "y")
"""Names of columns that are the class whatever they hold."""

LIKELY_NAMES = ("outcome", "diagnosis", "species")
"""Names of columns that are the class if they hold few different values."""

_OTHER = "name another with target=…"


def choose_target(
    table: RawTable, target: str | int | None = None, *, bins: int | None = None
) -> tuple[Column, tuple[str, ...]]:
    """Give the class column, and a note where it was neither chosen nor named by the file.

    With `bins` a quantity is wanted, so that no column of texts is preferred to the last one.
    """
    if isinstance(target, str):
        return _by_name(table, target), ()
    if target is not None:
        return _by_position(table, target), ()
    if table.outputs:
        return _by_name(table, table.outputs[0]), ()
    column, note = _guess(table, quantity=bins is not None)
    return column, (note,)


def _guess(table: RawTable, *, quantity: bool) -> tuple[Column, str]:
    """Guess the class by its name, by its few texts, or because it is the last column."""
    if all(column.empty for column in table.columns):
        raise DataError("No column has a value in it. Check that the file is whole.")
    others = [column for column in table.columns if column.name not in table.inputs]
    columns = others if any(not column.empty for column in others) else table.columns
    filled = [column for column in columns if not column.empty]
    if column := _with_usual_name(others or columns) or _with_likely_name(filled, quantity=quantity):
        return column, f"Took {shown(column.name)} as the class because of its name; {_OTHER}"
    last = filled[-1]
    if quantity or not _holds_many_numbers(last):
        return last, f"Took the last column, {shown(last.name)}, as the class; {_OTHER}"
    texts = [column for column in filled if not column.numeric and _holds_few_values(column)]
    if len(texts) == 1:
        return texts[0], (
            f"Took {shown(texts[0].name)} as the class, as it alone holds a few texts and the last column, "
            f"{shown(last.name)}, holds many different numbers; {_OTHER}"
        )
    return last, f"Took the last column, {shown(last.name)}, as the class{_doubt(filled[0])}; {_OTHER}"


def _with_usual_name(columns: Sequence[Column]) -> Column | None:
    """Find the column whose name says that it is the class; refuse it if it is empty."""
    usual = [column for name in CLASS_NAMES for column in columns if column.name.lower() == name]
    filled = [column for column in usual if not column.empty]
    if usual and not filled:
        raise DataError(
            f"The column {shown(usual[0].name)} is empty, as in a test set whose classes are kept back. Use "
            "rows with their class, or choose another class column with target=…"
        )
    return filled[0] if filled else None


def _with_likely_name(columns: Sequence[Column], *, quantity: bool) -> Column | None:
    likely = (column for name in LIKELY_NAMES for column in columns if column.name.lower() == name)
    return None if quantity else next(filter(_holds_few_values, likely), None)


def _holds_few_values(column: Column) -> bool:
    """Tell whether values repeat often enough to be classes."""
    distinct = column.as_class.distinct
    return distinct is not None and 2 <= distinct <= min(MANY_NUMBERS, len(column.values) / 2)


def _holds_many_numbers(column: Column) -> bool:
    return column.numeric and column.distinct != 1 and not _holds_few_values(column)


def _doubt(first: Column) -> str:
    """Point at a first column of a few whole numbers, where many files have their class."""
    values = first.values[~first.missing]
    if not (first.numeric and _holds_few_values(first) and (values == np.floor(values)).all()):
        return ""
    return f" (or is it the first, {shown(first.name)}, with {first.distinct} different whole numbers?)"


def _by_name(table: RawTable, name: str) -> Column:
    wanted = name.strip()
    same = [column for column in table.columns if column.name == wanted]
    same = same or [column for column in table.columns if column.name.lower() == wanted.lower()]
    if len(same) == 1:
        return same[0]
    close = get_close_matches(wanted, table.names[:1000], n=3)
    cure = f"Did you mean {' or '.join(close)}?" if close else f"There are: {listed(table.names)}."
    raise DataError(f"There is no column called {shown(wanted)!r}. {cure}")


def _by_position(table: RawTable, position: int) -> Column:
    try:
        return table.columns[position]
    except IndexError:
        raise DataError(
            f"There is no column at position {position}: the table has {len(table.columns)}, counted from 0."
        ) from None
