"""FRNN by one relation, with k, width, weights and scaling chosen on the training rows alone.

Every setting of a stated list is judged in inner cross-validation (`frnn_core.tuning`); the one with the
highest balanced accuracy is taken, of equals the first of the list. What comes out is plain FRNN: it can be
written down as one `FRNNClassifier`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.relation import Relation, TrainingSet
from frnn_core.errors import Undefined
from frnn_core.experiments import evaluate
from frnn_core.relations import RELATIONS
from frnn_core.text import number
from frnn_core.tuning.candidates import BOTH_SCALINGS, FAMILIES, LEARNED_FROM, RANGE, Candidate, Member
from frnn_core.tuning.inner import FittedMembers, fit_members
from frnn_core.tuning.tuned import inner_accuracies, judge

KS = (3, 1, 5, 10, 20)
"""The paper's k first: of equally good settings the first is taken."""
FITTED_KS = (3, 10)
"""For relations that are fitted anew for every k."""
GAMMAS = (1.0, 0.03, 0.1, 0.3, 3.0, 10.0, 30.0)
RULE = (
    f"k (of {', '.join(map(str, sorted(KS)))}), the width γ of a kernel ({number(min(GAMMAS), 2)} to "
    f"{max(GAMMAS):g}), the weights (linear or equal) and the scaling (range or standard deviation) are "
    "chosen on the training rows of each fold alone, by balanced accuracy in 4 inner folds of at most 1,500 "
    "rows"
)


@dataclass(frozen=True, eq=False)
class Chosen:
    """The setting that was taken, fitted to all training rows.

    Attributes
    ----------
    inner : its inner balanced accuracy; None where there was nothing to choose from, or by
    """

    member: Member
    fitted: FittedMembers
    inner: float | None

    def decide(self, queries: FloatArray) -> IntArray:
        """The codes of the winning classes, for queries encoded as the training rows were; by blocks."""
        (search,) = self.fitted.searches
        size = max(1, evaluate.MOST_SHARED // (search.train.n_classes * search.kmax))
        blocks = [queries[first : first + size] for first in range(0, len(queries), size)]
        return np.concatenate([self._decide(block) for block in blocks])

    def _decide(self, queries: FloatArray) -> IntArray:
        ((_, scored),) = self.fitted.scores(queries)
        return np.asarray(scored.argmax(axis=1))


def tried(relation: str, params: Mapping[str, Any] | None = None) -> tuple[Member, ...]:
    """The settings of a relation that are compared, the usual one first."""
    spec = RELATIONS[relation]
    asked = {name: value for name, value in (params or {}).items() if name != "gamma"}
    candidate = Candidate(
        relation,
        {**_short(spec), **asked},
        gammas=GAMMAS if spec.uses_gamma else (),
        normalise=RANGE if spec.learns or spec.family == "mahalanobis" else BOTH_SCALINGS,
        weights=FAMILIES[:1] if spec.learns else FAMILIES,
        ks=_ks(spec),
    )
    return tuple(candidate.members())


def _ks(spec: Relation) -> tuple[int, ...]:
    """COMBO makes a choice of its own by cross-validation; it is not wrapped in another."""
    if spec.family == "combo":
        return KS[:1]
    return FITTED_KS if spec.uses_k else KS


def _short(spec: Relation) -> dict[str, Any]:
    """What keeps a fit short that is made five times for every fold: of a sample, a smaller one."""
    return {p.name: LEARNED_FROM for p in spec.parameters if p.name == "max_rows" and p.default is not None}


def choose(train: TrainingSet, members: tuple[Member, ...], seed: int) -> Chosen:
    """The best of the settings by inner cross-validation, fitted to all training rows."""
    if len(members) == 1:
        return _fitted(train, members[0], seed, None)
    inner = judge(train, members, seed=seed)
    if not len(inner.codes):
        return _first_defined(train, members, seed)
    accuracies = inner_accuracies(inner)
    place = int(accuracies.argmax())
    return _fitted(train, inner.members[place], seed, float(accuracies[place]))


def _fitted(train: TrainingSet, member: Member, seed: int, inner: float | None) -> Chosen:
    fitted = fit_members(train, [member], seed)
    for reason in fitted.reasons.values():
        raise Undefined(RELATIONS[member.relation].label, reason)
    return Chosen(member, fitted, inner)


def _first_defined(train: TrainingSet, members: tuple[Member, ...], seed: int) -> Chosen:
    """Where no row can be left out to validate on, the first setting that is defined."""
    for member in members[:-1]:
        try:
            return _fitted(train, member, seed, None)
        except Undefined:
            continue
    return _fitted(train, members[-1], seed, None)
