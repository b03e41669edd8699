"""The smallest values, all at once or block by block, are those that sorting gives."""

import numpy as np
import pytest

from frnn_core.engine.selection import Smallest, smallest, smallest_places


def values(lines, columns, seed, *, ties=False):
    made = np.random.default_rng(seed).normal(size=(lines, columns)).astype(np.float32)
    return np.round(made) if ties else made


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize(
    ("columns", "width", "count"), [(5_000, 700, 9), (900, 900, 30), (40, 7, 5), (600, 300, 290)]
)
def test_blocks_give_what_sorting_gives(columns, width, count, ties):
    every = values(50, columns, 0, ties=ties)
    kept = Smallest(50, count)
    for start in range(0, columns, width):
        kept.offer(every[:, start : start + width].copy(), start)
    kept.settle()
    np.testing.assert_array_equal(kept.values, np.sort(every, axis=1)[:, :count])
    np.testing.assert_array_equal(np.take_along_axis(every, kept.places, axis=1), kept.values)
    assert all(len(set(line)) == count for line in kept.places.tolist())


def test_what_is_not_offered_is_infinite():
    kept = Smallest(2, 4)
    kept.offer(np.array([[3, 1, np.inf], [2, 2, 2]], dtype=np.float32), 0)
    kept.settle()
    np.testing.assert_array_equal(kept.values, [[1, 3, np.inf, np.inf], [2, 2, 2, np.inf]])


@pytest.mark.parametrize("k", [1, 8, 9, 40])
def test_smallest_and_their_places(k):
    every = values(30, 40, 1, ties=True).astype(np.float64)
    np.testing.assert_array_equal(smallest_places(every, k), np.argsort(every, axis=1, kind="stable")[:, :k])
    np.testing.assert_array_equal(smallest(every.copy(), k), np.sort(every, axis=1)[:, :k])
