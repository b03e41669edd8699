"""A comparison in a process of its own, so that a page stays quick and can stop it at once.

The data go to the process through its standard input and the scores come back as lines of JSON: nothing is
written anywhere. The process ends when it is told to, when the page's process dies (its input closes), when
nobody has looked at the run for a while, or after a limit of time.
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
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import IO, Any, cast

import numpy as np

from frnn_core.data import Dataset
from frnn_core.engine.columns import Column
from frnn_core.errors import FRNNError
from frnn_core.experiments.jobs import Progress, State
from frnn_core.processes import end_with, piped, step_back
from frnn_core.your_data import cost as leaderboard_cost
from frnn_core.your_data.fold_scores import Design, Score, fold_scores

MOST_AT_ONCE = 2
MOST_WAITING = 8
MOST_SECONDS = 3600.0
ALONE_SECONDS = 300.0
POLL_SECONDS = 0.2
CRASHED = "The process of this comparison has died. What it finished is kept; continue to go on from there."
_turns = threading.BoundedSemaphore(MOST_AT_ONCE)
_unfinished: weakref.WeakSet[_Shared] = weakref.WeakSet()


class LeaderboardError(FRNNError):
    """A comparison cannot be started; the message says why and what to do."""


class Run:
    """A comparison under way; it stops when nothing refers to it any more.

    Parameters
    ----------
    known : pieces of an earlier run, which are not computed again
    """

    def __init__(self, data: Dataset, design: Design, known: Iterable[Score] = ()) -> None:
        waiting = sum(not shared.told.ended for shared in list(_unfinished))
        if waiting >= MOST_AT_ONCE + MOST_WAITING:
            raise LeaderboardError(
                f"{waiting} comparisons are running or waiting on this server. Try again in a few minutes."
            )
        kept = list(known)
        message = packed(data, design, kept)
        self._shared = _Shared(data, design, kept)
        _unfinished.add(self._shared)
        weakref.finalize(self, self._shared.stop, "cancelled")
        threading.Thread(target=self._shared.work, args=(message,), daemon=True).start()

    def scores(self) -> list[Score]:
        """All pieces so far, the known ones among them."""
        self._shared.seen = time.monotonic()
        return list(self._shared.scores)

    def progress(self) -> Progress:
        """How far it is."""
        self._shared.seen = time.monotonic()
        return self._shared.told_now()

    def cancel(self) -> None:
        """Stop at once; what is finished is kept."""
        self._shared.stop("cancelled")

    def wait(self, seconds: float = 60.0) -> Progress:
        """Wait for the end, at most so long."""
        until = time.monotonic() + seconds
        while not self.progress().ended and time.monotonic() < until:
            time.sleep(POLL_SECONDS / 4)
        return self.progress()

    @property
    def pid(self) -> int | None:
        """The number of the process, once it has been started."""
        return self._shared.process.pid if self._shared.process else None


class LeftToDo:
    """The pieces that are left, and the time that they will take by what pieces of their kind have taken.

    A relation or classifier of which no piece is done counts by its estimate, times how far the others were
    from theirs.
    """

    def __init__(self, costs: Mapping[str, float], left: Mapping[str, int]) -> None:
        self._costs, self._left = dict(costs), Counter(left)
        self._taken: dict[str, list[float]] = {}

    def done(self, score: Score) -> None:
        """Take a piece off."""
        self._left[score.column] -= 1
        self._taken.setdefault(score.column, []).append(score.seconds)

    def seconds(self) -> float | None:
        """Until all is done; None before the first piece."""
        if not self._taken:
            return None
        means = {column: sum(taken) / len(taken) for column, taken in self._taken.items()}
        pace = sum(means.values()) / max(sum(self._costs.get(column, 0.0) for column in means), 1e-9)
        return sum(
            count * means.get(column, pace * self._costs.get(column, 0.0))
            for column, count in self._left.items()
        )


class _Shared:
    """What the page's handle and the thread that serves the process have in common."""

    def __init__(self, data: Dataset, design: Design, known: list[Score]) -> None:
        self.scores = known
        pieces, there = design.pieces(design.deals(data)), {(score.fold, score.column) for score in known}
        self.left = LeftToDo(
            leaderboard_cost.piece_costs(data, design),
            Counter(column for fold, column in pieces if (fold, column) not in there),
        )
        self.told = Progress("waiting", len(known), len(pieces))
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
        """The progress with the time left."""
        told = self.told
        if told.state != "running":
            return told
        with self.lock:
            return Progress("running", told.done, told.total, self.left.seconds())

    def work(self, message: bytes) -> None:
        """Wait for a turn, start the process, feed it, and take in what it answers."""
        while not _turns.acquire(timeout=POLL_SECONDS):
            if self._abandoned() or self.told.ended:
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
                process = self.process = _start()
            except OSError as error:
                words = f"The comparison could not be started: {error.strerror}. Try again in a few minutes."
                self.told = Progress("failed", self.told.done, self.told.total, None, words)
                return
            self.told = Progress("running", self.told.done, self.told.total)
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
        elif "end" in said:
            with self.lock:
                if not self.told.ended:
                    self.told = Progress("finished", self.told.done, self.told.total)
        else:
            score = Score(**{**said, "decided": tuple(said["decided"])})
            with self.lock:
                if self.told.ended:
                    return
                self.scores.append(score)
                self.left.done(score)
                self.told = Progress("running", self.told.done + 1, self.told.total)

    def _watch(self, process: subprocess.Popen[bytes]) -> None:
        while process.poll() is None:
            if time.monotonic() - self.started > MOST_SECONDS:
                minutes = f"{MOST_SECONDS / 60:.0f} minutes"
                self.stop("cancelled", f"Stopped after {minutes}, the limit of a page. Continue to go on.")
            self._abandoned()
            time.sleep(POLL_SECONDS)

    def _abandoned(self) -> bool:
        """Stop if nobody has looked for a while, and say whether."""
        if time.monotonic() - self.seen <= ALONE_SECONDS:
            return False
        self.stop("cancelled", "Stopped because nobody was looking. Continue to go on.")
        return True


