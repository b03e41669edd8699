"""What the paper left out: its data sets with every column and every row, beside the numbers that it kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import pandas as pd

from frnn_core.data import full_names
from frnn_core.data.catalogue import entries
from frnn_core.engine.encoding import Encoding
from frnn_core.engine.relation import fixed_relations
from frnn_core.experiments.plan import Conditions, Plan, Setting
from frnn_core.experiments.presets import encodings
from frnn_core.experiments.score_table import score_table
from frnn_core.stats import compare
from frnn_core.stats.corrections import CORRECTIONS, USUAL_CORRECTION
from frnn_core.stats.pairs import compare_pair
from frnn_core.stats.score_frame import NOISE


@dataclass(frozen=True, eq=False)
class LeftOut:
    """The scores of every relation on the numbers that the paper kept, and on the full tables.

    Attributes
    ----------
    kept, full : full data sets x relations, mean balanced accuracy over the folds
    tests : by relation: mean gain, data sets won, level and lost, Wilcoxon's p and that corrected for the
        number of relations, and over how many data sets
    """

    encoding: Encoding
    k: int
    kept: pd.DataFrame
    full: pd.DataFrame
    tests: pd.DataFrame

    @property
    def gains(self) -> pd.DataFrame:
        """The full table minus the numbers alone."""
        return (self.full - self.kept).round(NOISE)

    def ranks(self) -> pd.DataFrame:
        """Mean ranks of the relations both ways, over the data sets where all are defined both ways."""
        complete = self.kept.notna().all(axis=1) & self.full.notna().all(axis=1)
        ranked = {
            name: compare(frame[complete]).mean_ranks
            for name, frame in (("kept", self.kept), ("full", self.full))
        }
        return pd.DataFrame(ranked)

    def friedman(self) -> tuple[float, float]:
        """Friedman's p over the same data sets, on the numbers alone and on the full tables."""
        complete = self.kept.notna().all(axis=1) & self.full.notna().all(axis=1)
        return compare(self.kept[complete]).omnibus.p, compare(self.full[complete]).omnibus.p


@lru_cache(maxsize=64)
def left_out(k: int = 3, categories: str = "overlap", gaps: str = "polar") -> LeftOut:
    """Compare the relations that learn nothing with and without what the paper left out."""
    names, settings = full_names(), tuple(Setting.of(key) for key in fixed_relations())
    encoding = Encoding(categories, gaps)
    conditions = replace(Conditions(), encoding=encoding)
    kept = score_table(Plan(tuple(entries()[name].full_of for name in names), settings, (k,))).frame()
    full = score_table(Plan(names, settings, (k,), conditions)).frame()
    kept.index, full.index = pd.Index(names, name="dataset"), pd.Index(names, name="dataset")
    kept.columns = full.columns = pd.Index([setting.relation for setting in settings], name="relation")
    return LeftOut(encoding, k, kept, full, _tests(kept, full))


def _tests(kept: pd.DataFrame, full: pd.DataFrame) -> pd.DataFrame:
    rows = {}
    for key in kept:
        pair = compare_pair(full[key].rename("full"), kept[key].rename("kept"))
        rows[key] = {
            "gain": pair.mean,
            "wins": pair.win_tie_loss.wins,
            "ties": pair.win_tie_loss.ties,
            "losses": pair.win_tie_loss.losses,
            "p": pair.p,
            "n": pair.n,
        }
    tests = pd.DataFrame.from_dict(rows, orient="index").rename_axis("relation")
    tests["corrected p"] = CORRECTIONS[USUAL_CORRECTION].function(tests["p"].to_numpy())
    return tests


@lru_cache(maxsize=8)
def encoding_means(k: int = 3) -> pd.DataFrame:
    """Mean balanced accuracy over data sets and relations under every encoding, beside the numbers alone.

    Over the cells that are defined under every encoding and on the numbers alone; the best first.
    """
    found = {(e.categories, e.gaps): left_out(k, e.categories, e.gaps) for e in encodings()}
    first = next(iter(found.values()))
    defined = first.kept.notna()
    for one in found.values():
        defined &= one.full.notna()
    rows = {
        place: {
            "full": float(np.nanmean(one.full.where(defined))),
            "gain": float(np.nanmean(one.gains.where(defined))),
            "man": float(one.full["man"].mean()),
        }
        for place, one in found.items()
    }
    table = pd.DataFrame.from_dict(rows, orient="index")
    table.index = pd.MultiIndex.from_tuples(rows, names=["categories", "gaps"])
    table.attrs["cells"] = int(defined.to_numpy().sum())
    table.attrs["kept"] = float(np.nanmean(first.kept.where(defined)))
    table.attrs["kept man"] = float(first.kept["man"].mean())
    return table.sort_values("full", ascending=False, kind="stable")
