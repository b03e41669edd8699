"""Every way of search gives the distances that scipy's plain matrix gives."""

from itertools import groupby

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from frnn_core.engine import neighbours
from frnn_core.engine.metrics import distances
from frnn_core.engine.neighbours import chunks, diameter, nearest_rows, profile

METRICS = ["cityblock", "euclidean", "chebyshev", "canberra"]


def reference(queries, rows, metric, k):
    return np.sort(cdist(queries, rows, metric), axis=1)[:, :k]


def assert_profile(found, queries, classes, metric):
    """Every list holds the nearest distances of its class, and infinity behind them."""
    for code, members in enumerate(classes):
        width = min(found.shape[2], len(members))
        np.testing.assert_allclose(
            found[:, code, :width], reference(queries, members, metric, width), rtol=1e-13, atol=1e-13
        )
        assert np.isinf(found[:, code, width:]).all()


def data(n, features, *, ties=False, seed=0):
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(n, features))
    return np.round(values) if ties else values


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize(("n", "features"), [(30, 1), (2_000, 2), (3_000, 3), (900, 6), (1_500, 20)])
def test_profile_equals_the_sorted_distance_matrix(metric, ties, n, features):
    rows, queries = data(n, features, ties=ties), data(60, features, ties=ties, seed=1)
    queries[:20] = rows[:20]
    classes = [rows[: n // 2], rows[n // 2 : n - 3], rows[n - 3 :]]
    found = profile([queries] * 3, classes, metric, 7)
    assert_profile(found, queries, classes, metric)
    assert (found[:20].min(axis=(1, 2)) == 0).all()


def test_the_three_ways_of_search_are_each_taken(monkeypatch):
    taken = []
    for name in ("_from_tree", "_proven", "_nearest"):
        original = getattr(neighbours, name)
        monkeypatch.setattr(
            neighbours, name, lambda *a, _f=original, _n=name, **kw: taken.append(_n) or _f(*a, **kw)
        )
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    profile([data(5, 2)], [data(2_000, 2)], "euclidean", 3)
    profile([data(5, 20)], [data(1_000, 20)], "euclidean", 3)
    profile([data(5, 20)], [data(1_000, 20)], "cityblock", 3)
    profile([data(5, 20)], [data(1_000, 20)], "cityblock", 300)
    assert [way for way, _ in groupby(taken)] == ["_from_tree", "_proven", "_nearest"]


@pytest.mark.parametrize("far", [1e6, 1e12, 1e18, 1e22, 1e25, 1e30, 1e100])
@pytest.mark.parametrize("who", ["row", "query"])
def test_one_far_away_row_or_query_does_not_spoil_the_others(far, who):
    rows, queries = data(300, 5), data(50, 5, seed=1)
    (rows if who == "row" else queries)[0] = far
    found = profile([queries], [rows], "euclidean", 3)[:, 0]
    np.testing.assert_allclose(found, reference(queries, rows, "euclidean", 3), rtol=1e-13)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("ties", [False, True])
def test_many_small_classes_are_searched_together(metric, ties):
    rng = np.random.default_rng(4)
    rows = [data(size, 4, ties=ties, seed=size) for size in rng.integers(1, 90, 30)]
    queries = data(200, 4, ties=ties, seed=99)
    found = profile([queries] * 30, rows, metric, 9)
    assert_profile(found, queries, rows, metric)


def test_a_row_is_at_distance_exactly_zero_from_itself():
    rows = data(1_200, 30)
    assert (profile([rows], [rows], "euclidean", 2)[:, 0, 0] == 0).all()


def test_signed_maximum_keeps_the_sign():
    found = distances(np.array([[0.0, 1.0]]), np.array([[0.5, 0.0], [-3.0, -1.0]]), "signed-maximum")
    np.testing.assert_array_equal(found, [[0.5, -2.0]])


def test_nearest_rows_come_in_row_order_where_equal():
    rows = np.array([[2.0], [1.0], [0.0], [1.0], [-1.0]])
    found, numbers = nearest_rows(np.array([[0.0]]), rows, "euclidean", 4)
    np.testing.assert_array_equal(numbers, [[2, 1, 3, 4]])
    np.testing.assert_array_equal(found, [[0, 1, 1, 1]])


@pytest.mark.parametrize("metric", ["euclidean", "cityblock", "chebyshev", "canberra"])
@pytest.mark.parametrize("shape", ["round", "long", "two", "equal", "one", "huge"])
def test_diameter_is_the_largest_distance(metric, shape):
    rows = {
        "round": data(700, 5),
        "long": data(700, 5) ** 3 * [100, 1, 1, 1, 0.01],
        "two": np.concatenate([data(300, 3), 50 + data(300, 3)]),
        "equal": np.full((40, 2), 0.1),
        "one": data(1, 3),
        "huge": 1e150 * data(50, 2),
    }[shape]
    assert diameter(rows, metric) == cdist(rows, rows, metric).max()


def test_chunks_cover_every_row_once():
    parts = chunks(1_000, 8 * 5_000)
    assert [i for part in parts for i in range(1_000)[part]] == list(range(1_000))
    assert len(parts) > 1
