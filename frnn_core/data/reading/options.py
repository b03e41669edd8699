"""What the user may choose when a table becomes a data set."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frnn_core.errors import ParameterError

MISSING_CHOICES = ("drop", "median")
CATEGORICAL_CHOICES = ("drop", "onehot")
MOST_BINS = 20


@dataclass(frozen=True)
class Options:
    """The choices, checked.

    Attributes
    ----------
    target : the class column by name or position; None to find it out
    missing : drop rows with missing values, or fill them with the median of their column
    categorical : drop text columns, as the paper does, or turn each into columns of 0 and 1
    bins : cut a class column of numbers into this many groups of about the same size
    """

    target: str | int | None = None
    missing: str = "drop"
    categorical: str = "drop"
    bins: int | None = None

    def __post_init__(self) -> None:
        _check_choice("missing", self.missing, MISSING_CHOICES)
        _check_choice("categorical", self.categorical, CATEGORICAL_CHOICES)
        if not (self.target is None or isinstance(self.target, str) or _is_whole(self.target)):
            raise ParameterError(
                f"target must be the name of a column or its position, counted from 0, not {self.target!r}."
            )
        if not (self.bins is None or (_is_whole(self.bins) and 2 <= self.bins <= MOST_BINS)):
            raise ParameterError(f"bins must be a whole number from 2 to {MOST_BINS}, not {self.bins!r}.")


def _is_whole(value: object) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _check_choice(name: str, value: str, choices: tuple[str, ...]) -> None:
    if not isinstance(value, str) or value not in choices:
        raise ParameterError(f"{name} must be {' or '.join(map(repr, choices))}, not {value!r}.")
