"""One comparison of relations over data sets: one frame of scores in, one result object out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

import pandas as pd

from frnn_core.stats import cautions, prose, rendering
from frnn_core.stats.bradley_terry import ROPE, Ranking, bayesian_ranking
from frnn_core.stats.choices import Blanks, Choices
from frnn_core.stats.cliques import maximal_cliques
from frnn_core.stats.corrections import USUAL_CORRECTION, adjust
from frnn_core.stats.gaps import gaps_to_best
from frnn_core.stats.matrix import ComparisonMatrix, comparison_matrix
from frnn_core.stats.omnibus import Omnibus, friedman, iman_davenport, skillings_mack
from frnn_core.stats.pairs import Alternative, Pair, compare_pair
from frnn_core.stats.posthoc import TESTS, USUAL_TEST, pair_p_values
from frnn_core.stats.power import TARGET, Power, power_of_pair
from frnn_core.stats.ranks import mean_rank_intervals, rank_rows, win_tie_loss
from frnn_core.stats.score_frame import (
    Table,
    check_choice,
    check_table,
    check_used,
    pair_counts,
    treatment_counts,
)
from frnn_core.text import counted, versions

What = Literal["relations", "pairs"]


@dataclass(frozen=True, eq=False)
class Comparison:
    """Relations compared over data sets; every number says on how many data sets it stands.

    Attributes
    ----------
    scores, reasons
        All data sets x relations as used (rounded), NaN for a blank, and why it is blank (text or None).
    test, correction, alpha, blanks, control, rope, decimals, seed
        The settings as applied: the correction is "none" where the test is family-wise already, and with
        blanks the test may be another than was asked for.
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
        How far two mean ranks must be apart for the test; None for tests that have no such distance.
    gaps, gaps_complete
        `gaps_to_best` on all defined cells, and on complete rows, where relations can be compared.
    warnings, call, versions
        What to beware of, and what reproduces the result.
    others
        The columns that are no relations but other classifiers.
    lower_is_better, noun
        Whether the lower score is the better one (`scores` are as given, everything else counts in favour of
        the better), and what a column is called in texts.
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
    others: tuple[str, ...] = ()
    lower_is_better: bool = False
    noun: str = "relation"

    @property
    def oriented(self) -> pd.DataFrame:
        """The scores with the higher one better: the negative of those of which the lower is."""
        return -self.scores + 0.0 if self.lower_is_better else self.scores

    @property
    def compared(self) -> str:
        """What is compared, in words: 7 relations, or 7 relations and 2 other classifiers."""
        relations = counted(len(self.mean_ranks) - len(self.others), self.noun)
        return (
            f"{relations} and {counted(len(self.others), 'other classifier')}" if self.others else relations
        )

    @property
    def relations(self) -> tuple[str, ...]:
        """The columns, relations and others, from the best mean rank to the worst."""
        return tuple(self.mean_ranks.index)

    def pair(self, a: str, b: str, *, alternative: Alternative = "two-sided") -> Pair:
        """Compare two of the relations on the data sets that this comparison uses for them."""
        for name in (a, b):
            check_choice(self.noun, name, self.relations)
        rows = self.oriented.loc[list(self.used)]
        pair = compare_pair(rows[a], rows[b], alternative=alternative, rope=self.rope, seed=self.seed)
        return replace(pair, call=f"{self.call}.pair({a!r}, {b!r}, alternative={alternative!r})")

    def matrix(self) -> ComparisonMatrix:
        """Every pair by itself, stable when others are added; see `comparison_matrix`."""
        return comparison_matrix(self.scores, alpha=self.alpha, lower_is_better=self.lower_is_better)

    def ranking(self, rope: float = ROPE) -> Ranking:
        """The Bayesian Bradley-Terry model of who wins; see `bayesian_ranking`."""
        return bayesian_ranking(
            self.scores,
            rope=rope,
            control=self.control,
            lower_is_better=self.lower_is_better,
            seed=self.seed,
        )

    def power(self, a: str, b: str, target: float = TARGET) -> Power:
        """How many data sets it takes to tell two apart by Wilcoxon's test; see `power_of_pair`.

        Corrected for as many pairs as are compared here.
        """
        return power_of_pair(
            a,
            b,
            self.pair(a, b).differences.to_numpy(),
            alpha=self.alpha,
            pairs=len(self.frame("pairs")),
            target=target,
            seed=self.seed,
        )

    def significant_pairs(self) -> tuple[tuple[str, str], ...]:
        """The pairs whose adjusted p is below alpha, the better mean rank first."""
        names = self.relations
        pairs = ((a, b) for i, a in enumerate(names) for b in names[i + 1 :])
        return tuple((a, b) for a, b in pairs if self.p_adjusted.loc[a, b] < self.alpha)

    def frame(self, what: What = "relations") -> pd.DataFrame:
        """One row for each relation (ranks, intervals, gaps) or each pair (n, wins, p), numbers unrounded."""
        return rendering.frame(self, what)

    def shown(self, what: What = "relations") -> pd.DataFrame:
        """The same tables as text, numbers as they are printed."""
        return rendering.shown(self, what)

    def text(self) -> str:
        """Plain sentences and tables."""
        return rendering.text(self)

    def latex(
        self,
        what: What = "relations",
        *,
        names: Mapping[str, str] | None = None,
        over: str = "",
        name: str = "",
    ) -> str:
        """A LaTeX table (booktabs) of the relations or of the pairs, by full `names` where given."""
        return rendering.latex(self, what, names, over, name)

    def prose(
        self,
        names: Mapping[str, str] | None = None,
        *,
        measure: str = "balanced accuracy",
        settings: str = "",
    ) -> str:
        """A finished paragraph for a paper."""
        return prose.prose(self, names, measure=measure, settings=settings)

    def __str__(self) -> str:
        return self.text()


