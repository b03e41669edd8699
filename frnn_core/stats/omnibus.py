"""Is there any difference among the relations? Friedman, Iman-Davenport, Skillings-Mack."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
import scipy

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.rounding import level
from frnn_core.stats.score_frame import StatisticsError
from frnn_core.text import p_text

NOT_AT_RANDOM = (
    "Skillings-Mack takes blanks as missing at random. Undefined cells are not: a relation that does not "
    "exist on hard data is spared its worst ranks, so read this p-value with the complete rows beside it."
)


@dataclass(frozen=True)
class Omnibus:
    """A test of all relations at once: `df` has one number (chi-square) or two (F)."""

    name: str
    statistic: float
    df: tuple[int, ...]
    p: float
    n: int
    note: str = ""

    def text(self) -> str:
        """One line: name, statistic, degrees of freedom, p and n."""
        letter = "F" if len(self.df) == 2 else "chi-square"
        df = " and ".join(str(d) for d in self.df)
        return f"{self.name}: {letter} = {self.statistic:.2f} ({df} df), {p_text(self.p)}, {self.n} data sets"


def friedman(scores: pd.DataFrame, *, tie_correction: bool = True) -> Omnibus:
    r"""Friedman's test on the complete rows.

    .. math:: \chi^2 = \frac{12}{n k (k+1)} \sum_j R_j^2 - 3 n (k+1)

    with :math:`R_j` the sum of ranks of relation j over n data sets; divided by
    :math:`1 - \sum (t^3 - t) / (n k (k^2 - 1))` for ties of length t, as scipy does. Without
    `tie_correction` it is the plain formula above, which Demšar's example uses.
    Friedman (1937), https://doi.org/10.1080/01621459.1937.10503522.

    Parameters
    ----------
    scores
        Data sets x relations; rows with a blank are left out.
    """
    values = _complete(scores)
    n, k = values.shape
    ranks = scipy.stats.rankdata(values, axis=1)
    if (ranks == (k + 1) / 2).all():
        return Omnibus("Friedman", 0.0, (k - 1,), 1.0, n, "All relations are tied on every data set.")
    note = "With two relations this is the sign test by normal approximation." if k == 2 else ""
    if tie_correction and k > 2:
        statistic = float(scipy.stats.friedmanchisquare(*values.T).statistic)
    else:
        statistic = 12 / (n * k * (k + 1)) * float((ranks.sum(axis=0) ** 2).sum()) - 3 * n * (k + 1)
        statistic /= _tie_factor(ranks) if tie_correction else 1
    return Omnibus("Friedman", statistic, (k - 1,), float(scipy.stats.chi2.sf(statistic, k - 1)), n, note)


def iman_davenport(scores: pd.DataFrame, *, tie_correction: bool = True) -> Omnibus:
    r"""Iman and Davenport's F from Friedman's chi-square, which is too conservative by itself.

    .. math:: F = \frac{(n-1) \chi^2}{n (k-1) - \chi^2}

    with k - 1 and (k - 1)(n - 1) degrees of freedom.
    Iman, Davenport (1980), https://doi.org/10.1080/03610928008827904.
    """
    base = friedman(scores, tie_correction=tie_correction)
    n, between = base.n, base.df[0]
    df = (between, between * (n - 1))
    rest = n * between - base.statistic
    if round(rest, 9) <= 0:
        note = "Every data set gives the same order, so F has no upper bound."
        return Omnibus("Iman-Davenport", np.inf, df, 0.0, n, note)
    statistic = (n - 1) * base.statistic / rest
    return Omnibus("Iman-Davenport", statistic, df, float(scipy.stats.f.sf(statistic, *df)), n, base.note)


def skillings_mack(scores: pd.DataFrame) -> Omnibus:
    r"""Skillings and Mack's test, which generalises Friedman's to tables with blanks.

    In data set i with :math:`k_i \ge 2` scores, the ranks :math:`r_{ij}` run over the scores there are. With
    :math:`d_{ij}` = 1 where relation j has a score on data set i, 0 elsewhere,

    .. math:: A_j = \sum_i d_{ij} \sqrt{\tfrac{12}{k_i + 1}} \left(r_{ij} - \tfrac{k_i + 1}{2}\right),
              \quad T = A^\top \Sigma^- A

    with :math:`\Sigma_{jj} = \sum_i (k_i - 1) d_{ij}` and :math:`\Sigma_{jl} = -\sum_i d_{ij} d_{il}`; T has
    a chi-square distribution with rank(Σ) degrees of freedom, one less than the relations for each group of
    relations that meet on some data set. On a complete table it is Friedman's statistic without correction
    for ties. Tied scores share their mean rank, which makes the test conservative.
    Skillings, Mack (1981), https://doi.org/10.1080/00401706.1981.10486261.

    Parameters
    ----------
    scores
        Data sets x relations, NaN for a blank; rows with fewer than two scores are left out.
    """
    rounded = level(scores.astype(float))
    rounded = rounded[rounded.notna().sum(axis=1) >= 2]
    if rounded.empty:
        raise StatisticsError("No data set has two scores or more, so there is nothing to rank.")
    adjusted, covariance = adjusted_sums(rounded.rank(axis=1).to_numpy())
    df = int(np.linalg.matrix_rank(covariance, hermitian=True))
    statistic = max(float(adjusted @ np.linalg.pinv(covariance, hermitian=True) @ adjusted), 0.0)
    notes = []
    if rounded.isna().to_numpy().any():
        notes.append(NOT_AT_RANDOM)
    if df < scores.shape[1] - 1:
        notes.append(
            "Some relations never meet on a data set, so not all of them are compared with each other."
        )
    p = float(scipy.stats.chi2.sf(statistic, df))
    return Omnibus("Skillings-Mack", statistic, (df,), p, len(rounded), " ".join(notes))


def adjusted_sums(ranks: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Skillings and Mack's adjusted rank sums and their covariance under the hypothesis, before ties."""
    defined = np.isfinite(ranks)
    size = defined.sum(axis=1, keepdims=True)
    centred = np.where(defined, ranks - (size + 1) / 2, 0.0)
    covariance = -(defined.T.astype(float) @ defined)
    np.fill_diagonal(covariance, ((size - 1) * defined).sum(axis=0))
    return np.asarray((np.sqrt(12 / (size + 1)) * centred).sum(axis=0)), covariance


def _complete(scores: pd.DataFrame) -> FloatArray:
    values = level(scores.dropna().to_numpy(dtype=float))
    if len(values) < 2 or values.shape[1] < 2:
        raise StatisticsError(
            f"Friedman's test needs two data sets and two relations without a blank, and there are "
            f"{len(values)} and {values.shape[1]}. Use skillings_mack on a table with blanks."
        )
    return np.asarray(values)


def _tie_factor(ranks: FloatArray) -> float:
    n, k = ranks.shape
    lengths = [np.unique(row, return_counts=True)[1] for row in ranks]
    tied = sum(int((t**3 - t).sum()) for t in lengths)
    return float(1 - tied / (n * k * (k**2 - 1)))
