"""Scores that a visitor brings to the page Significance: in the session, and in no link and no cache.

A link holds settings alone; methods and data sets are named by their places in the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import streamlit as st

from frnn_core.errors import FRNNError
from frnn_core.stats import Comparison, Scores, StatisticsError, compare, read_scores
from frnn_core.stats.sample_scores import SAMPLE, SAMPLE_NAME, SAMPLE_SOURCE
from frnn_core.text import counted
from pages.ui import state, visit
from pages.ui.escaping import plain
from pages.ui.your_data.file import Table, clean, held, let_go, read

MOST_METHODS, MOST_DATASETS = 60, 1_000
MOST_KEPT = 24
_UPLOAD, _SHELF, _RESULTS = "scores upload", "the visitor's scores", "results on the visitor's scores"
RESULTS = "results"
SOURCES = {RESULTS: "Relations of this package", visit.WORD: "Your own scores"}

SOURCE = state.choice("scores", tuple(SOURCES), RESULTS, "scores", SOURCES)
LOW = state.flag("slower", "lower is better")
TURN = state.flag("sturn", "table turned round")
AGAINST = state.whole("svs", 0, MOST_METHODS, 0, "method compared with")
FIRST = state.whole("sva", 1, MOST_METHODS, 1, "first method")
SECOND = state.whole("svb", 1, MOST_METHODS, 2, "second method")


def _read_places(text: str) -> list[int]:
    places = text.split(",") if text else []
    if not all(
        place.isdecimal() and place.isascii() and 0 < int(place[:6]) <= MOST_DATASETS for place in places
    ):
        raise ValueError(f"it lists places of data sets from 1 to {MOST_DATASETS}")
    return sorted({int(place) for place in places})


def _write_places(places: list[int]) -> str:
    return ",".join(map(str, places))


NOBODY: list[int] = []
GONE = (
    "This link shows scores that a visitor brought. They stayed with that visit and are in no link. Upload "
    "the table again below, and you see what the link shows of it: its settings are kept."
)
WITHOUT = state.Param("soff", NOBODY, _read_places, _write_places, "data sets left out by place")
OF_TABLE: state.Params = (LOW, TURN, AGAINST, FIRST, SECOND, WITHOUT)
PARAMS: state.Params = (SOURCE, *OF_TABLE)
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Own:
    """A visitor's scores, or why there are none; `table` counts among the tables of all visitors."""

    name: str
    table: Table
    scores: Scores | None
    error: str = ""


def wanted() -> bool:
    """Whether the page is about a visitor's scores."""
    return bool(state.value(SOURCE) == visit.WORD)


def on_hand() -> Scores:
    """The uploader, and the scores of this visit; the page ends here where there are none."""
    kept = _chosen()
    if kept is None:
        st.stop()
    if kept.scores is None:
        st.error(plain(kept.error), icon=":material/error:")
        st.stop()
    found = kept.scores.turned if state.value(TURN) else kept.scores
    for note in found.notes:
        st.caption(plain(note))
    _keep_places(len(found.frame))
    return found


def _keep_places(sets: int) -> None:
    """Give up places of data sets that the table has not."""
    places = state.value(WITHOUT)
    there = [place for place in places if place <= sets]
    if there != places:
        shown = "the table without those that it has" if there else "the whole table"
        state.give_up(WITHOUT, there, f"the table has {counted(sets, 'data set')}", shown)


