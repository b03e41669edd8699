"""Relations built on distances: four plain ones, two of angles, two of Mahalanobis."""

from __future__ import annotations

import numpy as np

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.neighbours import diameter
from frnn_core.engine.relation import FittedRelation, Metric, Parameter, TrainingSet, relation
from frnn_core.relations.covariance import covariance, singular, singular_reason, whitening
from frnn_core.relations.embeddings import ClassLinear, Direction, Linear, mapped
from frnn_core.relations.links import AffineLink, ClassAffineLink, DiameterLink

DISTANCES = "doi:10.1007/978-3-642-00234-2"
MAHALANOBIS = "doi:10.1007/s13171-019-00164-5"

VARIANT = Parameter(
    "variant",
    "variant",
    default="corrected",
    choices=("corrected", "published"),
    help="As the formula says, or as the code published with the paper computes it.",
)
SCALE = Parameter(
    "scale",
    "scale",
    default="class",
    choices=("class", "overall"),
    help="Divide by the largest distance within the class (the paper's formula) or by the largest "
    "overall (which reproduces the paper's table).",
)


@relation(
    key="man",
    label="Manhattan",
    family="distance",
    formula=r"R(q, y) = 1 - \frac{1}{n} \sum_{i=1}^{n} |q_i - y_i|",
    where=r"n = \text{number of features}",
    reference=DISTANCES,
)
def manhattan(train: TrainingSet) -> FittedRelation:
    """The sum of the differences, over the number of features."""
    return FittedRelation("cityblock", AffineLink(train.n_features))


@relation(
    key="euc",
    label="Euclidean",
    family="distance",
    formula=r"R(q, y) = 1 - \frac{1}{\sqrt{n}} \sqrt{\sum_{i=1}^{n} (q_i - y_i)^2}",
    reference=DISTANCES,
)
def euclidean(train: TrainingSet) -> FittedRelation:
    """The straight line, over the diagonal of the unit cube."""
    return FittedRelation("euclidean", AffineLink(train.n_features**0.5))


@relation(
    key="che",
    label="Chebyshev",
    family="distance",
    formula=r"R(q, y) = 1 - \max_{i=1}^{n} |q_i - y_i|",
    reference=DISTANCES,
    parameters=(VARIANT,),
)
def chebyshev(train: TrainingSet, *, variant: str) -> FittedRelation:
    """The largest difference.

    The published variant lacks the absolute value: it takes the largest of y_i - q_i with its sign.
    """
    metric: Metric = "chebyshev" if variant == "corrected" else "signed-maximum"
    return FittedRelation(metric, AffineLink(1.0))


@relation(
    key="can",
    label="Canberra",
    family="distance",
    formula=r"R(q, y) = 1 - \frac{1}{n} \sum_{i=1}^{n} \frac{|q_i - y_i|}{|q_i| + |y_i|}",
    where=r"\tfrac{0}{0} = 0",
    reference="doi:10.1093/comjnl/9.1.60",
    nonnegative=True,
)
def canberra(train: TrainingSet) -> FittedRelation:
    """The sum of the differences, each relative to the size of its two values."""
    return FittedRelation("canberra", AffineLink(train.n_features))


def _angle(train: TrainingSet, origin: FloatArray) -> FittedRelation:
    """(1 + cos) / 2 of the angle, as the squared distance between directions: 1 - d²/4."""
    longest = float(np.linalg.norm(train.X - origin, axis=1).max())
    return FittedRelation(
        "euclidean", AffineLink(4.0, squared=True), embed=Direction(origin, 1e-12 * longest)
    )


@relation(
    key="pcc",
    label="Pearson",
    family="angle",
    formula=r"R(q, y) = \frac{1}{2}\left(1 + \frac{(q - \bar{x})^\top (y - \bar{x})}"
    r"{\lVert q - \bar{x} \rVert_2 \lVert y - \bar{x} \rVert_2}\right)",
    where=r"\bar{x} = \text{mean of the training rows}",
    reference=DISTANCES,
    metric=False,
    nonnegative=True,
)
def pearson(train: TrainingSet) -> FittedRelation:
    """The cosine after subtracting the training mean of each feature (an adjusted cosine)."""
    return _angle(train, train.X.mean(axis=0))


@relation(
    key="cos",
    label="Cosine",
    family="angle",
    formula=r"R(q, y) = \frac{1}{2}\left(1 + \frac{q^\top y}{\lVert q \rVert_2 \lVert y \rVert_2}\right)",
    reference=DISTANCES,
    metric=False,
    nonnegative=True,
)
def cosine(train: TrainingSet) -> FittedRelation:
    """The angle between the rows as seen from the origin."""
    return _angle(train, np.zeros(train.n_features))


def _covariance_reason(train: TrainingSet) -> str | None:
    return singular_reason(train.X, train.name_of)


@relation(
    key="mah",
    label="Mahalanobis",
    family="mahalanobis",
    formula=r"R(q, y) = 1 - \frac{d(q, y)}{\max_{u, v} d(u, v)}",
    where=r"d(q, y) = \sqrt{(q - y)^\top A^{-1} (q - y)}, \; A = \operatorname{cov}(X)",
    reference=MAHALANOBIS,
    check=_covariance_reason,
)
def mahalanobis(train: TrainingSet) -> FittedRelation:
    """The straight line after the training data have been made round."""
    embed = Linear(whitening(covariance(train.X)))
    return FittedRelation("euclidean", DiameterLink(embed(train.X)), embed=embed)


@relation(
    key="class-mah",
    label="Class-specific Mahalanobis",
    family="mahalanobis",
    formula=r"R(q, y) = 1 - \frac{d_c(q, y)}{\max_{u, v \in c} d_c(u, v)}",
    where=r"d_c(q, y) = \sqrt{(q - y)^\top A_c^{-1} (q - y)}, \; c = \text{class of } y",
    reference="the paper, section 3.2 (CSMBR)",
    parameters=(SCALE,),
    symmetric=False,
    metric=False,
    check=_covariance_reason,
)
def class_mahalanobis(train: TrainingSet, *, scale: str) -> FittedRelation:
    """Each class measures with its own covariance, or with the overall one where its own is singular.

    With ``scale="class"`` a class whose rows all coincide takes the overall largest distance.
    """
    overall = whitening(covariance(train.X))
    classes = train.by_class()
    embed = ClassLinear(tuple(_class_whitening(rows, overall) for rows in classes))
    common = DiameterLink(mapped(train.X, overall))
    if scale == "overall":
        return FittedRelation("euclidean", common, embed=embed, per_class=True)
    scales = np.array([diameter(embed(rows, code)) for code, rows in enumerate(classes)])
    if (scales == 0).any():
        scales[scales == 0] = diameter(common.embedded)
    return FittedRelation("euclidean", ClassAffineLink(scales), embed=embed, per_class=True)


def _class_whitening(rows: FloatArray, overall: FloatArray) -> FloatArray:
    """The map of one class; fewer than n + 1 rows cannot have a covariance of rank n."""
    if len(rows) <= rows.shape[1]:
        return overall
    own = covariance(rows)
    return overall if singular(own) else whitening(own)
