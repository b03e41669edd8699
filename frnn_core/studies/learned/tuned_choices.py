"""What FRNN chooses when everything is chosen on the training rows, and what hindsight would have gained."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from frnn_core.data import dataset_names
from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.measures import DEFAULT
from frnn_core.experiments.baselines.results import fold_results
from frnn_core.experiments.plan import Plan, Setting
from frnn_core.experiments.presets import ALL_KS
from frnn_core.experiments.score_table import ScoreTable, score_table
from frnn_core.experiments.store import Result, Store
from frnn_core.studies.learned.results import PLAIN
from frnn_core.tuning.candidates import CANDIDATES, KS

PLAIN_K = 3
WAYS = ("frnn-tuned", "frnn-blended")
"""One setting, or several with weights: the baselines that are FRNN with choices of its own."""
HINDSIGHT_KS = tuple(k for k in KS if k in ALL_KS)


@dataclass(frozen=True, eq=False)
class TunedChoices:
    """FRNN that chooses for itself, on every data set of which all folds are known.

    Attributes
    ----------
    way : one of `WAYS`
    shares : data sets x relations, on which share of the folds each was chosen, or its share of the weights
    rows : by data set, the mean over the folds of the own `score`, of Manhattan's (k = 3), of the `regret`
        of both; the setting most often `chosen`, and the one that would have been `best` for all folds, with
        its `best score`
    missing : the data sets that lack a fold
    """

    way: str
    shares: pd.DataFrame
    rows: pd.DataFrame
    missing: tuple[str, ...]

    @property
    def overall(self) -> pd.Series:
        """The share of each relation over all data sets, the largest first; none that was never chosen."""
        means = self.shares.mean().sort_values(ascending=False, kind="stable")
        return means[means > 0]

    @property
    def blended(self) -> bool:
        """Whether several settings decide together."""
        return self.way == WAYS[1]


def hindsight_plan() -> Plan:
    """The settings that a choice is measured against: the relations that are offered, as they usually are.

    Every k that is offered and shipped; default parameters, width 1, linear weights. Scalings, widths and
    weights that were tried besides are not among them, so a regret can be below 0.
    """
    keys = dict.fromkeys(candidate.relation for candidate in CANDIDATES)
    return Plan(dataset_names(), tuple(Setting.of(key) for key in keys), HINDSIGHT_KS)


def tuned_choices(way: str = WAYS[0], store: Store | None = None) -> TunedChoices:
    """Look up what was chosen on each fold, and hold the scores against those of `hindsight_plan`."""
    table = score_table(hindsight_plan(), store=store)
    relations = [setting.relation for setting in table.plan.settings]
    shares, rows, missing = {}, {}, []
    for place, name in enumerate(table.plan.datasets):
        results = fold_results(name, way, store=store)
        known = [result for result in results if result is not None and result.tells(DEFAULT)]
        if len(known) < len(results):
            missing.append(name)
            continue
        settings = _by_setting([json.loads(result.fitted or "{}") for result in known])
        of_relation = _by_relation(settings)
        shares[name] = [of_relation[key] for key in relations]
        rows[name] = {"chosen": settings.most_common(1)[0][0], **_judged(known, table, place)}
    return TunedChoices(
        way,
        pd.DataFrame.from_dict(shares, orient="index", columns=relations).rename_axis("dataset"),
        pd.DataFrame.from_dict(rows, orient="index").rename_axis("dataset"),
        tuple(missing),
    )


def _by_setting(found: Sequence[Mapping[str, Any]]) -> Counter[str]:
    """What each setting had of the choice: 1 where it was the only one, else its weight; mean over folds."""
    total: Counter[str] = Counter()
    for fold in found:
        for label, share in zip(fold["chosen"], fold["shares"], strict=True):
            total[label] += share / len(found)
    return total


def _by_relation(settings: Counter[str]) -> Counter[str]:
    """The same for relations: the label of a setting begins with the key of its relation."""
    total: Counter[str] = Counter()
    for label, share in settings.items():
        total[label.partition(" ")[0]] += share
    return total


def _judged(known: Sequence[Result], table: ScoreTable, place: int) -> dict[str, float | str]:
    """Means over the folds: the score, Manhattan's, and how far both are behind the best of each fold."""
    own = np.array([result.scores[DEFAULT] for result in known])
    settings, ks = table.plan.settings, table.plan.ks
    tested: FloatArray = table.values[place]
    plain = tested[[setting.relation for setting in settings].index(PLAIN), ks.index(PLAIN_K)]
    best = np.nanmax(tested, axis=(0, 1))
    means = tested.mean(axis=-1)
    relation, k = np.unravel_index(np.nanargmax(means), means.shape)
    return {
        "score": float(own.mean()),
        PLAIN: float(plain.mean()),
        "regret": float((best - own).mean()),
        f"{PLAIN} regret": float((best - plain).mean()),
        "best": f"{settings[relation].relation} k={ks[k]}",
        "best score": float(means[relation, k]),
    }
