"""Teaching sets: two features, the promised classes, the same rows for the same seed."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from frnn_core.data import load_dataset, teaching_names, teaching_set
from frnn_core.data.teaching import blobs
from frnn_core.errors import ParameterError, UnknownName

CLASSES = {"moons": 2, "circles": 2, "spirals": 2, "blobs": 3, "rotated": 2, "banana": 2}


def test_names():
    assert teaching_names() == tuple(CLASSES)


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.parametrize("n", [12, 201])
def test_shape_and_classes(name, n):
    data = teaching_set(name, n)
    assert data.X.shape == (n, 2)
    assert len(data.class_names) == CLASSES[name]
    assert np.isfinite(data.X).all()
    assert str(n) in " ".join((data.source, *data.notes))


@pytest.mark.parametrize("name", CLASSES)
def test_the_seed_decides(name):
    teaching_set.cache_clear()
    first = teaching_set(name, 100, seed=7).sha256
    teaching_set.cache_clear()
    assert teaching_set(name, 100, seed=7).sha256 == first
    assert teaching_set(name, 100, seed=8).sha256 != first


@pytest.mark.parametrize("name", ["moons", "circles", "spirals", "blobs", "rotated"])
def test_generated_classes_have_equal_sizes(name):
    counts = teaching_set(name, 300).class_counts
    assert np.ptp(counts) == 0


def test_spiral_arms_are_half_a_turn_apart():
    data = teaching_set("spirals", 4000)
    radius, angle = np.hypot(*data.X.T), np.arctan2(data.X[:, 1], data.X[:, 0])
    away = (angle - np.pi * radius - np.pi * data.codes + np.pi) % (2 * np.pi) - np.pi
    outside = radius > 1
    assert abs(np.median(away[outside])) < 0.05
    assert np.quantile(np.abs(away[outside]), 0.9) < np.pi / 4


def test_blobs_have_unequal_spread():
    data = teaching_set("blobs", 3000)
    spread = [data.X[data.codes == code].std(axis=0).mean() for code in range(3)]
    assert np.allclose(spread, [0.4, 0.9, 1.6], rtol=0.1)


def test_rotated_classes_are_stretched_along_perpendicular_directions():
    data = teaching_set("rotated", 2000)
    spectra = [np.linalg.eigh(np.cov(data.X[data.codes == code].T)) for code in (0, 1)]
    stretch = [np.sqrt(values[1] / values[0]) for values, _ in spectra]
    assert np.allclose(stretch, 50, rtol=0.1)
    assert abs(spectra[0][1][:, 1] @ spectra[1][1][:, 1]) < 0.02


def test_rotated_rewards_a_distance_per_class():
    """Nearest rows by class-specific Mahalanobis distance err at most two thirds as often as by Manhattan."""
    errors = np.zeros(2)
    for seed in range(20):
        train, test = teaching_set("rotated", 60, seed), teaching_set("rotated", 1000, seed + 100)
        nearest = np.empty((2, 1000, 2))
        for code in (0, 1):
            rows = train.X[train.codes == code]
            inverse = np.linalg.inv(np.cov(rows.T))
            nearest[0, :, code] = np.sort(cdist(test.X, rows, "cityblock"))[:, :3].sum(axis=1)
            own = cdist(test.X, rows, "mahalanobis", VI=inverse)
            nearest[1, :, code] = np.sort(own)[:, :3].sum(axis=1)
        errors += (nearest.argmin(axis=2) != test.codes).mean(axis=1)
    assert errors[1] < errors[0] * 2 / 3


def test_banana_is_drawn_from_the_catalogue():
    whole, drawn = load_dataset("banana"), teaching_set("banana", 300)
    known = set(zip(*whole.X.T.tolist(), whole.y.tolist(), strict=True))
    assert set(zip(*drawn.X.T.tolist(), drawn.y.tolist(), strict=True)) <= known
    assert teaching_set("banana", 5300) is whole


def test_wrong_arguments_name_the_cure():
    with pytest.raises(UnknownName, match="Did you mean moons"):
        teaching_set("moon")
    with pytest.raises(ParameterError, match="n is 5, but a teaching set has 12 to 20,000 rows"):
        teaching_set("moons", 5)


@pytest.mark.parametrize(("n", "seed"), [(12, 0), (200, 0), (301, 5)])
def test_blobs_are_those_of_scikit_learn(n, seed):
    from sklearn.datasets import make_blobs

    centres = [[-2.0, 0.0], [0.5, 1.5], [2.0, -1.5]]
    X, y = make_blobs(n, centers=centres, cluster_std=[0.4, 0.9, 1.6], random_state=seed)
    drawn, codes = blobs(n, seed)
    np.testing.assert_array_equal(drawn, X)
    np.testing.assert_array_equal(codes, y)
