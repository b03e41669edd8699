"""Tables of the visitor's own: data sets on other pages for as long as the visit lasts.

A table that was checked on the page Your data is kept in the visitor's session under a name that nobody
else can know, and is found by that name in that session alone. It enters no link, which holds one word that
says that the table was one's own; no store; and no cache that visitors share: what is computed of it is kept
beside it, within bounds, and goes when it goes.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any, ParamSpec, TypeVar
from weakref import WeakSet

import numpy as np
import streamlit as st

from frnn_core.data import Dataset, partition
from frnn_core.data.catalogue import Entry, entries
from frnn_core.data.loading import look_also
from frnn_core.engine.encoding import Encoding
from frnn_core.errors import FRNNError
from frnn_core.experiments.apart import Memory
from pages.ui import state
from pages.ui.escaping import bold_only, plain

MOST_TABLES = 3
MOST_ROWS, MOST_VALUES = 20_000, 2_000_000
MOST_HELD = 500_000_000
"""Bytes of the tables of all visits together."""
MOST_KEPT, MOST_BYTES = 256, 100_000_000
"""Results on the tables of a visit: how many, and the bytes of the rows that they may hold by estimate."""
WORD, CALLED = "yours", "your table"
PREFIX = f"{WORD}-"
GONE = (
    "a table of one's own stays with its visit and is in no link; upload it again on the page Your data "
    "to see it here"
)
PLAIN_NUMBERS = "columns of numbers without gaps, and no others"
HELP = (
    "A table that you check on the page Your data comes first here, for as long as your visit lasts; the "
    f"last {MOST_TABLES} are kept. It is in no link, and nobody else sees it."
)
_TABLES, _RESULTS = "tables of this visit", "results on tables of this visit"
_HARMLESS = re.compile(r"(?!www)[^\W\d_](?:[^\W_]|[ ()%/]|(?<=[^\W_])_(?=[^\W_]))*", re.IGNORECASE)
Fits = Callable[[Dataset], bool]
_held: WeakSet[Own] = WeakSet()
_choices: dict[str, tuple[state.Param[str], Fits]] = {}

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, eq=False)
class Own:
    """A table of this visit: the upload that it came with, the name of its file, and what was made of it."""

    upload: str
    file: str
    data: Dataset
    encoding: Encoding
    of: Dataset
    results: Memory = field(default_factory=Memory)


def tables() -> dict[str, Own]:
    """The tables of this visit by their secret names, the newest last."""
    kept: dict[str, Own] = st.session_state.get(_TABLES, {})
    return kept


def remember(upload: str, file: str, data: Dataset, encoding: Encoding) -> str:
    """Keep a checked table for the visit, in place of what the same upload gave before.

    Gives the reason where it is not kept: it is too large, or cannot be shared out into folds.
    """
    before = {key: own for key, own in tables().items() if own.upload == upload}
    if any(own.of is data and own.encoding == _usable(encoding) for own in before.values()):
        return ""
    if reason := _refused(data):
        _drop(before, "")
        return reason
    key = PREFIX + secrets.token_hex(8)
    own = replace(data, name=CALLED, source="", folds=())
    held = Own(upload, file, own, _usable(encoding), data)
    _held.add(held)
    st.session_state[_TABLES] = {**tables(), key: held}
    _drop(before, key)
    _drop(list(tables())[:-MOST_TABLES], "")
    return ""


def _usable(encoding: Encoding) -> Encoding:
    """The encoding for single rows: one with a gap is not left out, for it may be the one in question."""
    return replace(encoding, gaps="polar") if encoding.gaps == "drop" else encoding


def _refused(data: Dataset) -> str:
    """Why other pages do not offer a table; empty where they do."""
    if sum(other.data.X.nbytes for other in list(_held)) + data.X.nbytes > MOST_HELD:
        return "The tables of other visitors fill this server. Upload yours again in a few minutes."
    if len(data.y) > MOST_ROWS or data.X.size > MOST_VALUES:
        return f"Other pages take tables of up to {MOST_ROWS:,} rows and {MOST_VALUES:,} values."
    try:
        partition(replace(data, folds=()))
    except FRNNError as error:
        return str(error)
    return ""


def _drop(keys: Sequence[str] | dict[str, Own], successor: str) -> None:
    """Let tables go with all that was computed of them; controls that held one get its successor."""
    for key in keys:
        tables().pop(key, None)
        for param, _ in _choices.values():
            state.exchange(param, key, successor or param.default)
        results = st.session_state.get(_RESULTS, {})
        for what in [what for what in results if what[0] == key]:
            del results[what]


def find(name: str) -> Dataset | None:
    """A table of this visit by its secret name; None for every other name and in every other visit."""
    own = tables().get(name) if is_own(name) else None
    return None if own is None else own.data


look_also("visit", find)


def name_of(data: Dataset) -> str:
    """The secret name of the table of this visit that is this data set; empty where there is none."""
    return next((key for key, own in tables().items() if own.of.sha256 == data.sha256), "")


def is_own(name: str) -> bool:
    """Whether this is the name of a visitor's table."""
    return name.startswith(PREFIX)


def _any(data: Dataset) -> bool:
    """The demand of pages that take every table."""
    return True


def fitting(fits: Fits) -> list[str]:
    """The tables of this visit that a page can take, the newest first."""
    return [key for key, own in reversed(tables().items()) if fits(own.data)]


def labels() -> dict[str, str]:
    """The tables of this visit in a list, newest first and each told apart: your table: flowers.csv (2)."""
    found: dict[str, str] = {}
    for key, own in reversed(tables().items()):
        same = sum(tables()[other].file == own.file for other in found)
        found[key] = f"{CALLED}: {own.file}" + (f" ({same + 1})" if same else "")
    return found


