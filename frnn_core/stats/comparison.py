"""One comparison of relations over data sets: one frame of scores in, one result object out."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from frnn_core.stats import cautions, rendering
from frnn_core.stats.gaps import gaps_to_best
from frnn_core.stats.omnibus import Omnibus, friedman, iman_davenport, skillings_mack
from frnn_core.stats.pairs import Alternative, Pair, compare_pair
from frnn_core.stats.posthoc import (
    CORRECTIONS,
    TESTS,
    adjust,
    critical_distance,
    maximal_cliques,
    pair_p_values,
)
from frnn_core.stats.ranks import mean_rank_intervals, rank_rows, win_tie_loss
from frnn_core.stats.score_frame import (
    TREATMENTS,
    StatisticsError,
    check_choice,
    check_settings,
    check_table,
    check_used,
    pair_counts,
    treatment_counts,
)
from frnn_core.text import call_text, versions

if TYPE_CHECKING:
    import pandas as pd

Test = Literal["conover", "nemenyi", "wilcoxon"]
Blanks = Literal["complete", "pairwise", "skillings-mack"]
What = Literal["relations", "pairs"]


@dataclass(frozen=True, eq=False)
class Comparison:
    """Relations compared over data sets; every number says on how many data sets it stands.

    Attributes
    ----------
    scores, reasons
        All data sets x relations as used (rounded), NaN for a blank, and why it is blank (text or None).
    test, correction, alpha, blanks, control, rope, decimals, seed
        The settings as applied: with Nemenyi's test the correction is "none", for its p-values are
        family-wise already; with blanks the test is "wilcoxon".
    n, used, left_out
        How many data sets the tests use, which, and for each other one which cells are blank and why.
    treatments
        For each way to treat blanks: how many data sets its omnibus test uses (`n`), the fewest and the
        most of its pairs (`fewest`, `most`), whether it was `chosen`, and what it does (`uses`).
    ranks, mean_ranks, rank_n, intervals
        Ranks within the used data sets (1 = best), their means from the best on, on how many data sets
        each stands, and 95 % bootstrap intervals (`low`, `high`).
    friedman, iman_davenport, skillings_mack, omnibus, significant
        The tests of all relations at once (the first two on complete rows; None with fewer than two), the
        one that belongs to the treatment of blanks, and whether its p is below alpha.
    p_raw, p_adjusted, pair_n, win_tie_loss
        For each pair: p before and after correction (NaN on the diagonal and for pairs that are not
        compared), the number of data sets, and a `WinTieLoss` of row against column.
    cliques
        All maximal sets of relations without a significant pair; none with a control.
    critical_distance
        Nemenyi's critical distance of mean ranks; None for the other tests.
    gaps, gaps_complete
        `gaps_to_best` on all defined cells, and on complete rows, where relations can be compared.
    warnings, call, versions
        What to beware of, and what reproduces the result.
    """

    scores: pd.DataFrame
    reasons: pd.DataFrame
    test: str
    correction: str
    alpha: float
    blanks: str
    control: str | None
    rope: float
    decimals: int | None
    seed: int
    n: int
    used: tuple[str, ...]
    left_out: dict[str, str]
    treatments: pd.DataFrame
    ranks: pd.DataFrame
    mean_ranks: pd.Series
    rank_n: pd.Series
    intervals: pd.DataFrame
    friedman: Omnibus | None
    iman_davenport: Omnibus | None
    skillings_mack: Omnibus
    omnibus: Omnibus
    significant: bool
    p_raw: pd.DataFrame
    p_adjusted: pd.DataFrame
    pair_n: pd.DataFrame
    win_tie_loss: pd.DataFrame
    cliques: tuple[tuple[str, ...], ...]
    critical_distance: float | None
    gaps: pd.DataFrame
    gaps_complete: pd.DataFrame
    warnings: tuple[str, ...]
    call: str
    versions: dict[str, str] = field(default_factory=versions)

    @property
    def relations(self) -> tuple[str, ...]:
        """The relations from the best mean rank to the worst."""
        return tuple(self.mean_ranks.index)

    def pair(self, a: str, b: str, *, alternative: Alternative = "two-sided") -> Pair:
        """Compare two of the relations on the data sets that this comparison uses for them."""
        for name in (a, b):
            check_choice("relation", name, self.relations)
        rows = self.scores.loc[list(self.used)]
        pair = compare_pair(rows[a], rows[b], alternative=alternative, rope=self.rope, seed=self.seed)
        return replace(pair, call=f"{self.call}.pair({a!r}, {b!r}, alternative={alternative!r})")

    def significant_pairs(self) -> tuple[tuple[str, str], ...]:
        """The pairs whose adjusted p is below alpha, the better mean rank first."""
        names = self.relations
        pairs = ((a, b) for i, a in enumerate(names) for b in names[i + 1 :])
        return tuple((a, b) for a, b in pairs if self.p_adjusted.loc[a, b] < self.alpha)

    def frame(self, what: What = "relations") -> pd.DataFrame:
        """One row for each relation (ranks, intervals, gaps) or each pair (n, wins, p), numbers unrounded."""
        return rendering.frame(self, what)

    def text(self) -> str:
        """Plain sentences and tables."""
        return rendering.text(self)

    def latex(self, what: What = "relations") -> str:
        """A LaTeX table (booktabs) of the relations or of the pairs."""
        return rendering.latex(self, what)

    def __str__(self) -> str:
        return self.text()


def compare(
    scores: pd.DataFrame,
    *,
    reasons: pd.DataFrame | None = None,
    test: Test = "conover",
    correction: str = "holm",
    alpha: float = 0.05,
    blanks: Blanks = "complete",
    control: str | None = None,
    rope: float = 0.01,
    decimals: int | None = None,
    seed: int = 0,
    relation_names: Collection[str] = (),
) -> Comparison:
    """Compare relations over data sets: ranks, an omnibus test, pairs, cliques, gaps.

    Parameters
    ----------
    scores
        Rows are data sets (named by the index), columns are relations, higher is better, NaN is a blank.
        Frames whose rows are folds are refused: see `compare_folds`.
    reasons
        Why a cell is blank: a frame of text with the same rows and columns.
    test
        "conover" (Conover-Friedman), "nemenyi" or "wilcoxon" for the pairs.
    correction
        For many tests: "holm", "bonferroni", "hochberg", "hommel", "benjamini-hochberg",
        "benjamini-yekutieli" or "none". Nemenyi's test takes none: it is family-wise already.
    blanks
        "complete" uses the rows without a blank (Friedman). "pairwise" (only with test="wilcoxon") uses for
        each pair the rows where both have a score. "skillings-mack" uses all rows with two scores or more;
        its pairs are Wilcoxon tests on common rows too, since rank sums over unequal numbers of data sets
        cannot be compared. Both report Skillings-Mack, the omnibus test over the same cells.
    control
        Compare all others with this relation only; the correction runs over those pairs.
    rope
        Half-width of the region of practical equivalence, for `Comparison.pair`.
    decimals
        Round the scores first: 3 for a table printed with three decimals.
    seed
        Seeds the bootstrap and the Bayesian test.
    relation_names
        Names that are relations, so that a transposed frame is recognised by its row labels (a warning; no
        number depends on it, so `call` leaves it out).

    Examples
    --------
    >>> import pandas as pd
    >>> rows = [[0.9, 0.8, 0.7], [0.8, 0.7, 0.75], [0.7, 0.6, 0.5], [0.9, 0.8, 0.7], [0.6, 0.5, 0.4]]
    >>> names = ["iris", "wine", "pima", "glass", "yeast"]
    >>> scores = pd.DataFrame(rows, index=names, columns=["man", "euc", "cos"])
    >>> result = compare(scores)
    >>> result.mean_ranks.to_dict()
    {'man': 1.0, 'euc': 2.2, 'cos': 2.8}
    >>> round(result.omnibus.p, 3), result.cliques
    (0.015, (('euc', 'cos'),))
    """
    check_choice("test", test, TESTS)
    check_choice("correction", correction, CORRECTIONS)
    check_choice("treatment of blanks", blanks, TREATMENTS)
    check_settings(alpha, rope, decimals)
    applied = _test_for(test, blanks)
    applied_correction = "none" if applied == "nemenyi" else correction
    table = check_table(scores, reasons, decimals)
    if control is not None:
        check_choice("relation", control, table.scores.columns)
    used = check_used(table, blanks)
    ranks = rank_rows(used)
    mean_ranks = ranks.mean().sort_values(kind="stable")
    order = list(mean_ranks.index)
    whole = friedman(table.complete) if len(table.complete) >= 2 else None
    incomplete = skillings_mack(table.comparable)
    omnibus = whole if blanks == "complete" and whole is not None else incomplete
    p_raw, p_adjusted = adjust(pair_p_values(used, applied), applied_correction, control)
    pair_n = pair_counts(used)
    settings = {
        "test": test,
        "correction": correction,
        "alpha": alpha,
        "blanks": blanks,
        "control": control,
        "rope": rope,
        "decimals": decimals,
        "seed": seed,
    }
    return Comparison(
        scores=table.scores,
        reasons=table.reasons,
        test=applied,
        correction=applied_correction,
        alpha=alpha,
        blanks=blanks,
        control=control,
        rope=rope,
        decimals=decimals,
        seed=seed,
        n=len(used),
        used=tuple(used.index),
        left_out=table.left_out(set(used.index)),
        treatments=treatment_counts(table, blanks),
        ranks=ranks,
        mean_ranks=mean_ranks,
        rank_n=ranks.count()[order],
        intervals=mean_rank_intervals(ranks, seed).loc[order],
        friedman=whole,
        iman_davenport=iman_davenport(table.complete) if whole is not None else None,
        skillings_mack=incomplete,
        omnibus=omnibus,
        significant=bool(omnibus.p < alpha),
        p_raw=p_raw,
        p_adjusted=p_adjusted,
        pair_n=pair_n,
        win_tie_loss=win_tie_loss(used),
        cliques=maximal_cliques(p_adjusted, alpha, order) if control is None else (),
        critical_distance=critical_distance(len(order), len(used), alpha) if applied == "nemenyi" else None,
        gaps=gaps_to_best(table.scores),
        gaps_complete=gaps_to_best(table.complete),
        warnings=(
            *cautions.about_shape(scores, relation_names),
            *cautions.about_rows(table, used, blanks),
            *cautions.about_ties(ranks),
            *cautions.about_tests(omnibus, applied, test, alpha, control),
            *cautions.about_pairs(p_adjusted, pair_n, control),
        ),
        call=call_text(
            "compare", ["scores", *(["reasons=reasons"] if reasons is not None else [])], settings
        ),
    )


def _test_for(test: str, blanks: str) -> str:
    if blanks == "complete" or test == "wilcoxon":
        return test
    if blanks == "skillings-mack" and test == "conover":
        return "wilcoxon"
    raise StatisticsError(
        f"{TESTS[test]} compares mean ranks over the same data sets, so it cannot be used with "
        f'blanks="{blanks}". Use test="wilcoxon", or blanks="complete".'
    )
