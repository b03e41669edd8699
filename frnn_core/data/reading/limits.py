"""How much a file may hold: bounds that keep an upload from filling the memory."""

from __future__ import annotations

from frnn_core.errors import DataError

MAX_BYTES = 50_000_000
"""Size of one file, as it comes in, and of one table in a zip or folder."""

UNPACK_FACTOR = 4
"""A zip or folder may hold this many times `max_bytes` in all: ten folds hold every row ten times."""

MAX_MEMBERS = 1_000
"""Files in a zip."""

MAX_RATIO = 200
"""Unpacked over packed size of a zip member; tables of text stay far below."""

MAX_COLUMNS = 20_000
MAX_ROWS = 1_000_000
MAX_CELLS = 20_000_000
MAX_LINE = 4_000_000
"""Characters in a line."""

MAX_TEXTS = 2_000_000
"""Different texts that are kept of all columns: half shared evenly, half for those that need more."""

MAX_SPELLINGS = 5_000
"""Different texts that can be the names of classes."""

MANY_NUMBERS = 30
"""A class column with more different numbers than this looks like a quantity."""

MAX_LABEL = 100
"""Characters in a class label."""


def megabytes(size: int) -> str:
    """Write a number of bytes as the user reads it."""
    if size < 100_000:
        return f"{size:,} bytes"
    return f"{size / 1e6:,.1f} MB"


def check_size(rows: int, columns: int) -> None:
    """Refuse a table that is too large to work with."""
    for found, most, noun in (
        (columns, MAX_COLUMNS, "columns"),
        (rows, MAX_ROWS, "rows"),
        (rows * columns, MAX_CELLS, "values"),
    ):
        if found > most:
            raise DataError(f"The table has more than {most:,} {noun}, which is the limit. Use a part of it.")
