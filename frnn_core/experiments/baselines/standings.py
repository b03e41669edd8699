"""Where FRNN stands beside other classifiers: a table of scores over data sets, means and mean ranks."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from frnn_core.data import dataset_names
from frnn_core.engine.approximations import SCORE_DECIMALS
from frnn_core.engine.measures import DEFAULT
from frnn_core.engine.rounding import level
from frnn_core.experiments.baselines.registry import BASELINES
from frnn_core.experiments.baselines.results import beside
from frnn_core.experiments.plan import Conditions, Plan, Setting
from frnn_core.experiments.score_table import score_table
from frnn_core.experiments.store import Store
from frnn_core.relations import fixed_relations

HINDSIGHT = "best relation"
"""The column with the best of several relations on each data set, known only after the test."""


def standings(
    measure: str = DEFAULT,
    k: int = 3,
    *,
    datasets: Sequence[str] | None = None,
    relations: Sequence[str] = ("man",),
    best_of: Sequence[str] | None = None,
    baselines: Sequence[str] | None = None,
    conditions: Conditions | None = None,
    store: Store | None = None,
) -> pd.DataFrame:
    """Mean scores of the folds: data sets x FRNN and other classifiers.

    Parameters
    ----------
    measure, k : what is told, for how many neighbours
    datasets : the paper's unless told otherwise
    relations : the first columns, FRNN with each of these
    best_of : of which relations the column `HINDSIGHT` is the best, by default all that learn nothing
    baselines : the last columns, by default all that are registered
    store : where to look for what is not shipped; a blank stands for what is nowhere
    """
    names = tuple(dataset_names() if datasets is None else datasets)
    among = tuple(fixed_relations() if best_of is None else best_of)
    beside_them = tuple(BASELINES if baselines is None else baselines)
    at = conditions or Conditions()
    keys = tuple(dict.fromkeys((*relations, *among)))
    plan = Plan(names, tuple(Setting.of(key) for key in keys), (k,), at)
    scores = score_table(plan, measure, store).frame().set_axis(keys, axis=1)
    ours = scores[list(relations)].assign(**{HINDSIGHT: scores[list(among)].max(axis=1)})
    return pd.concat([ours, beside(names, beside_them, k, at, measure, store).scores], axis=1)


def means_and_ranks(table: pd.DataFrame) -> pd.DataFrame:
    """Mean and mean rank (1 = best) of each column over the `n` data sets without a blank.

    Scores are compared to 12 decimals, so that rounding noise breaks no tie; ties share their ranks. The
    best relation in hindsight has a mean and no rank: nobody could have chosen it.
    """
    whole = table.dropna().round(SCORE_DECIMALS)
    ranked = whole.drop(columns=HINDSIGHT, errors="ignore")
    ranks = level(ranked).rank(axis=1, ascending=False).mean()
    return pd.DataFrame({"mean": whole.mean(), "mean_rank": ranks.reindex(table.columns), "n": len(whole)})
