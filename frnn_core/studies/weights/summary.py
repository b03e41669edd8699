"""What learned weights were worth: fold by fold on a data set, and on all data sets."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.owa import WEIGHTS
from frnn_core.engine.weight_learning import WeightSettings
from frnn_core.experiments.plan import Conditions, Plan
from frnn_core.experiments.score_table import ScoreTable
from frnn_core.stats.overview import Overview, overview_of
from frnn_core.stats.verdicts import Verdict, verdict_of
from frnn_core.studies.weights.runs import LINEAR, PLAIN_K, Case, Prepared, learned_score

PLAIN, SAME = "plain", "linear"
"""Linear weights: with k = 3, and with the k of the case."""
KINDS = tuple(key for key, family in WEIGHTS.items() if family.learns)
"""The families that are learned: one for all classes, and one for each."""


def kind_of(settings: WeightSettings) -> str:
    """The learned family that differs from these settings by no more than how it was learned."""
    return next(kind for kind in KINDS if WEIGHTS[kind].by_class == settings.by_class)


def is_usual(settings: WeightSettings) -> bool:
    """Whether the registered families learn in this way, so that their results are those of the settings."""
    return settings == WeightSettings(by_class=settings.by_class)


def plan_of(case: Case, weights: str, names: Sequence[str] | None = None, k: int | None = None) -> Plan:
    """The results of a family of weights on the data set of a case, or on others."""
    asked = tuple(names or (case.dataset,))
    return Plan(asked, (case.setting,), (k or case.k,), Conditions(weights=weights))


def linear_scores(prepared: Prepared) -> dict[str, float]:
    """Balanced accuracy on the test rows of a fold with linear weights, k = 3 and the k of the case."""
    return {PLAIN: prepared.score(LINEAR, PLAIN_K), SAME: prepared.score(LINEAR)}


def fold_row(prepared: Prepared, settings: WeightSettings) -> dict[str, float]:
    """The scores on a fold: linear weights twice, and learned ones."""
    return {**linear_scores(prepared), kind_of(settings): learned_score(prepared, settings)}


def fold_frame(columns: dict[str, FloatArray], k: int) -> pd.DataFrame:
    """Scores by fold, numbered from 1; linear weights stand there once where the k is 3 anyway."""
    told = {key: scores for key, scores in columns.items() if key != SAME or k != PLAIN_K}
    count = len(next(iter(told.values())))
    return pd.DataFrame(told, index=pd.RangeIndex(1, count + 1, name="fold"))


def verdict(folds: pd.DataFrame, kind: str) -> Verdict | None:
    """A column less linear weights with k = 3; None where a fold lacks a score."""
    differences = (folds[kind] - folds[PLAIN]).to_numpy(dtype=float)
    return None if np.isnan(differences).any() else verdict_of(differences)


def overview(plain: ScoreTable, table: ScoreTable, weights: str) -> Overview:
    """A family less linear weights with k = 3, of the tables of their plans over the same data sets."""
    return overview_of(weights, PLAIN, table.plan.datasets, table.values[:, 0, 0], plain.values[:, 0, 0])


def family_summary(told: dict[str, Overview]) -> pd.DataFrame:
    """Every family beside linear weights with k = 3, a row a family, wherever both have a score.

    Columns: `n` data sets, mean `score` and `plain`, `ahead`, `level`, `behind`, mean `difference`, and `p`
    of Wilcoxon's signed-rank test over the data sets.
    """
    rows = {}
    for key, one in told.items():
        if one.rows.empty:
            continue
        rows[key] = {
            "n": len(one.rows),
            "score": float(one.rows[one.method].mean()),
            "plain": float(one.rows[one.plain].mean()),
            **one.counts._asdict(),
            "difference": one.mean,
            "p": one.pair.p if one.pair else np.nan,
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("weights")
