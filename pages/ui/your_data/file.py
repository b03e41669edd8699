"""Step 1 of Your data: the file. It lives in the memory of the visitor's session and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import PureWindowsPath
from weakref import WeakSet

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from frnn_core.data import load_dataset
from frnn_core.data.reading import MAX_BYTES, RawTable
from frnn_core.data.reading.process import read_apart
from frnn_core.errors import FRNNError
from pages.ui import state

SAMPLE = "sample.csv"
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


def sample_text() -> str:
    """The data set balance as people keep tables: numbered, with remarks, an empty column and gaps."""
    data = load_dataset("balance")
    lines = ["id," + ",".join(data.feature_names) + ",shelf,remark,class"]
    for row, (values, label) in enumerate(zip(data.X, data.y, strict=True)):
        cells = [f"{value:g}" for value in values]
        if row % 60 == 17:
            cells[row % len(cells)] = ""
        shelf = ("upper", "middle", "lower")[row % 7 % 3]
        lines.append(f"{row + 1},{','.join(cells)},{shelf},,{label}")
    return "\n".join(lines) + "\n"


def choose() -> Table:
    """The uploader; give the table on hand, which is the sample until there is another.

    It takes files of any name: what they are is found out from the content, and told in words.
    """
    st.markdown("**1 · File**")
    uploaded = st.file_uploader(
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
    st.caption(
        "A table with a column of classes (CSV, TSV, ARFF, KEEL .dat, or one of these in a zip), or a zip of "
        "KEEL's folds. It stays in the memory of this session: it is never stored, passed on or executed."
    )
    if kept is None:
        return sample()
    if state.value(FILE) != kept.name:
        st.session_state[FILE.name] = kept.name
        st.rerun()
    if uploaded is None:
        st.text(f"Still on hand: {kept.name}")
        st.button("Go back to the sample", on_click=forget, icon=":material/close:", type="tertiary")
    return kept


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
    st.caption("Until you upload a table, a sample is shown, as untidy as tables are.")
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
    for name in (FILE.name, "target"):
        st.session_state[name] = ""


def _changed() -> None:
    """The uploader holds another file, or none, or one that has not come or is gone: then it is asked for."""
    st.session_state.pop(_SHELF, None)
    uploaded = st.session_state.get(_UPLOAD)
    if uploaded is None:
        forget()
    elif isinstance(uploaded, UploadedFile):
        st.session_state[FILE.name] = clean(uploaded.name) or "data"
