"""The page Sensitivity over k and γ: one kernel on one data set, and the folds of a cell."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
import streamlit as st

from frnn_core import RELATIONS
from frnn_core.engine.arrays import FloatArray
from frnn_core.experiments.plan import Plan, Setting
from frnn_core.experiments.presets import ALL_KS, GAMMAS, PAPER_KS
from frnn_core.experiments.score_table import ScoreTable
from frnn_core.figures import fold_dots, fold_dots_text, k_gamma_heatmap, k_gamma_text
from frnn_core.figures.k_gamma_grid import best_cell
from frnn_core.relations import KERNELS
from frnn_core.text import number, short
from pages.ui import cache, jobs, layout, selection, state, take_away, visit
from pages.ui.controls import gamma_text
from pages.ui.sensitivity import controls
from pages.ui.sensitivity.controls import CELL, Cell

MAP_SHARE = (3, 2)
"""How figure and folds share the width."""


@dataclass(frozen=True, eq=False)
class Grid:
    """One kernel on one data set: a score for each k, γ and fold."""

    name: str
    kernel: str
    table: ScoreTable

    @property
    def folds(self) -> FloatArray:
        """(k, γ, folds)."""
        return np.asarray(self.table.values[0].transpose(1, 0, 2))

    @property
    def scores(self) -> FloatArray:
        """(k, γ), the means of the folds."""
        return np.asarray(self.folds.mean(axis=-1))

    @property
    def errors(self) -> FloatArray:
        """Standard errors of the means."""
        return np.asarray(self.folds.std(axis=-1, ddof=1) / np.sqrt(self.folds.shape[-1]))

    @property
    def best(self) -> Cell:
        """The best cell."""
        row, column = best_cell(self.scores)
        return ALL_KS[row], GAMMAS[column]

    @property
    def label(self) -> str:
        """Gaussian on pima."""
        return f"{RELATIONS[self.kernel].label} on {visit.called(self.name)}"

    def of(self, cell: Cell) -> FloatArray:
        """The folds of a cell."""
        return np.asarray(self.folds[ALL_KS.index(cell[0]), GAMMAS.index(cell[1])])


def draw(chosen: selection.Selection) -> None:
    """Controls, finding, heatmap with the folds of a cell beside it, and files."""
    name, kernel = controls.k_gamma_row()
    conditions = replace(chosen.plan().conditions, encoding=visit.encoding(name))
    plan = Plan((name,), tuple(Setting.of(kernel, gamma=g) for g in GAMMAS), ALL_KS, conditions)
    grid = Grid(name, kernel, jobs.scores(plan))
    if np.isnan(grid.scores).all():
        st.info("Not computed yet. It appears here as soon as it is.")
        st.stop()
    found = _descent(replace(plan, settings=(Setting.of(KERNELS[kernel].fitted),), ks=PAPER_KS), name)
    words = jobs.preliminary(grid.table) + k_gamma_text(ALL_KS, GAMMAS, grid.scores, grid.errors)
    layout.finding(words)
    left, right = st.columns(MAP_SHARE, gap="medium")
    with left:
        _map(grid, found, words)
    with right:
        _cell(grid)
    shown = pd.DataFrame(
        grid.scores, index=pd.Index(ALL_KS, name="k"), columns=[gamma_text(gamma) for gamma in GAMMAS]
    )
    alone = replace(chosen, relations=())  # of what is chosen on other pages only the conditions hold here
    take_away.bar(
        take_away.named("k-gamma", visit.called(name), kernel, *take_away.settings(alone, k=False)),
        shown,
        f"{grid.label}: balanced accuracy, a row a k, a column a γ; mean of {grid.folds.shape[-1]} folds, "
        f"{controls.in_words(chosen)}. The best is bold.",
        best=shown.eq(shown.max(axis=None)),
    )


def _map(grid: Grid, found: dict[int, float], words: str) -> None:
    """The heatmap; a click opens a cell."""
    picture = cache.drawn(
        k_gamma_heatmap,
        ALL_KS,
        GAMMAS,
        grid.scores,
        errors=grid.errors,
        descent=[found.get(k, np.nan) for k in ALL_KS],
        clicked=state.value(CELL),
        look=layout.look(f"{grid.label}, mean of {grid.folds.shape[-1]} folds"),
    )
    event = layout.figure(picture, "k gamma", words, grid.label.replace(" ", "-"), select=True)
    for told in layout.clicked(event):
        cell = (int(told[0]), GAMMAS[int(told[1])]) if told else None
        if cell is not None and cell != state.value(CELL):
            state.put(CELL, cell)
    outline = "The outline holds the cells within one standard error of the best."
    diamond = (
        "◆ is the median over the folds of the γ that corrected descent finds, for the six k of the paper."
    )
    st.caption(f"{diamond} {outline}" if found else outline)


def _cell(grid: Grid) -> None:
    """The folds of the cell that was clicked beside those of the best one, which are there from the start."""
    cell = state.value(CELL) or grid.best
    st.markdown(f"**{_words(cell)}**, fold by fold")
    folds = pd.DataFrame({_words(one): grid.of(one) for one in (cell, grid.best)})
    folds.index = pd.RangeIndex(1, len(folds) + 1, name="fold")
    if folds.shape[1] > 1:
        words = fold_dots_text(folds)
        st.markdown(words)
        picture = cache.drawn(fold_dots, folds, look=layout.look())
        layout.figure(picture, "k gamma folds", words, "folds")
    else:
        st.markdown("This is the best cell. Click another to see its folds beside these.")
    st.dataframe(folds.map(number), height=200)
    if state.value(CELL):
        st.button("Close", icon=":material/close:", type="tertiary", on_click=state.reset, args=((CELL,),))


def _words(cell: Cell) -> str:
    """A cell in words."""
    return f"k\u00a0=\u00a0{cell[0]}, γ\u00a0=\u00a0{short(cell[1])}"


def _descent(plan: Plan, name: str) -> dict[int, float]:
    """The median width that descent found for each k, where it is known."""
    table, _ = jobs.known(plan)
    found = {}
    for k in plan.ks:
        widths = [told["gamma"] for told in table.learned(name, plan.settings[0], k) if "gamma" in told]
        if widths:
            found[k] = float(np.median(widths))
    return found
