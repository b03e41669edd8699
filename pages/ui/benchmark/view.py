"""What the page Benchmark has on screen: the scores, and in which order they stand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import pandas as pd

from frnn_core.data.catalogue import entries
from frnn_core.engine.measures import MEASURES
from frnn_core.experiments.baselines.results import Beside
from frnn_core.experiments.score_table import ScoreTable
from frnn_core.figures import score_heatmap_text
from pages.ui import beside, jobs, selection, state
from pages.ui.benchmark.controls import MEASURE, SORT


@dataclass(frozen=True, eq=False)
class View:
    """What is on screen: mean scores, data sets x relations, and why a blank is blank."""

    chosen: selection.Selection
    table: ScoreTable
    scores: pd.DataFrame
    reasons: pd.DataFrame
    others: Beside

    @property
    def measure(self) -> str:
        """The measure in words."""
        return MEASURES[self.table.measure].label

    @property
    def unfinished(self) -> str:
        """A word before findings and captions, for as long as results are missing."""
        return jobs.preliminary(self.table)

    @cached_property
    def finding(self) -> str:
        """The finding: what is best where."""
        return self.unfinished + score_heatmap_text(
            self.scores, reasons=self.reasons, names=selection.names()
        )

    @property
    def beside(self) -> pd.DataFrame:
        """The scores with the columns of the other classifiers beside them."""
        return pd.concat([self.scores, self.others.scores], axis=1)

    @property
    def all_reasons(self) -> pd.DataFrame:
        """Why a blank is blank, with those of the other classifiers."""
        return pd.concat([self.reasons, self.others.reasons], axis=1)

    @property
    def context(self) -> str:
        """What the numbers are over."""
        return self.chosen.in_words() + beside.in_words()

    @property
    def rows(self) -> list[str]:
        """The data sets in the order that was asked for."""
        scores = self.scores
        keys = {
            "spread": scores.min(axis=1) - scores.max(axis=1),
            "name": pd.Series(scores.index, index=scores.index),
            "size": pd.Series({name: entries()[name].rows for name in scores.index}),
            "score": -scores.max(axis=1),
        }
        order = keys[state.value(SORT)].sort_values(kind="stable", na_position="last")
        return list(order.index)


def of(chosen: selection.Selection) -> View:
    """The view of a choice; what is missing is started, or offered."""
    table = jobs.scores(chosen.plan(), state.value(MEASURE))
    return View(
        chosen,
        table,
        table.frame().set_axis(chosen.relations, axis=1),
        table.reasons().set_axis(chosen.relations, axis=1),
        beside.scores(table.plan, table.measure),
    )
