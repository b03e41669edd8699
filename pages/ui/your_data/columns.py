"""The table of step 2 of Your data, one row a column: what it is, how it is compared, what it becomes."""

from __future__ import annotations

import re
from collections.abc import Sequence

import streamlit as st

from frnn_core.data.reading import ColumnSummary, RawTable
from frnn_core.data.reading.cells import shown
from frnn_core.engine.columns import ROLES
from frnn_core.engine.treatments import TREATMENTS, treatments_of
from frnn_core.errors import DataError
from frnn_core.text import counted
from pages.ui.escaping import plain
from pages.ui.your_data import choices
from pages.ui.your_data.choices import Choices

MOST_ROWS = 15
"""Columns on screen at a time."""
NAME, ROLE, TREATMENT, GAPS = 154, 134, 196, 72
"""Widths in pixels; what a column becomes takes the rest, and on a phone a line of its own."""
LONGEST_NAME, LONGEST_SAMPLES, LONGEST_ORDER = 40, 23, 22
_HARMLESS = re.compile(r"[^\W_]+(?:[ _-][^\W_]+)*")
"""Words with single signs between them, which mean nothing in Markdown."""
_FIND, _KIND, _FIRST, _TROUBLE = "find a column", "columns that", "columns from", "order that is none"


def becomes(column: ColumnSummary, treatment: str) -> str:
    """What a column becomes, in a phrase, with the reason for the guess where it may surprise."""
    if column.role == "class":
        return f"what is to be told, {column.holds}"
    if not ROLES[column.role].feature:
        return f"left out: {column.reason or _why_not(column)}"
    becomes = TREATMENTS[treatment].becomes
    ranks = column.role in ("ordered", "yes-no")
    return becomes if ranks or not column.holds else f"{becomes}, {column.holds}"


def _why_not(column: ColumnSummary) -> str:
    if column.role != column.guess:
        return "as you chose"
    said = ROLES[column.role].help.rstrip(".")
    return said[0].lower() + said[1:]


def remark(column: ColumnSummary) -> str:
    """Why that was guessed, or what the guess was where another role was chosen; else nothing."""
    if column.role != column.guess:
        return f"The guess was {ROLES[column.guess].label.lower()}."
    told = ROLES[column.role].feature and column.role != "ordered"  # the order stands beside it
    return column.reason if told else ""


def gap_share(column: ColumnSummary) -> str:
    """The share of gaps, rounded, but never to none."""
    if not column.gaps:
        return "no gaps"
    percent = 100 * column.gap_share
    return f"{percent:.0f} % gaps" if percent >= 1 else "< 1 % gaps"


def kinds(columns: Sequence[ColumnSummary]) -> dict[str, list[int]]:
    """The places of columns that one may look for; first those about which there is something to say."""
    of = {
        "Worth a look": (i for i, c in enumerate(columns) if _peculiar(c)),
        "All": range(len(columns)),
        "Left out": (i for i, c in enumerate(columns) if not ROLES[c.role].feature and c.role != "class"),
        "With gaps": (i for i, c in enumerate(columns) if c.gaps and ROLES[c.role].feature),
        "Changed": (i for i, c in enumerate(columns) if c.role != c.guess),
    }
    found = {kind: list(places) for kind, places in of.items()}
    return {kind: places for kind, places in found.items() if places}


def _peculiar(column: ColumnSummary) -> bool:
    """Whether it is more than a number without gaps, guessed without a doubt."""
    usual = column.role in ("number", "class") and column.role == column.guess
    return not usual or bool(column.gaps or column.reason or column.question)


def table(raw: RawTable, chosen: Choices) -> None:
    """Show the columns, a few at a time where there are many; roles and treatments are choices."""
    columns = chosen.summary.columns
    places = _found(columns) if len(columns) > MOST_ROWS else list(range(len(columns)))
    with st.container(border=True, gap="xsmall"):
        for place in places:
            _row(raw, chosen, place)
        if not places:
            st.caption("No column is called like that.")


def _found(columns: Sequence[ColumnSummary]) -> list[int]:
    """The controls to find columns among many; give the places of those to be shown."""
    by_kind = kinds(columns)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if st.session_state.get(_KIND) not in by_kind:
            st.session_state[_KIND] = next(iter(by_kind))
        st.selectbox(
            "Columns",
            by_kind,
            key=_KIND,
            format_func=lambda kind: f"{kind} ({len(by_kind[kind])})",
            width=180,
        )
        words = st.text_input("Find a column", key=_FIND, width=200, placeholder="part of its name").lower()
        places = [place for place in by_kind[st.session_state[_KIND]] if words in columns[place].name.lower()]
        starts = range(0, max(len(places), 1), MOST_ROWS)
        if st.session_state.get(_FIRST, 0) not in starts:
            st.session_state[_FIRST] = 0
        st.selectbox(
            "Shown",
            starts,
            key=_FIRST,
            format_func=lambda first: _span(first, len(places)),
            width=180,
            disabled=len(starts) == 1,
        )
    first = st.session_state[_FIRST]
    return places[first : first + MOST_ROWS]


def _span(first: int, total: int) -> str:
    return f"{first + 1} to {min(first + MOST_ROWS, total)} of {total:,}" if total else "none"


