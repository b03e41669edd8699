"""The further views of a comparison as tables: their numbers are those of the views."""

import io

import pandas as pd
import pytest

from frnn_core.stats import compare, read_scores
from frnn_core.stats.sample_scores import SAMPLE
from frnn_core.stats.view_tables import (
    Told,
    matrix_latex,
    pair_scores,
    power_latex,
    ranking_latex,
    view_files,
)

FOUND = compare(read_scores(SAMPLE.encode()).frame, noun="method", control="C4.5")
TOLD = Told(FOUND, {"C4.5": "The tree_1"}, "Demšar's table.")


def flat(text):
    return " ".join(line for line in text.splitlines() if not line.startswith("%"))


def test_the_matrix_has_means_and_pairs_by_full_names():
    matrix = FOUND.matrix()
    text = flat(matrix_latex(matrix, TOLD, "m"))
    assert text.count(r"\label{tab:m") == 2
    assert r"The tree\_1" in text
    assert r"Dem\v{s}ar's table." in text
    for name, mean in matrix.means.items():
        assert f"{TOLD.called(name)}".replace("_", r"\_") + f" & {mean:.3f} & 14".replace("0.", ".") in text
    assert text.count(r"\textbf{") == (matrix.frame()["p"] < 0.05).sum() > 0


def test_the_ranking_has_methods_and_pairs_with_its_rope():
    ranking = FOUND.ranking(0.1)
    text = flat(ranking_latex(ranking, TOLD))
    assert r"a chance within .5 $\pm$ .10" in text
    first = ranking.methods.iloc[0]
    assert f"{first['best']:.3f}".replace("0.", ".") in text
    assert text.count(" -- ") == len(ranking.pairs) + 3  # the control has no chance against itself
    assert ".ranking(0.1)" in ranking_latex(ranking, TOLD)


def test_power_says_its_answer_and_its_test():
    power = FOUND.power("C4.5", "C4.5+m")
    text = flat(power_latex(power, TOLD))
    assert f"it takes {power.needed} data sets like these" in text
    assert "is that of Wilcoxon's signed-rank test, whatever test compares all pairs" in text
    assert f"{power.curve['n'].iloc[-1]} & " in text


def test_files_hold_every_view_and_a_pair_on_two_data_sets_or_more():
    held = view_files(TOLD, 0.05, ("C4.5", "C4.5+m"))
    scores = pd.read_csv(io.StringIO(held["one-pair.csv"]), index_col=0)
    assert (scores["ahead"] - (scores["C4.5"] - scores["C4.5+m"])).abs().max() < 1e-12
    assert len(pd.read_csv(io.StringIO(held["power.csv"]))) == len(FOUND.power("C4.5", "C4.5+m").curve)
    assert "power.tex" not in view_files(TOLD, 0.05, None)


def test_ahead_is_what_is_better():
    errors = compare(FOUND.scores, lower_is_better=True)
    ahead = pair_scores(errors, "C4.5", "C4.5+m")["ahead"]
    assert ahead.to_numpy() == pytest.approx(-pair_scores(FOUND, "C4.5", "C4.5+m")["ahead"].to_numpy())
