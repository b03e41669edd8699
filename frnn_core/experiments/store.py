"""Results in SQLite: nothing is computed twice, nothing computed is lost, nothing stale is reused.

A result is known by what decides its value: the data, the relation with all its resolved parameters
and its revision, weights, normalisation, k, the folds and the seed. The package version is recorded
beside it, not part of it. Each row carries a checksum: a bit that flipped on the disk is noticed when the row
is read, and never taken for a score.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, fields
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol
from zlib import crc32

from frnn_core.engine.measures import MEASURES
from frnn_core.errors import FRNNError
from frnn_core.version import __version__

if TYPE_CHECKING:
    import pandas as pd


class StoreError(FRNNError):
    """The store cannot be opened, read or written; the message says why and what to do."""


class DamagedStore(StoreError):
    """The file is no store of results, or no longer one; `salvage.set_aside` saves what can be read of it."""


def canonical(params: Mapping[str, Any]) -> str:
    """Parameters as JSON with sorted names: equal parameters give equal text."""
    return json.dumps(dict(params), sort_keys=True, separators=(",", ":"), default=list)


@dataclass(frozen=True, order=True)
class ResultKey:
    """What decides a result."""

    data: str
    relation: str
    params: str
    revision: int
    weights: str
    normalise: str
    k: int
    folds: str
    fold: int
    seed: int


@dataclass(frozen=True)
class Result:
    """One fold under one setting.

    Attributes
    ----------
    scores : by measure; none where the relation is undefined
    reason : why there are no scores
    fitted : what was learned, as JSON
    """

    key: ResultKey
    dataset: str
    scores: Mapping[str, float]
    seconds: float
    reason: str | None = None
    fitted: str | None = None

    def tells(self, measure: str) -> bool:
        """Whether it holds the measure, or why there is none."""
        return self.reason is not None or measure in self.scores


class Known(Protocol):
    """Results by their keys."""

    def lookup(self, keys: Iterable[ResultKey]) -> Mapping[ResultKey, Result]:
        """The results for those of the keys that are there."""


Row = tuple[Any, ...]
"""A result as the table keeps it: its key, its values, the version, and a checksum of all that."""

KEY = tuple(field.name for field in fields(ResultKey))
VALUES = tuple(field.name for field in fields(Result))[1:]
COLUMNS = (*KEY, *VALUES, "version", "checksum")
LAYOUT = 3
LEAST_ROOM = 100_000
_NUMBERS = {"application_id": int.from_bytes(b"FRNN", "big"), "user_version": LAYOUT}
_TYPES = {"int": "INTEGER NOT NULL", "str": "TEXT NOT NULL", "float": "REAL NOT NULL"}
_TABLE = f"""results (
    {", ".join(f"{f.name} {_TYPES[str(f.type)]}" for f in fields(ResultKey))},
    dataset TEXT NOT NULL, scores TEXT NOT NULL, seconds REAL NOT NULL, reason TEXT, fitted TEXT,
    version TEXT NOT NULL, checksum INTEGER NOT NULL,
    PRIMARY KEY ({", ".join(KEY)})
) WITHOUT ROWID"""
_SUMMED = ", ".join(COLUMNS[:-1])
_MERGED = "json_patch(excluded.scores, scores)"
_SELECT = f"SELECT {', '.join(COLUMNS)} FROM results"  # noqa: S608
_INSERT = f"""INSERT INTO results ({", ".join(COLUMNS)}) VALUES ({", ".join("?" * len(COLUMNS))})
ON CONFLICT DO UPDATE SET scores = {_MERGED}, checksum = CASE
    WHEN checksum = checksum_of({_SUMMED}) THEN checksum_of({_SUMMED.replace("scores", _MERGED)})
    ELSE checksum  -- a damaged row stays one
END"""  # noqa: S608
_DAMAGE = ("not a database", "malformed", "unsupported file format", "decode")
_NO_RIGHTS = ("unable to open", "readonly")
_KEY_OF = attrgetter(*KEY)


def default_path() -> Path:
    """Where results live unless told otherwise: the file that FRNN_STORE names, else in the user's cache."""
    named = os.environ.get("FRNN_STORE")
    return Path(named) if named else home_folder() / "results.sqlite"


