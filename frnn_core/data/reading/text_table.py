"""CSV, TSV and their kin -> a raw table, whatever their separator, decimal sign and column names."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from frnn_core.data.reading.cells import listed
from frnn_core.data.reading.columns import Row, read_columns, same_width
from frnn_core.data.reading.decoding import Text
from frnn_core.data.reading.header import (
    Rows,
    find_header,
    has_title_above,
    has_unit,
    has_units_below,
    is_number,
    names_in_comment,
)
from frnn_core.data.reading.lines import SEPARATORS, SPACE, Preamble, cuts_quotes, find_preamble, split_lines
from frnn_core.data.reading.number_style import PLAIN, Evidence, NumberStyle
from frnn_core.data.reading.raw_table import Column, RawTable, column_names, mark_unnamed
from frnn_core.errors import DataError
from frnn_core.text import counted

_SAMPLE_BYTES = 1_000_000
_SAMPLE_ROWS = 100
_SAMPLE_CELLS = 100_000


def read_text_table(text: Text) -> RawTable:
    """Read a table with one row per line, whatever its separator, decimal signs and header."""
    preamble = find_preamble(text)
    body = preamble.removed_from(text)
    dialect = find_dialect(body, preamble)
    given = dialect.header or ("",) * dialect.width
    columns, lines = read_columns(
        lambda: _rows(body, dialect),
        column_names(given),
        first=_first_numbers(body, dialect),
        in_quotes=dialect.separator == ",",
    )
    notes = [*text.notes, *dialect.notes, *_notes_on_styles(columns)]
    if dialect.header is None:
        notes.append(
            f"The file has no line of column names; its columns are called column 1 to {dialect.width}."
        )
    return RawTable(
        columns=mark_unnamed(columns, given),
        layout=f"text table separated by {SEPARATORS[dialect.separator]}s{_signs(columns)}, {text.encoding}",
        lines=lines,
        notes=tuple(notes),
    )


def _rows(text: Text, dialect: Dialect) -> Iterator[Row]:
    rows: Iterator[Row] = split_lines(text.lines(), dialect.separator, above=text.above)
    return same_width(islice(rows, dialect.skipped, None), dialect.width, SEPARATORS[dialect.separator])


def _first_numbers(text: Text, dialect: Dialect) -> list[Evidence]:
    """Look how the first rows write numbers, column by column."""
    rows = max(1, min(_SAMPLE_ROWS, _SAMPLE_CELLS // dialect.width))
    first = [cells for _, cells in islice(_rows(text, dialect), rows)]
    return [Evidence(cells) for cells in zip(*first, strict=True)]


@dataclass(frozen=True)
class Dialect:
    """The layout of a text table.

    Attributes
    ----------
    header : the column names; None if there are none
    skipped : how many of the first rows are no data: names, and perhaps units
    notes : sentences for the user
    """

    separator: str
    width: int
    header: tuple[str, ...] | None
    skipped: int = 0
    notes: tuple[str, ...] = ()


def find_dialect(text: Text, preamble: Preamble) -> Dialect:
    """Find out the layout from the first lines below the preamble."""
    split = _best_split(_sample(text), [preamble.separator] if preamble.separator else SEPARATORS)
    rows, width = split.rows, split.width
    _refuse_title(rows, width, text)
    names = _commented_names(preamble, split)
    header = names or find_header(rows, width)
    notes = []
    if commented := preamble.comments - (names is not None):
        notes.append(f"Skipped {counted(commented, 'comment line')} (#) above the table.")
    skipped = int(header is not None and names is None)
    if skipped and has_units_below(rows, width):
        skipped = 2
        notes.append(_note_on_units(text, split.separator))
    return Dialect(split.separator, width, header, skipped, tuple(notes))


def _note_on_units(text: Text, separator: str) -> str:
    _, (line, cells) = islice(split_lines(text.lines(), separator, above=text.above), 2)
    units = [cell.strip() for cell in cells if cell.strip()]
    return f"Skipped line {line}, which gives the units of the columns: {listed(units)}."


def _sample(text: Text) -> list[str]:
    """Give the first lines, at most a megabyte of them, without the one that is cut off."""
    head = text.data[:_SAMPLE_BYTES].decode("utf-8", "ignore")
    lines = list(io.StringIO(head, newline=""))
    if len(text.data) > _SAMPLE_BYTES:
        lines.pop()
    lines = [line for line in lines if line.strip()][:_SAMPLE_ROWS]
    if not lines:
        raise DataError("The first line is longer than 1 MB. Check that the file has one row per line.")
    return lines


@dataclass(frozen=True)
class Split:
    """The first lines, cut at a separator.

    Attributes
    ----------
    rows, width : the cells, and how many most rows have
    whole : no quoted text is cut
    headed : the first row has as many cells as the others, or lacks the name of the row names
    alike, numbers : the share of rows of this width, and of numbers without a unit among their cells
    """

    separator: str
    rows: Rows
    width: int
    whole: bool
    headed: bool
    alike: float
    numbers: float

    @property
    def fits(self) -> bool:
        """Whether nothing speaks against it."""
        return self.whole and self.headed and self.alike == 1

    @property
    def score(self) -> tuple[bool, bool, float, float]:
        """How well it fits."""
        return self.whole, self.headed, round(self.alike, 2), round(self.numbers, 2)

    def is_cut_by(self, other: Split) -> bool:
        """Tell whether texts below the names hold another separator that fits too.

        Any text may hold a space; but if spaces leave commas in numbers only, these are decimal commas.
        """
        if other is self or not other.fits:
            return False
        if other.separator == SPACE:
            spaced = any(SPACE in cell.strip() for cells in self.rows for cell in cells)
            return spaced and self.separator == "," and not other.has_texts_with(",")
        if (self.separator, other.separator) == (SPACE, "\t"):  # a tab is white space, so it is cut already
            return True
        return self.has_texts_with(other.separator)

    def has_texts_with(self, sign: str) -> bool:
        """Tell whether a cell below the first row holds a sign, and is no number."""
        return any(sign in cell and not is_number(cell) for cells in self.rows[1:] for cell in cells)


def _best_split(lines: Sequence[str], separators: Iterable[str]) -> Split:
    """Choose the separator that cuts no quoted text, the names like the rows, and most cells into numbers.

    Of those that fit, one that leaves others uncut is no guess unless all do.
    """
    found = [split for separator in separators if (split := _split(lines, separator)) is not None]
    if not found:
        raise DataError(
            "Only one column was found. A table needs at least two, separated by commas, semicolons, tabs, "
            "vertical bars or spaces."
        )
    uncut = [split for split in found if not any(split.is_cut_by(other) for other in found)]
    return max(uncut or found, key=lambda split: split.score)


def _split(lines: Sequence[str], separator: str) -> Split | None:
    """Cut the lines at a separator; None if that leaves one column."""
    try:
        rows = [cells for _, cells in split_lines(lines, separator, strict=False)]
    except DataError:
        return None
    below = rows[1:] if len(rows) > 2 else rows
    width = _usual_width(below)
    if width < 2:
        return None
    alike = [cells for cells in below if len(cells) == width]
    cells = [cell for row in alike for cell in row]
    return Split(
        separator,
        rows,
        width,
        whole=not cuts_quotes(lines, separator),
        headed=len(rows[0]) == width or 2 <= len(rows[0]) == width - 1,
        alike=len(alike) / len(below),
        numbers=sum(is_number(cell) and not has_unit(cell) for cell in cells) / len(cells),
    )


def _usual_width(rows: Rows) -> int:
    widths = Counter(len(cells) for cells in rows)
    return max(widths, key=lambda width: (widths[width], width), default=0)


def _refuse_title(rows: Rows, width: int, text: Text) -> None:
    """Refuse a first line of one field above rows that are all alike."""
    short = len(rows[0]) == 1 and len(rows) > 2 and {len(cells) for cells in rows[1:]} == {width}
    if not short and not has_title_above(rows, width):
        return
    line = next(number for number, line in enumerate(text.lines(), text.above + 1) if line.strip())
    raise DataError(
        f"Line {line} has 1 field where {width} are expected: line {line} looks like a title; remove it."
    )


def _commented_names(preamble: Preamble, split: Split) -> tuple[str, ...] | None:
    """Give the column names of the last comment above the table, if it has any.

    A # before a separator is itself a name, that of numbers of rows.
    """
    comment = preamble.last_comment
    if not comment:
        return None
    numbered = all(cells[0].strip().isdecimal() for cells in split.rows)
    for line in (comment.lstrip("#").strip(), comment if numbered else ""):
        cells = next((cells for _, cells in split_lines([line], split.separator, strict=False)), [])
        if names := names_in_comment(cells, split.rows, split.width):
            return names
    return None


def _signs(columns: Sequence[Column]) -> str:
    """Say in a phrase where the decimal sign is a comma."""
    if not any(column.example and column.style.decimal == "," for column in columns):
        return ""
    return ", decimal comma or point" if _has_decimal_points(columns) else ", decimal comma"


def _has_decimal_points(columns: Sequence[Column]) -> bool:
    points = (c.values[~c.missing] for c in columns if c.numeric and c.style.decimal == ".")
    return any((values != np.floor(values)).any() for values in points)


def _notes_on_styles(columns: Sequence[Column]) -> list[str]:
    """Say which numbers are not written as Python writes them, and how they were read."""
    noted = [column for column in columns if column.example and column.style != PLAIN]
    styles = dict.fromkeys(column.style for column in noted)
    alone = len(styles) == 1 and not _has_decimal_points(columns)
    return [
        _note_on_style(style, [column for column in noted if column.style == style], alone=alone)
        for style in styles
    ]


def _note_on_style(style: NumberStyle, columns: Sequence[Column], *, alone: bool) -> str:
    example = columns[0].example
    where = "" if alone and style == NumberStyle(",") else f" in {listed([c.name for c in columns])}"
    return f"Read numbers with {style.words}{where}: {example} as {style.plain(example)}."
