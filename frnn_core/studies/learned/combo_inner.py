"""What COMBO saw: the inner scores of its candidates on every fold, and which one it chose for each k.

One search serves all k, but it takes seconds a fold on the larger data sets. So the scores of the
paper's data sets are shipped; they are given out only if data, folds and relations are still those that
they were computed with, and computed anew otherwise.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import IO

import numpy as np

from frnn_core.data import dataset_names
from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.errors import Undefined
from frnn_core.experiments.evaluate import Fold
from frnn_core.experiments.plan import Conditions, Setting, loaded
from frnn_core.relations import RELATIONS
from frnn_core.relations.combo import SEVEN, ComboTrace
from frnn_core.resources import packaged

KS = tuple(range(1, 21))
FILE = "combo_inner.npz"
NONE = -1


@dataclass(frozen=True, eq=False)
class InnerScores:
    """The inner scores of COMBO on the folds of one data set.

    Attributes
    ----------
    means : (folds, candidates, 20) mean inner balanced accuracy for k = 1 … 20; NaN for one that is out
    choices : (folds, 20) place of the candidate that was chosen, `NONE` where COMBO is undefined
    reasons : for each fold, why candidates are out, by key
    """

    means: FloatArray
    choices: IntArray
    reasons: tuple[dict[str, str], ...]
    candidates: tuple[str, ...] = SEVEN

    def chosen(self, k: int) -> list[str | None]:
        """The relation that was chosen on each fold."""
        return [None if place == NONE else self.candidates[place] for place in self.choices[:, k - 1]]

    def margins(self, k: int) -> FloatArray:
        """The lead of the best candidate over the second, on each fold."""
        ranked = np.sort(np.nan_to_num(self.means[:, :, k - 1], nan=-1.0), axis=1)
        margins = ranked[:, -1] - ranked[:, -2]
        return np.where(ranked[:, -2] < 0, np.nan, margins)


def inner_scores_of(name: str) -> InnerScores:
    """The inner scores on the folds of a data set, shipped where they can be."""
    known = _shipped().get(_key(name))
    return known if known is not None else compute(name)


def compute(name: str) -> InnerScores:
    """Fit COMBO on every fold for every k; the largest k first, so that one search serves all."""
    data, folds = loaded(name, Conditions())
    setting = Setting.of("combo")
    means = np.full((len(folds), len(SEVEN), len(KS)), np.nan)
    choices = np.full((len(folds), len(KS)), NONE)
    reasons: list[dict[str, str]] = []
    for fold in range(len(folds)):
        part = Fold.of(data, folds, fold, Conditions())
        out: dict[str, str] = {}
        for k in reversed(KS):
            try:
                trace = setting.spec.fit(part.train.with_k(k), **part.parameters(setting)).trace
            except Undefined as undefined:
                out = dict.fromkeys(SEVEN, undefined.reason)
                break
            if not isinstance(trace, ComboTrace):
                raise TypeError("COMBO keeps a trace of its choice")
            means[fold, :, k - 1] = trace.scores.mean(axis=1)
            choices[fold, k - 1] = SEVEN.index(trace.choice)
            out = trace.reasons
        reasons.append(out)
    return InnerScores(means, choices, tuple(reasons))


def write(file: IO[bytes]) -> None:
    """Compute the inner scores on the paper's data sets and write them."""
    found = {name: compute(name) for name in dataset_names()}
    np.savez_compressed(
        file,
        keys=np.array([_key(name) for name in found]),
        means=np.array([inner.means for inner in found.values()]),
        choices=np.array([inner.choices for inner in found.values()], dtype=np.int8),
        reasons=np.array([json.dumps(inner.reasons) for inner in found.values()]),
    )


@cache
def _shipped() -> dict[str, InnerScores]:
    with packaged("frnn_core.studies.learned", FILE) as file:
        archive = np.load(file, allow_pickle=False)
        columns = [archive[name] for name in ("keys", "means", "choices", "reasons")]
        return {
            str(key): InnerScores(means, choices.astype(np.int64), tuple(json.loads(str(reasons))))
            for key, means, choices, reasons in zip(*columns, strict=True)
        }


def _key(name: str) -> str:
    """Everything that decides the scores."""
    data, folds = loaded(name, Conditions())
    revisions = " ".join(f"{key} {RELATIONS[key].revision}" for key in ("combo", *SEVEN))
    return f"{data.sha256} {folds.sha256} {revisions}"
