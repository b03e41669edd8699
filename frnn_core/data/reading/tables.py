"""CSV, TSV and their kin -> a raw table."""

from __future__ import annotations

from collections.abc import Iterator

from frnn_core.data.reading.columns import Row, read_columns, same_width
from frnn_core.data.reading.decoding import Text
from frnn_core.data.reading.dialect import Dialect, find_dialect
from frnn_core.data.reading.names import column_names, mark_unnamed
from frnn_core.data.reading.preamble import find_preamble
from frnn_core.data.reading.raw_table import RawTable
from frnn_core.data.reading.splitting import SEPARATORS, split_lines


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
