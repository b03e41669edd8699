"""The sides of a comparison: FRNN with a setting, or another classifier, each with its known scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import pandas as pd

from frnn_core.engine.arrays import FloatArray
from frnn_core.experiments.baselines import BASELINES
from frnn_core.experiments.baselines.results import beside, seconds_of
from frnn_core.experiments.plan import Conditions, Plan, Setting
from frnn_core.experiments.score_table import NOT_COMPUTED, ScoreTable, score_table
from frnn_core.experiments.store import Store

PAPER_K = 3


@dataclass(frozen=True, eq=False)
class Measured:
    """What is known of one side on some data sets.

    Attributes
    ----------
    label : its name, with the k that was taken
    scores : by data set, mean balanced accuracy over the folds; blank unless there is one on every fold
    computed : whether there is a result on every fold, be it that the side is undefined there
    accuracy : gives the same in plain accuracy
    seconds : gives the mean seconds of a fold by data set
    """

    label: str
    scores: pd.Series
    computed: pd.Series
    accuracy: Callable[[], pd.Series]
    seconds: Callable[[], pd.Series]


class Side(Protocol):
    """One side of a comparison: whatever has scores on data sets."""

    def measured(self, names: tuple[str, ...], store: Store | None) -> Measured:
        """Its scores, from the shipped results and a store."""
        ...


@dataclass(frozen=True)
class FRNN:
    """FRNN with a relation, weights, a scaling and k.

    Attributes
    ----------
    label : its name; `{k}` stands for the k that was taken
    ks : of several, the one with the best mean over the data sets is taken: chosen in hindsight, as no
        classifier could
    """

    label: str
    setting: Setting
    ks: tuple[int, ...] = (PAPER_K,)
    weights: str = "linear"
    normalise: str = "centred"

    @property
    def conditions(self) -> Conditions:
        """What its results are of."""
        return Conditions(weights=self.weights, normalise=self.normalise)

    def measured(self, names: tuple[str, ...], store: Store | None) -> Measured:
        """Its scores; of several k that of the best mean where all are known."""
        plan = Plan(names, (self.setting,), self.ks, self.conditions)
        table = score_table(plan, store=store)
        place = _best(table.values[:, 0].mean(axis=-1))
        k = self.ks[place]
        return Measured(
            self.label.format(k=k),
            table.frame(k).iloc[:, 0],
            pd.Series(table.there[:, 0, place].all(axis=-1), index=list(names)),
            lambda: score_table(plan, "accuracy", store).frame(k).iloc[:, 0],
            lambda: _seconds(table, self.setting, k),
        )


def _best(by_k: FloatArray) -> int:
    """The place of the best mean over the data sets that have a score at each k; 0 where none has."""
    known = by_k[~np.isnan(by_k).any(axis=1)]
    return int(known.mean(axis=0).argmax()) if len(known) else 0


def _seconds(table: ScoreTable, setting: Setting, k: int) -> pd.Series:
    names = table.plan.datasets
    return pd.Series([table.folds(name, setting, k)["seconds"].mean() for name in names], index=list(names))


@dataclass(frozen=True)
class Other:
    """Another classifier on the same folds, by the key of a baseline; of several `ks` as for FRNN."""

    key: str
    ks: tuple[int, ...] = (PAPER_K,)

    def measured(self, names: tuple[str, ...], store: Store | None) -> Measured:
        """Its scores; seconds are those of the processor, with all that it takes to choose."""
        by_k = [beside(names, (self.key,), k, store=store) for k in self.ks]
        place = _best(np.column_stack([found.scores[self.key] for found in by_k]))
        k, found = self.ks[place], by_k[place]
        name = BASELINES[self.key].label
        return Measured(
            f"{name}, k = {k}" if len(self.ks) > 1 else name,
            found.scores[self.key],
            found.reasons[self.key] != NOT_COMPUTED,
            lambda: beside(names, (self.key,), k, measure="accuracy", store=store).scores[self.key],
            lambda: pd.Series({name: seconds_of(name, self.key, k, store=store) for name in names}),
        )
