"""Tables that are drawn at random, with a known meaning: the same content, written in thousands of ways."""

from __future__ import annotations

import csv
import io
import random
from dataclasses import dataclass, replace

from tests.support.table_meaning import Cell, Meaning

NAMES = (
    ("length", "width", "height", "mass"),
    ("Sepal Length", "Sepal Width", "Petal Length", "Petal Width"),
    ("Länge", "Breite", "Höhe", "Maß"),
    ("taille", "âge du père", "prix, net", "poids"),
    ("x.1", "x.2", "x.3", "x.4"),
)
TARGETS = ("class", "Gruppe", "label", "kind of thing", "Klasse")
LABELS = (
    ("a", "b"),
    ("red rose", "wild poppy", "oak"),
    ("0", "1"),
    ("1", "2", "3"),
    ("TRUE", "FALSE"),
    ("+", "-"),
    ("none", "mild", "severe"),
    ("007", "07", "7"),
    ("1E1", "10"),
    ("01", "02"),
    ("<5", ">=5"),
    ("10 mg", "20 mg"),
)
IDENTIFIERS = ("customer_id", "PatientID", "Kundennummer", "sample no", "Nr.")
GAPS = ("", "NA", "?", "nan", "-", ".", "#N/A", "n.a.", "NULL")
SAID_GAPS = ("-", ".", "#N/A", "n.a.")
WORDS = ("red", "dark blue", "Doe, Jane", "a; b", "x|y")


@dataclass(frozen=True)
class MadeTable:
    """The bytes of a table, and what they mean."""

    data: bytes
    meaning: Meaning


@dataclass(frozen=True)
class Style:
    """How a table is written.

    Attributes
    ----------
    quoted : every cell is in quotes, not only where it must be
    header : the columns have names
    gap : what is written where a value is missing
    padded : a space follows each separator
    above : lines above the table
    """

    separator: str
    decimal: str
    quoted: bool
    header: bool
    gap: str
    newline: str
    encoding: str
    padded: bool
    above: tuple[str, ...]

    def number(self, value: float, digits: int) -> str:
        """Write a number with so many digits behind the decimal sign."""
        return f"{value:.{digits}f}".replace(".", self.decimal)

    def thousands(self, value: int) -> str:
        """Write a whole number with a sign between its thousands, which is not the decimal sign."""
        return f"{value:,}".replace(",", "." if self.decimal == "," else ",")


@dataclass(frozen=True)
class MadeColumn:
    """One column: its name, what its cells mean and how they are written.

    `values` is None for a column that is no feature; `note` is what must be said about it.
    """

    name: str
    cells: list[str]
    values: list[Cell] | None = None
    note: str = ""


def draw_table(seed: int) -> MadeTable:
    """Draw a table: its style, its columns, its class."""
    draw = random.Random(seed)
    style = _draw_style(draw)
    rows = draw.choice([draw.randint(8, 40), draw.randint(100, 200)])
    names = draw.choice(NAMES)[: draw.randint(1, 4)]
    columns = [_with_gaps(draw, style, _draw_feature(draw, style, name, rows)) for name in names]
    columns.insert(0, _decimals(draw, style, "first size", rows))
    if draw.random() < 0.3:
        columns.insert(draw.randint(0, len(columns)), _texts(draw, rows))
    if draw.random() < 0.25 and style.header:
        columns.insert(draw.randint(0, len(columns)), _identifiers(draw, rows))
    if draw.random() < 0.3 and style.header:
        columns.insert(0, _index(draw, rows))
    labels = _draw_labels(draw, rows)
    target = MadeColumn(draw.choice(TARGETS), labels)
    first = draw.random() < 0.2 and style.header and target.name in ("class", "label", "Klasse")
    place = (not columns[0].name) if first else len(columns)
    return MadeTable(
        _written(style, [*columns[:place], target, *columns[place:]]), _meaning(style, columns, target)
    )


def _draw_style(draw: random.Random) -> Style:
    separator = draw.choice(",;\t| ")
    return Style(
        separator,
        draw.choice(".,"),
        draw.random() < 0.3,
        draw.random() < 0.8,
        draw.choice([gap for gap in GAPS if gap or separator != " "]),
        draw.choice(["\n", "\r\n"]),
        draw.choice(["utf-8", "utf-8", "utf-8-sig", "utf-16"]),
        draw.random() < 0.2 and separator in ",;|",
        draw.choice([(), (), (), (f"sep={separator}",), ("# measured in June", "# by hand")]),
    )


