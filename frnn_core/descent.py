"""Learning the width of a kernel on the folds of a data set, and what comes of it.

On each fold the width is learned from the training rows, as the runner does it, with the same seeds: for the
paper's settings the outcomes are those of the shipped results. Beside every run stand the same kernel
without learning and the Euclidean relation, on the same test rows and with the same k.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from frnn_core.arrays import FloatArray, IntArray
from frnn_core.grid import Conditions, Fold, Plan, Setting, loaded
from frnn_core.metrics import balanced_accuracy, confusion
from frnn_core.presets import variant_setting
from frnn_core.registry import FittedRelation, Link
from frnn_core.relations.gamma import SEARCH_GRID, GammaFit, GammaSettings, learn_gamma
from frnn_core.relations.gamma_loss import GammaLoss
from frnn_core.relations.gamma_published import MOST_ROWS
from frnn_core.relations.kernels import KERNELS, Kernel
from frnn_core.relations.links import AffineLink, KernelLink
from frnn_core.scoretable import score_table
from frnn_core.scoring import SCORE_DECIMALS, Neighbourhood, neighbourhood
from frnn_core.stats.wording import counted, number

if TYPE_CHECKING:
    import pandas as pd

RELATION_OF = {
    "gauss": "gauss-grad",
    "exp": "exp-grad",
    "rat": "rat-grad",
    "circle": "cir-grad",
    "sphere": "sph-grad",
}
"""The relation with a learned width for each kernel."""
CURVE_GRID = np.geomspace(0.001, 1000.0, 121)
"""Widths of the loss curve: those of the search among them, twice as close and a decade farther out."""
UNFITTED = 1.0
FAR_BELOW = 0.05
"""Balanced accuracy lost against the unfitted kernel that counts as a collapse."""


@dataclass(frozen=True, eq=False)
class Run:
    """One learning of the width on one fold; the arrays are those of `GammaFit`.

    Attributes
    ----------
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
) -> FoldOutcome:
    """Learn the width on one fold, numbered from 1, by each variant (the one in the settings is ignored).

    The seed of the settings decides, with data set, fold and relation, which rows are drawn.
    """
    conditions = Conditions()
    data, folds = loaded(dataset, conditions)
    part = Fold.of(data, folds, fold - 1, replace(conditions, seed=settings.seed))
    part = replace(part, train=part.train.with_k(k))
    fits = [learn_gamma(part.train, kernel, _seeded(part, kernel, settings, v)) for v in variants]
    if not fits:
        raise ValueError("descend needs at least one variant")
    loss, shape = fits[0].loss, KERNELS[kernel]
    judge = _Judge.of(part, k)
    return FoldOutcome(
        fold=fold,
        runs=tuple(_run(fit, judge) for fit in fits),
        curve=loss.curve(CURVE_GRID),
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


def _run(fit: GammaFit, judge: _Judge) -> Run:
    shape = KERNELS[fit.kernel]
    similar = shape.value(judge.nearest, fit.gamma)
    return Run(
        variant=fit.settings.variant,
        gamma=fit.gamma,
        reason=fit.reason,
        gammas=fit.gammas,
        losses=fit.losses,
        end_loss=fit.loss.mean(fit.gamma)[0],
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


def why_not_published(dataset: str, settings: GammaSettings) -> str | None:
    """Why the published descent cannot be run with these settings, None if it can."""
    if settings.method != "descent":
        return f"the published code knows only gradient descent, not {_METHOD_NAMES[settings.method]}"
    if settings.loss != "own score":
        return f"the published code knows only the loss “own score”, not {settings.loss}"
    data, folds = loaded(dataset, Conditions())
    rows = len(data.X) - min(len(test) for test in folds.test_rows)
    if rows > MOST_ROWS:
        return (
            f"each of its steps passes over all {rows:,} training rows of {dataset}, so it is run up to "
            f"{MOST_ROWS:,} rows only"
        )
    return None


_METHOD_NAMES = {"adam": "Adam", "search": "a search"}


def outcomes(folds: Sequence[FoldOutcome]) -> pd.DataFrame:
    """A row for each variant and fold: what was learned, why it stopped, and balanced accuracies."""
    import pandas as pd

    rows = [
        {
            "variant": run.variant,
            "fold": outcome.fold,
            "gamma": run.gamma,
            "stopped": run.reason,
            "steps": run.steps,
            "start loss": outcome.start_loss,
            "end loss": run.end_loss,
            "fitted": run.score,
            "unfitted": outcome.unfitted,
            "at start": outcome.at_start,
            "euclidean": outcome.euclidean,
            "similarity 0": run.unlike,
        }
        for variant in _variants(folds)
        for outcome in folds
        for run in [outcome.run(variant)]
    ]
    return pd.DataFrame(rows).set_index(["variant", "fold"])


def _variants(folds: Sequence[FoldOutcome]) -> list[str]:
    return [run.variant for run in folds[0].runs] if folds else []


@dataclass(frozen=True)
class Summary:
    """One variant over the folds: median and range of the width, counts of reasons, means of the rest."""

    variant: str
    folds: int
    gamma: float
    low: float
    high: float
    reasons: tuple[tuple[str, int], ...]
    below: int
    start_loss: float
    end_loss: float
    fitted: float
    unfitted: float
    at_start: float
    euclidean: float
    unlike: float

    @property
    def collapsed(self) -> bool:
        """Whether most test rows are like no training row, or accuracy is far below the unfitted kernel's."""
        return self.unlike > 0.5 or self.unfitted - self.fitted > FAR_BELOW

    @property
    def stopped(self) -> str:
        """Why the runs stopped, with counts: dead zone 9, limit 1."""
        return ", ".join(f"{reason} {count}" for reason, count in self.reasons)

    def count(self, reason: str) -> int:
        """On how many folds a run stopped for a reason."""
        return dict(self.reasons).get(reason, 0)


def summaries(folds: Sequence[FoldOutcome]) -> list[Summary]:
    """Sum up each variant over the folds."""
    return [_summary(variant, folds) for variant in _variants(folds)]


def _summary(variant: str, folds: Sequence[FoldOutcome]) -> Summary:
    runs = [outcome.run(variant) for outcome in folds]
    gammas = [run.gamma for run in runs]

    def mean(values: Sequence[float]) -> float:
        return float(np.mean(values))

    return Summary(
        variant=variant,
        folds=len(folds),
        gamma=float(np.median(gammas)),
        low=min(gammas),
        high=max(gammas),
        reasons=tuple(Counter(run.reason for run in runs).most_common()),
        below=sum(run.gamma < outcome.flat_below for run, outcome in zip(runs, folds, strict=True)),
        start_loss=mean([outcome.start_loss for outcome in folds]),
        end_loss=mean([run.end_loss for run in runs]),
        fitted=mean([run.score for run in runs]),
        unfitted=mean([outcome.unfitted for outcome in folds]),
        at_start=mean([outcome.at_start for outcome in folds]),
        euclidean=mean([outcome.euclidean for outcome in folds]),
        unlike=mean([run.unlike for run in runs]),
    )


def width_text(gamma: float) -> str:
    """A width to three digits.

    Examples
    --------
    >>> width_text(0.41999), width_text(1.2713), width_text(100.0), width_text(-1e-9)
    ('.42', '1.27', '100', '-1e-09')
    """
    text = f"{gamma:.3g}"
    return text[1:] if text.startswith("0.") else text


def troubles(summary: Summary, settings: GammaSettings, name: str) -> list[str]:
    """What went wrong, in plain words; empty if nothing did. `name` is what the variant is called."""
    of = "on the one fold" if summary.folds == 1 else f"mean of {summary.folds} folds"
    told = []
    if summary.collapsed and not summary.below:
        words = [f"**{name} collapses.**"]
        rises = summary.end_loss - summary.start_loss > 0.0005
        if rises and settings.method != "search":
            words.append(
                f"Its steps lead uphill: the loss grows from {number(summary.start_loss)} at the start to "
                f"{number(summary.end_loss)} at the end ({of})."
            )
        if summary.unlike > 0.005:
            words.append(
                f"At the widths it ends with, {round(100 * summary.unlike)} % of the test rows have "
                "similarity 0 to every training row; for them all classes tie, and the first one wins."
            )
        words.append(
            f"Balanced accuracy is {number(summary.fitted)}; the same kernel without learning "
            f"(γ = {UNFITTED:g}) has {number(summary.unfitted)}."
        )
        told.append(" ".join(words))
    told += _standstill(summary, settings, name)
    return told


def _standstill(summary: Summary, settings: GammaSettings, name: str) -> list[str]:
    dead, left = summary.count("dead zone"), summary.count("left the domain")
    told = []
    if summary.below:
        told.append(
            f"**{name}: dead zone.** On {_of(summary.below, summary)} it ends with γ below the smallest "
            "distance between two training rows that counts. There every similarity is 0 whatever γ is, so "
            "the gradient is exactly 0 and no step can be made. Start from a larger γ, or take Search. "
            f"Balanced accuracy is {number(summary.fitted)}; the same kernel with γ = {UNFITTED:g} has "
            f"{number(summary.unfitted)}."
        )
    elif dead:
        told.append(
            f"**{name} stands still.** On {_of(dead, summary)} the gradient of the rows that were drawn was "
            "exactly 0: none of the similarities it looks at changes with γ there, so descent cannot move on."
        )
    if left:
        told.append(
            f"**{name} overshoots.** On {_of(left, summary)} the next step would have made γ zero or "
            "negative, so the run ended before it. Take a smaller step size, or Adam or Search, which cannot "
            "leave γ > 0."
        )
    return told


def _of(count: int, summary: Summary) -> str:
    return f"{count} of {counted(summary.folds, 'fold')}"


def kernel_frame(told: Mapping[str, Sequence[Summary]]) -> pd.DataFrame:
    """A row for each kernel and variant: median and range of the width, why it stopped, accuracies."""
    import pandas as pd

    rows = [
        {
            "kernel": kernel,
            "variant": summary.variant,
            "gamma": summary.gamma,
            "low": summary.low,
            "high": summary.high,
            "stopped": summary.stopped,
            "fitted": summary.fitted,
            "unfitted": summary.unfitted,
        }
        for kernel, of_kernel in told.items()
        for summary in of_kernel
    ]
    return pd.DataFrame(rows).set_index(["kernel", "variant"])


def shipped_kernels(dataset: str, k: int) -> pd.DataFrame | None:
    """The same for every kernel with the paper's settings, from the shipped results; None if they lack some.

    The published variant is left out where it was not run.
    """
    import pandas as pd

    keys = [(kernel, variant) for kernel in RELATION_OF for variant in ("published", "corrected")]
    plain = {kernel: Setting.of(kernel, gamma=UNFITTED) for kernel in RELATION_OF}
    learned = {(kernel, variant): variant_setting(RELATION_OF[kernel], variant) for kernel, variant in keys}
    table = score_table(Plan((dataset,), (*plain.values(), *learned.values()), (k,)))
    if not table.complete:
        return None
    means = dict(zip([*plain, *keys], table.frame().loc[dataset], strict=True))
    rows = {}
    for key, setting in learned.items():
        found = table.learned(dataset, setting)
        if not all(found):
            continue
        gammas = [fold["gamma"] for fold in found]
        rows[key] = {
            "gamma": float(np.median(gammas)),
            "low": min(gammas),
            "high": max(gammas),
            "stopped": _counts(fold["stopped"] for fold in found),
            "fitted": means[key],
            "unfitted": means[key[0]],
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis(["kernel", "variant"])


def _counts(reasons: Iterable[str]) -> str:
    return ", ".join(f"{reason} {count}" for reason, count in Counter(reasons).most_common())
