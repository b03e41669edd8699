"""One way to every data set that has a name: those of the catalogue and the teaching sets."""

from __future__ import annotations

from collections.abc import Callable

from frnn_core.data.catalogue import dataset_names, entries, load_entry, short_names
from frnn_core.data.dataset import Dataset
from frnn_core.data.teaching import teaching_names, teaching_set
from frnn_core.errors import unknown_name

Find = Callable[[str], Dataset | None]
_further: dict[str, Find] = {}


def look_also(place: str, find: Find) -> None:
    """Let data sets be found in a further place too, such as the visit of the one who asks.

    The place is asked anew each time, so what it gives may depend on who asks and may be gone the next time.
    """
    _further[place] = find


def guest(name: object) -> Dataset | None:
    """A data set from one of the further places; None where none of them has it."""
    if not isinstance(name, str):
        return None
    return next((data for find in _further.values() if (data := find(name)) is not None), None)


def load_dataset(name: str) -> Dataset:
    """Load a data set by the paper's short name or KEEL's long one, or a teaching set by its name.

    Case does not matter, nor whether words are joined by - or _. The arrays are read-only and shared
    between calls.

    Examples
    --------
    >>> load_dataset("ion").X.shape == load_dataset("Ionosphere").X.shape == (351, 33)
    True
    """
    if (found := guest(name)) is not None:
        return found
    short = short_name(name)
    return load_entry(short) if short in entries() else teaching_set(short)


def short_name(name: str) -> str:
    """The name by which a data set is known here, from any that it goes by; nothing is loaded."""
    key = name.strip().lower().replace("_", "-") if isinstance(name, str) else ""
    if key in short_names():
        return short_names()[key]
    if key in teaching_names():
        return key
    if guest(key) is not None:
        return key
    raise unknown_name("data set", name, (*dataset_names(extra=True), *teaching_names(), *_long_names()))


def _long_names() -> tuple[str, ...]:
    return tuple(entry.keel_name for entry in entries().values() if entry.keel_name not in (entry.name, ""))