def compare(
    scores: pd.DataFrame,
    *,
    reasons: pd.DataFrame | None = None,
    test: str = USUAL_TEST,
    correction: str = USUAL_CORRECTION,
    alpha: float = 0.05,
    blanks: Blanks = "complete",
    control: str | None = None,
    rope: float = 0.01,
    decimals: int | None = None,
    seed: int = 0,
    relation_names: Collection[str] = (),
    others: Collection[str] = (),
    lower_is_better: bool = False,
    noun: str = "relation",
) -> Comparison:
    """Compare relations over data sets: ranks, an omnibus test, pairs, cliques, gaps.

    Parameters
    ----------
    scores
        Rows are data sets (named by the index), columns are relations, higher is better, NaN is a blank.
        Frames whose rows are folds are refused: see `compare_folds`.
    reasons
        Why a cell is blank: a frame of text with the same rows and columns.
    test, correction
        Keys of `TESTS` for the pairs and of `CORRECTIONS` for many tests. A test that is family-wise already
        takes no correction.
    blanks
        "complete" uses the rows without a blank (Friedman). "pairwise" uses for each pair the rows where both
        have a score. "skillings-mack" uses all rows with two scores or more; its pairs are tested on common
        rows too, since rank sums over unequal numbers of data sets cannot be compared. Both report
        Skillings-Mack, the omnibus test over the same cells.
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
    others
        Columns that are no relations but other classifiers. They are ranked and tested like any column; texts
        and figures call them what they are (and `call` leaves this out, too).
    lower_is_better
        The lower score is the better one, as of errors and times.
    noun
        What a column is called in texts: relation, or method for scores of anything (left out of `call`).

    Examples
    --------
    >>> rows = [[0.9, 0.8, 0.7], [0.8, 0.7, 0.75], [0.7, 0.6, 0.5], [0.9, 0.8, 0.7], [0.6, 0.5, 0.4]]
    >>> names = ["iris", "wine", "pima", "glass", "yeast"]
    >>> result = compare(pd.DataFrame(rows, index=names, columns=["man", "euc", "cos"]))
    >>> result.mean_ranks.to_dict()
    {'man': 1.0, 'euc': 2.2, 'cos': 2.8}
    >>> round(result.omnibus.p, 3), result.cliques
    (0.015, (('euc', 'cos'),))
    """
    choices = Choices(test, correction, alpha, blanks, control, rope, decimals, seed, lower_is_better)
    table = check_table(scores, reasons, decimals)
    shape = cautions.about_shape(scores, relation_names, noun)
    result = _compared(table, choices, shape, choices.call(with_reasons=reasons is not None), noun)
    return replace(result, others=tuple(name for name in result.relations if name in set(others)))


def _compared(given: Table, asked: Choices, shape: list[str], call: str, noun: str) -> Comparison:
    """Every number of a comparison, beside the warnings of its shape and its call."""
    applied = asked.applied()
    table = given.turned() if applied.lower_is_better else given
    if applied.control is not None:
        check_choice(noun, applied.control, table.scores.columns)
    used = check_used(table, applied.blanks)
    ranks = rank_rows(used)
    mean_ranks = ranks.mean().sort_values(kind="stable")
    order = list(mean_ranks.index)
    whole = friedman(table.complete) if len(table.complete) >= 2 else None
    incomplete = skillings_mack(table.comparable)
    omnibus = whole if applied.blanks == "complete" and whole is not None else incomplete
    p_raw, p_adjusted = adjust(pair_p_values(used, applied.test), applied.correction, applied.control)
    pair_n = pair_counts(used)
    distance = TESTS[applied.test].critical_distance
    return Comparison(
        **vars(applied),
        scores=given.scores,
        noun=noun,
        reasons=table.reasons,
        n=len(used),
        used=tuple(used.index),
        left_out=table.left_out(set(used.index)),
        treatments=treatment_counts(table, applied.blanks),
        ranks=ranks,
        mean_ranks=mean_ranks,
        rank_n=ranks.count()[order],
        intervals=mean_rank_intervals(ranks, applied.seed).loc[order],
        friedman=whole,
        iman_davenport=iman_davenport(table.complete) if whole is not None else None,
        skillings_mack=incomplete,
        omnibus=omnibus,
        significant=bool(omnibus.p < applied.alpha),
        p_raw=p_raw,
        p_adjusted=p_adjusted,
        pair_n=pair_n,
        win_tie_loss=win_tie_loss(used),
        cliques=maximal_cliques(p_adjusted, applied.alpha, order) if applied.control is None else (),
        critical_distance=distance(len(order), len(used), applied.alpha) if distance else None,
        gaps=gaps_to_best(table.scores),
        gaps_complete=gaps_to_best(table.complete),
        warnings=(
            *shape,
            *cautions.about_rows(table, used, applied.blanks, noun),
            *cautions.about_ties(ranks),
            *cautions.about_tests(omnibus, asked.test, applied, noun),
            *cautions.about_pairs(p_adjusted, pair_n, applied.control),
        ),
        call=call,
    )
