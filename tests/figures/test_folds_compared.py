"""The folds of a cell: a dot a fold, a stroke at the mean."""

import numpy as np
import pandas as pd
import pytest

from frnn_core.figures import Look, fold_dots, fold_dots_text

FOLDS = pd.DataFrame({"euc": [0.5, 0.75, 0.75], "man": [0.5, 0.5, 1.0]}, index=[1, 2, 3])


@pytest.mark.parametrize("dark", [False, True])
def test_dots_are_the_scores_and_strokes_the_means(dark):
    figure = fold_dots(FOLDS, look=Look(dark=dark, names={"euc": "Euclidean"}))
    assert [list(trace.x) for trace in figure.data[:-1]] == FOLDS.to_numpy().tolist()
    np.testing.assert_allclose(figure.data[-1].x, [2 / 3, 2 / 3])
    assert list(figure.data[-1].text) == [".667", ".667"]
    assert list(figure.layout.yaxis.ticktext) == ["Euclidean", "man"]
    assert "mean of 3 folds" in figure.layout.xaxis.title.text


def test_an_undefined_fold_has_no_mean():
    figure = fold_dots(FOLDS.assign(man=[0.5, np.nan, 1.0]))
    assert list(figure.data[-1].text) == [".667", ""]


def test_the_folds_in_a_sentence():
    assert fold_dots_text(FOLDS, {"man": "Manhattan"}) == (
        "Against Manhattan, euc is ahead on 1, level on 1 and behind on 1 of 3 folds."
    )
