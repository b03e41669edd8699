"""Benchmark: which relation works on which data."""

from pages.ui import beside, layout, selection, shell
from pages.ui.benchmark import answer, controls, parts, tabs, view

shell.start("benchmark", controls.PARAMS)
parts.follow()
chosen = selection.current()
layout.header(
    "Which relation works where?",
    "FRNN with each relation on each data set, fold by fold.",
    chosen.in_words() + beside.in_words(),
    selection.pickers(),
)
selection.need(chosen, datasets=1, relations=1)
controls.row(chosen)
shown = view.of(chosen)
answer.keep_cell(shown)

layout.finding(shown.finding)
parts.board(shown)

layout.tabs(
    controls.TAB,
    {
        "One cell": lambda: tabs.one_cell(shown),
        "Table": lambda: tabs.table(shown),
        "Data sets": lambda: tabs.datasets(shown),
    },
)
parts.files(shown)
