"""Learning the width on one fold, and the scores that it is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property

import numpy as np

from frnn_core.engine.approximations import SCORE_DECIMALS, Neighbourhood, neighbourhood
from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.encoding import Encoding
from frnn_core.engine.fitted import FittedRelation, Link
from frnn_core.engine.measures import balanced_accuracy, confusion
from frnn_core.experiments.evaluate import Fold
from frnn_core.experiments.plan import Conditions, Setting, loaded
from frnn_core.relations.gamma import SEARCH_GRID, GammaFit, GammaSettings, learn_gamma
from frnn_core.relations.gamma_ending import ending
from frnn_core.relations.gamma_loss import GammaLoss
from frnn_core.relations.kernels import KERNELS, Kernel
from frnn_core.relations.links import AffineLink, KernelLink

RELATION_OF = {key: kernel.fitted for key, kernel in KERNELS.items()}
"""The relation with a learned width for each kernel."""
CURVE_GRID = np.geomspace(0.001, 1000.0, 121)
"""Widths of the loss curve: those of the search among them, twice as close and a decade farther out."""
UNFITTED = 1.0


@dataclass(frozen=True, eq=False)
class Run:
    """One learning of the width on one fold; the arrays are those of `GammaFit`.

    Attributes
    ----------
    reason : why it stopped, a key of `REASONS`, judged by the loss curve
    end_loss : mean loss of the training rows at the learned width, each predicted by the others
    score : balanced accuracy on the test rows with the learned width
    unlike : share of the test rows whose similarity to every training row is 0 (to 12 decimals)
    """

    variant: str
    gamma: float
    reason: str
    gammas: FloatArray
    losses: FloatArray
    end_loss: float
    score: float
    unlike: float

    @property
    def steps(self) -> int:
        """How many steps were taken, or widths tried."""
        return len(self.gammas)

    @cached_property
    def path(self) -> FloatArray:
        """The width before each step, and the one that was kept."""
        return np.append(self.gammas, self.gamma)


@dataclass(frozen=True, eq=False)
class FoldOutcome:
    """The runs on one fold, numbered from 1, and what they are to be compared with.

    Attributes
    ----------
    curve : mean loss of the training rows at each width of `CURVE_GRID`
    accuracies : balanced accuracy on the test rows at each width of `SEARCH_GRID`
    flat_below : below this width the gradient is exactly 0, 0.0 if there is no such width
    start_loss : mean loss at the first width
    unfitted, at_start, euclidean : balanced accuracy of the kernel of width 1, of the first width, and of
        the Euclidean relation
    """

    fold: int
    runs: tuple[Run, ...]
    curve: FloatArray
    accuracies: FloatArray
    flat_below: float
    start_loss: float
    unfitted: float
    at_start: float
    euclidean: float

    def run(self, variant: str) -> Run:
        """The run of a variant."""
        return next(run for run in self.runs if run.variant == variant)

    def height(self, gammas: FloatArray) -> FloatArray:
        """The loss curve at some widths, straight between those of its grid."""
        return np.asarray(np.interp(np.log(gammas), np.log(CURVE_GRID), self.curve))


def descend(
    dataset: str,
    fold: int,
    kernel: str,
    k: int,
    settings: GammaSettings,
    variants: Sequence[str] = ("published", "corrected"),
    encoding: Encoding | None = None,
) -> FoldOutcome:
    """Learn the width on one fold, numbered from 1, by each variant (the one in the settings is ignored).

    The seed of the settings decides, with data set, fold and relation, which rows are drawn.
    """
    conditions = Conditions(encoding=encoding or Encoding())
    data, folds = loaded(dataset, conditions)
    part = Fold.of(data, folds, fold - 1, replace(conditions, seed=settings.seed))
    part = replace(part, train=part.train.with_k(k))
    fits = [learn_gamma(part.train, kernel, _seeded(part, kernel, settings, v)) for v in variants]
    if not fits:
        raise ValueError("descend needs at least one variant")
    loss, shape = fits[0].loss, KERNELS[kernel]
    judge, curve = _Judge.of(part, k), loss.curve(CURVE_GRID)
    return FoldOutcome(
        fold=fold,
        runs=tuple(_run(fit, judge, curve) for fit in fits),
        curve=curve,
        accuracies=np.array([judge(KernelLink(shape.value, float(gamma))) for gamma in SEARCH_GRID]),
        flat_below=flat_below(shape, loss),
        start_loss=loss.mean(settings.start)[0],
        unfitted=judge(KernelLink(shape.value, UNFITTED)),
        at_start=judge(KernelLink(shape.value, settings.start)),
        euclidean=judge(AffineLink(judge.scale)),
    )


def _seeded(part: Fold, kernel: str, settings: GammaSettings, variant: str) -> GammaSettings:
    """The settings with the seed that the runner gives to this fold and relation."""
    chosen = {name: value for name, value in asdict(settings).items() if name != "seed"}
    setting = Setting.of(RELATION_OF[kernel], {**chosen, "variant": variant})
    return GammaSettings(**part.parameters(setting))


@dataclass(frozen=True, eq=False)
class _Judge:
    """Balanced accuracy on the test rows, for any link of the Euclidean distance."""

    part: Fold
    near: Neighbourhood
    k: int

    @classmethod
    def of(cls, part: Fold, k: int) -> _Judge:
        k = min(k, len(part.train.X))
        return cls(
            part, neighbourhood(FittedRelation("euclidean", AffineLink(1.0)), part.train, part.queries, k), k
        )

    @cached_property
    def nearest(self) -> FloatArray:
        """The distance of each test row from the nearest training row."""
        return np.asarray(self.near.inside.min(axis=(1, 2)))

    @cached_property
    def scale(self) -> float:
        """A bound of the distances; decisions do not depend on it."""
        return float(np.sqrt(self.part.train.n_features))

    def __call__(self, link: Link) -> float:
        part = self.part
        decided: IntArray = part.present[self.near.decide(link, part.train.family, [self.k])]
        return float(balanced_accuracy(confusion(part.truth, decided, part.n_classes))[0])


def _run(fit: GammaFit, judge: _Judge, curve: FloatArray) -> Run:
    shape, end_loss = KERNELS[fit.kernel], fit.loss.mean(fit.gamma)[0]
    similar = shape.value(judge.nearest, fit.gamma)
    return Run(
        variant=fit.settings.variant,
        gamma=fit.gamma,
        reason=ending(fit.reason, fit.gamma, end_loss, CURVE_GRID, curve),
        gammas=fit.gammas,
        losses=fit.losses,
        end_loss=end_loss,
        score=judge(KernelLink(shape.value, fit.gamma)),
        unlike=float((similar.round(SCORE_DECIMALS) == 0).mean()),
    )


def flat_below(kernel: Kernel, loss: GammaLoss) -> float:
    """The smallest distance that counts, for a kernel that is 0 from the distance γ on; else 0.0.

    Below it every similarity is 0 (or 1, between equal rows) whatever γ is, so the gradient is exactly 0.
    """
    one = np.ones(1)
    compact = kernel.value(one, 1.0)[0] == 0
    counting = loss.distances[(loss.weights != 0) & (loss.distances > 0)]
    return float(counting.min()) if compact and counting.size else 0.0