def _row(raw: RawTable, chosen: Choices, place: int) -> None:
    column = chosen.summary.columns[place]
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        with st.container(width=NAME):
            st.markdown(
                f"**{plain(_short(column.name, LONGEST_NAME))}**  \n:small[:gray[{plain(samples(column))}]]"
            )
        key = f"role {place}"
        st.session_state[key] = column.role
        st.selectbox(
            f"Role of {spoken(column.name)}",
            _offered(column),
            key=key,
            format_func=lambda role: ROLES[role].label,
            on_change=_set_role,
            args=(raw, place),
            width=ROLE,
            label_visibility="collapsed",
        )
        with st.container(width=TREATMENT):
            _treatment(chosen, place)
        with st.container(width=GAPS):
            st.markdown(f":small[{gap_share(column)}]" if column.gaps else ":small[:gray[no gaps]]")
        with st.container(width="stretch"):
            treatment = chosen.treatment(column) if ROLES[column.role].feature else ""
            said = f":small[{plain(becomes(column, treatment))}]"
            why = remark(column)
            st.markdown(f"{said}  \n:small[:gray[{plain(why)}]]" if why else said)


def _offered(column: ColumnSummary) -> tuple[str, ...]:
    """The roles to choose from, with the one in force."""
    return tuple(role for role in ROLES if role in column.roles or role == column.role)


def spoken(name: str) -> str:
    """A name for screen readers, which read the signs that take the meaning out of Markdown aloud."""
    return name if _HARMLESS.fullmatch(name) else plain(shown(name))


def samples(column: ColumnSummary) -> str:
    """The first values of a column, as many as fit on a line."""
    if not column.samples:
        return "no values"
    line = column.samples[0]
    for value in column.samples[1:]:
        if len(line) + len(value) + 3 > LONGEST_SAMPLES:
            break
        line += f" · {value}"
    return _short(line, LONGEST_SAMPLES)


def _short(text: str, longest: int) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= longest else f"{flat[: longest - 1]}…"


def _treatment(chosen: Choices, place: int) -> None:
    """The choice of a treatment, or of an order; else the treatment in words."""
    column = chosen.summary.columns[place]
    if not ROLES[column.role].feature:
        st.markdown(":small[:gray[not compared]]")
        return
    offered = treatments_of(column.role)
    if column.role == "ordered":
        _order(chosen.raw, column, place)
    elif len(offered) > 1:
        key = f"treatment {place}"
        st.session_state[key] = chosen.treatment(column)
        st.selectbox(
            f"Treatment of {spoken(column.name)}",
            offered,
            key=key,
            format_func=lambda word: TREATMENTS[word].label,
            on_change=_set_treatment,
            args=(chosen.raw, place),
            label_visibility="collapsed",
        )
    else:
        st.markdown(f":small[{TREATMENTS[offered[0]].label}]")


def _order(raw: RawTable | None, column: ColumnSummary, place: int) -> None:
    order = " < ".join(column.values)
    with st.popover(plain(_short(order, LONGEST_ORDER)), width="stretch"):
        key = f"order {place}"
        st.session_state[key] = order
        st.text_input(
            f"The {counted(len(column.values), 'value')} of {plain(shown(column.name))}, the lowest first",
            key=key,
            on_change=_set_order,
            args=(raw, place),
        )
        if trouble := st.session_state.pop(f"{_TROUBLE} {place}", ""):
            st.caption(plain(trouble))


def _at(now: Choices, raw: RawTable | None, place: int) -> ColumnSummary | None:
    """The column at a place of the table that was clicked; None where another table is there by now."""
    return now.summary.columns[place] if now.raw is raw and place < len(now.summary.columns) else None


def _set_role(raw: RawTable, place: int) -> None:
    """Change a role; what this table does not offer was picked from the table before, and is passed over."""
    now = choices.on_screen()
    column, role = _at(now, raw, place), st.session_state[f"role {place}"]
    if column is not None and role in _offered(column):
        choices.write(*choices.with_role(raw, now, column.name, role))


def _set_treatment(raw: RawTable | None, place: int) -> None:
    now = choices.on_screen()
    column, treatment = _at(now, raw, place), st.session_state[f"treatment {place}"]
    if column is not None and treatment in TREATMENTS:
        choices.write(now.options, choices.with_treatment(now, column.name, treatment))


def _set_order(raw: RawTable | None, place: int) -> None:
    now = choices.on_screen()
    column = _at(now, raw, place)
    if column is None:
        return
    try:
        options = choices.with_order(now.options, column, st.session_state[f"order {place}"])
    except DataError as error:
        st.session_state[f"{_TROUBLE} {place}"] = str(error)
        return
    choices.write(options, now.encoding.treatments)


def questions(chosen: Choices) -> None:
    """What only the visitor knows: which of two readings is meant, with the one that is taken."""
    for place, column in enumerate(chosen.summary.columns):
        if column.question is None:
            continue
        key = f"answer {place}"
        st.session_state[key] = column.question.answer
        st.selectbox(
            f"{plain(shown(column.name))}: {plain(column.question.asks)}",
            [answer for answer, _ in column.question.choices],
            key=key,
            format_func=dict(column.question.choices).__getitem__,
            on_change=_set_answer,
            args=(chosen.raw, place),
            width=420,
        )


def _set_answer(raw: RawTable | None, place: int) -> None:
    now = choices.on_screen()
    column, answer = _at(now, raw, place), st.session_state[f"answer {place}"]
    if column is not None and column.question and answer in dict(column.question.choices):
        choices.write(choices.with_answer(now.options, column, answer), now.encoding.treatments)
