"""The tabs of the page Significance: all pairs, one pair, ranks, and all of it in words."""

from __future__ import annotations

import streamlit as st

from frnn_core.figures import (
    bayes_bar,
    bayes_bar_text,
    p_matrix,
    p_matrix_text,
    pair_scatter,
    pair_scatter_text,
    rank_distribution,
    rank_distribution_text,
)
from pages.ui import layout, selection
from pages.ui.significance import cache, controls
from pages.ui.significance.view import View


def all_pairs(view: View) -> None:
    """The p-values of all pairs."""
    words = p_matrix_text(view.result, selection.names())
    st.markdown(words)
    layout.figure(p_matrix(view.result, look=layout.look()), "p matrix", words, "p-values")


def one_pair(view: View) -> None:
    """Two relations: a dot a data set, Wilcoxon, wins, and the Bayesian test."""
    result = view.result
    first, second = controls.pair(view.keys)
    if first == second:
        st.info("Choose two different relations.")
        return
    pair = cache.pair(result, view.content, first, second)
    words = pair_scatter_text(pair, selection.names())
    st.markdown(words)
    picture = pair_scatter(result.scores, pair, look=layout.look())
    event = layout.figure(picture, "pair", words, f"{first}-{second}", select=True)
    for found in layout.clicked(event):
        name = found[0] if isinstance(found, list) else found
        st.button(
            f"Leave out {name}", on_click=selection.leave_out, args=(str(name),), icon=":material/remove:"
        )
    picture = bayes_bar(pair, look=layout.look())
    layout.figure(picture, "bayes", bayes_bar_text(pair, selection.names()), "bayes")
    with st.expander("In numbers"):
        st.code(pair.text(), language=None)


def ranks(view: View) -> None:
    """How often each relation has which rank."""
    words = rank_distribution_text(view.result, selection.names())
    st.markdown(words)
    picture = rank_distribution(view.result, look=layout.look())
    layout.figure(picture, "ranks", words, "ranks")


def in_words(view: View) -> None:
    """The whole comparison as text."""
    st.code(view.result.text(), language=None)
