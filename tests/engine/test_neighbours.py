"""Every way of search gives the distances that scipy's plain matrix gives."""

from itertools import groupby

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from frnn_core.engine import neighbours, rough
from frnn_core.engine.metrics import distances
from frnn_core.engine.neighbours import Index, chunks, diameter, nearest_rows
from frnn_core.engine.rows import Rows

METRICS = ["cityblock", "euclidean", "chebyshev", "canberra"]


def profile(queries, rows, metric, kmax):
    """The nearest distances to rows that are searched once only."""
    return Index([Rows(members) for members in rows], metric).profile(queries, kmax)


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


def take_only(monkeypatch, way):
    """Let every class be searched in one way."""
    monkeypatch.setattr(neighbours, "SMALL_CLASS", 10**9 if way == "small" else 0)
    monkeypatch.setattr(neighbours, "MOST_PROPOSED", 0 if way == "direct" else 10**9)
    monkeypatch.setattr(neighbours, "_tree_pays", lambda *_: way == "tree")
    if way != "faiss":
        monkeypatch.setattr(rough, "installed_faiss", lambda: None)


WAYS = ["small", "direct", "rough", "faiss", "tree"]
SCALES = [1.0, 1e-6, 1e7]


def awkward_rows(seed, metric):
    """Rows of three classes and queries: of any scale, far from 0, on a grid, repeated, hardly apart."""
    rng = np.random.default_rng(seed)
    features = int(rng.integers(1, 26))
    rows = rng.normal(size=(int(rng.integers(30, 400)), features)) * rng.choice(SCALES)
    if rng.random() < 0.4:
        rows = np.round(rows / np.abs(rows).max() * 3) / 3
    if rng.random() < 0.3:
        rows += rng.choice([1.0, 1e3, -1e6]) * np.abs(rows).max()
    if rng.random() < 0.3:
        rows[len(rows) // 2 :] = rows[: len(rows) - len(rows) // 2] * (1 + 1e-15 * rng.normal())
    queries = rows[rng.integers(0, len(rows), 12)] + rng.choice([0.0, 1e-9, 0.1]) * rng.normal(size=features)
    queries[:3] = rows[:3]
    if rng.random() < 0.2:
        queries[-1] *= rng.choice([0.0, 1e9, 1e20])
    cuts = np.sort(rng.integers(1, len(rows), 2))
    return queries, np.split(rows, cuts), int(rng.integers(1, 24))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("metric", METRICS)
def test_every_way_gives_the_distances_of_the_definition_to_the_bit(monkeypatch, way, metric):
    take_only(monkeypatch, way)
    for seed in range(60):
        queries, classes, k = awkward_rows(seed, metric)
        if way == "tree" and (metric == "canberra" or queries.shape[1] > 3):
            continue  # its sums over more features may differ in the last bit when rows are chosen
        found = profile([queries] * 3, classes, metric, k)
        for code, members in enumerate(classes):
            width = min(k, len(members))
            expected = np.sort(cdist(queries, members, metric), axis=1)[:, :width]
            np.testing.assert_array_equal(found[:, code, :width], expected, err_msg=f"seed {seed}")
            assert np.isinf(found[:, code, width:]).all()


@pytest.mark.parametrize("metric", METRICS)
def test_many_rows_are_searched_block_by_block(monkeypatch, metric):
    """A class wider than a block, beside smaller ones that share another; and with few rows a block."""
    monkeypatch.setattr(neighbours, "_tree_pays", lambda *_: False)
    monkeypatch.setattr(rough, "installed_faiss", lambda: None)
    queries, rows = data(70, 5, seed=1), data(21_000, 5)
    classes = np.split(rows, [12_000, 15_000, 17_000, 20_900])
    expected = [np.sort(cdist(queries, members, metric), axis=1)[:, :5] for members in classes]
    for values in (2**18, 2**10):
        monkeypatch.setattr(rough, "BLOCK_VALUES", values)
        found = profile([queries] * 5, classes, metric, 5)
        np.testing.assert_array_equal(found, np.stack(expected, axis=1))


@pytest.mark.parametrize("metric", METRICS)
def test_shards_agree_to_the_bit_with_all_rows(metric):
    rows, queries = data(5_000, 6, ties=True), data(50, 6, ties=True, seed=1)
    whole = profile([queries], [rows], metric, 9)
    shards = [profile([queries], [shard], metric, 9) for shard in np.split(rows, [20, 700, 4_000])]
    np.testing.assert_array_equal(whole, np.sort(np.concatenate(shards, axis=2), axis=2)[:, :, :9])


def test_classes_without_rows_have_no_neighbours():
    found = profile([data(4, 3)] * 3, [data(90, 3), data(0, 3), data(5, 3)], "cityblock", 2)
    assert np.isinf(found[:, 1]).all()
    assert np.isfinite(found[:, [0, 2]]).all()
    assert np.isinf(profile([data(4, 3)], [data(0, 3)], "cityblock", 2)).all()


def test_the_ways_of_search_are_each_taken(monkeypatch):
    taken = []
    for name in ("_small", "_from_tree", "_proven", "_direct"):
        original = getattr(neighbours, name)
        monkeypatch.setattr(neighbours, name, lambda *a, _f=original, _n=name: taken.append(_n) or _f(*a))
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    profile([data(1_000, 2)], [data(20_000, 2)], "euclidean", 3)
    profile([data(5, 20)], [data(1_000, 20)], "cityblock", 3)
    profile([data(5, 20)], [data(1_000, 20)], "cityblock", 300)
    profile([data(5, 20)], [data(10, 20)], "cityblock", 3)
    assert [way for way, _ in groupby(taken)] == ["_from_tree", "_proven", "_direct", "_small"]


def test_rows_are_made_ready_once(monkeypatch):
    written = []
    original = rough.Rough.slabs
    monkeypatch.setattr(rough.Rough, "slabs", lambda *a: written.append(1) or original(*a))
    rows = data(3_000, 8)
    index = Index([Rows(rows, np.arange(0, 1_500)), Rows(rows, np.arange(1_500, 3_000))], "chebyshev")
    first, second = (index.profile([data(20, 8, seed=seed)] * 2, 3) for seed in (1, 2))
    assert written == [1]
    assert_profile(first, data(20, 8, seed=1), [rows[:1_500], rows[1_500:]], "chebyshev")
    assert_profile(second, data(20, 8, seed=2), [rows[:1_500], rows[1_500:]], "chebyshev")


def test_doubtful_queries_are_searched_directly(monkeypatch):
    """Rows far from their centre and hardly apart: single precision loses every digit."""
    rng = np.random.default_rng(3)
    rows = np.vstack([1e-9 * rng.normal(size=(800, 8)) + 1e3, 1e-9 * rng.normal(size=(800, 8)) - 1e3])
    queries = rows[:100] + 1e-10 * rng.normal(size=(100, 8))
    asked = []
    original = neighbours._nearest
    monkeypatch.setattr(neighbours, "_nearest", lambda q, *a: asked.append(len(q)) or original(q, *a))
    found = profile([queries], [rows], "euclidean", 5)[:, 0]
    assert sum(asked) == 100
    np.testing.assert_array_equal(found, reference(queries, rows, "euclidean", 5))


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
