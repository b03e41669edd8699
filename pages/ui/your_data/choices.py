"""What a visitor chooses about the columns of a table: kept in the address, and checked against the table.

The address holds what differs from the guess alone. A choice that does not fit the table on hand (a link for
another file, a column that was renamed) has no effect, and a note says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeVar

import streamlit as st

from frnn_core.data.reading import MOST_BINS, ColumnSummary, Options, RawTable, TableSummary, inspect_table
from frnn_core.data.reading.cells import listed, shown
from frnn_core.data.reading.class_column import choose_target
from frnn_core.data.reading.dates import DAY_FIRST, MONTH_FIRST
from frnn_core.data.reading.questions import DECIMALS, THOUSANDS
from frnn_core.data.reading.roles import possible_roles
from frnn_core.engine.columns import ROLES
from frnn_core.engine.encoding import Encoding
from frnn_core.engine.treatments import GAPS, TREATMENTS, treatments_of
from frnn_core.errors import DataError, FRNNError
from frnn_core.text import counted
from pages.ui import state

LONGEST_NAME = 200
ANSWERED = (DECIMALS, THOUSANDS, DAY_FIRST, MONTH_FIRST)
BETWEEN_EDGES = re.compile(r"[\s,;]+")
_MARKS = {"%": "%25", ",": "%2C", ":": "%3A", "|": "%7C"}
_ON_SCREEN, _FITTED = "the visitor's choices", "the visitor's table, summarised"

T = TypeVar("T")
Pairs = tuple[tuple[str, str], ...]
Fitted = tuple[Options, tuple[str, ...], TableSummary]


def _written(text: str) -> str:
    """A name or value with the signs that stand between them in the address written otherwise."""
    return "".join(_MARKS.get(letter, letter) for letter in text)


def _plain(text: str) -> str:
    for letter, mark in reversed(_MARKS.items()):
        text = text.replace(mark, letter)
    if not text or len(text) > LONGEST_NAME or not text.isprintable():
        raise ValueError("it must hold the names of columns")
    return text


def _read_pairs(text: str, check: Callable[[str], None]) -> Pairs:
    found = {}
    for part in text.split(","):
        name, sign, value = part.rpartition(":")
        if not sign:
            raise ValueError("it must give a value for each column, such as zip:category")
        check(_plain(value))
        found[_plain(name)] = _plain(value)
    return tuple(found.items())


def pairs(name: str, label: str, check: Callable[[str], None]) -> state.Param[Pairs]:
    """Something about some columns, as name:value,name:value."""

    def write(value: Pairs) -> str:
        return ",".join(f"{_written(column)}:{_written(word)}" for column, word in value)

    return state.Param(name, (), lambda text: _read_pairs(text, check) if text else (), write, label)


def _role(word: str) -> None:
    if word not in ROLES or word == "class":
        raise ValueError(f"{word[:30]!r} is no role of a column")


def _treatment(word: str) -> None:
    if word not in TREATMENTS:
        raise ValueError(f"{word[:30]!r} is no treatment of a column")


def _answer(word: str) -> None:
    if word not in ANSWERED:
        raise ValueError(f"{word[:30]!r} is no answer; there are {', '.join(ANSWERED)}")


def _read_orders(text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    found = {}
    for part in text.split(",") if text else ():
        name, sign, values = part.rpartition(":")
        if not sign or "|" not in values:
            raise ValueError("it must give the values of a column, such as size:S|M|L")
        found[_plain(name)] = tuple(_plain(value) for value in values.split("|"))
    return tuple(found.items())


def _write_orders(orders: Iterable[tuple[str, tuple[str, ...]]]) -> str:
    return ",".join(f"{_written(name)}:{'|'.join(map(_written, values))}" for name, values in orders)


def read_edges(text: str) -> tuple[float, ...]:
    """Numbers that rise, with commas, semicolons or blanks between them."""
    numbers = tuple(state.number(part) for part in BETWEEN_EDGES.split(text.strip()) if part)
    if not 1 <= len(numbers) < MOST_BINS:
        raise ValueError(f"it must be 1 to {MOST_BINS - 1} numbers")
    if any(low >= high for low, high in pairwise(numbers)) or not all(abs(edge) < 1e300 for edge in numbers):
        raise ValueError("the numbers must rise from one to the next")
    return numbers


def write_edges(edges: Iterable[float]) -> str:
    """The same as text."""
    return ",".join(repr(edge).removesuffix(".0") for edge in edges)


def _read_target(text: str) -> str:
    if len(text) > LONGEST_NAME or not text.isprintable():
        raise ValueError("it must be the name of a column")
    return text


def _read_bins(text: str) -> int:
    """None, or two and more."""
    bins = state.whole("bins", 0, MOST_BINS, 0).read(text)
    if bins == 1:
        raise ValueError("one group would be no choice")
    return bins


USUAL = Encoding()
TARGET = state.Param("target", "", _read_target, str, "class column")
BINS = state.Param("bins", 0, _read_bins, str, "groups of a numeric class")
EDGES: state.Param[tuple[float, ...]] = state.Param(
    "edges",
    (),
    lambda text: read_edges(text) if text else (),
    write_edges,
    "edges of the groups of a numeric class",
)
ROLE = pairs("roles", "roles of columns", _role)
TREAT = pairs("treat", "treatments of columns", _treatment)
ANSWERS = pairs("answers", "answers about columns", _answer)
ORDERS: state.Param[tuple[tuple[str, tuple[str, ...]], ...]] = state.Param(
    "orders", (), _read_orders, _write_orders, "orders of values"
)
CATEGORIES = state.choice("cats", treatments_of("category"), USUAL.categories, "treatment of categories")
MISSING = state.choice("gaps", list(GAPS), USUAL.gaps, "treatment of gaps")
PARTITION = state.whole("infolds", 0, 1000, 0, "folds of the partition in the file")
OF_COLUMNS: state.Params = (TARGET, BINS, EDGES, ROLE, TREAT, ANSWERS, ORDERS, PARTITION)
PARAMS: state.Params = (*OF_COLUMNS, CATEGORIES, MISSING)


@dataclass(frozen=True)
class Choices:
    """What is in force for the table on screen.

    Attributes
    ----------
    summary : what the table holds, read by these choices
    ignored : what was asked for and does not fit this table, in words
    raw : the table itself, by which a click on another one is known
    """

    options: Options
    encoding: Encoding
    summary: TableSummary
    ignored: tuple[str, ...] = ()
    raw: RawTable | None = None

    @property
    def named(self) -> Options:
        """The options with the class column spelt out, for code to take away."""
        return replace(self.options, target=self.summary.target)

    def treatment(self, column: ColumnSummary) -> str:
        """The key of the treatment of a feature."""
        own = dict(self.encoding.treatments).get(column.name)
        return own or usual_treatment(column.role, self.encoding.categories)


def usual_treatment(role: str, categories: str) -> str:
    """What is done with a role unless a column says otherwise."""
    return categories if role == "category" else treatments_of(role)[0]


def asked() -> Options:
    """The options in the address, whether they fit the table or not."""
    edges = state.value(EDGES)
    return Options(
        target=state.value(TARGET) or None,
        roles=state.value(ROLE),
        orders=state.value(ORDERS),
        answers=state.value(ANSWERS),
        bins=None if edges else state.value(BINS) or None,
        edges=edges or None,
        folds=state.value(PARTITION) or None,
    )


def fitting(raw: RawTable, wanted: Options) -> tuple[Options, tuple[str, ...]]:
    """What of the options fits a table, and what does not, in words."""
    columns = {column.name: column for column in raw.columns}
    lost: dict[str, None] = {}

    def there(name: str, good: bool) -> bool:
        if not good:
            lost[f"{shown(name)}" + ("" if name in columns else " (not in this table)")] = None
        return good

    target = wanted.target
    if target is not None and not there(str(target), target in columns):
        target = None
    roles = tuple(
        (name, role)
        for name, role in wanted.roles
        if name != target and there(name, name in columns and role in possible_roles(columns[name]))
    )
    folds = wanted.folds if wanted.folds in raw.fold_choices else max(raw.fold_choices, default=None)
    kept = Options(target, roles, bins=wanted.bins, edges=wanted.edges, folds=folds)
    if kept.cuts and not _numeric_class(raw, kept):
        kept = replace(kept, bins=None, edges=None)
    if wanted.answers or wanted.orders:
        found = {column.name: column for column in inspect_table(raw, **kept.arguments()).columns}
        kept = replace(
            kept,
            answers=tuple(
                (name, word) for name, word in wanted.answers if there(name, _answers(found.get(name), word))
            ),
            orders=tuple(
                (name, values)
                for name, values in wanted.orders
                if there(name, _orders(found.get(name), values))
            ),
        )
    return kept, tuple(lost)


def _numeric_class(raw: RawTable, options: Options) -> bool:
    try:
        column, _ = choose_target(raw, options.target, quantity=True, roles=dict(options.roles))
    except FRNNError:
        return False
    return column.numeric or bool(column.readings)


def _answers(column: ColumnSummary | None, word: str) -> bool:
    asked_of = column.question if column is not None else None
    return asked_of is not None and word in dict(asked_of.choices)


def _orders(column: ColumnSummary | None, values: tuple[str, ...]) -> bool:
    return column is not None and column.role == "ordered" and sorted(values) == sorted(column.values)


def encoding_for(summary: TableSummary) -> tuple[Encoding, tuple[str, ...]]:
    """The encoding in the address as far as it concerns this table, and what does not fit, in words."""
    features = {column.name: column for column in summary.columns if ROLES[column.role].feature}
    categories = any(column.role == "category" for column in features.values())
    fits, lost = {}, []
    for name, key in state.value(TREAT):
        if name in features and TREATMENTS[key].role == features[name].role:
            fits[name] = key
        else:
            lost.append(shown(name))
    encoding = Encoding(
        categories=state.value(CATEGORIES) if categories else USUAL.categories,
        gaps=state.value(MISSING) if any(column.gaps for column in features.values()) else USUAL.gaps,
        treatments=tuple(fits.items()),
    )
    return encoding, tuple(lost)


def in_force(raw: RawTable) -> Choices:
    """The choices in the address, as far as they fit; kept for the callbacks of the controls."""
    edges, bins = state.value(EDGES), state.value(BINS)
    if edges and bins:
        state.give_up(BINS, 0, "edges of groups are given as well", "the cut at these edges")
    wanted = asked()
    kept: tuple[RawTable, Options, Fitted] | None = st.session_state.get(_FITTED)
    if kept is None or kept[0] is not raw or kept[1] != wanted:
        options, ignored = fitting(raw, wanted)
        kept = (raw, wanted, (options, ignored, inspect_table(raw, **options.arguments())))
        st.session_state[_FITTED] = kept
    options, ignored, summary = kept[2]
    encoding, lost = encoding_for(summary)
    dropped = dict.fromkeys((*ignored, *_dropped(wanted, options), *lost))
    found = Choices(options, encoding, summary, tuple(dropped), raw)
    st.session_state[_ON_SCREEN] = found
    return found


def _dropped(wanted: Options, options: Options) -> list[str]:
    """What a link asked for beside columns and the table has not."""
    lost = []
    if wanted.folds not in (None, options.folds) and state.by_link(PARTITION):
        lost.append(f"{wanted.folds} folds (not in this file)")
    if wanted.cuts and not options.cuts and (state.by_link(BINS) or state.by_link(EDGES)):
        lost.append("groups of a numeric class (the class is none)")
    return lost


def on_screen() -> Choices:
    """The choices that the controls on screen show."""
    found: Choices = st.session_state[_ON_SCREEN]
    return found


def ignored_note(choices: Choices) -> str:
    """Say which choices have no effect on this table; nothing if all have."""
    if not choices.ignored:
        return ""
    verb = "does" if len(choices.ignored) == 1 else "do"
    return (
        f"The link asked for {counted(len(choices.ignored), 'thing')} that {verb} not fit this table; that "
        f"part was ignored: {listed(choices.ignored)}."
    )


# changes


def write(options: Options, treatments: Pairs) -> None:
    """Put choices about columns into the state, and so into the address."""
    values = {
        TARGET: options.target or "",
        ROLE: options.roles,
        ORDERS: options.orders,
        ANSWERS: options.answers,
        TREAT: treatments,
    }
    for param, value in values.items():
        st.session_state[param.name] = value


def with_role(raw: RawTable, choices: Choices, name: str, role: str) -> tuple[Options, Pairs]:
    """The choices with another role of a column; what was said about it in its old role is forgotten."""
    options = choices.options
    without = replace(
        options,
        target=None if options.target == name else options.target,
        roles=_but(options.roles, name),
        orders=_but(options.orders, name),
        answers=_but(options.answers, name),
    )
    treatments = _but(choices.encoding.treatments, name)
    if role == "class":
        return replace(without, target=name), treatments
    try:
        guessed = inspect_table(raw, **without.arguments()).column(name).role
    except FRNNError:
        guessed = ""
    if guessed == role:
        return without, treatments
    return replace(without, roles=(*without.roles, (name, role))), treatments


def with_treatment(choices: Choices, name: str, treatment: str) -> Pairs:
    """The treatments of single columns, with another of one."""
    column = choices.summary.column(name)
    others = _but(choices.encoding.treatments, name)
    usual = usual_treatment(column.role, choices.encoding.categories)
    return others if treatment == usual else (*others, (name, treatment))


def with_order(options: Options, column: ColumnSummary, text: str) -> Options:
    """The options with another order of values, typed as "low < middle < high"."""
    values = tuple(re.split(r"\s+<\s+", text.strip()))
    if sorted(values) != sorted(column.values):
        raise DataError(f"Name every value of {shown(column.name)} once, the lowest first, with < between.")
    return replace(options, orders=(*_but(options.orders, column.name), (column.name, values)))


def with_answer(options: Options, column: ColumnSummary, answer: str) -> Options:
    """The options with an answer to the question about a column."""
    others = _but(options.answers, column.name)
    if column.question is None or answer == column.question.default:
        return replace(options, answers=others)
    return replace(options, answers=(*others, (column.name, answer)))


def _but(found: tuple[tuple[str, T], ...], name: str) -> tuple[tuple[str, T], ...]:
    return tuple(pair for pair in found if pair[0] != name)
