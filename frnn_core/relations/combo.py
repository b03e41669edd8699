"""COMBO: the relation itself as a hyperparameter, chosen by cross-validation on the training rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from frnn_core.engine.approximations import neighbourhood
from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.encoding import fit_again
from frnn_core.engine.fitted import FittedRelation
from frnn_core.engine.folds import shuffled_folds, stratified_folds
from frnn_core.engine.measures import balanced_accuracy, confusion
from frnn_core.engine.parameters import Parameter
from frnn_core.engine.relation import RELATIONS, VARIANT, TrainingSet, relation
from frnn_core.errors import ParameterError, Undefined

SEVEN = ("man", "euc", "che", "can", "pcc", "cos", "mah")
FOLDS = 5
PUBLISHED_K = 20
MOST_KEPT = 100


@dataclass(frozen=True, eq=False)
class ComboTrace:
    """What was compared and what won.

    Attributes
    ----------
    relations : the candidates, in the order that decides ties
    scores : (candidates, folds) inner balanced accuracy; NaN for a candidate that is out
    reasons : why candidates are out, by key
    choice, margin : the winner, and its lead over the second in mean inner balanced accuracy
    """

    relations: tuple[str, ...]
    scores: FloatArray
    reasons: dict[str, str]
    choice: str
    margin: float

    def found(self) -> dict[str, Any]:
        """What was chosen, its lead, and which candidates were out."""
        return {"choice": self.choice, "margin": self.margin, "out": self.reasons}


@relation(
    key="combo",
    label="COMBO",
    family="combo",
    formula=r"R(q, y) = R_{r^*}(q, y)",
    where=r"r^* = \arg\max_r \text{balanced accuracy of } r \text{ in 5-fold cross-validation}",
    source="the paper, section 3.4.3",
    parameters=(
        Parameter("relations", SEVEN, known=RELATIONS),
        VARIANT,
        Parameter("seed", 0),
    ),
    help="The candidate that is best in cross-validation on the training rows.",
    defined="Where one of its candidates is, and a class has two rows to validate on.",
    triangle=False,
    learns=True,
    paper=True,
    published=(("variant", "published"),),
    uses_k=True,
)
def combo(train: TrainingSet, *, relations: tuple[str, ...], variant: str, seed: int) -> FittedRelation:
    """The candidate with the best mean inner score, refitted to all training rows; of equals the first.

    The published variant leaves Pearson out, judges with k = 20, and its folds ignore the classes.
    """
    published = variant == "published"
    candidates = tuple(key for key in relations if not (published and key == "pcc"))
    if not candidates or "combo" in candidates:
        raise ParameterError("COMBO chooses from one or more other relations, and not from itself.")
    k = min(PUBLISHED_K if published else train.k, len(train.X))
    scores, reasons = _scores_at(train, candidates, k, stratified=not published, seed=seed)
    trace = _chosen(candidates, scores, reasons)
    spec = RELATIONS[trace.choice]
    return replace(spec.fit(train, **spec.resolve()), trace=trace)


def _scores_at(
    train: TrainingSet, candidates: tuple[str, ...], k: int, *, stratified: bool, seed: int
) -> tuple[FloatArray, dict[str, str]]:
    """Inner scores for one k; one search serves all small k, which are kept."""
    key = ("combo", candidates, stratified, seed)
    found: tuple[FloatArray, dict[str, str]] | None = train.kept.get(key)
    if found is not None and k <= found[0].shape[-1]:
        return found[0][..., k - 1], found[1]
    folds = _folds(train, stratified=stratified, seed=seed)
    if k > MOST_KEPT:
        scores, reasons = inner_scores(train, candidates, folds, [k])
        return scores[..., 0], reasons
    scores, reasons = train.kept[key] = inner_scores(train, candidates, folds, range(1, k + 1))
    return scores[..., k - 1], reasons


def _folds(train: TrainingSet, *, stratified: bool, seed: int) -> tuple[IntArray, ...]:
    if not stratified:
        return shuffled_folds(len(train.X), min(FOLDS, len(train.X)), seed)
    largest = int(np.bincount(train.codes).max())
    if largest < 2:
        raise Undefined("COMBO", "no class has two rows, so there is nothing to validate on.")
    return stratified_folds(train.codes, min(FOLDS, largest), seed)


def inner_scores(
    train: TrainingSet, relations: Sequence[str], folds: Sequence[IntArray], ks: Sequence[int]
) -> tuple[FloatArray, dict[str, str]]:
    """Balanced accuracy of each candidate on each inner fold for each k, and why some are out.

    Normalisation and relation are fitted anew on each inner training part; one search serves all k.
    """
    scores = np.full((len(relations), len(folds), len(ks)), np.nan)
    reasons: dict[str, str] = {}
    for fold, test in enumerate(folds):
        inner, present = _without(train, test)
        normaliser = fit_again(np.delete(train.X, test, axis=0), train.layout, train.normalise)
        queries = normaliser.measurable(train.X[test], train.feature_names)
        for place, key in enumerate(relations):
            if key in reasons:
                continue
            spec = RELATIONS[key]
            try:
                fitted = spec.fit(inner, **spec.resolve())
            except Undefined as undefined:
                reasons[key] = undefined.reason
                scores[place] = np.nan
                continue
            near = neighbourhood(fitted, inner, queries, min(max(ks), len(inner.X)))
            decided = present[near.decide(fitted.link.decision, train.family, ks)]
            scores[place, fold] = balanced_accuracy(confusion(train.codes[test], decided, train.n_classes))
    return scores, reasons


def _without(train: TrainingSet, test: IntArray) -> tuple[TrainingSet, IntArray]:
    """The training set without some rows, normalised anew, and the codes of the classes left in it."""
    rows, codes = np.delete(train.X, test, axis=0), np.delete(train.codes, test)
    present, inner_codes = np.unique(codes, return_inverse=True)
    normalised = fit_again(rows, train.layout, train.normalise)(rows)
    return replace(train.at_hand(), X=normalised, codes=inner_codes, n_classes=len(present)), present


def _chosen(relations: tuple[str, ...], scores: FloatArray, reasons: dict[str, str]) -> ComboTrace:
    means = scores.mean(axis=1)
    if np.isnan(means).all():
        first = relations[0]
        raise Undefined("COMBO", f"every candidate is undefined on an inner fold; {first}: {reasons[first]}")
    ranked = np.sort(means[~np.isnan(means)])[::-1]
    margin = float(ranked[0] - ranked[1]) if len(ranked) > 1 else float("nan")
    return ComboTrace(relations, scores, reasons, relations[int(np.nanargmax(means))], margin)
