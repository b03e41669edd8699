"""Learned feature weights, fold by fold, on a scale where 1 is what every feature counts in Manhattan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.studies.learned.fold_fit import LearnedFit

EVERY = "all rows"
MOST_GROUPS = 12


@dataclass(frozen=True, eq=False)
class FeatureWeights:
    """The weights of each feature on each fold.

    Attributes
    ----------
    values : (folds, groups, features) on a scale on which the mean over groups and features is 1 on every
        fold; NaN for a class that a fold lacks
    groups : whose weights they are: those of all rows, of each class or of each region
    sampled : whether fits were made from a part of the rows, to be quick
    """

    values: FloatArray
    features: tuple[str, ...]
    groups: tuple[str, ...]
    folds: tuple[int, ...]
    sampled: bool = False

    @cached_property
    def means(self) -> FloatArray:
        """(groups, features) mean over the folds."""
        return np.asarray(np.nanmean(self.values, axis=0))

    @cached_property
    def order(self) -> IntArray:
        """The features, that with the largest mean over all groups first."""
        return np.argsort(-self.means.mean(axis=0), kind="stable")

    def frame(self) -> pd.DataFrame:
        """A row a fold, group and feature."""
        names = pd.MultiIndex.from_product(
            [self.folds, self.groups, self.features], names=["fold", "group", "feature"]
        )
        return pd.DataFrame({"weight": self.values.ravel()}, index=names)

    @property
    def highest(self) -> float:
        """The largest weight on any fold."""
        return float(np.nanmax(self.values))


def feature_weights(fits: Mapping[int, LearnedFit]) -> FeatureWeights:
    """Bring the weights of fits on several folds together; regions differ by fold, so they take one fold."""
    first = next(iter(fits.values()))
    groups = (
        _groups(first)
        if len(fits) == 1
        else tuple(dict.fromkeys(g for f in fits.values() for g in _groups(f)))
    )
    values = np.full((len(fits), len(groups), len(first.features)), np.nan)
    for place, fit in enumerate(fits.values()):
        weights = fit.weights
        if weights is None:
            raise TypeError("This relation has no feature weights.")
        values[place, [groups.index(group) for group in _groups(fit)]] = weights / weights.mean()
    return FeatureWeights(
        values, first.features, groups, tuple(fits), sampled=any(fit.sampled for fit in fits.values())
    )


def _groups(fit: LearnedFit) -> tuple[str, ...]:
    if fit.relation.regions is not None:
        return tuple(f"region {number + 1}" for number in range(fit.relation.regions.count))
    return tuple(f"class {name}" for name in fit.classes) if fit.relation.per_class else (EVERY,)
