"""Which relation for one data set: every relation on the same folds, beside two baselines, and tested."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np
import pandas as pd
import scipy

from frnn_core.data import Partition
from frnn_core.relations import RELATIONS
from frnn_core.stats import FoldComparison, compare_folds
from frnn_core.stats.fold_tests import corrected_t
from frnn_core.your_data.fold_scores import BESIDE, Design, Score

ALPHA, ROPE = 0.05, 0.01


@dataclass(frozen=True, eq=False)
class Board:
    """The scores of a design on one data set, and what follows from them.

    Attributes
    ----------
    folds_label : where the folds come from, in words
    n_folds : folds of the whole design; `scores` may hold fewer while it is being computed
    scores : folds x relations, balanced accuracy; NaN where a relation is undefined. Only folds on which
        everything has been tried, so that all means are over the same folds
    baselines : folds x baselines
    reasons : for every relation that is undefined on a fold, why
    seconds : of each relation and baseline, mean of a fold
    """

    design: Design
    folds_label: str
    n_folds: int
    scores: pd.DataFrame
    baselines: pd.DataFrame
    reasons: dict[str, str]
    seconds: pd.Series

    @classmethod
    def of(cls, scored: Iterable[Score], design: Design, folds: Partition) -> Self:
        """Put pieces together, in whatever order they came."""
        found = {(s.fold, s.column): s for s in scored if s.column in design.columns}
        tried = Counter(fold for fold, _ in found)
        whole = sorted(fold for fold, count in tried.items() if count == len(design.columns))
        index = pd.Index(whole, name="fold", dtype=int)

        def wide(attribute: str, columns: Iterable[str]) -> pd.DataFrame:
            values = {c: [getattr(found[fold, c], attribute) for fold in whole] for c in columns}
            return pd.DataFrame(values, index=index, dtype=float)

        reasons = {key: [found[fold, key].reason for fold in whole] for key in design.relations}
        return cls(
            design,
            folds.label,
            len(folds),
            wide("score", design.relations),
            wide("score", BESIDE),
            {key: next(filter(None, told)) for key, told in reasons.items() if any(told)},
            wide("seconds", design.columns).mean(),
        )

    @property
    def complete(self) -> bool:
        """Whether every fold is there."""
        return len(self.scores) == self.n_folds

    @cached_property
    def means(self) -> pd.Series:
        """The mean of every relation that is defined on all folds, the best first."""
        whole = self.scores.dropna(axis=1) if len(self.scores) else self.scores.iloc[:, :0]
        return whole.mean().sort_values(ascending=False, kind="stable")

    def comparison(self) -> FoldComparison | None:
        """All relations against the best, by tests that allow for folds sharing their training rows.

        None where fewer than two relations or fewer than two folds can be compared.
        """
        if len(self.means) < 2 or len(self.scores) < 2:
            return None
        best = str(self.means.index[0])
        share = 1 / self.n_folds
        return compare_folds(self.scores, test_share=share, reference=best, alpha=ALPHA, rope=ROPE)

    @cached_property
    def _compared(self) -> FoldComparison | None:
        return self.comparison()

    def frame(self) -> pd.DataFrame:
        """A row for each relation, the best first, then undefined ones, then the baselines.

        `low` and `high`: 95 % interval of the mean, corrected for shared training rows (Nadeau, Bengio).
        `difference`, `difference_low`, `difference_high`: to the best, with the same kind of interval.
        `p_adjusted`: of that difference (Holm). `equivalent`: probability that it is at most `ROPE`.
        """
        undefined = [key for key in self.design.relations if key not in self.means.index]
        order = [*self.means.index, *undefined, *BESIDE]
        names = {**{key: RELATIONS[key].label for key in self.design.relations}, **BESIDE}
        return pd.DataFrame(
            {
                "name": [names[key] for key in order],
                **pd.DataFrame([self._interval(key) for key in order]).to_dict("list"),
                **self._against_best().reindex(order).to_dict("list"),
                "seconds": self.seconds.reindex(order).to_numpy(),
                "folds": [len(self._column(key).dropna()) for key in order],
                "undefined": [self.reasons.get(key, "") for key in order],
            },
            index=pd.Index(order, name="relation"),
        )

    def _column(self, key: str) -> pd.Series:
        return self.baselines[key] if key in BESIDE else self.scores[key]

    def _interval(self, key: str) -> dict[str, float]:
        """Mean and its 95 % interval, within 0 and 1; blanks where there is none."""
        values = self._column(key).to_numpy(dtype=float)
        blank = {"mean": np.nan, "low": np.nan, "high": np.nan}
        if not len(values) or np.isnan(values).any():
            return blank
        mean = float(values.mean())
        if len(values) < 2:
            return {**blank, "mean": mean}
        error = corrected_t(values, 1 / self.n_folds)[2]
        reach = float(scipy.stats.t.ppf(1 - ALPHA / 2, len(values) - 1)) * error
        return {"mean": mean, "low": max(0.0, mean - reach), "high": min(1.0, mean + reach)}

    def _against_best(self) -> pd.DataFrame:
        """Each relation minus the best; the best itself has a difference of 0 and no test."""
        columns = ["difference", "difference_low", "difference_high", "p_adjusted", "equivalent"]
        rows = {key: dict.fromkeys(columns, np.nan) for key in self.design.relations}
        if len(self.means):
            rows[str(self.means.index[0])]["difference"] = 0.0
        if self._compared is not None:
            for pair in self._compared.pairs.to_dict("records"):
                values = (-pair["difference"], -pair["high"], -pair["low"], pair["p_adjusted"], pair["rope"])
                rows[pair["second"]] = dict(zip(columns, values, strict=True))
        return pd.DataFrame.from_dict(rows, orient="index", columns=columns)
