"""What the page Significance gives away: the tables of the open tab, and everything as a bundle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

import pandas as pd

from frnn_core.experiments.bundle import bundle
from frnn_core.figures import Look
from frnn_core.figures.comparison_files import comparison_files
from frnn_core.stats.comparison import What
from frnn_core.stats.corrections import UNCORRECTED
from frnn_core.stats.scores_bundle import scores_bundle
from frnn_core.stats.view_tables import Told, matrix_latex, pair_scores, power_latex, ranking_latex
from frnn_core.text import csv_text
from pages.ui import state, take_away
from pages.ui.significance import controls, tabs
from pages.ui.significance.view import Shipped, View

WHAT: tuple[What, ...] = ("relations", "pairs")


@dataclass(frozen=True)
class Tables:
    """What the open tab shows, as a frame, as LaTeX under a name, and as further files of CSV by label."""

    frame: pd.DataFrame
    latex: Callable[[str], str]
    part: str = ""
    words: str = "Pairs"
    more: dict[str, Callable[[], str]] = field(default_factory=dict)


def bar(view: View) -> None:
    """The tables of the open tab as files, and all that is needed to compare anew as a bundle."""
    exploratory = view.exploratory()
    over = f"{view.unfinished}{view.context}.{exploratory} {view.note}".strip()
    shown = _tables(view, over)
    name = _name(view, shown.part)
    caption = (
        f"{view.unfinished}{shown.words} of {view.result.compared}. {view.context}. "
        f"{view.overall()}{exploratory} {view.note}".strip()
    )
    settings = view.context.replace(" · ", ", ") + exploratory.rstrip(".")
    more = {label: (make, f"{_name(view, label.lower())}.csv") for label, make in shown.more.items()}
    take_away.bar(
        name,
        shown.frame,
        caption,
        latex=partial(shown.latex, name),
        more={
            **more,
            "Bundle": (partial(_bundle, view, _print_look(view), caption, settings), f"{_name(view)}.zip"),
        },
    )


def _tables(view: View, over: str) -> Tables:
    """What is on screen, by the open tab."""
    result, told = view.result, Told(view.result, view.names, over)
    tab = state.value(controls.TAB)
    if tab == "Matrix":
        matrix = tabs.matrix_of(view)
        latex = partial(matrix_latex, matrix, told)
        return Tables(matrix.frame().set_index("first"), latex, "matrix", "Comparison matrix")
    if tab == "Bayesian ranking":
        ranking = tabs.ranking_of(view)
        frame = ranking.methods.rename_axis(result.noun)
        pairs = {"Chances": lambda: csv_text(take_away.rounded(ranking.pairs.set_index("first")))}
        return Tables(frame, partial(ranking_latex, ranking, told), "ranking", "Bayesian ranking", pairs)
    if tab == "Ranks":
        ranks = partial(result.latex, "relations", names=view.names, over=over)
        return Tables(result.ranks.rename_axis("data set"), lambda name: ranks(name=name), "ranks", "Ranks")
    pair = tabs.pair_on_hand(view)
    if tab == "One pair" and pair is not None:
        return _one_pair(view, told, *pair)
    return Tables(
        result.frame("pairs").set_index("first"),
        lambda name: "\n".join(
            result.latex(what, names=view.names, over=over, name=f"{name}-{what}") for what in WHAT
        ),
    )


def _one_pair(view: View, told: Told, first: str, second: str) -> Tables:
    """The scores of two, their tests, and how many data sets it takes to tell them apart."""
    found = tabs.pair_of(view, first, second)
    power = tabs.power_of(view, first, second) if found.n > 1 else None

    def latex(name: str) -> str:
        tests = found.latex(view.names, told.over, name)
        return tests if power is None else tests + power_latex(power, told, f"{name}-power")

    more = {} if power is None else {"Power": lambda: csv_text(power.curve.set_index("n"))}
    names = f"{first}-{second}" if isinstance(view.source, Shipped) else "pair"
    words = f"{told.called(first)} against {told.called(second)}, one pair"
    return Tables(pair_scores(view.result, first, second), latex, names, words, more)


def _name(view: View, part: str = "") -> str:
    """What the files are called: the test, its correction, the treatment of blanks, and the settings."""
    result = view.result
    against = [f"against-{result.control}"] if result.control is not None else []
    blanks = [result.blanks] if result.blanks != "complete" else []
    correction = [result.correction] if result.correction != UNCORRECTED else []
    parts = [part, result.test, *correction, *against, *blanks, *_settings(view)]
    return take_away.named("significance", *parts)


def _bundle(view: View, look: Look, about: str, settings: str) -> bytes:
    """Diagram, tables, paragraph, scores, and what reproduces them."""
    result = view.result
    files = comparison_files(
        result,
        look,
        over=settings,
        measure=view.measure,
        rope=state.value(controls.WIN_ROPE),
        pair=tabs.pair_on_hand(view),
    )
    if isinstance(view.source, Shipped):
        files |= view.source.others.files()
        return bundle(view.source.table, None, result.call, files, about=about)
    return scores_bundle(result, files, about=about)


def _settings(view: View) -> list[str]:
    """The settings in the name of a file; a visitor's scores have none."""
    return take_away.settings(view.source.chosen) if isinstance(view.source, Shipped) else ["own-scores"]


def _print_look(view: View) -> Look:
    """The look of figures for print, with the names that are on screen."""
    return replace(view.look(), dark=False, large=False)
