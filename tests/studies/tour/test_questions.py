"""The right answer of every question of the tour is what the definition says, wherever the star is."""

import re

import numpy as np
import pytest
from project import ROOT

from frnn_core import FRNNClassifier
from frnn_core.studies import tour
from frnn_core.studies.tour import MOST_K, SHOWN, Place, question, shown_before, twelve

NAMES = np.array(["A", "B", "C"])


def places(count=60):
    """Where somebody may be: the first view, and others by chance."""
    rng = np.random.default_rng(0)
    yield Place()
    for _ in range(count):
        x, y = rng.uniform(0, 1, 2).round(3)
        relation, code, k = rng.choice(SHOWN), rng.integers(3), rng.integers(1, MOST_K + 1)
        yield Place(1, str(relation), int(code), int(k), (float(x), float(y)))


def at(place, step):
    return Place(step, place.relation, place.code, place.k, place.query)


def classifier(relation, k):
    return FRNNClassifier(relation, k=k).fit(twelve().X, twelve().y)


def decided(place, relation="", k=0):
    return classifier(relation or place.relation, k or place.k).predict([place.query])[0]


def alike(place):
    """The similarities by their formulas, on features scaled to a range of 1 around 0."""
    low, high = twelve().X.min(axis=0), twelve().X.max(axis=0)
    rows, star = (
        (points - (low + high) / 2) / (high - low) for points in (twelve().X, np.array(place.query))
    )
    apart = np.abs(rows - star)
    return {
        "man": 1 - apart.mean(axis=1),
        "euc": 1 - np.sqrt((apart**2).sum(axis=1) / 2),
        "che": 1 - apart.max(axis=1),
        "cos": (1 + rows @ star / np.linalg.norm(rows, axis=1) / np.linalg.norm(star)) / 2,
    }[place.relation]


def test_there_are_four_points_of_each_of_three_classes():
    assert [(twelve().y == name).sum() for name in NAMES] == [4, 4, 4]
    assert np.all((twelve().X > tour.LOW) & (twelve().X < tour.HIGH))


def test_with_three_classes_lower_says_what_upper_does_not():
    told = Place().told()
    for code in range(3):
        others = np.delete(told.upper[0], code)
        assert np.abs(told.lower[0, code] - (1 - others)).min() > 0.01
    two = twelve().y != "C"
    model = FRNNClassifier("man").fit(twelve().X[two], twelve().y[two])
    lower, upper = model.approximations([tour.QUERY])
    np.testing.assert_allclose(lower[0], 1 - upper[0, ::-1])


@pytest.mark.parametrize("step", range(1, 6))
def test_every_question_has_answers_some_of_them_right(step):
    for place in places():
        asked = question(at(place, step))
        assert asked.right <= set(asked.choices)
        assert asked.right
        assert len(asked.choices) >= 2
        assert all(label in asked.answer for key, label in asked.choices.items() if key in asked.right)


def test_1_the_most_similar_point():
    for place in places():
        found = alike(place)
        asked = question(at(place, 1))
        assert asked.right == set(twelve().y[found >= found.max() - 1e-12])
        assert f"The largest similarity is **{found.max():.2f}**".replace("0.", ".") in asked.why


def test_1_two_points_equally_alike_are_both_right():
    middle = tuple(twelve().X[[5, 9]].mean(axis=0))
    assert question(Place(1, query=middle)).right == {"B", "C"}


def test_2_the_nearest_outsiders():
    for place in places():
        outside = twelve().codes != place.code
        nearest = twelve().y[outside][np.argsort(-alike(place)[outside])[: place.k]]
        other = NAMES[(place.code + 1) % 3]
        asked = question(at(place, 2))
        assert asked.right == {str((nearest == other).sum())}
        assert len(asked.choices) == place.k + 1
        assert f"outside class {NAMES[place.code]}" in asked.words
        assert asked.words.endswith(f"of class {other}?")


def test_3_what_another_k_says():
    for place in places():
        here, before = at(place, 3), shown_before(at(place, 3))
        asked = question(here)
        assert asked.right == {decided(place)}
        assert before.k == (MOST_K if place.k == 1 else 1)
        assert f"With k = {before.k} the star goes to class **{decided(place, k=before.k)}**" in asked.words
        for k in range(1, MOST_K + 1):
            assert f"k = {k} → {decided(place, k=k)}" in asked.why
    assert shown_before(Place(4)) == Place(4)


def test_4_upper_alone_and_with_lower():
    for place in places():
        lower, upper = classifier(place.relation, place.k).approximations([place.query])
        asked = question(at(place, 4))
        assert asked.right == {decided(place)}
        first = NAMES[upper[0].round(12).argmax()]
        assert f"By **upper** alone class **{first}**" in asked.words
        taken = 1 - lower[0, list(NAMES).index(decided(place))]
        assert f"{taken:.3f}".replace("0.", ".") in asked.why


def test_5_who_says_what():
    for place in places():
        answers = {key: decided(place, key) for key in SHOWN}
        asked = question(at(place, 5))
        (wanted,) = re.findall(r"gives it to class \*\*(.)\*\*", asked.words)
        assert wanted != answers[place.relation]
        right = {key for key in SHOWN if answers[key] == wanted}
        assert asked.right == (right or {"none"})
        if not right:
            assert set(answers.values()) == {answers[place.relation]}


def test_the_guide_tells_the_first_questions_with_their_answers():
    guide = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d)\. .*? \| (.*?) \| (.*?) \|$", guide, re.MULTILINE)
    told = {int(step): (words, answer) for step, words, answer in rows}
    for step in range(1, 6):
        asked = question(Place(step))
        answer = asked.answer.replace("Class", "class")
        assert told[step] == (asked.words.replace("**", ""), answer)
