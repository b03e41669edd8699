"""The further views of a comparison as tables for LaTeX and CSV: matrix, Bayesian ranking, pair, power."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import pandas as pd

from frnn_core.latex import latex_table, latex_text
from frnn_core.stats.bradley_terry import Ranking
from frnn_core.stats.comparison import Comparison
from frnn_core.stats.matrix import ComparisonMatrix
from frnn_core.stats.power import Power
from frnn_core.text import csv_text, level_text, number, versions_line

MATRIX = "Every pair by itself: mean difference, wins/ties/losses and Wilcoxon's p, not corrected."
MEANS = "The means that the comparison matrix goes by."
RANKING = "The Bayesian Bradley-Terry model: strengths and the probability to be the best."
CHANCES = "The Bayesian Bradley-Terry model: the chance that the first of a pair wins on a further data set."


class Told(NamedTuple):
    """What else a table says: the comparison it is of, full names, and settings for the caption."""

    result: Comparison
    names: Mapping[str, str]
    over: str = ""

    def comment(self, call: str) -> tuple[str, str]:
        """What reproduces the table."""
        return f"{self.result.call}{call}", versions_line(self.result.versions)

    def caption(self, words: str) -> str:
        """What the table shows, with the settings."""
        return f"{words} {self.over}".strip()

    def called(self, name: str) -> str:
        """The full name of a column."""
        return self.names.get(name, name)


def matrix_latex(found: ComparisonMatrix, told: Told, name: str = "frnn-matrix") -> str:
    """The means, then every pair; a p below alpha is bold."""
    means = pd.DataFrame(
        {
            told.result.noun: list(map(told.called, found.names)),
            "mean": [number(mean) for mean in found.means],
            "n": found.counts.astype(str).to_numpy(),
        }
    )
    pairs = found.shown(told.names)
    best = pd.DataFrame(False, index=pairs.index, columns=pairs.columns[1:])
    best["p"] = (found.frame()["p"] < found.alpha).to_numpy()
    comment = told.comment(".matrix()")
    return latex_table(means, told.caption(MEANS), comment, name=f"{name}-means") + latex_table(
        pairs,
        told.caption(f"{MATRIX} Bold: p below {level_text(found.alpha)}."),
        comment,
        name=name,
        best=best,
    )


def ranking_latex(found: Ranking, told: Told, name: str = "frnn-ranking") -> str:
    """The methods with their strengths, then every pair."""
    methods = found.shown()
    methods["method"] = list(map(told.called, found.names))
    rope = f"Equivalent: a chance within .5 ± {number(found.rope, 2)}."
    comment = told.comment(f".ranking({found.rope!r})")
    return latex_table(methods, told.caption(f"{RANKING} {rope}"), comment, name=name) + latex_table(
        found.shown_pairs(told.names), told.caption(f"{CHANCES} {rope}"), comment, name=f"{name}-pairs"
    )


def power_latex(found: Power, told: Told, name: str = "frnn-power") -> str:
    """The chance to see a gap over the number of data sets, with the answer in the caption."""
    words = found.text(told.called(found.first), told.called(found.second))
    comment = told.comment(f".power({found.first!r}, {found.second!r})")
    return latex_text(found.curve.set_index("n"), told.caption(words), comment, name=name)


def view_files(told: Told, rope: float, pair: tuple[str, str] | None) -> dict[str, str]:
    """The views as files by name; one pair and its power only where a pair is named that can be tested."""
    matrix, ranking = told.result.matrix(), told.result.ranking(rope)
    files = {
        "matrix.csv": csv_text(matrix.frame().set_index("first")),
        "matrix.tex": matrix_latex(matrix, told),
        "bayesian-ranking.csv": csv_text(ranking.methods.rename_axis(told.result.noun)),
        "bayesian-ranking-pairs.csv": csv_text(ranking.pairs.set_index("first")),
        "bayesian-ranking.tex": ranking_latex(ranking, told),
    }
    if pair is None:
        return files
    found = told.result.pair(*pair)
    files |= {
        "one-pair.csv": csv_text(pair_scores(told.result, *pair)),
        "one-pair.tex": found.latex(told.names, told.over, "frnn-pair"),
    }
    if found.n > 1:
        power = told.result.power(*pair)
        files |= {"power.csv": csv_text(power.curve.set_index("n")), "power.tex": power_latex(power, told)}
    return files


def pair_scores(result: Comparison, first: str, second: str) -> pd.DataFrame:
    """The scores of two on the data sets where both have one, and by how much the first is ahead."""
    rows = result.scores.loc[list(result.used), [first, second]].dropna().rename_axis("data set")
    ahead = rows[second] - rows[first] if result.lower_is_better else rows[first] - rows[second]
    return rows.assign(ahead=ahead)
