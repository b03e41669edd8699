"""Mean scores and mean ranks of every kernel over γ, from a table of scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from frnn_core.experiments.plan import Conditions, Plan, Setting
from frnn_core.experiments.presets import GAMMAS
from frnn_core.experiments.score_table import ScoreTable
from frnn_core.relations import KERNELS
from frnn_core.stats import rank_rows

REFERENCES = ("man", "euc")
"""What the kernels are drawn beside: relations without a width."""


@dataclass(frozen=True, eq=False)
class GammaCurve:
    """Kernels over γ, in the mean over the data sets on which every setting has a score.

    Attributes
    ----------
    scores, ranks : γ (the index) x kernels; 1 is the best rank
    reference, score, rank : a relation without γ, and its mean score and rank
    complete : the data sets without a blank
    ranked : how many settings are ranked on each data set: every kernel at every γ, and the reference
    """

    scores: pd.DataFrame
    ranks: pd.DataFrame
    reference: str
    score: float
    rank: float
    complete: tuple[str, ...]
    ranked: int

    def values(self, *, ranks: bool) -> tuple[pd.DataFrame, float]:
        """The lines, and the level of the reference, as ranks or as scores."""
        return (self.ranks, self.rank) if ranks else (self.scores, self.score)


def plan_over_gamma(
    datasets: Sequence[str],
    reference: str = REFERENCES[0],
    k: int = 3,
    conditions: Conditions | None = None,
    gammas: Sequence[float] = GAMMAS,
) -> Plan:
    """Every kernel at every γ, and last the reference."""
    kernels = [Setting.of(key, gamma=gamma) for key in KERNELS for gamma in gammas]
    return Plan(tuple(datasets), (*kernels, Setting.of(reference)), (k,), conditions or Conditions())


def over_gamma(table: ScoreTable) -> GammaCurve | None:
    """The curves of a table whose plan is `plan_over_gamma`'s; None where no data set is without a blank.

    All settings are ranked together on each data set. So the reference has one mean rank, and the ranks of a
    kernel at two widths can be compared.
    """
    settings = table.plan.settings
    columns = pd.MultiIndex.from_tuples(
        [(setting.relation, dict(setting.params).get("gamma")) for setting in settings]
    )
    found = pd.DataFrame(table.values[:, :, 0].mean(axis=-1), table.plan.datasets, columns).dropna()
    if found.empty:
        return None
    reference = settings[-1].relation
    scores, ranks = found.mean(), rank_rows(found).mean()
    return GammaCurve(
        _by_gamma(scores),
        _by_gamma(ranks),
        reference,
        float(scores.iloc[-1]),
        float(ranks.iloc[-1]),
        tuple(found.index),
        len(settings),
    )


def _by_gamma(means: pd.Series) -> pd.DataFrame:
    """Means of (kernel, γ) as a table, without the reference, which comes last."""
    kernels = means.iloc[:-1]
    wide = kernels.unstack(level=0)  # noqa: PD010
    return wide[list(dict.fromkeys(kernels.index.get_level_values(0)))].rename_axis(index="γ", columns=None)
