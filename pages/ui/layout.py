"""What every page looks like: a question, what the numbers are over, a finding, a figure, take-aways."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from frnn_core import RELATIONS, describe
from frnn_core.figures import Look
from frnn_core.text import bibtex, csv_text, latex_text
from frnn_core.version import __version__
from pages.ui import data_card, glossary, state

PRESENT = state.flag("present", "present mode")
WHITE = state.flag("white", "figures on white")
T = TypeVar("T")
Data = str | bytes | Callable[[], str | bytes]
PICTURE = {"format": "svg", "scale": 2}


def header(title: str, question: str, context: str = "") -> None:
    """The title, the question that the page answers, and what its numbers are over."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.title(title, width="stretch")
        if st.button("Glossary", icon=":material/menu_book:", type="tertiary", key="glossary"):
            glossary.show()
    st.markdown(question)
    if context:
        st.caption(context)


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
    options: dict[str, Any] = {"on_select": "rerun", "selection_mode": "points"} if select else {}
    return st.plotly_chart(picture, key=f"figure {key}", theme=None, config=config, alt=alt, **options)


def clicked(event: Any) -> list[Any]:
    """The custom data of the points that were clicked."""
    return [point.get("customdata") for point in event.selection.points] if event else []


def take_away(
    name: str,
    frame: pd.DataFrame,
    caption: str,
    *,
    latex: str | None = None,
    more: Mapping[str, tuple[Data, str]] | None = None,
) -> None:
    """The bar at the foot: link, CSV, LaTeX, citation, and further files (label: data, file name)."""
    with st.container(horizontal=True, vertical_alignment="center"):
        with st.popover("Link", icon=":material/link:"):
            st.caption("This address restores the view.")
            st.code(state.link(), language=None, wrap_lines=True)
        _download("CSV", csv_text(frame), f"{name}.csv", "text/csv")
        comment = (caption, f"FRNN Explorer {__version__}", state.link())
        _download("LaTeX", latex or latex_text(frame, caption, comment), f"{name}.tex", "text/x-tex")
        for label, (data, file_name) in (more or {}).items():
            _download(label, data, file_name, None)
        with st.popover("Cite", icon=":material/format_quote:"):
            st.code(bibtex(caption, state.link()), language=None, wrap_lines=True)
    st.caption("The camera above a figure saves it as SVG.")
    if dark_theme():
        st.toggle("Figures on white, to save them for print", key=WHITE.name)


def _download(label: str, data: Data, file_name: str, mime: str | None) -> None:
    st.download_button(
        label,
        data,
        file_name,
        mime,
        key=f"download {file_name}",
        icon=":material/download:",
        on_click="ignore",
    )


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


def put(param: state.Param[T], value: T) -> None:
    """Set a parameter that has no widget, and draw the page anew."""
    st.session_state[param.name] = value
    st.rerun()


def dataset_table(names: Sequence[str]) -> None:
    """The data sets with their sizes; a click opens the card of one."""
    columns = ["keel_name", "instances", "features", "classes", "imbalance_ratio"]
    shown = describe(extra=True).loc[list(names), columns].round({"imbalance_ratio": 2})
    event = st.dataframe(shown, on_select="rerun", selection_mode="single-row", key="data sets")
    if event.selection.rows:
        data_card.show(str(shown.index[event.selection.rows[0]]))


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
        families={key: spec.family for key, spec in RELATIONS.items()},
        source=source,
    )


def dark_theme() -> bool:
    """Whether the visitor sees the dark theme."""
    return bool(st.context.theme.type == "dark")


def present() -> bool:
    """Whether the page is shown on a projector: large text, no sidebar."""
    return bool(state.value(PRESENT))
