"""How FRNN decides on the square: its answer at every cell, at a query, and for each point left out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from frnn_core.engine.approximations import scores, similarity_matrix
from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.explanation import Explanation
from frnn_core.engine.measures import balanced_accuracy, confusion
from frnn_core.errors import Undefined
from frnn_core.model import Model
from frnn_core.relations import RELATIONS
from frnn_core.studies.playground.board import PLACES, SIDE, STEP, Board

MOST_COLOURED = 6


@dataclass(frozen=True)
class Rule:
    """All that decides besides the points; γ counts only where the relation uses it."""

    relation: str = "man"
    k: int = 3
    gamma: float = 1.0
    weights: str = "linear"
    normalise: str = "centred"

    @property
    def effective(self) -> Rule:
        """The same rule with γ = 1 where γ has no effect, so that equal rules are equal."""
        gamma = self.gamma if RELATIONS[self.relation].uses_gamma else 1.0
        return Rule(self.relation, self.k, gamma, self.weights, self.normalise)

    def model(self, board: Board) -> Model:
        """FRNN fitted to the points; raises `Undefined` where the relation does not exist on them."""
        return Model.of(
            board.data, self.relation, self.k, self.gamma, weights=self.weights, normalise=self.normalise
        )


@dataclass(frozen=True, eq=False)
class Decision:
    """A rule on a board.

    Attributes
    ----------
    winner, margin : class code and lead over the runner-up at each cell (y, x)
    lower, upper : memberships at each cell in each class (y, x, class)
    left_out : class code of each point as all the others decide it
    balanced : balanced accuracy of that
    """

    model: Model
    winner: NDArray[np.uint8]
    margin: NDArray[np.float32]
    lower: NDArray[np.float32]
    upper: NDArray[np.float32]
    left_out: IntArray
    balanced: float

    @property
    def per_class(self) -> bool:
        """Whether the class of the other point decides how similar it is."""
        return self.model.relation.per_class or not self.model.relation.link.common

    def explain(self, query: FloatArray) -> Explanation:
        """The neighbours that decide one point of the square."""
        return self.model.explain(self.model.normaliser(query[None]))

    def similarities(self, query: FloatArray, board: Board, code: int) -> FloatArray:
        """R(query, y) for y at each cell (y, x); a class-specific relation takes y to be of class `code`."""
        cells = board.square.cells()
        normalise = self.model.normaliser
        codes = np.full(len(cells), code)
        told = similarity_matrix(self.model.relation, normalise(query[None]), normalise(cells), codes)
        return np.asarray(told.reshape(SIDE, SIDE))

    def at_places(self) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """Winner and lead at each target, in the order of their numbers."""
        every = slice(None, None, STEP)
        return self.winner[every, every].reshape(PLACES**2), self.margin[every, every].reshape(PLACES**2)


def decision(board: Board, rule: Rule) -> Decision | str:
    """Decide everywhere; the reason in words where the relation is undefined on these points."""
    try:
        model = rule.model(board)
    except Undefined as undefined:
        return undefined.reason
    lower, upper = model.approximations(model.normaliser(board.square.cells()))
    score = scores(lower, upper)
    best = np.sort(score, axis=-1)
    left_out = model.left_out()
    n_classes = len(board.data.class_names)
    counts = confusion(board.data.codes, left_out[:, None], n_classes)
    return Decision(
        model,
        score.argmax(axis=-1).astype(np.uint8).reshape(SIDE, SIDE),
        (best[:, -1] - best[:, -2]).astype(np.float32).reshape(SIDE, SIDE),
        lower.astype(np.float32).reshape(SIDE, SIDE, n_classes),
        upper.astype(np.float32).reshape(SIDE, SIDE, n_classes),
        left_out,
        float(balanced_accuracy(counts)[0]),
    )


def disagreement(first: Decision, second: Decision) -> NDArray[np.bool_]:
    """The cells (y, x) where the two answer differently."""
    return np.asarray(first.winner != second.winner)


def coloured(n_classes: int, explanations: list[Explanation]) -> tuple[int, ...]:
    """The classes that get a colour: all of up to six, else winner and runner-up of the query."""
    if n_classes <= MOST_COLOURED:
        return tuple(range(n_classes))
    shown: list[int] = []
    for told in explanations:
        shown += [int(code) for code in np.argsort(-told.scores[0], kind="stable")[:2] if code not in shown]
    return tuple(sorted(shown))
