"""The Playground's parts: the squares, how to read them, the query's bars, take-aways."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from frnn_core import RELATIONS
from frnn_core.engine.explanation import Explanation
from frnn_core.studies.playground import GENERATED, read_edits, words
from frnn_core.studies.playground.figures import query_bars, square
from frnn_core.text import counted
from pages.ui import controls, layout, selection, shell, state, take_away, visit
from pages.ui.cache import drawn
from pages.ui.playground import cache
from pages.ui.playground.controls import AXES_NAMES, AXIS, DATA, EDITS, source
from pages.ui.playground.view import Panel, View, overlay, take_click
from pages.ui.scene.mount import possible, sorry

FIELDS = {
    "lower": "Lower membership: how unlike a point there its nearest neighbours outside the class are.",
    "upper": "Upper membership: how like a point there its nearest neighbours inside the class are.",
    "similarity": "Similarity: how like the query a point there is.",
}
HOW_BARS = (
    "Each part of a bar is one neighbour: its weight times its similarity. Solid counts for the class, "
    "hatched is taken away. The class with the largest mean of upper and lower, its score, wins."
)


def context(view: View) -> str:
    """One line that says what the pictures are over."""
    rule, data = view.panels[0].rule, view.board.data
    axes = state.value(AXIS)
    gammas = [p.rule.gamma for p in view.panels if RELATIONS[p.rule.relation].uses_gamma]
    parts = [
        data.name,
        f"{len(data.y)} points in {len(data.class_names)} classes",
        *([AXES_NAMES[axes]] if axes != "features" else []),
        " beside ".join(view.names),
        f"k = {rule.k}",
        *([f"γ = {controls.gamma_text(gammas[0])}"] if gammas else []),
        f"{rule.weights} weights",
        "not normalised" if rule.normalise == "none" else f"{rule.normalise} ranges",
    ]
    return " · ".join(parts)


def figures(view: View) -> None:
    """Squares and bars as figures, for who has no scene."""
    if not possible():
        sorry()
    _squares(view)
    reading(view, alive=False)
    if len(view.panels) == 2:
        bars(view)


def _squares(view: View) -> None:
    """One square a relation, side by side; below each other on a phone. A click is taken from either."""
    columns = st.columns(2)
    clicks = []
    for column, panel, letter in zip(columns, view.panels, "AB", strict=False):
        with column:
            clicks += _square(view, panel, letter)
    if len(view.panels) == 1:
        with columns[1]:
            bars(view)
    for target in clicks:
        if isinstance(target, int | float):
            take_click(view, int(target))


def _square(view: View, panel: Panel, letter: str) -> list[object]:
    if isinstance(panel.decided, str):
        with st.container(border=True, height=square.HEIGHT + 100, key=f"no square {letter}"):
            st.markdown(f"**{letter}: {panel.name}**")
            st.info(view.words(f"{panel.name} is undefined on these points: {panel.decided}"))
        return []
    shown = overlay(view, panel)
    picture = drawn(
        square.playground,
        view.board,
        panel.decided,
        shown,
        key=view.key(panel),
        title=f"{letter}: {panel.name}",
        look=layout.look(panel.summary),
    )
    alt = square.playground_text(view.board, panel.decided, shown, panel.name)
    name = f"playground-{panel.rule.relation}"
    return layout.clicked(layout.figure(picture, f"square {letter}", alt, name, select=True))


def reading(view: View, *, alive: bool = True) -> None:
    """How to read the squares, and where the points come from."""
    parts = ["Regions: the class that FRNN would give a point there."]
    if view.layer == "margin":
        parts.append("Stronger colour: a larger lead of its score over the runner-up, full from .2 on.")
    elif view.layer == "neighbours":
        parts.append("Large points decide the query, small ones have no say.")
    else:
        parts.append(
            f"{FIELDS[view.layer]} The ten shades are steps of .1; the thick line parts the regions."
        )
    if len(view.defined) == 2:
        parts.append("Hatched: the two relations answer differently.")
    parts.append(
        "Star: the query. Lines: the nearest points inside the class it is given to (solid) and outside "
        "it (dotted), as thick as they weigh. A dark edge marks points that you added or relabelled."
    )
    parts.append(
        "Leave-one-out: each point is decided by all the others (scaling, and what a relation learns, "
        "saw it too); balanced accuracy is the mean share of right answers over the classes."
    )
    if len(view.coloured) < len(view.board.data.class_names):
        parts.append("Of so many classes, those that come first and second for the query have a colour.")
    edits = len(read_edits(state.value(EDITS)))
    start = cache.board(source())
    if start.data.name in GENERATED:
        parts.append(f"The {len(start.data.y)} points are generated, with seed 0.")
    else:
        parts.append(words.sampled(start, len(start.data.y)))
        if visit.has_more(view.asked.name):
            parts.append("Only columns of numbers are here, and rows without a gap in them.")
    if edits:
        parts.append(f"{counted(edits, 'edit')} made since.")
    if alive:
        parts.append(HOW_BARS)
    st.caption(" ".join(parts))
    if alive:
        _below_zero(view)
        _explain_link(view)


def bars(view: View) -> None:
    """Why the query is given to its class: what each neighbour adds."""
    defined = [(panel, panel.told) for panel in view.panels if panel.told is not None]
    if not defined:
        return
    x, y = view.query
    st.markdown(f"**The query at {x:.3g}, {y:.3g}**")
    columns = st.columns(2) if len(view.panels) == 2 else [st.container()]
    for column, (panel, told) in zip(columns, defined, strict=False):
        with column:
            _bars_of(view, panel, told, "A" if panel is view.panels[0] else "B")
    st.caption(HOW_BARS)
    _below_zero(view)
    _explain_link(view)


def _below_zero(view: View) -> None:
    """What a similarity below 0 means, where the query has one."""
    told = [panel.told for panel in view.panels if panel.told is not None]
    sides = [side for each in told for side in (each.inside, each.outside)]
    if any((side.similarities < 0).any() for side in sides):
        st.caption(
            "A similarity below 0 is of a pair farther apart than any two points the scale was made from."
        )


def _explain_link(view: View) -> None:
    name, relation = view.board.data.name, view.panels[0].rule.relation
    asked = {} if name in GENERATED else {"ed": DATA.write(view.asked.name)}
    if asked and relation in selection.FIXED:
        asked["er"] = relation
    st.page_link(
        shell.page("explain"),
        label=f"Explain rows of {name} with all its features"
        if asked
        else "Explain rows of a whole data set",
        query_params=asked,
        icon=":material/account_tree:",
    )


def _bars_of(view: View, panel: Panel, told: Explanation, letter: str) -> None:
    st.markdown(view.words(words.answer(f"**{panel.name}**", told)))
    picture = drawn(
        query_bars.query_bars,
        view.board,
        told,
        view.coloured,
        key=view.key(panel),
        title=f"{letter}: {panel.name}",
        look=layout.look(),
    )
    alt = query_bars.query_bars_text(told, panel.name)
    layout.figure(picture, f"bars {letter}", alt, f"query-{panel.rule.relation}")


def table(view: View) -> pd.DataFrame:
    """The points with what each relation says of them, left out."""
    data = view.board.data
    classes = pd.Index(data.class_names)
    columns: dict[str, Any] = {"point": view.board.numbers + 1}
    for name, values in zip(("x", "y"), data.X.T, strict=True):
        columns[name] = values
    columns |= {"class": data.y, "edited": view.board.edited.astype(bool)}
    for letter, panel in zip("AB", view.panels, strict=False):
        if not isinstance(panel.decided, str):
            name = f"{letter}: {selection.full_name(panel.rule.relation)}, left out"
            columns[name] = classes[panel.decided.left_out]
    return pd.DataFrame(columns).set_index("point")


def files(view: View) -> None:
    """The points as a file."""
    first, second = view.board.data.feature_names
    take_away.bar(
        take_away.named("playground", *(panel.rule.relation for panel in view.panels)),
        table(view),
        f"Points of the playground and their classes as all other points decide them. x: {first}, "
        f"y: {second}. {context(view)}.",
    )
