"""Which relation for one data set: every relation on the same folds, beside other classifiers, and tested."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
import pandas as pd
import scipy

from frnn_core.engine.owa import WEIGHTS
from frnn_core.engine.scalings import SCALINGS
from frnn_core.experiments.baselines import BASELINES
from frnn_core.relations import RELATIONS
from frnn_core.stats import FoldComparison, compare_folds
from frnn_core.stats.fold_tests import corrected_t
from frnn_core.your_data.fold_scores import ALL_ROWS, Deals, Design, Place, Score

ALPHA, ROPE = 0.05, 0.01
AGAINST = ["difference", "difference_low", "difference_high", "p_adjusted", "equivalent"]


@dataclass(frozen=True, eq=False)
class Board:
    """The scores of a design on one data set, and what follows from them.

    Attributes
    ----------
    deals : the folds
    scores : folds x relations, balanced accuracy; NaN where a relation is undefined. Only folds on which
        everything has been tried, so that all means are over the same folds. Where rows are dealt several
        times, the index has two levels, (deal, fold)
    baselines : folds x other classifiers
    reasons : for everything that is undefined on a fold, why
    seconds : of each relation and classifier, mean of a fold
    pieces : every score by fold and column, with what was decided and chosen there
    done : the folds of `scores`
    """

    design: Design
    deals: Deals
    scores: pd.DataFrame
    baselines: pd.DataFrame
    reasons: dict[str, str]
    seconds: pd.Series
    pieces: Mapping[Place, Score]
    done: tuple[int, ...]

    @classmethod
    def of(cls, scored: Iterable[Score], design: Design, deals: Deals) -> Self:
        """Put pieces together, in whatever order they came."""
        found = {(s.fold, s.column): s for s in scored if s.column in design.columns}
        tried = Counter(fold for fold, _ in found if fold != ALL_ROWS)
        whole = sorted(fold for fold, count in tried.items() if count == len(design.columns))
        index = _index(whole, deals)

        def wide(attribute: str, columns: Iterable[str]) -> pd.DataFrame:
            values = {c: [getattr(found[fold, c], attribute) for fold in whole] for c in columns}
            return pd.DataFrame(values, index=index, dtype=float)

        reasons = {key: [found[fold, key].reason for fold in whole] for key in design.columns}
        return cls(
            design,
            deals,
            wide("score", design.relations),
            wide("score", design.beside),
            {key: next(filter(None, told)) for key, told in reasons.items() if any(told)},
            wide("seconds", design.columns).mean(),
            found,
            tuple(whole),
        )

    @property
    def n_folds(self) -> int:
        """The folds of the whole design; `scores` may hold fewer while it is being computed."""
        return len(self.deals)

    @property
    def folds_label(self) -> str:
        """Where the folds come from, in words."""
        return self.deals.label

    @property
    def complete(self) -> bool:
        """Whether every fold is there, and the settings to use are chosen."""
        chosen = not self.design.tuned or all((ALL_ROWS, key) in self.pieces for key in self.design.relations)
        return len(self.scores) == self.n_folds and chosen

    @cached_property
    def means(self) -> pd.Series:
        """The mean of every relation that is defined on all folds, the best first."""
        return _means(self.scores)

    @cached_property
    def beside(self) -> pd.Series:
        """The mean of every other classifier that could be fitted on all folds, the best first."""
        return _means(self.baselines)

    @cached_property
    def everything(self) -> pd.DataFrame:
        """Folds x relations and other classifiers."""
        return pd.concat([self.scores, self.baselines], axis=1)

    def settings(self, relation: str) -> dict[str, Any] | None:
        """The settings to use, chosen on all rows as in each fold: arguments of `FRNNClassifier`.

        None while they are not known, and where the relation is undefined on all rows.
        """
        if not self.design.tuned:
            setting = self.design.setting(relation)
            params = {name: value for name, value in setting.params if name != "gamma"}
            gamma = {"gamma": dict(setting.params)["gamma"]} if setting.spec.uses_gamma else {}
            at = self.design.conditions
            own = {"k": self.design.k, "weights": at.weights, "normalise": at.normalise}
            return {"relation": relation, **own, **gamma, **({"relation_params": params} if params else {})}
        piece = self.pieces.get((ALL_ROWS, relation))
        return json.loads(piece.found) if piece and piece.found else None

    def comparison(self, reference: str | None = None) -> FoldComparison | None:
        """All relations against the best, by tests that allow for folds sharing their training rows.

        With a `reference`, that relation against every other classifier. None where there are fewer than two
        to compare, or fewer than two folds.
        """
        if not len(self.means) or len(self.scores) < 2:
            return None
        if reference is None:
            reference, table = str(self.means.index[0]), self.scores[self.means.index]
        else:
            table = self.everything[[reference, *self.beside.index]]
        if table.shape[1] < 2:
            return None
        share = 1 / self.deals.per_deal
        return compare_folds(table, test_share=share, reference=reference, alpha=ALPHA, rope=ROPE)

    def frame(self) -> pd.DataFrame:
        """A row for each relation, the best first, then undefined ones, then the other classifiers.

        `low` and `high`: 95 % interval of the mean, corrected for shared training rows (Nadeau, Bengio).
        `difference`, `difference_low`, `difference_high`: to the best relation, with the same kind of
        interval. `p_adjusted`: of that difference (Holm; relations and other classifiers by themselves).
        `equivalent`: probability that it is at most `ROPE`. `settings`: what was chosen on all rows.
        """
        undefined = [key for key in self.design.relations if key not in self.means.index]
        order = [*self.means.index, *undefined, *self.design.beside]
        return pd.DataFrame(
            {
                "name": [name_of(key) for key in order],
                **pd.DataFrame([self._interval(key) for key in order]).to_dict("list"),
                **self._against_best().reindex(order).to_dict("list"),
                "seconds": self.seconds.reindex(order).to_numpy(),
                "folds": [len(self.everything[key].dropna()) for key in order],
                "settings": [self._settings_text(key) for key in order],
                "undefined": [self.reasons.get(key, "") for key in order],
            },
            index=pd.Index(order, name="relation"),
        )

    def _settings_text(self, key: str) -> str:
        return settings_text(self.settings(key)) if key in self.design.relations else ""

    def _interval(self, key: str) -> dict[str, float]:
        """Mean and its 95 % interval, within 0 and 1; blanks where there is none."""
        values = self.everything[key].to_numpy(dtype=float)
        blank = {"mean": np.nan, "low": np.nan, "high": np.nan}
        if not len(values) or np.isnan(values).any():
            return blank
        mean = float(values.mean())
        if len(values) < 2:
            return {**blank, "mean": mean}
        error = corrected_t(values, 1 / self.deals.per_deal)[2]
        reach = float(scipy.stats.t.ppf(1 - ALPHA / 2, len(values) - 1)) * error
        return {"mean": mean, "low": max(0.0, mean - reach), "high": min(1.0, mean + reach)}

    def _against_best(self) -> pd.DataFrame:
        """Everything minus the best relation, which itself has a difference of 0 and no test."""
        rows = {key: dict.fromkeys(AGAINST, np.nan) for key in self.design.columns}
        if len(self.means):
            best = str(self.means.index[0])
            rows[best]["difference"] = 0.0
            for reference in (None, best):
                rows |= self.against(reference)
        return pd.DataFrame.from_dict(rows, orient="index", columns=AGAINST)

    def against(self, reference: str | None) -> dict[str, dict[str, float]]:
        """Others minus the best relation (None), or other classifiers minus the relation that is named."""
        compared = self.comparison(reference)
        found = {}
        for pair in compared.pairs.to_dict("records") if compared is not None else []:
            ahead = pair["second"] == reference
            ends = (pair["low"], pair["high"]) if ahead else (-pair["high"], -pair["low"])
            difference = pair["difference"] if ahead else -pair["difference"]
            values = (difference, *ends, pair["p_adjusted"], pair["rope"])
            found[str(pair["first"] if ahead else pair["second"])] = dict(zip(AGAINST, values, strict=True))
        return found


def _index(folds: list[int], deals: Deals) -> pd.Index:
    if len(deals.partitions) == 1:
        return pd.Index(folds, name="fold", dtype=int)
    return pd.MultiIndex.from_tuples([divmod(fold, deals.per_deal) for fold in folds], names=["deal", "fold"])


def _means(scores: pd.DataFrame) -> pd.Series:
    whole = scores.dropna(axis=1) if len(scores) else scores.iloc[:, :0]
    return whole.mean().sort_values(ascending=False, kind="stable")


def name_of(column: str) -> str:
    """The name of a relation or of another classifier."""
    return RELATIONS[column].label if column in RELATIONS else BASELINES[column].label


def settings_text(settings: Mapping[str, Any] | None) -> str:
    """Settings in short, as the pages name them: k = 5, weights: linear, scaling: −½ to ½."""
    if settings is None:
        return ""
    told = [f"k = {settings['k']}"]
    if "gamma" in settings:
        told.append(f"γ = {settings['gamma']:g}")
    weights, scaling = WEIGHTS[settings["weights"]].label, SCALINGS[settings["normalise"]].label
    return ", ".join([*told, f"weights: {weights.lower()}", f"scaling: {scaling.lower()}"])
