"""The parts of the page Benchmark above and below its tabs: the heatmap, and the files."""

from __future__ import annotations

import streamlit as st

from frnn_core.engine.measures import DEFAULT
from frnn_core.experiments.baselines import baseline_names
from frnn_core.figures import score_heatmap
from frnn_core.figures.heatmap_table import Mode, heatmap_table
from pages.ui import beside, cache, layout, narrow, state, take_away
from pages.ui.benchmark import answer
from pages.ui.benchmark.controls import CELL, MEASURE, MODE
from pages.ui.benchmark.view import View

FIGURE = "heatmap"


def follow() -> None:
    """Open the cell that was clicked just now; call it before the first control."""
    if layout.clicked_just_now(FIGURE):
        name, key = layout.clicked(st.session_state[f"figure {FIGURE}"])[0][:2]
        state.put(CELL, f"{name}/{key}")


def board(view: View) -> None:
    """The heatmap, and beside it what it says: in sum, or of the cell that was clicked.

    On a phone that is below the heatmap, but for the answer to a tap, which would be out of sight there.
    """
    if narrow.on() and view.cell is not None:
        told, figure = st.container(), st.container()
    else:
        figure, told = st.columns([7, 3] if layout.present() else [5, 3], gap="medium")
    with figure:
        _heatmap(view)
    with told:
        answer.panel(view)
    beside.missing(view.others, view.table.plan)


def _heatmap(view: View) -> None:
    """Data sets x relations; a click opens a cell."""
    picture = cache.drawn(
        score_heatmap,
        view.beside,
        state.value(MODE),
        reasons=view.all_reasons,
        rows=view.rows,
        baselines=list(view.others.scores),
        chosen=view.cell,
        measure=view.measure,
        look=layout.look(
            f"{view.unfinished}Mean of {view.chosen.folds} · {view.chosen.in_words()}", baseline_names()
        ),
    )
    layout.figure(picture, FIGURE, view.finding, "benchmark", select=True)


def files(view: View) -> None:
    """What the mode shows as files: scores, gaps or ranks, rows and columns as in the figure."""
    mode: Mode = state.value(MODE)
    shown = heatmap_table(
        view.beside, mode, reasons=view.all_reasons, rows=view.rows, baselines=list(view.others.scores)
    )
    what = {
        "score": f"{view.measure.capitalize()}, mean of the folds",
        "gap": f"Gap to the best relation of each data set in {view.measure}, mean of the folds",
        "rank": f"Rank by {view.measure} (mean of the folds) within each data set, 1 = best",
    }[mode]
    means = f" Means over the {shown.n} data sets without a blank." if shown.n else ""
    measure = state.value(MEASURE)
    named = [*take_away.settings(view.chosen), *([measure] if measure != DEFAULT else [])]
    take_away.bar(
        take_away.named("benchmark", mode, *named),
        shown.values,
        f"{view.unfinished}{what}. {view.context}. The best of each row is bold.{means}",
        best=shown.best[list(shown.values)],
        means=shown.means.rename(f"mean, n = {shown.n}") if shown.n else None,
        decimals=2 if mode == "rank" else 3,
    )
