"""The parts of the page Significance above and below its tabs: the diagram, and the files."""

from __future__ import annotations

from functools import partial

import streamlit as st

from frnn_core.experiments.bundle import bundle
from frnn_core.figures import critical_difference, critical_difference_text
from pages.ui import cache, layout, selection, take_away
from pages.ui.significance.view import View


def finding(view: View) -> None:
    """What the omnibus test says."""
    layout.finding(view.unfinished + view.overall())


def diagram(view: View) -> None:
    """The critical-difference diagram, and what to beware of."""
    words = critical_difference_text(view.result, selection.names())
    picture = cache.drawn(critical_difference, view.result, key=view.content, look=layout.look())
    layout.figure(picture, "critical difference", words, "critical-difference")
    for warning in view.result.warnings:
        st.warning(warning, icon=":material/info:")


def files(view: View) -> None:
    """The pairs as files, and all that is needed to compare anew as a bundle."""
    result = view.result
    caption = (
        f"{view.unfinished}Pairs of {view.result.compared}. {view.context}. "
        f"{view.overall()}{selection.exploratory_note()}"
    )
    texts = {"comparison.txt": f"{caption}\n\n{result.text()}\n", **view.others.files()}
    take_away.bar(
        "significance",
        result.frame("pairs"),
        caption,
        latex=result.latex("relations") + result.latex("pairs"),
        more={"Bundle": (partial(bundle, view.table, None, result.call, texts), "significance.zip")},
    )
