"""What clicks do to the points, and how that is written in a link.

An edit is a word: ``a612.1`` puts a point of the second class at target 612, ``c57.0`` gives point 57 to
the first class, ``x57`` removes it. A line of edits is joined by underscores.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from frnn_core.data.dataset import Dataset
from frnn_core.errors import ParameterError
from frnn_core.studies.playground.board import PLACES, Board

MOST_EDITS = 60
FEWEST_OF_A_CLASS = 2
MODES = ("ask", "add", "relabel", "remove")
_FORM = re.compile(r"(?:(a|c)([0-9]{1,4})\.([0-9]{1,2})|(x)([0-9]{1,4}))")


@dataclass(frozen=True)
class Edit:
    """One click: `kind` is a (add at a target), c (change the class of a point) or x (remove a point)."""

    kind: str
    where: int
    code: int = 0

    def __str__(self) -> str:
        return f"x{self.where}" if self.kind == "x" else f"{self.kind}{self.where}.{self.code}"


Edits = tuple[Edit, ...]


def read_edits(text: str) -> Edits:
    """Edits from a link; an error says what is wrong with it."""
    words = text.split("_") if text else []
    if len(words) > MOST_EDITS:
        raise ParameterError(f"there can be {MOST_EDITS} edits at most")
    return tuple(_read(word) for word in words)


def _read(word: str) -> Edit:
    found = _FORM.fullmatch(word)
    if not found:
        raise ParameterError(f"{word[:12]!r} is no edit")
    kind, where, code, removal, removed = found.groups()
    return Edit("x", int(removed)) if removal else Edit(kind, int(where), int(code))


def write_edits(edits: Sequence[Edit]) -> str:
    """The same as text."""
    return "_".join(str(edit) for edit in edits)


def edited(start: Board, edits: Sequence[Edit]) -> Board:
    """The board after some edits, all of them possible."""
    now = start
    for edit in edits:
        refusal = refused(now, edit)
        if refusal:
            raise ParameterError(refusal)
        now = _after(start, now, edit)
    return now


def possible(start: Board, edits: Sequence[Edit]) -> tuple[Edits, list[str]]:
    """The edits that can be made one after the other, and why the others cannot."""
    now, kept, reasons = start, [], []
    for edit in edits:
        refusal = refused(now, edit)
        if refusal:
            reasons.append(refusal)
        else:
            kept.append(edit)
            now = _after(start, now, edit)
    return tuple(kept), reasons


def refused(now: Board, edit: Edit) -> str:
    """Why an edit cannot be made; empty where it can."""
    classes = now.data.class_names
    if edit.kind == "a":
        if edit.where >= PLACES**2:
            return f"there is no place {edit.where} on the square"
    else:
        if edit.where not in now.numbers:
            return f"there is no point {edit.where}"
        code = int(now.data.codes[now.numbers == edit.where][0])
        if now.data.class_counts[code] <= FEWEST_OF_A_CLASS and not (edit.kind == "c" and edit.code == code):
            return f"class {classes[code]} keeps {FEWEST_OF_A_CLASS} points at least"
    if edit.code >= len(classes):
        return f"there is no class number {edit.code + 1}"
    return ""


def _after(start: Board, now: Board, edit: Edit) -> Board:
    X, y, numbers, marks = now.data.X, now.data.y, now.numbers, now.edited
    label = now.data.class_names[edit.code]
    if edit.kind == "a":
        number = max(int(numbers.max()), len(start.numbers) - 1) + 1
        X = np.vstack([X, now.square.place(edit.where)])
        y, numbers, marks = np.append(y, label), np.append(numbers, number), np.append(marks, 1)
    elif edit.kind == "c":
        here = numbers == edit.where
        y, marks = np.where(here, label, y), np.where(here, 1, marks)
    else:
        stays = numbers != edit.where
        X, y, numbers, marks = X[stays], y[stays], numbers[stays], marks[stays]
    data = Dataset(now.data.name, X, y, now.data.feature_names, now.data.source, now.data.notes)
    return replace(now, data=data, numbers=numbers, edited=marks)


def point_target(number: int) -> int:
    """What a figure calls a point, to tell it from a place, which it calls by its number."""
    return -1 - number


def place_of(now: Board, target: int) -> int:
    """The place that was clicked; a point counts as the place nearest to it."""
    if target >= 0:
        return target
    return now.square.nearest(now.data.X[now.numbers == -1 - target][0])


def edit_of(now: Board, mode: str, target: int, new_code: int) -> Edit | None:
    """The edit that a click asks for; none where it hits no point and needs one."""
    if mode == "add":
        return Edit("a", place_of(now, target), new_code)
    number = -1 - target
    if target >= 0 or number not in now.numbers or mode == "ask":
        return None
    if mode == "remove":
        return Edit("x", number)
    code = int(now.data.codes[now.numbers == number][0])
    return Edit("c", number, (code + 1) % len(now.data.class_names))
