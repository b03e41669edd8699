"""Zips and folders -> the files in them, checked before anything is unpacked."""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from io import BytesIO
from pathlib import Path

from frnn_core.data.reading.cells import shown
from frnn_core.data.reading.decoding import not_a_table
from frnn_core.data.reading.limits import MAX_MEMBERS, MAX_RATIO, UNPACK_FACTOR, megabytes
from frnn_core.errors import DataError

_ZIP_START = (b"PK\x03\x04", b"PK\x05\x06")
_DIRECTORY_ENTRY = b"PK\x01\x02"
_TABLE_NAMES = (".csv", ".tsv", ".tab", ".txt", ".data", ".arff", ".dat")
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1
_SMALL = 1_000_000
_PIECE = 1_000_000
_OFFICE = (
    ("xl/", "an Excel workbook"),
    ("word/", "a Word document"),
    ("content.xml", "an OpenDocument file"),
)
_UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    ValueError,
    RuntimeError,  # NotImplementedError is one
    OverflowError,
    IndexError,
)


def is_zip(data: bytes) -> bool:
    """Tell by its first bytes whether this is a zip."""
    return data.startswith(_ZIP_START)


def unpack_zip(data: bytes, max_bytes: int) -> dict[str, bytes]:
    """Unpack the tables in a zip, after checking that this is safe."""
    if data.count(_DIRECTORY_ENTRY) > MAX_MEMBERS:
        raise DataError(
            f"The zip holds more than {MAX_MEMBERS:,} files, which is the limit. Pack only the tables."
        )
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            limit = UNPACK_FACTOR * max_bytes
            _check_members(members, limit)
            _check_tables({member.filename: member.file_size for member in members}, max_bytes)
            return _read_members(archive, members, limit)
    except DataError:
        raise
    except _UNREADABLE as error:
        raise DataError(f"The zip is damaged and cannot be unpacked ({error}). Pack it again.") from None


def _check_members(members: Iterable[zipfile.ZipInfo], limit: int) -> None:
    """Refuse a zip that is dangerous, or that is really something else."""
    members = list(members)
    for start, kind in _OFFICE:
        if any(member.filename.startswith(start) for member in members):
            raise not_a_table(f"{kind}; save the sheet as CSV")
    if sum(member.file_size for member in members) > limit:
        raise _too_much(limit)
    for member in members:
        if fault := _fault(member):
            raise DataError(f"The zip is refused: {shown(member.filename)} {fault}.")


def _fault(member: zipfile.ZipInfo) -> str | None:
    """Say what is wrong with a member of a zip, if anything is."""
    name = member.filename
    if re.match(r"[/\\]|[A-Za-z]:", name) or ".." in re.split(r"[/\\]", name):
        return "would unpack outside its folder"
    if member.flag_bits & _ENCRYPTED:
        return "is protected by a password; pack it without one"
    if name.lower().endswith(".zip"):
        return "is a zip in a zip; unpack it first and hand over the inner one"
    if member.compress_type not in _METHODS:
        return "is packed in an unusual way; pack it as an ordinary zip"
    if member.file_size > _SMALL and member.file_size > MAX_RATIO * max(1, member.compress_size):
        return f"would unpack to more than {MAX_RATIO} times its size, which no table does"
    return None


def _read_members(
    archive: zipfile.ZipFile, members: Iterable[zipfile.ZipInfo], limit: int
) -> dict[str, bytes]:
    """Read the tables, whatever sizes the zip declares."""
    contents: dict[str, bytes] = {}
    left = limit
    for member in members:
        if not _is_table_name(member.filename):
            continue
        if member.filename in contents:
            raise DataError(f"The zip holds {shown(member.filename)} twice. Pack it again.")
        pieces = []
        with archive.open(member) as file:
            while piece := file.read(_PIECE):
                pieces.append(piece)
                left -= len(piece)
                if left < 0:
                    raise _too_much(limit)
        contents[member.filename] = b"".join(pieces)
    return contents


def read_folder(folder: Path, max_bytes: int) -> dict[str, bytes]:
    """Read the tables in a folder and in the folders in it."""
    paths = [path for pattern in ("*", "*/*") for path in sorted(folder.glob(pattern)) if path.is_file()]
    paths = [path for path in paths if _is_table_name(path.name)]
    limit = UNPACK_FACTOR * max_bytes
    if len(paths) > MAX_MEMBERS:
        raise DataError(f"The folder holds more than {MAX_MEMBERS:,} tables, which is the limit.")
    sizes = {path.relative_to(folder).as_posix(): path.stat().st_size for path in paths}
    if sum(sizes.values()) > limit:
        raise DataError(
            f"The tables in the folder are larger than {megabytes(limit)} together, which is the limit."
        )
    _check_tables(sizes, max_bytes)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def _check_tables(sizes: Mapping[str, int], max_bytes: int) -> None:
    """Hold each table to the limit of a file by itself; together, as folds, they may have more."""
    for name, size in sizes.items():
        if _is_table_name(name) and size > max_bytes:
            raise DataError(
                f"{shown(name)} has {megabytes(size)}, which is above the limit of {megabytes(max_bytes)} "
                "for one table. Use fewer rows or columns."
            )


def _is_table_name(name: str) -> bool:
    """Tell whether a file is a table by its name; hidden files are none."""
    base = re.split(r"[/\\]", name)[-1]
    return base.lower().endswith(_TABLE_NAMES) and not base.startswith(".") and "__MACOSX" not in name


def _too_much(limit: int) -> DataError:
    return DataError(f"The zip would unpack to more than {megabytes(limit)}, which is the limit.")
