"""What would have to change for another answer: k, the width, the training rows, one feature.

Each is found by deciding anew, with normalisation and relation as they were fitted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from frnn_core.engine.approximations import Neighbourhood, neighbourhood
from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.explanation import nearest_members
from frnn_core.experiments.presets import ALL_KS, GAMMAS
from frnn_core.relations import RELATIONS
from frnn_core.relations.kernels import KERNELS
from frnn_core.relations.links import KernelLink
from frnn_core.studies.explain.case import MOST_K, Case

STEPS = 50
MOST_REMOVED = 200


def answers_by_k(case: Case) -> tuple[str, ...]:
    """The answer for every k up to 20, from one search."""
    model = case.trained.at(MOST_K)
    near = neighbourhood(model.relation, model.train, case.query, model.k)
    decided = near.decide(model.relation.link.decision, model.weights, ALL_KS)[0]
    return tuple(case.names[place] for place in decided)


def answers_by_gamma(case: Case) -> tuple[str, ...]:
    """The answer of a kernel for every width of the grid, from one search; nothing for other relations."""
    if not RELATIONS[case.trained.how.relation].uses_gamma:
        return ()
    model = case.model
    near = neighbourhood(model.relation, model.train, case.query, model.k)
    widths = np.array(GAMMAS)[:, None, None, None]
    link = KernelLink(KERNELS[case.trained.how.relation].value, widths)
    return tuple(case.names[place] for place in near.decide(link, model.weights, [model.k])[:, 0, 0])


def nearest_change(
    values: Sequence[float], answers: Sequence[str], now: float, scale: Callable[[float], float] = float
) -> tuple[float, str] | None:
    """The value nearest to the one of now with an answer that differs from the answer now, and that answer.

    `scale` is applied before distances are taken; of two equally near values the first counts.
    """
    here = min(range(len(values)), key=lambda place: abs(values[place] - now))
    others = [place for place in range(len(values)) if answers[place] != answers[here]]
    if not others:
        return None
    best = min(others, key=lambda place: abs(scale(values[place]) - scale(now)))
    return values[best], answers[best]


@dataclass(frozen=True, eq=False)
class Removal:
    """Training rows without which the answer is another; numbers of the data set, from 0, nearest first."""

    rows: IntArray
    becomes: str


def removal(case: Case, most: int = MOST_REMOVED) -> Removal | None:
    """Take away the nearest rows of the winning class, one by one, until another class wins.

    The nearest ones count most, inside that class as outside the others. One row always stays.
    """
    model, winner = case.model, case.order[0]
    relation, train = model.relation, model.train
    members = int(train.class_sizes()[winner])
    most = min(most, members - 1)
    distances, rows = nearest_members(relation, train, case.query, winner, min(most + model.k, members))
    inside = neighbourhood(relation, train, case.query, model.k).inside
    for count in range(1, most + 1):
        left = distances[0, count : count + model.k]
        inside[0, winner] = np.pad(left, (0, model.k - len(left)), constant_values=np.inf)
        decided = Neighbourhood(inside.copy()).decide(relation.link.decision, model.weights, [model.k])[0, 0]
        if decided != winner:
            return Removal(case.trained.rows[rows[0, :count]], case.names[decided])
    return None


@dataclass(frozen=True)
class Move:
    """One feature set to another value, which gives another answer; `share` is of its training range.

    Another category, or a value in place of a gap, is a whole range away.
    """

    feature: int
    value: float
    share: float
    becomes: str


def feature_moves(case: Case, steps: int = STEPS) -> tuple[Move, ...]:
    """The smallest change of each single feature that gives another answer, the smallest share first.

    A feature is tried at the values that occur in the training rows where they are at most steps + 1, else
    at steps + 1 places evenly over their range. Features that never change the answer are left out.
    """
    X = case.trained.data.X[case.trained.rows]
    columns = case.trained.data.described_columns
    tried = [
        _places(of, len(column.values) if column.listed else steps)
        for column, of in zip(columns, X.T, strict=True)
    ]
    rows = np.repeat(case.values[None], sum(map(len, tried)), axis=0)
    features = np.repeat(np.arange(len(tried)), [len(places) for places in tried])
    values = np.concatenate(tried)
    rows[np.arange(len(rows)), features] = values
    if not len(rows):
        return ()
    decided = case.model.decide(case.model.normaliser(rows))
    width = np.array([np.ptp(places) if len(places) else 1.0 for places in tried])
    shares = np.abs(values - case.values[features]) / width[features]
    whole = np.array([column.role == "category" for column in columns])
    shares = np.where(whole[features] | np.isnan(shares), 1.0, shares)
    moves = []
    for feature in np.unique(features):
        found = np.flatnonzero((features == feature) & (decided != case.order[0]))
        if found.size:
            best = found[np.argmin(shares[found])]
            becomes = case.names[decided[best]]
            moves.append(Move(int(feature), float(values[best]), float(shares[best]), becomes))
    return tuple(sorted(moves, key=lambda move: move.share))


def _places(column: FloatArray, steps: int) -> FloatArray:
    """Where a feature is tried; nowhere if it is constant."""
    known = np.unique(column[~np.isnan(column)])
    if len(known) <= 1:
        return known[:0]
    return known if len(known) <= steps + 1 else np.linspace(known[0], known[-1], steps + 1)
