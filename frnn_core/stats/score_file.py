"""A file of anyone's scores -> a frame of data sets x methods, whichever way round the file lists them.

The file is read as any table of the user's own is (separators, decimal commas, header, gaps); here is
decided what its columns are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd

from frnn_core.data.reading.cells import shown
from frnn_core.data.reading.number_columns import numbers_of_texts
from frnn_core.data.reading.raw_table import Column, RawTable, odd_values
from frnn_core.data.reading.reader import Source, read_raw_table
from frnn_core.stats.score_frame import DATASET_NAMES, RELATION_NAMES, StatisticsError
from frnn_core.text import counted, listed

DATASET_COLUMNS = DATASET_NAMES | {"problem", "task", "datensatz"}
FAMILY_COLUMNS = {"family", "families", "group", "type", "kind"}
FOLD_COLUMNS = {"fold", "folds", "repetition", "repeat", "split", "seed", "run"}
SCORE_COLUMNS = {"score", "scores", "value", "result", "accuracy", "auc", "f1", "error", "rmse", "measure"}
ONE_METHOD = "There is one method only ({name}), so there is nothing to compare. Add a column for each other."
NO_NUMBERS = (
    "No column holds numbers. Give a table with a row for each data set and a column of scores for each "
    "method, or three columns: data set, method and score."
)
NAMELESS = (
    "The table names no data sets, so its rows are called row 1 to row {rows}. Folds of one data set do not "
    "belong here."
)
AVERAGE = "Average folds or repetitions first, so that each data set has one score of each method."


@dataclass(frozen=True)
class Scores:
    """Scores as they were read.

    Attributes
    ----------
    frame : data sets x methods, NaN for a blank
    families : the family of a method, of those that have one
    notes : what was guessed, in sentences
    layout : "wide" (a column a method) or "long" (a row a score)
    """

    frame: pd.DataFrame
    families: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    layout: str = "wide"

    @property
    def turned(self) -> Scores:
        """The same with data sets and methods exchanged."""
        around = self.frame.T.rename_axis(index=None, columns=None)
        return Scores(around, {}, (*self.notes, "The table was turned round: its rows are the methods."))


def read_scores(source: Source, *, name: str | None = None) -> Scores:
    r"""Read a table of scores.

    Parameters
    ----------
    source : path, bytes, binary file, data frame or RawTable
        Wide: a row for each data set, named in the first column, and a column for each method; a name such
        as "trees: CART" puts CART into the family trees. Long: columns called data set, method and score,
        and perhaps family. Separators and decimal signs are found out from the content; a blank cell is no
        score.
    name : the name of the file, for messages

    Examples
    --------
    >>> found = read_scores(b"data set;tree;kNN\niris;0,93;0,95\nwine;0,91;\n")
    >>> found.frame.loc["iris"].to_dict()
    {'tree': 0.93, 'kNN': 0.95}
    """
    table = read_raw_table(source, name=name)
    columns = [column for column in table.columns if not (column.empty and column.unnamed)]
    found = _long(table, columns) or _wide(table, columns)
    if found.frame.shape[1] < 2:
        raise StatisticsError(ONE_METHOD.format(name=shown(str(found.frame.columns[0]))))
    return found


# a column a method


def _wide(table: RawTable, columns: Sequence[Column]) -> Scores:
    labels, methods = _label_column(columns)
    scored = [column for column in methods if not _is_words(column)]
    if not scored:
        raise StatisticsError(NO_NUMBERS)
    for column in methods:
        if _is_words(column):
            raise StatisticsError(
                f"The column {shown(column.name)} holds words, such as {shown(column.samples[0])}, and not "
                "scores. Leave it out, or if it names the data sets, put it first."
            )
    values = {column.name: _numbers(table, column) for column in methods}
    notes = []
    if labels is None:
        rows = [f"row {place}" for place in range(1, table.rows + 1)]
        notes.append(NAMELESS.format(rows=table.rows))
    else:
        rows = _names(table, labels, "data set")
        _refuse_twice(table, rows)
    frame = pd.DataFrame(values, index=pd.Index(rows))
    if labels is not None and not labels.unnamed:
        frame.index.name = labels.name
    renamed, families = _prefixed(list(values))
    return Scores(frame.rename(columns=renamed), families, tuple(notes), "wide")


def _label_column(columns: Sequence[Column]) -> tuple[Column | None, list[Column]]:
    """The column that names the data sets, and the others: one that is called so, else the first of words."""
    named = [column for column in columns if _called(column) in DATASET_COLUMNS | RELATION_NAMES]
    first = columns[0]
    counts = first.unnamed and first.numeric and np.array_equal(first.values, np.arange(len(first.values)))
    label = named[0] if named else first if _is_words(first) or counts else None
    return label, [column for column in columns if column is not label]


def _prefixed(names: Sequence[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Names without the family before a colon, and these families; nothing where two would be alike."""
    parts = {name: name.partition(":") for name in names}
    short = {
        name: after.strip() if before.strip() and after.strip() else name
        for name, (before, _, after) in parts.items()
    }
    if len(set(short.values())) < len(names):
        return {}, {}
    return short, {short[name]: parts[name][0].strip() for name in names if short[name] != name}


