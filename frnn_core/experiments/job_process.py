"""The process of a job: it waits for its turn, runs, says how far it is, and stops when it is told to."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from frnn_core.errors import FRNNError
from frnn_core.experiments import cost
from frnn_core.experiments.jobs import POLL_SECONDS, Job, Progress, give_way, locked, workers
from frnn_core.experiments.plan import Unit
from frnn_core.experiments.runner import compute
from frnn_core.experiments.score_table import score_table


def work(job: Job) -> None:
    """Run what the job asks for, and leave word of how it ended."""
    threading.Thread(target=_stop_when_cancelled, args=(job,), daemon=True).start()
    with _mine(job.folder.parent / "turn.lock"):
        _say(job, Progress("running"))
        try:
            store = job.store
            tables = [score_table(plan, job.measure, store) for plan in job.plans]
            pending = cost.longest_first(unit for table in tables for unit in table.pending())
            compute(pending, store, workers(), _Reporter(job, pending))
        except FRNNError as error:
            _say(job, replace(job.progress(), state="failed", seconds_left=None, message=str(error)))
        except Exception:
            words = "The run stopped on an error that is ours; its log names it. What it finished is kept."
            _say(job, replace(job.progress(), state="failed", seconds_left=None, message=words))
            raise
        else:
            _say(job, Progress("finished", len(pending), len(pending)))


def _say(job: Job, progress: Progress) -> None:
    """Tell if that can be written; a run does not stop for it, and a reader sees how a process ended."""
    with suppress(OSError):
        job.tell(progress)


@contextmanager
def _mine(path: Path) -> Iterator[None]:
    """Wait for a lock and hold it: one job runs at a time, and a look at whether one lives takes a moment."""
    while True:
        with locked(path) as mine:
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
        _say(job, Progress("running", 0, self.total))

    def __call__(self, unit: Unit) -> None:
        self.done += 1
        self.cost_left -= cost.relative(unit)
        pace = (time.monotonic() - self.start) / max(self.cost_total - self.cost_left, 1e-9)
        _say(self.job, Progress("running", self.done, self.total, max(0.0, self.cost_left) * pace))


def _stop_when_cancelled(job: Job) -> None:
    while job.folder.exists() and not job.is_cancelled:
        time.sleep(POLL_SECONDS)
    _say(job, replace(job.progress(), state="cancelled", seconds_left=None))
    if hasattr(os, "killpg"):
        os.killpg(os.getpgid(0), signal.SIGKILL)
    os._exit(1)


if __name__ == "__main__":
    give_way()
    _folder = Path(sys.argv[1])
    _job = Job(_folder.name, _folder)
    if not _job.is_cancelled:
        with _mine(_folder / "alive.lock"):
            work(_job)
