"""A class of numbers: cut into groups of about the same size, or above edges that the visitor types."""

from __future__ import annotations

import streamlit as st

from frnn_core.data.reading import Quantity, RawTable
from frnn_core.data.reading.cells import shown
from frnn_core.data.reading.quantity import SUGGESTED_GROUPS, quantiles
from frnn_core.text import counted
from pages.ui.controls import more
from pages.ui.escaping import plain
from pages.ui.your_data.choices import BINS, EDGES, Choices, on_screen, read_edges, write_edges

TYPED = "typed"
_HOW, _TEXT, _TROUBLE = "groups of the class", "edges of the class", "edges that are none"


def control(raw: RawTable, chosen: Choices) -> None:
    """Where the class is most likely a quantity: say so, and offer groups."""
    quantity = chosen.summary.quantity
    if quantity is None:
        return
    span = f"{quantity.low:,.6g} to {quantity.high:,.6g}"
    name = plain(shown(quantity.name))
    with st.container(border=True, horizontal=True, vertical_alignment="bottom"):
        if chosen.options.cuts:
            st.markdown(f"**{name}** is a quantity, {span}, cut into groups.", width=250)
        else:
            st.markdown(
                f"**{name}** is most likely a quantity: it holds {quantity.distinct:,} different numbers in "
                f"{counted(quantity.rows, 'row')}, {span}. Relations tell classes apart, so cut it into "
                "groups, or choose another class column.",
                width=430,
            )
        _pickers(raw, chosen, quantity)


def rarely(raw: RawTable, chosen: Choices) -> None:
    """The same behind More, for a class of few numbers, which may well be classes."""
    column = chosen.summary.column(chosen.summary.target)
    if chosen.summary.quantity is None and "number" in column.roles and (column.distinct or 0) > 2:
        with more((BINS, EDGES)):
            _pickers(raw, chosen, None)


def _pickers(raw: RawTable, chosen: Choices, quantity: Quantity | None) -> None:
    options = chosen.options
    now: int | str = TYPED if options.edges else options.bins or 0
    st.session_state[_HOW] = now
    offered = [0, *sorted({*SUGGESTED_GROUPS, *([options.bins] if options.bins else [])}), TYPED]
    st.selectbox(
        "Cut into groups",
        offered,
        key=_HOW,
        format_func=lambda how: label(how, quantity),
        on_change=_set_how,
        args=(raw,),
        width=280,
    )
    if now == TYPED:
        st.session_state[_TEXT] = write_edges(options.edges or ()).replace(",", ", ")
        st.text_input("Cut above each of these", key=_TEXT, on_change=_set_edges, width=180)
    if trouble := st.session_state.pop(_TROUBLE, ""):
        st.caption(plain(trouble))


def label(how: int | str, quantity: Quantity | None) -> str:
    """A way to cut in words, with where that would be."""
    if how == 0:
        return "No: each number is a class"
    if how == TYPED:
        return "Edges of your own"
    edges = dict(quantity.suggested).get(int(how), ()) if quantity is not None else ()
    at = f", cut at {_some(edges)}" if edges else " of about the same size"
    return f"{how} groups{at}"


def _some(edges: tuple[float, ...]) -> str:
    """Edges to four digits, without exponents: 23,210 and not 2.321e+04."""
    return "; ".join(f"{float(f'{edge:.4g}'):,.10g}" for edge in edges)


def _set_how(raw: RawTable) -> None:
    how = st.session_state[_HOW]
    st.session_state[BINS.name] = 0 if how == TYPED else how
    st.session_state[EDGES.name] = _first_edges(raw, on_screen()) if how == TYPED else ()


def _first_edges(raw: RawTable, chosen: Choices) -> tuple[float, ...]:
    """Edges to begin with: those of groups of about the same size."""
    if chosen.summary.quantity is not None:
        by_count = dict(chosen.summary.quantity.suggested)
        found = by_count.get(chosen.options.bins or 0, by_count[SUGGESTED_GROUPS[0]])
    else:
        column = next(column for column in raw.columns if column.name == chosen.summary.target)
        found = tuple(quantiles(column.values[~column.missing], 2).tolist())
    rounded = tuple(float(f"{edge:.4g}") for edge in found)
    return rounded if len(set(rounded)) == len(found) else found


def _set_edges() -> None:
    try:
        st.session_state[EDGES.name] = read_edges(st.session_state[_TEXT])
    except ValueError as reason:
        st.session_state[_TROUBLE] = f"These are no edges: {reason}, such as 20, 40, 60."
