"""What the page Significance has on screen: the comparison of the chosen relations."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from frnn_core.errors import FRNNError
from frnn_core.experiments.baselines.results import Beside
from frnn_core.experiments.score_table import ScoreTable
from frnn_core.stats import Comparison, p_text
from pages.ui import beside, jobs, selection, state
from pages.ui.significance import cache
from pages.ui.significance.controls import ALL_PAIRS, ALPHA, BLANK, CONTROL, CORRECTION, ROPE, TEST


@dataclass(frozen=True, eq=False)
class View:
    """What is on screen: the scores, and what the tests say of them."""

    chosen: selection.Selection
    table: ScoreTable
    others: Beside
    result: Comparison

    @property
    def unfinished(self) -> str:
        """A word before findings and captions, for as long as results are missing."""
        return jobs.preliminary(self.table)

    @property
    def context(self) -> str:
        """What the numbers are over."""
        return self.chosen.in_words() + beside.in_words()

    @property
    def keys(self) -> list[str]:
        """The keys of what is compared, from the best mean rank on."""
        keys = dict(zip(self.others.labels, self.others.scores, strict=True))
        return [keys.get(name, name) for name in self.result.relations]

    @property
    def content(self) -> str:
        """What tells the comparison apart from others."""
        return f"{self.result.scores.to_csv()}{self.result.left_out}{self.result.call}"

    def overall(self) -> str:
        """What the omnibus test says, in one sentence."""
        result = self.result
        over = f"{result.n} of {len(result.scores)} data sets"
        test = f"{result.omnibus.name} {p_text(result.omnibus.p)}, {over}"
        if not result.significant:
            what = "classifiers" if result.others else "relations"
            return f"The {what} cannot be told apart ({test})."
        pairs = len(result.significant_pairs())
        total = int(result.p_adjusted.notna().to_numpy().sum() // 2)
        return f"Significant overall ({test}); {pairs} of {total} pairs differ."


def of(chosen: selection.Selection) -> View:
    """The view of a choice; where nothing can be tested the page says why and ends."""
    table = jobs.scores(chosen.plan())
    others = beside.scores(table.plan)
    beside.missing(others)
    scores, reasons = others.joined(
        table.frame().set_axis(chosen.relations, axis=1), table.reasons().set_axis(chosen.relations, axis=1)
    )
    against = state.value(CONTROL)
    try:
        result = cache.comparison(
            scores,
            reasons,
            test=state.value(TEST),
            correction=state.value(CORRECTION),
            alpha=state.value(ALPHA),
            blanks=state.value(BLANK),
            control=None if against == ALL_PAIRS else beside.column(against),
            rope=state.value(ROPE),
            others=tuple(others.labels),
        )
    except FRNNError as error:
        st.info(str(error))
        st.stop()
    return View(chosen, table, others, result)
