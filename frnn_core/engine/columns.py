"""What a column of a table is: its role, and the values that it may take.

Tables are held as arrays of float64 whatever their columns are, so that folds, workers and stores treat all
alike: a number stands for itself, a category, an ordered value or a yes/no for its position in `values`, a
date for its days since 1970 (time of day as a fraction), and NaN for a gap. What becomes of that before rows
are compared is for an encoding to say.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from frnn_core.engine.registry import Registry

WRITTEN_OUT = 1e15
"""From here on numbers have an exponent."""
MISSING, NEW = "missing", "another value"
SECONDS_OF_A_DAY = 86_400


@dataclass(frozen=True)
class Role:
    """What a column can be.

    Attributes
    ----------
    label, help : its name on screen, and what it means in one sentence
    feature : whether a column of this role is compared
    listed : whether its values are listed, so that the array holds positions
    """

    key: str
    label: str
    help: str
    feature: bool = True
    listed: bool = False


ROLES = Registry[Role]("role of a column")
for _role in (
    Role("number", "Number", "A quantity: differences count."),
    Role("ordered", "Ordered", "Values with an order, such as low, middle, high: ranks count.", listed=True),
    Role("category", "Category", "Values without an order: equal or not.", listed=True),
    Role("yes-no", "Yes or no", "Two values.", listed=True),
    Role("date", "Date", "A day, perhaps with a time: days between count."),
    Role("text", "Text", "Words in many different forms; they cannot be compared here.", feature=False),
    Role("identifier", "Identifier", "Names or numbers the rows and says nothing about them.", feature=False),
    Role("class", "Class", "What is to be told from the other columns.", feature=False),
    Role("left-out", "Left out", "Not used.", feature=False),
):
    ROLES.add(_role.key, _role)


@dataclass(frozen=True)
class Column:
    """A feature of a table: its name, its role, and the values that positions stand for, in their order."""

    name: str
    role: str = "number"
    values: tuple[str, ...] = ()

    @property
    def listed(self) -> bool:
        """Whether numbers are positions in `values`."""
        return ROLES[self.role].listed

    def shown(self, value: float, digits: int = 4) -> str:
        """A value as it stands in the table, numbers to so many digits, larger ones without fractions."""
        if math.isnan(value):
            return MISSING
        if self.listed:
            return self.values[int(value)] if 0 <= value < len(self.values) else NEW
        if self.role == "date":
            return iso_date(value)
        return f"{value:.0f}" if 10**digits <= abs(value) < WRITTEN_OUT else f"{value:.{digits}g}"


def iso_date(days: float) -> str:
    """Days since 1970 as a date, with the time where it is not midnight."""
    moment = datetime(1970, 1, 1) + timedelta(seconds=round(days * SECONDS_OF_A_DAY, 6))
    if moment.time() == datetime.min.time():
        return moment.date().isoformat()
    return moment.isoformat(" ", "seconds" if not moment.microsecond else "microseconds")


def plain_columns(names: Sequence[str]) -> tuple[Column, ...]:
    """Columns of numbers."""
    return tuple(Column(name) for name in names)
