"""A run in a process of its own that gets a table through a pipe: nothing of it is written anywhere.

The table goes to the process through its standard input and what it finds comes back as lines of JSON. The
process ends when it is told to, when the one who started it dies (its input closes), when nobody has looked
at the run for a while, or after a limit of time.
"""

from __future__ import annotations

import io
import json
import logging
import os
import subprocess
import sys
import threading
import time
import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, Any, cast

import numpy as np

from frnn_core.data import Dataset
from frnn_core.engine.columns import Column
from frnn_core.errors import FRNNError
from frnn_core.experiments.jobs import Progress, State
from frnn_core.processes import end_with, limit, piped, step_back

MOST_AT_ONCE, MOST_WAITING = 2, 8
MOST_SECONDS, ALONE_SECONDS, POLL_SECONDS = limit("FRNN_RUN_SECONDS", 3600.0), 300.0, 0.2
_log = logging.getLogger(__name__)
Said = dict[str, Any]
Tell = Callable[[Said], None]
Find = Callable[[Dataset, Said, Tell], None]


@dataclass(frozen=True, eq=False)
class Kind:
    """Runs that are alike: the module that is their process, and what a visitor is told of them.

    Few of a kind run at once; others wait for their turn, and too many are refused.
    """

    module: str
    name: str
    many: str
    go_on: str
    turns: threading.BoundedSemaphore = field(
        default_factory=lambda: threading.BoundedSemaphore(MOST_AT_ONCE), init=False
    )
    unfinished: weakref.WeakSet[Served] = field(default_factory=weakref.WeakSet, init=False)

    def full(self) -> str | None:
        """Say that there are too many runs for another one, or give None."""
        waiting = sum(not served.told.ended for served in list(self.unfinished))
        if waiting < MOST_AT_ONCE + MOST_WAITING:
            return None
        return f"{waiting} {self.many} waiting on this server. Try again in a few minutes."


class Served(ABC):
    """What the handle of a run and the thread that serves its process have in common."""

    def __init__(self, kind: Kind, total: int, done: int = 0) -> None:
        self.kind = kind
        self.told = Progress("waiting", done, total)
        self.process: subprocess.Popen[bytes] | None = None
        self.started = self.seen = time.monotonic()
        self.lock = threading.Lock()

    @abstractmethod
    def take(self, said: Said) -> None:
        """Take in what the process has found."""

    @abstractmethod
    def seconds_left(self) -> float | None:
        """How long it may still take, by what it has taken so far."""

    def look(self) -> None:
        """Say that somebody wants to know: a run that nobody looks at is stopped."""
        self.seen = time.monotonic()

    def stop(self, state: State, message: str = "") -> None:
        """End the run with this state, unless it has ended, and its process."""
        with self.lock:
            if not self.told.ended:
                self.told = Progress(state, self.told.done, self.told.total, None, message)
            if self.process is not None and self.process.poll() is None:
                self.process.kill()

    def told_now(self) -> Progress:
        """The progress with the time left."""
        with self.lock:
            told = self.told
            if told.state != "running":
                return told
            return Progress("running", told.done, told.total, self.seconds_left())

    def work(self, message: bytes) -> None:
        """Wait for a turn, start the process, feed it, and take in what it answers."""
        while not self.kind.turns.acquire(timeout=POLL_SECONDS):
            if self._overdue():
                return
        try:
            self._serve(message)
        finally:
            self.kind.turns.release()
            told, seconds = self.told, time.monotonic() - self.started
            _log.info(
                "%s %s: %d of %d pieces, %.0f s", self.kind.name, told.state, told.done, told.total, seconds
            )

    def hear(self, said: Said) -> None:
        """Take in one line of the process."""
        if "error" in said:
            self.stop("failed", said["error"])
        elif "end" in said:
            with self.lock:
                if not self.told.ended:
                    self.told = Progress("finished", self.told.done, self.told.total)
        else:
            with self.lock:
                if not self.told.ended:
                    self.take(said)
                    self.told = Progress("running", self.told.done + 1, self.told.total)

    def _serve(self, message: bytes) -> None:
        process = self._begun()
        if process is None:
            return
        threading.Thread(target=self._watch, args=(process,), daemon=True).start()
        feed, answers = cast(IO[bytes], process.stdin), cast(IO[bytes], process.stdout)
        with suppress(OSError):  # it may die early; what it said, if anything, is read below
            feed.write(message)
            feed.flush()  # it stays open: its end would tell the process to end
        for line in answers:
            if line.endswith(b"\n"):  # the last may be cut off where the process was stopped
                self.hear(json.loads(line))
        process.wait()
        self.stop(
            "lost",
            f"The process of this {self.kind.name} has died. What it finished is kept; {self.kind.go_on}.",
        )
        answers.close()
        with suppress(OSError):
            feed.close()

    def _begun(self) -> subprocess.Popen[bytes] | None:
        """Start the process, unless the run has ended before."""
        with self.lock:
            done, total = self.told.done, self.told.total
            if self.told.ended:
                return None
            try:
                self.process = piped(self.kind.module)
            except OSError as error:
                words = f"The {self.kind.name} could not be started: {error.strerror}."
                self.told = Progress("failed", done, total, None, f"{words} Try again in a few minutes.")
                return None
            self.told = Progress("running", done, total)
            self.started = time.monotonic()
            return self.process

    def _watch(self, process: subprocess.Popen[bytes]) -> None:
        while process.poll() is None:
            self._overdue()
            time.sleep(POLL_SECONDS)

    def _overdue(self) -> bool:
        """Stop what nobody has looked at for a while or what takes too long; say whether it is over."""
        now = time.monotonic()
        go_on = f"{self.kind.go_on[0].upper()}{self.kind.go_on[1:]}."
        if now - self.seen > ALONE_SECONDS:
            self.stop("cancelled", f"Stopped because nobody was looking. {go_on}")
        elif now - self.started > MOST_SECONDS and self.told.state == "running":
            minutes = f"{MOST_SECONDS / 60:.0f} minutes"
            self.stop("cancelled", f"Stopped after {minutes}, the limit of a page. {go_on}")
        return self.told.ended


