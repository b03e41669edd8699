"""What each column is: the role that is guessed, with its reason, and the roles that it could take."""

from __future__ import annotations

from dataclasses import dataclass, replace
from difflib import get_close_matches

from frnn_core.data.reading.cells import listed, shown
from frnn_core.data.reading.dates import Dates
from frnn_core.data.reading.feature_values import without_marks
from frnn_core.data.reading.known_values import folded, known_order, yes_no
from frnn_core.data.reading.options import Options
from frnn_core.data.reading.questions import Question, date_question, number_question, usual_order
from frnn_core.data.reading.raw_table import Column, RawTable, odd_values
from frnn_core.data.reading.row_names import (
    FEWEST_NUMBERED_ROWS,
    IDENTIFIER,
    ROW_NUMBER,
    is_index,
    named_like_an_identifier,
    numbers_rows,
)
from frnn_core.engine.columns import ROLES
from frnn_core.errors import DataError

EMPTY = "has no values"
LISTS = "holds lists, not single values"
OUTPUT = "another output of the file"
NO_INPUT = "no input of the file"
ROW_NAME = "only names the rows"
FREE_TEXT = "texts that are nearly all different"
TOO_MANY = "more different texts than are kept"
ONE_VALUE = "one value only, which tells nothing"
LEADING_ZEROS = "codes, as leading zeros show"
NOMINAL = "the file calls it a category"
CHOSEN = "left out, as you chose"

FEW_TEXTS = 20
"""Up to so many different texts are categories if any repeats; more, if each stands in two rows or more."""

_MOSTLY = 0.8
_FEWEST_NUMBERS = 5
_MOST_ODD_TEXTS = 3


@dataclass(frozen=True)
class Guess:
    """A role, the reason where it may surprise, and under which of the reasons above the notes tell of it."""

    role: str
    reason: str = ""
    topic: str = ""


@dataclass(frozen=True)
class Decision:
    """The role of one column.

    Attributes
    ----------
    guess, role : the role that was guessed, and the one in force
    roles : all that the column could take
    reason, topic : as of a guess; of a role that the user chose there is no reason
    question : what the column leaves open in this role
    """

    column: Column
    guess: str
    role: str
    roles: tuple[str, ...]
    reason: str = ""
    topic: str = ""
    question: Question | None = None

    @property
    def feature(self) -> bool:
        """Whether the column is compared."""
        return ROLES[self.role].feature

    @property
    def reading(self) -> str:
        """Of dates, the reading in force."""
        return self.question.answer if self.question is not None else ""


def decide(raw: RawTable, table: RawTable, target: Column, options: Options) -> tuple[Decision, ...]:
    """Decide on the role of every column of `table`, which is `raw` with its ambiguous numbers answered."""
    _check_names(table, options)
    roles, answers = dict(options.roles), dict(options.answers)
    guesses = [_guess(table, place) for place in range(len(table.columns))]
    guesses = _spared(table, guesses, target)
    order = usual_order(table)
    decisions = []
    for before, column, guess in zip(raw.columns, table.columns, guesses, strict=True):
        role = "class" if column is target else roles.get(column.name, guess.role)
        role = guess.role if role == "class" and column is not target else role
        possible = possible_roles(column)
        if role not in possible and role != "class":
            raise _impossible(table, column, role, possible)
        question = None
        if role in ("number", "class"):
            question = number_question(before, answers.get(column.name))
        elif role == "date":
            question = date_question(column, answers.get(column.name), order)
        if answers.get(column.name) and question is None and not _was_asked(before):
            raise DataError(f"There is no question about the column {shown(column.name)} to be answered.")
        if column is target and roles.get(column.name) != "class":
            guess = replace(guess, role="class", reason="", topic="")
        decisions.append(_decision(column, guess, role, possible, question))
    return tuple(decisions)


def _was_asked(column: Column) -> bool:
    return len(column.readings) > 1 or (column.dates is not None and column.dates.open)


def _decision(
    column: Column, guess: Guess, role: str, possible: tuple[str, ...], question: Question | None
) -> Decision:
    reason, topic = guess.reason, guess.topic
    if role != guess.role:
        reason, topic = "", "" if ROLES[role].feature or role == "class" else CHOSEN
    if role == "date" and question is not None and column.dates is not None:
        reason = f"dates read as {column.dates.layout_of(question.answer)}"
    return Decision(column, guess.role, role, possible, reason, topic, question)


def _check_names(table: RawTable, options: Options) -> None:
    """Refuse choices about columns that are not there."""
    for what, pairs in (("roles", options.roles), ("orders", options.orders), ("answers", options.answers)):
        for name, _ in pairs:
            if name not in table.names:
                near = get_close_matches(name, table.names, 1)
                cure = f"Did you mean {shown(near[0])}?" if near else f"There are: {listed(table.names)}."
                raise DataError(f"{what} names a column {shown(name)!r}, which is not there. {cure}")


def _impossible(table: RawTable, column: Column, role: str, possible: tuple[str, ...]) -> DataError:
    why = f" ({odd_values(table, column)})" if role == "number" and column.odd else ""
    return DataError(
        f"The column {shown(column.name)} cannot have the role {role!r}{why}. It can be: "
        f"{', '.join(possible)}."
    )


def possible_roles(column: Column) -> tuple[str, ...]:
    """The roles that a column can take, whatever would be guessed."""
    if column.empty or column.declared == "lists":
        return ("left-out",)
    if column.overflow:
        return ("text", "identifier", "left-out")
    can = {"ordered", "category", "identifier", "class", "left-out"}
    if column.numeric or column.readings:
        can.add("number")
    if column.declared == "date" or _dates_fit(column):
        can.add("date")
    if column.categories is not None:
        can.add("text")
    if _has_two_values(column):
        can.add("yes-no")
    return tuple(role for role in ROLES if role in can)


