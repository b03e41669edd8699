"""The parts of the page Home about the relation: the picture, and what it says."""

from __future__ import annotations

from typing import Any

import streamlit as st

from frnn_core import RELATIONS
from frnn_core.figures import decision_surface
from frnn_core.studies.playground.figures.class_marks import ClassMarks
from frnn_core.text import apart, told_apart
from pages.ui import cache, layout, scene
from pages.ui.home.controls import BASE, QUERY
from pages.ui.home.view import K, View
from pages.ui.points import write_point
from pages.ui.scene.mount import possible, sorry

HOW = (
    "{points} generated points, k = {k}, linear weights. Stronger colour: larger lead. Lines: the neighbours "
    "that decide the star (solid inside its class, dotted outside), as thick as they count."
)


def picture(view: View) -> None:
    """The regions of the classes, the points, and the star with its neighbours: a scene, or else a figure."""
    told = _scene(view) if possible() else None
    if told is None:
        if not possible():
            sorry()
        _figure(view)
    else:
        scene.mount(told, "home scene", _take)
    st.caption(HOW.format(points=len(view.data.y), k=K))


def _scene(view: View) -> dict[str, Any] | None:
    look, grid = layout.look(), view.surface
    return scene.spec(
        view.data,
        [scene.Panel("", "", _words(view), view.model)],
        view.query.tolist(),
        ((grid.x[0], grid.y[0]), (grid.x[-1], grid.y[-1])),
        look,
        marks=ClassMarks((0, 1, 2), look.colours),
        star="star",
    )


def _take(done: scene.Done) -> None:
    st.session_state[QUERY.name] = write_point(done.query)


def _words(view: View) -> str:
    return (
        f"Regions of three classes under the {RELATIONS[view.relation].label} relation; the star is given to "
        f"class {view.told.predictions[0]}."
    )


def _figure(view: View) -> None:
    st.plotly_chart(
        cache.drawn(
            decision_surface,
            view.surface,
            view.data,
            view.query,
            view.told,
            key=(view.relation, view.query.tolist()),
            look=layout.look(),
        ),
        key="surface",
        theme=None,
        config={"displaylogo": False},
        alt=_words(view),
    )


def formula(view: View) -> None:
    """What the relation is, over the width of the page: the longest formulas need it."""
    spec = RELATIONS[view.relation]
    with st.container(horizontal=True, horizontal_alignment="left", gap="medium", key="formula"):
        st.latex(spec.formula, width="content")
        if spec.where:
            st.latex(spec.where, width="content")


def answers(view: View) -> None:
    """How many answers the relation changes, and where the query goes."""
    spec, told, points = RELATIONS[view.relation], view.told, len(view.data.y)
    st.subheader(spec.label)
    if view.relation == BASE:
        st.write(f"Left out in turn, **{view.right} of {points}** points get their own class back.")
    else:
        st.write(
            f"Same {points} points, same k. Only the relation changed: **{view.changed} of {points}** "
            f"answers differ from {RELATIONS[BASE].label}'s, and {view.right} are right."
        )
    st.caption(f"Leave-one-out: each point is decided by the {points - 1} others.")
    scores = ", ".join(
        f"{name} {score}"
        for name, score in zip(view.data.class_names, told_apart(told.scores[0]), strict=True)
    )
    st.write(
        f"The star goes to class **{told.predictions[0]}**, {_lead(float(told.margins[0]))}. "
        f"Its scores: {scores}."
    )


def _lead(margin: float) -> str:
    """By how much a class leads."""
    return f"by {apart(margin, 0)[0]}" if margin else "the first of a tie"
