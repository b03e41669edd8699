"""The ten challenges, from easy to hard."""

from __future__ import annotations

import numpy as np

from frnn_core.engine.explanation import Explanation
from frnn_core.studies.playground.board import Source
from frnn_core.studies.playground.challenges.challenge import (
    Attempt,
    Free,
    Position,
    Solution,
    Verdict,
    challenge,
)
from frnn_core.studies.playground.decision import Rule
from frnn_core.text import counted, listed, number, told_apart

MOONS, BLOBS = Source("moons", 40), Source("blobs", 40)
MAN, BOTH = (Rule(),), (Rule(), Rule("che"))
STAR = Free(star=True)
ALL_LEVEL = 0.03
"""Scores this close are called level: a place that a hand can find."""


@challenge(
    "Drag the star to a place where Manhattan and Chebyshev disagree.",
    Attempt(MOONS, (-0.5, 0.8), BOTH),
    STAR,
    hint="The hatched part of the squares is where the two answer differently.",
    lesson="Same points, same k: only the relation differs. They part near the border, where the lead is "
    "small, and hardly elsewhere.",
    solution=Solution("the hatched area at the upper right", star=(1.8, 1.36)),
)
def the_star_apart(now: Position) -> Verdict:
    """The two relations give the star to different classes."""
    return Verdict(now.answer(0) != now.answer(1), f"{now.says(0)}. {now.says(1)}.")


@challenge(
    "Find a k with which the star changes its class.",
    Attempt(MOONS, (-0.2, 0.49), MAN),
    Free(settings=("k",)),
    hint="Drag the slider of k slowly to the right and watch the border pass the star.",
    lesson="With few neighbours the nearest points decide alone; with many, points from far away have a "
    "say, and the border follows the mass of the classes.",
    solution=Solution("k = 15, say", settings=(("k", 15),)),
)
def another_k(now: Position) -> Verdict:
    """Another class than with the k of the start."""
    return Verdict(now.flipped(), f"k = {now.rules[0].k}. {now.says()}.")


@challenge(
    "Three classes: put the star where all three scores are level, within .03.",
    Attempt(BLOBS, (2.5, -2.5), MAN),
    STAR,
    hint="Where the three regions meet nobody leads. The bars beside the square follow the star.",
    lesson="Where regions meet, scores are equal, and of equal ones the first class wins. A lead near 0 "
    "says: do not trust this answer.",
    solution=Solution("where the three regions meet", star=(-0.6, -0.64)),
)
def all_level(now: Position) -> Verdict:
    """Largest and smallest score of the star differ by less than `ALL_LEVEL`."""
    scores = now.told[0].scores[0]
    names = [f"{name} {told}" for name, told in zip(now.told[0].classes, told_apart(scores), strict=True)]
    spread = float(scores.max() - scores.min())
    return Verdict(spread < ALL_LEVEL, f"Scores: {listed(names)}; they differ by {number(spread)}.")


@challenge(
    "Choose a relation A that gives the star to class C.",
    Attempt(BLOBS, (-2.366, -3.014), MAN),
    Free(settings=("relation", "gamma")),
    hint="Class C is spread widest. Which relation measures each class by a spread of its own?",
    lesson="A common distance calls the star near class A, which is dense. Measured by the wide spread of "
    "C, the same way is short. What “near” means is the relation's choice.",
    solution=Solution("class-specific Mahalanobis", settings=(("relation", "class-mah"),)),
)
def a_relation_for_c(now: Position) -> Verdict:
    """The star goes to class C."""
    return Verdict(now.answer() == "C", f"{now.says()}.")


@challenge(
    "Find a width γ of the Gaussian kernel with which the star changes its class.",
    Attempt(BLOBS, (-0.682, -1.164), (Rule("gauss", 10),)),
    Free(settings=("gamma",)),
    hint="Make γ smaller: then only the nearest neighbours are similar at all.",
    lesson="A wide kernel adds up ten similar numbers; a narrow one lets the nearest neighbour decide. "
    "Between the two, answers change only near borders: accuracy is flat in γ.",
    solution=Solution("γ = 0.01", settings=(("gamma", 0.01),)),
)
def another_width(now: Position) -> Verdict:
    """Another class than with the γ of the start."""
    return Verdict(now.flipped(), f"γ = {now.rules[0].gamma:.3g}. {now.says()}.")


@challenge(
    "Move one point, no more, so that the star goes to class B.",
    Attempt(MOONS, (-0.823, -0.358), MAN),
    Free(points=1, kinds="m"),
    hint="Solid lines lead to what speaks for class A. Or bring a point of class B.",
    lesson="Of k = 3 neighbours the nearest counts half (linear weights 3, 2, 1 of 6). One point on the "
    "star makes a similarity of 1, and is at once the nearest outsider of the other class.",
    solution=Solution("point 27, of class B, to just below the star", edits="m26.1800.3000"),
)
def one_point_moved(now: Position) -> Verdict:
    """The star goes to class B after one move."""
    return Verdict(now.answer() == "B", f"{_moves(now)} {now.says()}.")