def label(name: str) -> str:
    """A data set in a list."""
    return labels().get(name, name)


def called(name: str) -> str:
    """A data set within a sentence or the name of a file; no word of the visitor's own is in it."""
    return CALLED if is_own(name) else name


def words(name: str, text: str) -> str:
    """A sentence about a data set as Markdown: of a visitor's table, names are shown as they stand."""
    return bold_only(text) if is_own(name) else text


def shown(name: str, text: str) -> str:
    """A name from a data set as Markdown; of a visitor's, what could be more than letters is escaped.

    Readers of the screen say the signs of escaping too, so a harmless name is left as it is.
    """
    return plain(text) if is_own(name) and not _HARMLESS.fullmatch(text) else text


def has_more(name: str) -> bool:
    """Whether a table of this visit holds more than plain numbers, so that its encoding matters."""
    return name in tables() and not tables()[name].data.plain


def encoding(name: str) -> Encoding:
    """How columns that are not plain numbers are taken: as chosen on Your data, else as usual."""
    return tables()[name].encoding if name in tables() else Encoding()


def folds_words(name: str, scheme: str) -> str:
    """Where the folds of a data set come from, in a few words."""
    if is_own(name):
        return "stratified folds"
    return "KEEL's own folds" if scheme == "keel" else "stratified folds, not KEEL's"


def memory(names: Sequence[str]) -> Memory | None:
    """Where results on a table of this visit are kept, in place of the store; None for data sets for all."""
    return next((tables()[name].results for name in names if name in tables()), None)


def about(name: str) -> Entry:
    """What the catalogue would know about a data set."""
    return _entry(tables()[name]) if name in tables() else entries()[name]


def _entry(own: Own) -> Entry:
    data, gaps = own.data, np.isnan(own.data.X)
    return Entry(
        name=CALLED,
        keel_name="",
        in_paper=False,
        full_of="",
        rows=len(data.y),
        features=data.X.shape[1],
        gaps=int(gaps.sum()),
        rows_with_gaps=int(gaps.any(axis=1).sum()),
        classes=len(data.class_names),
        largest_class=int(data.class_counts.max()),
        smallest_class=int(data.class_counts.min()),
        printed_features=None,
        printed_imbalance_ratio=None,
        source=f"your file {own.file}, in the memory of this visit",
        licence="yours",
        sha256="",
        notes=data.notes,
        paper_note="",
    )


def choice(
    name: str,
    names: Sequence[str],
    default: str,
    label: str = "data set",
    fits: Fits = _any,
    needs: str = "",
) -> state.Param[str]:
    """The choice of a data set; a link holds the name of one for all, and of a table one word.

    `fits` says which tables the page can take, and `needs` the same in words.
    """

    def read(text: str) -> str:
        if text == WORD:
            offered, chosen = fitting(fits), state.value(param)
            if not offered:
                raise ValueError(f"this page needs {needs}, which your table has not" if tables() else GONE)
            return chosen if chosen in offered else offered[0]
        if text not in names:
            raise ValueError("there is no such choice")
        return text

    param = state.Param(name, default, read, lambda value: WORD if is_own(value) else value, label)
    _choices[name] = param, fits
    return param


def picker(
    param: state.Param[str],
    names: Sequence[str],
    width: int,
    changed: Callable[[], None] | None = None,
    *,
    names_told: Mapping[str, str] | None = None,
) -> str:
    """The control for a choice of data sets; a table's name needs more room. Gives what is chosen."""
    own = labels()
    told = own | dict(names_told or {})
    chosen: str = st.selectbox(
        "Data set" if param.label == "data set" else "Data",
        [*fitting(_choices[param.name][1]), *names],
        key=param.name,
        format_func=lambda name: told.get(name, name),
        width=max(width, 190) if own else width,
        on_change=changed,
        help=HELP,
    )
    return chosen


def in_view() -> bool:
    """Whether the page shows a table of the visitor's own."""
    return WORD in state.shared().values()


def kept(shared: Callable[[Callable[P, R]], Callable[P, R]]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep what a function gives: for all visitors by `shared`, but of a visitor's table in the visit alone.

    One argument is the name of the data set, or has it as `name` or `dataset`.
    """

    def of(function: Callable[P, R]) -> Callable[P, R]:
        for_all = shared(function)

        @wraps(function)
        def ask(*args: P.args, **kwargs: P.kwargs) -> R:
            key = next(filter(is_own, map(_dataset, args)), "")
            if not key:
                return for_all(*args, **kwargs)
            what = key, function.__module__, function.__qualname__, args, tuple(sorted(kwargs.items()))
            return _in_visit(what, lambda: function(*args, **kwargs))

        return ask

    return of


def _dataset(argument: object) -> str:
    name = argument if isinstance(argument, str) else getattr(argument, "name", None)
    name = name or getattr(argument, "dataset", None)
    return name if isinstance(name, str) else ""


def _in_visit(what: tuple[Any, ...], compute: Callable[[], R]) -> R:
    """A result from this visit, the least recently used ones making room."""
    results: dict[tuple[Any, ...], R] = st.session_state.setdefault(_RESULTS, {})
    found = results.pop(what) if what in results else compute()
    results[what] = found
    size = max((own.data.X.nbytes for own in tables().values()), default=0)
    room = min(MOST_KEPT, max(4, MOST_BYTES // (3 * size + 1)))
    for oldest in list(results)[: max(0, len(results) - room)]:
        del results[oldest]
    return found
