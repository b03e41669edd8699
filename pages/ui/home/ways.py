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

LECTURES: dict[str, tuple[str, dict[str, str]]] = {
    "Fuzzy-rough nearest neighbours from nothing: five steps.": ("tour", {}),
    "One missing absolute value: Chebyshev as published, then corrected.": (
        "benchmark",
        {"v": "published", "show": "score"},
    ),
    "Do the kernels differ? The overall test first, then the pairs.": ("significance", {"r": "kernels"}),
    "How flat accuracy is in γ: k × γ on pima.": ("sensitivity", {"view": "kg", "data": "pima"}),
    "Why the circular kernel collapsed in the paper: press Play.": ("gamma_descent", {}),
    "How many neighbours should count? Press Play, then ask for one for all.": ("weights", {}),
    "A table read sideways: turn it round, and significance is gone.": ("paper", {"exhibit": "sideways"}),
}


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
    """Links to views that carry ten minutes each."""
    with st.expander(f"{len(LECTURES)} views for a lecture, ten minutes each"):
        for words, (page, asked) in LECTURES.items():
            st.page_link(shell.page(page), label=words, query_params=asked, icon=":material/slideshow:")
        st.caption("For a projector, press *Present* (top right) on any page: the figure fills the screen.")


def citation() -> None:
    """How to cite."""
    with st.expander("How to cite"):
        st.code(bibtex(), language=None)
