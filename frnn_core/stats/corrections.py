"""How p-values are corrected for their number, and the one place where corrections are registered.

One decorated function adds a correction.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import pandas as pd

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.registry import Registry

Correct = Callable[[FloatArray], FloatArray]
Controls = Literal["family-wise error", "false discovery rate"]
USUAL_CORRECTION, UNCORRECTED = "holm", "none"
"""The correction unless another is named, and the one that leaves p-values as they are."""


@dataclass(frozen=True)
class Correction:
    """A correction for many tests.

    Attributes
    ----------
    formula : LaTeX of the adjusted p-value of the i-th smallest of m
    help : what it does, in one sentence
    source : where it is described
    controls : the chance of any false finding, or the expected share of false ones; None for neither
    function : gives the adjusted p-values of a family of tests, in the same order
    """

    key: str
    label: str
    formula: str
    help: str
    source: str
    controls: Controls | None
    function: Correct = field(repr=False)


CORRECTIONS = Registry[Correction]("correction")


def correction(**spec: Any) -> Callable[[Correct], Correct]:
    """Register the decorated function, which gives adjusted p-values."""

    def register(function: Correct) -> Correct:
        made = Correction(function=function, **spec)
        CORRECTIONS.add(made.key, made)
        return function

    return register


@correction(
    key="holm",
    label="Holm",
    formula=r"\max_{j \le i} \min\left((m - j + 1) \, p_{(j)}, 1\right)",
    help="Step by step from the smallest p: never weaker than Bonferroni, and assumes as little.",
    source="Holm (1979), https://www.jstor.org/stable/4615733",
    controls="family-wise error",
)
def holm(p: FloatArray) -> FloatArray:
    """The i-th smallest of m is multiplied by m - i + 1, and none may be below a smaller one.

    It is computed here, for statsmodels collects garbage each time, which costs a tenth of a second.
    """
    order = np.argsort(p)
    adjusted = np.empty(len(p))
    adjusted[order] = np.minimum(np.maximum.accumulate(np.arange(len(p), 0, -1) * p[order]), 1)
    return adjusted


@correction(
    key="bonferroni",
    label="Bonferroni",
    formula=r"\min(m \, p_{(i)}, 1)",
    help="Each p times the number of tests: simple, and the strictest.",
    source="Dunn (1961), https://doi.org/10.1080/01621459.1961.10482090",
    controls="family-wise error",
)
def bonferroni(p: FloatArray) -> FloatArray:
    """Bonferroni's correction, by statsmodels."""
    return _by_statsmodels(p, "bonferroni")


@correction(
    key="hochberg",
    label="Hochberg",
    formula=r"\min_{j \ge i} (m - j + 1) \, p_{(j)}",
    help="Step by step from the largest p: finds more than Holm, if tests are independent or lean one way.",
    source="Hochberg (1988), https://doi.org/10.1093/biomet/75.4.800",
    controls="family-wise error",
)
def hochberg(p: FloatArray) -> FloatArray:
    """Hochberg's correction, by statsmodels."""
    return _by_statsmodels(p, "simes-hochberg")


@correction(
    key="hommel",
    label="Hommel",
    formula=r"\max_{I \ni i} \min_{1 \le j \le |I|} \tfrac{|I|}{j} \, p_{(j : I)}",
    help="All subsets of tests at once: finds more than Hochberg, on the same assumption.",
    source="Hommel (1988), https://doi.org/10.1093/biomet/75.2.383",
    controls="family-wise error",
)
def hommel(p: FloatArray) -> FloatArray:
    """Hommel's correction, by statsmodels."""
    return _by_statsmodels(p, "hommel")


@correction(
    key="benjamini-hochberg",
    label="Benjamini-Hochberg",
    formula=r"\min_{j \ge i} \min\left(\tfrac{m}{j} \, p_{(j)}, 1\right)",
    help="Lets a share of the findings be false: finds more than any family-wise correction.",
    source="Benjamini, Hochberg (1995), https://doi.org/10.1111/j.2517-6161.1995.tb02031.x",
    controls="false discovery rate",
)
def benjamini_hochberg(p: FloatArray) -> FloatArray:
    """Benjamini and Hochberg's correction, by statsmodels."""
    return _by_statsmodels(p, "fdr_bh")


@correction(
    key="benjamini-yekutieli",
    label="Benjamini-Yekutieli",
    formula=r"\min_{j \ge i} \min\left(\tfrac{m}{j} \, p_{(j)} \sum_{l=1}^{m} \tfrac{1}{l}, 1\right)",
    help="Lets a share of the findings be false, however the tests depend on each other.",
    source="Benjamini, Yekutieli (2001), https://doi.org/10.1214/aos/1013699998",
    controls="false discovery rate",
)
def benjamini_yekutieli(p: FloatArray) -> FloatArray:
    """Benjamini and Yekutieli's correction, by statsmodels."""
    return _by_statsmodels(p, "fdr_by")


@correction(
    key="none",
    label="None",
    formula=r"p_{(i)}",
    help="P-values as they are: with many pairs some are small by chance.",
    source="the tests themselves",
    controls=None,
)
def uncorrected(p: FloatArray) -> FloatArray:
    """The p-values as they are."""
    return p


def _by_statsmodels(p: FloatArray, method: str) -> FloatArray:
    from statsmodels.stats.multitest import multipletests

    return np.asarray(multipletests(p, method=method)[1])


def adjust(p: pd.DataFrame, key: str, control: str | None = None) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Keep the pairs that are compared and correct their p-values: (raw, adjusted).

    Without a control these are all pairs; with one, its k - 1 pairs, and the correction runs over those.
    A pair without a test (NaN) does not count.
    """
    raw = p.copy()
    if control is not None:
        others = raw.index != control
        raw.loc[others, raw.columns != control] = np.nan
    values = raw.to_numpy(copy=True)
    upper = np.triu(np.isfinite(values), 1)
    if upper.any():
        values[upper] = CORRECTIONS[key].function(values[upper])
        values.T[upper] = values[upper]
    return raw, pd.DataFrame(values, index=raw.index, columns=raw.columns)
