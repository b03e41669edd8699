"""The parts of the page Benchmark above and below its tabs: the heatmap, and the files."""

from __future__ import annotations

from frnn_core.experiments.baselines import baseline_names
from frnn_core.figures import score_heatmap
from pages.ui import beside, cache, layout, state, take_away
from pages.ui.benchmark.controls import CELL, MODE
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
        look=layout.look(
            f"{view.unfinished}Mean of {view.chosen.folds} · {view.chosen.in_words()}", baseline_names()
        ),
    )
    for cell in layout.clicked(layout.figure(picture, "heatmap", view.finding, "benchmark", select=True)):
        if cell and "/".join(cell[:2]) != state.value(CELL):
            state.put(CELL, "/".join(cell[:2]))
    beside.missing(view.others)


def files(view: View) -> None:
    """The scores as files."""
    caption = f"{view.unfinished}{view.measure.capitalize()}, mean of the folds. {view.context}."
    take_away.bar("benchmark", view.beside, caption)
