"""Long runs for the dashboard: each in a process of its own, watched, cancelled and found again by id.

What is shipped or in the store is not run again.

A job is a folder: what is to be run, how far it is, and a lock that its process holds while it lives.
So a page that was reloaded, or a server that was restarted, finds its jobs again, and what they
computed is in the store whatever happens to them.
"""

from __future__ import annotations

import json
import logging
import os
import re
import secrets
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Literal

from frnn_core.engine.measures import DEFAULT, MEASURES
from frnn_core.errors import FRNNError
from frnn_core.experiments.plan import Plan, plan_text, plans_of_text
from frnn_core.experiments.store import Store, full, home_folder
from frnn_core.processes import NICENESS, limit
from frnn_core.text import counted

State = Literal["waiting", "running", "finished", "cancelled", "failed", "lost"]
ENDED = ("finished", "cancelled", "failed", "lost")
MOST_UNFINISHED = 8
MOST_KEPT = 100
POLL_SECONDS = 0.2
START_SECONDS = 60.0
DIED = "The process of this run has died. What it finished is kept; start it again to go on."
GONE = "The records of this run are gone or damaged. Results that the store has are kept; start it again."
_log = logging.getLogger(__name__)
_ID = re.compile(r"[0-9a-f]{16}")
_PROCESSES: dict[str, subprocess.Popen[bytes]] = {}
_SEEN: dict[Path, float] = {}


class JobError(FRNNError):
    """A job cannot be started or found; the message says why and what to do."""


@dataclass(frozen=True)
class Progress:
    """How far a job is; `seconds_left` is an estimate, `message` says what went wrong."""

    state: State = "waiting"
    done: int = 0
    total: int = 0
    seconds_left: float | None = None
    message: str = ""

    @property
    def ended(self) -> bool:
        """Whether nothing more will come."""
        return self.state in ENDED


@dataclass(frozen=True)
class Job:
    """A run that goes on by itself; find it again with `find(id)`."""

    id: str
    folder: Path

    @property
    def plans(self) -> tuple[Plan, ...]:
        """What is run."""
        try:
            return plans_of_text((self.folder / "plan.json").read_text())
        except (OSError, ValueError, TypeError, LookupError) as error:
            raise JobError(GONE) from error

    @property
    def store(self) -> Store:
        """Where its results are, from the first on."""
        try:
            return Store((self.folder / "store.txt").read_text())
        except OSError as error:
            raise JobError(GONE) from error

    @property
    def measure(self) -> str:
        """What must be known of a result."""
        try:
            return (self.folder / "measure.txt").read_text()
        except OSError as error:
            raise JobError(GONE) from error

    def progress(self) -> Progress:
        """How far it is; a process that died without a word is noticed, and so are records that are gone."""
        try:
            told = self._told()
            if told.ended or self._alive():
                return told
            told = self._told()  # it may have ended between the two looks
            if told.ended:
                return told
            if self.is_cancelled:
                return replace(told, state="cancelled", seconds_left=None)
            if told.state == "waiting" and self._starting():
                return told
        except (OSError, ValueError, TypeError, sqlite3.Error):
            return Progress("lost", message=GONE)
        words = f"The disk of {self.folder} is full. Make room first." if full(self.folder) else ""
        return replace(told, state="lost", seconds_left=None, message=f"{DIED} {words}".rstrip())

    @property
    def is_cancelled(self) -> bool:
        """Whether its process was asked to stop."""
        return (self.folder / "cancel").exists()

    def cancel(self) -> None:
        """Ask the process to stop at once; what is finished is kept."""
        try:
            (self.folder / "cancel").touch()
        except FileNotFoundError:
            return  # without its folder it stops by itself
        except OSError as error:
            raise JobError(f"The run cannot be stopped from here: {error.strerror}.") from error

    def wait(self, seconds: float = 60.0) -> Progress:
        """Wait for the end, at most so long."""
        until = time.monotonic() + seconds
        while not (told := self.progress()).ended and time.monotonic() < until:
            time.sleep(POLL_SECONDS)
        return told

    def tell(self, progress: Progress) -> None:
        """Write the progress in one piece: a reader sees the old text or the new."""
        fresh = self.folder / f"progress-{os.getpid()}-{threading.get_ident()}.new"
        try:
            fresh.write_text(json.dumps(asdict(progress)))
            os.replace(fresh, self.folder / "progress.json")
        except OSError:
            fresh.unlink(missing_ok=True)
            raise

    def _told(self) -> Progress:
        return Progress(**json.loads((self.folder / "progress.json").read_text()))

    def _starting(self) -> bool:
        """Whether its process may still be on its way to the lock.

        Who started it can tell. Others wait a while, on a clock of their own: that of the system may be set.
        """
        if self.id in _PROCESSES:
            return _PROCESSES[self.id].poll() is None
        now = time.monotonic()
        return now - _SEEN.setdefault(self.folder, now) < START_SECONDS

    def _alive(self) -> bool:
        try:
            with locked(self.folder / "alive.lock") as free:
                return not free
        except sqlite3.OperationalError:
            return False  # nobody holds it, but a full disk keeps us from taking it


