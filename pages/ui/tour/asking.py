"""The question of a step: a few buttons, then whether it was right, and why. The visit counts the answers."""

from __future__ import annotations

from dataclasses import dataclass, field

import streamlit as st

from frnn_core.studies import tour
from pages.ui import layout
from pages.ui.tour.steps import Step

_KEPT = "tour answers"


@dataclass
class Answers:
    """What was answered in this visit.

    Attributes
    ----------
    first : for each question, by where it was asked, whether its first answer was right
    open : for each step that shows what it asked, where it was asked, and the answer; "" for none
    """

    first: dict[tour.Place, bool] = field(default_factory=dict)
    open: dict[int, tuple[tour.Place, str]] = field(default_factory=dict)


def answers() -> Answers:
    """The answers of this visit."""
    kept: Answers = st.session_state.setdefault(_KEPT, Answers())
    return kept


def shows(place: tour.Place) -> bool:
    """Whether the step has been answered, so that it shows what it asked."""
    return place.step in answers().open


def tally() -> str:
    """How many of the questions were answered right."""
    first = answers().first
    return f"{sum(first.values())} of {len(first)} right" if first else ""


def ask(step: Step, place: tour.Place) -> None:
    """The step in words: what it says, its question or the answer, and its control.

    On a wall, and where the answer needs the room, it takes the place of what was said before.
    """
    asked = tour.question(place)
    if not (shows(place) and (step.late or layout.present())):
        st.markdown(step.says(place))
    if shows(place):
        _answered(place, asked)
    else:
        _open(place, asked)
    if shows(place) or not step.late:
        step.choose()


def _open(place: tour.Place, asked: tour.Question) -> None:
    st.markdown(f":material/help: {asked.words}")
    with st.container(horizontal=True, gap="xsmall", key="tour-choices"):
        for key, label in asked.choices.items():
            st.button(label, key=f"tour choice {key}", on_click=_take, args=(place, key))
        st.button(
            "Show", key="tour show", type="tertiary", on_click=_take, args=(place, ""), help="Not counted"
        )


def _answered(place: tour.Place, asked: tour.Question) -> None:
    """Whether the answer was right, as long as all is as it was asked; why it is so, wherever the star is."""
    at, choice = answers().open[place.step]
    if at == place and choice:
        right = choice in asked.right
        mark = (
            ":green[:material/check_circle:] **Right.**" if right else ":red[:material/cancel:] **Not so.**"
        )
        other = "" if right else f" You said {asked.choices[choice]}; it is {asked.answer}."
        st.markdown(f"{mark}{other} {asked.why}")
        return
    st.markdown(asked.why)
    if at != place:
        st.button(
            "Ask me here",
            icon=":material/help:",
            key="tour again",
            on_click=_again,
            args=(place.step,),
            help="The same question for where the star is now",
        )


def _take(place: tour.Place, choice: str) -> None:
    kept = answers()
    if choice:
        kept.first.setdefault(place, choice in tour.question(place).right)
    kept.open[place.step] = (place, choice)


def _again(step: int) -> None:
    answers().open.pop(step, None)