def home_folder() -> Path:
    """A folder that can be written: in the user's cache, else a temporary one (`is_temporary` says so)."""
    for path in (*_cache_folders(), *_temporary_folders()):
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(path, os.W_OK):
            return path
    raise StoreError("There is no folder to keep results in. Name one with --store, or with XDG_CACHE_HOME.")


def is_temporary(path: Path) -> bool:
    """Whether results lie in the temporary folder that stands in for the cache; a restart may empty it."""
    return path.parent in _temporary_folders()


def _cache_folders() -> list[Path]:
    if named := os.environ.get("XDG_CACHE_HOME"):
        return [Path(named) / "frnn-explorer"]
    try:
        return [Path.home() / ".cache" / "frnn-explorer"]
    except RuntimeError:
        return []


def _temporary_folders() -> list[Path]:
    """The second is for a user who finds the first taken by another."""
    try:
        folder = Path(tempfile.gettempdir())
    except FileNotFoundError:
        return []
    user = str(os.getuid()) if hasattr(os, "getuid") else "own"
    return [folder / "frnn-explorer", folder / f"frnn-explorer-{user}"]


def full(path: Path) -> bool:
    """Whether the disk of a file or folder has no room left."""
    try:
        return shutil.disk_usage(path if path.exists() else path.parent).free < LEAST_ROOM
    except OSError:
        return False


class Store:
    """A file of results that several processes may read and write at once.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from frnn_core import Plan, Setting, run
    >>> with TemporaryDirectory() as folder:
    ...     store = Store(f"{folder}/mine.sqlite")
    ...     table = run(Plan(("wine",), (Setting.of("man"),), ks=(25,)), store)
    ...     len(store.frame())
    10
    """

    def __init__(self, path: Path | str | None = None) -> None:
        self.path = Path(path) if path is not None else default_path()
        if not _is_store(self.path):
            with _connected(self.path) as connection:
                connection.execute("PRAGMA journal_mode=WAL")
                connection.execute("BEGIN IMMEDIATE")
                for name, number in _NUMBERS.items():
                    connection.execute(f"PRAGMA {name}={number}")
                connection.execute(f"CREATE TABLE IF NOT EXISTS {_TABLE}")

    def check(self) -> None:
        """Read the whole file; raise DamagedStore if it does not hold together or a row is not as written."""
        for _ in self.rows():
            pass

    def rows(self, order: Sequence[str] = KEY) -> Iterator[Row]:
        """Every row, held against its checksum, after a look at whether the file holds together."""
        with _connected(self.path) as connection:
            found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok":
                raise sqlite3.DatabaseError(f"malformed: {found}")
            yield from map(_verified, connection.execute(f"{_SELECT} ORDER BY {', '.join(order)}"))

    def add(self, results: Iterable[Result]) -> None:
        """Keep results; one that is there already stays as it is, but for measures that it lacks."""
        with self.adding() as add:
            add(results)

    @contextmanager
    def adding(self) -> Iterator[Callable[[Iterable[Result]], None]]:
        """Give a function that keeps results for good at each call, on one connection for many calls."""
        with self._adding_rows() as add:
            yield lambda results: add(map(_row, results))

    def add_rows(self, rows: Iterable[Row]) -> None:
        """Keep rows of another store, with the version that computed them."""
        with self._adding_rows() as add:
            add(rows)

    @contextmanager
    def _adding_rows(self) -> Iterator[Callable[[Iterable[Row]], None]]:
        with _connected(self.path) as connection:
            connection.create_function("checksum_of", len(COLUMNS) - 1, _checksum_of, deterministic=True)
            connection.execute("DELETE FROM results WHERE FALSE")  # if it may only be read, it says so now
            connection.rollback()

            def add(rows: Iterable[Row]) -> None:
                with connection:
                    connection.executemany(_INSERT, rows)

            yield add

    def lookup(self, keys: Iterable[ResultKey]) -> dict[ResultKey, Result]:
        """The results for those of the keys that are there."""
        wanted = set(keys)
        found = {}
        with _connected(self.path) as connection:
            for data in {key.data for key in wanted}:
                for row in map(_verified, connection.execute(f"{_SELECT} WHERE data = ?", (data,))):
                    key = ResultKey(*row[: len(KEY)])
                    if key in wanted:
                        dataset, scores, *rest = row[len(KEY) : -2]
                        found[key] = Result(key, dataset, json.loads(scores), *rest)
        return found

    def frame(self) -> pd.DataFrame:
        """All results as a table, one row a fold and setting, with a column for each measure."""
        import pandas as pd

        rows = list(self.rows(("dataset", *KEY)))
        frame = pd.DataFrame.from_records(rows, columns=COLUMNS, exclude=["checksum"], coerce_float=True)
        place, scores = COLUMNS.index("scores"), frame.pop("scores").map(json.loads)
        for measure in dict.fromkeys((*MEASURES, *(name for of_row in scores for name in of_row))):
            frame.insert(place, measure, [of_row.get(measure) for of_row in scores])
            place += 1
        return frame

    def __len__(self) -> int:
        with _connected(self.path) as connection:
            return int(connection.execute("SELECT COUNT(*) FROM results").fetchone()[0])


