"""One dot a data set, coloured by who is better, and a bar that adds up to one."""

import numpy as np
import pandas as pd
import pytest

from frnn_core.figures import Look, bayes_bar, bayes_bar_text, pair_scatter, pair_scatter_text
from frnn_core.figures.one_pair import equal_colour, first_colour, second_colour
from frnn_core.figures.palette import DARK, LIGHT
from frnn_core.stats import compare_pair


@pytest.fixture
def scores():
    rng = np.random.default_rng(0)
    first = rng.uniform(0.5, 0.9, 20).round(3)
    names = [f"set {i}" for i in range(20)]
    frame = pd.DataFrame({"man": first, "euc": (first + rng.normal(0, 0.03, 20)).round(3)}, index=names)
    frame.loc["set 3", "euc"] = np.nan
    return frame


@pytest.fixture
def pair(scores):
    return compare_pair(scores["man"], scores["euc"], rope=0.01)


def traces(figure, meta):
    return next(trace for trace in figure.data if trace.meta == meta)


@pytest.mark.parametrize(("dark", "colours"), [(False, LIGHT), (True, DARK)])
def test_a_dot_for_every_data_set_of_the_pair(scores, pair, dark, colours):
    dots = traces(pair_scatter(scores, pair, look=Look(dark=dark)), "data sets")
    rows = scores.dropna()
    assert list(dots.customdata) == list(rows.index)
    np.testing.assert_array_equal(dots.x, rows["man"])
    np.testing.assert_array_equal(dots.y, rows["euc"])
    for x, y, colour in zip(dots.x, dots.y, dots.marker.color, strict=True):
        difference = round(x - y, 12)
        wanted = first_colour if difference > 0.01 else second_colour if difference < -0.01 else equal_colour
        assert colour == wanted(colours)


def test_both_axes_have_one_range_and_the_band_is_the_rope(scores, pair):
    figure = pair_scatter(scores, pair)
    assert figure.layout.xaxis.range == figure.layout.yaxis.range
    band, diagonal = traces(figure, "rope"), traces(figure, "diagonal")
    assert diagonal.x == diagonal.y
    np.testing.assert_allclose(np.array(band.y) - np.array(band.x), [-0.01, -0.01, 0.01, 0.01])


def test_the_largest_differences_are_named_away_from_the_diagonal(scores, pair):
    named = traces(pair_scatter(scores, pair), "names")
    assert 0 < len(named.text) <= 6
    assert named.customdata[0] == pair.differences.abs().idxmax()
    for name, side in zip(named.customdata, named.textposition, strict=True):
        assert abs(pair.differences[name]) > 0.01
        assert side.split()[0] in ("middle", "bottom" if pair.differences[name] > 0 else "top")


def test_it_says_wins_and_over_what(scores, pair):
    wins, ties, losses = pair.win_tie_loss
    title = pair_scatter(scores, pair, look=Look(names={"man": "Manhattan"})).layout.title.text
    assert f"Manhattan: {wins} won, {ties} tied, {losses} lost against euc" in title
    assert "19 data sets" in title
    assert f"wins on {wins}, ties on {ties} and loses on {losses} of 19 data sets" in pair_scatter_text(pair)


def test_the_bar_has_the_three_probabilities_in_order(pair):
    figure = bayes_bar(pair, look=Look(names={"man": "Manhattan"}))
    shares = [bar.x[0] for bar in figure.data]
    assert shares == [pair.bayes.right, pair.bayes.rope, pair.bayes.left]
    assert sum(shares) == pytest.approx(1)
    assert [bar.marker.color for bar in figure.data] == [
        first_colour(LIGHT),
        equal_colour(LIGHT),
        second_colour(LIGHT),
    ]
    assert figure.data[0].name == "Manhattan practically better"
    assert "19 data sets" in figure.layout.title.text
    assert "practically better" in bayes_bar_text(pair)
