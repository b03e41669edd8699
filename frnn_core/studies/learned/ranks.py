"""Learned metrics of low rank: what is left of the score when rows are mapped to 1, 2, 3 … dimensions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
import pandas as pd

from frnn_core.data import load_dataset
from frnn_core.experiments.plan import Plan, Setting
from frnn_core.experiments.presets import RANKED as LIMITS
from frnn_core.experiments.presets import RANKS
from frnn_core.experiments.score_table import ScoreTable
from frnn_core.studies.learned.fold_fit import RANK
from frnn_core.studies.learned.results import LINKS, METHODS, PLAIN, setting_of
from frnn_core.text import listed

EVERY = 0
"""Stands for as many dimensions as there are features."""
RANKED = tuple(key for key in METHODS if key in LIMITS)
_LIMITED = {"max_rows": "from at most {:,} rows", "max_iter": "in at most {:,} steps"}


@dataclass(frozen=True, eq=False)
class RankScores:
    """Mean scores over the rank of the metric.

    Attributes
    ----------
    values : ranks (the last is `EVERY`) x methods; NaN where a result is missing
    plain : Manhattan on the same data sets
    names : the data sets behind every number
    missing : data sets that lack a result
    """

    values: pd.DataFrame
    plain: float
    names: tuple[str, ...]
    missing: tuple[str, ...] = ()


def ranks_below(features: int) -> tuple[int, ...]:
    """The ranks that are fewer than the features; from there on a metric is of full rank."""
    return tuple(rank for rank in RANKS if rank < features)


def rank_plans(
    names: Sequence[str], k: int, link: str = LINKS[0], methods: Sequence[str] = RANKED
) -> tuple[Plan, ...]:
    """The results that it takes, data sets with equally many ranks in one plan."""
    found = []
    for ranks, some in groupby(sorted(names, key=_features), key=lambda name: ranks_below(_features(name))):
        settings = [ranked(key, rank, link) for key in methods for rank in (*ranks, EVERY)]
        found.append(Plan(tuple(some), (setting_of(PLAIN), *settings), (k,)))
    return tuple(found)


def ranked(method: str, rank: int, link: str = LINKS[0]) -> Setting:
    """A method of a rank, learned under the limits that keep the fits of all ranks short."""
    return setting_of(method, link, {**LIMITS[method], RANK: rank or None})


def limits_text(names: Mapping[str, str]) -> str:
    """Under which limits the methods learn here, so that full rank may differ from the relation's score."""
    limited = {
        key: [words.format(LIMITS[key][name]) for name, words in _LIMITED.items() if name in LIMITS[key]]
        for key in RANKED
    }
    return listed(" ".join([names[key], *words]) for key, words in limited.items() if words)


def rank_scores(table: ScoreTable, link: str = LINKS[0]) -> RankScores:
    """The scores on one data set, as far as they are known; the table of its `rank_plans`."""
    scores, plain = _by_dataset(table, link)
    (name,) = table.plan.datasets
    ranks = [*ranks_below(_features(name)), EVERY]
    values = _over_ranks(scores.iloc[0]).loc[ranks]
    blank = bool(values.isna().to_numpy().any())
    return RankScores(values, float(plain.iloc[0]), (name,), (name,) if blank else ())


def mean_rank_scores(tables: Sequence[ScoreTable], method: str, link: str = LINKS[0]) -> RankScores:
    """Mean over the data sets on which every rank of a method is known.

    Other methods are there if all of theirs are known on the same data sets. A rank of at least as many
    dimensions as features is the full rank.
    """
    parts = [_by_dataset(table, link) for table in tables]
    scores, plain = pd.concat([part for part, _ in parts]), pd.concat([part for _, part in parts])
    complete = pd.DataFrame({key: scores[key].notna().all(axis=1) & plain.notna() for key in RANKED})
    known = complete[method]
    values = _over_ranks(scores[known].mean())
    values.loc[:, [key for key in RANKED if not complete.loc[known, key].all()]] = np.nan
    return RankScores(
        values, float(plain[known].mean()), tuple(scores.index[known]), tuple(scores.index[~known])
    )


def _over_ranks(scores: pd.Series) -> pd.DataFrame:
    """Ranks x methods, of scores by method and rank."""
    return pd.DataFrame({key: scores[key].loc[[*RANKS, EVERY]] for key in RANKED}).rename_axis("rank")


def _by_dataset(table: ScoreTable, link: str) -> tuple[pd.DataFrame, pd.Series]:
    """Data sets x (method, rank), and Manhattan; full rank stands in where features are too few."""
    means = table.frame()
    columns = {}
    for key in RANKED:
        full = means[ranked(key, EVERY, link).label]
        for rank in RANKS:
            columns[key, rank] = means.get(ranked(key, rank, link).label, full)
        columns[key, EVERY] = full
    return pd.DataFrame(columns), means[setting_of(PLAIN).label]


def _features(name: str) -> int:
    return int(load_dataset(name).X.shape[1])
