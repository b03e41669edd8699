"""Every challenge begins unsolved and is solved by its solution, as the core computes it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from frnn_core.studies.playground import Rule, Source, board, decision, edited, read_edits
from frnn_core.studies.playground.challenges import CHALLENGES, Verdict, judge, solved_by
from frnn_core.studies.playground.challenges.challenge import Free

ALL = list(CHALLENGES.values())
EXERCISES = (Path(__file__).parents[3] / "docs/exercises.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("asked", ALL, ids=lambda asked: asked.key)
def test_it_begins_unsolved_and_its_solution_solves_it(asked):
    start, end = judge(asked, asked.start), judge(asked, solved_by(asked, asked.solution))
    assert not start.solved, start.words
    assert end.solved, end.words
    assert "Changed beyond" not in start.words


def test_there_are_ten_in_the_order_of_their_numbers():
    assert [asked.number for asked in ALL] == list(range(1, 11))


@pytest.mark.parametrize("asked", ALL, ids=lambda asked: asked.key)
def test_the_sheet_has_its_link_its_task_and_its_solution(asked):
    number = f"| {asked.number} | `/playground?challenge={asked.number}` |"
    assert f"{number} {asked.task} |" in EXERCISES
    assert f"| {asked.number} | {asked.solution.words} | {asked.lesson} |" in EXERCISES


def test_what_is_said_is_what_the_core_computes():
    asked = CHALLENGES["own-covariance-wins"]
    told = judge(asked, asked.start).words
    now = board(asked.start.source)
    own, man = (decision(now, rule).balanced for rule in asked.start.rules)
    assert told == "Left out: Class-specific Mahalanobis .677, Manhattan .854."
    assert (round(own, 3), round(man, 3)) == (0.677, 0.854)
    assert "from .950 to .854" in asked.lesson
    assert judge(asked, solved_by(asked, asked.solution)).words.endswith("1.000, Manhattan .950.")


def test_a_setup_is_made_before_anybody_plays():
    plain, set_up = board(Source("rotated", 20)), board(Source("rotated", 20, setup="c7.0_x3"))
    assert plain.data.y[7] == "B"
    assert set_up.data.y[6] == "A"
    assert set_up.numbers.tolist() == list(range(19))
    assert not set_up.edited.any()
    assert set_up.square == plain.square
    again = edited(set_up, read_edits("c6.1"))
    np.testing.assert_array_equal(again.data.y, np.delete(plain.data.y, 3))


@pytest.mark.parametrize(
    ("key", "change", "words"),
    [
        ("another-k", {"star": (0.0, 0.0)}, "the star"),
        ("another-k", {"edits": "x3"}, "a point was removed"),
        ("another-k", {"rules": (Rule("che"),)}, "relation A"),
        ("another-k", {"rules": (Rule(), Rule("che"))}, "relation B"),
        ("another-k", {"rules": (Rule(weights="mean"),)}, "the weights"),
        ("the-star-apart", {"rules": (Rule(k=4), Rule("che", 4))}, "asked: k."),
        ("moved-apart", {"edits": "m1.100.100_m2.100.100"}, "2 points and not 1"),
        ("moved-apart", {"edits": "p100.100.1"}, "a point was added"),
        ("moved-apart", {"source": Source("blobs", 40)}, "other points"),
    ],
)
def test_what_may_not_be_changed_is_named(key, change, words):
    asked = CHALLENGES[key]
    verdict = judge(asked, replace(asked.start, **change))
    assert not verdict.solved
    assert words in verdict.words


def test_a_relation_that_is_undefined_says_so():
    """Mahalanobis has no covariance to invert once all points of a board lie on a line."""
    line = "_".join(f"m{number}.{250 * number}.{250 * number}" for number in range(40))
    asked = replace(CHALLENGES["a-relation-for-c"], free=Free(settings=("relation",), points=40, kinds="m"))
    attempt = replace(asked.start, rules=(Rule("mah"),), edits=line)
    verdict = judge(asked, attempt)
    reason = decision(edited(board(asked.start.source), read_edits(line)), Rule("mah"))
    assert isinstance(reason, str)
    assert verdict == Verdict(False, f"Undefined on these points: {reason}.")


def test_a_neighbour_of_the_star_does_not_count_as_from_afar():
    asked = CHALLENGES["from-afar"]
    near = judge(asked, replace(asked.start, edits="m8.3300.5500"))
    assert not near.solved
    assert "among the star's neighbours" in near.words
