"""What may stand above a text table: Excel's sep=; and comments that start with #."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from frnn_core.data.reading.decoding import Text
from frnn_core.data.reading.splitting import SEPARATORS
from frnn_core.errors import DataError

_SEPARATOR_LINE = re.compile(r'"?sep=(.)"?', re.IGNORECASE)


@dataclass(frozen=True)
class Preamble:
    """The lines above a table.

    Attributes
    ----------
    lines, size : how many lines there are, and bytes
    separator : the one that is asked for; None if none is
    comments : lines that start with #
    last_comment : the last of them without its #; perhaps it names the columns
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
        if content.startswith("#"):
            comments, last = comments + 1, content
        elif not (comments or separator) and (asked := _SEPARATOR_LINE.fullmatch(line.strip("\r\n"))):
            separator = _known(asked[1], above + 1)
        elif content:
            return Preamble(above, size, separator, comments, last.lstrip("#").strip())
        size += len(line.encode())
    return Preamble()


def _known(separator: str, line: int) -> str:
    if separator not in SEPARATORS:
        raise DataError(
            f"Line {line} asks for the separator {separator!r}, which we cannot read. Use commas, "
            "semicolons, tabs, vertical bars or spaces."
        )
    return separator