def start(plans: Sequence[Plan], store: Store, folder: Path | None = None, *, measure: str = DEFAULT) -> Job:
    """Start a run in a process of its own.

    Parameters
    ----------
    store : where results go, and where known ones are looked up
    measure : what must be known of a result; one that lacks it is computed again
    folder : where jobs are kept; in the user's cache unless told otherwise
    """
    home = folder or home_folder() / "jobs"
    kept = recent(home)
    waiting = [job for job in kept if not job.progress().ended]
    if len(waiting) >= MOST_UNFINISHED:
        raise JobError(f"{len(waiting)} runs are under way or waiting. Wait for one to end, or cancel one.")
    _tidy(home)
    job_id = secrets.token_hex(8)
    job = Job(job_id, home / job_id)
    try:
        number = max(map(_number, kept), default=0) + 1
        process = _launched(job, number, plan_text(plans), store, MEASURES[measure].key)
    except OSError as error:
        shutil.rmtree(job.folder, ignore_errors=True)
        raise JobError(
            f"The run cannot be started in {home}: {error.strerror}. Make room there, or check its "
            "permissions, and start again."
        ) from error
    _PROCESSES[job.id] = process
    views = ", ".join(f"{len(plan.settings)} x {counted(len(plan.datasets), 'data set')}" for plan in plans)
    _log.info("run %s started: relations %s", job.id, views)
    return job


def _launched(job: Job, number: int, plans: str, store: Store, measure: str) -> subprocess.Popen[bytes]:
    """Write the records of a job and start its process."""
    job.folder.mkdir(parents=True)
    (job.folder / "number.txt").write_text(str(number))
    (job.folder / "plan.json").write_text(plans)
    (job.folder / "store.txt").write_text(str(store.path.resolve()))
    (job.folder / "measure.txt").write_text(measure)
    (job.folder / "alive.lock").touch()
    job.tell(Progress())
    with (job.folder / "log.txt").open("w") as log:
        return subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "frnn_core.experiments.job_process", str(job.folder)],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=Path(__file__).parents[2],
            start_new_session=True,
        )


def is_id(text: str) -> bool:
    """Whether a text has the form of a job's id."""
    return _ID.fullmatch(text) is not None


def find(job_id: str, folder: Path | None = None) -> Job:
    """A job by its id, which may come from a link."""
    home = folder or home_folder() / "jobs"
    if not is_id(job_id) or not (home / job_id / "progress.json").exists():
        raise JobError(
            f"There is no run {job_id[:16]!r} here. It may be of another machine, long ago, or removed."
        )
    return Job(job_id, home / job_id)


def recent(folder: Path | None = None) -> list[Job]:
    """All jobs that are kept, the latest first."""
    home = folder or home_folder() / "jobs"
    found = [Job(path.parent.name, path.parent) for path in home.glob("*/progress.json")]
    return sorted(found, key=_number, reverse=True)


def _number(job: Job) -> int:
    """Jobs are counted, because the clock may be set back."""
    try:
        return int((job.folder / "number.txt").read_text())
    except (OSError, ValueError):
        return 0


def _tidy(home: Path) -> None:
    """Forget the oldest ended jobs; their results stay in the store."""
    for job in [job for job in recent(home) if job.progress().ended][MOST_KEPT:]:
        shutil.rmtree(job.folder, ignore_errors=True)
    ended = [job_id for job_id, process in _PROCESSES.items() if process.poll() is not None]
    for job_id in ended:
        if not (home / job_id).exists():
            del _PROCESSES[job_id]


@contextmanager
def locked(path: Path) -> Iterator[bool]:
    """Hold a lock if it is free, and say whether; the system lets go of it when the process dies.

    SQLite's lock is used because it works in the same way on every system.
    """
    connection = sqlite3.connect(path, timeout=0, isolation_level=None)
    try:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
            yield False
        else:
            yield True
    finally:
        connection.close()


def workers() -> int:
    """Processes of a long run: as many as FRNN_WORKERS says; one core stays free for the pages."""
    return int(limit("FRNN_WORKERS", max(1, (os.cpu_count() or 1) - 1)))


def give_way() -> None:
    """Let the pages go first where this process and others want more cores than there are.

    Linux on a desktop weighs sessions against each other before it looks at processes, so both are told.
    """
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(NICENESS))