def _refuse_twice(table: RawTable, rows: Sequence[str]) -> None:
    seen: dict[str, int] = {}
    for place, row in enumerate(rows):
        if row in seen:
            raise StatisticsError(
                f"The data set {shown(row)} stands in {table.where(seen[row])} and {table.where(place)}. "
                f"{AVERAGE}"
            )
        seen[row] = place


# a row a score


def _long(table: RawTable, columns: Sequence[Column]) -> Scores | None:
    """The table if it lists a score a row; None if it does not."""
    by_name = {_called(column): column for column in columns}
    method = next((by_name[name] for name in by_name if name in RELATION_NAMES), None)
    dataset = next((by_name[name] for name in by_name if name in DATASET_COLUMNS), None)
    words = [column for column in columns if _is_words(column)]
    if (method is None or dataset is None) and len(columns) == 3 and len(words) == 2:
        method = method or next(column for column in reversed(words) if column is not dataset)
        dataset = dataset or next(column for column in words if column is not method)
    if method is None or dataset is None:
        return None
    family = next((by_name[name] for name in by_name if name in FAMILY_COLUMNS), None)
    score = _score_column([column for column in columns if column not in (method, dataset, family)])
    sets, methods = _names(table, dataset, "data set"), _names(table, method, "method")
    values = _numbers(table, score)
    places: dict[tuple[str, str], int] = {}
    for place, key in enumerate(zip(sets, methods, strict=True)):
        if key in places:
            raise StatisticsError(
                f"{shown(key[1])} has two scores on {shown(key[0])}, in {table.where(places[key])} and "
                f"{table.where(place)}. {AVERAGE}"
            )
        places[key] = place
    frame = pd.DataFrame(np.nan, index=list(dict.fromkeys(sets)), columns=list(dict.fromkeys(methods)))
    for (row, name), place in places.items():
        frame.loc[row, name] = values[place]
    return Scores(frame, _families(table, methods, family), (), "long")


def _score_column(columns: Sequence[Column]) -> Column:
    """The column of the scores: the only one of numbers, or the one that is called so."""
    known = [column for column in columns if _called(column) in SCORE_COLUMNS]
    numbers = known or [c for c in columns if not _is_words(c) and _called(c) not in FOLD_COLUMNS]
    if not numbers:
        raise StatisticsError(NO_NUMBERS)
    if len(numbers) > 1:
        raise StatisticsError(
            f"Several columns could be the scores: {listed(shown(c.name) for c in numbers)}. Keep "
            "one of them."
        )
    return numbers[0]


def _families(table: RawTable, methods: Sequence[str], family: Column | None) -> dict[str, str]:
    if family is None or family.empty:
        return {}
    told = family.as_class if family.as_class.categories is not None else family.as_listed
    pairs = zip(methods, told.values, strict=True)
    texts = told.categories or ()
    return {method: texts[int(code)] for method, code in pairs if not np.isnan(code)}


# cells


def _called(column: Column) -> str:
    return " ".join(column.name.replace("_", " ").lower().split())


def _is_words(column: Column) -> bool:
    """Whether a column holds words: more than half of what is there are no numbers."""
    if column.categories is None or column.readings:
        return False
    there = int((~column.missing).sum())
    return column.overflow or column.odd_rows * 2 > there or not column.odd_rows


def _numbers(table: RawTable, column: Column) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """The scores of a column; a sign that may stand for thousands is a decimal sign here."""
    if column.readings:
        style = next(style for style in column.readings if not style.thousands)
        column = replace(numbers_of_texts(column, style), name=column.name)
    if not column.numeric:
        raise StatisticsError(
            f"The column {shown(column.name)} holds text among its scores: {odd_values(table, column)}. Put "
            "a number there, or leave the cell blank where there is no score."
        )
    if column.infinite:
        raise StatisticsError(
            f"Of the column {shown(column.name)}, {counted(column.infinite, 'score')} cannot be used: "
            "infinite or too large. Leave a cell blank where there is no score."
        )
    return column.values


def _names(table: RawTable, column: Column, what: str) -> list[str]:
    """The text of every row of a column of names."""
    told = column.as_class
    told = told if told.categories is not None else column.as_listed
    if told.overflow or told.categories is None:
        raise StatisticsError(f"The column {shown(column.name)} holds too many different names.")
    gaps = np.flatnonzero(told.missing)
    if len(gaps):
        raise StatisticsError(
            f"The {what} is missing in {table.where(int(gaps[0]))}. Give every row of {shown(column.name)} "
            "a name."
        )
    return [told.categories[int(code)] for code in told.values]
