"""Step 1 of Your data: the file. It lives in the memory of the visitor's session and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import PureWindowsPath
from weakref import WeakSet

import numpy as np
import streamlit as st
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

from frnn_core.data.reading import MAX_BYTES, RawTable
from frnn_core.data.reading.process import read_apart
from frnn_core.errors import FRNNError
from pages.ui import state
from pages.ui.your_data.choices import OF_COLUMNS

SAMPLE = "sample.csv"
SAMPLE_SEED, SAMPLE_ROWS = 18, 400
LONGEST_NAME = 100
MOST_HELD = 1_000_000_000
"""Bytes of the tables of all visitors together: six of the largest, or thousands as tables are."""

_UPLOAD, _SHELF = "upload", "the visitor's table"


def clean(name: str) -> str:
    """The bare name of a file, printable and not too long; it is shown and quoted, never opened here.

    Browsers send a quotation mark as %22.
    """
    bare = PureWindowsPath(name.replace("\x00", "").replace("%22", '"')).name
    return "".join(letter for letter in bare if letter.isprintable())[:LONGEST_NAME]


def _read_name(text: str) -> str:
    if text and not clean(text):
        raise ValueError("a file has a name")
    return clean(text)


FILE = state.Param("file", "", _read_name, str, "file")


@dataclass(frozen=True, eq=False)
class Table:
    """A file that was read, or why it cannot be."""

    name: str
    raw: RawTable | None
    error: str = ""
    upload: str = ""

    @property
    def sample(self) -> bool:
        """Whether this is the sample and not the visitor's own."""
        return not self.upload

    @property
    def size(self) -> int:
        """The bytes of its numbers."""
        return sum(column.values.nbytes for column in self.raw.columns) if self.raw else 0


_held: WeakSet[Table] = WeakSet()


def read(data: bytes, name: str, upload: str = "") -> Table:
    """Read a file; what is wrong with it is part of the answer.

    While a process reads it, a look at the session stops that if the visitor leaves or chooses another file.
    """
    try:
        return Table(name, read_apart(data, name, lambda: st.session_state.get(_UPLOAD)), upload=upload)
    except FRNNError as error:
        return Table(name, None, str(error), upload)


def held(table: Table) -> Table:
    """The table, counted among those of all visitors, or why there is no room for it."""
    if sum(other.size for other in list(_held)) + table.size > MOST_HELD:
        words = "The tables of other visitors fill this server. Upload yours again in a few minutes."
        return Table(table.name, None, words, table.upload)
    _held.add(table)
    return table


@lru_cache(maxsize=1)
def sample() -> Table:
    """The sample as if it had been uploaded."""
    return read(sample_text().encode(), SAMPLE)


@lru_cache(maxsize=1)
def sample_text() -> str:
    """Customers of a shop that never was, as people keep tables: all kinds of columns, with gaps.

    Who leaves is decided by a formula over the other columns, and by chance.
    """
    rng = np.random.default_rng(SAMPLE_SEED)
    rows = SAMPLE_ROWS
    age = rng.integers(18, 80, rows)
    income = np.exp(rng.normal(10.4, 0.45, rows))
    city = rng.choice(4, rows, p=[0.4, 0.3, 0.2, 0.1])
    size = rng.integers(0, 3, rows)
    letter = rng.random(rows) < 0.5
    days = rng.integers(0, 2000, rows)
    pull = np.array([-1.2, 0.2, 1.6, 0.4])[city] + 1.1 * (size - 1) + 1.4 * letter - 0.7
    pull += (income - 36_000) / 14_000 - (days - 1000) / 500 + (age - 49) / 40 + rng.logistic(0, 0.45, rows)
    joined = np.datetime64("2019-03-01") + days
    columns = [
        [str(number) for number in range(1, rows + 1)],
        _with_gaps([str(value) for value in age], rng),
        _with_gaps([f'"{value:,.2f}"' for value in income], rng),
        _with_gaps([("Ghent", "Bruges", "Antwerp", "Leuven")[place] for place in city], rng),
        [("small", "medium", "large")[place] for place in size],
        ["yes" if wanted else "no" for wanted in letter],
        [str(day) for day in joined],
        [""] * rows,
        ["stays" if value > 0 else "leaves" for value in pull],
    ]
    head = "customer_id,age,income,city,basket,newsletter,joined,remark,outcome"
    return "\n".join([head, *(",".join(cells) for cells in zip(*columns, strict=True))]) + "\n"


