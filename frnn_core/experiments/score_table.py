"""One table of scores for tables, figures and tests, from the shipped results and a store.

This is the one way to results: the shipped ones answer first and at once; what they lack comes from the store
that is named; what is in neither is missing, and `pending` says what would have to be run.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.measures import DEFAULT, MEASURES
from frnn_core.engine.owa import WEIGHTS
from frnn_core.engine.rounding import level
from frnn_core.engine.scalings import SCALINGS
from frnn_core.errors import ParameterError
from frnn_core.experiments.plan import (
    Plan,
    Setting,
    Unit,
    dealt,
    encoded_as,
    keys_of,
    params_text,
    result_key,
    units,
)
from frnn_core.experiments.shipped import PACKAGE, Source, known_as
from frnn_core.experiments.store import Known, Result, ResultKey

NOT_COMPUTED = "not computed yet"


@dataclass(frozen=True, eq=False)
class ScoreTable:
    """Scores of a plan, fold by fold.

    Attributes
    ----------
    values : (data sets, settings, ks, folds), NaN where a relation is undefined or a result is missing; the
        folds of several deals stand one after the other
    there : in the same shape, whether there is a result (which may be that the relation is undefined)
    """

    plan: Plan
    measure: str
    values: FloatArray
    there: NDArray[np.bool_]
    source: Source
    store: Known | None

    @property
    def complete(self) -> bool:
        """Whether every result is there."""
        return bool(self.there.all())

    @property
    def means(self) -> FloatArray:
        """Means of the folds, (data sets, settings, ks), without the noise of floating point.

        Equal scores are equal then, in ranks, in tests, and in every file that is made of them.
        """
        return level(np.asarray(self.values.mean(axis=-1)))

    def frame(self, k: int | None = None) -> pd.DataFrame:
        """Mean of the folds, data sets x settings; blank unless defined on every fold."""
        means = self.means[:, :, self._k_place(k)]
        return pd.DataFrame(means, index=self._names(), columns=self._labels())

    def reasons(self, k: int | None = None) -> pd.DataFrame:
        """Why cells are blank, None where they are not."""
        place = self._k_place(k)
        blank = np.isnan(self.values[:, :, place]).any(axis=-1)
        words = np.full(blank.shape, None, dtype=object)
        for i, j in np.argwhere(blank):
            words[i, j] = self._reason(int(i), int(j), place)
        return pd.DataFrame(words, index=self._names(), columns=self._labels())

    def folds(self, dataset: str, setting: Setting, k: int | None = None) -> pd.DataFrame:
        """One cell fold by fold: the score, why it is blank, what was learned, and seconds."""
        keys = keys_of(self.plan, dataset, setting, self.plan.ks[self._k_place(k)])
        found = self._lookup(keys)
        rows = [_fold_row(found.get(key), self.measure) for key in keys]
        return pd.DataFrame(rows, index=pd.RangeIndex(1, len(keys) + 1, name="fold"))

    def learned(self, dataset: str, setting: Setting, k: int | None = None) -> list[dict[str, Any]]:
        """What a fit found on each fold; empty where it found nothing or is undefined."""
        keys = keys_of(self.plan, dataset, setting, self.plan.ks[self._k_place(k)])
        found = self._lookup(keys)
        texts = [found[key].fitted if key in found else None for key in keys]
        return [json.loads(text) if text else {} for text in texts]

    def pending(self) -> list[Unit]:
        """What has to be run for the table to be complete."""
        return units(self.plan, self._known()) if not self.complete else []

    def _known(self) -> Iterator[ResultKey]:
        for (i, name), (j, setting) in self._cells():
            places = dealt(name, self.plan.conditions)
            for at, place in np.argwhere(self.there[i, j]):
                data, folds, fold, deal = places[place]
                yield result_key(data, folds, fold, setting, self.plan.ks[at], deal)

    def _cells(self) -> Iterator[tuple[tuple[int, str], tuple[int, Setting]]]:
        for dataset in enumerate(self.plan.datasets):
            for setting in enumerate(self.plan.settings):
                yield dataset, setting

    def _lookup(self, keys: list[ResultKey]) -> dict[ResultKey, Result]:
        found = self.source.lookup(keys)
        missing = [key for key in keys if key not in found or not found[key].tells(self.measure)]
        return {**found, **(self.store.lookup(missing) if self.store is not None and missing else {})}

    def _reason(self, dataset: int, setting: int, k_place: int) -> str:
        there, values = self.there[dataset, setting, k_place], self.values[dataset, setting, k_place]
        if not there.all():
            return NOT_COMPUTED if not there.any() else f"{int(there.sum())} of {there.size} folds so far"
        name, of_cell = self.plan.datasets[dataset], self.plan.settings[setting]
        keys = keys_of(self.plan, name, of_cell, self.plan.ks[k_place])
        first = int(np.flatnonzero(np.isnan(values))[0])
        reason = self._lookup([keys[first]])[keys[first]].reason or ""
        defined = int((~np.isnan(values)).sum())
        if defined == 0:
            return reason
        mean = float(np.nanmean(values))
        return f"defined on {defined} of {values.size} folds (mean there {mean:.3f}): {reason}"

    def _k_place(self, k: int | None) -> int:
        if k is None:
            return 0
        if k not in self.plan.ks:
            raise ParameterError(f"This table has k = {', '.join(map(str, self.plan.ks))}, not {k!r}.")
        return self.plan.ks.index(k)

    def _names(self) -> pd.Index[str]:
        return pd.Index(self.plan.datasets, name="dataset")

    def _labels(self) -> pd.Index[str]:
        return pd.Index([setting.label for setting in self.plan.settings], name="relation")


def score_table(
    plan: Plan, measure: str = DEFAULT, store: Known | None = None, source: Source | None = None
) -> ScoreTable:
    """Collect the scores of a plan.

    Parameters
    ----------
    measure : the key of a registered measure, such as "balanced_accuracy"
    store : where to look for what is not shipped
    source : results to look in first; the shipped ones unless told otherwise

    Examples
    --------
    >>> from frnn_core import Plan, Setting
    >>> table = score_table(Plan(("wine", "pima"), (Setting.of("man"), Setting.of("euc")), ks=(3,)))
    >>> table.complete, table.frame().round(3).loc["wine"].to_dict()
    (True, {'man': 0.981, 'euc': 0.962})
    """
    judged = MEASURES[measure].key
    source = source or PACKAGE
    folds = max((len(dealt(name, plan.conditions)) for name in plan.datasets), default=0)
    values = np.full((len(plan.datasets), len(plan.settings), len(plan.ks), folds), np.nan)
    there = np.zeros(values.shape, dtype=bool)
    table = ScoreTable(plan, judged, values, there, source, store)
    _fill_from_shipped(table)
    if store is not None and not there.all():
        _fill_from_store(table, store)
    return table


def _fill_from_shipped(table: ScoreTable) -> None:
    """Fill in what there is, from the files that may have it."""
    plan = table.plan
    cells, places, hashes = [], [], set()
    for i, name in enumerate(plan.datasets):
        for place, (data, folds, fold, deal) in enumerate(dealt(name, plan.conditions)):
            if deal.seed == table.source.common["seed"]:
                hashes.add(data.sha256)
                cells.append((known_as(data.sha256, encoded_as(data, deal)), folds.sha256, fold))
                places.append((i, place))
    if not cells:
        return
    datasets, numbers = np.array(places).T[:, :, None]
    weights = WEIGHTS[plan.conditions.weights].known_as
    scaling = SCALINGS[plan.conditions.normalise].known_as
    for j, setting in enumerate(plan.settings):
        decided_by = params_text(setting), setting.spec.revision
        row = (setting.relation, *decided_by, weights, scaling)
        to = datasets, j, np.arange(len(plan.ks)), numbers
        for part in table.source.holding((setting.relation, weights, scaling), hashes):
            values, there = part.values(row, cells, plan.ks, table.measure)
            table.values[to] = np.where(there, values, table.values[to])
            table.there[to] |= there


def _fill_from_store(table: ScoreTable, store: Known) -> None:
    plan = table.plan
    places = {}
    for i, j in np.argwhere(~table.there.all(axis=(2, 3))):
        of_set = dealt(plan.datasets[i], plan.conditions)
        for at, place in np.argwhere(~table.there[i, j]):
            data, folds, fold, deal = of_set[place]
            places[result_key(data, folds, fold, plan.settings[j], plan.ks[at], deal)] = i, j, at, place
    for key, result in store.lookup(places).items():
        if result.tells(table.measure):
            table.values[places[key]] = result.scores.get(table.measure, np.nan)
            table.there[places[key]] = True


def _fold_row(result: Result | None, measure: str) -> dict[str, Any]:
    if result is None or not result.tells(measure):
        return {"score": np.nan, "reason": NOT_COMPUTED, "learned": None, "seconds": np.nan}
    return {
        "score": result.scores.get(measure, np.nan),
        "reason": result.reason,
        "learned": result.fitted,
        "seconds": result.seconds,
    }
