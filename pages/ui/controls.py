"""The controls that several pages have: More, Reset, switches, k, γ, weights and ranges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Literal

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

Width = int | Literal["stretch"]

K = state.whole("k", 1, MOST_K, 3, "k")
GAMMA = state.stop("g", GAMMAS, 1.0, "γ")
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
        st.select_slider(
            "γ, width" if _narrow(width) else "γ, width of the kernels",
            GAMMAS,
            key=GAMMA.name,
            format_func=state.short,
            width=width,
            help=tips.gamma(relations),
        )


def weights_picker() -> None:
    """How much each neighbour counts."""
    st.selectbox(
        "Weights of the neighbours", WEIGHTS, key=WEIGHT.name, format_func=weights_name, help=tips.weights()
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
