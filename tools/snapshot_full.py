"""Full versions of sets from which the paper's files leave out columns or rows.

`snapshot_columns.csv` says what each column is, after the documentation of UCI. Every row of the paper's file
is found again in the full one by all of its columns, nominal ones included: that proves that both hold the
same data, and says which row is which, so that both can be shared out into the same folds.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from pathlib import Path

from frnn_core.engine.columns import ROLES, Column
from tools.snapshot_readers import FORMATS, GAP, Source, Table, drop_columns, repair

SEPARATOR = " | "
NO_POINT = "no point"
NOWHERE = -1


@dataclass(frozen=True)
class ColumnSource:
    """One row of `snapshot_columns.csv`.

    Attributes
    ----------
    source : the values of a listed column as its file writes them, in their order
    values : the same as they are shown
    plain : the same as the paper's file writes them; `no point` where its numbers lost their decimal points
    """

    name: str
    role: str
    source: tuple[str, ...]
    values: tuple[str, ...]
    plain: tuple[str, ...]

    def stored(self, text: str) -> str:
        """Give a number as it is and a listed value as its position."""
        return text if text == GAP or not self.source else str(self.source.index(text))

    def in_plain(self, text: str) -> str:
        """Give a value as the paper's file has it."""
        if self.plain == (NO_POINT,):
            return plain_text(plain_text(text).replace(".", ""))
        return plain_text(self.plain[self.source.index(text)] if self.source else text)


@dataclass(frozen=True)
class FullTable:
    """A full version, and for each of its rows the row of the paper's file that it is, or `NOWHERE`."""

    table: Table
    plain_rows: tuple[int, ...]


def read_columns(path: Path) -> dict[str, list[ColumnSource]]:
    """Read what the columns of the full versions are, by the name of the set."""
    columns = defaultdict(list)
    with path.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            source = _listed(row["source"])
            values, plain = (_listed(row[field]) or source for field in ("values", "plain"))
            columns[row["set"]].append(ColumnSource(row["column"], row["role"], source, values, plain))
    return dict(columns)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(text.split(SEPARATOR)) if text else ()


def read_full(source: Source, plain: Source, columns: Sequence[ColumnSource], root: Path) -> FullTable:
    """Read a full version and find the rows of the paper's file in it."""
    features = [column for column in columns if ROLES[column.role].feature]
    classes = {a: b for column in columns if column not in features for a, b in _pairs(column)}
    raw = drop_columns(FORMATS[source.format](source, root), {int(place) for place in source.drop.split()})
    raw = repair(replace(raw, labels=[classes.get(label, label) for label in raw.labels]), source.repair)
    reference = repair(FORMATS[plain.format](plain, root), plain.repair)
    judged = source.repair.startswith("class:")
    plain_rows = find_rows(raw, reference, features, with_labels=not judged)
    table = Table(
        [[column.stored(text) for column, text in zip(features, row, strict=True)] for row in raw.rows],
        known_labels(raw, reference, plain_rows, source.repair) if judged else raw.labels,
        [column.name for column in features],
        tuple(Column(column.name, column.role, column.values) for column in features),
    )
    return FullTable(table, plain_rows)


def _pairs(column: ColumnSource) -> Sequence[tuple[str, str]]:
    return list(zip(column.source, column.values, strict=True))


def find_rows(
    full: Table, plain: Table, columns: Sequence[ColumnSource], with_labels: bool
) -> tuple[int, ...]:
    """Find every row of the paper's file in the full one; equal rows are taken in their order.

    Rows with gaps are in the full one alone: anything else is an error.
    """
    waiting = defaultdict(list)
    for place, row in enumerate(plain.rows):
        key = tuple(plain_text(text) for text in row)
        waiting[(key, plain.labels[place] if with_labels else "")].append(place)
    found = []
    for row, label in zip(full.rows, full.labels, strict=True):
        if GAP in row:
            found.append(NOWHERE)
            continue
        key = tuple(column.in_plain(text) for column, text in zip(columns, row, strict=True))
        places = waiting[(key, label if with_labels else "")]
        if not places:
            raise ValueError(f"The paper's file has no row {', '.join(key)}.")
        found.append(places.pop(0))
    if left := sum(len(places) for places in waiting.values()):
        raise ValueError(f"{left} rows of the paper's file are not in the full one.")
    return tuple(found)


def known_labels(full: Table, plain: Table, plain_rows: Sequence[int], rule: str) -> list[str]:
    """Take classes from the paper's file, else from the rule `class:row=label …`, else as they are."""
    given = dict(item.split("=") for item in rule.removeprefix("class:").split())
    return [
        plain.labels[place] if place != NOWHERE else given.get(str(row), full.labels[row])
        for row, place in enumerate(plain_rows)
    ]


def plain_text(text: str) -> str:
    """Write equal numbers alike; what is no number stays."""
    try:
        return format(Decimal(text).normalize(), "f")
    except InvalidOperation:
        return text
