"""The controls of the page Explain, and what they say."""

from __future__ import annotations

import math
from dataclasses import dataclass

import streamlit as st

from frnn_core import RELATIONS
from frnn_core.data import dataset_names
from frnn_core.engine.owa import WEIGHTS
from frnn_core.engine.scalings import SCALINGS
from frnn_core.experiments.plan import Conditions, loaded
from frnn_core.studies.explain import FIXED, Ranking, hardest_rows
from frnn_core.studies.explain.words import row_label
from pages.ui import layout, selection, state, tips, visit
from pages.ui.controls import (
    GAMMA,
    WEIGHT,
    K,
    gamma_slider,
    gamma_text,
    k_slider,
    more,
    ranges_picker,
    reset_button,
    weights_picker,
)

MOST_LISTED = 200
HARDEST = "the hardest row"
MOST_TYPED, LARGEST = 100, 1e12
DECIDERS = {"fold": "The training part of its fold", "others": "All other rows"}
TABS = {
    "change": "What would have to change",
    "features": "Features",
    "rows": "Map of rows",
    "neighbours": "Neighbours",
    "typed": "Type your own row",
}
Typed = tuple[tuple[int, float], ...]
_FEATURE = state.whole("feature", 1, MOST_TYPED, 1)


def read_typed(text: str) -> Typed:
    """Typed values in a link: 1_13.2,4_2.5 sets the first feature to 13.2 and the fourth to 2.5."""
    values: dict[int, float] = {}
    for part in text.split(",") if text else []:
        place, _, number = part.partition("_")
        try:
            values[_FEATURE.read(place)] = state.number(number)
        except ValueError:
            raise ValueError(
                "values are written feature_value, as in 1_13.2,4_2.5; "
                f"features are numbered from 1, and there are at most {MOST_TYPED}"
            ) from None
    if any(not math.isfinite(value) or abs(value) > LARGEST for value in values.values()):
        raise ValueError("a value is too large")
    return tuple(sorted(values.items()))


def write_typed(values: Typed) -> str:
    """The same as text."""
    return ",".join(f"{place}_{repr(float(value)).removesuffix('.0')}" for place, value in values)


def _read_row(text: str) -> int:
    """A row of the data set that the same link names; 0 is the hardest."""
    if text == HARDEST:
        return 0
    asked = st.query_params.get("ed", state.value(DATA))
    name = asked if asked in dataset_names(extra=True) else state.value(DATA)
    rows = visit.about(name).rows
    try:
        return state.whole("row", 0, rows, 0).read(text)
    except ValueError:
        raise ValueError(f"the rows of {visit.called(name)} go from 1 to {rows:,}") from None


def _write_row(row: int) -> str:
    return str(row) if row else HARDEST


def _own() -> bool:
    """Whether a table of the visitor's own is explained: what is said of its rows is in no link."""
    return visit.is_own(state.value(DATA))


DATA = visit.choice("ed", dataset_names(extra=True), "wine")
ROW = state.Param("row", 0, _read_row, _write_row, "row", _own)
RELATION = state.choice("er", FIXED, "man", "relation", state.labels(RELATIONS))
NORMALISE = state.choice("en", SCALINGS, "centred", "normalisation")
DECIDER = state.choice("eb", DECIDERS, "fold", "rows that decide")
ALL_CLASSES = state.flag("classes", "all classes shown")
TAB = state.tab("et", TABS)
TYPED: state.Param[Typed] = state.Param("typed", (), read_typed, write_typed, "typed values", _own)
HIDDEN = (WEIGHT, NORMALISE, DECIDER)
PARAMS = (DATA, ROW, RELATION, K, GAMMA, *HIDDEN, ALL_CLASSES, TAB, TYPED)


@dataclass(frozen=True)
class Choice:
    """What is explained; `row` counts from 1, and 0 stands for the hardest."""

    name: str
    row: int
    relation: str
    k: int
    gamma: float
    weights: str
    normalise: str
    decider: str

    @property
    def called(self) -> str:
        """The data set within a sentence."""
        return visit.called(self.name)

    @property
    def how(self) -> tuple[float, str, str]:
        """Width, weights and normalisation, as caches take them; a width without effect is 1."""
        return self.width(self.relation), self.weights, self.normalise

    def width(self, relation: str) -> float:
        """γ for a kernel, else 1."""
        return self.gamma if RELATIONS[relation].uses_gamma else 1.0

    @property
    def plain(self) -> bool:
        """Whether rows are decided as in the shipped results."""
        return (self.weights, self.normalise, self.decider) == tuple(param.default for param in HIDDEN)

    def in_words(self) -> str:
        """One line that says what the numbers are over."""
        entry = visit.about(self.name)
        parts = [
            f"{self.called} ({entry.rows:,} rows, {entry.features} features, {entry.classes} classes)",
            RELATIONS[self.relation].label,
            f"k = {self.k}",
            *([f"γ = {gamma_text(self.gamma)}"] if RELATIONS[self.relation].uses_gamma else []),
            *([f"weights: {WEIGHTS[self.weights].label.lower()}"] if self.weights != WEIGHT.default else []),
            *(
                [f"ranges: {SCALINGS[self.normalise].label.lower()}"]
                if self.normalise != NORMALISE.default
                else []
            ),
            *([visit.encoding(self.name).words()] if visit.has_more(self.name) else []),
        ]
        return " · ".join(parts)


