"""What single precision proposes comes with a bound that no other row falls below."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from frnn_core.engine import rough
from frnn_core.engine.rough import Rough
from frnn_core.engine.rows import Rows

METRICS = ["cityblock", "euclidean", "chebyshev", "canberra"]


def proposed(queries, classes, metric, count):
    """Places and bounds by class, the latter as distances."""
    rows = [Rows(members) for members in classes]
    how = Rough.of(classes, metric)
    slabs = how.slabs(dict(enumerate(rows)))
    places, bound = how.propose(queries, slabs, count)
    order = np.argsort([code for slab in slabs for code in slab.codes])
    places, bound = places[:, order], bound[:, order]
    return places, np.sqrt(np.maximum(bound, 0)) if metric == "euclidean" else bound


def awkward(seed):
    rng = np.random.default_rng(seed)
    features = int(rng.integers(1, 30))
    spread = 10.0 ** rng.uniform(-8, 3, features)
    rows = rng.standard_t(2, size=(int(rng.integers(40, 300)), features)) * spread
    rows += rng.choice([0.0, 1.0, 1e4]) * rng.normal(size=features)
    rows = np.round(rows, 1) if rng.random() < 0.3 else rows
    return rows[:15] + rng.choice([0, 1e-7, 3.0]) * rng.normal(size=features), np.array_split(rows, 3)


@pytest.mark.parametrize("library", ["numpy", "faiss"])
@pytest.mark.parametrize("metric", METRICS)
def test_no_other_row_falls_below_the_bound(monkeypatch, metric, library):
    if library == "numpy":
        monkeypatch.setattr(rough, "installed_faiss", lambda: None)
    tight = []
    for seed in range(80):
        queries, classes = awkward(seed)
        places, bound = proposed(queries, classes, metric, 6)
        for code, members in enumerate(classes):
            true = cdist(queries, members, metric)
            chosen = np.take_along_axis(true, places[:, code], axis=1)
            others = true.copy()
            np.put_along_axis(others, places[:, code], np.inf, axis=1)
            assert (others.min(axis=1) >= bound[:, code]).all(), f"seed {seed}"
            tight.append((np.sort(chosen, axis=1)[:, 3] <= bound[:, code]).mean())
    assert np.mean(tight) > 0.5  # and it is good for something


@pytest.mark.parametrize("far", [1e16, 1e30, 1e100])
@pytest.mark.parametrize("metric", METRICS[:3])
def test_queries_too_far_out_get_no_bound(metric, far):
    rng = np.random.default_rng(0)
    queries = rng.normal(size=(2, 4))
    queries[0] *= far
    bound = proposed(queries, [rng.normal(size=(50, 4))], metric, 5)[1][:, 0]
    assert bound[0] <= 0 < bound[1]


def test_canberra_is_left_to_float64_where_numbers_vanish_in_single_precision():
    rows = np.random.default_rng(0).normal(size=(50, 3))
    rows[7, 1] = 1e-40
    assert Rough.of([rows], "canberra") is None
    rows[7, 1] = 0
    assert Rough.of([rows], "canberra") is not None
    queries = np.array([[1.0, 1e-40, 1.0], [1.0, 0.0, 1.0]])
    bound = proposed(queries, [rows], "canberra", 5)[1][:, 0]
    assert bound[0] == -np.inf
    assert bound[1] > 0


def test_classes_of_similar_size_stand_side_by_side():
    rng = np.random.default_rng(0)
    sizes = [3_000, 100, 90, 2_000, 9_000, 60, 50]
    rows = {code: Rows(rng.normal(size=(size, 2))) for code, size in enumerate(sizes)}
    how = Rough.of([members.values for members in rows.values()], "chebyshev")
    assert [slab.codes for slab in how.slabs(rows)] == [(4,), (0, 3), (1, 2, 5, 6)]
