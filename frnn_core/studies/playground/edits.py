"""What clicks and drags do to the points, and how that is written in a link.

An edit is a word: ``a612.1`` puts a point of the second class at target 612, ``p5000.0.1`` at the middle of
the lower edge, ``m57.5000.0`` moves point 57 there, ``c57.0`` gives it to the first class, ``x57`` removes
it. A line of edits is joined by underscores.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from frnn_core.data.dataset import Dataset
from frnn_core.errors import ParameterError
from frnn_core.studies.playground.board import PLACES, Board

MOST_EDITS = 150
FEWEST_OF_A_CLASS = 2
MODES = ("ask", "add", "relabel", "remove")
_FORM = re.compile(
    r"(?P<kind>[ac])(?P<where>[0-9]{1,4})\.(?P<code>[0-9]{1,2})|x(?P<removed>[0-9]{1,4})"
    r"|p(?P<put>[0-9]{1,4}\.[0-9]{1,4})\.(?P<of>[0-9]{1,2})|m(?P<moved>[0-9]{1,4})\.(?P<to>[0-9]{1,4}\.[0-9]{1,4})"
)


@dataclass(frozen=True)
class Edit:
    """One change of the points.

    `kind` is a (add at a target), p (put at any place), m (move a point), c (change its class) or x (remove).
    `where` is the number of a target or of a point; `at` is a place, counted along a fine lattice.
    """

    kind: str
    where: int = 0
    code: int = 0
    at: tuple[int, int] = (0, 0)

    def __str__(self) -> str:
        place = f"{self.at[0]}.{self.at[1]}"
        texts = {"x": f"x{self.where}", "p": f"p{place}.{self.code}", "m": f"m{self.where}.{place}"}
        return texts.get(self.kind) or f"{self.kind}{self.where}.{self.code}"


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
    part = found.groupdict()
    if part["removed"]:
        return Edit("x", int(part["removed"]))
    if part["put"]:
        return Edit("p", code=int(part["of"]), at=_place(part["put"]))
    if part["moved"]:
        return Edit("m", int(part["moved"]), at=_place(part["to"]))
    return Edit(part["kind"], int(part["where"]), int(part["code"]))


def _place(text: str) -> tuple[int, int]:
    across, up = text.split(".")
    return int(across), int(up)


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
    elif edit.kind != "p":
        if edit.where not in now.numbers:
            return f"there is no point {edit.where}"
        code = int(now.data.codes[now.numbers == edit.where][0])
        leaves = edit.kind == "x" or (edit.kind == "c" and edit.code != code)
        if leaves and now.data.class_counts[code] <= FEWEST_OF_A_CLASS:
            return f"class {classes[code]} keeps {FEWEST_OF_A_CLASS} points at least"
    if edit.code >= len(classes):
        return f"there is no class number {edit.code + 1}"
    return ""


def _after(start: Board, now: Board, edit: Edit) -> Board:
    X, y, numbers, marks = now.data.X, now.data.y, now.numbers, now.edited
    label = now.data.class_names[edit.code]
    if edit.kind in ("a", "p"):
        number = max(int(numbers.max()), len(start.numbers) - 1) + 1
        place = now.square.place(edit.where) if edit.kind == "a" else now.square.fine(edit.at)
        X = np.vstack([X, place])
        y, numbers, marks = np.append(y, label), np.append(numbers, number), np.append(marks, 1)
    elif edit.kind == "m":
        here = numbers == edit.where
        X, marks = np.where(here[:, None], now.square.fine(edit.at), X), np.where(here, 1, marks)
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
