"""Long runs for the dashboard: each in a process of its own, watched, cancelled and found again by id.

What is shipped or in the store is not run again.

A job is a folder: what is to be run, how far it is, and a lock that its process holds while it lives.
So a page that was reloaded, or a server that was restarted, finds its jobs again, and what they
computed is in the store whatever happens to them.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Literal

from frnn_core import cost
from frnn_core.errors import FRNNError
from frnn_core.grid import Plan, Unit, plan_text, plans_of_text
from frnn_core.runner import compute
from frnn_core.scoretable import score_table
from frnn_core.store import Store, home_folder

State = Literal["waiting", "running", "finished", "cancelled", "failed", "lost"]
ENDED = ("finished", "cancelled", "failed", "lost")
MOST_UNFINISHED = 8
MOST_KEPT = 100
POLL_SECONDS = 0.2
START_SECONDS = 60.0
_ID = re.compile(r"[0-9a-f]{16}")
_PROCESSES: list[subprocess.Popen[bytes]] = []


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
        return plans_of_text((self.folder / "plan.json").read_text())

    @property
    def store(self) -> Store:
        """Where its results are, from the first on."""
        return Store((self.folder / "store.txt").read_text())

    def progress(self) -> Progress:
        """How far it is; a process that died without a word is noticed."""
        told = self._told()
        if told.ended or self._alive():
            return told
        told = self._told()  # it may have ended between the two looks
        if told.ended or (told.state == "waiting" and self._young()):
            return told
        return replace(
            told,
            state="lost",
            seconds_left=None,
            message="The process of this run has died. What it finished is kept; start it again to go on.",
        )

    def cancel(self) -> None:
        """Ask the process to stop at once; what is finished is kept."""
        (self.folder / "cancel").touch()

    def wait(self, seconds: float = 60.0) -> Progress:
        """Wait for the end, at most so long."""
        until = time.monotonic() + seconds
        while not (told := self.progress()).ended and time.monotonic() < until:
            time.sleep(POLL_SECONDS)
        return told

    def tell(self, progress: Progress) -> None:
        """Write the progress in one piece: a reader sees the old text or the new."""
        fresh = self.folder / f"progress-{os.getpid()}-{threading.get_ident()}.new"
        fresh.write_text(json.dumps(asdict(progress)))
        os.replace(fresh, self.folder / "progress.json")

    def _told(self) -> Progress:
        return Progress(**json.loads((self.folder / "progress.json").read_text()))

    def _young(self) -> bool:
        return time.time() - (self.folder / "plan.json").stat().st_mtime < START_SECONDS

    def _alive(self) -> bool:
        with _locked(self.folder / "alive.lock") as free:
            return not free


def start(plans: Sequence[Plan], store: Store, folder: Path | None = None) -> Job:
    """Start a run in a process of its own.

    Parameters
    ----------
    store : where results go, and where known ones are looked up
    folder : where jobs are kept; in the user's cache unless told otherwise
    """
    home = folder or home_folder() / "jobs"
    waiting = [job for job in recent(home) if not job.progress().ended]
    if len(waiting) >= MOST_UNFINISHED:
        raise JobError(f"{len(waiting)} runs are under way or waiting. Wait for one to end, or cancel one.")
    _tidy(home)
    job_id = secrets.token_hex(8)
    job = Job(job_id, home / job_id)
    job.folder.mkdir(parents=True)
    (job.folder / "plan.json").write_text(plan_text(plans))
    (job.folder / "store.txt").write_text(str(store.path.resolve()))
    job.tell(Progress())
    with (job.folder / "log.txt").open("w") as log:
        process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "frnn_core.jobs", str(job.folder)],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=Path(__file__).parents[1],
            start_new_session=True,
        )
    _PROCESSES[:] = [*(known for known in _PROCESSES if known.poll() is None), process]
    return job


def is_id(text: str) -> bool:
    """Whether a text has the form of a job's id."""
    return _ID.fullmatch(text) is not None


