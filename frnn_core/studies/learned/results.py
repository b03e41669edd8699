"""What learning brought on each data set: scores and seconds beside Manhattan, shipped or from a store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from frnn_core.data import dataset_names
from frnn_core.engine.arrays import FloatArray
from frnn_core.experiments.plan import Plan, Setting
from frnn_core.experiments.presets import PAPER_KS
from frnn_core.experiments.score_table import ScoreTable, score_table
from frnn_core.experiments.store import Known
from frnn_core.relations import RELATIONS
from frnn_core.relations.combo import SEVEN
from frnn_core.stats.verdicts import Verdict, verdict_of
from frnn_core.studies.learned.combo_inner import NONE, inner_scores_of

PLAIN = "man"
METHODS = tuple(key for key, spec in RELATIONS.items() if spec.learns and not spec.kernel)
"""What learns more from the classes than the width of a kernel: metrics, and choices among relations."""
INNER = "combo"
"""What it chose is shipped for every k, and so its scores are known for every k."""
LINKS = ("squared", "rooted")


def has_link(method: str) -> bool:
    """Whether the published code takes another link than the paper says, so that both are of interest."""
    return "link" in dict(RELATIONS[method].published)


def setting_of(method: str, link: str = LINKS[0], params: dict[str, Any] | None = None) -> Setting:
    """A method as the results know it; the link has a say where `has_link`, others keep their own."""
    return Setting.of(method, {**({"link": link} if has_link(method) else {}), **(params or {})})


def plan_of(method: str, k: int, link: str = LINKS[0], names: Sequence[str] | None = None) -> Plan:
    """The results that it takes to compare a method with Manhattan, on all data sets or on some."""
    keys = (PLAIN,) if method == INNER else (PLAIN, method)
    return Plan(tuple(names or dataset_names()), tuple(setting_of(key, link) for key in keys), (k,))


def scores_by_fold(table: ScoreTable, method: str) -> tuple[FloatArray, FloatArray]:
    """Scores of Manhattan and of a method, data sets x folds, of a table for its `plan_of`."""
    plan = table.plan
    if method == INNER:
        chosen = np.array([combo_scores(name, plan.ks[0]).to_numpy() for name in plan.datasets])
        return table.values[:, 0, 0], chosen
    return table.values[:, 0, 0], table.values[:, 1, 0]


def candidate_scores(name: str, k: int) -> pd.DataFrame:
    """Balanced accuracy on the test rows, folds x candidates of COMBO; NaN where one is undefined."""
    table = score_table(Plan((name,), tuple(Setting.of(key) for key in SEVEN), (k,)))
    index = pd.RangeIndex(1, table.values.shape[-1] + 1, name="fold")
    return pd.DataFrame(table.values[0, :, 0].T, index=index, columns=list(SEVEN))


def combo_scores(name: str, k: int) -> pd.Series:
    """COMBO's score on each fold for any k: the score of the candidate that it chose there."""
    tested = candidate_scores(name, k)
    places = inner_scores_of(name).choices[:, k - 1]
    rows = np.arange(len(places))
    scores = np.where(places == NONE, np.nan, tested.to_numpy()[rows, places])
    return pd.Series(scores, index=tested.index, name="combo")


def fold_scores(
    name: str, method: str, k: int, link: str = LINKS[0], store: Known | None = None
) -> pd.DataFrame:
    """Scores and seconds of Manhattan and of a method, fold by fold."""
    shown = {}
    for key in (PLAIN, method):
        at = PAPER_KS[0] if key == INNER else k
        setting = setting_of(key, link)
        told = score_table(Plan((name,), (setting,), (at,)), store=store).folds(name, setting)
        shown[key] = combo_scores(name, k) if key == INNER else told["score"]
        shown[f"{key} seconds"] = told["seconds"]
    return pd.DataFrame(shown)[[PLAIN, method, f"{PLAIN} seconds", f"{method} seconds"]]


def verdict(folds: pd.DataFrame) -> Verdict:
    """Test the second column of `fold_scores` against the first."""
    plain, method = folds.columns[:2]
    return verdict_of((folds[method] - folds[plain]).to_numpy(dtype=float))


def every_plan(k: int, link: str = LINKS[0]) -> Plan:
    """The results that it takes to compare all methods with Manhattan on all data sets."""
    keys = [key for key in (PLAIN, *METHODS) if key != INNER]
    return Plan(dataset_names(), tuple(setting_of(key, link) for key in keys), (k,))


def all_datasets(k: int, link: str = LINKS[0], store: Known | None = None) -> pd.DataFrame:
    """Mean score and mean seconds a fold of Manhattan and every method, a row a data set; NaN if unknown."""
    keys, names = (PLAIN, *METHODS), dataset_names()
    settings = {key: setting_of(key, link) for key in keys}
    others = [key for key in keys if key != INNER]
    table = score_table(every_plan(k, link), store=store)
    combos = score_table(Plan(names, (settings[INNER],), PAPER_KS[:1]))
    means = table.frame().set_axis(others, axis=1)
    means[INNER] = [combo_scores(name, k).mean(skipna=False) for name in names]
    seconds = {
        f"{key} seconds": [_seconds(combos if key == INNER else table, name, settings[key]) for name in names]
        for key in keys
    }
    return pd.concat([means[list(keys)], pd.DataFrame(seconds, index=means.index)], axis=1)


def _seconds(table: ScoreTable, name: str, setting: Setting) -> float:
    return float(table.folds(name, setting)["seconds"].mean())
