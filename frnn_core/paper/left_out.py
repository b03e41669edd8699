"""What the paper left out: its data sets with every column and every row, beside the numbers that it kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
import pandas as pd

from frnn_core.data import full_names
from frnn_core.data.catalogue import entries
from frnn_core.engine.encoding import Encoding
from frnn_core.engine.relation import fixed_relations
from frnn_core.engine.rounding import level
from frnn_core.engine.treatments import GAPS, TREATMENTS
from frnn_core.experiments.plan import Conditions, Plan, Setting
from frnn_core.experiments.presets import encodings
from frnn_core.experiments.score_table import score_table
from frnn_core.relations import RELATIONS
from frnn_core.stats import compare
from frnn_core.stats.corrections import CORRECTIONS, USUAL_CORRECTION
from frnn_core.stats.pairs import compare_pair
from frnn_core.text import counted, number, p_text, signed


@dataclass(frozen=True, eq=False)
class LeftOut:
    """The scores of every relation on the numbers that the paper kept, and on the full tables.

    Attributes
    ----------
    kept, full : full data sets x relations, mean balanced accuracy over the folds
    """

    encoding: Encoding
    k: int
    kept: pd.DataFrame
    full: pd.DataFrame

    @cached_property
    def tests(self) -> pd.DataFrame:
        """By relation: mean gain, data sets won, level and lost, Wilcoxon's p and that corrected, data sets.

        p is corrected for the number of relations.
        """
        rows = {}
        for key in self.kept:
            pair = compare_pair(self.full[key].rename("full"), self.kept[key].rename("kept"))
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

    @property
    def gains(self) -> pd.DataFrame:
        """The full table minus the numbers alone."""
        return level(self.full - self.kept)

    @property
    def complete(self) -> int:
        """How many data sets have a score of every relation both ways."""
        return int(self._complete.sum())

    @property
    def _complete(self) -> pd.Series[bool]:
        return self.kept.notna().all(axis=1) & self.full.notna().all(axis=1)

    def ranks(self) -> pd.DataFrame:
        """Mean ranks of the relations both ways, over the data sets where all are defined both ways."""
        complete = self._complete
        ranked = {
            name: compare(frame[complete]).mean_ranks
            for name, frame in (("kept", self.kept), ("full", self.full))
        }
        return pd.DataFrame(ranked)

    def friedman(self) -> tuple[float, float]:
        """Friedman's p over the same data sets, on the numbers alone and on the full tables."""
        complete = self._complete
        return compare(self.kept[complete]).omnibus.p, compare(self.full[complete]).omnibus.p


@lru_cache(maxsize=64)
def left_out(k: int = 3, categories: str = "overlap", gaps: str = "polar") -> LeftOut:
    """Compare the relations that learn nothing with and without what the paper left out."""
    names, settings = full_names(), _settings()
    encoding = Encoding(categories, gaps)
    conditions = replace(Conditions(), encoding=encoding)
    kept = score_table(Plan(tuple(entries()[name].full_of for name in names), settings, (k,))).frame()
    full = score_table(Plan(names, settings, (k,), conditions)).frame()
    kept.index, full.index = pd.Index(names, name="dataset"), pd.Index(names, name="dataset")
    kept.columns = full.columns = pd.Index([setting.relation for setting in settings], name="relation")
    return LeftOut(encoding, k, kept, full)


def _settings() -> tuple[Setting, ...]:
    """The paper's relations that learn nothing."""
    return tuple(Setting.of(key) for key in fixed_relations() if RELATIONS[key].paper)


@lru_cache(maxsize=1)
def known_encodings() -> tuple[Encoding, ...]:
    """The encodings whose results come with the package; others can be added at any time."""
    return tuple(
        encoding
        for encoding in encodings()
        if score_table(Plan(full_names(), _settings(), (3,), Conditions(encoding=encoding))).complete
    )


@lru_cache(maxsize=8)
def encoding_means(k: int = 3) -> pd.DataFrame:
    """Mean balanced accuracy over data sets and relations under every encoding, beside the numbers alone.

    Over the cells that are defined under every encoding and on the numbers alone; the best first.
    """
    found = {(e.categories, e.gaps): left_out(k, e.categories, e.gaps) for e in known_encodings()}
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


def left_out_words(found: LeftOut) -> tuple[str, ...]:
    """The comparison in sentences: what was left out, its worth, and what the paper would have found."""
    return (_what(), _worth(found), _ranking(found), _encodings(found))


def _what() -> str:
    full = [entries()[name] for name in full_names()]
    columns = [entry for entry in full if entry.features > entries()[entry.full_of].features]
    rows = [entry for entry in full if entry.rows > entries()[entry.full_of].rows]
    dropped = sum(entry.rows - entries()[entry.full_of].rows for entry in rows)
    return (
        f"The paper kept numbers without gaps. That cost {len(columns)} of its data sets columns of "
        f"categories and {len(rows)} of them {dropped} rows with gaps. Here are the {len(full)} sets in full."
    )


def _worth(found: LeftOut) -> str:
    tests = found.tests
    up, sure = int((tests["gain"] > 0).sum()), int((tests["corrected p"] < 0.05).sum())
    gained = found.gains.mean(axis=1)
    best, worst = str(gained.idxmax()), str(gained.idxmin())
    said = (
        "none of it is significant after correction for the number of relations"
        if not sure
        else f"{counted(sure, 'relation')} significantly, corrected for the number of relations"
    )
    return (
        f"With the full tables, {up} of {len(tests)} relations gain in the mean; over {len(found.full)} data "
        f"sets {said} (Wilcoxon). Most is gained on {best} ({signed(gained[best])} in the mean of the "
        f"relations), least on {worst} ({signed(gained[worst])})."
    )


def _ranking(found: LeftOut) -> str:
    ranks, (kept, full) = found.ranks(), found.friedman()
    first, now = str(ranks["kept"].idxmin()), str(ranks["full"].idxmin())
    before, after = RELATIONS[first].label, RELATIONS[now].label
    same = f"{before} ranks first both ways"
    other = f"{before} ranks first on the numbers alone, {after} on the full tables"
    return (
        f"What would the paper have found? {same if first == now else other}. The relations differ with "
        f"Friedman's {p_text(kept)} on the numbers alone and {p_text(full)} on the full tables, over "
        f"{found.complete} data sets where all are defined."
    )


def _encodings(found: LeftOut) -> str:
    means = encoding_means(found.k)
    (categories, gaps), best = means.index[0], means.iloc[0]
    return (
        f"Of {len(means)} encodings, *{TREATMENTS[categories].label.lower()}* for categories and "
        f"*{GAPS[gaps].label.lower()}* for gaps does best in the mean over data sets and relations: "
        f"{number(best['full'])}, beside {number(means.attrs['kept'])} for the numbers alone "
        f"({means.attrs['cells']} cells)."
    )
