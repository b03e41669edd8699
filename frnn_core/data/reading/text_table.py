"""CSV, TSV and their kin -> a raw table, whatever their separator, decimal sign and column names."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from frnn_core.data.reading.cells import counted
from frnn_core.data.reading.columns import Row, read_columns, same_width
from frnn_core.data.reading.decoding import Text
from frnn_core.data.reading.header import Rows, find_header, is_number, names_in_comment
from frnn_core.data.reading.lines import SEPARATORS, SPACE, Preamble, cuts_quotes, find_preamble, split_lines
from frnn_core.data.reading.raw_table import RawTable, column_names, mark_unnamed
from frnn_core.errors import DataError

_SAMPLE_BYTES = 1_000_000
_SAMPLE_ROWS = 100
_EXPONENT = rb"(?:[eE][+-]?\d+)?"
_WITH_COMMA = rb"[+-]?\d*,\d+" + _EXPONENT
_WITH_POINT = rb"[+-]?\d*\.\d+" + _EXPONENT
_NO_THOUSANDS = rb"(?![+-]?[1-9]\d{0,2},\d{3}(?![\deE]))" + _WITH_COMMA
_SEVERAL_COMMAS = rb"[+-]?\d{1,3}(?:,\d{3}){2,}"


def read_text_table(text: Text) -> RawTable:
    """Read a table with one row per line, whatever its separator, decimal sign and header."""
    preamble = find_preamble(text)
    body = preamble.removed_from(text)
    dialect = find_dialect(body, preamble)
    given = dialect.header or ("",) * dialect.width
    columns, lines = read_columns(lambda: _rows(body, dialect), column_names(given), decimal=dialect.decimal)
    notes = [*text.notes, *dialect.notes]
    if dialect.header is None:
        notes.append(
            f"The file has no line of column names; its columns are called column 1 to {dialect.width}."
        )
    return RawTable(
        columns=mark_unnamed(columns, given),
        layout=f"{dialect.layout}, {text.encoding}",
        lines=lines,
        notes=tuple(notes),
    )


def _rows(text: Text, dialect: Dialect) -> Iterator[Row]:
    rows: Iterator[Row] = split_lines(text.lines(), dialect.separator, above=text.above)
    if dialect.header is not None and not dialect.header_above:
        next(rows, None)
    return same_width(rows, dialect.width, SEPARATORS[dialect.separator])


@dataclass(frozen=True)
class Dialect:
    """The layout of a text table.

    Attributes
    ----------
    header : the column names; None if there are none
    header_above : the names come from a comment, so that the first row is data already
    notes : sentences for the user
    """

    separator: str
    decimal: str
    width: int
    header: tuple[str, ...] | None
    header_above: bool = False
    notes: tuple[str, ...] = ()

    @property
    def layout(self) -> str:
        """Say it in a phrase."""
        comma = ", decimal comma" if self.decimal == "," else ""
        return f"text table separated by {SEPARATORS[self.separator]}s{comma}"


def find_dialect(text: Text, preamble: Preamble) -> Dialect:
    """Find out the layout from the first lines below the preamble; the decimal sign from all of them."""
    sample = _sample(text)
    separator, rows = _best_split(sample, [preamble.separator] if preamble.separator else SEPARATORS)
    width = _usual_width(rows[1:] if len(rows) > 2 else rows)
    _refuse_title(rows, width, text)
    decimal = find_decimal_sign(text.data, separator)
    names = _commented_names(preamble, separator, rows, width)
    notes = [*decimal.notes]
    if skipped := preamble.comments - (names is not None):
        notes.insert(0, f"Skipped {counted(skipped, 'comment line')} (#) above the table.")
    return Dialect(
        separator,
        decimal.sign,
        width,
        names or find_header(rows, width),
        header_above=names is not None,
        notes=tuple(notes),
    )


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


def _best_split(lines: Sequence[str], separators: Iterable[str]) -> tuple[str, list[list[str]]]:
    """Choose the separator that cuts no quoted text, most lines alike, and most cells into numbers."""
    best: tuple[tuple[bool, float, float], str, list[list[str]]] | None = None
    for separator in separators:
        try:
            rows = [cells for _, cells in split_lines(lines, separator, strict=False)]
        except DataError:
            continue
        width = _usual_width(rows)
        if width < 2:
            continue
        whole = separator != SPACE or not cuts_quotes(lines)
        score = (whole, *_shares(rows, width))
        if best is None or score > best[0]:
            best = score, separator, rows
    if best is None:
        raise DataError(
            "Only one column was found. A table needs at least two, separated by commas, semicolons, tabs, "
            "vertical bars or spaces."
        )
    return best[1], best[2]


def _shares(rows: Rows, width: int) -> tuple[float, float]:
    """Give the share of rows of this width, and the share of numbers among their cells."""
    alike = [cells for cells in rows if len(cells) == width]
    values = [cell for cells in alike for cell in cells]
    return round(len(alike) / len(rows), 1), round(sum(map(is_number, values)) / len(values), 2)


def _usual_width(rows: Rows) -> int:
    widths = Counter(len(cells) for cells in rows)
    return max(widths, key=lambda width: (widths[width], width), default=0)


def _refuse_title(rows: Rows, width: int, text: Text) -> None:
    """Refuse a first line of one field above rows that are all alike."""
    if len(rows[0]) == 1 and len(rows) > 2 and {len(cells) for cells in rows[1:]} == {width}:
        line = next(number for number, line in enumerate(text.lines(), text.above + 1) if line.strip())
        raise DataError(
            f"Line {line} has 1 field where {width} are expected: line {line} looks like a title; remove it."
        )


def _commented_names(preamble: Preamble, separator: str, rows: Rows, width: int) -> tuple[str, ...] | None:
    """Give the column names of the last comment above the table, if it has any."""
    if not preamble.last_comment:
        return None
    cells = [cells for _, cells in split_lines([preamble.last_comment], separator, strict=False)]
    return names_in_comment(cells[0], rows, width)


@dataclass(frozen=True)
class DecimalSign:
    """The sign, and what the user should know about it."""

    sign: str
    notes: tuple[str, ...] = ()


def find_decimal_sign(data: bytes, separator: str) -> DecimalSign:
    """Take a comma as decimal sign if numbers have one comma each and none has a point.

    Where commas separate the cells, only numbers in quotes can have one; if all of those may be thousands,
    as spreadsheets write them, they are left as texts.
    """
    quoted = separator == ","
    example = _search(_WITH_COMMA, data, separator, quoted=quoted) if b"," in data else None
    if example is None:
        return DecimalSign(".")
    for number, in_quotes in ((_WITH_POINT, False), (_SEVERAL_COMMAS, quoted)):
        if _search(number, data, separator, quoted=in_quotes):
            return DecimalSign(".")
    found = example[1].decode()
    if _search(_NO_THOUSANDS, data, separator, quoted=quoted):
        return DecimalSign(",", (_read_as(found),))
    if quoted:
        return DecimalSign(
            ".",
            (
                f'Numbers in quotes such as "{found}" are left as texts, as they may be thousands or '
                f"decimals. Write {found.replace(',', '')} or {found.replace(',', '.')}.",
            ),
        )
    return DecimalSign(
        ",",
        (
            f"{_read_as(found)} But all such numbers have three digits after the comma: thousands or "
            f"decimals? If {found} means {found.replace(',', '')}, write it without the comma.",
        ),
    )


def _read_as(found: str) -> str:
    return f"Read numbers with a decimal comma: {found} as {found.replace(',', '.')}."


def _search(number: bytes, data: bytes, separator: str, *, quoted: bool = False) -> re.Match[bytes] | None:
    """Find the first cell that is such a number."""
    if separator == SPACE:
        return re.search(rb'(?:^|[\s"])(%s)(?=[\s"]|$)' % number, data)
    edge = re.escape(separator.encode()) + rb"\r\n"
    if quoted:
        return re.search(rb'" *(%s) *"(?= *(?:[%s]|$))' % (number, edge), data)
    return re.search(rb'(?:^|[%s"]) *(%s) *(?=[%s"]|$)' % (edge, number, edge), data)
