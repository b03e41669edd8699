"""The class: which column it is, and the label that each row gets from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from difflib import get_close_matches

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.reading.cells import GAP_MARKS, listed, number_label, shown, text_label
from frnn_core.data.reading.limits import MANY_NUMBERS, MAX_LABEL, MAX_SPELLINGS
from frnn_core.data.reading.quantity import group_names, quantiles, quantity_in
from frnn_core.data.reading.raw_table import Column, RawTable, odd_values
from frnn_core.errors import DataError, ParameterError
from frnn_core.text import counted

CLASS_NAMES = ("class", "target", "label", "y", "klasse", "classe")
"""Names of columns that are the class whatever they hold."""

LIKELY_NAMES = ("outcome", "diagnosis", "species")
"""Names of columns that are the class if they hold few different values."""

_OTHER = "name another with target=…"


def choose_target(
    table: RawTable,
    target: str | int | None = None,
    *,
    quantity: bool = False,
    roles: Mapping[str, str] | None = None,
) -> tuple[Column, tuple[str, ...]]:
    """Give the class column, and a note where it was neither chosen nor named by the file.

    Parameters
    ----------
    quantity : a quantity is wanted, so that no column of texts is preferred to the last one
    roles : what columns are, by name; one that has another role is not guessed to be the class
    """
    taken = {name for name, role in (roles or {}).items() if role != "class"}
    if target is not None:
        column = _by_name(table, target) if isinstance(target, str) else _by_position(table, target)
        if column.name in taken:
            raise ParameterError(
                f"target names {column.name!r} as the class, and roles as something else. Take it out of one."
            )
        return column, ()
    outputs = [name for name in table.outputs if name not in taken]
    if outputs:
        return _by_name(table, outputs[0]), ()
    column, note = _guess(table, taken, quantity=quantity)
    return column, (note,)


def _guess(table: RawTable, taken: Set[str], *, quantity: bool) -> tuple[Column, str]:
    """Guess the class by its name, by its few texts, or because it is the last column."""
    if all(column.empty for column in table.columns):
        raise DataError("No column has a value in it. Check that the file is whole.")
    free = [column for column in table.columns if column.name not in taken]
    if all(column.empty for column in free):
        raise DataError("No column is left that could be the class. Choose one, with target=…")
    others = [column for column in free if column.name not in table.inputs]
    columns = others if any(not column.empty for column in others) else free
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
    usual = [
        column
        for name in CLASS_NAMES
        for column in columns
        if column.name.lower() == name and not _is_coordinate(column, columns)
    ]
    filled = [column for column in usual if not column.empty]
    if usual and not filled:
        raise DataError(
            f"The column {shown(usual[0].name)} is empty, as in a test set whose classes are kept back. Use "
            "rows with their class, or choose another class column with target=…"
        )
    return filled[0] if filled else None


def _is_coordinate(column: Column, columns: Sequence[Column]) -> bool:
    """Tell whether y stands beside x and holds many numbers."""
    beside = {each.name.lower() for each in columns}
    return column.name.lower() == "y" and "x" in beside and _holds_many_numbers(column)


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


@dataclass(frozen=True, eq=False)
class Labels:
    """The class of each row as a position in `names`, NaN where it is missing."""

    codes: NDArray[np.float64]
    names: tuple[str, ...]
    notes: tuple[str, ...] = ()

    def of(self, rows: NDArray[np.bool_]) -> NDArray[np.str_]:
        """Give the labels of some rows, none of which lacks its class."""
        return np.array(self.names, dtype=np.str_)[self.codes[rows].astype(np.intp)]


def class_labels(
    table: RawTable, column: Column, bins: int | None = None, edges: Sequence[float] | None = None
) -> Labels:
    """Give the class of each row, from a column of texts or numbers, cut into groups if asked."""
    if column.empty:
        raise DataError(f"The class column {shown(column.name)} has no values. Choose another class column.")
    if column.declared == "lists":
        raise DataError(f"The class column {shown(column.name)} holds lists. Choose another class column.")
    if bins is not None or edges is not None:
        return _cut(table, column, bins, edges)
    notes = notes_on_words(column)
    column = column.as_class
    if column.categories is None:
        return _of_numbers(column)
    if column.overflow or len(column.categories) > MAX_SPELLINGS:
        raise DataError(
            f"The class column {shown(column.name)} holds too many different values to be classes. Choose "
            "another class column."
        )
    return replace(_of_texts(column, column.categories), notes=notes)


def notes_on_words(column: Column) -> tuple[str, ...]:
    """Say which words of the class column are classes, though in a feature they would be gaps."""
    words = {**(column.spelling.words() if column.spelling else {}), **_marks(column)}
    if not words or column.empty:
        return ()
    parts = listed([f"{word} ({counted(rows, 'row')})" for word, rows in words.items()])
    return (
        f"In the class column {shown(column.name)} this counts as a class of its own: {parts}. Leave such "
        "cells empty if they mean that the class is not known.",
    )


def _marks(column: Column) -> dict[str, int]:
    """Count the rows of each mark that would be a gap among numbers, unless it is meant as a class.

    It is if the file declares it, and - is beside +.
    """
    categories = () if column.declared else column.categories or ()
    return {
        text: int((column.values == code).sum())
        for code, text in enumerate(categories)
        if text.lower() in GAP_MARKS and not (text == "-" and "+" in categories)
    }


def _of_numbers(column: Column) -> Labels:
    there = ~column.missing
    distinct, positions = np.unique(column.values[there], return_inverse=True)
    codes = np.full(len(column.values), np.nan)
    codes[there] = positions
    return Labels(codes, tuple(number_label(value) for value in distinct.tolist()))


def _of_texts(column: Column, categories: tuple[str, ...]) -> Labels:
    labels = [text_label(category) for category in categories]
    if max(map(len, labels)) > MAX_LABEL:
        raise DataError(
            f"The class column {shown(column.name)} holds texts of more than {MAX_LABEL} characters, which "
            "are no class labels. Choose another class column."
        )
    names = tuple(dict.fromkeys(labels))
    place = {name: code for code, name in enumerate(names)}
    merged = np.array([place[label] for label in labels], dtype=np.float64)
    codes = np.full(len(column.values), np.nan)
    there = ~column.missing
    codes[there] = merged[column.values[there].astype(np.intp)]
    return Labels(codes, names)


def _cut(table: RawTable, column: Column, bins: int | None, edges: Sequence[float] | None) -> Labels:
    """Cut numbers above edges, or at their quantiles; a number that is an edge belongs to the group below."""
    if not column.numeric:
        raise DataError(
            f"The class column {shown(column.name)} cannot be cut into groups because it holds texts "
            f"({odd_values(table, column)}). Leave out bins and edges, or repair these."
        )
    there = ~column.missing
    numbers = column.values[there]
    cuts = quantiles(numbers, bins) if bins is not None else np.array(edges, dtype=np.float64)
    codes = np.full(len(column.values), np.nan)
    codes[there] = np.searchsorted(cuts, numbers, side="left")
    names = group_names(cuts.tolist())
    said = f"Cut {shown(column.name)} into {counted(len(names), 'group')}"
    if bins is not None:
        fewer = f" (not {bins}, as equal numbers stay together)" if len(names) < bins else ""
        said += f" of about the same size{fewer}"
    empty = [name for code, name in enumerate(names) if not (codes == code).any()]
    none = f" No row is in: {listed(empty, 20)}." if empty else ""
    return Labels(codes, names, (f"{said}: {listed(names, 20)}.{none}",))


def check_classes(column: Column, labels: Labels, keep: NDArray[np.bool_], guess: Sequence[str] = ()) -> None:
    """Refuse classes that nothing can be learnt from.

    `guess` says why this column was taken as the class, if nobody named it.
    """
    codes = labels.codes[keep]
    present = np.unique(codes).astype(np.intp)
    name = shown(column.name)
    if len(present) == 1:
        raise DataError(
            f"Every row has the same class ({shown(labels.names[present[0]])}, in column {name}). At least "
            f"two classes are needed: choose another class column. {' '.join(guess)}".rstrip()
        )
    if 2 * len(present) > len(codes):
        raise _too_many_classes(column, len(present), len(codes), guess)


def _too_many_classes(column: Column, classes: int, rows: int, guess: Sequence[str]) -> DataError:
    if (quantity := quantity_in(column)) is not None:
        return DataError(f"{quantity.words}, or choose another class column. {' '.join(guess)}".rstrip())
    return DataError(
        f"The class column {shown(column.name)} holds {classes:,} different values in {counted(rows, 'row')}"
        f", more than half as many. Choose another class column. {' '.join(guess)}".rstrip()
    )
