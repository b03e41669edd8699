"""The checked table as a data set on other pages, for as long as the visit lasts."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from frnn_core.data import Dataset
from frnn_core.engine.encoding import Encoding
from frnn_core.studies.playground import playable
from pages.ui import shell, visit
from pages.ui.escaping import plain
from pages.ui.your_data.file import Table

PLACES = {
    "explain": {"ed": visit.WORD},
    "playground": {"pd": visit.WORD},
    "sensitivity": {"mine": visit.WORD, "data": visit.WORD},
    "gamma_descent": {"set": visit.WORD},
    "learned": {"on": visit.WORD},
    "weights": {"wd": visit.WORD},
}
"""The pages that take it, and how their addresses ask for it."""
NEEDS: dict[str, tuple[Callable[[Dataset], bool], str]] = {
    "playground": (playable, "two columns of numbers"),
    "learned": (lambda data: data.plain, visit.PLAIN_NUMBERS),
}
"""What some of them need of a table, and that in words."""


def on_other_pages(table: Table, data: Dataset, encoding: Encoding) -> None:
    """Remember the table for this visit, and say where it is offered, or why it is not."""
    reason = visit.remember(table.upload, table.name, data, encoding)
    if reason:
        st.caption(f"This table is not offered on other pages. {plain(reason)}")
        return
    missing = [name for name, (fits, _) in NEEDS.items() if not fits(data)]
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(
            f"As long as this visit lasts, other pages list it first, as *{visit.CALLED}*; of several "
            f"uploads, the last {visit.MOST_TABLES}. See it on",
            width="content",
        )
        for name, asked in PLACES.items():
            if name not in missing:
                st.page_link(shell.page(name), query_params=asked)
    for name in missing:
        st.caption(f"*{shell.page(name).title}* needs {NEEDS[name][1]}; it does not offer this table.")
