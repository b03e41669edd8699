"""What each step of the tour asks before it shows, and the answer, computed from where the query is now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from frnn_core.relations import RELATIONS
from frnn_core.studies.tour.board import MOST_K, SHOWN, Place, similarities, twelve
from frnn_core.text import apart, counted, number, told_apart

NONE = "none"
NUMBERS = ("none", "one", "two", "three", "four")
EQUAL = 1e-12
"""Similarities that differ by less are equal: so are they for the classifier, which rounds its scores."""


@dataclass(frozen=True)
class Question:
    """A question with a few answers.

    Attributes
    ----------
    words : what is asked
    choices : what can be answered, and what stands on its button
    right : the answers that are right; several where some are equal
    why : what is to be seen, and why it is so
    """

    words: str
    choices: Mapping[str, str] = field(hash=False)
    right: frozenset[str]
    why: str

    @property
    def answer(self) -> str:
        """The right answers, as their buttons say them."""
        return " or ".join(label for key, label in self.choices.items() if key in self.right)


def question(place: Place) -> Question:
    """What the step asks of the query where it is."""
    return QUESTIONS[place.step - 1](place)


def shown_before(place: Place) -> Place:
    """What is shown until the question is answered: in the step about k, what another k says."""
    return replace(place, k=_other_k(place.k)) if place.step == 3 else place


def _most_alike(place: Place) -> Question:
    """1: the class of the most similar point."""
    names, alike = twelve().y, similarities(place.relation, place.query)
    nearest = frozenset(str(name) for name in names[alike >= alike.max() - EQUAL])
    best = {name: alike[names == name].max() for name in twelve().class_names}
    told = ", ".join(f"{name} {text}" for name, text in zip(best, told_apart(best.values()), strict=True))
    label = RELATIONS[place.relation].label
    return Question(
        f"Which class has the point most like the star, by the **{label}** relation?",
        _classes(),
        nearest,
        f"The largest similarity is **{number(alike.max(), 2)}**, in class {' and '.join(sorted(nearest))}. "
        f"The largest of each class: {told}; the smallest of all is {number(alike.min(), 2)}.",
    )


def _outsiders(place: Place) -> Question:
    """2: how many of the nearest outsiders are of another class."""
    rows = place.told().outside.rows[0, place.code]
    found = [str(twelve().y[row]) for row in rows if row >= 0]
    names = twelve().class_names
    other = names[(place.code + 1) % len(names)]
    count = Counter(found)
    which = " and ".join(f"{NUMBERS[count[name]]} of {name}" for name in names if name != place.name)
    return Question(
        f"How many of the {counted(len(found), 'point')} **outside class {place.name}** most like the star "
        f"are of class {other}?",
        {str(n): NUMBERS[n] for n in range(len(found) + 1)},
        frozenset({str(count[other])}),
        f"The nearest outside come from all other classes together: {which}. They speak against class "
        f"{place.name}, wherever they come from.",
    )


def _what_if_k(place: Place) -> Question:
    """3: the class with another k than the one that was told."""
    other = _other_k(place.k)
    by_k = ", ".join(f"k = {k} → {place.answer(k=k)}" for k in range(1, MOST_K + 1))
    told = place.told()
    changed = place.answer() != place.answer(k=other)
    reason = (
        "With k = 1 a single point decides; a larger k lets the next ones speak, each less than the last."
        if changed
        else "The next neighbours speak for the same class, or count too little to change it."
    )
    return Question(
        f"With k = {other} the star goes to class **{place.answer(k=other)}**. With **k = {place.k}**?",
        _classes(),
        frozenset({place.answer()}),
        f"The star goes to class **{place.answer()}**, {_lead(float(told.margins[0]))}: {by_k}. {reason}",
    )


def _with_lower(place: Place) -> Question:
    """4: whether lower changes what upper says."""
    told = place.told()
    by_upper = str(told.classes[np.round(told.upper[0], 12).argmax()])
    changed = by_upper != place.answer()
    scores = ", ".join(f"{c} {s}" for c, s in zip(told.classes, told_apart(told.scores[0]), strict=True))
    taken = {str(c): number(1 - lower) for c, lower in zip(told.classes, told.lower[0], strict=True)}
    first, then = taken[by_upper], taken[place.answer()]
    reason = (
        f"those outside take {first} from {by_upper}, but only {then} from {place.answer()}"
        if changed
        else f"those outside take {then} from it, and that does not change the answer"
    )
    return Question(
        f"By **upper** alone class **{by_upper}** would win. And by the mean of upper and **lower**?",
        _classes(),
        frozenset({place.answer()}),
        f"The **score** of a class is the mean of both: {scores}. The star goes to class "
        f"**{place.answer()}**: {reason}.",
    )


def _other_relation(place: Place) -> Question:
    """5: a relation that gives the query to another class."""
    answers = {key: place.answer(key) for key in SHOWN}
    mine = answers[place.relation]
    others = [name for name in twelve().class_names if name != mine]
    by_class = {name: frozenset(key for key in SHOWN if answers[key] == name) for name in others}
    asked = min(others, key=lambda name: len(by_class[name]) or len(SHOWN))
    who = "; ".join(
        f"{name}: {', '.join(RELATIONS[key].label for key in SHOWN if answers[key] == name) or 'none'}"
        for name in twelve().class_names
    )
    return Question(
        f"By **{RELATIONS[place.relation].label}** the star goes to class **{mine}**. Which relation gives "
        f"it to class **{asked}**?",
        {key: RELATIONS[key].label for key in SHOWN if key != place.relation} | {NONE: "None"},
        by_class[asked] or frozenset({NONE}),
        f"Who says what: {who}. Same points, same k = {place.k}: what “like” means decides.",
    )


QUESTIONS: tuple[Callable[[Place], Question], ...] = (
    _most_alike,
    _outsiders,
    _what_if_k,
    _with_lower,
    _other_relation,
)


def _classes() -> dict[str, str]:
    return {name: f"Class {name}" for name in twelve().class_names}


def _other_k(k: int) -> int:
    """The k that is told when another one is asked about."""
    return MOST_K if k == 1 else 1


def _lead(margin: float) -> str:
    return f"by {apart(margin, 0)[0]}" if margin else "the first of a tie"
