"""How long a comparison under way will still take, by the pace of the machine of late."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from statistics import median_low

HALF = 0.06
"""After this share of all work a piece counts half for the pace: slowing down is soon noticed."""

CALM = 0.1
"""So much of all work at a pace of 1 is counted as well: a few short pieces say little of the machine."""


class LeftToDo:
    """The pieces that are left, and the time that they will take at the pace of late.

    A piece of a kind weighs what pieces of its kind have taken (the median, for the first of a kind may load
    a library), each divided by the pace of its time: how many seconds a second of work took. So a change of
    the machine changes the pace and no weight.
    A kind of which no piece is done weighs its estimate, times how far the others were from theirs.

    Parameters
    ----------
    costs : the estimated cost of a piece of every kind
    left : how many pieces of every kind there are to do
    """

    def __init__(self, costs: Mapping[str, float], left: Mapping[str, int]) -> None:
        self._costs, self._left = dict(costs), Counter(left)
        self._pieces = sum(left.values())
        self._weighed: dict[str, list[float]] = {}
        self._seconds = self._work = 0.0

    @property
    def begun(self) -> bool:
        """Whether a piece is done."""
        return bool(self._weighed)

    def done(self, column: str, seconds: float) -> None:
        """Take a piece off, which took so long."""
        self._left[column] -= 1
        expected = self._weights().get(column) if column in self._weighed else None
        if expected:
            kept = 0.5 ** (expected / max(HALF * self._all(), 1e-12))
            self._seconds = kept * self._seconds + seconds
            self._work = kept * self._work + expected
        at_pace_of_one = seconds / self._pace
        self._weighed.setdefault(column, []).append(at_pace_of_one)

    def seconds(self, since: float = 0.0) -> float | None:
        """Until all is done, where the last piece was done so long ago; None before the first piece."""
        if not self._weighed:
            return None
        weights = self._weights()
        scale = self._scale(weights)
        each = {
            column: self._pace * weights.get(column, scale * self._costs.get(column, 0.0))
            for column, count in self._left.items()
            if count > 0
        }
        under_way = min(since, max(each.values(), default=0.0))
        return sum(self._left[column] * took for column, took in each.items()) - under_way

    @property
    def _pace(self) -> float:
        """Seconds that a second of work takes of late; 1 as long as no kind was done twice."""
        if not self._work:
            return 1.0
        calm = CALM * self._all()
        return (self._seconds + calm) / (self._work + calm)

    def _all(self) -> float:
        """About how many seconds everything takes at a pace of 1."""
        weights = self._weights()
        return sum(weights.values()) / len(weights) * self._pieces

    def _weights(self) -> dict[str, float]:
        """Seconds of a piece of every kind that was done, at a pace of 1."""
        return {column: median_low(taken) for column, taken in self._weighed.items()}

    def _scale(self, weights: Mapping[str, float]) -> float:
        """How many times their estimates the kinds that were done weigh."""
        return sum(weights.values()) / max(sum(self._costs.get(column, 0.0) for column in weights), 1e-9)