def _row(result: Result) -> Row:
    scores = json.dumps(dict(result.scores))
    told = (result.dataset, scores, float(result.seconds), result.reason, result.fitted, __version__)
    row = (*_KEY_OF(result.key), *told)
    return (*row, _checksum_of(*row))


def _checksum_of(*values: Any) -> int:
    return crc32("\0".join(map(str, values)).encode())


def is_as_written(row: Row) -> bool:
    """Whether a row has the checksum that it was written with."""
    *summed, checksum = row
    return bool(_checksum_of(*summed) == checksum)


def _verified(row: Row) -> Row:
    if not is_as_written(row):
        raise sqlite3.DatabaseError("malformed: a result is not as it was written")
    return row


def _is_store(path: Path) -> bool:
    """Whether there is a store, or nothing yet; other files are refused before a byte of them is written."""
    try:
        with path.open("rb") as file:
            head = file.read(20)
    except OSError:
        return False  # whatever is wrong is told when the store is made
    if not head:
        return False
    with _explaining(path), closing(_read_only(path)) as connection:
        connection.execute("BEGIN")  # all at one moment: another process may just be making the store
        numbers = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in _NUMBERS]
        tables = [sql for (sql,) in connection.execute("SELECT sql FROM sqlite_master")]
        signs = {numbers == list(_NUMBERS.values()), f"CREATE TABLE {_TABLE}" in tables}
        if signs == {False} and (tables or any(numbers)):
            raise StoreError(
                f"{path} is another program's, or has another layout than this version's. Name another store."
            )
        if len(signs) == 2 or max(head[18:]) > 2:  # one sign is enough to tell a damaged store from others
            raise sqlite3.DatabaseError("malformed: its description is not as it was written")
        return signs == {True}


@contextmanager
def _connected(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection for one piece of work, committed at its end."""
    with _explaining(path), closing(_connection(path)) as connection, connection:
        yield connection


def _connection(path: Path) -> sqlite3.Connection:
    """To write, or else to read: unless told otherwise, SQLite writes beside a file even to read it."""
    connection = sqlite3.connect(path, timeout=60)
    try:
        connection.execute("PRAGMA synchronous=NORMAL")
        return connection
    except sqlite3.Error as error:
        connection.close()
        if any(sign in str(error) for sign in _NO_RIGHTS) and path.exists():
            return _read_only(path)
        raise


def _read_only(path: Path) -> sqlite3.Connection:
    """Without a log beside it nobody writes to the file, and it is read without writing beside it."""
    alone = "" if Path(f"{path}-wal").exists() else "&immutable=1"
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro{alone}", uri=True, timeout=60)


@contextmanager
def _explaining(path: Path) -> Iterator[None]:
    """Errors of SQLite in the user's words."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise _explained(path, error) from error


def _explained(path: Path, error: sqlite3.Error | UnicodeDecodeError) -> StoreError:
    text = str(error)
    if any(sign in text for sign in _DAMAGE):
        return DamagedStore(
            f"{path} is damaged or no store of results ({text}). Move it away, or name another store."
        )
    if "is full" in text or full(path):
        return StoreError(f"The disk of {path} is full. Make room and run again: what was finished is kept.")
    if "no such table" in text:
        return StoreError(f"{path} was removed or replaced while it was in use. Run again.")
    if "readonly" in text:
        return StoreError(
            f"{path} can be read but not written. Allow writing to it and its folder, or name another store."
        )
    return StoreError(
        f"The store {path} cannot be used: {text}. Check the folder and its permissions, or name another."
    )