def _draw_feature(draw: random.Random, style: Style, name: str, rows: int) -> MadeColumn:
    kind = draw.choice(["decimals"] * 8 + ["whole"] * 5 + ["thousands", "percent", "unit"])
    if kind == "decimals":
        return _decimals(draw, style, name, rows)
    if kind == "whole":
        whole = [draw.randint(-20, 20) for _ in range(rows)]
        return MadeColumn(name, list(map(str, whole)), [float(value) for value in whole])
    if kind == "thousands":
        large = [draw.randint(1_000, 9_999_999) for _ in range(rows)]
        cells = [style.thousands(value) for value in large]
        return MadeColumn(name, cells, [float(value) for value in large], "between thousands")
    unit = "%" if kind == "percent" else draw.choice([" kg", " cm", " °C"])
    plain = _decimals(draw, style, name, rows)
    return replace(plain, cells=[cell + unit for cell in plain.cells], note=unit.strip())


def _decimals(draw: random.Random, style: Style, name: str, rows: int) -> MadeColumn:
    digits = draw.choice([1, 2, 4])
    values = [round(draw.uniform(-50, 50), digits) + 0.0 for _ in range(rows)]
    return MadeColumn(name, [style.number(value, digits) for value in values], list(values))


def _with_gaps(draw: random.Random, style: Style, column: MadeColumn) -> MadeColumn:
    """Leave out some values, up to half of them."""
    share = draw.choice([0, 0, 0.05, 0.3])
    gone = [draw.random() < share for _ in column.cells]
    gone[:3] = [draw.random() < share, False, False]
    if column.values is None or not any(gone):
        return column
    cells = [style.gap if lost else cell for lost, cell in zip(gone, column.cells, strict=True)]
    values = [None if lost else value for lost, value in zip(gone, column.values, strict=True)]
    said = f"{style.gap} as missing" if style.gap in SAID_GAPS else ""
    return MadeColumn(column.name, cells, values, said or column.note)


def _texts(draw: random.Random, rows: int) -> MadeColumn:
    return MadeColumn("colour", [draw.choice(WORDS) for _ in range(rows)])


def _identifiers(draw: random.Random, rows: int) -> MadeColumn:
    """Name the rows by numbers; in a small table these stay, with a word of doubt."""
    numbers = draw.sample(range(10_000, 99_999), rows)
    values: list[Cell] | None = [float(number) for number in numbers] if rows < 10 else None
    return MadeColumn(draw.choice(IDENTIFIERS), list(map(str, numbers)), values, "an identifier")


def _index(draw: random.Random, rows: int) -> MadeColumn:
    """Number the rows below an empty name, in order, shuffled or with holes."""
    numbers = draw.choice(
        [list(range(rows)), draw.sample(range(1, rows + 1), rows), sorted(draw.sample(range(500), rows))]
    )
    return MadeColumn("", list(map(str, numbers)), note="only numbers the rows: column 1")


def _draw_labels(draw: random.Random, rows: int) -> list[str]:
    """Draw classes that have two rows each or more."""
    names = draw.choice(LABELS)
    labels = [*names, *names, *(draw.choice(names) for _ in range(rows - 2 * len(names)))]
    draw.shuffle(labels)
    return labels


def _written(style: Style, columns: list[MadeColumn]) -> bytes:
    stream = io.StringIO()
    stream.writelines(line + style.newline for line in style.above)
    writer = csv.writer(
        stream,
        delimiter=style.separator,
        quoting=csv.QUOTE_ALL if style.quoted else csv.QUOTE_MINIMAL,
        lineterminator=style.newline,
    )
    rows = [*zip(*(column.cells for column in columns), strict=True)]
    for row in [tuple(column.name for column in columns)] * style.header + rows:
        writer.writerow([row[0], *(f" {cell}" if style.padded and cell else cell for cell in row[1:])])
    return stream.getvalue().encode(style.encoding)


def _meaning(style: Style, columns: list[MadeColumn], target: MadeColumn) -> Meaning:
    features = [(place, column) for place, column in enumerate(columns, 1) if column.values is not None]
    cells = zip(*(column.values or [] for _, column in features), target.cells, strict=True)
    return Meaning(
        features=tuple(column.name if style.header else f"column {place}" for place, column in features),
        known=dict(enumerate(cells)),
        rows=len(target.cells),
        target=target.name if style.header else f"column {len(columns) + 1}",
        classes=tuple(set(target.cells)),
        notes=tuple(column.note for column in columns if column.note),
    )
