"""A comparison in a process of its own, so that a page stays quick and can stop it at once."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict

from frnn_core.data import Dataset
from frnn_core.errors import FRNNError
from frnn_core.experiments import served
from frnn_core.experiments.served import Handle, Kind, Said, Served, Tell
from frnn_core.your_data import cost as leaderboard_cost
from frnn_core.your_data.fold_scores import Design, Score, fold_scores
from frnn_core.your_data.time_left import LeftToDo

COMPARISONS = Kind(
    "frnn_core.your_data.worker",
    name="comparison",
    many="comparisons are running or",
    go_on="continue to go on from there",
)
NO_ROOM = "There is not enough memory for this table. Use fewer rows, columns or relations."


class LeaderboardError(FRNNError):
    """A comparison cannot be started; the message says why and what to do."""


class Run(Handle):
    """A comparison under way; it stops when nothing refers to it any more.

    Parameters
    ----------
    known : pieces of an earlier run, which are not computed again
    """

    def __init__(self, data: Dataset, design: Design, known: Iterable[Score] = ()) -> None:
        if too_many := COMPARISONS.full():
            raise LeaderboardError(too_many)
        self._pieces = _Pieces(data, design, list(known))
        super().__init__(self._pieces, packed(data, design, self._pieces.scores))

    def scores(self) -> list[Score]:
        """All pieces so far, the known ones among them."""
        self._pieces.look()
        return list(self._pieces.scores)


class _Pieces(Served):
    """The pieces of a comparison: those that are there, and those that are left."""

    def __init__(self, data: Dataset, design: Design, known: list[Score]) -> None:
        pieces, there = design.pieces(design.deals(data)), {(score.fold, score.column) for score in known}
        super().__init__(COMPARISONS, len(pieces), done=len(known))
        self.scores = known
        self.heard = time.monotonic()
        self.left = LeftToDo(
            leaderboard_cost.piece_costs(data, design),
            Counter(column for fold, column in pieces if (fold, column) not in there),
        )

    def take(self, said: Said) -> None:
        """Keep a piece."""
        score = Score(**{**said, "decided": tuple(said["decided"])})
        self.scores.append(score)
        self.left.done(score.column, max(score.seconds, self._since_last()))

    def seconds_left(self) -> float | None:
        """Until all is done; None before the first piece."""
        return self.left.seconds(time.monotonic() - self.heard)

    def _since_last(self) -> float:
        """Seconds since the piece before, with what lies between two; none before the first, which loads."""
        before, self.heard = self.heard, time.monotonic()
        return self.heard - before if self.left.begun else 0.0


def packed(data: Dataset, design: Design, known: Iterable[Score] = ()) -> bytes:
    """The message to the process."""
    done = [(score.fold, score.column) for score in known]
    return served.packed(data, {"design": design.text(), "known": done})


def find(data: Dataset, asked: Said, tell: Tell) -> None:
    """What the process does."""
    known = {(fold, column) for fold, column in asked["known"]}
    for score in fold_scores(data, Design.of_text(asked["design"]), known):
        tell(asdict(score))


if __name__ == "__main__":
    served.main(find, NO_ROOM)
