"""The controls that several pages have: More, Reset, switches, k, γ, weights and ranges."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Literal

import numpy as np
import streamlit as st

from frnn_core import RELATIONS
from frnn_core.engine.owa import WEIGHTS
from frnn_core.engine.scalings import SCALINGS
from frnn_core.experiments.presets import GAMMAS
from pages.ui import state, tips
from pages.ui.state import Word

MOST_K = 20
PAPERS = " (the paper's)"
NARROW = 150
"""Below so many pixels a slider has a short label."""
BOX, GAP = 92, 16
"""The pixels of a box for a number, without room for buttons that would count up and down, and before it."""

Width = int | Literal["stretch"]

K = state.whole("k", 1, MOST_K, 3, "k")
LEAST_GAMMA, MOST_GAMMA = 1e-3, 1e3
_WIDER = [float(gamma) for gamma in np.round(np.geomspace(LEAST_GAMMA, MOST_GAMMA, 37), 12)]
STOPS = tuple(sorted({*GAMMAS, *(g for g in _WIDER if not GAMMAS[0] <= g <= GAMMAS[-1])}))
"""Where the slider of γ stops: the widths that are judged for every kernel, and as many a decade beyond."""
GAMMA = state.real("g", LEAST_GAMMA, MOST_GAMMA, 1.0, "γ", STOPS)
WEIGHT = state.choice("w", WEIGHTS, "linear", "weights")


@contextmanager
def more(params: state.Params) -> Iterator[None]:
    """A popover for rarer controls; its label counts those that are not at their defaults."""
    changed = sum(state.value(param) != param.default for param in params)
    with st.popover(f"More · {changed} changed" if changed else "More"):
        yield


def reset_button(params: state.Params) -> None:
    """Put every control of the page back, shown only where one was moved."""
    if any(state.value(param) != param.default for param in params):
        st.button(
            "Reset", icon=":material/restart_alt:", type="tertiary", on_click=state.reset, args=(params,)
        )


def switch(label: str, names: Mapping[Word, str], param: state.Param[Word]) -> None:
    """A few choices side by side, of which one is on; its label is for screen readers alone."""
    st.segmented_control(
        label,
        names,
        key=param.name,
        required=True,
        format_func=names.__getitem__,
        label_visibility="collapsed",
    )


def k_slider(width: Width = "stretch") -> None:
    """How many neighbours count."""
    label = "k, neighbours" if _narrow(width) else "k, neighbours a class"
    st.slider(label, 1, MOST_K, key=K.name, width=width, help=tips.K)


def gamma_slider(relations: Sequence[str], width: Width = "stretch") -> None:
    """The width of the kernels among some relations; left out where there is none."""
    if any(RELATIONS[key].uses_gamma for key in relations):
        width_slider(GAMMA, STOPS, "γ, width", width, tips.gamma(relations))


def width_slider(
    param: state.Param[float], stops: Sequence[float], label: str, width: Width, told: str
) -> None:
    """A slider over the stops of a width and beside it a box for any other, which then is a stop as well.

    `width` is that of the slider; the box adds its own.
    """
    value, box, typed = state.value(param), f"{param.name} box", f"{param.name} typed"
    if value not in stops:
        st.session_state[typed] = value
    offered = list(stops)
    if (other := st.session_state.get(typed)) is not None:
        insort(offered, other)
    st.session_state[box] = shown = float(param.write(value))  # in every run: a browser may have missed one
    whole: Width = width + GAP + BOX if isinstance(width, int) else width
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall", width=whole):
        st.select_slider(label, offered, key=param.name, format_func=param.write, help=told, width=width)
        st.number_input(
            f"{label}: any value from {LEAST_GAMMA:g} to {MOST_GAMMA:g}",
            LEAST_GAMMA,
            MOST_GAMMA,
            None,
            step=10.0 ** np.floor(np.log10(shown) - 1),
            format="%.12g",
            key=box,
            on_change=_typed,
            args=(param, box),
            required=True,
            label_visibility="collapsed",
            width=BOX,
        )


def _typed(param: state.Param[float], box: str) -> None:
    """A callback that takes the number in the box; a blank leaves what was there."""
    with suppress(ValueError, TypeError):
        st.session_state[param.name] = param.read(f"{st.session_state[box]:.12g}")


def gamma_text(gamma: float) -> str:
    """A width with all its digits; those of the slider's stops, which have many, to six."""
    return GAMMA.write(gamma)


def weights_picker(param: state.Param[str] = WEIGHT) -> None:
    """How much each neighbour counts; pages that compare many data sets have a parameter of their own."""
    st.selectbox(
        "Weights of the neighbours", WEIGHTS, key=param.name, format_func=weights_name, help=tips.weights()
    )


def ranges_picker(param: state.Param[str]) -> None:
    """To which range each feature is scaled; pages keep it apart, so each has a parameter of its own."""
    st.selectbox(
        "Ranges of the features", SCALINGS, key=param.name, format_func=scaling_name, help=tips.scalings()
    )


def weights_name(key: str) -> str:
    """A family of weights, with a word where it is the paper's."""
    return WEIGHTS[key].label + PAPERS * WEIGHTS[key].paper


def scaling_name(key: str) -> str:
    """A scaling, with a word where it is the paper's."""
    return SCALINGS[key].label + PAPERS * SCALINGS[key].paper


def _narrow(width: Width) -> bool:
    return isinstance(width, int) and width < NARROW