def current() -> Choice:
    """The choice, from the state; a row kept from a larger data set gives way to the hardest."""
    name, row = state.value(DATA), state.value(ROW)
    if row > visit.about(name).rows:
        st.session_state[ROW.name] = row = 0
    return Choice(
        name,
        row,
        state.value(RELATION),
        state.value(K),
        state.value(GAMMA),
        state.value(WEIGHT),
        state.value(NORMALISE),
        state.value(DECIDER),
    )


def row(chosen: Choice, ranking: Ranking | None) -> None:
    """One row of controls that wraps on a phone."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"):
        visit.picker(DATA, dataset_names(extra=True), layout.wide(112), _other_data)
        _row_picker(chosen, ranking, layout.wide(300))
        st.selectbox(
            "Relation",
            FIXED,
            key=RELATION.name,
            format_func=selection.full_name,
            width=layout.wide(178),
            help=tips.relation(chosen.relation),
        )
        k_slider(layout.wide(122))
        gamma_slider([chosen.relation], layout.wide(110))
        with more(HIDDEN):
            _any_row(chosen)
            weights_picker()
            ranges_picker(NORMALISE)
            st.radio("Decided by", DECIDERS, key=DECIDER.name, format_func=DECIDERS.__getitem__)
            st.caption("Either way the row itself is left out. The list of rows is always by folds.")
        reset_button(PARAMS)


def _row_picker(chosen: Choice, ranking: Ranking | None, width: int) -> None:
    """The hardest rows, and the chosen one where it is not among them; 0 is whichever is the hardest."""
    data = loaded(chosen.name, Conditions())[0]
    listed = [] if ranking is None else [int(row) + 1 for row in ranking.rows[:MOST_LISTED]]
    options = [0, *listed]
    if chosen.row not in options:
        options.append(chosen.row)

    def told(row: int) -> str:
        place = None if ranking is None else 0 if row == 0 else ranking.place(row - 1)
        if ranking is None or place is None:
            return f"row {row}" if row else "hardest row"
        words = row_label(ranking, place, data.class_names, data.codes)
        return words if row else f"hardest: {words.replace('margin ', '')}"

    st.selectbox(
        "Row, hardest first", options, key=ROW.name, format_func=told, width=width, on_change=_other_row
    )


def _any_row(chosen: Choice) -> None:
    """A row by its number, which the list may not hold."""
    st.session_state["row number"] = chosen.row or None
    st.number_input(
        "Any row, by its number",
        1,
        visit.about(chosen.name).rows,
        key="row number",
        placeholder="the hardest",
        on_change=_take_number,
        help="Numbers count the rows of the data set from 1.",
    )


def _take_number() -> None:
    choose_row(st.session_state["row number"] or 0)


def choose_row(row: int) -> None:
    """A callback's part: explain another row, by its number from 1; 0 is the hardest."""
    st.session_state[ROW.name] = row
    _other_row()


def _other_data() -> None:
    choose_row(0)


def _other_row() -> None:
    st.session_state[TYPED.name] = ()


def list_note(chosen: Choice, ranking: Ranking) -> str:
    """What the list of rows holds."""
    count = len(ranking.rows)
    sampled = "a seeded sample of " if ranking.of > hardest_rows.MOST_ROWS else ""
    judged = (
        f"all {ranking.of:,} rows" if count == ranking.of else f"{sampled}{count:,} of {ranking.of:,} rows"
    )
    if ranking.undefined:
        judged += f" (none of fold {_folds(ranking)}, on which the relation is undefined)"
    shown = min(MOST_LISTED, count)
    most = f"the {shown} hardest of {judged}" if shown < count else judged
    return (
        f"The list has {most}, by margin: the score of the row's own class minus the best other, below 0 "
        "where it is wrong. Row numbers count from 1."
    )


def _folds(ranking: Ranking) -> str:
    return ", ".join(str(fold + 1) for fold in ranking.undefined)


def typed_values(features: int) -> Typed:
    """The typed values; a note where a link names features that there are not."""
    values = state.value(TYPED)
    known = tuple((place, value) for place, value in values if place <= features)
    if len(known) < len(values):
        gone = ", ".join(str(place) for place, _ in values if place > features)
        state.give_up(TYPED, known, f"there is no feature {gone}, only {features}", "what remains of it")
    return known
