"""Bytes of unknown origin -> UTF-8 text, or a clear no."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass

from frnn_core.data.reading.limits import MAX_LINE
from frnn_core.errors import DataError

_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"%PDF-", "a PDF document"),
    (b"PK\x03\x04", "a zip archive"),
    (b"PK\x05\x06", "an empty zip archive"),
    (b"\x1f\x8b", "a gzip archive; unpack it first"),
    (b"BZh91AY&SY", "a bzip2 archive; unpack it first"),
    (b"\xfd7zXZ", "an xz archive; unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-zip archive; unpack it first"),
    (b"Rar!\x1a", "a RAR archive; unpack it first"),
    (b"ARROW1\0", "an Arrow file"),
    (b"\x89HDF", "an HDF5 file"),
    (b"\x93NUMPY", "a NumPy array file"),
    (b"\xd0\xcf\x11\xe0", "an old Excel or Word document"),
    (b"SQLite format 3", "an SQLite data base"),
    (b"MATLAB 5.0", "a Matlab file"),
    (b"{\\rtf", "an RTF document"),
    (b"\x7fELF", "a program"),
)
_AT_BOTH_ENDS = ((b"PAR1", "a Parquet file"), (b"FEA1", "a Feather file"))
_PICKLE = re.compile(rb"\x80[\x02-\x05]")
_MARKUP = re.compile(
    rb"\s*(?:<(?:!doctype\s+html|html|\?xml)|(?P<json>\{\s*[\"'}]|\[\s*[\[{]))", re.IGNORECASE
)
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROL = bytes(sorted(set(range(32)) - set(b"\t\n\v\f\r"))) + b"\x7f"
_ALL_BUT_CONTROL = bytes(sorted(set(range(256)) - set(_CONTROL)))


@dataclass(frozen=True)
class Text:
    """The text of a file as UTF-8 without a byte order mark, and the encoding it came in.

    `above` is the number of lines that were cut off at its top.
    """

    data: bytes
    encoding: str
    notes: tuple[str, ...] = ()
    above: int = 0

    def lines(self) -> Iterator[str]:
        """Give the lines with their line ends: LF, CR LF or CR."""
        stream = io.TextIOWrapper(io.BytesIO(self.data), "utf-8", newline="")
        for number, line in enumerate(stream, self.above + 1):
            if len(line) > MAX_LINE:
                raise DataError(
                    f"Line {number} is longer than {MAX_LINE:,} characters, which is the limit. "
                    "Check that the file has one row per line."
                )
            yield line


def not_a_table(looks_like: str) -> DataError:
    """Build the error for a file that is something else."""
    return DataError(
        f"This file is not a table we can read (it looks like {looks_like}). Try CSV, ARFF or KEEL .dat."
    )


def decode(data: bytes) -> Text:
    """Find out the encoding of a text file; refuse what is no text."""
    if not data.strip():
        raise DataError("The file is empty. Choose a file with a table in it.")
    if guess := signature(data):
        raise not_a_table(guess)
    text = _without_mark(data) or _without_encoding(data)
    data = text.data.rstrip(b"\x1a")
    if b"\0" in data:
        raise DataError(
            "The file contains NUL bytes, so it is not plain text. If it is UTF-16 without a byte order "
            "mark, save it as UTF-8; otherwise try CSV, ARFF or KEEL .dat."
        )
    if control := data.translate(None, _ALL_BUT_CONTROL)[:1]:
        line = data.count(b"\n", 0, data.index(control)) + 1
        raise DataError(
            f"This file is not a table we can read (it holds control characters, the first in line {line}). "
            "Try CSV, ARFF or KEEL .dat."
        )
    if not data.strip():
        raise DataError("The file is empty. Choose a file with a table in it.")
    return Text(data, text.encoding, text.notes)


def signature(data: bytes) -> str | None:
    """Say what a file is by its first bytes, if it is something known that is no table."""
    for start, kind in _SIGNATURES:
        if data.startswith(start):
            return kind
    for mark, kind in _AT_BOTH_ENDS:
        if data.startswith(mark) and data.endswith(mark):
            return kind
    if _PICKLE.match(data):
        return "a pickle, which we never open"
    if markup := _MARKUP.match(data[:1000]):
        return "JSON" if markup["json"] else "a web page or XML"
    return None


def _without_mark(data: bytes) -> Text | None:
    """Decode a file that begins with a byte order mark."""
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            body = data[len(mark) :]
            try:
                text = body.decode(encoding)
            except UnicodeDecodeError as error:
                raise DataError(
                    f"The file begins as {encoding.upper()} text but byte {error.start + len(mark) + 1} "
                    "does not fit. Save it again as UTF-8."
                ) from None
            return Text(body if encoding == "utf-8" else text.encode(), encoding.upper())
    return None


def _without_encoding(data: bytes) -> Text:
    """Decode a file without a byte order mark: UTF-8 if it can be, else Western European."""
    try:
        data.decode()
    except UnicodeDecodeError:
        pass
    else:
        return Text(data, "UTF-8")
    for encoding, title in (("cp1252", "Windows-1252"), ("latin-1", "Latin-1")):
        try:
            body = data.decode(encoding).encode()
        except UnicodeDecodeError:
            continue
        note = f"The file is not UTF-8; it was read as {title}. Check the letters with accents."
        return Text(body, title, (note,))
    raise AssertionError("Latin-1 takes every byte")
