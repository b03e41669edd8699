"""The controls of the tour: the step, one choice a step, and where the star is."""

from __future__ import annotations

import streamlit as st

from frnn_core import RELATIONS
from frnn_core.studies import tour
from pages.ui import link_notes, state
from pages.ui.controls import reset_button
from pages.ui.points import read_point, within

LAST = len(tour.QUESTIONS)
CLASSES = list(tour.twelve().class_names)
SUMS = {"upper": "Upper", "lower": "Lower", "both": "Both"}
ROWS = {"upper": ("upper",), "lower": ("lower",), "both": ("upper", "lower", "score")}
"""What is drawn of each class."""

STEP = state.whole("step", 1, LAST, 1, "step")
RELATION = state.choice("tr", tour.SHOWN, "man", "relation of the tour", state.labels(RELATIONS))
CLASS = state.choice("tc", CLASSES, CLASSES[0], "class of the tour")
K = state.whole("tk", 1, tour.MOST_K, 3, "k of the tour")
SUM = state.choice("ts", SUMS, "both", "sum of the tour")
QUERY = state.Param("tq", "", read_point, str, "star of the tour")
PARAMS = (STEP, RELATION, CLASS, K, SUM, QUERY)


def here() -> tour.Place:
    """Where the visitor is."""
    return tour.Place(
        state.value(STEP), state.value(RELATION), CLASSES.index(state.value(CLASS)), state.value(K), _star()
    )


def _star() -> tuple[float, float]:
    """Where the star is: at its first place, or where it was dragged to within the square."""
    text = state.value(QUERY)
    if not text:
        return tour.QUERY
    point = within(text, tour.LOW, tour.HIGH)
    if point is not None:
        return float(point[0]), float(point[1])
    link_notes.note(f"star of the tour = {text}", "that is outside the square", "its first place")
    st.session_state[QUERY.name] = ""
    return tour.QUERY


def turn(by: int) -> None:
    """A callback that goes to another step."""
    st.session_state[STEP.name] = min(max(state.value(STEP) + by, 1), LAST)


def relation() -> None:
    """By which relation."""
    st.pills(
        "Relation",
        tour.SHOWN,
        key=RELATION.name,
        required=True,
        format_func=lambda key: RELATIONS[key].label,
    )


def of_class() -> None:
    """Which class is looked at."""
    st.segmented_control("Class", CLASSES, key=CLASS.name, required=True)


def neighbours() -> None:
    """How many neighbours count."""
    st.slider("k, neighbours a side", 1, tour.MOST_K, key=K.name)


def sums() -> None:
    """Which bars are shown."""
    st.segmented_control(
        "Show", SUMS, key=SUM.name, required=True, format_func=SUMS.__getitem__, label_visibility="collapsed"
    )


def reset() -> None:
    """Put everything but the step back, where something was moved."""
    reset_button(PARAMS[1:])
