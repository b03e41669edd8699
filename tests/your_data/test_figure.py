"""The dot plot shows the table it is given."""

import numpy as np
import pandas as pd
import pytest

from frnn_core.figures import Look
from frnn_core.figures.palette import DARK, LIGHT
from frnn_core.your_data.figure import leaderboard_dots, leaderboard_text

TABLE = pd.DataFrame(
    {
        "mean": [0.9, 0.85, 0.7, np.nan, 0.86, 0.2],
        "low": [0.85, 0.8, 0.6, np.nan, 0.8, 0.2],
        "high": [0.95, 0.9, 0.8, np.nan, 0.9, 0.2],
        "folds": [10, 10, 10, 4, 10, 10],
    },
    index=["gauss", "man", "<b>", "mah", "knn", "majority"],
)
FAMILIES = {"gauss": "kernel", "man": "distance", "<b>": "angle"}
NAMES = {"gauss": "Gaussian", "man": "Manhattan", "mah": "Mahalanobis", "knn": "kNN"}


def drawn(table=TABLE, recommended=None, **options):
    look = Look(names=NAMES, families=FAMILIES, **options)
    return leaderboard_dots(table, recommended=recommended, look=look)


def trace(figure, meta):
    return next(trace for trace in figure.data if trace.meta == meta)


def test_dots_and_intervals_are_those_of_the_table_best_on_top():
    figure = drawn(recommended="man", source="mean of 10 folds")
    dots = trace(figure, "means")
    assert list(dots.customdata) == ["gauss", "knn", "man", "<b>"]
    assert list(dots.x) == [0.9, 0.86, 0.85, 0.7]
    assert dots.marker.color[0] == LIGHT.family("kernel")
    ends = np.array([x for x in trace(figure, "intervals").x if x is not None]).reshape(-1, 2)
    np.testing.assert_array_equal(ends, TABLE[["low", "high"]].iloc[[0, 4, 1, 2]])
    assert (trace(figure, "recommended").x[0], trace(figure, "recommended").y[0]) == (0.85, 2)
    assert list(figure.layout.yaxis.ticktext) == ["Gaussian", "kNN", "<b>Manhattan</b>", "&lt;b&gt;"]
    assert figure.layout.yaxis.range[0] > figure.layout.yaxis.range[1]
    assert "mean of 10 folds" in figure.layout.title.text


def test_guessing_is_a_labelled_line_or_an_arrow_if_it_is_far():
    figure = drawn()
    assert not figure.layout.shapes
    told = {note.name: note.text for note in figure.layout.annotations}
    assert told == {"majority": "← largest class .200"}
    low, high = figure.layout.xaxis.range
    assert 0.5 < low < 0.6
    assert 0.95 < high < 1


def test_guessing_is_reached_where_it_is_near():
    figure = drawn(TABLE.assign(mean=[0.9, 0.85, 0.7, np.nan, 0.86, 0.55]))
    (line,) = figure.layout.shapes
    assert (line.x0, line.x1) == (0.55, 0.55)
    assert figure.layout.xaxis.range[0] < 0.55


def test_one_fold_has_no_interval_and_says_nothing_of_one():
    figure = drawn(TABLE.assign(low=np.nan, high=np.nan))
    assert list(trace(figure, "intervals").x) == []
    assert "interval" not in figure.layout.title.text
    assert "recommended" not in [t.meta for t in figure.data]


@pytest.mark.parametrize("dark", [False, True])
def test_colours_follow_the_theme_and_the_height_follows_the_rows(dark):
    figure, larger = drawn(dark=dark), drawn(dark=dark, large=True)
    assert figure.layout.paper_bgcolor == (DARK if dark else LIGHT).background
    assert larger.layout.height > figure.layout.height
    assert drawn(TABLE.drop(index="man"), dark=dark).layout.height < figure.layout.height


def test_the_words_name_first_last_baselines_and_blanks():
    assert leaderboard_text(TABLE, "man", NAMES) == (
        "2 relations and 2 other classifiers by balanced accuracy, from Gaussian (.900) to <b> (.700); "
        "recommended: Manhattan; largest class .200; no score on every fold: Mahalanobis."
    )
    nothing = leaderboard_text(TABLE.loc[["mah", "majority"]], None, NAMES)
    assert nothing == "largest class .200; no score on every fold: Mahalanobis."
    assert len(drawn(TABLE.loc[["mah", "majority"]]).layout.shapes) == 1