def _with_gaps(cells: list[str], rng: np.random.Generator) -> list[str]:
    """One cell in twenty is empty."""
    return ["" if lost else cell for cell, lost in zip(cells, rng.random(len(cells)) < 0.05, strict=True)]


def choose() -> Table:
    """The uploader; give the table on hand, which is the sample until there is another.

    It takes files of any name: what they are is found out from the content, and told in words.
    """
    st.markdown("**1 · File**")
    left, right = st.columns([2, 3], gap="medium")
    uploaded = left.file_uploader(
        "Your table",
        key=_UPLOAD,
        on_change=_changed,
        max_upload_size=MAX_BYTES // 1_000_000,
        label_visibility="collapsed",
    )
    kept: Table | None = st.session_state.get(_SHELF)
    if uploaded is not None and (kept is None or kept.upload != uploaded.file_id):
        with st.spinner("Reading the file …"):
            kept = held(read(uploaded.getvalue(), clean(uploaded.name) or "data", uploaded.file_id))
        st.session_state[_SHELF] = kept
    with right, st.container(gap="xsmall"):
        _about(kept, on_hand=uploaded is None)
    if kept is None:
        return sample()
    if state.value(FILE) != kept.name:
        st.session_state[FILE.name] = kept.name
        st.rerun()
    return kept


def let_go(before: Table | None) -> None:
    """Free the bytes of the upload that another replaces.

    Streamlit frees them where the uploader itself is given another file, but not where the visitor was on
    another page meanwhile: then every file would stay until the visit ends.
    """
    context = get_script_run_ctx()
    manager = context.uploaded_file_mgr if context is not None else None
    if context is not None and isinstance(manager, MemoryUploadedFileManager) and before and before.upload:
        manager.remove_file(context.session_id, before.upload)


def _about(kept: Table | None, *, on_hand: bool) -> None:
    """What may be brought, what happens to it, and the way back to the sample."""
    st.caption(
        "A table with a column of classes: CSV, TSV, ARFF, KEEL .dat, also in a zip, or a zip of KEEL's "
        "folds. It stays in the memory of this session: it is never stored, passed on or executed."
    )
    if kept is None and not missing():
        sample_note()
    elif kept is not None and on_hand:
        st.text(f"Still on hand: {kept.name}")
        st.button("Go back to the sample", on_click=forget, icon=":material/close:", type="tertiary")


def missing() -> str:
    """The name of the file that a link asks for and that is not on hand, or nothing."""
    return "" if _SHELF in st.session_state else state.value(FILE)


def wanted() -> None:
    """Ask for the file that a link names; the link itself does not hold it."""
    with st.container(border=True):
        st.text(f"Upload {missing()} again to restore this view.")
        st.caption("A link holds the settings of this page, never the file.")
        st.button("Show the sample instead", on_click=forget)


def sample_note() -> None:
    """Say that the sample is shown, and offer it."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption("Until you upload a table, a sample is shown.", width="content")
        st.download_button(
            "The sample",
            sample_text,
            SAMPLE,
            "text/csv",
            icon=":material/download:",
            on_click="ignore",
            type="tertiary",
        )


def forget() -> None:
    """A callback that goes back to the sample."""
    st.session_state.pop(_SHELF, None)
    st.session_state[FILE.name] = ""
    state.reset(OF_COLUMNS)


def _changed() -> None:
    """The uploader holds another file, or none, or one that has not come or is gone: then it is asked for."""
    let_go(st.session_state.get(_SHELF))
    st.session_state.pop(_SHELF, None)
    uploaded = st.session_state.get(_UPLOAD)
    if uploaded is None:
        forget()
    elif isinstance(uploaded, UploadedFile):
        name = clean(uploaded.name) or "data"
        if state.value(FILE) != name:  # what was chosen about the columns of another table says nothing here
            state.reset(OF_COLUMNS)
        st.session_state[FILE.name] = name
