"""The paper's worked example of the class-specific relation, and what the sliders make of it."""

import numpy as np
import pytest

from frnn_core.engine.approximations import similarity_matrix
from frnn_core.paper.checks.formulas import COVARIANCES
from frnn_core.studies.relations import class_pair
from frnn_core.studies.relations.class_pair import EXAMPLE, PLANE, POINTS, covariance_of, impossible


def test_the_default_is_the_papers_example_and_gives_its_printed_numbers():
    for shape, printed in zip(EXAMPLE, COVARIANCES, strict=True):
        np.testing.assert_array_equal(covariance_of(shape), printed)
    pair = class_pair(EXAMPLE)
    assert (round(pair.first, 2), round(pair.second, 2)) == (0.64, 0.57)


@pytest.mark.parametrize("shapes", [EXAMPLE, ((2.0, 0.5, -0.6), (0.5, -0.9, 0.1))])
def test_both_ways_by_the_formula(shapes):
    pair = class_pair(shapes)
    d = POINTS[0] - POINTS[1]
    for value, shape in zip((pair.first, pair.second), shapes, strict=True):
        assert value == pytest.approx(1 - np.sqrt(d @ np.linalg.inv(covariance_of(shape)) @ d), abs=1e-12)


def in_space(points):
    """Points (a1, a2) of the plane with their third feature."""
    u = np.array(POINTS[0])
    return u + (points - u[:2]) @ PLANE.T


def test_equal_classes_agree():
    pair = class_pair((EXAMPLE[0], EXAMPLE[0]))
    assert pair.first == pytest.approx(pair.second, abs=1e-15)


@pytest.mark.parametrize("code", [0, 1])
@pytest.mark.parametrize("level", [0.9, 0.3])
def test_ellipses_hold_points_of_equal_similarity(code, level):
    pair = class_pair(((1.5, -0.4, 0.2), (1.0, 0.0, 0.3)))
    ring = in_space(pair.ellipse(code, level))
    R = similarity_matrix(pair.relation, ring, POINTS[code][None], np.array([code]))
    np.testing.assert_allclose(R, level, atol=1e-12)


def test_both_points_lie_in_the_plane_that_is_drawn():
    both = np.array(POINTS)
    np.testing.assert_allclose(in_space(both[:, :2]), both, atol=1e-15)
    assert PLANE[2, 1] == -1


def test_correlations_that_cannot_occur_together_are_told():
    assert impossible(EXAMPLE[0]) == ""
    assert "add up to 1.45" in impossible((1.0, 0.9, 0.8))
    assert impossible((1.0, 0.6, 0.8)) != ""