class Handle:
    """A run under way; it stops when nothing refers to this any more."""

    def __init__(self, served: Served, message: bytes) -> None:
        self._served = served
        served.kind.unfinished.add(served)
        weakref.finalize(self, served.stop, "cancelled")
        threading.Thread(target=served.work, args=(message,), daemon=True).start()

    def progress(self) -> Progress:
        """How far it is."""
        self._served.look()
        return self._served.told_now()

    def cancel(self) -> None:
        """Stop at once; what is finished is kept."""
        self._served.stop("cancelled")

    def wait(self, seconds: float = 60.0) -> Progress:
        """Wait for the end, at most so long."""
        until = time.monotonic() + seconds
        while not self.progress().ended and time.monotonic() < until:
            time.sleep(POLL_SECONDS / 4)
        return self.progress()

    @property
    def pid(self) -> int | None:
        """The number of the process, once it has been started."""
        return self._served.process.pid if self._served.process else None


def packed(data: Dataset, asked: Said) -> bytes:
    """A table and what is asked of it as one message: a line of JSON, then arrays as npz, without pickles."""
    arrays = {"X": data.X, "y": data.y, **{f"fold{i}": rows for i, rows in enumerate(data.folds)}}
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **arrays)
    head = {
        "bytes": buffer.tell(),
        "name": data.name,
        "features": data.feature_names,
        "columns": [(column.name, column.role, column.values) for column in data.columns],
        "folds": len(data.folds),
        "asked": asked,
    }
    return json.dumps(head).encode() + b"\n" + buffer.getvalue()


def unpacked(stream: IO[bytes]) -> tuple[Dataset, Said]:
    """Read the message; the stream is left open."""
    head = json.loads(stream.readline())
    arrays = np.load(io.BytesIO(stream.read(head["bytes"])), allow_pickle=False)
    folds = tuple(arrays[f"fold{i}"] for i in range(head["folds"]))
    columns = tuple(Column(name, role, tuple(values)) for name, role, values in head["columns"])
    names = tuple(head["features"])
    data = Dataset(head["name"], arrays["X"], arrays["y"], names, folds=folds, columns=columns)
    return data, head["asked"]


def answer(source: IO[bytes], target: IO[bytes], find: Find, no_room: str) -> None:
    """What the process does: read, compute, tell each piece as it comes, and that it is through."""

    def tell(said: Said) -> None:
        target.write(json.dumps(said).encode() + b"\n")
        target.flush()

    try:
        data, asked = unpacked(source)
        end_with(source)
        find(data, asked, tell)
    except BrokenPipeError:
        os._exit(1)
    except FRNNError as error:
        tell({"error": str(error)})
    except MemoryError:
        tell({"error": no_room})
    else:
        tell({"end": True})


def main(find: Find, no_room: str) -> None:
    """Be the process, behind the pages in the queue for the processor."""
    step_back()
    answer(sys.stdin.buffer, sys.stdout.buffer, find, no_room)
    os._exit(0)
