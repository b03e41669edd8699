"""What the playground says in sentences, every number computed."""

from __future__ import annotations

from frnn_core.engine.explanation import Explanation
from frnn_core.studies.playground.board import Board
from frnn_core.studies.playground.decision import Decision, disagreement
from frnn_core.text import apart, counted, number


def percent(share: float) -> str:
    """A share as a sentence says it; small ones keep a digit, and only all or nothing is 100 or 0."""
    value = 100 * share
    if 0 < value < 0.1:
        return "less than 0.1\N{NO-BREAK SPACE}%"
    if 99.9 < value < 100:
        return "more than 99.9\N{NO-BREAK SPACE}%"
    small = 0 < value < 2 or 98 < value < 100
    return f"{value:.1f}\N{NO-BREAK SPACE}%" if small else f"{value:.0f}\N{NO-BREAK SPACE}%"


def finding(board: Board, names: list[str], decisions: list[Decision | str]) -> str:
    """The one sentence above the pictures, for one relation or two."""
    there = [(name, told) for name, told in zip(names, decisions, strict=True) if not isinstance(told, str)]
    if not there:
        return f"{' and '.join(dict.fromkeys(names))}: undefined on these points."
    over = f"Leave-one-out balanced accuracy over {counted(len(board.data.y), 'point')}"
    if len(there) == 1:
        name, told = there[0]
        return f"{name}: {over[0].lower()}{over[1:]} is {number(told.balanced)}."
    (first, a), (second, b) = there
    share = float(disagreement(a, b).mean())
    if share:
        differ = f"{first} and {second} disagree on {percent(share)} of the square."
    else:
        differ = f"{first} and {second} agree on the whole square."
    return f"{differ} {over}: A {number(a.balanced)}, B {number(b.balanced)}."


def answer(name: str, told: Explanation) -> str:
    """What a relation says of the query."""
    best = told.scores[0].argsort(kind="stable")[::-1]
    winner = int(told.scores[0].argmax())
    rival = next(int(code) for code in best if code != winner)
    margin = float(told.margins[0])
    scores = " against ".join(apart(float(told.scores[0, winner]), float(told.scores[0, rival])))
    if margin == 0:
        return (
            f"{name}: class {told.classes[winner]}, the first of a tie with class {told.classes[rival]} "
            f"({scores})."
        )
    lead = apart(margin, 0)[0]
    return f"{name}: class {told.classes[winner]}, ahead of class {told.classes[rival]} by {lead} ({scores})."


def sampled(board: Board, points: int) -> str:
    """Where the points come from, and that the model has no others."""
    if points == board.of:
        return f"All {points:,} points are drawn, and FRNN decides from them."
    return (
        f"A stratified sample of {points:,} of {board.of:,} rows (seed 0, two or more of each class) is "
        "drawn, and FRNN decides from those rows alone."
    )
