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
from frnn_core.figures.heatmap_table import HeatmapTable, heatmap_table
from frnn_core.figures.heatmap_words import Yardsticks, yardsticks
from pages.ui import beside, jobs, selection, state
from pages.ui.benchmark.controls import CELL, MEASURE, MODE, SORT


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
        """The finding: who leads by what is shown, and by the other yardsticks."""
        return self.unfinished + score_heatmap_text(
            self.scores,
            state.value(MODE),
            reasons=self.reasons,
            names=selection.names(),
            measure=self.measure,
        )

    @cached_property
    def _table(self) -> HeatmapTable:
        return heatmap_table(self.scores, reasons=self.reasons)

    @property
    def yardsticks(self) -> Yardsticks:
        """What each relation is worth by each yardstick."""
        return yardsticks(self._table)

    @property
    def columns(self) -> list[str]:
        """The relations in the order of the figure."""
        return self._table.relations

    @property
    def cell(self) -> tuple[str, str] | None:
        """The cell that was asked for, as data set and column; None where the table does not hold it."""
        name, _, key = state.value(CELL).partition("/")
        return (name, key) if name in self.beside.index and key in self.beside else None

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
