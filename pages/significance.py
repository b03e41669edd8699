"""Significance: which differences are real, among relations or among anyone's methods."""

from pages.ui import layout, shell
from pages.ui.significance import controls, datasets, files, own, parts, tabs, view

shell.start("significance", controls.PARAMS)
shown = view.of_own() if own.wanted() else view.of_results()

parts.finding(shown)
parts.diagram(shown)

layout.tabs(
    controls.TAB,
    {
        "Pairs": lambda: tabs.all_pairs(shown),
        "Matrix": lambda: tabs.matrix(shown),
        "One pair": lambda: tabs.one_pair(shown),
        "Ranks": lambda: tabs.ranks(shown),
        "Bayesian ranking": lambda: tabs.ranking(shown),
        "Data sets": lambda: datasets.used(shown),
        "In words": lambda: tabs.in_words(shown),
    },
)
files.bar(shown)
