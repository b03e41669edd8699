"""What every page looks like: a question, what the numbers are over, a finding, a figure, take-aways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from frnn_core import report
from frnn_core.version import __version__
from pages.ui import glossary, state

PRESENT = state.flag("present", "present mode")
PICTURE = {"format": "svg", "scale": 2}


def header(title: str, question: str, context: str = "") -> None:
    """The title, the question that the page answers, and what its numbers are over."""
    st.title(title)
    words, tools = st.columns([5, 1], vertical_alignment="bottom")
    with words:
        st.markdown(question)
        if context:
            st.caption(context)
    with tools, st.container(horizontal=True, horizontal_alignment="right"):
        if st.button("Words", icon=":material/help:", type="tertiary", help="What the words mean"):
            glossary.show()


def finding(sentence: str) -> None:
    """The one sentence that says what is to be seen."""
    st.subheader(sentence)


def figure(
    picture: go.Figure, key: str, alt: str, name: str = "figure", *, select: bool = False
) -> Any:
    """Draw a figure in its own colours; with `select`, give the points that were clicked."""
    config = {
        "displaylogo": False,
        "scrollZoom": False,
        "toImageButtonOptions": {**PICTURE, "filename": f"frnn-explorer-{name}"},
        "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"],
    }
    options: dict[str, Any] = {"on_select": "rerun", "selection_mode": "points"} if select else {}
    return st.plotly_chart(picture, key=key, theme=None, config=config, alt=alt, **options)


def clicked(event: Any) -> list[Any]:
    """The custom data of the points that were clicked."""
    return [point.get("customdata") for point in event.selection.points] if event else []


def take_away(
    name: str,
    frame: pd.DataFrame,
    caption: str,
    *,
    latex: str | None = None,
    more: Mapping[str, tuple[bytes | str, str]] | None = None,
) -> None:
    """The bar at the foot: link, CSV, LaTeX, further files (label: data, file name), citation."""
    with st.container(horizontal=True, vertical_alignment="center"):
        with st.popover("Link", icon=":material/link:"):
            st.caption("This address restores the view.")
            st.code(state.link(), language=None, wrap_lines=True)
        _download("CSV", report.csv_text(frame), f"{name}.csv", "text/csv")
        comment = (caption, f"FRNN Explorer {__version__}", state.link())
        _download("LaTeX", latex or report.latex_text(frame, caption, comment), f"{name}.tex", "text/x-tex")
        for label, (data, file_name) in (more or {}).items():
            _download(label, data, file_name, None)
        with st.popover("Cite", icon=":material/format_quote:"):
            st.code(report.bibtex(caption, state.link()), language=None, wrap_lines=True)
    st.caption("The camera above a figure saves it as SVG.")


def _download(label: str, data: bytes | str, file_name: str, mime: str | None) -> None:
    st.download_button(
        label, data, file_name, mime, key=f"download {file_name}", icon=":material/download:", on_click="ignore"
    )


def present() -> bool:
    """Whether the page is shown on a projector: large text, no sidebar."""
    return bool(state.value(PRESENT))
