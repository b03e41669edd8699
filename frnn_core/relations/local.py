"""Relations built on regions: the region of the training row decides how its distance is measured.

The regions are cells around k-means centres, so that a row's own values tell where it belongs. A query is
compared with the rows of every region, by the metric of that region; all distances are in one unit, and the
link is common, so the nearest rows of a class are the nearest of all its regions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from frnn_core.engine.fitted import FittedRelation
from frnn_core.engine.parameters import Parameter
from frnn_core.engine.relation import TrainingSet, relation
from frnn_core.errors import ParameterError
from frnn_core.relations.covariance import covariance, singular_reason, whitening
from frnn_core.relations.distances import COVARIANCE_DEFINED, COVARIANCE_SHARES, MAHALANOBIS
from frnn_core.relations.embeddings import ClassLinear, ClassScaled, Linear
from frnn_core.relations.feature_weights import Groups, Sample, WeightsTrace, learned_weights
from frnn_core.relations.learned_manhattan import PENALTY, ROWS, SEED, SHARES, SOURCE, STEPS, linked, together
from frnn_core.relations.links import AffineLink
from frnn_core.relations.metric_learning import DEFINED, nothing_to_learn
from frnn_core.relations.regions import Cells, cells

LEAST_ROWS = 10
REGIONS = Parameter("regions", 10, low=1)
"""How many regions there are at most; those with too few rows are given up."""
AGREEMENT = Parameter("agreement", 0.003)
"""How strongly the logs of the weights of a feature in different regions are pulled towards each other."""
FEW_REGIONS = Parameter("regions", 3, low=1)
SHRINKAGE = Parameter("shrinkage", 0.3)
"""At most 1. The part of the overall covariance in that of each region; 1 gives Mahalanobis."""


@dataclass(frozen=True, eq=False)
class LocalTrace(WeightsTrace):
    """How the metrics of the regions were found; there are no steps and no weights where none were learned.

    Attributes
    ----------
    sizes : number of training rows in each region, of those at hand
    """

    sizes: tuple[int, ...] = ()

    def found(self) -> dict[str, Any]:
        """The sizes of the regions, too."""
        return {**super().found(), "sizes": list(self.sizes)}


@relation(
    key="local-man",
    label="Local learned Manhattan",
    family="learned",
    formula=r"R(q, y) = 1 - \frac{\sum_{i=1}^{n} a_{gi} |q_i - y_i|}{\max_k \sum_{i=1}^{n} a_{ki} r_i}",
    where=rf"g = \text{{region of }} y, \; {together('g')}",
    source=SOURCE,
    parameters=(REGIONS, PENALTY, AGREEMENT, STEPS, ROWS, SEED),
    help="Learned Manhattan, with weights of the region of the training row; the regions learn together, so "
    "that their distances can be compared.",
    base="cityblock",
    shares=SHARES,
    defined=DEFINED,
    symmetric=False,
    triangle=False,
    learns=True,
    check=nothing_to_learn,
)
def local_manhattan(
    train: TrainingSet,
    *,
    regions: int,
    penalty: float,
    agreement: float,
    max_iter: int,
    max_rows: int,
    seed: int,
) -> FittedRelation:
    """Weights for each region, all found at once."""
    found = cells(train, regions, LEAST_ROWS, seed)
    groups = Groups(found.count, lambda X, codes: found(X))
    weights, trace = learned_weights(train, groups, penalty, agreement, Sample(max_rows, seed, max_iter))
    return FittedRelation(
        "cityblock",
        linked(train, weights),
        embed=ClassScaled(weights),
        trace=LocalTrace(**vars(trace), sizes=_sizes(train, found)),
        regions=found,
    )


@relation(
    key="local-mah",
    label="Local Mahalanobis",
    family="learned",
    formula=r"R(q, y) = 1 - \frac{d_g(q, y)}{2 \max_{k, u} d_k(u, \bar{x})}",
    where=r"d_g(q, y) = \sqrt{(q - y)^\top A_g^{-1} (q - y)}, \; g = \text{region of } y, \; "
    r"A_g = (1 - s) \operatorname{cov}(X_g) + s \operatorname{cov}(X)",
    source=MAHALANOBIS,
    parameters=(FEW_REGIONS, SHRINKAGE, SEED),
    symmetric=False,
    triangle=False,
    check=singular_reason,
    help="Mahalanobis, measured by the covariance of the region of the training row, mixed with that of all.",
    base="euclidean",
    shares=COVARIANCE_SHARES,
    defined=COVARIANCE_DEFINED,
    learns=True,
)
def local_mahalanobis(train: TrainingSet, *, regions: int, shrinkage: float, seed: int) -> FittedRelation:
    """Each region measures with its own covariance, moved towards that of all rows.

    A region has more rows than there are features, or is given up.
    """
    if shrinkage > 1:
        raise ParameterError(f"shrinkage must be at most 1, not {shrinkage:g}.")
    found = cells(train, regions, max(LEAST_ROWS, train.n_features + 1), seed)
    numbers, overall = found(train.X), train.covariance()
    maps = tuple(
        whitening((1 - shrinkage) * covariance(train.X[numbers == region]) + shrinkage * overall)
        for region in range(found.count)
    )
    reach = max(train.reach(Linear(W)) for W in maps)
    trace = LocalTrace(np.arange(1), np.zeros(1), np.zeros(1), "solved directly", sizes=_sizes(train, found))
    return FittedRelation(
        "euclidean", AffineLink(2 * reach), embed=ClassLinear(maps), trace=trace, regions=found
    )


def _sizes(train: TrainingSet, found: Cells) -> tuple[int, ...]:
    return tuple(np.bincount(found(train.X), minlength=found.count).tolist())
