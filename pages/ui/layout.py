"""What every page looks like: a question, what the numbers are over, a finding, a figure, tabs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from frnn_core import RELATIONS
from frnn_core.experiments.baselines import baseline_kinds
from frnn_core.figures import Look
from pages.ui import glossary, narrow, presenting, print_size, state

WHITE = state.flag("white", "figures on white")
PICTURE = {"format": "svg", "scale": 2}
LARGER = 1.2
"""How much wider controls are on a projector."""


@dataclass(frozen=True)
class Aside:
    """What stands in the sidebar; where there is none, on the page.

    Parameters
    ----------
    first : draws what is moved most; on a phone it stands above the figure
    rest : draws the rest
    """

    first: Callable[[], object]
    rest: Callable[[], object]

    def draw(self) -> None:
        """All of it."""
        self.first()
        self.rest()


def header(title: str, question: str, context: str = "", aside: Aside | None = None) -> None:
    """The title; on the line below, the question that the page answers and what its numbers are over.

    What stands aside is handed over with it, for only a page that has it may draw it.
    """
    if aside and not folds():
        with st.sidebar:
            aside.draw()
    with st.container(gap="xxsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="top"):
            st.title(title, width="stretch")
            if aside and present():
                with st.popover("Settings", icon=":material/tune:"):
                    aside.draw()
            if st.button("Glossary", icon=":material/menu_book:", type="tertiary", key="glossary"):
                glossary.show()
            presenting.button()
        if not present():
            st.markdown(f"{question} :small[:gray[{context}]]" if context else question)
        if aside and narrow.on() and not present():
            _at_hand(aside)


@contextmanager
def folded(label: str, *, unfolded: bool = False) -> Iterator[None]:
    """What a projector or a phone has no room for above the main figure: there it is folded."""
    if not folds():
        yield
        return
    with st.expander(label, expanded=unfolded):
        yield


def folds() -> bool:
    """Whether there is room for the main figure and its controls alone."""
    return present() or narrow.on()


def _at_hand(aside: Aside) -> None:
    """What stands aside, on a phone: what is moved most in sight."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="at-hand"):
        with st.popover("Data sets, relations", icon=":material/tune:"):
            aside.rest()
        aside.first()


def finding(sentence: str) -> None:
    """The one sentence that says what is to be seen."""
    st.subheader(sentence)


def figure(picture: go.Figure, key: str, alt: str, name: str = "figure", *, select: bool = False) -> Any:
    """Draw a figure in its own colours; with `select`, give the points that were clicked."""
    config = {
        "displaylogo": False,
        "scrollZoom": False,
        "toImageButtonOptions": {**PICTURE, "filename": f"frnn-explorer-{name}"},
        "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"],
    }
    print_size.note(name, picture)
    options: dict[str, Any] = {"on_select": "rerun", "selection_mode": "points"} if select else {}
    with presenting.fitting(key, picture):
        return st.plotly_chart(picture, key=f"figure {key}", theme=None, config=config, alt=alt, **options)


def clicked(event: Any) -> list[Any]:
    """The custom data of the points that were clicked."""
    return [point.get("customdata") for point in event.selection.points] if event else []


def clicked_just_now(key: str) -> str:
    """The custom data of what was clicked in a figure since the run before; empty where nothing was.

    Call it in every run, before the first control: a figure keeps its last click, so each is compared with
    what it was.
    """
    points = clicked(st.session_state.get(f"figure {key}"))
    last, now = st.session_state.get(f"last click {key}", ""), str(points[0]) if points else ""
    st.session_state[f"last click {key}"] = now
    return now if now != last else ""


def tabs(param: state.Param[str], contents: Mapping[str, Callable[[], object]]) -> None:
    """Tabs whose choice is part of the state; only the one on top is computed."""
    opened = st.tabs(list(contents), key=param.name, on_change="rerun")
    for tab, draw in zip(opened, contents.values(), strict=True):
        if tab.open:
            with tab:
                draw()


def look(source: str = "", names: Mapping[str, str] | None = None) -> Look:
    """How figures look at this moment.

    Parameters
    ----------
    source : what the numbers are over
    names : what else has a name, beside the relations
    """
    return Look(
        dark=dark_theme() and not state.value(WHITE),
        large=present(),
        names={key: spec.label for key, spec in RELATIONS.items()} | dict(names or {}),
        families={key: spec.family for key, spec in RELATIONS.items()} | baseline_kinds(),
        source=source,
    )


def printed_look(source: str = "") -> Look:
    """How figures look in print: on white, with text of the usual size."""
    return replace(look(source), dark=False, large=False)


def dark_theme() -> bool:
    """Whether the visitor sees the dark theme."""
    return bool(st.context.theme.type == "dark")


def present() -> bool:
    """Whether the page is shown on a projector: large text, no sidebar."""
    return presenting.on()


def wide(pixels: int) -> int:
    """The width of a control, with room for the larger text of a projector."""
    return round(LARGER * pixels) if present() else pixels
