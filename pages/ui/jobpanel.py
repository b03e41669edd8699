"""What is not shipped is computed by a worker; this shows how far it is, and lets the visitor stop it."""

from __future__ import annotations

import streamlit as st

from frnn_core import cost, jobs
from frnn_core.errors import FRNNError
from frnn_core.grid import Plan
from frnn_core.scoretable import ScoreTable, score_table
from frnn_core.shipped import METRICS
from pages.ui import cache, state

AT_ONCE_SECONDS = 20.0
_SEEN = "results seen"


def _read_id(text: str) -> str:
    if not jobs.is_id(text):
        raise ValueError("a run has a name of 16 letters and digits")
    return text


JOB = state.Param("job", "", _read_id, str, "run")


def scores(plan: Plan, metric: str = METRICS[0]) -> ScoreTable:
    """The scores of a plan as far as they are known; what is missing is started, or offered."""
    table = score_table(plan, metric, cache.store())
    if not table.complete:
        _panel(table)
    elif state.value(JOB):
        _forget()
    return table


def _panel(table: ScoreTable) -> None:
    job = _job()
    if job is not None and not job.progress().ended:
        _watch(job)
        return
    if job is not None and job.progress().state == "finished" and table.plan in job.plans:
        st.error("The run has ended, but some of its results are missing. Reload the page to try again.")
        return
    pending = table.pending()
    seconds = cost.estimate(pending, jobs.workers())
    if job is not None and job.progress().state == "cancelled":
        words, start = f"Stopped. {len(pending)} pieces of work are left.", "Continue"
    elif job is not None and job.progress().state in ("failed", "lost"):
        words, start = job.progress().message, "Start again"
    elif seconds < AT_ONCE_SECONDS:
        _start(table.plan)
        return
    else:
        words = (
            f"Not everything on this page is computed yet: about {cost.in_words(seconds)} on this machine."
        )
        start = "Compute it"
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(words)
        if st.button(start, type="primary", key="start a run"):
            _start(table.plan)


def _job() -> jobs.Job | None:
    try:
        return jobs.find(state.value(JOB)) if state.value(JOB) else None
    except FRNNError:
        return None


def _start(plan: Plan) -> None:
    store = cache.store()
    if store is None:
        st.error(
            "Results cannot be kept: there is no folder that can be written. Name one with XDG_CACHE_HOME."
        )
        return
    try:
        job = jobs.start([plan], store)
    except FRNNError as error:
        st.error(str(error))
        return
    _remember(job.id)
    st.rerun()


def _remember(job_id: str) -> None:
    st.session_state[JOB.name] = job_id


def _forget() -> None:
    st.session_state[JOB.name] = ""


@st.fragment(run_every=1.0)
def _watch(job: jobs.Job) -> None:
    told = job.progress()
    if told.ended:
        st.rerun()
    seen = st.session_state.get(_SEEN, {}).get(job.id, 0)
    with st.container(border=True):
        words, button = st.columns([5, 1], vertical_alignment="center")
        if told.state == "waiting":
            words.markdown("Waiting for another run to end.")
        else:
            left = f", about {cost.in_words(told.seconds_left)} left" if told.seconds_left else ""
            words.progress(
                told.done / max(told.total, 1),
                f"Computing {told.done} of {told.total} pieces{left}. Finished cells appear as they come.",
            )
        if button.button("Cancel", key="cancel the run"):
            job.cancel()
            job.wait(5)
            st.rerun()
    if told.done >= seen + max(1, told.total // 10):
        st.session_state[_SEEN] = {job.id: told.done}
        st.rerun()
