"""The parts of the page Benchmark above and below its tabs: the heatmap, and the files."""

from __future__ import annotations

from frnn_core.experiments.baselines import BASELINES
from frnn_core.figures import score_heatmap
from pages.ui import cache, layout, state, take_away
from pages.ui.benchmark.controls import BESIDE, CELL, MODE
from pages.ui.benchmark.view import View


def heatmap(view: View) -> None:
    """Data sets x relations; a click opens a cell."""
    picture = cache.drawn(
        score_heatmap,
        view.beside,
        state.value(MODE),
        reasons=view.reasons,
        rows=view.rows,
        baselines=state.value(BESIDE),
        measure=view.measure,
        look=layout.look(f"{view.unfinished}Mean of 10 folds · {view.chosen.in_words()}", BASELINES),
    )
    for cell in layout.clicked(layout.figure(picture, "heatmap", view.finding, "benchmark", select=True)):
        if cell and "/".join(cell[:2]) != state.value(CELL):
            state.put(CELL, "/".join(cell[:2]))


def files(view: View) -> None:
    """The scores as files."""
    caption = f"{view.unfinished}{view.measure.capitalize()}, mean of the folds. {view.chosen.in_words()}."
    take_away.bar("benchmark", view.beside, caption)
