"""Parameters by name, each with the values that it takes, and numbers that are checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from frnn_core.errors import ParameterError

EXTREMES = (1e-100, 1e100)


@dataclass(frozen=True)
class Parameter:
    """A parameter of a relation.

    The kind follows from the default and the choices: one of the choices, a whole number from `low`
    on (None where that is the default), a number above 0, or several keys of the registry `known`. One that
    came `later` than results were kept changes nothing at its default, and they are known without it then.
    """

    name: str
    default: Any
    low: int = 0
    choices: tuple[str, ...] = ()
    known: Mapping[str, Any] | None = None
    later: bool = False

    @property
    def kind(self) -> Literal["choice", "integer", "number", "keys"]:
        """What values it takes."""
        if self.choices:
            return "choice"
        if self.known is not None:
            return "keys"
        return "number" if isinstance(self.default, float) else "integer"

    def check(self, value: Any) -> Any:
        """Give the value back in its own type, or raise an error that names the range."""
        if value is None and self.default is None:
            return None
        if self.kind == "choice":
            return self._checked_choice(value)
        if self.known is not None:
            return tuple(self.known[key].key for key in self._listed(value))
        if self.kind == "integer":
            return whole_number(self.name, value, self.low)
        return positive_number(self.name, value)

    def _checked_choice(self, value: Any) -> str:
        if not isinstance(value, str) or value not in self.choices:
            raise ParameterError(f"{self.name} must be one of {', '.join(self.choices)}, not {value!r}.")
        return str(value)

    def _listed(self, value: Any) -> Iterable[Any]:
        """The keys in their order, which decides ties."""
        if isinstance(value, str | bytes | Set | Mapping) or not isinstance(value, Iterable):
            raise ParameterError(f"{self.name} must be a list of keys, as {self.default!r}; not {value!r}.")
        return value


def whole_number(name: str, value: Any, low: int) -> int:
    """Give the value as an int, or raise an error unless it is a whole number from `low` on."""
    if isinstance(value, bool | np.timedelta64) or not isinstance(value, int | np.integer) or value < low:
        raise ParameterError(f"{name} must be a whole number from {low} on, not {value!r}.")
    return int(value)


def positive_number(name: str, value: Any) -> float:
    """Give the value as a float, or raise an error unless it is a finite number above 0.

    Beyond `EXTREMES` squares and quotients would leave the range of float64.
    """
    refused = isinstance(value, bool | np.timedelta64)
    if refused or not isinstance(value, int | float | np.integer | np.floating):
        raise ParameterError(f"{name} must be a number above 0, not {value!r}.")
    if isinstance(value, np.generic):
        value = value.item()  # the limits are beyond the narrow kinds
    if not (value > 0 and value != np.inf):
        raise ParameterError(f"{name} must be a finite number above 0, not {value!r}.")
    low, high = EXTREMES
    if not low <= value <= high:
        raise ParameterError(f"{name} must be a number from {low:g} to {high:g}.")
    return float(value)
