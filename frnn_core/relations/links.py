"""Links from distance to similarity.

They are not clipped: a pair farther apart than the scale has a negative similarity. Clipping
would make all such pairs equally unlike and so change predictions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.fitted import Embedding
from frnn_core.engine.neighbours import diameter
from frnn_core.engine.relation import TrainingSet
from frnn_core.errors import DataError


def _refuse_scale(scale: float | FloatArray) -> None:
    """Refuse what no distance can be divided by."""
    if not (np.isfinite(scale) & (np.asarray(scale) > 0)).all():
        raise DataError(
            f"distances are divided by {scale}, which is no finite number above 0, as when all rows coincide "
            "or lie too far apart. Normalise the features, or choose another relation."
        )


@dataclass(frozen=True, eq=False)
class AffineLink:
    """R = 1 - d / scale, the same scale for every class."""

    scale: float
    squared: bool = False
    common = True

    def __post_init__(self) -> None:
        _refuse_scale(self.scale)

    @property
    def decision(self) -> AffineLink:
        """Itself."""
        return self

    def __call__(self, distances: FloatArray, classes: ArrayLike = 0) -> FloatArray:
        """Give the similarities; the classes do not matter."""
        return np.asarray(1 - (distances**2 if self.squared else distances) / self.scale)


@dataclass(frozen=True, eq=False)
class DiameterLink:
    """R = 1 - d / (largest distance between two training rows where `embed` puts them), or with squares.

    With one common scale the predictions do not depend on it: it multiplies every difference of
    scores by the same number. So decisions use a quick upper bound of the diameter (twice the
    largest distance from the mean), and the exact one is computed when similarities are asked for.
    """

    train: TrainingSet
    embed: Embedding | None = None
    squared: bool = False
    common = True

    @cached_property
    def exact(self) -> AffineLink:
        """The link with the diameter as its scale."""
        return self._with(diameter(self.train.outskirts(self.embed)))

    @cached_property
    def decision(self) -> AffineLink:
        """The link with the quick bound as its scale."""
        return self._with(2 * self.train.reach(self.embed))

    def _with(self, length: float) -> AffineLink:
        return AffineLink(length**2 if self.squared else length, squared=self.squared)

    def __call__(self, distances: FloatArray, classes: ArrayLike = 0) -> FloatArray:
        """Give the similarities; the classes do not matter."""
        return self.exact(distances)


@dataclass(frozen=True, eq=False)
class ClassAffineLink:
    """R = 1 - d / scale_c, a scale for each class."""

    scales: FloatArray
    common = False

    def __post_init__(self) -> None:
        _refuse_scale(self.scales)

    @property
    def decision(self) -> ClassAffineLink:
        """Itself: the scales decide here."""
        return self

    def __call__(self, distances: FloatArray, classes: ArrayLike) -> FloatArray:
        """Give the similarities to rows of the given classes."""
        return np.asarray(1 - distances / self.scales[np.asarray(classes)])


@dataclass(frozen=True, eq=False)
class KernelLink:
    """R = kernel(d, gamma), for one width or an array of widths that broadcasts to the distances."""

    kernel: Callable[[FloatArray, float | FloatArray], FloatArray]
    gamma: float | FloatArray
    common = True

    @property
    def decision(self) -> KernelLink:
        """Itself."""
        return self

    def __call__(self, distances: FloatArray, classes: ArrayLike = 0) -> FloatArray:
        """Give the similarities; the classes do not matter."""
        with np.errstate(over="ignore"):  # d² / γ beyond float64 is infinite, and the similarity 0
            return self.kernel(distances, self.gamma)
