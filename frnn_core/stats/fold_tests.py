"""Relations on one data set: tests that allow for folds sharing their training data."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pandas as pd
import scipy

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.rounding import NOISE, level
from frnn_core.latex import latex_table
from frnn_core.stats.bayes import bayesian_correlated_t
from frnn_core.stats.corrections import CORRECTIONS, USUAL_CORRECTION, adjust
from frnn_core.stats.score_frame import StatisticsError, check_choice, check_folds, check_settings
from frnn_core.text import (
    call_text,
    counted,
    number,
    p_number,
    text_table,
    versions,
    versions_line,
)

ONE_DATASET = (
    "These results hold for this data set only. They say nothing about other data sets: compare relations "
    "over data sets with compare."
)


@dataclass(frozen=True, eq=False)
class FoldComparison:
    """Relations compared on the folds of one data set.

    Attributes
    ----------
    scores
        Folds x relations as used; relations that lack a fold are in `left_out` with the reason.
    n, folds, repetitions, test_share
        Number of rows, folds in a repetition, repetitions, and the share of the data in a test fold.
    means
        Mean score of each relation, the best first.
    pairs
        One row for each pair: `first`, `second`, `n`, `difference` (mean, first minus second), `low` and
        `high` (its confidence interval at 1 - alpha), `t`, `df`, `p_raw`, `p_adjusted`, `significant`, and
        the Bayesian probabilities `left`, `rope`, `right` (first practically worse, equivalent, better).
    p_raw, p_adjusted
        The same p-values as relations x relations.
    """

    scores: pd.DataFrame
    n: int
    folds: int
    repetitions: int
    test_share: float
    reference: str | None
    correction: str
    alpha: float
    rope: float
    means: pd.Series
    pairs: pd.DataFrame
    p_raw: pd.DataFrame
    p_adjusted: pd.DataFrame
    left_out: dict[str, str]
    warnings: tuple[str, ...]
    call: str
    versions: dict[str, str] = field(default_factory=versions)

    def text(self) -> str:
        """Plain sentences and a table."""
        lines = [
            f"{counted(self.scores.shape[1], 'relation')} on one data set: {counted(self.n, 'fold')} in "
            f"{counted(self.repetitions, 'repetition')}. Nadeau-Bengio corrected t-test, correction "
            f"{CORRECTIONS[self.correction].label}, alpha {self.alpha:g}; Bayesian correlated t-test, "
            f"equivalent within {self.rope:g}.",
            "",
            text_table(self._shown()),
            "",
            *(f"{name} left out: {why}." for name, why in self.left_out.items()),
            *self.warnings,
            f"Call: {self.call}",
            f"Versions: {versions_line(self.versions)}",
        ]
        return "\n".join(lines)

    def frame(self) -> pd.DataFrame:
        """One row for each pair, numbers unrounded."""
        return self.pairs.copy()

    def latex(self) -> str:
        """A LaTeX table (booktabs) of the pairs."""
        correction = CORRECTIONS[self.correction].label
        caption = (
            f"Nadeau-Bengio corrected t-test ({correction}) and Bayesian correlated t-test "
            f"(rope {self.rope:g}) on one data set, {counted(self.n, 'fold')}."
        )
        return latex_table(self._shown(), caption, (self.call, versions_line(self.versions)))

    def __str__(self) -> str:
        return self.text()

    def _shown(self) -> pd.DataFrame:
        rows = self.pairs
        return pd.DataFrame(
            {
                "pair": rows["first"] + " – " + rows["second"],
                "n": rows["n"].astype(str),
                "difference": [number(x) for x in rows["difference"]],
                "p": [p_number(p) for p in rows["p_raw"]],
                "adjusted p": [p_number(p) for p in rows["p_adjusted"]],
                "P(worse)": [number(x) for x in rows["left"]],
                "P(equivalent)": [number(x) for x in rows["rope"]],
                "P(better)": [number(x) for x in rows["right"]],
            }
        )


@dataclass(frozen=True)
class FoldChoices:
    """What can be chosen, as `compare_folds` describes it; anything unknown or out of range is refused."""

    test_share: float
    reference: str | None
    correction: str
    alpha: float
    rope: float

    def __post_init__(self) -> None:
        check_choice(CORRECTIONS.kind, self.correction, CORRECTIONS)
        check_settings(self.alpha, self.rope, None)
        if not 0 < self.test_share < 1:
            raise StatisticsError(
                f"test_share is {self.test_share:g}; it must lie between 0 and 1, such as 0.1 for ten folds."
            )


class Layout(NamedTuple):
    """How the folds lie: folds in a repetition (the most, where they are uneven), and repetitions."""

    folds: int
    repetitions: int
    even: bool


def compare_folds(
    scores: pd.DataFrame,
    *,
    test_share: float | None = None,
    reference: str | None = None,
    correction: str = USUAL_CORRECTION,
    alpha: float = 0.05,
    rope: float = 0.01,
) -> FoldComparison:
    """Compare relations on the folds of one data set.

    Folds share training data, so an ordinary t-test, or any test of `compare`, finds differences that are not
    there. These two allow for it. A relation without a score on some fold is left out.

    Parameters
    ----------
    scores
        Rows are folds, columns are relations, higher is better. Repeated cross-validation has an index of two
        levels, (repetition, fold).
    test_share
        The share of the data in a test fold; by default 1 / folds in a repetition.
    reference
        Compare all others with this relation only; else all pairs.
    correction
        For many tests, as in `compare`.
    rope
        Mean differences up to this count as practically equivalent.

    Examples
    --------
    >>> folds = pd.DataFrame({"man": [0.9, 0.8, 0.9, 0.85, 0.9], "euc": [0.8, 0.8, 0.7, 0.8, 0.75]})
    >>> compare_folds(folds).pairs[["difference", "p_raw"]].round(3).to_dict("records")
    [{'difference': 0.1, 'p_raw': 0.132}]
    """
    checked = check_folds(scores)
    layout = _layout(checked)
    share = 1 / layout.folds if test_share is None else test_share
    choices = FoldChoices(share, reference, correction, alpha, rope)
    if reference is not None:
        check_choice("relation", reference, checked.columns)
    left_out = _left_out(checked, reference)
    kept = checked.drop(columns=list(left_out))
    means = kept.mean().sort_values(ascending=False, kind="stable")
    pairs, raw, adjusted = _pairs(kept, list(means.index), choices)
    return FoldComparison(
        **vars(choices),
        scores=kept,
        n=len(kept),
        folds=layout.folds,
        repetitions=layout.repetitions,
        means=means,
        pairs=pairs,
        p_raw=raw,
        p_adjusted=adjusted,
        left_out=left_out,
        warnings=(*_warnings(layout, pairs), ONE_DATASET),
        call=call_text("compare_folds", ["scores"], {**vars(choices), "test_share": test_share}),
    )


def corrected_t(differences: FloatArray, test_share: float) -> tuple[float, float, float]:
    r"""Nadeau and Bengio's corrected resampled t-test: (t, two-sided p, standard error).

    .. math:: t = \bar d \Big/ \sqrt{\left(\frac 1 n + \frac{n_{test}}{n_{train}}\right) s^2}

    with n - 1 degrees of freedom over the n folds of all repetitions. Without variance t is 0 (p = 1) for no
    difference, else infinite (p = 0). Nadeau, Bengio (2003), https://doi.org/10.1023/A:1024068626366.
    """
    n, mean = len(differences), float(differences.mean())
    error = float(np.sqrt((1 / n + test_share / (1 - test_share)) * differences.var(ddof=1)))
    if error < 10.0**-NOISE:
        return (0.0, 1.0, 0.0) if round(mean, NOISE) == 0 else (float(np.copysign(np.inf, mean)), 0.0, 0.0)
    t = mean / error
    return t, float(2 * scipy.stats.t.sf(abs(t), n - 1)), error


def _layout(scores: pd.DataFrame) -> Layout:
    if scores.index.nlevels == 1:
        return Layout(len(scores), 1, even=True)
    sizes = scores.groupby(level=0, sort=False).size()
    return Layout(int(sizes.max()), len(sizes), even=bool((sizes == sizes.iloc[0]).all()))


def _left_out(scores: pd.DataFrame, reference: str | None) -> dict[str, str]:
    """The relations that lack a fold, with the reason; refused if too little remains."""
    found = {
        str(name): f"defined on {count} of {counted(len(scores), 'fold')}"
        for name, count in scores.count().items()
        if count < len(scores)
    }
    if scores.shape[1] - len(found) < 2 or reference in found:
        undefined = "; ".join(f"{name} is {why}" for name, why in found.items())
        raise StatisticsError(
            "Fewer than two relations (or not the reference) have a score on every fold, so there is "
            f"nothing to compare: {undefined}."
        )
    return found


def _warnings(layout: Layout, pairs: pd.DataFrame) -> list[str]:
    warnings = []
    if not layout.even:
        warnings.append(
            "The repetitions have different numbers of folds; the test share is taken from the most."
        )
    if not np.isfinite(pairs["t"]).all():
        warnings.append(
            "A difference is the same on every fold, so its variance is 0 and its p-value "
            "of 0 says no more than that."
        )
    return warnings


def _pairs(
    scores: pd.DataFrame, order: list[str], choices: FoldChoices
) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Every number of every pair, and p before and after correction as relations x relations."""
    reference, share = choices.reference, choices.test_share
    n = len(scores)
    reach = float(scipy.stats.t.ppf(1 - choices.alpha / 2, n - 1))
    p = pd.DataFrame(np.nan, index=order, columns=order)
    rows = []
    for first, second in combinations(order, 2):
        if reference is not None and reference not in (first, second):
            continue
        differences = level((scores[first] - scores[second]).to_numpy())
        t, p_value, error = corrected_t(differences, share)
        p.loc[first, second] = p.loc[second, first] = p_value
        mean = float(differences.mean())
        bayes = bayesian_correlated_t(differences, choices.rope, share)
        rows.append(
            {
                "first": first,
                "second": second,
                "n": n,
                "difference": mean,
                "low": mean - reach * error,
                "high": mean + reach * error,
                "t": t,
                "df": n - 1,
                "p_raw": p_value,
                "left": bayes.left,
                "rope": bayes.rope,
                "right": bayes.right,
            }
        )
    raw, adjusted = adjust(p, choices.correction, reference)
    pairs = pd.DataFrame(rows)
    corrected = [adjusted.loc[row["first"], row["second"]] for row in rows]
    pairs.insert(pairs.columns.get_loc("p_raw") + 1, "p_adjusted", corrected)
    pairs.insert(pairs.columns.get_loc("p_adjusted") + 1, "significant", pairs["p_adjusted"] < choices.alpha)
    return pairs, raw, adjusted
