"""How baselines are tuned: every combination of a grid by inner cross-validation on the training rows alone.

Four stratified folds of at most about 1,500 training rows; the answers of the four are judged together by
balanced accuracy, so that a class of few rows counts like any other; of equals the first of the grid is
taken. The classifier that answers is then fitted to all training rows.
"""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable, Mapping
from typing import Any, Protocol
from weakref import WeakKeyDictionary

import numpy as np

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.folds import stratified_sample
from frnn_core.engine.measures import balanced_accuracy, confusion
from frnn_core.experiments.baselines.registry import Answer, Grid, seed_of
from frnn_core.experiments.evaluate import Fold

FOLDS = 4
MOST_ROWS = 1500
HOW = (
    f"by balanced accuracy in {FOLDS} stratified folds of the training rows (of about {MOST_ROWS:,} of them "
    "where there are more)"
)
Settings = tuple[tuple[str, Any], ...]
_judged: WeakKeyDictionary[Fold, dict[tuple[Make, Settings], float]] = WeakKeyDictionary()


class Classifier(Protocol):
    """A classifier of scikit-learn."""

    def fit(self, X: FloatArray, y: IntArray) -> Any:
        """Learn from rows."""

    def predict(self, X: FloatArray) -> IntArray:
        """Give a code for each row."""


Make = Callable[..., Classifier]
"""(training rows, seed, and the parameters of a grid) to a classifier that is not fitted yet."""


def tuned(fold: Fold, make: Make, grid: Grid, **final: Any) -> Answer:
    """Choose from a grid on the training rows, fit to all of them and decide the queries.

    `final` are parameters for that last fit alone, such as more trees.
    """
    rows, queries = fold.coordinates()
    codes, seed = fold.train.codes, seed_of(fold)
    tried = [(dict(one), inner_score(fold, make, one)) for one in combinations(grid)]
    chosen, score = max(tried, key=lambda pair: pair[1])
    decided = fitted_answer(make, rows, codes, queries, {**chosen, **final}, seed)
    return Answer(decided[:, None], {**chosen, "inner_score": round(score, 6)})


def combinations(grid: Grid) -> list[Settings]:
    """Every combination of a grid, the last parameter fastest."""
    return [tuple(zip(grid, values, strict=True)) for values in itertools.product(*grid.values())]


def inner_score(fold: Fold, make: Make, settings: Settings) -> float:
    """Balanced accuracy of all answers of the inner folds; kept as long as the fold is, for other grids."""
    known = _judged.setdefault(fold, {})
    if (make, settings) not in known:
        known[make, settings] = _inner_score(fold, make, dict(settings))
    return known[make, settings]


def _inner_score(fold: Fold, make: Make, settings: Mapping[str, Any]) -> float:
    seed = seed_of(fold)
    sample = stratified_sample(fold.train.codes, MOST_ROWS, FOLDS, seed)
    rows, codes = fold.coordinates()[0][sample], fold.train.codes[sample]
    answered = np.empty_like(codes)
    for train, test in inner_folds(codes, seed):
        answered[test] = fitted_answer(make, rows[train], codes[train], rows[test], settings, seed)
    return float(balanced_accuracy(confusion(codes, answered[:, None], fold.train.n_classes))[0])


def fitted_answer(
    make: Make, rows: FloatArray, codes: IntArray, queries: FloatArray, settings: Mapping[str, Any], seed: int
) -> IntArray:
    """Fit and decide; where all rows are of one class, there is nothing to fit."""
    if (codes == codes[0]).all():
        return np.full(len(queries), codes[0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return np.asarray(make(rows, seed, **settings).fit(rows, codes).predict(queries))


def inner_folds(codes: IntArray, seed: int) -> list[tuple[IntArray, IntArray]]:
    """Training and test rows of each inner fold; a class of fewer rows is missing from some of them."""
    from sklearn.model_selection import StratifiedKFold

    folds = min(FOLDS, int(np.bincount(codes).max()))
    if folds < 2:
        return [(np.arange(len(codes)), np.arange(len(codes)))]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return list(StratifiedKFold(folds, shuffle=True, random_state=seed).split(codes, codes))
