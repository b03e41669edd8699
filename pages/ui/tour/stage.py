"""The picture of the tour: one scene from the first step to the last, or figures where there can be none."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from frnn_core.figures import Surface, decision_surface, surface
from frnn_core.studies import tour
from frnn_core.studies.playground.figures.class_marks import ClassMarks
from frnn_core.studies.tour import figures
from pages.ui import layout, scene, state
from pages.ui.points import write_point
from pages.ui.scene.mount import place_bars, possible, sorry
from pages.ui.tour.controls import QUERY, ROWS, SUM, K
from pages.ui.tour.steps import Sight, Step

KEY = "tour scene"
TURNS = {"PageDown": "tour-next", "PageUp": "tour-back", "whole": "tour-step"}
"""What the keys press, and what must be in view before they do, by the keys of their containers."""


def sight(step: Step, *, answered: bool) -> Sight:
    """What is to be seen in a step: after its answer, with the bars that were chosen."""
    if not answered:
        return step.before
    if step.before.show.bars:
        return replace(step.after, show=replace(step.after.show, bars=ROWS[state.value(SUM)]))
    return step.after


def show(step: Step, place: tour.Place, *, answered: bool) -> None:
    """The points and the star with what the step shows."""
    seen, at = sight(step, answered=answered), place if answered else tour.shown_before(place)
    if possible():
        scene.mount(_told(seen, at, answered=answered), KEY, _take)
    else:
        sorry()
        layout.figure(_figure(seen, at), "tour", _words(seen, at), f"tour-{place.step}")


def bars(step: Step, *, answered: bool) -> None:
    """Where the bars of a scene stand, in a step that has some."""
    if possible() and sight(step, answered=answered).show.bars:
        place_bars("tour bars")


def _told(seen: Sight, at: tour.Place, *, answered: bool) -> dict[str, Any]:
    look, data = layout.look(), tour.twelve()
    told = scene.spec(
        data,
        [scene.Panel("", "", _words(seen, at), tour.model(at.relation, at.k))],
        list(at.query),
        (tour.LOW, tour.HIGH),
        look,
        marks=ClassMarks((0, 1, 2), look.colours),
        layer=seen.layer,
        show=replace(seen.show, code=at.code),
        star="star",
        most="min(480px, 50vh, 72vw)",
        hideAnswer=not seen.answer,
        barsElsewhere=True,
        turns=TURNS,
        sliders={"k": K.name} if answered else {},
    )
    if told is None:
        raise ValueError("A relation of the tour cannot be handed over.")
    return told


def _take(done: scene.Done) -> None:
    st.session_state[QUERY.name] = write_point(done.query)


def _words(seen: Sight, at: tour.Place) -> str:
    """The picture for who cannot see it."""
    data, told = tour.twelve(), at.told()
    if seen.show.bars:
        return figures.sums_text(told, seen.show.bars)
    if seen.layer == "margin":
        shares = np.bincount(_surface(at).winner.ravel(), minlength=3) / _surface(at).winner.size
        regions = ", ".join(
            f"class {name} has {100 * share:.0f} %"
            for name, share in zip(data.class_names, shares, strict=True)
        )
        return f"Regions of the three classes: {regions} of the square."
    if seen.show.lines in ("plain", "weighted"):
        return figures.nearest_text(data, told, at.code, seen.show.sides)
    if seen.show.labels:
        return figures.alike_text(tour.similarities(at.relation, at.query))
    return f"Twelve points of three classes and the star, at {at.query[0]:.2g}, {at.query[1]:.2g}."


def _figure(seen: Sight, at: tour.Place) -> go.Figure:
    look, data, query, told = layout.look(), tour.twelve(), np.array(at.query), at.told()
    if seen.show.bars:
        rows = seen.show.bars
        return figures.sums(data, told, upper="upper" in rows, lower="lower" in rows, look=look)
    if seen.show.lines == "winner":
        picture = decision_surface(_surface(at), data, query, told, mark=14, look=look)
        return picture.update_layout(height=figures.HEIGHT)
    if seen.show.lines:
        weighted = seen.show.lines == "weighted"
        return figures.nearest(
            data, query, told, at.code, weighted=weighted, sides=seen.show.sides, look=look
        )
    if seen.show.labels:
        return figures.alike(data, query, tour.similarities(at.relation, at.query), look=look)
    return figures.points(data, query, look=look)


def _surface(at: tour.Place) -> Surface:
    return surface(tour.model(at.relation, at.k), tour.twelve())
