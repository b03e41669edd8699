"""What a column leaves open and only its owner knows: 1,234 and 03/04/2024 can be read in two ways."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from frnn_core.data.reading.cells import is_gap, shown
from frnn_core.data.reading.dates import DAY_FIRST, MONTH_FIRST
from frnn_core.data.reading.number_columns import numbers_of_texts
from frnn_core.data.reading.number_style import NumberStyle, written
from frnn_core.data.reading.raw_table import Column, RawTable
from frnn_core.engine.columns import iso_date
from frnn_core.errors import ParameterError

DECIMALS, THOUSANDS = "decimals", "thousands"
"""The two readings of 1,234, by which a user answers."""


@dataclass(frozen=True)
class Question:
    """A question about a column.

    Attributes
    ----------
    asks : the question in a sentence
    choices : the answers, each as it is written in `answers` and with what it would mean
    default : the answer that is taken if none is given
    answer : the answer in force
    given : whether the user has given it
    """

    asks: str
    choices: tuple[tuple[str, str], ...]
    default: str
    answer: str
    given: bool = False


def answered(table: RawTable, answers: Mapping[str, str], roles: Mapping[str, str]) -> RawTable:
    """Read as numbers the texts that are, as the answers say; not where another role is asked for."""
    columns = tuple(
        _as_numbers(column, answers.get(column.name))
        if _asked(column) and roles.get(column.name, "number") in ("number", "class")
        else column
        for column in table.columns
    )
    return replace(table, columns=columns)


def _asked(column: Column) -> bool:
    return len(column.readings) > 1


def _as_numbers(column: Column, answer: str | None) -> Column:
    return numbers_of_texts(column, _style(column, answer))


def _style(column: Column, answer: str | None) -> NumberStyle:
    by_answer = {number_answer(style): style for style in column.readings}
    return by_answer[_checked(column, answer, tuple(by_answer))]


def number_answer(style: NumberStyle) -> str:
    """The answer that a style of numbers stands for."""
    return THOUSANDS if style.thousands in (".", ",") else DECIMALS


def number_question(column: Column, answer: str | None) -> Question | None:
    """Ask whether a sign stands between thousands or before decimals; None if that is plain."""
    if not _asked(column):
        return None
    texts = (text for text in column.categories or () if not is_gap(text))
    example = next(text for text in texts if (found := written(text)) is not None and found.kind != "whole")
    choices = tuple((number_answer(s), f"{example} is {s.plain(example)}") for s in column.readings)
    sign = "comma" if "," in example else "point"
    return Question(
        f"Is the {sign} in {shown(example)} a decimal {sign}, or does it stand between thousands?",
        choices,
        choices[0][0],
        _checked(column, answer, tuple(key for key, _ in choices)),
        answer is not None,
    )


def date_question(column: Column, answer: str | None, default: str) -> Question | None:
    """Ask whether the day or the month comes first; None if that is plain."""
    dates = column.dates
    if dates is None or not dates.open:
        return None
    day, month = dates.readings[DAY_FIRST], dates.readings[MONTH_FIRST]
    place = int(np.flatnonzero((day != month) & ~np.isnan(day))[0])
    example = (column.categories or ())[place]
    return Question(
        f"Is {shown(example)} {iso_date(day[place])[:10]} or {iso_date(month[place])[:10]}?",
        tuple((order, f"{example} is {iso_date(dates.readings[order][place])}")
              for order in (DAY_FIRST, MONTH_FIRST)),
        default,
        _checked(column, answer, (default, DAY_FIRST, MONTH_FIRST)),
        answer is not None,
    )  # fmt: skip


def _checked(column: Column, answer: str | None, choices: tuple[str, ...]) -> str:
    """The answer, or the first choice if there is none."""
    if answer is None:
        return choices[0]
    if answer not in choices:
        told = " or ".join(repr(choice) for choice in dict.fromkeys(choices))
        raise ParameterError(f"answers: {column.name!r} must be {told}, not {answer!r}.")
    return answer


def usual_order(table: RawTable) -> str:
    """Say whether day or month comes first where nothing in a column tells: as elsewhere in the table.

    If no other date tells it, a decimal comma speaks for the day, and else the month is taken.
    """
    plain = {
        next(iter(column.dates.readings))
        for column in table.columns
        if column.dates is not None and not column.dates.open and column.dates.readings
        and column.dates.layout[:3] in ("day", "mon")
    }  # fmt: skip
    if len(plain) == 1:
        return plain.pop()
    comma = any(column.numeric and column.style.decimal == "," for column in table.columns)
    return DAY_FIRST if comma else MONTH_FIRST
