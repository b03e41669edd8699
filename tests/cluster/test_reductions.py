"""What shards say together is what all rows say: moments, samples, profiles, and what travels."""

import pickle
import sys

import numpy as np
import pytest

from frnn_core.cluster import sampling, shards
from frnn_core.cluster.parts import Facts, Part, facts_of, joined
from frnn_core.cluster.shards import Shard
from frnn_core.engine.input_checks import Rounding
from frnn_core.engine.neighbours import merged_profiles
from frnn_core.engine.scalings import fit_scaling
from frnn_core.errors import DataError


def made(rows=300, classes=4, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(rows, 3)) * [1, 10, 0.1], rng.integers(classes, size=rows)


def cut(X, y, *ends):
    classes = np.unique(y)
    places = np.split(np.arange(len(X)), ends)
    scaler = fit_scaling(X, "none")
    return [Shard.of(Part(X[rows], y[rows], None), scaler, classes) for rows in places]


@pytest.mark.parametrize("ends", [(), (1,), (100, 101, 250)])
def test_moments_are_those_of_all_rows_however_they_are_cut_and_grouped(ends):
    X, y = made()
    X += 1_000
    found = [shards.moments(shard) for shard in cut(X, y, *ends)]
    sizes, means, scatters = shards.merged_moments([shards.merged_moments(found[:2]), *found[2:]])
    for code in range(4):
        rows = X[y == code]
        assert sizes[code] == len(rows)
        np.testing.assert_allclose(means[code], rows.mean(axis=0), rtol=1e-14)
        np.testing.assert_allclose(scatters[code] / (len(rows) - 1), np.cov(rows.T), rtol=1e-9, atol=1e-12)


def test_a_class_that_no_shard_of_a_group_has_counts_nothing():
    X, y = made(20)
    X, y = np.r_[X, X[:3]], np.r_[np.zeros(20, dtype=int), [1, 1, 1]]
    first, second = (shards.moments(shard) for shard in cut(X, y, 20))
    sizes, means, _ = shards.merged_moments([first, first, second])
    np.testing.assert_array_equal(sizes, [40, 3])
    np.testing.assert_allclose(means[1], X[20:].mean(axis=0))


def test_merged_profiles_are_the_nearest_of_all_and_merges_can_be_nested():
    rng = np.random.default_rng(0)
    parts = [np.sort(rng.random((5, 2, 3)), axis=2) for _ in range(5)]
    parts[1][:, 1] = np.inf
    every = np.sort(np.concatenate(parts, axis=2), axis=2)[:, :, :3]
    nested = merged_profiles([merged_profiles(parts[:2]), merged_profiles(parts[2:])])
    np.testing.assert_array_equal(nested, every)


def test_a_shard_gives_the_rows_of_its_classes_in_order_and_none_of_others():
    X, y = made(50)
    shard = cut(X, np.where(y == 2, 3, y))[0]
    classes = {0: 0, 1: 1, 2: 3}
    for place, label in classes.items():
        np.testing.assert_array_equal(shard.rows_of(place), X[np.where(y == 2, 3, y) == label])
    lonely = cut(X, y, 1)[0]
    assert [len(lonely.rows_of(code)) for code in range(4)] == [int(code == y[0]) for code in range(4)]


def test_a_shard_travels_without_what_is_kept_and_tells_dask_its_size():
    X, y = made()
    shard = cut(X, y)[0]
    shard.train.kept["search"] = lambda: None
    other = pickle.loads(pickle.dumps(shard))
    assert other.train.kept == {}
    np.testing.assert_array_equal(other.train.X, shard.train.X)
    assert shard.train.kept
    assert sys.getsizeof(shard) >= X.nbytes


def test_a_sample_keeps_proportions_and_two_rows_of_each_class():
    np.testing.assert_array_equal(sampling.quotas(np.array([9_000, 990, 9, 1]), 100), [90, 9, 2, 1])
    np.testing.assert_array_equal(sampling.quotas(np.array([3, 5]), 100), [3, 5])


def test_a_sample_is_the_same_however_the_rows_are_cut_and_spread_over_them():
    X, y = made(5_000, 2)
    classes, drawn = np.array([0, 1]), np.array([40, 60])

    def sample(*ends):
        starts, parts = (0, *ends), np.split(np.arange(len(X)), ends)
        found = [
            sampling.sample_of(Part(X[rows], y[rows], None), start, classes, drawn)
            for start, rows in zip(starts, parts, strict=True)
        ]
        return sampling.merged(found, drawn)

    one, many = sample(), sample(100, 101, 4_000)
    np.testing.assert_array_equal(one.numbers, many.numbers)
    np.testing.assert_array_equal(one.X, X[one.numbers])
    np.testing.assert_array_equal(np.bincount(one.codes), drawn)
    assert np.abs(np.histogram(one.numbers, 4, (0, 5_000))[0] - 25).max() < 15
    assert len(np.unique(sampling.shuffled(np.arange(100_000)))) == 100_000


def part(X, labels=("a", "b"), **more):
    return facts_of(Part(np.array(X, dtype=float), np.array(labels), None, (None,) * len(X[0]), **more))


def test_facts_of_parts_are_joined():
    first, second = part([[1, 5], [2, -5]]), part([[0, 9], [3, 0]], ("b", "c"))
    found = joined([first, second], None)
    assert (found.rows, found.columns) == (4, 2)
    assert found.classes.tolist() == ["a", "b", "c"]
    assert found.sizes.tolist() == [1, 2, 1]
    assert (found.low.tolist(), found.high.tolist()) == ([0, -5], [3, 9])


def test_gaps_of_all_parts_are_counted_together():
    nan = float("nan")
    with pytest.raises(DataError, match="X contains 2 × NaN and 1 × infinity in Columns 1, 2"):
        joined([part([[nan, 5], [2, np.inf]]), part([[1, nan], [2, 3]])], None)


def test_whole_numbers_are_blurred_by_the_range_of_all_parts():
    close = Rounding(2**60, 2**60 + 9, 4)
    assert close.blurs
    assert not close.joined(Rounding(-(2**60), 0, 0)).blurs


def test_parts_with_other_numbers_of_columns_are_named():
    with pytest.raises(DataError, match="Part 3 of 3 has 1 columns, part 1 has 2"):
        joined([part([[1, 2], [3, 4]]), part([[1, 2], [3, 4]]), part([[1], [2]])], None)
    assert isinstance(joined([part([[1, 2], [3, 4]])], None), Facts)
