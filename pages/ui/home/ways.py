"""The lower half of the page Home: where to go, views for a lecture, and how to cite."""

from __future__ import annotations

import streamlit as st

from frnn_core import dataset_names
from frnn_core.errors import FRNNError
from frnn_core.text import bibtex
from pages.ui import shell
from pages.ui.home import cache

WAYS = {
    "benchmark": (f"Compare on {len(dataset_names())} data sets", ""),
    "tour": ("Learn it in five steps", "Twelve points, one query, a question a step: a lecture to click."),
    "your_data": ("Use my own table", "Upload a CSV; leave with a recommendation, its uncertainty and code."),
    "significance": ("See which differences are real", "Ranks, tests and a critical-difference diagram."),
    "playground": ("Play with points", "Add and move points, and watch the border between classes move."),
    "paper": ("Check the paper", "Every printed number beside a recomputed one, and every claim judged."),
}
"""A page: what to do there, and what is found; without words the benchmark's own finding."""

LECTURES: dict[str, tuple[int, str, dict[str, str]]] = {
    "Fuzzy-rough nearest neighbours from nothing": (20, "tour", {}),
    "Move one point": (15, "playground", {"challenge": "8"}),
    "What does “similar” mean?": (10, "relations", {}),
    "One missing absolute value": (10, "benchmark", {"v": "published", "show": "score"}),
    "A table read sideways": (10, "paper", {"exhibit": "sideways"}),
    "Do the kernels differ?": (10, "significance", {"r": "kernels"}),
    "How flat accuracy is in γ": (10, "sensitivity", {"view": "kg", "data": "pima"}),
    "Why the circular kernel collapsed": (10, "gamma_descent", {}),
    "How many neighbours should count?": (10, "weights", {}),
}
"""The lectures of docs/guide.md, which says what to ask in each: minutes, and the view to begin with."""


WHOLE_CARDS = """<style>
[class*="st-key-way-"] { position: relative; }
[class*="st-key-way-"] [data-testid=stElementContainer] { position: static; }
[class*="st-key-way-"] a::after { content: ""; position: absolute; inset: 0; }
[class*="st-key-way-"]:hover, [class*="st-key-way-"]:focus-within { border-color: currentcolor; }
</style>"""
"""The link of a card reaches over all of it."""


def onwards() -> None:
    """Six cards, three a row; each is a link as a whole."""
    st.html(WHOLE_CARDS)
    st.subheader("Where to go")
    ways = list(WAYS.items())
    for row in (ways[:3], ways[3:]):
        for column, (page, (title, words)) in zip(st.columns(3, gap="medium"), row, strict=True):
            with column, st.container(border=True, height="stretch", key=f"way-{page}"):
                st.page_link(shell.page(page), label=f"**{title}**")
                st.caption(words or _finding())


def _finding() -> str:
    try:
        return cache.benchmark_finding()
    except FRNNError as error:
        return str(error)


def lectures() -> None:
    """Links to the views that lectures begin with."""
    minutes = [took for took, _, _ in LECTURES.values()]
    with st.expander(f"{len(LECTURES)} lectures of {min(minutes)} to {max(minutes)} minutes"):
        for title, (took, page, asked) in LECTURES.items():
            words = f"{title} ({took} minutes)"
            st.page_link(shell.page(page), label=words, query_params=asked, icon=":material/slideshow:")
        st.caption("For a projector, press *Present* (top right) on any page: the figure fills the screen.")


def citation() -> None:
    """How to cite."""
    with st.expander("How to cite"):
        st.code(bibtex(), language=None)
