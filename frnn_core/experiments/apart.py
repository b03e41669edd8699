"""Units of work on a table that must be kept nowhere, in a process of its own.

The table goes to the process through its standard input and the results come back as lines of JSON, which
are held in the memory of whoever asked. The process ends when it is told to, when the one who started it dies
(its input closes), when nobody has looked for a while, or after a limit of time.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import IO, Any, cast

import numpy as np

from frnn_core.data import Dataset
from frnn_core.data.loading import look_also
from frnn_core.engine.columns import Column
from frnn_core.errors import FRNNError
from frnn_core.experiments.cost import relative
from frnn_core.experiments.evaluate import evaluate
from frnn_core.experiments.jobs import Progress, State
from frnn_core.experiments.plan import Unit, unit_of_text, unit_texts
from frnn_core.experiments.store import Result, ResultKey
from frnn_core.processes import end_with, piped, step_back

MOST_AT_ONCE, MOST_WAITING = 2, 8
MOST_SECONDS, ALONE_SECONDS, POLL_SECONDS = 3600.0, 300.0, 0.2
MOST_RESULTS = 30_000
CRASHED = "The process of this run has died. What it finished is kept; start again to go on from there."
_turns = threading.BoundedSemaphore(MOST_AT_ONCE)
_unfinished: weakref.WeakSet[_Shared] = weakref.WeakSet()


class ApartError(FRNNError):
    """A run cannot be started; the message says why and what to do."""


class Memory:
    """Results in memory alone, at most so many, the oldest making room."""

    def __init__(self, most: int = MOST_RESULTS) -> None:
        self._results: dict[ResultKey, Result] = {}
        self._most = most

    def __len__(self) -> int:
        return len(self._results)

    def lookup(self, keys: Iterable[ResultKey]) -> dict[ResultKey, Result]:
        """The results for those of the keys that are there."""
        return {key: self._results[key] for key in keys if key in self._results}

    def keep(self, results: Iterable[Result]) -> None:
        """Add results."""
        for result in results:
            self._results[result.key] = result
        for key in list(self._results)[: max(0, len(self._results) - self._most)]:
            del self._results[key]


class Run:
    """Units under way; the process stops when nothing refers to this any more."""

    def __init__(self, data: Dataset, pending: Sequence[Unit], memory: Memory) -> None:
        waiting = sum(not shared.told.ended for shared in list(_unfinished))
        if waiting >= MOST_AT_ONCE + MOST_WAITING:
            raise ApartError(
                f"{waiting} runs are under way or waiting on this server. Try again in a few minutes."
            )
        message = packed(data, pending)
        self._shared = _Shared([relative(unit) for unit in pending], memory)
        _unfinished.add(self._shared)
        weakref.finalize(self, self._shared.stop, "cancelled")
        threading.Thread(target=self._shared.work, args=(message,), daemon=True).start()

    def progress(self) -> Progress:
        """How far it is."""
        self._shared.seen = time.monotonic()
        return self._shared.told_now()

    def cancel(self) -> None:
        """Stop at once; what is finished is kept."""
        self._shared.stop("cancelled", "Stopped.")

    def wait(self, seconds: float = 60.0) -> Progress:
        """Wait for the end, at most so long."""
        until = time.monotonic() + seconds
        while not self.progress().ended and time.monotonic() < until:
            time.sleep(POLL_SECONDS / 4)
        return self.progress()


class _Shared:
    """What the handle and the thread that serves the process have in common."""

    def __init__(self, costs: Sequence[float], memory: Memory) -> None:
        self.costs, self.memory = list(costs), memory
        self.told = Progress("waiting", 0, len(self.costs))
        self.process: subprocess.Popen[bytes] | None = None
        self.started = self.seen = time.monotonic()
        self.lock = threading.Lock()

    def stop(self, state: State, message: str = "") -> None:
        """End the run with this state, unless it has ended, and its process."""
        with self.lock:
            if not self.told.ended:
                self.told = Progress(state, self.told.done, self.told.total, None, message)
            if self.process is not None and self.process.poll() is None:
                self.process.kill()

    def told_now(self) -> Progress:
        """The progress with the time left, by the pace so far."""
        told = self.told
        done = sum(self.costs[: told.done])
        if told.state != "running" or not done:
            return told
        pace = (time.monotonic() - self.started) / done
        return Progress("running", told.done, told.total, pace * sum(self.costs[told.done :]))

    def work(self, message: bytes) -> None:
        """Wait for a turn, start the process, feed it, and take in what it answers."""
        while not _turns.acquire(timeout=POLL_SECONDS):
            if self._overdue() or self.told.ended:
                return
        try:
            self._serve(message)
        finally:
            _turns.release()

    def _serve(self, message: bytes) -> None:
        with self.lock:
            if self.told.ended:
                return
            try:
                process = self.process = piped("frnn_core.experiments.apart")
            except OSError as error:
                words = f"The run could not be started: {error.strerror}. Try again in a few minutes."
                self.told = Progress("failed", 0, self.told.total, None, words)
                return
            self.told = Progress("running", 0, self.told.total)
            self.started = time.monotonic()
        threading.Thread(target=self._watch, args=(process,), daemon=True).start()
        feed, answers = cast(IO[bytes], process.stdin), cast(IO[bytes], process.stdout)
        with suppress(OSError):  # it may die early; what it said, if anything, is read below
            feed.write(message)
            feed.flush()  # it stays open: its end would tell the process to end
        for line in answers:
            if line.endswith(b"\n"):  # the last may be cut off where the process was stopped
                self._take(json.loads(line))
        process.wait()
        self.stop("lost", CRASHED)
        answers.close()
        with suppress(OSError):
            feed.close()

    def _take(self, said: dict[str, Any]) -> None:
        if "error" in said:
            self.stop("failed", said["error"])
            return
        self.memory.keep(_result(given) for given in said["results"])
        with self.lock:
            if not self.told.ended:
                done = self.told.done + 1
                state: State = "finished" if done == self.told.total else "running"
                self.told = Progress(state, done, self.told.total)

    def _watch(self, process: subprocess.Popen[bytes]) -> None:
        while process.poll() is None:
            self._overdue()
            time.sleep(POLL_SECONDS)

    def _overdue(self) -> bool:
        """Stop what nobody has looked at for a while, or what takes too long, and say whether."""
        now = time.monotonic()
        if now - self.seen > ALONE_SECONDS:
            self.stop("cancelled", "Stopped because nobody was looking.")
        elif now - self.started > MOST_SECONDS and self.told.state == "running":
            self.stop("cancelled", f"Stopped after {MOST_SECONDS / 60:.0f} minutes, the limit of a page.")
        return self.told.ended


def _result(given: dict[str, Any]) -> Result:
    return Result(**given | {"key": ResultKey(**given["key"])})


def packed(data: Dataset, pending: Sequence[Unit]) -> bytes:
    """A table and units as one message: a line of JSON, then the arrays as npz, without pickles."""
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, X=data.X, y=data.y)
    head = {
        "bytes": buffer.tell(),
        "name": pending[0].dataset,
        "features": data.feature_names,
        "columns": [(column.name, column.role, column.values) for column in data.columns],
        "units": unit_texts(pending),
    }
    return json.dumps(head).encode() + b"\n" + buffer.getvalue()


def unpacked(stream: IO[bytes]) -> tuple[Dataset, list[str]]:
    """Read the message; the stream is left open."""
    head = json.loads(stream.readline())
    arrays = np.load(io.BytesIO(stream.read(head["bytes"])), allow_pickle=False)
    columns = tuple(Column(name, role, tuple(values)) for name, role, values in head["columns"])
    data = Dataset(head["name"], arrays["X"], arrays["y"], tuple(head["features"]), columns=columns)
    return data, head["units"]


def main(source: IO[bytes], target: IO[bytes]) -> None:
    """What the process does: read, compute, tell the results of each unit as they come."""

    def tell(said: dict[str, Any]) -> None:
        target.write(json.dumps(said).encode() + b"\n")
        target.flush()

    try:
        data, pending = unpacked(source)
        end_with(source)
        look_also("sent", {data.name: data}.get)
        for text in pending:
            tell({"results": [asdict(result) for result in evaluate(unit_of_text(text))]})
    except BrokenPipeError:
        os._exit(1)
    except FRNNError as error:
        tell({"error": str(error)})
    except MemoryError:
        tell({"error": "There is not enough memory for this table. Use fewer rows or columns."})


if __name__ == "__main__":
    step_back()
    main(sys.stdin.buffer, sys.stdout.buffer)
    os._exit(0)
