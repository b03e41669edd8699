"""How a text table is laid out: separator, decimal sign, line of column names."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from frnn_core.data.reading.cells import is_missing, to_number
from frnn_core.data.reading.decoding import Text
from frnn_core.errors import DataError

SPACE = " "
SEPARATORS = {"\t": "tab", ";": "semicolon", "|": "vertical bar", ",": "comma", SPACE: "space"}
"""The separators that are tried, with their names; of two that fit equally well the first is taken."""

_SAMPLE_BYTES = 1_000_000
_SAMPLE_ROWS = 100
_QUOTED_OR_WORD = re.compile(r'"((?:[^"]|"")*)"|(\S+)')
_FEWEST_NUMBERED_NAMES = 3


@dataclass(frozen=True)
class Dialect:
    """The layout of a text table; `header` holds the cells of the first line if they are names."""

    separator: str
    decimal: str
    width: int
    header: tuple[str, ...] | None

    @property
    def layout(self) -> str:
        """Say it in a phrase."""
        comma = ", decimal comma" if self.decimal == "," else ""
        return f"text table separated by {SEPARATORS[self.separator]}s{comma}"


def split_lines(
    lines: Iterable[str], separator: str, *, strict: bool = True
) -> Iterator[tuple[int, list[str]]]:
    """Cut lines into cells; give each row that is not blank with the line it starts in."""
    if separator == SPACE:
        yield from _split_at_spaces(lines)
        return
    reader = csv.reader(lines, delimiter=separator, skipinitialspace=True, strict=strict)
    start = 1
    try:
        for cells in reader:
            if len(cells) > 1 or (cells and cells[0].strip()):
                yield start, cells
            start = reader.line_num + 1
    except csv.Error as error:
        raise DataError(
            f"Line {start} cannot be cut into fields ({error}). Look for a quote that is opened "
            "but not closed."
        ) from None


def _split_at_spaces(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(lines, 1):
        if '"' in line:
            matches = _QUOTED_OR_WORD.finditer(line)
            cells = [m[2] if m[1] is None else m[1].replace('""', '"') for m in matches]
        else:
            cells = line.split()
        if cells:
            yield number, cells


def find_dialect(text: Text) -> Dialect:
    """Find out the layout from the first lines; the decimal sign from all of them."""
    sample = _sample(text)
    separator, rows = _best_split(sample)
    width = _usual_width(rows[1:] if len(rows) > 2 else rows)
    return Dialect(separator, _decimal_sign(text.data, separator), width, _header(rows, width))


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


def _best_split(lines: Sequence[str]) -> tuple[str, list[list[str]]]:
    """Choose the separator that cuts most lines alike, and most cells into numbers."""
    best: tuple[tuple[float, float], str, list[list[str]]] | None = None
    for separator in SEPARATORS:
        try:
            rows = [cells for _, cells in split_lines(lines, separator, strict=False)]
        except DataError:
            continue
        score = _score(rows, "," if separator != "," else ".")
        if score and (best is None or score > best[0]):
            best = score, separator, rows
    if best is None:
        raise DataError(
            "Only one column was found. A table needs at least two, separated by commas, semicolons, tabs, "
            "vertical bars or spaces."
        )
    return best[1], best[2]


def _score(rows: Sequence[Sequence[str]], decimal: str) -> tuple[float, float] | None:
    """Rate a way to cut lines; None if it finds no second column."""
    width = _usual_width(rows)
    if width < 2:
        return None
    alike = [cells for cells in rows if len(cells) == width]
    values = [cell for cells in alike for cell in cells]
    numbers = sum(_is_number(value, decimal) for value in values)
    return round(len(alike) / len(rows), 1), round(numbers / len(values), 2)


def _usual_width(rows: Sequence[Sequence[str]]) -> int:
    widths = Counter(len(cells) for cells in rows)
    return max(widths, key=lambda width: (widths[width], width), default=0)


def _is_number(cell: str, decimal: str = ",") -> bool:
    text = cell.strip()
    return is_missing(text) or to_number(text, decimal) is not None


def _decimal_sign(data: bytes, separator: str) -> str:
    """Take a comma as decimal sign if numbers have commas and none has a point."""
    if separator == "," or b"," not in data:
        return "."
    edge, blanks = (
        (rb"\s", rb"") if separator == SPACE else (re.escape(separator.encode()) + rb"\r\n", rb" *")
    )
    number = rb'(?:^|[%s"])%s[+-]?\d*%s\d+(?:[eE][+-]?\d+)?%s(?=[%s"]|$)'
    with_comma, with_point = (number % (edge, blanks, sign, blanks, edge) for sign in (rb",", rb"\."))
    return "," if re.search(with_comma, data) and not re.search(with_point, data) else "."


def _header(rows: Sequence[Sequence[str]], width: int) -> tuple[str, ...] | None:
    """Give the names in the first row; None if it looks like the rows below it."""
    first, rest = rows[0], [cells for cells in rows[1:] if len(cells) == width]
    if len(first) == width - 1 and _all_texts(first, rest):
        return _completed(first, rest)
    if len(first) != width:
        return None
    tests: tuple[Callable[[Sequence[str], Sequence[Sequence[str]]], bool], ...] = (
        _all_texts,
        _unlike_its_columns,
        _numbers_its_columns,
    )
    return tuple(first) if any(test(first, rest) for test in tests) else None


def _completed(first: Sequence[str], rest: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Add the name that is missing: at the end if all rows end in a separator, else of the row names."""
    if all(not cells[-1].strip() for cells in rest):
        return (*first, "")
    return ("", *first)


def _all_texts(first: Sequence[str], rest: Sequence[Sequence[str]]) -> bool:
    return not any(_is_number(cell) for cell in first)


def _unlike_its_columns(first: Sequence[str], rest: Sequence[Sequence[str]]) -> bool:
    """Tell whether a text stands above numbers."""
    return bool(rest) and any(
        not _is_number(name) and all(_is_number(cell) for cell in below)
        for name, *below in zip(first, *rest, strict=True)
    )


def _numbers_its_columns(first: Sequence[str], rest: Sequence[Sequence[str]]) -> bool:
    """Tell whether the first row counts the columns: 0, 1, 2, … or 1, 2, 3, …, besides texts."""
    numbered = [(place, cell.strip()) for place, cell in enumerate(first) if _is_number(cell)]
    return len(numbered) >= _FEWEST_NUMBERED_NAMES and any(
        all(cell == str(place + start) for place, cell in numbered) for start in (0, 1)
    )
