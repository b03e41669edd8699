"""Units of work on a table that must be kept nowhere, in a process of its own.

What is found is held in the memory of whoever asked.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from typing import Any

from frnn_core.data import Dataset
from frnn_core.data.loading import look_also
from frnn_core.errors import FRNNError
from frnn_core.experiments import served
from frnn_core.experiments.cost import relative
from frnn_core.experiments.evaluate import evaluate
from frnn_core.experiments.plan import Unit, unit_of_text, unit_texts
from frnn_core.experiments.served import Handle, Kind, Said, Served, Tell
from frnn_core.experiments.store import Result, ResultKey

MOST_RESULTS = 30_000
RUNS = Kind(
    "frnn_core.experiments.apart",
    name="run",
    many="runs are under way or",
    go_on="go on to have the rest",
)
NO_ROOM = "There is not enough memory for this table. Use fewer rows or columns."


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


class Run(Handle):
    """Units under way; the process stops when nothing refers to this any more."""

    def __init__(self, data: Dataset, pending: Sequence[Unit], memory: Memory) -> None:
        if too_many := RUNS.full():
            raise ApartError(too_many)
        super().__init__(_Units(pending, memory), packed(data, pending))


class _Units(Served):
    """Units of work, and where their results are kept."""

    def __init__(self, pending: Sequence[Unit], memory: Memory) -> None:
        super().__init__(RUNS, len(pending))
        self.costs, self.memory = [relative(unit) for unit in pending], memory

    def take(self, said: Said) -> None:
        """Keep the results of a unit."""
        self.memory.keep(_result(given) for given in said["results"])

    def seconds_left(self) -> float | None:
        """By the pace so far; None before the first unit."""
        done = sum(self.costs[: self.told.done])
        if not done:
            return None
        return (time.monotonic() - self.started) / done * sum(self.costs[self.told.done :])


def _result(given: dict[str, Any]) -> Result:
    return Result(**given | {"key": ResultKey(**given["key"])})


def packed(data: Dataset, pending: Sequence[Unit]) -> bytes:
    """The message to the process, in which the table has the name by which the units know it."""
    return served.packed(replace(data, name=pending[0].dataset), {"units": unit_texts(pending)})


def find(data: Dataset, asked: Said, tell: Tell) -> None:
    """What the process does."""
    look_also("sent", {data.name: data}.get)
    for text in asked["units"]:
        tell({"results": [asdict(result) for result in evaluate(unit_of_text(text))]})


if __name__ == "__main__":
    served.main(find, NO_ROOM)
