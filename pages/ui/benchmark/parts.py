"""The parts of the page Benchmark above and below its tabs: the heatmap, and the files."""

from __future__ import annotations

from frnn_core.engine.measures import DEFAULT
from frnn_core.experiments.baselines import baseline_names
from frnn_core.figures import score_heatmap
from frnn_core.figures.heatmap_table import Mode, heatmap_table
from pages.ui import beside, cache, layout, state, take_away
from pages.ui.benchmark.controls import CELL, MEASURE, MODE
from pages.ui.benchmark.view import View


def heatmap(view: View) -> None:
    """Data sets x relations; a click opens a cell."""
    picture = cache.drawn(
        score_heatmap,
        view.beside,
        state.value(MODE),
        reasons=view.all_reasons,
        rows=view.rows,
        baselines=list(view.others.scores),
        measure=view.measure,
        look=layout.look(f"{view.unfinished}Mean of 10 folds · {view.chosen.in_words()}", baseline_names()),
    )
    for cell in layout.clicked(layout.figure(picture, "heatmap", view.finding, "benchmark", select=True)):
        if cell and "/".join(cell[:2]) != state.value(CELL):
            state.put(CELL, "/".join(cell[:2]))
    beside.missing(view.others)


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
