"""New rows for a model: its columns found by name, their cells read as those of the training rows were."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

import numpy as np

from frnn_core.data.reading.cells import GAP_MARKS, shown
from frnn_core.data.reading.dates import compact_dates, read_dates
from frnn_core.data.reading.known_values import folded, positions
from frnn_core.data.reading.limits import MAX_BYTES, check_size
from frnn_core.data.reading.number_columns import numbers_of_texts
from frnn_core.data.reading.raw_table import Column as RawColumn
from frnn_core.data.reading.raw_table import RawTable, odd_values
from frnn_core.data.reading.reader import Source, read_raw_table
from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.columns import ROLES, Column, iso_date
from frnn_core.engine.encoding import Encoder
from frnn_core.engine.frames import NEVER_SEEN, YES_NO
from frnn_core.errors import DataError
from frnn_core.text import counted, listed
from frnn_core.use.trained import TrainedModel

FAR = 0.5
"""A value is far outside if it is more than this part of the training range beyond its end."""
FEWEST_FOR_SHIFT = 5
"""So many rows, all beyond 99 % of the training rows on one side, are taken for other units."""
ALIKE = 0.75
"""So alike, from 0 to 1, a name must be to be taken for a slip of the pen."""
_KINDS = {"number": "numbers", "date": "dates"}
_LISTED = "a limited number of different values"


@dataclass(frozen=True, eq=False)
class NewRows:
    """Rows to classify, as a model takes them.

    Attributes
    ----------
    X : (rows, columns of the model) as a data set holds them: numbers, positions, days, NaN for gaps
    notes : what was left out, filled or never seen, in sentences
    warnings : what makes the predictions doubtful: columns that may be in other units
    name : of the file or table
    """

    X: FloatArray
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    name: str = "data"

    def __len__(self) -> int:
        return len(self.X)


def read_new_rows(
    source: Source, model: TrainedModel, *, name: str | None = None, max_bytes: int = MAX_BYTES
) -> NewRows:
    """Read the rows of a table that a model is to classify.

    Parameters
    ----------
    source : as for `read_dataset`: a path, bytes, an open file, a data frame or a `RawTable`
    model : what `fit_model` or `load_model` gives
    name, max_bytes : as for `read_dataset`

    Returns
    -------
    NewRows
        The columns of the model, in its order; others are left out with a note.

    Raises
    ------
    DataError
        If there is no row, a column is missing, or its cells are of another kind; the message says which.

    Examples
    --------
    >>> from frnn_core import fit_model, load_dataset
    >>> data = load_dataset("wine")
    >>> rows = read_new_rows(data.frame().drop(columns="class").head(2), fit_model(data))
    >>> len(rows), rows.warnings
    (2, ())
    """
    table = read_raw_table(source, name=name, max_bytes=max_bytes)
    found = {column.name: column for column in table.columns}
    _refuse_missing(table, model)
    check_size(table.rows, len(model.columns))
    written = dict(model.about.written)
    X = np.empty((table.rows, len(model.columns)))
    notes = _other_columns(table, model)
    for place, column in enumerate(model.columns):
        X[:, place], told = _values(table, found[column.name], column, written.get(column.name, ""))
        notes += told
    _refuse_gaps(X, model)
    if isinstance(model.model.normaliser, Encoder):
        notes += model.model.normaliser.notes(X)
    return NewRows(X, tuple(notes), (*_bare_rows(X), *_far_columns(X, model)), table.name)


def _refuse_missing(table: RawTable, model: TrainedModel) -> None:
    """Refuse a table that lacks columns; say which, and what they may be called here."""
    there = [name for name in table.names if not _known(name, model)]
    missing = [name for name in model.names if name not in table.names]
    if not missing:
        return
    where = f"{table.name} has {listed_few(table.names)}"
    if len(missing) == len(model.names) > 1:
        raise DataError(
            f"None of the {len(missing)} columns of this model is there: {where}; the model was fitted to "
            f"{model.about.name} and needs {listed_few(model.names)}. Is it the model of another table? A "
            "line of column names is needed above the rows."
        )
    told = [f"{shown(name)}{_suggestion(name, there)}" for name in missing[:10]]
    more = f" and {len(missing) - 10} more" if len(missing) > 10 else ""
    verb = "is" if len(missing) == 1 else "are"
    raise DataError(
        f"{'Column' if len(missing) == 1 else 'Columns'} {', '.join(told)}{more} {verb} missing: {where}. "
        "Add or rename columns; their order is free, and a value that is not known may be left empty."
    )


def _known(name: str, model: TrainedModel) -> bool:
    """Whether the training table had a column: in the model, its class, or named in a note as left out."""
    if name in model.names or name == model.about.target:
        return True
    written = re.compile(rf"(?<!\w){re.escape(shown(name))}(?!\w)")
    return any(written.search(note.partition(": ")[2]) for note in model.about.notes)


def _suggestion(name: str, there: Sequence[str]) -> str:
    by_fold = {folded(each): each for each in there}
    close = get_close_matches(folded(name), list(by_fold), n=1, cutoff=ALIKE)
    return f" (is it {shown(by_fold[close[0]])}?)" if close else ""


def listed_few(names: Sequence[str]) -> str:
    """The first ten names."""
    return ", ".join(map(shown, names[:10])) + (" …" if len(names) > 10 else "")


def _other_columns(table: RawTable, model: TrainedModel) -> list[str]:
    other = [name for name in table.names if name not in model.names]
    notes = []
    if model.about.target in other:
        notes.append(f"The class column {shown(model.about.target)} is there; it is not looked at.")
        other.remove(model.about.target)
    if other:
        verb = "is" if len(other) == 1 else "are"
        notes.append(
            f"{counted(len(other), 'column')} {verb} not in the model and left out: {listed_few(other)}."
        )
    return notes


def _values(table: RawTable, raw: RawColumn, column: Column, how: str) -> tuple[FloatArray, list[str]]:
    """The values of a column in the role that it had at the fit, and what is to be noted."""
    if raw.empty:
        return np.full(table.rows, np.nan), _note_on_infinite(raw)
    if raw.overflow or raw.declared == "lists":
        raise _another_kind(table, raw, column)
    if ROLES[column.role].listed:
        return _positions(raw, column)
    return (_days if column.role == "date" else _numbers)(table, raw, column, how)


def _positions(raw: RawColumn, column: Column) -> tuple[FloatArray, list[str]]:
    """Places among the values of the training rows; another is never seen or, of a scale, a gap."""
    named = raw if raw.categories is not None else raw.as_listed
    texts = named.categories or ()
    if column.values == YES_NO:
        texts = tuple({"0": YES_NO[0], "1": YES_NO[1]}.get(text, text) for text in texts)
    place = np.array(positions(texts, column.values, fold=column.role != "category"), dtype=np.float64)
    marks = np.array([text.lower() in GAP_MARKS for text in texts], dtype=bool)
    unknown = np.flatnonzero((place < 0) & ~marks)
    place[place < 0] = NEVER_SEEN if column.role == "category" else np.nan
    place[marks & (place < 0)] = np.nan
    values = np.full(len(named.values), np.nan)
    there = ~named.missing
    values[there] = place[named.values[there].astype(np.intp)]
    if column.role == "category" or not len(unknown):
        return values, []
    rows = int(np.isin(named.values, unknown).sum())
    known = listed_few(column.values)
    odd = listed_few([texts[i] for i in unknown])
    return values, [
        f"Column {shown(column.name)}: {counted(rows, 'row')} with a value that no training row has ({odd}); "
        f"it counts as missing. Known: {known}."
    ]


def _numbers(table: RawTable, raw: RawColumn, column: Column, how: str) -> tuple[FloatArray, list[str]]:
    """Numbers; where two readings are open, with the decimal sign of the training rows."""
    if raw.categories is None and raw.declared != "date":
        return raw.values, _note_on_infinite(raw)
    fitting = [style for style in raw.readings if style.decimal == how] or list(raw.readings)
    if not fitting:
        raise _another_kind(table, raw, column)
    read = numbers_of_texts(raw, fitting[0])
    return read.values, _note_on_infinite(read)


def _note_on_infinite(raw: RawColumn) -> list[str]:
    if not raw.infinite:
        return []
    return [f"Column {shown(raw.name)}: {counted(raw.infinite, 'infinite value')} taken for missing."]


def _days(table: RawTable, raw: RawColumn, column: Column, how: str) -> tuple[FloatArray, list[str]]:
    """Days since 1970; where the order of day and month is open, that of the training rows."""
    if raw.declared == "date":
        return raw.values, []
    if raw.numeric and (days := compact_dates("date", raw.values)) is not None:
        return days, []
    dates = None if raw.categories is None else read_dates(raw.categories)
    if dates is None or not dates.readings:
        raise _another_kind(table, raw, column)
    order = how if how in dates.readings else next(iter(dates.readings))
    values = np.full(len(raw.values), np.nan)
    there = ~raw.missing
    values[there] = dates.readings[order][raw.values[there].astype(np.intp)]
    told = dates.layout[:3] in ("day", "mon") and how not in ("", order)
    note = f"Column {shown(column.name)}: read with the {order}; in the training rows it was {how}."
    return values, [note] if told else []


def _another_kind(table: RawTable, raw: RawColumn, column: Column) -> DataError:
    odd = f": {odd_values(table, raw)}" if raw.odd else ""
    kind = _KINDS.get(column.role, _LISTED)
    return DataError(
        f"Column {shown(column.name)} holds other things than {kind}, which it held in the "
        f"training rows{odd}. Repair these cells, or leave them empty."
    )


def _refuse_gaps(X: FloatArray, model: TrainedModel) -> None:
    """Refuse gaps where the model was fitted to plain numbers, with nothing to fill them."""
    if isinstance(model.model.normaliser, Encoder) or not (gaps := np.isnan(X)).any():
        return
    names = [model.names[place] for place in np.flatnonzero(gaps.any(axis=0))]
    rows = np.flatnonzero(gaps.any(axis=1))
    raise DataError(
        f"{counted(len(rows), 'row')}, the first being row {rows[0] + 1}, have gaps in {listed(names)}, and "
        'the model was fitted to numbers without any. Fill them, or fit with encode="auto".'
    )


def _bare_rows(X: FloatArray) -> list[str]:
    """Say how many rows have no value at all."""
    bare = np.flatnonzero(np.isnan(X).all(axis=1))
    if not len(bare):
        return []
    have = "has" if len(bare) == 1 else "have"
    which = f"{counted(len(bare), 'row')}, the first being row {bare[0] + 1},"
    return [f"{which} {have} no value in any column of the model: the class says nothing. Delete such rows."]


def _far_columns(X: FloatArray, model: TrainedModel) -> list[str]:
    """Say which columns have values so far outside the training range that they may be in other units."""
    found = []
    for place, column in enumerate(model.columns):
        lowest, low, high, highest = model.ranges[place].tolist()
        values = X[:, place][~np.isnan(X[:, place])]
        if np.isnan(lowest) or not len(values):
            continue
        reach = FAR * (highest - lowest)
        far = (values < lowest - reach) | (values > highest + reach)
        shifted = len(values) >= FEWEST_FOR_SHIFT and (values.max() < low or values.min() > high)
        if far.any() or shifted:
            count = int(far.sum()) if far.any() else len(values)
            found.append(
                _far_words(column, count, len(X), (lowest, highest), values[far] if far.any() else values)
            )
    return found


def _far_words(column: Column, count: int, rows: int, known: tuple[float, float], values: FloatArray) -> str:
    def said(value: float) -> str:
        return iso_date(value)[:10] if column.role == "date" else column.shown(value)

    seen = (
        said(values.min())
        if values.min() == values.max()
        else f"{said(values.min())} to {said(values.max())}"
    )
    which = (
        "all rows have"
        if count == rows > 1
        else f"{counted(count, 'row')} of {rows:,} {'has' if count == 1 else 'have'}"
    )
    return (
        f"Column {shown(column.name)}: {which} values unlike the training rows', which go from "
        f"{said(known[0])} to {said(known[1])}; here {seen}. Is it in other units?"
    )
