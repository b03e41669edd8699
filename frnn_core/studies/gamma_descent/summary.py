"""The runs on several folds put together: a table of all, a summary a variant, the kernels side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from frnn_core.experiments.plan import Plan, Setting
from frnn_core.experiments.score_table import score_table
from frnn_core.studies.gamma_descent.runs import CURVE_GRID, RELATION_OF, UNFITTED, FoldOutcome

FAR_BELOW = 0.05
"""Balanced accuracy lost against the unfitted kernel that counts as a collapse."""
SMALL_STEP = "small step"
"""Why a run stopped whose last step was below the tolerance, where its loss curve is not at hand."""


def outcomes(folds: Sequence[FoldOutcome]) -> pd.DataFrame:
    """A row for each variant and fold: what was learned, why it stopped, and balanced accuracies."""
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
    """One variant over the folds: median and range of the width, counts of reasons, means of the rest.

    Attributes
    ----------
    lowest_loss, lowest_at : the lowest point of the mean loss curve, and its width
    """

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
    lowest_loss: float
    lowest_at: float

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

    @property
    def flat(self) -> bool:
        """Whether most runs came to rest on a plateau."""
        return 2 * self.count("plateau") > self.folds


def summaries(folds: Sequence[FoldOutcome]) -> list[Summary]:
    """Sum up each variant over the folds."""
    return [_summary(variant, folds) for variant in _variants(folds)]


def _summary(variant: str, folds: Sequence[FoldOutcome]) -> Summary:
    runs = [outcome.run(variant) for outcome in folds]
    gammas = [run.gamma for run in runs]
    curve = np.mean([outcome.curve for outcome in folds], axis=0)

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
        lowest_loss=float(curve.min()),
        lowest_at=float(CURVE_GRID[int(curve.argmin())]),
    )


def kernel_frame(told: Mapping[str, Sequence[Summary]]) -> pd.DataFrame:
    """A row for each kernel and variant: median and range of the width, why it stopped, accuracies."""
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

    The published variant is left out where it was not run. Which run rests at a minimum is not judged.
    """
    keys = [(kernel, variant) for kernel in RELATION_OF for variant in ("published", "corrected")]
    plain = {kernel: Setting.of(kernel, gamma=UNFITTED) for kernel in RELATION_OF}
    learned = {
        (kernel, variant): Setting.of_variant(RELATION_OF[kernel], variant) for kernel, variant in keys
    }
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
    """Reasons with counts; without the loss curves nobody can say which small step was a minimum's."""
    told = (SMALL_STEP if reason == "converged" else reason for reason in reasons)
    return ", ".join(f"{reason} {count}" for reason, count in Counter(told).most_common())
