"""Two scores on the folds of one data set: which is ahead, and whether by more than the folds vary."""

from __future__ import annotations

from dataclasses import dataclass

import scipy

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.rounding import level
from frnn_core.stats.fold_tests import corrected_t
from frnn_core.text import p_text, signed, unbroken

ALPHA = 0.05


@dataclass(frozen=True)
class Verdict:
    """One score less another on the folds of one data set, by a test that allows for shared training rows.

    Attributes
    ----------
    difference, low, high : the mean difference and its 95 % confidence interval
    p : two-sided, corrected resampled t-test
    """

    difference: float
    low: float
    high: float
    p: float

    @property
    def beyond_noise(self) -> bool:
        """Whether the difference is more than the folds vary by."""
        return self.p < ALPHA

    @property
    def words(self) -> str:
        """Whether the difference is more than the folds vary by, for the end of a sentence."""
        if not self.beyond_noise:
            return "a difference within fold noise"
        return f"{'better' if self.difference > 0 else 'worse'} by more than fold noise"

    @property
    def numbers(self) -> str:
        """The difference, its interval and the test, in words."""
        return (
            f"{signed(self.difference)} (95 % interval {signed(self.low)} to {signed(self.high)}; corrected "
            f"t-test over the folds, {unbroken(p_text(self.p))})"
        )


def verdict_of(differences: FloatArray) -> Verdict:
    """Test the differences on the folds of one data set, a test fold of 1/n of the rows each."""
    rounded, n = level(differences), len(differences)
    _, p, error = corrected_t(rounded, 1 / n)
    reach = float(scipy.stats.t.ppf(1 - ALPHA / 2, n - 1)) * error
    mean = float(rounded.mean())
    return Verdict(mean, mean - reach, mean + reach, p)
