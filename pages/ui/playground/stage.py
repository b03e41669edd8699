"""The Playground's squares as a scene: points move under the finger, and the answer with them."""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st

from frnn_core import RELATIONS
from frnn_core.studies.playground import (
    FEWEST_OF_A_CLASS,
    FINE,
    PLACES,
    possible,
    read_edits,
    write_edits,
)
from frnn_core.studies.playground.figures import query_bars, square
from frnn_core.studies.playground.figures.class_marks import ClassMarks
from pages.ui import layout, print_size, scene
from pages.ui.cache import fresh
from pages.ui.playground import cache, controls
from pages.ui.playground.controls import EDITS, QUERY
from pages.ui.playground.view import Panel, View, overlay, query
from pages.ui.points import write_point

KEY = "playground scene"
BARS = ("upper", "lower", "score")


def spec(view: View) -> dict[str, Any] | None:
    """What the scene is told; None where the browser cannot compute one of the relations."""
    look, board, data = layout.look(), view.board, view.board.data
    start = cache.board(view.asked)
    marks = ClassMarks(view.coloured, look.colours)
    two = len(view.panels) == 2
    legend = [("☆", look.colours.text, "the query"), *marks.key(data.class_names)]
    if len(view.defined) == 2:
        legend.append(("╱╱", look.colours.text, "the two disagree"))
    return scene.spec(
        data,
        [_panel(view, panel, letter) for panel, letter in zip(view.panels, "AB", strict=False)],
        view.query.tolist(),
        (board.square.low, board.square.high),
        look,
        marks=marks,
        layer=view.layer,
        code=view.code,
        show=scene.Show(bars=BARS),
        movable="all",
        most="440px",
        barsBeside=not two or layout.present(),
        apart=len(view.defined) == 2,
        board=controls.board(),
        points=scene.points(data, board.edited, board.numbers),
        start=scene.points(start.data, start.edited, start.numbers),
        edits=view.edits,
        lattice=FINE,
        places=PLACES,
        fewest=FEWEST_OF_A_CLASS,
        leftOut=True,
        legend=[[*entry] for entry in legend],
    )


def _panel(view: View, panel: Panel, letter: str) -> scene.Panel:
    decided, spec = panel.decided, RELATIONS[panel.rule.relation]
    if isinstance(decided, str):
        reason = f"{panel.name} is undefined on these points: {decided}"
        return scene.Panel(f"{letter}: {panel.name}", "", "", None, reason)
    shown = overlay(view, panel)
    return scene.Panel(
        f"{letter}: {panel.name}",
        panel.settings,
        square.playground_text(view.board, decided, shown, panel.name),
        decided.model,
        gamma_moves=spec.uses_gamma,
        k_moves=not spec.uses_k,
    )


def show(told: dict[str, Any]) -> None:
    """The scene; what was done there becomes the state of the page."""
    scene.mount(told, KEY, take)


def take(done: scene.Done) -> None:
    """Take the query and the edits over, as far as they can be; say what cannot.

    A control that was moved with the same breath may have put up another board: of that nothing was done.
    """
    if done.board != controls.board():
        return
    start = cache.board(controls.source())
    point = write_point(np.clip(done.query, start.square.low, start.square.high))
    if point != write_point(query(start)):
        st.session_state[QUERY.name] = point
    try:
        kept, reasons = possible(start, read_edits(done.edits))
    except ValueError as reason:
        st.toast(f"Not done: {reason}.", icon=":material/block:")
        return
    if reasons:
        st.toast(f"Not done: {reasons[0]}.", icon=":material/block:")
    st.session_state[EDITS.name] = write_edits(kept)


def for_print(view: View) -> None:
    """The same squares and bars as figures, drawn when somebody takes them away."""
    for panel, letter in zip(view.panels, "AB", strict=False):
        if isinstance(panel.decided, str) or panel.told is None:
            continue
        title, look = f"{letter}: {panel.name}", layout.look(panel.summary)
        drawn = fresh(
            square.playground, view.board, panel.decided, overlay(view, panel), title=title, look=look
        )
        print_size.note(f"playground-{panel.rule.relation}", drawn)
        bars = fresh(
            query_bars.query_bars, view.board, panel.told, view.coloured, title=title, look=layout.look()
        )
        print_size.note(f"query-{panel.rule.relation}", bars)
