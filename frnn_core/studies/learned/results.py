"""What learning brought on each data set, from the shipped results: scores and seconds beside Manhattan."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from frnn_core.data import dataset_names
from frnn_core.experiments.plan import Plan, Setting
from frnn_core.experiments.presets import PAPER_KS
from frnn_core.experiments.score_table import ScoreTable, score_table
from frnn_core.relations import RELATIONS
from frnn_core.relations.combo import SEVEN
from frnn_core.stats import compare_folds
from frnn_core.studies.learned.combo_inner import NONE, inner_scores_of

PLAIN = "man"
LEARNED = tuple(key for key, spec in RELATIONS.items() if spec.family == "learned" and spec.paper)
METHODS = (*LEARNED, "combo")
LINKS = ("squared", "rooted")
ALPHA = 0.05


def setting_of(method: str, link: str = LINKS[0]) -> Setting:
    """A method as the results know it; the link matters to DMLMJ alone, others are squared."""
    return Setting.of(method, {"link": link} if method == "dmlmj" else None)


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


def fold_scores(name: str, method: str, k: int, link: str = LINKS[0]) -> pd.DataFrame:
    """Scores and seconds of Manhattan and of a method, fold by fold."""
    shown = {}
    for key in (PLAIN, method):
        at = PAPER_KS[0] if key == "combo" else k
        setting = setting_of(key, link)
        told = score_table(Plan((name,), (setting,), (at,))).folds(name, setting)
        shown[key] = combo_scores(name, k) if key == "combo" else told["score"]
        shown[f"{key} seconds"] = told["seconds"]
    return pd.DataFrame(shown)[[PLAIN, method, f"{PLAIN} seconds", f"{method} seconds"]]


@dataclass(frozen=True)
class Verdict:
    """A method less Manhattan on the folds of one data set, by a test that allows for shared training rows.

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


def verdict(folds: pd.DataFrame) -> Verdict:
    """Test the second column of `fold_scores` against the first."""
    plain, method = folds.columns[:2]
    pair = compare_folds(folds[[method, plain]], reference=plain, alpha=ALPHA).pairs.iloc[0]
    sign = 1.0 if pair["first"] == method else -1.0
    low, high = sorted((sign * pair["low"], sign * pair["high"]))
    return Verdict(float(sign * pair["difference"]), float(low), float(high), float(pair["p_raw"]))


def all_datasets(k: int, link: str = LINKS[0]) -> pd.DataFrame:
    """Mean score and mean seconds a fold of Manhattan and every method, a row a data set."""
    keys = (PLAIN, *METHODS)
    settings = {key: setting_of(key, link) for key in keys}
    names = dataset_names()
    table = score_table(Plan(names, tuple(settings[key] for key in keys if key != "combo"), (k,)))
    combos = score_table(Plan(names, (settings["combo"],), PAPER_KS[:1]))
    means = table.frame().set_axis([key for key in keys if key != "combo"], axis=1)
    means["combo"] = [combo_scores(name, k).mean(skipna=False) for name in names]
    seconds = {
        f"{key} seconds": [
            _seconds(combos if key == "combo" else table, name, settings[key]) for name in names
        ]
        for key in keys
    }
    return pd.concat([means[list(keys)], pd.DataFrame(seconds, index=means.index)], axis=1)


def _seconds(table: ScoreTable, name: str, setting: Setting) -> float:
    return float(table.folds(name, setting)["seconds"].mean())
