"""What the page Explain has on screen: a row, the rows that decide it, and what they say."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NoReturn

import streamlit as st

from frnn_core import RELATIONS
from frnn_core.data import Dataset, Partition
from frnn_core.errors import Undefined
from frnn_core.experiments.plan import Conditions, loaded
from frnn_core.experiments.presets import PAPER_KS
from frnn_core.studies.explain import FITTED, FIXED, Answer, Case, Ranking
from frnn_core.text import short, unbroken
from pages.ui import controls, selection, state, visit
from pages.ui.explain import cache
from pages.ui.explain.controls import ALL_CLASSES, Choice

BIG = 2000


@dataclass(frozen=True, eq=False)
class View:
    """One prediction; `row` counts from 0."""

    chosen: Choice
    ranking: Ranking
    row: int
    case: Case

    @property
    def data(self) -> Dataset:
        """The data set."""
        return loaded(self.chosen.name, Conditions())[0]

    @property
    def folds(self) -> Partition:
        """Its folds."""
        return loaded(self.chosen.name, Conditions())[1]

    @property
    def shown(self) -> tuple[int, ...]:
        """The classes on screen, the best score first."""
        return self.case.order if state.value(ALL_CLASSES) else self.case.first

    def title(self, what: str) -> str:
        """What a figure shows, for its header."""
        chosen = self.chosen
        width = f"γ = {controls.gamma_text(chosen.gamma)}" if RELATIONS[chosen.relation].uses_gamma else ""
        parts = [f"{what} of {chosen.called}", RELATIONS[chosen.relation].label, f"k = {chosen.k}", width]
        return ", ".join([*parts[:2], *map(unbroken, filter(None, parts[2:]))])

    def words(self, text: str) -> str:
        """A sentence as Markdown, names from the data as they stand."""
        return visit.words(self.chosen.name, text)

    @property
    def file_name(self) -> str:
        """What files about the row are called; no word from a visitor's table is in it."""
        return f"explain-{self.chosen.called.replace(' ', '-')}"

    def decided_by(self) -> str:
        """Which rows decide, in a sentence."""
        count = len(self.case.trained.rows)
        if self.chosen.decider == "others":
            return (
                f"Row {self.row + 1} is decided by the {count:,} other rows of {self.chosen.called}; the "
                "ranges of the features are theirs."
            )
        fold = int(self.folds.membership[self.row]) + 1
        return (
            f"Row {self.row + 1} is a test row of fold {fold} of {self.folds.label}: the {count:,} rows of "
            "the other folds decide it, never itself, and the ranges of the features are theirs."
        )

    @cached_property
    def answers(self) -> list[Answer]:
        """What each relation that learns nothing says of the row, and each kernel with its shipped width."""
        found = [answer_of(self.chosen, self.row, key, self.chosen.width(key), key) for key in FIXED]
        chosen = self.chosen
        if chosen.plain and chosen.k in PAPER_KS and not visit.is_own(chosen.name):
            fold = int(self.folds.membership[self.row])
            for key, widths in cache.widths(chosen.name, chosen.k).items():
                if widths[fold] == widths[fold]:
                    found.append(answer_of(chosen, self.row, FITTED[key], widths[fold], key))
        return found


def left_out(chosen: Choice, row: int) -> tuple[str, int]:
    """What is left out when the row is decided."""
    if chosen.decider == "others":
        return "row", row
    return "fold", int(loaded(chosen.name, Conditions())[1].membership[row])


def case_of(chosen: Choice, row: int, relation: str, width: float) -> Case:
    """The prediction of a row under a relation."""
    part = cache.trained(
        chosen.name, *left_out(chosen, row), relation, width, chosen.weights, chosen.normalise
    )
    return Case(part, chosen.k, part.data.X[row], str(part.data.y[row]))


def answer_of(chosen: Choice, row: int, relation: str, width: float, key: str) -> Answer:
    """What a relation says, or why it says nothing."""
    label = selection.full_name(key)
    if RELATIONS[relation].uses_gamma:
        label += f", γ = {short(width)}"
    try:
        return Answer.of(key, label, case_of(chosen, row, relation, width))
    except Undefined as undefined:
        return Answer(key, label, reason=undefined.reason)


def ranking_of(chosen: Choice) -> tuple[Ranking | None, str]:
    """The list of rows, or why there is none."""
    data = loaded(chosen.name, Conditions())[0]
    words = f"Judging the rows of {chosen.called}, fold by fold; a few seconds the first time."
    try:
        if len(data.y) <= BIG:
            return cache.ranking(chosen.name, chosen.relation, chosen.k, *chosen.how), ""
        with st.spinner(words, show_time=True):
            return cache.ranking(chosen.name, chosen.relation, chosen.k, *chosen.how), ""
    except Undefined as undefined:
        return None, str(undefined)


def of(chosen: Choice, ranking: Ranking | None, reason: str) -> View:
    """The view of a choice; where the relation is undefined the page says why and ends."""
    if ranking is None:
        _end(chosen, reason)
    row = chosen.row - 1 if chosen.row else int(ranking.rows[0])
    try:
        case = case_of(chosen, row, chosen.relation, chosen.how[0])
    except Undefined as undefined:
        also = f"So it says nothing of row {row + 1}; rows of other folds may have an answer."
        _end(chosen, f"{undefined} {also}")
    return View(chosen, ranking, row, case)


def _end(chosen: Choice, reason: str) -> NoReturn:
    st.info(f"{visit.words(chosen.name, reason)} Choose another relation, or another data set.")
    st.stop()