def _start() -> subprocess.Popen[bytes]:
    return piped("frnn_core.your_data.worker")


def packed(data: Dataset, design: Design, known: Iterable[Score] = ()) -> bytes:
    """Data and design as one message: a line of JSON, then the arrays as npz, without pickles."""
    arrays = {"X": data.X, "y": data.y, **{f"fold{i}": rows for i, rows in enumerate(data.folds)}}
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **arrays)
    head = {
        "bytes": buffer.tell(),
        "name": data.name,
        "features": data.feature_names,
        "columns": [(column.name, column.role, column.values) for column in data.columns],
        "folds": len(data.folds),
        "design": design.text(),
        "known": [(score.fold, score.column) for score in known],
    }
    return json.dumps(head).encode() + b"\n" + buffer.getvalue()


def unpacked(stream: IO[bytes]) -> tuple[Dataset, Design, set[tuple[int, str]]]:
    """Read the message; the stream is left open."""
    head = json.loads(stream.readline())
    arrays = np.load(io.BytesIO(stream.read(head["bytes"])), allow_pickle=False)
    folds = tuple(arrays[f"fold{i}"] for i in range(head["folds"]))
    columns = tuple(Column(name, role, tuple(values)) for name, role, values in head["columns"])
    names = tuple(head["features"])
    data = Dataset(head["name"], arrays["X"], arrays["y"], names, folds=folds, columns=columns)
    return data, Design.of_text(head["design"]), {(fold, column) for fold, column in head["known"]}


def main(source: IO[bytes], target: IO[bytes]) -> None:
    """What the process does: read, compute, tell each piece as it comes."""

    def tell(said: dict[str, Any]) -> None:
        target.write(json.dumps(said).encode() + b"\n")
        target.flush()

    try:
        data, design, known = unpacked(source)
        end_with(source)
        for score in fold_scores(data, design, known):
            tell(asdict(score))
    except BrokenPipeError:
        os._exit(1)
    except FRNNError as error:
        tell({"error": str(error)})
    except MemoryError:
        tell({"error": "There is not enough memory for this table. Use fewer rows, columns or relations."})
    else:
        tell({"end": True})


if __name__ == "__main__":
    step_back()
    main(sys.stdin.buffer, sys.stdout.buffer)
    os._exit(0)
