"""The errors of the package: each names the cause and the cure in the user's words."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class FRNNError(ValueError):
    """Base class of every error that this package raises on purpose."""


class DataError(FRNNError):
    """The data cannot be used as they are; the message says why and what to do."""


class ParameterError(FRNNError):
    """A parameter has a value outside its range."""


class UnknownName(FRNNError, KeyError):
    """A name that is in no registry; the message offers the nearest ones."""

    __str__ = ValueError.__str__  # KeyError would show the message in quotes


class Undefined(FRNNError):
    """A relation that does not exist on these training data.

    It is a result, not a crash: `reason` travels through tables and exports.
    """

    def __init__(self, label: str, reason: str) -> None:
        super().__init__(f"{label} is undefined on these data: {reason}")
        self.label = label
        self.reason = reason

    def __reduce__(self) -> tuple[type[Undefined], tuple[str, str]]:
        return (Undefined, (self.label, self.reason))


def unknown_name(kind: str, name: object, known: Iterable[str]) -> UnknownName:
    """Build the error for a wrong name, with the nearest known ones."""
    names, asked = list(known), str(name).lower()
    close = get_close_matches(asked, [n.lower() for n in names], n=3)
    matches = [n for n in names if n.lower() in close]
    if not matches and len(asked) > 1:
        matches = [n for n in names if asked in n.lower()][:3]
    cure = f"Did you mean {' or '.join(matches)}?" if matches else f"Known: {', '.join(names)}."
    return UnknownName(f"There is no {kind} called {name!r}. {cure}")
