"""What a person means by a table, and where a reading departs from it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from frnn_core.data.reading import RawTable, TableSummary, inspect_table, read_dataset, read_raw_table
from frnn_core.data.reading.class_column import class_labels
from frnn_core.data.reading.questions import answered
from frnn_core.errors import DataError

Cell = float | str | None
Row = tuple[Cell, ...]


@dataclass(frozen=True)
class Meaning:
    """What the table says, however it is written.

    Attributes
    ----------
    features : the names of the columns of numbers that are to be learnt from
    known : rows by their place, -1 for the last; the features in their order, then the class; None is a gap
    rows, target, classes : how many rows there are, the class column, and its classes
    notes : words that must appear in the notes
    refused : words of the error, for a table that nobody could read without asking
    """

    features: tuple[str, ...] = ()
    known: Mapping[int, Row] = field(default_factory=dict)
    rows: int = 0
    target: str = ""
    classes: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    refused: str = ""


def faults(data: bytes, meaning: Meaning) -> list[str]:
    """List where the reading of a file is not what was meant; nothing if it is exactly that."""
    try:
        raw = read_raw_table(data)
        summary = inspect_table(raw)
        notes = read_dataset(raw).notes
    except DataError as error:
        if meaning.refused and meaning.refused in str(error):
            return []
        return [f"refused: {error}"]
    if meaning.refused:
        return [f"read, though it should be refused: {meaning.refused}"]
    return [*_faults_in_content(raw, summary, meaning), *_unsaid(notes, meaning.notes)]


def _faults_in_content(raw: RawTable, summary: TableSummary, meaning: Meaning) -> Iterator[str]:
    raw = answered(raw, {}, {})
    features = tuple(column.name for column in summary.columns if column.role == "number")
    target = raw.columns[raw.names.index(summary.target)]
    labels = class_labels(raw, target)
    found = {
        "features": (features, meaning.features),
        "target": (summary.target, meaning.target),
        "classes": (tuple(sorted(labels.names)), tuple(sorted(meaning.classes))),
        "rows": (raw.rows, meaning.rows),
    }
    different = {what: pair for what, pair in found.items() if pair[0] != pair[1]}
    yield from (f"{what}: {got!r}, not {meant!r}" for what, (got, meant) in different.items())
    if different:
        return
    columns = [raw.columns[raw.names.index(name)].values for name in features]
    names = [None if math.isnan(code) else labels.names[int(code)] for code in labels.codes.tolist()]
    for place, meant in meaning.known.items():
        row = (*(_number(values[place]) for values in columns), names[place])
        if row != meant:
            yield f"row {place}: {row!r}, not {meant!r}"


def _number(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def _unsaid(notes: Sequence[str], wanted: Sequence[str]) -> list[str]:
    return [f"no note says {words!r}" for words in wanted if not any(words in note for note in notes)]
