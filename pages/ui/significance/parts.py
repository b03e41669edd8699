"""The parts of the page Significance above and below its tabs: the diagram, and the files."""

from __future__ import annotations

from functools import partial

import streamlit as st

from frnn_core.experiments.bundle import bundle
from frnn_core.figures import critical_difference, critical_difference_text
from frnn_core.stats.scores_bundle import scores_bundle
from pages.ui import cache, layout, take_away
from pages.ui.significance.view import Shipped, View


def finding(view: View) -> None:
    """What the omnibus test says."""
    layout.finding(view.unfinished + view.markdown(view.overall()))


def diagram(view: View) -> None:
    """The critical-difference diagram, and what to beware of."""
    words = critical_difference_text(view.result, view.names)
    picture = cache.drawn(critical_difference, view.result, key=view.content, look=view.look())
    layout.figure(picture, "critical difference", words, "critical-difference")
    for warning in view.warnings():
        st.warning(view.markdown(warning), icon=":material/info:")


def files(view: View) -> None:
    """The pairs as files, and all that is needed to compare anew as a bundle."""
    result = view.result
    caption = (
        f"{view.unfinished}Pairs of {view.result.compared}. {view.context}. "
        f"{view.overall()}{view.exploratory()} {view.note}".strip()
    )
    texts = {"comparison.txt": f"{caption}\n\n{result.text()}\n"}
    if isinstance(view.source, Shipped):
        texts |= view.source.others.files()
        packed = partial(bundle, view.source.table, None, result.call, texts)
    else:
        packed = partial(scores_bundle, result, texts)
    take_away.bar(
        "significance",
        result.frame("pairs"),
        caption,
        latex=result.latex("relations") + result.latex("pairs"),
        more={"Bundle": (packed, "significance.zip")},
    )
