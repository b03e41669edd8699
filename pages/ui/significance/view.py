"""What the page Significance has on screen: the comparison of relations, or of a visitor's methods."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

import streamlit as st

from frnn_core.errors import FRNNError
from frnn_core.experiments.baselines.results import Beside
from frnn_core.experiments.score_table import ScoreTable
from frnn_core.figures import Look
from frnn_core.stats import Comparison, Scores, p_text
from frnn_core.text import counted
from pages.ui import beside, jobs, layout, selection, state
from pages.ui.escaping import plain
from pages.ui.significance import cache, controls, own
from pages.ui.significance.controls import ALL_PAIRS, CONTROL

QUESTION = "Ranks, tests, and how many data sets stand behind each."
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Shipped:
    """Where scores of relations come from: the choice on screen, its table, and other classifiers."""

    chosen: selection.Selection
    table: ScoreTable
    others: Beside


@dataclass(frozen=True, eq=False)
class View:
    """What is on screen: what the tests say, what columns are called, and where the scores come from.

    Attributes
    ----------
    context : what the numbers are over
    keys : the keys of the columns, from the best mean rank on; of a visitor's methods their names
    source : the choice and table of relations, or the scores that a visitor brought
    note : which test stands in for the chosen one, and why
    """

    result: Comparison
    context: str
    keys: list[str]
    source: Shipped | Scores
    note: str = ""
    unfinished: str = ""
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def content(self) -> str:
        """What tells the comparison apart from others."""
        result = self.result
        return f"{result.scores.to_csv()}{result.left_out}{result.call}{result.noun}"

    @property
    def measure(self) -> str:
        """What the scores are called."""
        return "balanced accuracy" if isinstance(self.source, Shipped) else "score"

    def look(self) -> Look:
        """How figures look; methods of a visitor have families of their own."""
        look = layout.look()
        return look if isinstance(self.source, Shipped) else look.with_families(self.source.families)

    def markdown(self, words: str) -> str:
        """A sentence for the screen; names of a visitor's methods are shown as they stand."""
        return words if isinstance(self.source, Shipped) else plain(words)

    def kept(self, what: str, compute: Callable[[], T]) -> T:
        """Something computed of the comparison, kept for all visitors; of own scores in the visit alone."""
        if isinstance(self.source, Shipped):
            found: T = cache.computed(compute, what, self.content)
            return found
        return own.kept((what, self.content), compute)

    def warnings(self) -> list[str]:
        """What to beware of, beside what stands under the controls."""
        return [words for words in self.result.warnings if words != self.note]

    def overall(self) -> str:
        """What the omnibus test says, in one sentence."""
        result = self.result
        over = f"{result.n} of {len(result.scores)} data sets"
        test = f"{result.omnibus.name} {p_text(result.omnibus.p)}, {over}"
        if not result.significant:
            what = "classifiers" if result.others else f"{result.noun}s"
            return f"The {what} cannot be told apart ({test})."
        pairs = len(result.significant_pairs())
        total = int(result.p_adjusted.notna().to_numpy().sum() // 2)
        return f"Significant overall ({test}); {pairs} of {total} pairs differ."

    def exploratory(self) -> str:
        """A sentence for exports where data sets were left out by hand."""
        if isinstance(self.source, Shipped):
            return selection.exploratory_note()
        return own.exploratory_note(self.source)


def of_results() -> View:
    """Header, pickers, controls and view of the relations; where nothing can be tested the page ends."""
    chosen = selection.current()
    context = chosen.in_words() + beside.in_words()
    layout.header("Which differences are real?", QUESTION, context, selection.pickers())
    with st.container(horizontal=True, vertical_alignment="center"):
        controls.source()
        selection.exploratory_badge()
    selection.need(chosen, datasets=2, relations=1 if state.value(beside.BESIDE) else 2)
    note = controls.row(chosen)
    table = jobs.scores(chosen.plan())
    others = beside.scores(table.plan)
    beside.missing(others, table.plan)
    scores, reasons = others.joined(
        table.frame().set_axis(chosen.relations, axis=1), table.reasons().set_axis(chosen.relations, axis=1)
    )
    against = state.value(CONTROL)
    control = None if against == ALL_PAIRS else beside.column(against)
    result = _tested(
        lambda: cache.comparison(
            scores, reasons, control=control, others=tuple(others.labels), **controls.options()
        )
    )
    keys = dict(zip(others.labels, others.scores, strict=True))
    return View(
        result,
        context,
        [keys.get(name, name) for name in result.relations],
        Shipped(chosen, table, others),
        note,
        jobs.preliminary(table),
        selection.names(),
    )


def of_own() -> View:
    """Uploader, controls and view of a visitor's scores; the page ends where there are none."""
    layout.header("Which differences are real?", QUESTION)
    controls.source()
    scores = own.on_hand()
    names = dict(enumerate(scores.frame.columns, 1))
    note = controls.own_row(names)
    against = state.value(own.AGAINST)
    control = names[against] if against else None
    result = _tested(lambda: own.comparison(scores, control=control, **controls.options()))
    sets = counted(len(result.scores), "data set")
    context = (
        f"{sets}, {result.compared} of your own, {'lower' if result.lower_is_better else 'higher'} is better"
    )
    st.caption(context)
    if gone := state.value(own.WITHOUT):
        st.badge(
            f"Exploratory: {counted(len(gone), 'data set')} removed by hand",
            icon=":material/science:",
            color="orange",
        )
    return View(result, context, list(result.relations), scores, note)


def _tested(compute: Callable[[], Comparison]) -> Comparison:
    """The comparison, or why there is none, and then the page ends."""
    try:
        return compute()
    except FRNNError as error:
        st.info(plain(str(error)))
        st.stop()