def _chosen() -> Own | None:
    kept: Own | None = st.session_state.get(_SHELF)
    if kept is None and state.by_link(SOURCE):
        st.warning(GONE, icon=":material/link_off:")
    with st.expander(
        "Your scores" if kept is None else f"Your scores: {plain(kept.name)}", expanded=kept is None
    ):
        st.caption(
            "A CSV with a row for each data set and a column for each method, or with the columns data set, "
            "method and score; blank cells are allowed. A name such as *trees: CART*, or a column *family*, "
            "gives methods colours. It stays in the memory of this session: it is never stored or passed "
            "on, and a link holds the settings alone."
        )
        uploaded = st.file_uploader(
            "Your scores", key=_UPLOAD, on_change=_changed, max_upload_size=5, label_visibility="collapsed"
        )
        if uploaded is not None and (kept is None or kept.table.upload != uploaded.file_id):
            with st.spinner("Reading the file …"):
                kept = bring(uploaded.getvalue(), clean(uploaded.name) or "scores", uploaded.file_id)
            st.session_state[_SHELF] = kept
            st.rerun()
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(
                "Try the sample", on_click=_take_sample, icon=":material/table_chart:", key="scores sample"
            )
            st.download_button(
                "Download it",
                SAMPLE,
                SAMPLE_NAME,
                "text/csv",
                on_click="ignore",
                type="tertiary",
                key="sample file",
            )
            st.toggle("Lower is better", key=LOW.name, help="As of errors, losses and times.")
            st.toggle("Turn the table round", key=TURN.name, help="For a table whose rows are the methods.")
        if kept is not None and kept.table.sample:
            st.caption(SAMPLE_SOURCE)
    return kept


def bring(data: bytes, name: str, upload: str = "") -> Own:
    """Read a file of scores in a limited process; what is wrong with it is part of the answer."""
    table = held(read(data, name, upload))
    if table.raw is None:
        return Own(name, table, None, table.error)
    try:
        found = read_scores(table.raw)
        sets, methods = found.frame.shape
        if max(sets, methods) > MOST_DATASETS or min(sets, methods) > MOST_METHODS:
            raise StatisticsError(
                f"The table has {sets:,} data sets and {methods:,} methods; the page takes up to "
                f"{MOST_DATASETS:,} and {MOST_METHODS}. The command line has no such limit."
            )
    except FRNNError as error:
        return Own(name, table, None, str(error))
    return Own(name, table, found)


def _take_sample() -> None:
    """A callback that shows the sample."""
    state.reset(OF_TABLE)
    st.session_state[_SHELF] = bring(SAMPLE.encode(), SAMPLE_NAME)


def _changed() -> None:
    """The uploader holds another file or none: what was kept, and what was chosen about it, goes."""
    before: Own | None = st.session_state.pop(_SHELF, None)
    let_go(before.table if before is not None else None)
    st.session_state.pop(_RESULTS, None)


def comparison(scores: Scores, **options: Any) -> Comparison:
    """The comparison of the visitor's scores, without the data sets that are left out by hand."""
    gone = set(state.value(WITHOUT))
    rows = [row for place, row in enumerate(scores.frame.index, 1) if place not in gone]
    frame = scores.frame.loc[rows]
    if frame.shape[1] > MOST_METHODS:
        raise StatisticsError(
            f"There are {frame.shape[1]} methods; the page takes up to {MOST_METHODS}. If the rows are the "
            "methods, turn the table round."
        )
    low = state.value(LOW)
    key = "comparison", frame.to_csv(), low, tuple(sorted(options.items()))
    return kept(key, lambda: compare(frame, noun="method", lower_is_better=low, **options))


def kept(key: tuple[Any, ...], compute: Callable[[], T]) -> T:
    """A result that is kept in this visit alone, the oldest making room."""
    results: dict[tuple[Any, ...], Any] = st.session_state.setdefault(_RESULTS, {})
    if key not in results:
        results[key] = compute()
        for oldest in list(results)[:-MOST_KEPT]:
            del results[oldest]
    found: T = results[key]
    return found


def place(param: state.Param[int], names: Mapping[int, str], fallback: int) -> int:
    """A method by its place; one that the table has not is given up, with a note where a link asked."""
    chosen = state.value(param)
    if chosen in names:
        return chosen
    most = counted(len([where for where in names if where]), "method")
    state.give_up(param, fallback, f"the table has {most}", names[fallback])
    return fallback


def leave_out(where: int) -> None:
    """A callback that takes a data set out, by its place."""
    st.session_state[WITHOUT.name] = sorted({*state.value(WITHOUT), where})


def restore() -> None:
    """A callback that puts all data sets back."""
    st.session_state[WITHOUT.name] = []


def exploratory_note(scores: Scores) -> str:
    """A sentence for exports: what was removed by hand was removed after looking."""
    names = list(scores.frame.index)
    gone = [names[where - 1] for where in state.value(WITHOUT) if where <= len(names)]
    return f" Exploratory: left out by hand: {', '.join(gone)}." if gone else ""