def find(job_id: str, folder: Path | None = None) -> Job:
    """A job by its id, which may come from a link."""
    home = folder or home_folder() / "jobs"
    if not is_id(job_id) or not (home / job_id / "progress.json").exists():
        raise JobError(f"There is no run {job_id[:16]!r} here. It may be of another machine, or long ago.")
    return Job(job_id, home / job_id)


def recent(folder: Path | None = None) -> list[Job]:
    """All jobs that are kept, the latest first."""
    home = folder or home_folder() / "jobs"
    found = [Job(path.parent.name, path.parent) for path in home.glob("*/progress.json")]
    return sorted(found, key=lambda job: (job.folder / "plan.json").stat().st_mtime, reverse=True)


def _tidy(home: Path) -> None:
    """Forget the oldest ended jobs; their results stay in the store."""
    for job in [job for job in recent(home) if job.progress().ended][MOST_KEPT:]:
        shutil.rmtree(job.folder, ignore_errors=True)


@contextmanager
def _locked(path: Path) -> Iterator[bool]:
    """Hold a lock if it is free, and say whether; the system lets go of it when the process dies.

    SQLite's lock is used because it works in the same way on every system.
    """
    connection = sqlite3.connect(path, timeout=0, isolation_level=None)
    try:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            yield False
        else:
            yield True
    finally:
        connection.close()


def _work(job: Job) -> None:
    """What the process of a job does: wait for its turn, run, and say how far it is."""
    threading.Thread(target=_stop_when_cancelled, args=(job,), daemon=True).start()
    with _turn(job):
        told = Progress("running")
        job.tell(told)
        try:
            store = job.store
            tables = [score_table(plan, store=store) for plan in job.plans]
            pending = cost.longest_first(unit for table in tables for unit in table.pending())
            compute(pending, store, workers(), _Reporter(job, pending))
        except FRNNError as error:
            job.tell(replace(job.progress(), state="failed", seconds_left=None, message=str(error)))
        except Exception:
            words = "The run stopped on an error that is ours; its log names it. What it finished is kept."
            job.tell(replace(job.progress(), state="failed", seconds_left=None, message=words))
            raise
        else:
            job.tell(Progress("finished", len(pending), len(pending)))


def workers() -> int:
    """One core stays free for the pages."""
    return max(1, (os.cpu_count() or 1) - 1)


@contextmanager
def _turn(job: Job) -> Iterator[None]:
    """One job runs at a time; the others wait."""
    while True:
        with _locked(job.folder.parent / "turn.lock") as mine:
            if mine:
                yield
                return
        time.sleep(POLL_SECONDS)


class _Reporter:
    """Counts units and guesses the time left from their estimated cost and the pace so far."""

    def __init__(self, job: Job, pending: Sequence[Unit]) -> None:
        self.job = job
        self.total = len(pending)
        self.done = 0
        self.cost_left = self.cost_total = sum(map(cost.relative, pending))
        self.start = time.monotonic()
        job.tell(Progress("running", 0, self.total))

    def __call__(self, unit: Unit) -> None:
        self.done += 1
        self.cost_left -= cost.relative(unit)
        pace = (time.monotonic() - self.start) / max(self.cost_total - self.cost_left, 1e-9)
        self.job.tell(Progress("running", self.done, self.total, max(0.0, self.cost_left) * pace))


def _stop_when_cancelled(job: Job) -> None:
    while not (job.folder / "cancel").exists():
        time.sleep(POLL_SECONDS)
    job.tell(replace(job.progress(), state="cancelled", seconds_left=None))
    if hasattr(os, "killpg"):
        os.killpg(os.getpgid(0), signal.SIGKILL)
    os._exit(1)


if __name__ == "__main__":
    _folder = Path(sys.argv[1])
    _job = Job(_folder.name, _folder)
    with _locked(_folder / "alive.lock"):
        _work(_job)
