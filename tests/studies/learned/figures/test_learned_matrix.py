"""The matrix is drawn as it is, centred on 0, the features that count most if there are many."""

import numpy as np
import pytest

from frnn_core.figures import Look
from frnn_core.figures.palette import DARK, LIGHT
from frnn_core.studies.learned.figures.learned_matrix import (
    leading,
    learned_matrix,
    learned_matrix_text,
    minus,
)

MATRIX = np.array([[4.0, -3.0, 0.5], [-3.0, 9.0, 0.0], [0.5, 0.0, 1.0]])
NAMES = ("age", "sex & <b>", "sugar")


def test_values_are_those_of_the_matrix_centred_on_0():
    heat, texts = learned_matrix(MATRIX, NAMES, title="t").data
    np.testing.assert_array_equal(heat.z, MATRIX)
    assert (heat.zmin, heat.zmax) == (-9, 9)
    assert [colour for _, colour in heat.colorscale] == list(LIGHT.diverging)
    assert list(texts.text) == ["4", "−3", "0.5", "−3", "9", "0", "0.5", "0", "1"]
    assert "&lt;b&gt;" in heat.hovertext[0][1]


@pytest.mark.parametrize("large", [False, True])
def test_many_features_are_cut_to_the_twenty_with_the_largest_diagonal(large):
    rng = np.random.default_rng(0)
    L = rng.normal(size=(30, 30))
    M = L.T @ L
    figure = learned_matrix(M, [f"x{i}" for i in range(30)], title="t", look=Look(dark=True, large=large))
    (heat,) = figure.data
    kept = sorted(sorted(range(30), key=lambda i: -M[i, i])[:20])
    np.testing.assert_array_equal(leading(M), kept)
    np.testing.assert_array_equal(heat.z, M[np.ix_(kept, kept)])
    assert list(figure.layout.yaxis.ticktext) == [f"x{i}" for i in kept]
    assert figure.layout.paper_bgcolor == DARK.background
    assert figure.layout.height > 20 * 19


def test_the_text_names_the_largest_and_the_strongest_pair():
    assert learned_matrix_text(MATRIX, NAMES) == (
        "By itself, a difference in sex & <b> counts most (9). The strongest pair is age with sex & <b> "
        "(−3): differences of the same sign in both cancel."
    )
    assert learned_matrix_text(np.eye(2), NAMES).endswith("counts most (1); no two features work together.")
    assert "add up" in learned_matrix_text(np.array([[1.0, 0.2], [0.2, 1.0]]), NAMES)
    assert learned_matrix_text(np.eye(1), NAMES) == "By itself, a difference in age counts most (1)."
    assert (minus(-1234.5), minus(0.12345)) == ("−1,234", "0.123")
