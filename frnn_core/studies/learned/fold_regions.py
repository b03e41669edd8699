"""The regions of a local relation on one fold: which rows they hold, seen in two coordinates."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.relations.embeddings import mapped
from frnn_core.studies.learned.fold_fit import LearnedFit, fold_of, sample_rows
from frnn_core.studies.learned.fold_maps import plain_axes


@dataclass(frozen=True, eq=False)
class RegionMap:
    """Training rows in two coordinates, with their regions.

    Attributes
    ----------
    points, regions, codes : coordinates, region and class of the rows that are shown
    sizes : (regions, classes) training rows of each class in each region, all rows counted
    asked : how many regions were asked for; what is missing had too few rows and fell to its neighbours
    """

    points: FloatArray
    axes: tuple[str, str]
    regions: IntArray
    codes: IntArray
    sizes: IntArray
    classes: tuple[str, ...]
    asked: int

    @property
    def count(self) -> int:
        """How many regions there are."""
        return len(self.sizes)

    @property
    def given_up(self) -> int:
        """How many regions had too few rows, so that these fell to the nearest of the others."""
        return self.asked - self.count

    def table(self) -> pd.DataFrame:
        """A row a region: how many rows, their share, and the rows of each class."""
        frame = pd.DataFrame(
            self.sizes,
            index=pd.RangeIndex(1, self.count + 1, name="region"),
            columns=[f"class {name}" for name in self.classes],
        )
        rows = self.sizes.sum(axis=1)
        frame.insert(0, "rows", rows)
        frame.insert(1, "share", rows / rows.sum())
        return frame


def region_map(name: str, fold: int, fit: LearnedFit) -> RegionMap:
    """Show a fold, numbered from 1, with the regions of a fit; two features are shown as they are."""
    located = fit.relation.regions
    if located is None:
        raise TypeError("This relation has no regions.")
    train = fold_of(name, fold).train
    axes, names = plain_axes(train)
    centre = train.X.mean(axis=0) if len(axes) < train.n_features else np.zeros(train.n_features)
    numbers, shown = located(train.X), sample_rows(train)
    sizes = np.zeros((located.count, train.n_classes), dtype=np.int64)
    np.add.at(sizes, (numbers, train.codes), 1)
    return RegionMap(
        mapped(train.X[shown] - centre, axes),
        names,
        numbers[shown],
        train.codes[shown],
        sizes,
        fit.classes,
        int(fit.params.get("regions", located.count)),
    )
