"""FRNN with everything chosen on the training rows: one setting, or several blended."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from frnn_core.engine.again import of_rows
from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.folds import stratified_sample
from frnn_core.engine.measures import balanced_accuracy, confusion
from frnn_core.engine.relation import TrainingSet
from frnn_core.errors import Undefined
from frnn_core.tuning.calibration import Blend, Units, blend
from frnn_core.tuning.candidates import BLENDED, CANDIDATES, Candidate, Member, members_of
from frnn_core.tuning.inner import FittedMembers, OutOfFold, fit_members, out_of_fold

FOLDS = 4
MOST_ROWS = 1_500
SHORT_LIST = 40
NEGLIGIBLE = 1e-3
"""Settings with less than this share of the weight of a blend are left out of it."""


@dataclass(frozen=True, eq=False)
class Tuned:
    """What was chosen, fitted to all training rows.

    Attributes
    ----------
    fitted, blend : the settings that decide, and how their scores are put together
    tried : every setting that was compared, with its inner balanced accuracy
    reasons : why others are undefined on these rows
    n_chosen_on : the number of training rows that the choice was made on, 0 if there was nothing to choose by
    """

    fitted: FittedMembers
    blend: Blend
    tried: dict[Member, float]
    reasons: dict[Member, str]
    n_chosen_on: int

    @property
    def members(self) -> tuple[Member, ...]:
        """The settings that decide."""
        return self.fitted.members

    def chances(self, queries: FloatArray) -> FloatArray:
        """The chance of every class for queries that are encoded as the training rows are."""
        return self.blend.chances(self.scores(queries))

    def decide(self, queries: FloatArray) -> IntArray:
        """The codes of the most likely classes."""
        return np.asarray(self.chances(queries).argmax(axis=1))

    def scores(self, queries: FloatArray) -> FloatArray:
        """The scores of the settings: (settings, queries, classes)."""
        found = np.empty((len(self.members), len(queries), len(self.blend.starts)))
        for place, scored in self.fitted.scores(queries):
            found[place] = scored
        return found

    def found(self) -> dict[str, Any]:
        """What was chosen, in short, as JSON can hold it."""
        share = (
            self.blend.weights / self.blend.weights.sum() if self.blend.weights.any() else self.blend.weights
        )
        return {
            "chosen": [member.label for member in self.members],
            "shares": [round(float(weight), 4) for weight in share],
            "starts": [round(float(start), 4) for start in self.blend.starts],
            "loss": round(self.blend.loss, 6),
            "rows": self.n_chosen_on,
        }


def tune(
    train: TrainingSet,
    candidates: Sequence[Candidate] | None = None,
    *,
    blended: bool = False,
    folds: int = FOLDS,
    max_rows: int = MOST_ROWS,
    seed: int = 0,
) -> Tuned:
    """Choose the setting, or blend the settings, with the smallest class-balanced cross-entropy.

    Every setting scores every training row, in cross-validation within the training rows. Its scores become
    chances by a temperature and a head start for each class (`calibration`). One setting: of the 40 with the
    best balanced accuracy, the one whose chances lose least. Blended: all of them, with weights of 0 or more.
    Where there are more rows than `max_rows`, a stratified sample of about so many is chosen on, in which a
    small class has a row for each fold; what was chosen is fitted to all. Where there is nothing to validate
    on, the first candidate decides.
    """
    if candidates is None:
        candidates = BLENDED if blended else CANDIDATES
    members = members_of(candidates)
    return choose(train, judge(train, members, folds, max_rows, seed), blended=blended, seed=seed)


def judge(
    train: TrainingSet,
    members: Sequence[Member],
    folds: int = FOLDS,
    max_rows: int = MOST_ROWS,
    seed: int = 0,
) -> OutOfFold:
    """The scores that a choice is made by; those of many settings serve for a choice among few of them.

    With one class only, or no class of two rows, there is nothing to validate on, and no row has scores.
    """
    sample = _sample(train, max_rows, folds, seed)
    largest = int(sample.class_sizes().max())
    if largest < 2 or train.n_classes < 2:
        return OutOfFold(tuple(members), {}, np.empty((len(members), 0, train.n_classes)), train.codes[:0])
    found = out_of_fold(sample, members, min(folds, largest), seed)
    if not found.members:
        raise Undefined("Tuned FRNN", f"every setting is undefined; {next(iter(found.reasons.values()))}")
    return found


def choose(train: TrainingSet, inner: OutOfFold, *, blended: bool = False, seed: int = 0) -> Tuned:
    """Choose among settings that were judged, and fit what was chosen to all training rows."""
    if not len(inner.codes):
        return _first(train, inner.members, seed)
    accuracies = inner_accuracies(inner)
    places, found = _blended(inner) if blended else _one(inner, accuracies)
    chosen = fit_members(train, [inner.members[place] for place in places], seed)
    for member, reason in chosen.reasons.items():
        raise Undefined(member.label, reason)
    tried = dict(zip(inner.members, accuracies.tolist(), strict=True))
    return Tuned(chosen, found, tried, inner.reasons, len(inner.codes))


def _first(train: TrainingSet, members: Sequence[Member], seed: int) -> Tuned:
    """Of settings that could not be judged the first that is defined, its scores as they are."""
    reasons = dict[Member, str]()
    for member in members:
        fitted = fit_members(train, [member], seed)
        if not fitted.reasons:
            as_they_are = Units(np.ones(1)), np.ones(1), np.zeros(train.n_classes), math.log(train.n_classes)
            return Tuned(fitted, Blend(*as_they_are), {}, reasons, 0)
        reasons |= fitted.reasons
    raise Undefined("Tuned FRNN", f"every setting is undefined; {next(iter(reasons.values()))}")


def _sample(train: TrainingSet, max_rows: int, folds: int, seed: int) -> TrainingSet:
    """The rows that the choice is made on: the very ones that other classifiers are tuned on."""
    rows = stratified_sample(train.codes, max_rows, folds, seed)
    return train if len(rows) == len(train.X) else of_rows(train, rows)


def inner_accuracies(inner: OutOfFold) -> FloatArray:
    """The balanced accuracy of every setting by itself."""
    decided = np.nan_to_num(inner.scores, nan=-np.inf).argmax(axis=2).T
    return balanced_accuracy(confusion(inner.codes, decided, inner.scores.shape[2]))


def _one(inner: OutOfFold, accuracies: FloatArray) -> tuple[list[int], Blend]:
    """The setting whose calibrated scores lose least, of those with the best balanced accuracy."""
    listed = np.sort(np.argsort(-accuracies, kind="stable")[:SHORT_LIST])
    calibrated = [(blend(inner.scores[[place]], inner.codes, penalty=0.0), int(place)) for place in listed]
    found, place = min(calibrated, key=lambda pair: pair[0].loss)
    return [place], found


def _blended(inner: OutOfFold) -> tuple[list[int], Blend]:
    """All settings together; those that count for nothing are dropped."""
    found = blend(inner.scores, inner.codes)
    places = np.flatnonzero(found.weights > NEGLIGIBLE * found.weights.sum())
    if not len(places):
        return [0], replace(found, weights=found.weights[:1], units=Units(found.units.deviations[:1]))
    units = Units(found.units.deviations[places])
    return places.tolist(), replace(found, units=units, weights=found.weights[places])
