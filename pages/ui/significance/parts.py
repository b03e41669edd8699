"""The parts of the page Significance above and below its tabs: the diagram, and the files."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

from frnn_core.experiments.bundle import bundle
from frnn_core.figures import Look, critical_difference, critical_difference_text
from frnn_core.figures.comparison_files import comparison_files
from frnn_core.stats.comparison import What
from frnn_core.stats.corrections import UNCORRECTED
from frnn_core.stats.scores_bundle import scores_bundle
from pages.ui import cache, layout, take_away
from pages.ui.significance.view import Shipped, View

WHAT: tuple[What, ...] = ("relations", "pairs")


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
    name = _name(view)
    exploratory = view.exploratory()
    settings = view.context.replace(" · ", ", ") + exploratory.rstrip(".")
    over = f"{view.unfinished}{view.context}.{exploratory} {view.note}".strip()
    take_away.bar(
        name,
        result.frame("pairs").set_index("first"),
        caption,
        latex="\n".join(
            result.latex(what, names=view.names, over=over, name=f"{name}-{what}") for what in WHAT
        ),
        more={"Bundle": (partial(_bundle, view, _print_look(view), caption, settings), f"{name}.zip")},
    )


def _name(view: View) -> str:
    """What the files are called: the test, its correction, the treatment of blanks, and the settings."""
    result = view.result
    against = [f"against-{result.control}"] if result.control is not None else []
    blanks = [result.blanks] if result.blanks != "complete" else []
    correction = [result.correction] if result.correction != UNCORRECTED else []
    parts = [result.test, *correction, *against, *blanks, *_settings(view)]
    return take_away.named("significance", *parts)


def _bundle(view: View, look: Look, about: str, settings: str) -> bytes:
    """Diagram, tables, paragraph, scores, and what reproduces them."""
    result = view.result
    files = comparison_files(result, look, over=settings, measure=view.measure)
    if isinstance(view.source, Shipped):
        files |= view.source.others.files()
        return bundle(view.source.table, None, result.call, files, about=about)
    return scores_bundle(result, files, about=about)


def _settings(view: View) -> list[str]:
    """The settings in the name of a file; a visitor's scores have none."""
    return take_away.settings(view.source.chosen) if isinstance(view.source, Shipped) else ["own-scores"]


def _print_look(view: View) -> Look:
    """The look of figures for print, with the names that are on screen."""
    return replace(view.look(), dark=False, large=False)
