"""The best cell, what is within one standard error of it, and the outline around that."""

import numpy as np
import pytest

from frnn_core.figures import Look, k_gamma_heatmap, k_gamma_text
from frnn_core.figures.k_gamma_grid import near_best, outline

KS = [1, 3, 5]
GAMMAS = [0.1, 1.0, 10.0, 100.0]
SCORES = np.array([[0.5, 0.6, 0.62, 0.4], [0.55, 0.7, 0.69, 0.5], [0.5, 0.66, 0.68, 0.45]])


def trace(figure, meta):
    return next(trace for trace in figure.data if trace.meta == meta)


def test_cells_the_best_one_and_the_widths_of_descent():
    figure = k_gamma_heatmap(
        KS, GAMMAS, SCORES, descent=[0.5, np.nan, 1000000.0], look=Look(source="pima, mean of 10 folds")
    )
    cells = trace(figure, "scores")
    np.testing.assert_array_equal(cells.z, SCORES)
    np.testing.assert_allclose(cells.x, [-1.5, -0.5, 0.5, 1.5, 2.5])
    best = trace(figure, "best")
    assert (best.x[0], best.y[0]) == (0.0, 1)  # gamma = 1, k = 3
    descent = trace(figure, "descent")
    np.testing.assert_allclose(descent.x, [np.log10(0.5), 2])
    assert list(descent.y) == [0, 2]
    text = figure.layout.title.text
    assert "Pima, mean of 10 folds." in text
    assert "○ best, .700 at k = 3, γ = 1" in text
    assert not [t for t in figure.data if t.meta == "outline"]


def test_near_is_within_the_standard_error_of_the_best_cell():
    errors = np.full(SCORES.shape, 0.02)
    np.testing.assert_array_equal(near_best(SCORES, errors), SCORES >= 0.68)
    assert near_best(SCORES, None).sum() == 1
    assert "3 of 12 cells" in k_gamma_text(KS, GAMMAS, SCORES, errors)
    assert "γ = 1 to 10" in k_gamma_text(KS, GAMMAS, SCORES, errors)


def test_a_width_is_written_with_three_digits():
    gammas, errors = [0.01, 0.0215443469, 0.464158883361, 100.0], np.full(SCORES.shape, 0.02)
    figure = k_gamma_heatmap(KS, gammas, SCORES)
    assert "○ best, .700 at k = 3, γ = .0215." in figure.layout.title.text
    assert trace(figure, "scores").hovertext[0][2] == "k = 1, γ = .464<br>balanced accuracy .620"
    assert "γ = .0215 to .464, and" in k_gamma_text(KS, gammas, SCORES, errors)


def test_the_outline_surrounds_exactly_these_cells():
    inside = SCORES >= 0.68
    x, y = outline(inside, np.array([-1.5, -0.5, 0.5, 1.5, 2.5]))
    segments = (
        np.array([v for v in x if v is not None]).reshape(-1, 2),
        np.array([v for v in y if v is not None]).reshape(-1, 2),
    )
    assert len(segments[0]) == 8  # two cells below one another, one beside
    across = np.abs(np.diff(segments[0])).sum() + np.abs(np.diff(segments[1])).sum()
    assert across == pytest.approx(8)
    figure = k_gamma_heatmap(KS, GAMMAS, SCORES, errors=np.full(SCORES.shape, 0.02))
    assert list(trace(figure, "outline").x) == x


def test_the_colour_range_is_given_or_in_twentieths():
    cells = trace(k_gamma_heatmap(KS, GAMMAS, SCORES), "scores")
    assert (cells.zmin, cells.zmax) == pytest.approx((0.4, 0.7))
    cells = trace(k_gamma_heatmap(KS, GAMMAS, SCORES, limits=(0, 1)), "scores")
    assert (cells.zmin, cells.zmax) == (0, 1)


def test_every_cell_takes_a_click_and_the_one_that_is_opened_has_a_frame():
    figure = k_gamma_heatmap(KS, GAMMAS, SCORES, clicked=(3, 10.0))
    targets = figure.data[-1]
    assert targets.meta == "targets"
    assert [list(told) for told in targets.customdata] == [[k, j] for k in KS for j in range(len(GAMMAS))]
    frame = trace(figure, "clicked")
    assert (min(frame.x), max(frame.x)) == (0.5, 1.5)
    assert (min(frame.y), max(frame.y)) == (0.5, 1.5)
    assert "thick frame: opened" in figure.layout.title.text
    assert not [t for t in k_gamma_heatmap(KS, GAMMAS, SCORES).data if t.meta == "clicked"]
