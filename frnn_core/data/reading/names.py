"""The names of the columns: each its own, and one for those without."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from frnn_core.data.reading.cells import listed
from frnn_core.data.reading.columns import check_size
from frnn_core.data.reading.raw_table import Column
from frnn_core.errors import DataError


def column_names(given: Sequence[str]) -> tuple[str, ...]:
    """Check the names of the columns and give the nameless ones a name."""
    check_size(0, len(given))
    names = [name.strip() for name in given]
    twice = [name for name, count in Counter(names).items() if name and count > 1]
    if twice:
        raise DataError(f"Several columns have the same name: {listed(twice)}. Give each its own name.")
    used = set(names)
    return tuple(name or free_name(f"column {place}", used) for place, name in enumerate(names, 1))


def free_name(name: str, used: set[str]) -> str:
    """Give a name that is not used yet, and mark it as used."""
    candidate, number = name, 2
    while candidate in used:
        candidate, number = f"{name} ({number})", number + 1
    used.add(candidate)
    return candidate


def mark_unnamed(columns: Sequence[Column], given: Sequence[str]) -> tuple[Column, ...]:
    """Remember which columns have no name in the file."""
    return tuple(
        column if name.strip() else replace(column, unnamed=True)
        for column, name in zip(columns, given, strict=True)
    )
