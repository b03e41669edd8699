"""The parts of the page Significance above and below its tabs: the diagram, and the files."""

from __future__ import annotations

from functools import partial

import streamlit as st

from frnn_core.experiments.bundle import bundle
from frnn_core.figures import Look, critical_difference, critical_difference_text
from frnn_core.figures.comparison_files import comparison_files
from frnn_core.stats.comparison import What
from frnn_core.stats.corrections import UNCORRECTED
from pages.ui import cache, layout, selection, take_away
from pages.ui.significance.view import View

WHAT: tuple[What, ...] = ("relations", "pairs")


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
    name = _name(view)
    settings = view.chosen.in_words().replace(" · ", ", ") + selection.exploratory_note().rstrip(".")
    over = f"{view.unfinished}{view.context}.{selection.exploratory_note()}"
    take_away.bar(
        name,
        result.frame("pairs").set_index("first"),
        caption,
        latex="\n".join(
            result.latex(what, names=take_away.full_names(), over=over, name=f"{name}-{what}")
            for what in WHAT
        ),
        more={"Bundle": (partial(_bundle, view, layout.printed_look(), caption, settings), f"{name}.zip")},
    )


def _name(view: View) -> str:
    """What the files are called: the test, its correction, the treatment of blanks, and the settings."""
    result = view.result
    against = [f"against-{result.control}"] if result.control is not None else []
    blanks = [result.blanks] if result.blanks != "complete" else []
    correction = [result.correction] if result.correction != UNCORRECTED else []
    parts = [result.test, *correction, *against, *blanks, *take_away.settings(view.chosen)]
    return take_away.named("significance", *parts)


def _bundle(view: View, look: Look, about: str, settings: str) -> bytes:
    """Diagram, tables, paragraph, scores, and what reproduces them."""
    result = view.result
    files = {**comparison_files(result, look, over=settings), **view.others.files()}
    return bundle(view.table, None, result.call, files, about=about)
