"""The matrix shows the adjusted p-values, and where they are significant."""

import numpy as np
import pandas as pd
import pytest

from frnn_core.figures import Look, p_matrix, p_matrix_text
from frnn_core.figures.p_values import p_steps
from frnn_core.figures.palette import DARK, LIGHT
from frnn_core.stats import compare


@pytest.fixture
def result():
    rng = np.random.default_rng(0)
    centre = np.linspace(0.08, 0, 5)
    values = rng.uniform(0.5, 0.9, (20, 1)) + centre + rng.normal(0, 0.03, (20, 5))
    return compare(pd.DataFrame(values, index=[f"s{i}" for i in range(20)], columns=list("abcde")))


def test_the_lower_triangle_holds_the_adjusted_p_values(result):
    figure = p_matrix(result)
    order = list(result.relations)
    z = np.asarray(figure.data[0].z, dtype=float)
    wanted = result.p_adjusted.loc[order[1:], order[:-1]].to_numpy()
    lower = np.tril(np.ones_like(wanted, dtype=bool))
    np.testing.assert_array_equal(z[lower], wanted[lower])
    assert np.isnan(z[~lower]).all()
    assert list(figure.layout.yaxis.ticktext) == order[1:]
    assert list(figure.layout.xaxis.ticktext) == order[:-1]


def test_the_full_matrix_and_a_control(result):
    full = np.asarray(p_matrix(result, full=True).data[0].z, dtype=float)
    np.testing.assert_array_equal(full, result.p_adjusted.loc[list(result.relations), list(result.relations)])
    against = compare(result.scores, control="c")
    figure = p_matrix(against)
    others = [name for name in against.relations if name != "c"]
    np.testing.assert_array_equal(
        np.asarray(figure.data[0].z, dtype=float)[:, 0], against.p_adjusted.loc[others, "c"]
    )
    names = [f"s{i}" for i in range(20)]
    twelve = pd.DataFrame(np.random.default_rng(0).random((20, 12)), names, list("abcdefghijkl"))
    crowded = p_matrix(compare(twelve, control="c"), look=Look(names={"c": "Chebyshev"}))
    assert crowded.layout.xaxis.ticktext == ("Chebyshev",)


@pytest.mark.parametrize("colours", [LIGHT, DARK])
@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.1, 0.2])
def test_steps_change_from_colour_to_grey_at_alpha(colours, alpha):
    steps = p_steps(alpha, colours)
    ends = [end for end, _ in steps]
    assert ends == sorted(set(ends))
    assert alpha in ends
    assert ends[-1] == 1
    assert all((colour in colours.sequential) == (end <= alpha) for end, colour in steps)


def test_the_scale_steps_at_the_same_places(result):
    heatmap = p_matrix(result).data[0]
    assert (heatmap.zmin, heatmap.zmax) == (0, 1)
    ends = [end for end, _ in p_steps(0.05, LIGHT)]
    assert [stop[0] for stop in heatmap.colorscale][1::2] == ends


def test_significant_numbers_are_bold_and_text_stops_at_thirteen(result):
    figure = p_matrix(result)
    bold = sum(text.startswith("<b>") for text in figure.data[1].text)
    assert bold == len(result.significant_pairs())
    rng = np.random.default_rng(1)
    many = pd.DataFrame(rng.uniform(size=(20, 14)), index=[f"s{i}" for i in range(20)])
    assert len(p_matrix(compare(many.set_axis([f"r{i}" for i in range(14)], axis=1))).data) == 1


def test_it_says_what_it_is_over(result):
    figure = p_matrix(result)
    text = figure.layout.title.text.replace("\N{NO-BREAK SPACE}", " ").replace("<br>", " ")
    assert "20 data sets" in text
    assert "Conover-Friedman (Holm, α = .05)" in text
    a, b = result.relations[:2]
    hover = next(t for row in figure.data[0].hovertext for t in row if f"<b>{b}</b> against <b>{a}</b>" in t)
    wins, ties, losses = result.win_tie_loss.loc[b, a]
    assert f"{wins} won, {ties} tied, {losses} lost, n = 20" in hover
    hits = len(result.significant_pairs())
    assert p_matrix_text(result).startswith(f"{hits} of 10 pairs")


def test_a_long_name_of_another_classifier_stands_whole_on_two_lines(result):
    svm = "RBF-SVM (class weights tuned)"
    beside = compare(result.scores.rename(columns={"b": svm}), others=[svm])
    figure = p_matrix(beside)
    assert "RBF-SVM (class<br>weights tuned)" in figure.layout.xaxis.ticktext
    assert tuple(figure.layout.xaxis.autotickangles) == (0, -90)
    assert figure.layout.margin.b > p_matrix(result).layout.margin.b