@challenge(
    "Put the star where upper alone would choose another class than the score.",
    Attempt(
        Source("blobs", 20, setup="p6093.4895.0_p7100.3977.0_p6002.3921.1_p5944.4327.2"), (-2.0, 0.5), MAN
    ),
    STAR,
    hint="Compare the bars named upper: the winner's must not be the longest. Try the lower right.",
    lesson="Upper asks who is like the star inside the class, lower who is like it outside. A class can "
    "be near and still lose, because others are as near. With two classes this cannot happen: there lower "
    "is 1 minus the upper of the other.",
    solution=Solution("the lower right", star=(3.77, -2.87)),
)
def lower_decides(now: Position) -> Verdict:
    """The class with the largest upper membership is not the winner."""
    told = now.told[0]
    upper, winner = told.upper[0], int(told.scores[0].argmax())
    first = int(upper.argmax())
    words = (
        f"Largest upper: class {told.classes[first]}, {number(float(upper[first]))}. Largest score: class "
        f"{told.classes[winner]}, whose upper is {number(float(upper[winner]))}."
    )
    return Verdict(bool(upper[winner] < upper[first]), words)


@challenge(
    "Move one point so that Manhattan and Chebyshev disagree at the star.",
    Attempt(MOONS, (-0.2, -0.204), BOTH),
    Free(points=1, kinds="m"),
    hint="Straight beside the star both measure the same. Across a corner Manhattan measures up to twice "
    "as far.",
    lesson="At the same Chebyshev distance a point across a corner is twice as far for Manhattan as one "
    "straight beside. A neighbour on the diagonal counts for Chebyshev and hardly for Manhattan.",
    solution=Solution("point 28 onto the diagonal above the star", edits="m27.3806.4162"),
)
def moved_apart(now: Position) -> Verdict:
    """The two relations disagree at the star after one move."""
    return Verdict(now.answer(0) != now.answer(1), f"{_moves(now)} {now.says(0)}. {now.says(1)}.")


@challenge(
    "Make class-specific Mahalanobis win: change one point so that it gets more right than Manhattan.",
    Attempt(Source("rotated", 20, setup="c7.0"), (0.0, 0.0), (Rule("class-mah"), Rule())),
    Free(points=1, kinds="mcx"),
    hint="Each class is a line. One point carries the wrong class; click it.",
    lesson="A covariance is an average of squares: one wrong label far out turns a whole class. By it "
    "Manhattan falls from .950 to .854, class-specific Mahalanobis from 1.000 to .677. Look at the labels "
    "before you choose such a relation.",
    solution=Solution("point 8, at the lower right, back to class B", edits="c7.1"),
)
def own_covariance_wins(now: Position) -> Verdict:
    """Leave-one-out balanced accuracy of relation A is above that of B."""
    first, second = now.right(0), now.right(1)
    words = f"Left out: {now.name(0)} {number(first)}, {now.name(1)} {number(second)}."
    return Verdict(first > second, words)


@challenge(
    "Move one point that is no neighbour of the star, before or after, so that the star changes its class.",
    Attempt(Source("blobs", 20), (-0.05, -0.934), MAN),
    Free(points=1, kinds="m"),
    hint="Features are divided by their range. Which point alone makes the range of x2 long?",
    lesson="One outlier set the range of x2 and pressed all other differences in x2 together. Bring it "
    "in, and x2 counts more everywhere, though none of the neighbours has moved. That is why one wrong "
    "value in a table can change answers far from it.",
    solution=Solution("point 9, the lowest, up among the others", edits="m8.8155.6232"),
)
def from_afar(now: Position) -> Verdict:
    """The star has another class, and the moved point decided neither before nor now."""
    near = sorted({edit.where for edit in now.edits} & (_deciding(now.first[0]) | _deciding(now.told[0])))
    words = f"{_moves(now)} {now.says()}."
    if near:
        words += f" {counted(len(near), 'moved point').capitalize()} among the star's neighbours."
    return Verdict(now.flipped() and bool(now.edits) and not near, words)


def _deciding(told: Explanation) -> set[int]:
    """The rows inside and outside any class that have a say."""
    rows = np.concatenate([told.inside.rows[0].ravel(), told.outside.rows[0].ravel()])
    return {int(row) for row in rows if row >= 0}


def _moves(now: Position) -> str:
    count = len({edit.where for edit in now.edits})
    return f"{counted(count, 'point')} moved." if count else "No point moved yet."
