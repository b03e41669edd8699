"""Significance: which differences are real."""

from pages.ui import beside, layout, selection, shell, state
from pages.ui.significance import controls, datasets, parts, tabs, view

shell.start("significance", controls.PARAMS)
chosen = selection.sidebar()
layout.header(
    "Which differences are real?",
    "Ranks, tests, and how many data sets stand behind each.",
    chosen.in_words() + beside.in_words(),
)
selection.need(chosen, datasets=2, relations=1 if state.value(beside.BESIDE) else 2)
controls.row(chosen)
selection.exploratory_badge()
shown = view.of(chosen)

parts.finding(shown)
parts.diagram(shown)

layout.tabs(
    controls.TAB,
    {
        "Pairs": lambda: tabs.all_pairs(shown),
        "One pair": lambda: tabs.one_pair(shown),
        "Ranks": lambda: tabs.ranks(shown),
        "Data sets": lambda: datasets.used(shown),
        "In words": lambda: tabs.in_words(shown),
    },
)
parts.files(shown)
