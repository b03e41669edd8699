"""The lines of a text table: what may stand above it, and how a line is cut into cells."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from frnn_core.data.reading.cells import GAP_MARKS
from frnn_core.data.reading.decoding import Text
from frnn_core.errors import DataError

SPACE = " "
SEPARATORS = {"\t": "tab", ";": "semicolon", "|": "vertical bar", ",": "comma", SPACE: "space"}
"""The separators that are tried, with their names; of two that fit equally well the first is taken."""

_QUOTED_OR_WORD = re.compile(r'"((?:[^"]|"")*)"(?=\s|$)|(\S+)')
_ERRORS = "|".join(re.escape(mark[1:]) for mark in sorted(GAP_MARKS) if mark.startswith("#"))
_COMMENT = re.compile(rf"#(?!(?:{_ERRORS})(?!\w))", re.IGNORECASE)
_SEPARATOR_LINE = re.compile(r'"?sep=(.)"?', re.IGNORECASE)


def split_lines(
    lines: Iterable[str], separator: str, *, strict: bool = True, above: int = 0
) -> Iterator[tuple[int, list[str]]]:
    """Cut lines into cells; give each row that is not blank with the line it starts in.

    `above` is the number of lines of the file that come before these.
    """
    if separator == SPACE:
        yield from _split_at_spaces(lines, above)
        return
    reader = csv.reader(lines, delimiter=separator, skipinitialspace=True, strict=strict)
    start = above + 1
    try:
        for cells in reader:
            if len(cells) > 1 or (cells and cells[0].strip()):
                yield start, cells
            start = above + reader.line_num + 1
    except csv.Error as error:
        raise DataError(
            f"Line {start} cannot be cut into fields ({error}). Look for a quote that is opened "
            "but not closed."
        ) from None


def _split_at_spaces(lines: Iterable[str], above: int) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(lines, above + 1):
        if '"' in line:
            matches = _QUOTED_OR_WORD.finditer(line)
            cells = [m[2] if m[1] is None else m[1].replace('""', '"') for m in matches]
        else:
            cells = line.split()
        if cells:
            yield number, cells


def cuts_quotes(lines: Iterable[str], separator: str) -> bool:
    """Tell whether cutting at a separator would cut a quoted text, or leave something stuck to it."""
    if separator == SPACE:
        quoted = (line for line in lines if '"' in line)
        return any(m[2] and '"' in m[2] for line in quoted for m in _QUOTED_OR_WORD.finditer(line))
    try:
        rows = csv.reader(lines, delimiter=separator, skipinitialspace=True, strict=True)
        return any(cell.count('"') % 2 for cells in rows for cell in cells)
    except csv.Error as error:
        return "expected after" in str(error)


@dataclass(frozen=True)
class Preamble:
    """The lines above a table.

    Attributes
    ----------
    lines, size : how many lines there are, and bytes
    separator : the one that is asked for; None if none is
    comments : lines that start with #, which is no comment in #N/A
    last_comment : the last of them; perhaps it names the columns
    """

    lines: int = 0
    size: int = 0
    separator: str | None = None
    comments: int = 0
    last_comment: str = ""

    def removed_from(self, text: Text) -> Text:
        """Give the text without these lines."""
        return replace(text, data=text.data[self.size :], above=self.lines) if self.lines else text


def find_preamble(text: Text) -> Preamble:
    """Find the lines above the table; none if nothing would be left below them."""
    separator, comments, last, size = None, 0, "", 0
    for above, line in enumerate(text.lines()):
        content = line.strip()
        if _COMMENT.match(content):
            comments, last = comments + 1, content
        elif not (comments or separator) and (asked := _SEPARATOR_LINE.fullmatch(line.strip("\r\n"))):
            separator = _known(asked[1], above + 1)
        elif content:
            return Preamble(above, size, separator, comments, last)
        size += len(line.encode())
    return Preamble()


def _known(separator: str, line: int) -> str:
    if separator not in SEPARATORS:
        raise DataError(
            f"Line {line} asks for the separator {separator!r}, which we cannot read. Use commas, "
            "semicolons, tabs, vertical bars or spaces."
        )
    return separator
