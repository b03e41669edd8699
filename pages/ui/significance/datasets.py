"""The tab of the page Significance with the data sets that count, and a box to take each out."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from frnn_core.data.catalogue import entries
from frnn_core.stats import Scores
from pages.ui import selection, state
from pages.ui.significance import own
from pages.ui.significance.view import Shipped, View

EDITOR = "boxes of data sets"


def used(view: View) -> None:
    """Which data sets count, why others do not, and what other treatments of blanks would give."""
    if isinstance(view.source, Shipped):
        _shipped(view, view.source)
    else:
        _own(view, view.source)
    st.dataframe(view.result.treatments.drop(columns="chosen").rename_axis("treatment of blanks"))


def _own(view: View, scores: Scores) -> None:
    """The data sets of a visitor by their places, some of them left out by hand."""
    names = list(scores.frame.index)
    offered = list(range(1, len(names) + 1))
    st.multiselect(
        "Leave out",
        offered,
        key=own.WITHOUT.name,
        format_func=lambda where: names[where - 1],
        placeholder="None left out",
    )
    gone = {names[where - 1] for where in state.value(own.WITHOUT)}
    if gone:
        st.button("Restore all", on_click=own.restore, icon=":material/undo:")
    counts = ["left out by hand" if name in gone else view.result.left_out.get(name, "yes") for name in names]
    about = pd.DataFrame({"data set": names, "counts": counts})
    rows = pd.concat([about, scores.frame.reset_index(drop=True)], axis=1)
    st.dataframe(rows, hide_index=True, height=360)


def _shipped(view: View, source: Shipped) -> None:
    """The data sets of the catalogue, with a box to take each out."""
    result, removed = view.result, selection.removed()
    offered = sorted({*source.chosen.datasets, *removed}, key=list(entries()).index)
    key, ticked = _editor(offered, removed)
    rows = [
        {
            "use": name in ticked,
            "data set": name,
            "rows": entries()[name].rows,
            "counts": "left out by hand" if name in removed else result.left_out.get(name, "yes"),
        }
        for name in offered
    ]
    st.data_editor(
        pd.DataFrame(rows),
        key=key,
        hide_index=True,
        disabled=["data set", "rows", "counts"],
        on_change=_edited,
        args=(key, offered, ticked),
        height=360,
    )
    if removed:
        st.button("Restore all", on_click=selection.restore, icon=":material/undo:")


def _editor(offered: list[str], removed: list[str]) -> tuple[str, list[str]]:
    """The key of the table of boxes, and what was ticked when it was first drawn.

    The table keeps its edits for as long as its key stays. It stays while boxes are clicked, and is another
    when the choice was changed elsewhere.
    """
    number, before, ticked, known = st.session_state.get(EDITOR, (0, None, [], None))
    if (offered, removed) != (before, known):
        number, ticked = number + 1, [name for name in offered if name not in removed]
        st.session_state[EDITOR] = number, offered, ticked, removed
    return f"use editor {number}", ticked


def _edited(key: str, offered: list[str], ticked: list[str]) -> None:
    edits = {int(row): change for row, change in st.session_state[key]["edited_rows"].items()}
    for row, name in enumerate(offered):
        use = edits.get(row, {}).get("use", name in ticked)
        (selection.take_in if use else selection.leave_out)(name)
    number, *_ = st.session_state[EDITOR]
    st.session_state[EDITOR] = number, offered, ticked, selection.removed()
