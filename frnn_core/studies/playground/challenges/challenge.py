"""What a challenge is: a board to begin with, what may be changed, and a check by computation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from frnn_core.engine.explanation import Explanation
from frnn_core.engine.measures import balanced_accuracy, confusion
from frnn_core.engine.registry import Registry
from frnn_core.errors import Undefined
from frnn_core.relations import RELATIONS
from frnn_core.studies.playground.board import Board, Source
from frnn_core.studies.playground.decision import Rule
from frnn_core.studies.playground.edits import Edits, edited, read_edits
from frnn_core.studies.playground.start import board
from frnn_core.text import apart, listed

KINDS = {"m": "moved", "c": "given another class", "x": "removed", "p": "added", "a": "added"}
SETTINGS = {"k": "k", "gamma": "γ", "weights": "the weights", "normalise": "the ranges"}
CLOSE = 1e-4
"""Of the width of a square: nearer than this the star has not been moved; the address keeps six digits."""


@dataclass(frozen=True)
class Attempt:
    """What is on the board: points, star, and one relation or two."""

    source: Source
    star: tuple[float, float]
    rules: tuple[Rule, ...]
    edits: str = ""


@dataclass(frozen=True)
class Free:
    """What may be changed.

    `settings` are fields of a rule, in which "relation" is that of A; `points` may be edited, in these kinds
    (letters as in `Edit.kind`).
    """

    star: bool = False
    settings: tuple[str, ...] = ()
    points: int = 0
    kinds: str = ""


@dataclass(frozen=True)
class Verdict:
    """Whether a challenge is solved, and what was computed for it."""

    solved: bool
    words: str


@dataclass(frozen=True)
class Solution:
    """A way to solve a challenge, in words, and what it changes of the start."""

    words: str
    star: tuple[float, float] | None = None
    edits: str = ""
    settings: tuple[tuple[str, int | float | str], ...] = ()


@dataclass(frozen=True, eq=False)
class Position:
    """What a check looks at: the points at the start and now, and what each relation says of the star.

    `first` are the answers at the start, `told` those of now.
    """

    start: Board
    board: Board
    edits: Edits
    rules: tuple[Rule, ...]
    first: tuple[Explanation, ...]
    told: tuple[Explanation, ...]

    def name(self, place: int = 0) -> str:
        """A relation in words."""
        return RELATIONS[self.rules[place].relation].label

    def answer(self, place: int = 0) -> str:
        """The class of the star."""
        return str(self.told[place].predictions[0])

    def flipped(self, place: int = 0) -> bool:
        """Whether the star has another class than at the start."""
        return self.answer(place) != str(self.first[place].predictions[0])

    def says(self, place: int = 0) -> str:
        """The class of the star and its lead, by a relation."""
        told = self.told[place]
        lead = apart(float(told.margins[0]), 0)[0]
        return f"{self.name(place)}: class {told.predictions[0]}, by {lead}"

    def right(self, place: int = 0) -> float:
        """Leave-one-out balanced accuracy of a relation on the points of now."""
        data, model = self.board.data, self.rules[place].model(self.board)
        counts = confusion(data.codes, model.left_out()[:, None], len(data.class_names))
        return float(balanced_accuracy(counts)[0])


Check = Callable[[Position], Verdict]


@dataclass(frozen=True)
class Challenge:
    """Something to bring about.

    Attributes
    ----------
    task : what to do, in one sentence
    start : what is on the board at first; not solved
    free : what may be changed
    hint : where to look
    lesson : what is to be learned, said when it is solved
    """

    key: str
    task: str
    start: Attempt
    free: Free
    hint: str
    lesson: str
    solution: Solution
    check: Check

    @property
    def number(self) -> int:
        """Its place, from 1."""
        return list(CHALLENGES).index(self.key) + 1


CHALLENGES = Registry[Challenge]("challenge")


def challenge(
    task: str, start: Attempt, free: Free, *, hint: str, lesson: str, solution: Solution
) -> Callable[[Check], Check]:
    """Register a check as the next challenge."""

    def register(check: Check) -> Check:
        key = check.__name__.replace("_", "-")
        CHALLENGES.add(key, Challenge(key, task, start, free, hint, lesson, solution, check))
        return check

    return register


def judge(asked: Challenge, attempt: Attempt) -> Verdict:
    """Whether an attempt solves a challenge; what was changed beyond what may be is named."""
    beyond = _beyond(asked, attempt)
    if beyond:
        return Verdict(False, beyond)
    first, edits = board(attempt.source), read_edits(attempt.edits)
    now = edited(first, edits)
    try:
        before = tuple(_told(rule, first, asked.start.star) for rule in asked.start.rules)
        told = tuple(_told(rule, now, attempt.star) for rule in attempt.rules)
    except Undefined as undefined:
        return Verdict(False, f"Undefined on these points: {undefined.reason}.")
    return asked.check(Position(first, now, edits, attempt.rules, before, told))


def _told(rule: Rule, on: Board, star: tuple[float, float]) -> Explanation:
    model = rule.model(on)
    return model.explain(model.normaliser(np.array([star])))


def solved_by(asked: Challenge, solution: Solution) -> Attempt:
    """The start, changed as a solution says."""
    start = asked.start
    settings = dict(solution.settings)
    relation = str(settings.pop("relation", start.rules[0].relation))
    rules = [replace(rule, **settings) for rule in start.rules]  # type: ignore[arg-type]
    rules[0] = replace(rules[0], relation=relation)
    star = solution.star or start.star
    return Attempt(start.source, star, tuple(rule.effective for rule in rules), solution.edits)


def _beyond(asked: Challenge, attempt: Attempt) -> str:
    """What was changed that may not be, with the way back."""
    start, free = asked.start, asked.free
    if attempt.source != start.source:
        return "These are other points than those of the challenge: start again."
    moved = [] if free.star or _same_place(start, attempt) else ["the star"]
    found = [*moved, *_settings(start.rules, attempt.rules, free.settings), *_points(attempt.edits, free)]
    return f"Changed beyond what is asked: {listed(found)}. Undo it, or start again." if found else ""


def _same_place(start: Attempt, attempt: Attempt) -> bool:
    square = board(start.source).square
    width = np.array(square.high) - np.array(square.low)
    return bool((np.abs(np.array(start.star) - attempt.star) <= CLOSE * width).all())


def _settings(start: Sequence[Rule], now: Sequence[Rule], free: Sequence[str]) -> list[str]:
    """What decides besides the points and may not be changed, but was."""
    if len(start) != len(now):
        return ["relation B"]
    found = []
    for letter, old, new in zip("AB", start, now, strict=False):
        if old.relation == new.relation:
            found += [
                name for field, name in SETTINGS.items() if _differ(old, new, field) and field not in free
            ]
        elif letter == "B" or "relation" not in free:
            found.append(f"relation {letter}")
    return list(dict.fromkeys(found))


def _differ(old: Rule, new: Rule, field: str) -> bool:
    return bool(getattr(old.effective, field) != getattr(new.effective, field))


def _points(text: str, free: Free) -> list[str]:
    """What was done to points beyond what may be."""
    edits = read_edits(text)
    kinds = dict.fromkeys(edit.kind for edit in edits if edit.kind not in free.kinds)
    found = [f"a point was {KINDS[kind]}" for kind in kinds]
    count = len({edit.where if edit.kind in "mcx" else str(edit) for edit in edits})
    if not found and count > free.points:
        found.append(f"{count} points and not {free.points}")
    return found
