"""The scores of many settings of FRNN at once, for rows that the settings were not fitted to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from frnn_core.engine.again import Rescaling, scaled_again, without
from frnn_core.engine.approximations import Neighbourhood, neighbourhood, scores
from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.fitted import FittedRelation, identity
from frnn_core.engine.folds import stratified_folds
from frnn_core.engine.owa import family_for_relations, fitted_weights
from frnn_core.engine.relation import TrainingSet
from frnn_core.engine.scalings import Scaler
from frnn_core.engine.weighting import FittedWeights, Weighting
from frnn_core.errors import Undefined
from frnn_core.relations import RELATIONS
from frnn_core.tuning.candidates import Member

Placed = tuple[int, FloatArray]
"""The place of a setting, and its scores (queries, classes)."""
Weighed = tuple[FittedWeights, tuple[int, ...]]
"""Weights, and the places of the settings that use them, each with its k."""


@dataclass(frozen=True, eq=False)
class SharedSearch:
    """Settings that look for neighbours in the same rows by the same distance.

    Attributes
    ----------
    scaler : what brings encoded rows to the scaling of these settings
    train : the training rows in that scaling
    fitted : the relation of each width, and the places of the settings that use it by their weights
    kmax : how many neighbours are looked for
    """

    scaler: Scaler | Rescaling
    train: TrainingSet
    fitted: tuple[tuple[FittedRelation, tuple[Weighed, ...]], ...]
    kmax: int

    def scores(self, queries: FloatArray, members: Sequence[Member]) -> Iterator[Placed]:
        """Search once where rows are compared as they are, once for each width elsewhere."""
        asked = self.scaler.measurable(queries, self.train.feature_names)
        near: Neighbourhood | None = None
        for relation, weighed in self.fitted:
            if near is None or relation.embed is not identity:
                near = neighbourhood(relation, self.train, asked, self.kmax)
            for weights, places in weighed:
                ks = [min(members[place].k, self.kmax) for place in places]
                found = scores(*near.approximations(relation.link.decision, weights, ks))
                yield from ((place, found[:, :, i]) for i, place in enumerate(places))


@dataclass(frozen=True, eq=False)
class FittedMembers:
    """Settings fitted to training rows; `reasons` says why some are undefined there."""

    members: tuple[Member, ...]
    searches: tuple[SharedSearch, ...]
    reasons: dict[Member, str]

    def scores(self, queries: FloatArray) -> Iterator[Placed]:
        """The scores of every setting that is defined, for queries encoded as the training rows were."""
        for search in self.searches:
            yield from search.scores(queries, self.members)

    def of(self, place: int) -> tuple[FittedRelation, Weighting]:
        """The fitted relation and the weights of one setting."""
        for search in self.searches:
            for relation, weighed in search.fitted:
                for weights, places in weighed:
                    if place in places:
                        return relation, weights.at(min(self.members[place].k, search.kmax))
        raise KeyError(self.reasons[self.members[place]])


def fit_members(train: TrainingSet, members: Sequence[Member], seed: int = 0) -> FittedMembers:
    """Fit scalings and relations; settings that differ in k, weights or width only share a search."""
    places = sorted(range(len(members)), key=lambda place: _search_of(members[place]))
    searches, reasons = [], dict[Member, str]()
    for (normalise, *_), group in groupby(places, key=lambda place: _search_of(members[place])):
        together = list(group)
        scaler, scaled = scaled_again(replace(train, normalise=normalise), normalise)
        fitted = []
        for _, of_width in groupby(together, key=lambda place: members[place].gamma):
            alike = tuple(of_width)
            try:
                relation = _fit(scaled, members[alike[0]], seed)
                fitted.append((relation, tuple(_weighed(scaled, relation, members, alike))))
            except Undefined as undefined:
                reasons |= {members[place]: undefined.reason for place in alike}
        if fitted:
            kmax = min(max(members[place].k for place in together), len(train.X))
            searches.append(SharedSearch(scaler, scaled, tuple(fitted), kmax))
    return FittedMembers(tuple(members), tuple(searches), reasons)


def _fit(train: TrainingSet, member: Member, seed: int) -> FittedRelation:
    """The relation of a setting; what draws rows draws them by the seed, unless it has one of its own."""
    spec = RELATIONS[member.relation]
    params = spec.resolve(dict(member.with_seed(seed).params), member.gamma)
    family = family_for_relations(member.weights, train.X, train.layout)
    return spec.fit(replace(train, k=member.k, family=family), **params)


def _weighed(
    train: TrainingSet, relation: FittedRelation, members: Sequence[Member], places: Sequence[int]
) -> Iterator[Weighed]:
    """The weights of each family, fitted; learned ones for every k that is asked for."""
    for weights, of_family in groupby(places, key=lambda place: members[place].weights):
        together = tuple(of_family)
        found = fitted_weights(weights, relation, train)
        for place in together:
            found.at(min(members[place].k, len(train.X)))
        yield found, together


def _search_of(member: Member) -> tuple[str, ...]:
    """What settings that share a search have in common: k and weights too, where the fit depends on them."""
    of_fit = (f"{member.k:09}", member.weights) if RELATIONS[member.relation].uses_k else ()
    return member.normalise, member.relation, str(member.params), *of_fit


@dataclass(frozen=True, eq=False)
class OutOfFold:
    """Scores of every setting for rows that were left out of its fit.

    Attributes
    ----------
    members : the settings that are defined on every fold
    reasons : why others are not, by setting
    scores : (settings, rows, classes); NaN for a class that no row of the training part has
    codes : the classes of the rows
    """

    members: tuple[Member, ...]
    reasons: dict[Member, str]
    scores: FloatArray
    codes: IntArray

    def of(self, members: Iterable[Member]) -> OutOfFold:
        """The same for some of the settings."""
        wanted = set(members)
        places = [place for place, member in enumerate(self.members) if member in wanted]
        reasons = {member: reason for member, reason in self.reasons.items() if member in wanted}
        found = tuple(self.members[place] for place in places)
        return OutOfFold(found, reasons, self.scores[places], self.codes)


def out_of_fold(train: TrainingSet, members: Sequence[Member], n_folds: int, seed: int) -> OutOfFold:
    """Score every row by settings fitted to the other folds, encodings and scalings too."""
    found = np.full((len(members), len(train.X), train.n_classes), np.nan)
    reasons: dict[Member, str] = {}
    for test in stratified_folds(train.codes, n_folds, seed):
        inner, left_out, present = without(train, test)
        fitted = fit_members(inner, members, seed)
        reasons = fitted.reasons | reasons
        for place, scored in fitted.scores(left_out):
            found[place][np.ix_(test, present)] = scored
    defined = [place for place, member in enumerate(members) if member not in reasons]
    return OutOfFold(tuple(members[place] for place in defined), reasons, found[defined], train.codes)
