"""Read the source files of the snapshot: each format becomes columns of decimal text and class labels."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path

from frnn_core.data.reading.cells import text_label
from frnn_core.engine.columns import Column

GAP = "?"
GAPS = ("?", "NA", "nan")
ATTRIBUTE = re.compile(r"@attribute\s+'?([^\s'{\[]+)", re.IGNORECASE)


@dataclass(frozen=True)
class Source:
    """One row of `snapshot_sources.csv`."""

    name: str
    keel_name: str
    package: str
    files: str
    format: str
    drop: str
    repair: str
    names_from: str
    origin: str
    notes: str
    paper_note: str
    full_of: str


@dataclass(frozen=True)
class Table:
    """Rows of decimal text, one label a row, and column names where the source has them.

    Attributes
    ----------
    columns : of a table that is not plain numbers, what each column is; listed values are then positions,
        and a gap is `GAP`
    """

    rows: list[list[str]]
    labels: list[str]
    names: list[str]
    columns: tuple[Column, ...] = ()


def read_sources(path: Path) -> list[Source]:
    """Read the table that says where each data set comes from."""
    with path.open(newline="", encoding="utf-8") as file:
        return [Source(**row) for row in csv.DictReader(file)]


def read_table(source: Source, root: Path) -> Table:
    """Read one data set: its format, then its column names, dropped columns and repairs."""
    table = FORMATS[source.format](source, root)
    if source.names_from:
        table = replace(table, names=attribute_names(root / source.names_from))
    table = drop_columns(table, {int(column) for column in source.drop.split()})
    return repair(table, source.repair)


def split_lines(lines: Iterable[str], delimiter: str | None) -> list[list[str]]:
    """Cut lines into stripped fields; empty lines and lines that start with @ hold no data."""
    content = (line.strip() for line in lines)
    return [
        [field.strip() for field in line.split(delimiter)]
        for line in content
        if line and not line.startswith("@")
    ]


def class_last(records: list[list[str]], names: list[str]) -> Table:
    """Split the class, which is the last field, from the features; a class 1.0 is called 1."""
    labels = [text_label(record[-1]) for record in records]
    return Table([record[:-1] for record in records], labels, names)


def read_comma(source: Source, root: Path) -> Table:
    """Read a KEEL file: comma separated, class last."""
    return class_last(split_lines((root / source.files).read_text().splitlines(), ","), [])


def read_space(source: Source, root: Path) -> Table:
    """Read a UCI file with white space between the fields, class last."""
    return class_last(split_lines((root / source.files).read_text().splitlines(), None), [])


def read_semicolon(source: Source, root: Path) -> Table:
    """Read a file with semicolons and a header row, class last."""
    header, *records = split_lines((root / source.files).read_text().splitlines(), ";")
    return class_last(records, [name.strip('"') for name in header[:-1]])


def read_positives(source: Source, root: Path) -> Table:
    """Read two-class files of the same rows: each marks one class as positive; the rest is class 3."""
    labels: list[str] = []
    rows: list[list[str]] = []
    for item in source.files.split():
        label, path = item.split("=")
        part = class_last(split_lines((root / path).read_text().splitlines(), ","), [])
        if rows and part.rows != rows:
            raise ValueError(f"{path} holds other rows than the file before it.")
        rows = part.rows
        labels = labels or ["3"] * len(rows)
        for row, mark in enumerate(part.labels):
            if mark == "positive":
                labels[row] = label
    return Table(rows, labels, [])


def read_fann(source: Source, root: Path) -> Table:
    """Read files of the FANN library: a header with the sizes, then inputs and one-hot outputs."""
    rows: list[list[str]] = []
    labels: list[str] = []
    for path in source.files.split():
        fields = (root / path).read_text().split()
        count, inputs, outputs = (int(field) for field in fields[:3])
        width = inputs + outputs
        for start in range(3, 3 + count * width, width):
            record = fields[start : start + width]
            rows.append(record[:inputs])
            labels.append(str(1 + record[inputs:].index("1")))
    return Table(rows, labels, [])


def read_orange(source: Source, root: Path) -> Table:
    """Read a file of Orange: tabs, three header rows, class last."""
    return class_last(orange_records(root / source.files), [])


def read_orange_class_first(source: Source, root: Path) -> Table:
    """Read a file of Orange whose first field is the class."""
    return class_last([[*rest, label] for label, *rest in orange_records(root / source.files)], [])


def orange_records(path: Path) -> list[list[str]]:
    """Give the fields of a file of Orange below its names, its types and its roles."""
    return with_gaps(split_lines(path.read_text().splitlines()[3:], "\t"))


def read_r(source: Source, root: Path) -> Table:
    """Read a table written by R: commas, quotes, a header row, class last."""
    with (root / source.files).open(newline="", encoding="utf-8") as file:
        _, *records = csv.reader(file)
    return class_last(with_gaps(records), [])


def read_counted(source: Source, root: Path) -> Table:
    """Read a file of commas whose first line says how many rows there are, class last."""
    (count, *_), *records = split_lines((root / source.files).read_text().splitlines(), ",")
    if len(records) != int(count):
        raise ValueError(f"{source.files} announces {count} rows and holds {len(records)}.")
    return class_last(with_gaps(records), [])


def with_gaps(records: list[list[str]]) -> list[list[str]]:
    """Write all gaps alike."""
    return [[GAP if field in GAPS else field for field in record] for record in records]


FORMATS: dict[str, Callable[[Source, Path], Table]] = {
    "comma": read_comma,
    "space": read_space,
    "semicolon": read_semicolon,
    "positives": read_positives,
    "fann": read_fann,
    "orange": read_orange,
    "orange-class-first": read_orange_class_first,
    "r": read_r,
    "counted": read_counted,
}


def attribute_names(path: Path) -> list[str]:
    """Read the names of the features from the @attribute lines; the last one is the class."""
    return ATTRIBUTE.findall(path.read_text())[:-1]


def drop_columns(table: Table, drop: set[int]) -> Table:
    """Leave out columns that are not numeric features.

    Names count all columns, or only the columns that stay (where the source of the names has no such column).
    """
    width = len(table.rows[0])
    keep = [column for column in range(width) if column not in drop]
    names = table.names or [f"x{column + 1}" for column in range(len(keep))]
    if len(names) == width:
        names = [names[column] for column in keep]
    if len(names) != len(keep):
        raise ValueError(f"{len(names)} names for {len(keep)} columns.")
    return Table([[row[column] for column in keep] for row in table.rows], table.labels, names)


def repair(table: Table, rule: str) -> Table:
    """Apply a repair: nothing, `digits` (the damage of KEEL's ecoli), or `column:wrong=right`.

    A rule for the classes is left to who puts a full version together.
    """
    if not rule or rule.startswith("class:"):
        return table
    if rule == "digits":
        return replace(table, rows=[[digits_only(text) for text in row] for row in table.rows])
    column, change = rule.split(":")
    wrong, right = change.split("=")
    rows = [list(row) for row in table.rows]
    hits = [row for row in rows if row[int(column)] == wrong]
    if len(hits) != 1:
        raise ValueError(f"The repair {rule} applies to {len(hits)} rows, not to one.")
    hits[0][int(column)] = right
    return replace(table, rows=rows)


def digits_only(text: str) -> str:
    """Drop the decimal point and the zeros around the digits: 0.49 to 49, 0.40 and 0.04 to 4, 1.00 to 1."""
    return "".join(str(digit) for digit in Decimal(text).normalize().as_tuple().digits)
