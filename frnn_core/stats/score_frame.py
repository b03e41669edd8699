"""The score frame: what `compare` accepts, what it refuses, and how blanks are treated."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from frnn_core.errors import FRNNError, unknown_name
from frnn_core.experiments.score_table import NOISE as NOISE
from frnn_core.text import listed

LARGEST, SMALLEST = 1e100, 1e-6
FOLD_NAMES = {"fold", "folds", "repetition", "repeat", "split"}
DATASET_NAMES = {"dataset", "datasets", "data set", "data sets", "data"}
RELATION_NAMES = {"relation", "relations", "method", "methods", "classifier", "algorithm", "model"}
FOLD_LABEL = re.compile(r"(fold|split|rep(eat|etition)?)[\s_\-.]*\d+", re.IGNORECASE)
TREATMENTS: Mapping[str, str] = {
    "complete": "only data sets on which every relation has a score",
    "pairwise": "each pair on the data sets where both relations have a score",
    "skillings-mack": "all data sets with at least two scores, ranked within the scores there are",
}


class StatisticsError(FRNNError):
    """The scores cannot be tested as asked; the message says why and what to do."""


@dataclass(frozen=True, eq=False)
class Table:
    """Checked scores (data sets x relations, NaN for a blank) and the reasons of the blanks."""

    scores: pd.DataFrame
    reasons: pd.DataFrame

    @property
    def complete(self) -> pd.DataFrame:
        """The rows without a blank."""
        return self.scores.dropna()

    @property
    def comparable(self) -> pd.DataFrame:
        """The rows that compare something: at least two scores."""
        return self.scores[self.scores.notna().sum(axis=1) >= 2]

    def usable(self, blanks: str) -> pd.DataFrame:
        """The rows that a treatment of blanks uses."""
        return self.complete if blanks == "complete" else self.comparable

    def left_out(self, used: Collection[str]) -> dict[str, str]:
        """For every row that is not used, which cells are blank and why."""
        return {row: self._blanks_of(row) for row in self.scores.index if row not in used}

    def _blanks_of(self, row: str) -> str:
        cells = self.scores.loc[row]
        named = [
            f"{name} ({why})" if isinstance(why := self.reasons.loc[row, name], str) else name
            for name in cells.index[cells.isna()]
        ]
        return "no score for " + ", ".join(named)


def check_table(scores: pd.DataFrame, reasons: pd.DataFrame | None, decimals: int | None) -> Table:
    """Refuse what cannot be compared over data sets, name everything by text, and round."""
    checked = _check_frame(scores)
    _refuse_folds(scores)
    checked = checked.round(NOISE if decimals is None else min(decimals, NOISE)) + 0.0
    _refuse_empty(checked)
    if reasons is None:
        why = pd.DataFrame(None, index=checked.index, columns=checked.columns, dtype=object)
    else:
        named = reasons.set_axis([str(r) for r in reasons.index]).set_axis(map(str, reasons.columns), axis=1)
        if not (set(checked.index) <= set(named.index) and set(checked.columns) <= set(named.columns)):
            raise StatisticsError(
                "The reasons do not belong to these scores. Give a frame with the same rows and columns."
            )
        why = named.loc[checked.index, checked.columns].astype(object)
    return Table(checked, why)


def check_folds(scores: pd.DataFrame) -> pd.DataFrame:
    """Check scores of one data set whose rows are folds; the index is kept."""
    if str(scores.index.name).lower() in DATASET_NAMES:
        raise StatisticsError(
            f"The rows are data sets (the index is called {scores.index.name!r}), but compare_folds wants "
            "the folds of one data set. Use compare for several data sets."
        )
    checked = _check_frame(scores).set_axis(scores.index).round(NOISE) + 0.0
    if len(checked) < 2:
        raise StatisticsError("One fold tells nothing about chance. Give at least two folds as rows.")
    return checked


def check_choice(kind: str, value: str, known: Collection[str]) -> str:
    """Give the value back, or raise an error that lists what there is."""
    if value not in known:
        raise unknown_name(kind, value, known)
    return value


def check_settings(alpha: float, rope: float, decimals: int | None) -> None:
    """Refuse settings outside their range."""
    if not 0 < alpha < 1:
        raise StatisticsError(f"alpha is {alpha}; it must lie between 0 and 1, such as 0.05.")
    if not 0 <= rope < np.inf:
        raise StatisticsError(f"rope is {rope}; it must be 0 or more, such as 0.01 for one per cent.")
    if decimals is not None and decimals < 0:
        raise StatisticsError(
            f"decimals is {decimals}; give 0 or more, or None to keep the scores as they are."
        )


def _check_frame(scores: pd.DataFrame) -> pd.DataFrame:
    if not isinstance(scores, pd.DataFrame):
        raise StatisticsError(f"The scores are a {type(scores).__name__}; give a pandas DataFrame.")
    if scores.columns.nlevels > 1:
        raise StatisticsError("The columns have several levels. Give one column for each relation.")
    texts = [str(name) for name, kind in scores.dtypes.items() if not pd.api.types.is_numeric_dtype(kind)]
    if texts:
        raise StatisticsError(
            f"The column {texts[0]!r} is not numeric. If it names the rows, make it the index: "
            f"scores.set_index({texts[0]!r}); otherwise leave it out or convert it to numbers."
        )
    named = scores.astype(float).set_axis(map(str, scores.columns), axis=1)
    named = named.set_axis([_label(row) for row in scores.index])
    for what, labels in (("column", named.columns), ("row", named.index)):
        if labels.has_duplicates:
            twice = labels[labels.duplicated()][0]
            raise StatisticsError(f"The {what} {twice!r} occurs more than once. Keep one of each name.")
    if len(named.columns) < 2:
        raise StatisticsError("There is nothing to compare: give at least two columns of scores.")
    if np.isinf(named.to_numpy()).any():
        raise StatisticsError("A score is infinite. Leave a cell blank (NaN) where there is no score.")
    largest = float(named.abs().max(axis=None)) if named.size else 0.0
    if largest > LARGEST or 0 < largest < SMALLEST:
        raise StatisticsError(
            f"The largest score is {largest:g}. Scores are compared to {NOISE} decimals: rescale them so "
            f"that the largest is between {SMALLEST:g} and {LARGEST:g}."
        )
    return named


def _label(row: Any) -> str:
    return ", ".join(map(str, row)) if isinstance(row, tuple) else str(row)


def _refuse_folds(scores: pd.DataFrame) -> None:
    index = scores.index
    cure = (
        "Folds of one data set are not independent, so these tests do not hold for them: use compare_folds, "
        "or average the folds and give one row for each data set."
    )
    named = [str(name) for name in index.names if str(name).lower() in FOLD_NAMES]
    if named:
        raise StatisticsError(f"The rows are folds (the index is called {named[0]!r}). {cure}")
    if index.nlevels > 1:
        raise StatisticsError(
            "The index has several levels. Give one row for each data set, named by one label."
        )
    if len(index) and all(FOLD_LABEL.fullmatch(str(row).strip()) for row in index):
        raise StatisticsError(f"The rows look like folds ({index[0]}, …). {cure}")
    if pd.api.types.is_numeric_dtype(index.dtype):
        raise StatisticsError(
            "The rows are numbered, so they may be folds. Give the names of the data sets as the index: "
            "scores.index = names. For folds of one data set use compare_folds."
        )


def _refuse_empty(scores: pd.DataFrame) -> None:
    never = scores.columns[scores.isna().all()]
    if len(never) and len(scores):
        raise StatisticsError(f"No data set has a score for {listed(never)}. Leave that out.")


def check_used(table: Table, blanks: str) -> pd.DataFrame:
    """Give the rows that will be used, or say why there are too few and what would help."""
    used = table.usable(blanks)
    lonely = used.columns[used.isna().all()]
    if len(used) >= 2 and len(lonely):
        raise StatisticsError(f"{lonely[0]} shares no data set with another relation. Leave that column out.")
    if len(used) >= 2:
        return used
    found = "Only one data set" if len(used) else "No data set"
    if blanks != "complete" or len(table.comparable) < 2:
        raise StatisticsError(f"{found} has scores to compare. Give at least two data sets.")
    worst = table.scores.isna().sum().idxmax()
    raise StatisticsError(
        f"{found} has a score for every relation. Leave out {worst}, which has the most blanks, or use "
        'blanks="skillings-mack".'
    )


def pair_counts(scores: pd.DataFrame) -> pd.DataFrame:
    """On how many rows both relations of a pair have a score."""
    defined = scores.notna().astype(int)
    return defined.T @ defined


def treatment_counts(table: Table, chosen: str) -> pd.DataFrame:
    """How many data sets each treatment of blanks uses, in all and for its pairs."""
    rows = {}
    for blanks, uses in TREATMENTS.items():
        usable = table.usable(blanks)
        counts = pair_counts(usable).to_numpy()[np.triu_indices(usable.shape[1], 1)]
        rows[blanks] = {
            "n": len(usable),
            "fewest": int(counts.min()),
            "most": int(counts.max()),
            "chosen": blanks == chosen,
            "uses": uses,
        }
    return pd.DataFrame.from_dict(rows, orient="index")
