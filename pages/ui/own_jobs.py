"""What is not known about a visitor's table is computed by a worker that keeps nothing; how far it is."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from frnn_core.errors import FRNNError
from frnn_core.experiments import cost
from frnn_core.experiments.apart import Memory, Run
from frnn_core.experiments.plan import Unit
from frnn_core.experiments.score_table import ScoreTable
from frnn_core.experiments.served import MOST_SECONDS
from pages.ui import progress, visit
from pages.ui.escaping import plain

AT_ONCE_SECONDS = 20.0
_RUN = "run on a table of this visit"


def panel(tables: Sequence[ScoreTable], memory: Memory) -> None:
    """What becomes of tables that are not complete."""
    pending = list(dict.fromkeys(unit for table in tables for unit in table.pending()))
    asked, run = st.session_state.get(_RUN, (None, None))
    told = run.progress() if run is not None else None
    if told is not None and not told.ended and set(pending) <= set(asked):
        _watch(run)
        return
    seconds = cost.estimate(pending)
    if seconds > MOST_SECONDS:
        st.warning(
            f"This would take about {cost.in_words(seconds)} on this machine; a page allows "
            f"{cost.in_words(MOST_SECONDS)}. Choose fewer relations, or bring a sample of the rows.",
            icon=":material/hourglass_disabled:",
        )
        return
    failed = told is not None and told.state != "finished" and set(pending) <= set(asked)
    if seconds < AT_ONCE_SECONDS and not failed:
        _start(pending, memory)
        return
    words = "Not everything here is computed yet:"
    if failed and told is not None:
        words = plain(told.message) or "Stopped."
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(f"{words} About {cost.in_words(seconds)} on this machine. Your table is stored nowhere.")
        if st.button("Go on" if failed else "Compute it", type="primary", key="start a run"):
            _start(pending, memory)


def _start(pending: list[Unit], memory: Memory) -> None:
    """Start anew; a run for other settings is stopped, and what it finished is kept."""
    data = visit.find(pending[0].dataset)
    if data is None:
        return
    _, before = st.session_state.pop(_RUN, (None, None))
    if before is not None:
        before.cancel()
    try:
        st.session_state[_RUN] = (pending, Run(data, pending, memory))
    except FRNNError as error:
        st.error(plain(str(error)))
        return
    st.rerun()


@st.fragment(run_every=0.5)
def _watch(run: Run) -> None:
    told = run.progress()
    if told.ended:
        st.rerun()
    progress.row(told, lambda: _cancel(run), "cancel the run", waiting=progress.STARTING)


def _cancel(run: Run) -> None:
    run.cancel()
    st.rerun()
