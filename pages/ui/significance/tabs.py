"""The tabs of the page Significance: pairs, the matrix, one pair, ranks, the ranking, all in words."""

from __future__ import annotations

from functools import partial

import streamlit as st

from frnn_core.figures import (
    bayes_bar,
    bayes_bar_text,
    comparison_matrix_figure,
    comparison_matrix_text,
    p_matrix,
    p_matrix_text,
    pair_scatter,
    pair_scatter_text,
    power_curve,
    rank_distribution,
    rank_distribution_text,
    strengths,
    strengths_text,
)
from frnn_core.stats import ComparisonMatrix, Pair, Power
from frnn_core.stats.bradley_terry import ABOUT, Ranking
from pages.ui import beside, layout, selection, state
from pages.ui.cache import fresh
from pages.ui.escaping import plain
from pages.ui.significance import controls, own
from pages.ui.significance.view import Shipped, View


def matrix_of(view: View) -> ComparisonMatrix:
    """Every pair by itself."""
    return view.kept("matrix", view.result.matrix)


def ranking_of(view: View) -> Ranking:
    """The Bayesian ranking with the chosen rope."""
    rope = float(state.value(controls.WIN_ROPE))
    return view.kept(f"ranking {rope}", partial(view.result.ranking, rope))


def pair_of(view: View, first: str, second: str) -> Pair:
    """The tests of one pair."""
    return view.kept(f"pair {first!r} {second!r}", partial(view.result.pair, first, second))


def power_of(view: View, first: str, second: str) -> Power:
    """How many data sets it takes to tell one pair apart."""
    return view.kept(f"power {first!r} {second!r}", partial(view.result.power, first, second))


def pair_on_hand(view: View) -> tuple[str, str] | None:
    """The columns of the pair that is chosen, whether its tab is open or not; None where they are no pair."""
    if isinstance(view.source, Shipped):
        chosen = [beside.column(state.value(param)) for param in (controls.FIRST, controls.SECOND)]
    else:
        names = dict(enumerate(view.source.frame.columns, 1))
        chosen = [names.get(state.value(param), "") for param in (own.FIRST, own.SECOND)]
    first, second = chosen
    known = view.result.relations
    return (first, second) if first != second and first in known and second in known else None


def all_pairs(view: View) -> None:
    """The p-values of all pairs."""
    words = p_matrix_text(view.result, view.names)
    st.markdown(view.markdown(words))
    layout.figure(fresh(p_matrix, view.result, look=view.look()), "p matrix", words, "p-values")


def matrix(view: View) -> None:
    """The multiple comparison matrix: every pair by itself, as figure and table."""
    found = matrix_of(view)
    words = comparison_matrix_text(found, view.names)
    st.markdown(view.markdown(words))
    picture = fresh(comparison_matrix_figure, found, look=view.look())
    layout.figure(picture, "matrix", words, "comparison-matrix")
    with st.expander("As a table"):
        st.dataframe(found.shown(view.names), hide_index=True)
    st.caption("Ismail-Fawaz et al. (2023), https://arxiv.org/abs/2305.11921")


def one_pair(view: View) -> None:
    """Two columns: a dot a data set, Wilcoxon, wins, the Bayesian test, and how many data sets it takes."""
    result = view.result
    if isinstance(view.source, Shipped):
        first, second = controls.pair(view.keys)
    else:
        first, second = controls.own_pair(dict(enumerate(view.source.frame.columns, 1)))
    if first == second:
        st.info("Choose two different ones.")
        return
    pair = pair_of(view, first, second)
    words = pair_scatter_text(pair, view.names)
    st.markdown(view.markdown(words))
    picture = fresh(
        pair_scatter,
        result.scores,
        pair,
        measure=view.measure,
        lower_is_better=result.lower_is_better,
        look=view.look(),
    )
    event = layout.figure(picture, "pair", words, f"{first}-{second}" if view.names else "pair", select=True)
    for found in layout.clicked(event):
        _leave_out(view, str(found[0] if isinstance(found, list) else found))
    picture = fresh(bayes_bar, pair, look=view.look())
    layout.figure(picture, "bayes", bayes_bar_text(pair, view.names), "bayes")
    if pair.n > 1:
        _power(view, first, second)
    with st.expander("In numbers"):
        st.code(pair.text(), language=None)


def _leave_out(view: View, name: str) -> None:
    """A button that takes the data set that was clicked out."""
    if isinstance(view.source, Shipped):
        act, what = selection.leave_out, name
        st.button(f"Leave out {name}", on_click=act, args=(what,), icon=":material/remove:")
    elif name in view.source.frame.index:
        place = list(view.source.frame.index).index(name) + 1
        label = f"Leave out {plain(name)}"
        st.button(label, on_click=own.leave_out, args=(place,), icon=":material/remove:")


def _power(view: View, first: str, second: str) -> None:
    """How many data sets it takes to tell the two apart."""
    st.markdown("**How many data sets to see this gap?**")
    found = power_of(view, first, second)
    words = found.text(view.names.get(first, first), view.names.get(second, second))
    st.markdown(view.markdown(words))
    layout.figure(fresh(power_curve, found, look=view.look()), "power", words, "power")


def ranks(view: View) -> None:
    """How often each column has which rank."""
    words = rank_distribution_text(view.result, view.names)
    st.markdown(view.markdown(words))
    picture = fresh(rank_distribution, view.result, look=view.look())
    layout.figure(picture, "ranks", words, "ranks")


def ranking(view: View) -> None:
    """The Bayesian Bradley-Terry model: strengths, who is the best, who is better than the control."""
    controls.win_rope()
    found = ranking_of(view)
    words = strengths_text(found, view.names)
    st.markdown(view.markdown(words))
    layout.figure(fresh(strengths, found, look=view.look()), "strengths", words, "bayesian-ranking")
    st.caption(f"{ABOUT} Ties are half a win for each. Wainer (2023), https://arxiv.org/abs/2208.04935")
    with st.expander("Every pair as a table"):
        st.dataframe(found.pairs.round(3), hide_index=True)


def in_words(view: View) -> None:
    """The comparison as a paragraph, then its numbers as tables and as text."""
    result = view.result
    settings = view.context.replace(" · ", ", ") + view.exploratory().rstrip(".")
    told = result.prose(view.names, measure=view.measure, settings=settings)
    st.markdown(view.markdown(" ".join(filter(None, [view.note, told]))))
    st.dataframe(result.shown("relations"), hide_index=True)
    st.dataframe(result.shown("pairs"), hide_index=True)
    with st.expander("All of it as plain text"):
        st.code(result.text(), language=None)
