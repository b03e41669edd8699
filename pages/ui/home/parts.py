"""The parts of the page Home about the relation: the picture, and what it says."""

from __future__ import annotations

import streamlit as st

from frnn_core import RELATIONS
from frnn_core.figures import decision_surface
from frnn_core.text import apart, told_apart
from pages.ui import cache, layout
from pages.ui.home.controls import BASE
from pages.ui.home.view import K, View


def surface(view: View) -> None:
    """The regions of the classes, the points, and the query with its neighbours."""
    st.plotly_chart(
        cache.drawn(
            decision_surface,
            view.surface,
            view.data,
            view.query,
            view.told,
            key=view.relation,
            look=layout.look(),
        ),
        key="surface",
        theme=None,
        config={"displaylogo": False},
        alt=f"Regions of three classes under the {RELATIONS[view.relation].label} relation; "
        f"the query is given to class {view.told.predictions[0]}.",
    )
    st.caption(
        f"{len(view.data.y)} generated points, k = {K}, linear weights. Stronger colour: larger lead. "
        "Lines: the neighbours that decide the query (solid inside its class, dotted outside), as thick "
        "as they count."
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
