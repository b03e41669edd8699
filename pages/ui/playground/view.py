"""What the Playground shows: the points after edits, the decisions, the query, and what a click changes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from frnn_core import RELATIONS
from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.explanation import Explanation
from frnn_core.studies.playground import (
    MIDDLE,
    MOST_EDITS,
    Board,
    Decision,
    Rule,
    Source,
    coloured,
    disagreement,
    edit_of,
    edited,
    place_of,
    possible,
    read_edits,
    refused,
    write_edits,
)
from frnn_core.studies.playground.figures.square import Scene
from frnn_core.text import number
from pages.ui import link_notes, state, visit
from pages.ui.controls import gamma_text
from pages.ui.playground import cache
from pages.ui.playground.controls import (
    CLICK,
    EDITS,
    LAYER,
    LCLASS,
    NEWCLASS,
    QUERY,
    bounded,
    rules,
    source,
)
from pages.ui.points import within, write_point


@dataclass(frozen=True, eq=False)
class Panel:
    """One relation: its rule, what it decides, and what it says of the query (None where undefined)."""

    rule: Rule
    decided: Decision | str
    told: Explanation | None

    @property
    def name(self) -> str:
        """The relation in words."""
        return RELATIONS[self.rule.relation].label

    @property
    def settings(self) -> str:
        """What decides besides the relation."""
        gamma = f", γ = {gamma_text(self.rule.gamma)}" if RELATIONS[self.rule.relation].uses_gamma else ""
        return f"k = {self.rule.k}{gamma}, {self.rule.weights} weights"

    @property
    def summary(self) -> str:
        """That, and how many points it gets right."""
        right = "" if isinstance(self.decided, str) else f"; leave-one-out {number(self.decided.balanced)}"
        return f"{self.settings}{right}"


@dataclass(frozen=True, eq=False)
class View:
    """All that is on screen."""

    asked: Source
    edits: str
    board: Board
    panels: list[Panel]
    query: FloatArray
    layer: str
    code: int

    def words(self, text: str) -> str:
        """A sentence as Markdown, names from the data as they stand."""
        return visit.words(self.asked.name, text)

    @property
    def names(self) -> list[str]:
        """The relations in words."""
        return [panel.name for panel in self.panels]

    @property
    def decisions(self) -> list[Decision | str]:
        """What they decide."""
        return [panel.decided for panel in self.panels]

    @property
    def defined(self) -> list[Decision]:
        """The decisions that there are."""
        return [told for told in self.decisions if not isinstance(told, str)]

    @property
    def coloured(self) -> tuple[int, ...]:
        """The classes with a colour."""
        told = [panel.told for panel in self.panels if panel.told is not None]
        return coloured(len(self.board.data.class_names), told)

    def key(self, panel: Panel) -> tuple[object, ...]:
        """What tells the pictures of a panel apart from all others."""
        rules = [shown.rule for shown in self.panels]
        query = self.query.tolist()
        return self.asked, self.edits, panel.rule, rules, query, self.layer, self.code, state.value(CLICK)

    @property
    def class_label(self) -> str:
        """What the class of the layer is for; empty where the layer has none."""
        if self.layer in ("lower", "upper"):
            return "Layer’s class"
        per_class = any(decided.per_class for decided in self.defined)
        return "Point’s class" if self.layer == "similarity" and per_class else ""


def current() -> View:
    """The view that the state asks for; what a link got wrong is noted and ignored."""
    asked = source()
    base = cache.board(asked)
    kept, reasons = possible(base, read_edits(state.value(EDITS)))
    if reasons:
        link_notes.note("edits", f"{reasons[0]}", f"a board with {len(kept)} edits")
        st.session_state[EDITS.name] = write_edits(kept)
    classes = base.data.class_names
    for param in (NEWCLASS, LCLASS):
        bounded(param, len(classes), f"{visit.called(asked.name)} has {len(classes)} classes", 1)
    board = edited(base, kept)
    place = query(base)
    panels = []
    for rule in rules():
        decided = cache.decision(asked, write_edits(kept), rule)
        told = None if isinstance(decided, str) else decided.explain(place)
        panels.append(Panel(rule, decided, told))
    return View(asked, write_edits(kept), board, panels, place, state.value(LAYER), state.value(LCLASS) - 1)


def query(base: Board) -> FloatArray:
    """The place that is asked about: the query of the address, else the middle."""
    text = state.value(QUERY)
    if not text:
        return base.square.place(MIDDLE)
    point = within(text, base.square.low, base.square.high)
    if point is None:
        link_notes.note(f"query = {text}", "that is outside the square", "the middle")
        st.session_state[QUERY.name] = ""
        return base.square.place(MIDDLE)
    return point


def overlay(view: View, panel: Panel) -> Scene:
    """What is drawn over a relation's square."""
    decided, told = panel.decided, panel.told
    if isinstance(decided, str) or told is None:
        raise TypeError("an undefined relation has no picture")
    label = view.board.data.class_names[view.code]
    field: NDArray[np.floating] | None = None
    meaning = ""
    if view.layer == "lower":
        field = decided.lower[..., view.code]
        meaning = f"Lower membership in class {label}."
    elif view.layer == "upper":
        field = decided.upper[..., view.code]
        meaning = f"Upper membership in class {label}."
    elif view.layer == "similarity":
        field = decided.similarities(view.query, view.board, view.code)
        of = f" of class {label}" if decided.per_class else ""
        meaning = f"Similarity of the query to a point{of} there."
    both = view.defined if len(view.defined) == 2 else None
    return Scene(
        view.query,
        told,
        view.coloured,
        field,
        meaning,
        flat=view.layer == "neighbours",
        apart=disagreement(*both) if both else None,
        places=state.value(CLICK) in ("ask", "add"),
    )


def take_click(view: View, target: int) -> None:
    """Do what a click asks for, and draw the page anew if that changes something."""
    mode = state.value(CLICK)
    if mode == "ask":
        text = write_point(view.board.square.place(place_of(view.board, target)))
        if text != state.value(QUERY):
            state.put(QUERY, text)
        return
    edit = edit_of(view.board, mode, target, state.value(NEWCLASS) - 1)
    if edit is None:
        return
    edits = read_edits(state.value(EDITS))
    reason = refused(view.board, edit)
    if len(edits) >= MOST_EDITS:
        reason = f"{MOST_EDITS} edits are the most; undo some, or clear them"
    if reason:
        st.toast(f"Not done: {reason}.", icon=":material/block:")
    else:
        state.put(EDITS, write_edits((*edits, edit)))
