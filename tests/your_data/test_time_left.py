"""The time left on a clock of our own: machines that keep their pace, slow down, wake up or stutter."""

from itertools import pairwise

import numpy as np
import pytest

from frnn_core.your_data.time_left import CALM, LeftToDo

COSTS = {"man": 1.0, "mah": 2.0, "gauss-grad": 6.0, "svm": 3.0, "forest": 8.0}
TAKES = {"man": 0.8, "mah": 3.0, "gauss-grad": 20.0, "svm": 4.0, "forest": 5.0}
"""Estimates are wrong by up to 3."""


def walked(speed, folds=30, noise=0.0, seed=0):
    """Every (share of the work done, seconds left as told, seconds left in truth) of a simulated run.

    `speed` gives the pace of the machine by the share of the work that is done.
    """
    rng = np.random.default_rng(seed)
    pieces = [column for _ in range(folds) for column in TAKES]
    work = [TAKES[column] * float(np.exp(rng.normal(0, noise))) for column in pieces]
    shares = np.cumsum(work) / sum(work)
    seconds = [each / speed(share) for each, share in zip(work, shares, strict=True)]
    left, ends = LeftToDo(COSTS, dict.fromkeys(TAKES, folds)), np.cumsum(seconds)
    told = []
    for place, column in enumerate(pieces):
        left.done(column, seconds[place])
        told.append((shares[place], left.seconds(), ends[-1] - ends[place]))
    return told


def off(told, since=0.1, until=0.98):
    """The largest factor between what was told and what was true, in a part of the run."""
    return max(max(a / b, b / a) for share, a, b in told if since < share < until)


def test_a_steady_machine_is_known_after_the_first_tenth():
    assert off(walked(lambda share: 1.0)) == pytest.approx(1)
    assert off(walked(lambda share: 1.0, noise=0.3), until=0.9) < 1.5


@pytest.mark.parametrize("noise", [0.0, 0.1])
def test_a_machine_that_slows_down_by_half_in_the_middle_is_noticed_at_once(noise):
    told = walked(lambda share: 1.0 if share < 0.5 else 0.5, 10, noise)
    assert off(told, until=0.9) < 2.05 + 3 * noise
    told = walked(lambda share: 1.0 if share < 0.5 else 0.5, 30, noise)
    assert off(told, until=0.9) < 2.05 + 3 * noise
    assert off(told, since=0.62, until=0.9) < 1.5 + noise
    assert off(told, since=0.7, until=0.9) < 1.4 + noise


def test_a_machine_that_wakes_up_is_noticed_as_well():
    told = walked(lambda share: 0.5 if share < 0.5 else 1.0)
    assert off(told) < 2.05
    assert off(told, since=0.7, until=0.95) < 1.6


def test_rising_load_is_followed():
    """Two thirds of the speed go by and by."""
    for folds in (10, 30):
        told = walked(lambda share: 1 / (1 + 2 * share), folds)
        assert off(told) < 2.0
        assert off(told, since=0.8) < 1.5


def test_a_stutter_is_forgotten():
    told = walked(lambda share: 0.1 if 0.4 < share < 0.42 else 1.0)
    assert off(told, since=0.6) < 1.1


def test_the_time_left_follows_what_pieces_have_taken():
    left = LeftToDo({"man": 1.0, "svm": 10.0}, {"man": 4, "svm": 4})
    assert left.seconds() is None
    left.done("man", 2.0)
    assert left.seconds() == pytest.approx(3 * 2 + 4 * 20)
    left.done("svm", 4.0)
    assert left.seconds() == pytest.approx(3 * 2 + 3 * 4)
    assert left.seconds(3.0) == pytest.approx(3 * 2 + 3 * 4 - 3)
    assert left.seconds(99.0) == pytest.approx(3 * 2 + 3 * 4 - 4)  # the longest that can be under way
    left.done("man", 4.0)  # twice as long as before: so little work says so, that it counts in part
    pace = (4 + CALM * 24) / (2 + CALM * 24)  # 8 pieces of 3 seconds on average
    assert left.seconds() == pytest.approx(pace * (2 * 2 + 3 * 4))


def test_what_the_first_piece_loads_is_no_part_of_the_others():
    left = LeftToDo({"knn": 1.0, "man": 1.0}, {"knn": 10, "man": 10})
    for seconds in (1.3, 0.1, 0.1):
        left.done("man", 0.1)
        left.done("knn", seconds)
    assert left.seconds() < 2 * 1.4  # 14 pieces of .1 s


def test_the_time_left_falls_to_nothing():
    left = LeftToDo({"man": 1.0}, {"man": 3})
    told = []
    for _ in range(3):
        left.done("man", 1.0)
        told.append(left.seconds())
    assert all(a > b for a, b in pairwise(told))
    assert told[-1] == 0
