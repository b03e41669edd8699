"""The challenges on the Playground: which one, whether it is solved now, and how many were in this visit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from frnn_core.studies.playground.challenges import CHALLENGES, Attempt, Challenge, Verdict, judge
from pages.ui import layout, shell, state
from pages.ui.controls import GAMMA, WEIGHT, K
from pages.ui.playground.controls import (
    CHALLENGE,
    DATA,
    FIRST,
    NONE,
    NORM,
    PARAMS,
    QUERY,
    SECOND,
    N,
    put_up,
)
from pages.ui.playground.view import View
from pages.ui.points import write_point

SOLVED = "solved challenges"
STILL = (
    "This one asks for a point to be moved. Figures cannot do that: it wants the scene, in a browser that "
    "shows it."
)


def follow() -> None:
    """Put up the board of a challenge where a link names that alone; call it before the state is read."""
    asked = st.query_params.to_dict()
    own = {param.name for param in PARAMS} & set(asked)
    if own != {CHALLENGE.name} or not state.followed("playground"):
        return
    try:
        number = CHALLENGE.read(asked[CHALLENGE.name])
    except ValueError:
        return
    start = _start(number)
    told = {param.name: param.write(start.get(param.name, param.default)) for param in PARAMS}
    st.query_params.from_dict(asked | told)


def _start(number: int) -> Mapping[str, Any]:
    """What the board of a challenge sets, by the names of the parameters; nothing for 0, no challenge."""
    if not number:
        return {}
    start = list(CHALLENGES.values())[number - 1].start
    first, second = start.rules[0], start.rules[1:]
    return {
        CHALLENGE.name: number,
        DATA.name: start.source.name,
        N.name: start.source.n,
        FIRST.name: first.relation,
        SECOND.name: second[0].relation if second else NONE,
        K.name: first.k,
        GAMMA.name: first.gamma,
        WEIGHT.name: first.weights,
        NORM.name: first.normalise,
        QUERY.name: write_point(start.star),
    }


def _open(number: int) -> None:
    """A callback that puts up the board of a challenge; the Playground as it was at first for 0."""
    put_up()
    start = _start(number)
    for param in PARAMS:
        st.session_state[param.name] = start.get(param.name, param.default)


def solved() -> set[int]:
    """The challenges that were solved in this visit."""
    found: set[int] = st.session_state.setdefault(SOLVED, set())
    return found


def menu() -> None:
    """All challenges, each as a link to hand out; those that were solved are marked."""
    done = len(solved())
    with st.popover(f"Challenges · {done} of {len(CHALLENGES)} solved" if done else "Challenges"):
        st.caption("Something to bring about, from easy to hard. Each is a link that can be handed out.")
        for asked in CHALLENGES.values():
            st.page_link(
                shell.page("playground"),
                label=f"{asked.number}. {asked.task}",
                query_params={CHALLENGE.name: str(asked.number)},
                icon=":material/check_circle:" if asked.number in solved() else ":material/circle:",
            )
        if state.value(CHALLENGE):
            st.button("Leave the challenges", type="tertiary", on_click=_open, args=(0,))


def panel(asked: Challenge, view: View, *, alive: bool) -> None:
    """What to do, whether it is done, and what was computed for that; `alive` if points can be moved."""
    attempt = Attempt(view.asked, _pair(view), tuple(shown.rule for shown in view.panels), view.edits)
    verdict = judge(asked, attempt)
    if verdict.solved:
        solved().add(asked.number)
    with st.container(gap="xsmall"):
        layout.finding(f"{asked.number}. {asked.task}")
        _row(asked, verdict)
        if asked.free.kinds == "m" and not alive:
            st.caption(STILL)
        if verdict.solved:
            st.markdown(f":material/lightbulb: {asked.lesson}")


def _pair(view: View) -> tuple[float, float]:
    return float(view.query[0]), float(view.query[1])


def _row(asked: Challenge, verdict: Verdict) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="challenge"):
        if verdict.solved:
            st.badge("Solved", icon=":material/check:", color="green")
        else:
            st.badge("Not yet", color="gray")
        st.markdown(verdict.words, width="content")
        if not verdict.solved:
            with st.popover("Hint", type="tertiary"):
                st.markdown(asked.hint)
        st.button(
            "Start again", icon=":material/replay:", type="tertiary", on_click=_open, args=(asked.number,)
        )
        if asked.number < len(CHALLENGES):
            st.button(
                "Next",
                icon=":material/arrow_forward:",
                type="primary" if verdict.solved else "tertiary",
                on_click=_open,
                args=(asked.number + 1,),
            )
        menu()
