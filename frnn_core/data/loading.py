"""One way to every data set that has a name: those of the catalogue and the teaching sets."""

from __future__ import annotations

from frnn_core.data.catalogue import dataset_names, entries, load_entry, short_names
from frnn_core.data.dataset import Dataset
from frnn_core.data.teaching import teaching_names, teaching_set
from frnn_core.errors import unknown_name


def load_dataset(name: str) -> Dataset:
    """Load a data set by the paper's short name or KEEL's long one, or a teaching set by its name.

    Case does not matter, nor whether words are joined by - or _. The arrays are read-only and shared
    between calls.

    Examples
    --------
    >>> load_dataset("ion").X.shape == load_dataset("Ionosphere").X.shape == (351, 33)
    True
    """
    short = short_name(name)
    return load_entry(short) if short in entries() else teaching_set(short)


def short_name(name: str) -> str:
    """The name by which a data set is known here, from any that it goes by; nothing is loaded."""
    key = name.strip().lower().replace("_", "-") if isinstance(name, str) else ""
    if key in short_names():
        return short_names()[key]
    if key in teaching_names():
        return key
    raise unknown_name("data set", name, (*dataset_names(extra=True), *teaching_names(), *_long_names()))


def _long_names() -> tuple[str, ...]:
    return tuple(entry.keel_name for entry in entries().values() if entry.keel_name not in (entry.name, ""))
