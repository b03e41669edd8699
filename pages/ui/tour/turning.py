"""The head of a step: which it is, how many answers were right, Back and Next; and the way on at the end."""

from __future__ import annotations

import streamlit as st

from frnn_core import dataset_names
from frnn_core.studies.tour import Place
from pages.ui import shell
from pages.ui.scene.mount import possible
from pages.ui.tour import asking, controls
from pages.ui.tour.steps import Step


def row(step: Step, place: Place) -> None:
    """Where in the tour this is; Back and Next, also by the keys that a presenter's remote sends.

    The script of the scene takes the keys, since it can see whether all of the step is in view; where there
    is none, the buttons take them.
    """
    ways = (
        ("Back", "tour-back", "arrow_back", "PageUp", -1, 1),
        ("Next", "tour-next", "arrow_forward", "PageDown", 1, controls.LAST),
    )
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.subheader(f"{place.step} · {step.title}", width="stretch", anchor=False)
        with st.container(horizontal=True, vertical_alignment="center", gap="small", width="content"):
            dots = "".join("●" if n <= place.step else "○" for n in range(1, controls.LAST + 1))
            st.markdown(f":small[:gray[{dots} {asking.tally()}]]".replace(" ]", "]"), width="content")
            controls.reset()
            for label, key, icon, shortcut, by, end in ways:
                st.button(
                    label,
                    key=key,
                    icon=f":material/{icon}:",
                    type="primary" if by > 0 else "secondary",
                    disabled=place.step == end,
                    on_click=controls.turn,
                    args=(by,),
                    shortcut=None if possible() else shortcut,
                )


def onwards() -> None:
    """Where to go after the last step."""
    with st.container(horizontal=True):
        st.page_link(shell.page("playground"), label="Play with points", icon=":material/touch_app:")
        st.page_link(
            shell.page("benchmark"),
            label=f"See it on {len(dataset_names())} data sets",
            icon=":material/grid_on:",
        )
