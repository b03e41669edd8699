"""What is not shipped is computed by a worker; this shows how far it is, and lets the visitor stop it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from frnn_core.engine.measures import DEFAULT
from frnn_core.errors import FRNNError
from frnn_core.experiments import cost, jobs
from frnn_core.experiments.plan import Plan
from frnn_core.experiments.salvage import set_aside
from frnn_core.experiments.score_table import ScoreTable, score_table
from frnn_core.experiments.store import DamagedStore, Store, StoreError, default_path, is_temporary
from frnn_core.text import counted
from pages.ui import own_jobs, progress, state, visit

AT_ONCE_SECONDS = 20.0
_SEEN = "results seen"


def _read_id(text: str) -> str:
    if text and not jobs.is_id(text):
        raise ValueError("a run has a name of 16 letters and digits")
    return text


JOB = state.Param("job", "", _read_id, str, "run")


def scores(plan: Plan, measure: str = DEFAULT) -> ScoreTable:
    """The scores of a plan as far as they are known; what is missing is started, or offered."""
    return scores_of([plan], measure)[0]


def scores_of(plans: Sequence[Plan], measure: str = DEFAULT) -> list[ScoreTable]:
    """The scores of several plans, which one run completes."""
    found = [known(plan, measure) for plan in plans]
    tables = [table for table, _ in found]
    errors = [error for _, error in found if error is not None]
    if errors:
        _without_store(errors[0])
    elif not all(table.complete for table in tables):
        unfinished = [table for table in tables if not table.complete]
        memory = visit.memory([name for plan in plans for name in plan.datasets])
        if memory is None:
            _panel(unfinished)
        else:
            own_jobs.panel(unfinished, memory)
    elif state.value(JOB):
        _forget()
    return tables


def known(plan: Plan, measure: str = DEFAULT) -> tuple[ScoreTable, StoreError | None]:
    """The scores that are shipped or in the store, and why the store could not be used if it was needed.

    The store is opened anew each time: its folder may have gone, or come back, since the last. Results on a
    table of the visitor's own are in the visit, and in no store.
    """
    table = score_table(plan, measure)
    if table.complete:
        return table, None
    if (memory := visit.memory(plan.datasets)) is not None:
        return score_table(plan, measure, memory), None
    try:
        return score_table(plan, measure, Store()), None
    except StoreError as error:
        return table, error


def preliminary(table: ScoreTable) -> str:
    """A word before every finding and caption, for as long as results are missing."""
    if table.complete:
        return ""
    return f"Preliminary, {int(table.there.sum()):,} of {table.there.size:,} results so far. "


def _without_store(error: StoreError) -> None:
    st.warning(f"{error} Until then only the results that come with FRNN Explorer are shown.")
    if isinstance(error, DamagedStore):
        label = "Set it aside, and save what can be read of it"
        st.button(label, on_click=_set_aside, key="set the store aside")


def _damage() -> DamagedStore | None:
    """Why a run may have failed although the store can be opened."""
    try:
        Store().check()
    except DamagedStore as error:
        return error
    except StoreError:
        pass
    return None


def _set_aside() -> None:
    try:
        salvage = set_aside(default_path())
    except FRNNError as error:
        st.toast(str(error))
    else:
        st.toast(str(salvage) if salvage else "The store is sound again.")


def _panel(tables: Sequence[ScoreTable]) -> None:
    """What becomes of tables that are not complete."""
    if is_temporary(default_path()):
        st.caption(
            "The cache folder cannot be written: results are in a temporary one, which a restart may empty."
        )
    job = _job()
    told = job.progress() if job is not None else None
    if job is not None and told is not None and not told.ended:
        _watch(job)
        return
    pending = [unit for table in tables for unit in table.pending()]
    seconds = cost.estimate(pending, jobs.workers())
    if job is not None and told is not None and told.state == "finished" and _asked(job, tables):
        if all(known(t.plan, t.measure)[0].complete for t in tables):  # it ended after the first look
            st.rerun()
        words, start = "The run has ended, but its results are no longer all in the store.", "Start again"
    elif told is not None and told.state == "cancelled":
        left, are = counted(len(pending), "piece"), "is" if len(pending) == 1 else "are"
        words = f"Stopped. {left} of work {are} left: about {cost.in_words(seconds)} on this machine."
        start = "Continue"
    elif told is not None and told.state in ("failed", "lost"):
        if (damage := _damage()) is not None:
            _without_store(damage)
            return
        words, start = told.message, "Start again"
    elif seconds < AT_ONCE_SECONDS:
        _start(tables)
        return
    else:
        words = (
            f"Not everything on this page is computed yet: about {cost.in_words(seconds)} on this machine."
        )
        start = "Compute it"
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(words)
        if st.button(start, type="primary", key="start a run"):
            _start(tables)


def _job() -> jobs.Job | None:
    try:
        return jobs.find(state.value(JOB)) if state.value(JOB) else None
    except FRNNError as error:
        st.caption(str(error))
        return None


def _asked(job: jobs.Job, tables: Sequence[ScoreTable]) -> bool:
    try:
        return all(table.plan in job.plans and table.measure == job.measure for table in tables)
    except FRNNError:
        return False


def _start(tables: Sequence[ScoreTable]) -> None:
    try:
        job = jobs.start([table.plan for table in tables], Store(), measure=tables[0].measure)
    except FRNNError as error:
        st.error(str(error))
        return
    _remember(job.id)
    st.rerun()


def _remember(job_id: str) -> None:
    st.session_state[JOB.name] = job_id


def _forget() -> None:
    st.session_state[JOB.name] = ""


def _cancel(job: jobs.Job) -> None:
    try:
        job.cancel()
    except FRNNError as error:
        st.error(str(error))
        return
    job.wait(5)
    st.rerun()


@st.fragment(run_every=1.0)
def _watch(job: jobs.Job) -> None:
    told = job.progress()
    if told.ended:
        st.rerun()
    seen = st.session_state.get(_SEEN, {}).get(job.id, 0)
    progress.row(
        told,
        lambda: _cancel(job),
        "cancel the run",
        waiting=progress.STARTING,
        note="Finished cells appear as they come.",
    )
    if told.done >= seen + max(1, told.total // 10):
        st.session_state[_SEEN] = {job.id: told.done}
        st.rerun()
