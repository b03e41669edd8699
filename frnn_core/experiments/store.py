"""Results in SQLite: nothing is computed twice, nothing computed is lost, nothing stale is reused.

A result is known by what decides its value: the data, the relation with all its resolved parameters
and its revision, weights, normalisation, k, the folds and the seed. The package version is recorded
beside it, not part of it.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from itertools import count
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from frnn_core.engine.measures import MEASURES
from frnn_core.errors import FRNNError
from frnn_core.version import __version__

if TYPE_CHECKING:
    import pandas as pd


class StoreError(FRNNError):
    """The store cannot be opened, read or written; the message says why and what to do."""


class DamagedStore(StoreError):
    """The file is no store of results, or no longer one; `set_aside` makes room for a new one."""


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


KEY = tuple(field.name for field in fields(ResultKey))
VALUES = tuple(field.name for field in fields(Result))[1:]
_TYPES = {"int": "INTEGER NOT NULL", "str": "TEXT NOT NULL", "float": "REAL NOT NULL"}
_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS results (
    {", ".join(f"{f.name} {_TYPES[str(f.type)]}" for f in fields(ResultKey))},
    dataset TEXT NOT NULL, scores TEXT NOT NULL, seconds REAL NOT NULL, reason TEXT, fitted TEXT,
    version TEXT NOT NULL,
    PRIMARY KEY ({", ".join(KEY)})
) WITHOUT ROWID
"""
LAYOUT = 2
_NAMES = (*KEY, *VALUES, "version")
_INSERT = f"""INSERT INTO results ({", ".join(_NAMES)}) VALUES ({", ".join("?" * len(_NAMES))})
ON CONFLICT DO UPDATE SET scores = json_patch(excluded.scores, scores)"""  # noqa: S608
LEAST_ROOM = 100_000
_moving = threading.Lock()
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


def set_aside(path: Path) -> Path | None:
    """Give a damaged store another name, so that a new one can take its place; a sound one stays.

    Returns
    -------
    The new name, or None if the store is sound.
    """
    with _moving:
        try:
            Store(path).check()
            return None
        except DamagedStore:
            names = (path.with_name(f"{path.stem}-damaged-{n}{path.suffix}") for n in count(1))
            aside = next(name for name in names if not name.exists())
        try:
            path.rename(aside)
            for part in ("-wal", "-shm"):  # they belong to it
                with suppress(FileNotFoundError):
                    Path(f"{path}{part}").rename(f"{aside}{part}")
        except OSError as error:
            raise StoreError(f"{path} is damaged and cannot be renamed: {error.strerror}.") from error
        return aside


class Store:
    """A file of results that several processes may read and write at once."""

    def __init__(self, path: Path | str | None = None) -> None:
        self.path = Path(path) if path is not None else default_path()
        with self._connected() as connection:
            connection.execute("PRAGMA journal_mode=WAL")
            filled = connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is not None
            layout = int(connection.execute("PRAGMA user_version").fetchone()[0])
            if layout != LAYOUT and (filled or layout != 0):
                raise StoreError(f"{self.path} has another layout than this version's. Name another store.")
            if layout != LAYOUT:  # a write, which a full disk would refuse
                connection.execute(f"PRAGMA user_version={LAYOUT}")
            connection.execute(_SCHEMA)

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        """A connection for one piece of work, committed at its end; errors in the user's words."""
        try:
            connection = sqlite3.connect(self.path, timeout=60)
            try:
                connection.execute("PRAGMA synchronous=NORMAL")
                with connection:
                    yield connection
            finally:
                connection.close()
        except sqlite3.DatabaseError as error:
            raise _explained(self.path, error) from error

    def check(self) -> None:
        """Read the whole file and raise DamagedStore if it does not hold together."""
        with self._connected() as connection:
            found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok":
                raise sqlite3.DatabaseError(f"malformed: {found}")

    def add(self, results: Iterable[Result]) -> None:
        """Keep results; one that is there already stays as it is, but for measures that it lacks."""
        with self.adding() as add:
            add(results)

    @contextmanager
    def adding(self) -> Iterator[Callable[[Iterable[Result]], None]]:
        """Give a function that keeps results for good at each call, on one connection for many calls."""
        with self._connected() as connection:

            def add(results: Iterable[Result]) -> None:
                with connection:
                    connection.executemany(_INSERT, map(_row, results))

            yield add

    def lookup(self, keys: Iterable[ResultKey]) -> dict[ResultKey, Result]:
        """The results for those of the keys that are there."""
        wanted = set(keys)
        columns = ", ".join((*KEY, *VALUES))
        found = {}
        with self._connected() as connection:
            for data in {key.data for key in wanted}:
                query = f"SELECT {columns} FROM results WHERE data = ?"  # noqa: S608
                for row in connection.execute(query, (data,)):
                    key = ResultKey(*row[: len(KEY)])
                    if key in wanted:
                        dataset, scores, *rest = row[len(KEY) :]
                        found[key] = Result(key, dataset, json.loads(scores), *rest)
        return found

    def frame(self) -> pd.DataFrame:
        """All results as a table, one row a fold and setting, with a column for each measure."""
        import pandas as pd

        with self._connected() as connection:
            order = ", ".join(("dataset", *KEY))
            found = connection.execute(f"SELECT * FROM results ORDER BY {order}")  # noqa: S608
            names = [column[0] for column in found.description]
            frame = pd.DataFrame.from_records(found.fetchall(), columns=names, coerce_float=True)
        place, scores = names.index("scores"), frame.pop("scores").map(json.loads)
        for measure in dict.fromkeys((*MEASURES, *(name for of_row in scores for name in of_row))):
            frame.insert(place, measure, [of_row.get(measure) for of_row in scores])
            place += 1
        return frame

    def __len__(self) -> int:
        with self._connected() as connection:
            return int(connection.execute("SELECT COUNT(*) FROM results").fetchone()[0])


def _row(result: Result) -> tuple[Any, ...]:
    """A result as the table keeps it."""
    scores = json.dumps(dict(result.scores))
    told = (result.dataset, scores, result.seconds, result.reason, result.fitted, __version__)
    return (*_KEY_OF(result.key), *told)


def _explained(path: Path, error: sqlite3.DatabaseError) -> StoreError:
    text = str(error)
    if "not a database" in text or "malformed" in text:
        return DamagedStore(
            f"{path} is damaged or no store of results ({text}). Move it away, or name another store."
        )
    if "is full" in text or full(path):
        return StoreError(f"The disk of {path} is full. Make room and run again: what was finished is kept.")
    if "no such table" in text:
        return StoreError(f"{path} was removed or replaced while it was in use. Run again.")
    return StoreError(
        f"The store {path} cannot be used: {text}. Check the folder and its permissions, or name another."
    )