def _dates_fit(column: Column) -> bool:
    if column.numeric:
        return column.compact_dates is not None
    return column.dates is not None and bool(column.dates.readings)


def _has_two_values(column: Column) -> bool:
    if column.categories is None:
        return column.distinct == 2
    return yes_no(without_marks(column.categories)) is not None or (
        len(column.categories) < FEW_TEXTS and len({folded(text) for text in column.categories}) == 2
    )


# the guess


def _guess(table: RawTable, place: int) -> Guess:
    column = table.columns[place]
    if column.declared == "lists":
        return Guess("left-out", LISTS, LISTS)
    if column.empty:
        return Guess("left-out", EMPTY, EMPTY)
    for reason, applies in (
        (OUTPUT, column.name in table.outputs),
        (NO_INPUT, bool(table.inputs) and column.name not in table.inputs),
    ):
        if applies:
            return Guess("left-out", reason, reason)
    if column.declared == "date":
        return Guess("date", column.remark)
    if column.numeric:
        return _guess_numbers(table, place)
    return _guess_texts(table, place)


def _spared(table: RawTable, guesses: list[Guess], target: Column) -> list[Guess]:
    """Keep a column that numbers the rows after all, if it would be the only feature."""
    others = any(
        ROLES[guess.role].feature
        for guess, column in zip(guesses, table.columns, strict=True)
        if column is not target
    )
    if others:
        return guesses
    return [
        Guess("number") if guess.role == "identifier" and column.numeric and column is not target else guess
        for guess, column in zip(guesses, table.columns, strict=True)
    ]


def _guess_numbers(table: RawTable, place: int) -> Guess:
    column = table.columns[place]
    if column.compact_dates is not None:
        return Guess("date", "dates read as yearmonthday")
    certainty = numbers_rows(table, place)
    if certainty in (ROW_NUMBER, IDENTIFIER):
        return Guess("identifier", certainty, certainty)
    if certainty:
        return Guess("number", certainty, certainty)
    if column.declared == "nominal":
        return Guess("number", NOMINAL, NOMINAL)
    if column.distinct == 1:
        return Guess("number", ONE_VALUE)
    return Guess("number", how_written(column) or column.remark)


def how_written(column: Column) -> str:
    """Say how numbers are written, if not as Python writes them."""
    if not column.example:
        return ""
    return f"written with {column.style.words}: {column.example} read as {column.style.plain(column.example)}"


def _guess_texts(table: RawTable, place: int) -> Guess:
    column = table.columns[place]
    if column.declared == "ordered":
        return Guess("ordered", "", "ordered")
    if len(column.readings) > 1:
        return Guess("number")
    texts = column.categories or ()
    meant = without_marks(texts) if not column.overflow else []
    if pair := yes_no(meant):
        return Guess("yes-no", f"two values, {pair[0]} and {pair[1]}", "yes-no")
    if column.declared == "category":
        return _guess_category(table, column)
    if order := known_order(meant):
        return Guess("ordered", f"in the order {', '.join(order)}", "ordered")
    if column.dates is not None and column.dates.readings:
        return _guess_date(column.dates)
    if is_index(table, place):
        return Guess("identifier", ROW_NAME, ROW_NAME)
    if column.overflow:
        return Guess("text", TOO_MANY, TOO_MANY)
    return _guess_category(table, column)


def _guess_date(dates: Dates) -> Guess:
    reason = f"dates read as {dates.layout_of(next(iter(dates.readings)))}"
    if dates.short_years:
        reason += ", years of two digits as 1969 to 2068"
    if dates.zones:
        reason += ", times in UTC"
    return Guess("date", reason, "date")


def _guess_category(table: RawTable, column: Column) -> Guess:
    """Tell categories, identifiers and free texts apart by how often values repeat."""
    there = int((~column.missing).sum())
    distinct = column.distinct or 0
    if distinct == 1:
        return Guess("category", ONE_VALUE, "category")
    unlike = LEADING_ZEROS if column.readings and not column.declared else odd_words(table, column)
    if column.declared in ("nominal", "category") or distinct <= min(FEW_TEXTS, there - 1):
        return Guess("category", unlike, "category")
    if distinct == there >= FEWEST_NUMBERED_ROWS and named_like_an_identifier(column.name):
        return Guess("identifier", IDENTIFIER, IDENTIFIER)
    if 2 * distinct <= there:
        return Guess("category", unlike or f"{distinct:,} different texts", "category")
    return Guess("text", unlike or f"{distinct:,} different texts in {there:,} rows", FREE_TEXT)


def odd_words(table: RawTable, column: Column) -> str:
    """Name the few values that keep a column from being numbers or dates; nothing if most are neither."""
    there = int((~column.missing).sum())
    if column.dates is not None and column.dates.odd:
        texts = column.categories or ()
        odd = [texts[place] for place in column.dates.odd]
        return f"dates, but for {listed([repr(text) for text in odd], 3)}"
    if 0 < column.odd_rows <= (1 - _MOSTLY) * there:
        return f"numbers, but for {odd_values(table, column)}"
    return ""


def has_own_gaps(column: Column) -> bool:
    """Tell whether a few texts stand among many different numbers, perhaps for missing ones."""
    numbers = len(column.categories or ()) - column.odd_texts
    return not column.overflow and 0 < column.odd_texts <= _MOST_ODD_TEXTS and numbers >= _FEWEST_NUMBERS
