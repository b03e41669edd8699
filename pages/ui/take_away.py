"""The bar at the foot of a page: what a visitor takes away from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pandas as pd
import streamlit as st

from frnn_core.text import bibtex, csv_text, latex_text
from frnn_core.version import __version__
from pages.ui import layout, state, visit

OF_OWN = (
    "This address restores the settings. Your table is in no link: whoever opens it, you too after a reload, "
    "is asked for a table."
)
Data = str | bytes | Callable[[], str | bytes]


def bar(
    name: str,
    frame: pd.DataFrame,
    caption: str,
    *,
    latex: str | None = None,
    more: Mapping[str, tuple[Data, str]] | None = None,
) -> None:
    """Link, CSV, LaTeX, citation, and further files (label: data, file name)."""
    with st.container(horizontal=True, vertical_alignment="center"):
        with st.popover("Link", icon=":material/link:"):
            st.caption(OF_OWN if visit.in_view() else "This address restores the view.")
            st.code(state.link(), language=None, wrap_lines=True)
        _download("CSV", csv_text(frame), f"{name}.csv", "text/csv")
        comment = (caption, f"FRNN Explorer {__version__}", state.link())
        _download("LaTeX", latex or latex_text(frame, caption, comment), f"{name}.tex", "text/x-tex")
        for label, (data, file_name) in (more or {}).items():
            _download(label, data, file_name, None)
        with st.popover("Cite", icon=":material/format_quote:"):
            st.code(bibtex(caption, state.link()), language=None, wrap_lines=True)
    st.caption("The camera above a figure saves it as SVG.")
    if layout.dark_theme():
        st.toggle("Figures on white, to save them for print", key=layout.WHITE.name)


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
