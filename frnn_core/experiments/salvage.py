"""What can still be read of a damaged store, straight from its pages, each row held against its checksum.

SQLite gives up where a page makes no sense. Here every page is looked at by itself, in the format that SQLite
documents (https://www.sqlite.org/fileformat2.html), so that a bad one costs its own rows only.
"""

from __future__ import annotations

import json
import struct
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, fields
from itertools import count
from pathlib import Path
from typing import IO, Any

from frnn_core.experiments.store import (
    COLUMNS,
    DamagedStore,
    ResultKey,
    Row,
    Store,
    StoreError,
    is_as_written,
)
from frnn_core.text import counted

_moving = threading.Lock()
_NONSENSE = (ValueError, TypeError, LookupError, AttributeError, struct.error)
_PARTS = ("", "-wal", "-shm")
_HEAD_OF_LOG, _HEAD_OF_FRAME = 32, 24
_INNER, _LEAF = 2, 10
_HEAD_OF_PAGE = {_INNER: 12, _LEAF: 8}
_HEAD_OF_CELL = {_INNER: 4, _LEAF: 0}
_BYTES = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)
_KEY_KINDS = tuple(int if field.type == "int" else str for field in fields(ResultKey))
_KINDS = (*_KEY_KINDS, str, str, float, str | None, str | None, str, int)
_SECONDS = COLUMNS.index("seconds")


@dataclass(frozen=True)
class Salvage:
    """Where a damaged store went, and how many of its results the new one has."""

    aside: Path
    saved: int

    def __str__(self) -> str:
        saved = (
            f"{counted(self.saved, 'result')} could be saved" if self.saved else "No result could be saved"
        )
        return f"{saved}; the damaged store is kept as {self.aside}."


def set_aside(path: Path) -> Salvage | None:
    """Put a new store with every result that can still be read in the place of a damaged one.

    The damaged one is kept under another name; a sound one stays where it is, and None is returned.
    """
    with _moving:
        try:
            Store(path).check()
            return None
        except DamagedStore:
            aside = next(name for n in count(1) if not (name := _named(path, f"damaged-{n}")).exists())
        fresh = _named(path, "saved")
        try:
            _remove(fresh)
            store = Store(fresh)
            store.add_rows(rows_of(path, fresh))
            saved = len(store)
            _rename(path, aside)
            _rename(fresh, path)
        except OSError as error:
            raise StoreError(f"{path} is damaged and cannot be renamed: {error.strerror}.") from error
        finally:
            _remove(fresh)
        return Salvage(aside, saved)


def _named(path: Path, what: str) -> Path:
    return path.with_name(f"{path.stem}-{what}{path.suffix}")


def _rename(path: Path, name: Path) -> None:
    """With the log that belongs to it."""
    path.rename(name)
    for part in _PARTS[1:]:
        with suppress(FileNotFoundError):
            Path(f"{path}{part}").rename(f"{name}{part}")


def _remove(path: Path) -> None:
    for part in _PARTS:
        Path(f"{path}{part}").unlink(missing_ok=True)


def rows_of(path: Path, sound: Path) -> Iterator[Row]:
    """Every row that a page of a damaged store or of its log still holds as it was written.

    A sound store tells the size of pages. A row may come twice, when the log has it as well.
    """
    with sound.open("rb") as file:
        head = file.read(100)
    size = int.from_bytes(head[16:18], "big")
    with ExitStack() as stack:
        names = [name for part in _PARTS[:2] if (name := Path(f"{path}{part}")).exists()]
        pages = _Pages([stack.enter_context(name.open("rb")) for name in names], size, size - head[20])
        for place in pages.places:
            page = pages.at(place)
            for cell in _cells(page):
                with suppress(*_NONSENSE):
                    row = _row(pages.payload(page, cell))
                    if is_as_written(row) and _is_plausible(row):
                        yield row


class _Pages:
    """The pages of a store and of its log, in which later ones stand for earlier ones of the same number."""

    def __init__(self, files: list[IO[bytes]], size: int, usable: int) -> None:
        self.files, self.size, self.usable = files, size, usable
        self.places = [(0, at) for at in self._starts(0, 0, size)]
        self.latest = dict(enumerate(self.places, 1))
        for at in self._starts(1, _HEAD_OF_LOG, size + _HEAD_OF_FRAME) if len(files) > 1 else ():
            place = (1, at + _HEAD_OF_FRAME)
            files[1].seek(at)
            self.latest[int.from_bytes(files[1].read(4), "big")] = place
            self.places.append(place)

    def _starts(self, number: int, first: int, step: int) -> range:
        return range(first, self.files[number].seek(0, 2), step)

    def at(self, place: tuple[int, int]) -> bytes:
        """The page at a place."""
        number, offset = place
        self.files[number].seek(offset)
        return self.files[number].read(self.size)

    def payload(self, page: bytes, start: int) -> bytes:
        """The record of a cell, with what did not fit into its page and went to others."""
        length, start = _varint(page, start)
        if length > len(self.places) * self.size:
            raise ValueError("longer than the file")
        most, least = ((self.usable - 12) * share // 255 - 23 for share in (64, 32))
        local = length
        if length > most:
            local = least + (length - least) % (self.usable - 4)
            local = local if local <= most else least
        found = page[start : start + local]
        following = page[start + local : start + local + 4]
        while len(found) < length:
            more = self.at(self.latest[int.from_bytes(following, "big")])
            following, found = more[:4], found + more[4 : self.usable]
        return found[:length]


def _cells(page: bytes) -> list[int]:
    """Where the records of a page of the table begin; none if it is of another kind."""
    if not page or page[0] not in _HEAD_OF_PAGE:
        return []
    first, many = _HEAD_OF_PAGE[page[0]], int.from_bytes(page[3:5], "big")
    pointers = page[first : first + 2 * many]
    begins = (int.from_bytes(pointers[i : i + 2], "big") for i in range(0, len(pointers), 2))
    return [begin + _HEAD_OF_CELL[page[0]] for begin in begins]


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends."""
    value = 0
    for place in range(at, at + 8):
        value = value << 7 | data[place] & 127
        if data[place] < 128:
            return value, place + 1
    return value << 8 | data[at + 8], at + 9


def _row(record: bytes) -> Row:
    """The values of a record; seconds that are whole are kept as whole numbers, and become what they were."""
    end, at = _varint(record, 0)
    kinds = []
    while at < end:
        kind, at = _varint(record, at)
        kinds.append(kind)
    if len(kinds) != len(COLUMNS):
        raise ValueError("not a row of results")
    row = []
    for kind in kinds:
        size = (kind - 12) // 2 if kind >= 12 else _BYTES[kind]
        row.append(_value(kind, record[end : end + size]))
        end += size
    row[_SECONDS] = float(row[_SECONDS])
    return tuple(row)


def _value(kind: int, data: bytes) -> Any:
    if kind >= 12:
        return data.decode() if kind % 2 else data
    if kind == 7:
        return struct.unpack(">d", data)[0]
    return {0: None, 8: 0, 9: 1}.get(kind, int.from_bytes(data, "big", signed=True))


def _is_plausible(row: Row) -> bool:
    """Whether it can be a result at all: every part of its kind, and scores from 0 to 1 or a reason."""
    if not all(map(isinstance, row, _KINDS)):
        return False
    told = dict(zip(COLUMNS, row, strict=True))
    json.loads(told["params"]), json.loads(told["fitted"] or "{}")
    scores = json.loads(told["scores"]).values()
    return all(0 <= score <= 1 for score in scores) and bool(scores or told["reason"])
