"""A registry: what can be chosen by a key, and the one place where more is added."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Generic, TypeVar

from frnn_core.errors import ParameterError, unknown_name

T = TypeVar("T")


class Registry(Mapping[str, T], Generic[T]):
    """Entries by key, in the order in which they were registered.

    `kind` is the word that errors use for an entry: "relation", "post-hoc test".

    Examples
    --------
    >>> colours = Registry[str]("colour")
    >>> colours.add("red", "#f00")
    >>> colours["red"]
    '#f00'
    >>> with colours.lent():
    ...     colours.add("green", "#0f0")
    >>> colours
    Registry(red)
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._entries: dict[str, T] = {}
        self._followers: list[Callable[[T], object]] = []

    def __getitem__(self, key: str) -> T:
        try:
            return self._entries[key]
        except (KeyError, TypeError):
            raise unknown_name(self.kind, key, self._entries) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"Registry({', '.join(self)})"

    def add(self, key: str, entry: T) -> None:
        """Register an entry; a key can be taken only once."""
        if key in self._entries:
            raise ParameterError(f"There is a {self.kind} {key!r} already.")
        self._entries[key] = entry
        for react in self._followers:
            react(entry)

    def follow(self, react: Callable[[T], object]) -> None:
        """Call `react` with every entry that is there, and with each that is added later."""
        self._followers.append(react)
        for entry in list(self.values()):
            react(entry)

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Whatever is added inside this block is gone after it, for tests and experiments."""
        kept = dict(self._entries)
        try:
            yield
        finally:
            self._entries = kept
