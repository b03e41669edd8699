"""What the page Weights has on screen: the fold in the picture, and the scores of all folds."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
import streamlit as st

from frnn_core.data import dataset_names
from frnn_core.engine.arrays import FloatArray
from frnn_core.errors import FRNNError
from frnn_core.experiments.plan import Conditions, loaded
from frnn_core.experiments.score_table import ScoreTable
from frnn_core.figures import Look
from frnn_core.stats.verdicts import Verdict
from frnn_core.studies import weights
from frnn_core.studies.weights import KINDS, PLAIN, PLAIN_K, SAME, Learning, Prepared, plan_of
from frnn_core.text import counted
from pages.ui import jobs, layout, state, visit
from pages.ui.weights import cache
from pages.ui.weights.controls import TAB, TABS, Choice

SPINNER = "Learning the weights on this fold; a few seconds."


@dataclass(frozen=True, eq=False)
class View:
    """What is on screen; `folds` are the scores by fold, None as long as some of them are missing."""

    chosen: Choice
    prepared: Prepared
    learning: Learning
    folds: pd.DataFrame | None = None

    @property
    def names(self) -> dict[str, str]:
        """What the columns of the scores are called."""
        return weights.names_of(self.chosen.case)

    @property
    def verdict(self) -> Verdict | None:
        """Learned weights less linear ones with k = 3; None where that cannot be told."""
        return None if self.folds is None else weights.verdict(self.folds, self.chosen.kind)

    @property
    def features(self) -> int:
        """How many features the data set has."""
        return self.prepared.train.n_features

    @property
    def over(self) -> str:
        """What the scores are over."""
        chosen = self.chosen
        return f"{chosen.called}, {chosen.relation_words}, up to {chosen.case.k} neighbours"

    def look(self, source: str) -> Look:
        """How figures look, with the names of the columns."""
        return layout.look(source, self.names)

    def other(self, *, by_class: bool) -> Learning:
        """The fold in the picture with weights for each class, or one for all, and else the same settings."""
        settings = replace(self.chosen.settings, by_class=by_class)
        return cache.learning(self.chosen.case, self.chosen.fold, settings)


def of(chosen: Choice) -> View:
    """The fold in the picture; where the relation does not exist on it, the page says why and ends."""
    try:
        with st.spinner(SPINNER, show_time=True):
            prepared = cache.prepared(chosen.case, chosen.fold)
            return View(chosen, prepared, cache.learning(chosen.case, chosen.fold, chosen.settings))
    except FRNNError as error:
        st.error(visit.words(chosen.case.dataset, str(error)))
        st.stop()


def with_folds(view: View) -> View:
    """The view with the scores of all folds: known ones, else started or offered, else learned on the spot.

    Results are of the usual settings; with others, every fold is learned here.
    """
    chosen = view.chosen
    kinds = KINDS if state.value(TAB) == TABS["folds"] else (chosen.kind,)
    if not weights.is_usual(chosen.settings):
        return replace(view, folds=learned_here(view, kinds))
    case = chosen.case
    alone = visit.is_own(case.dataset)  # its results are not kept where those of the others are
    everywhere = dataset_names() if state.value(TAB) == TABS["all"] and not alone else ()
    names = tuple(dict.fromkeys((*everywhere, case.dataset)))
    linear = [plan_of(case, SAME, names, PLAIN_K), plan_of(case, SAME)]
    plans = [*linear, *(plan_of(case, kind, names) for kind in kinds)]
    tables = jobs.scores_of([plan.under(visit.encoding(case.dataset)) for plan in plans])
    found = {
        key: _of_dataset(table, case.dataset)
        for key, table in zip((PLAIN, SAME, *kinds), tables, strict=True)
    }
    known = {key: scores for key, scores in found.items() if scores is not None}
    if {PLAIN, SAME, chosen.kind} - set(known):
        return view
    return replace(view, folds=weights.fold_frame(known, case.k))


def _of_dataset(table: ScoreTable, name: str) -> FloatArray | None:
    """The scores of a data set by fold; None as long as some are missing."""
    place = table.plan.datasets.index(name)
    return table.values[place, 0, 0] if table.there[place, 0, 0].all() else None


def learned_here(view: View, kinds: Sequence[str]) -> pd.DataFrame:
    """Learn on every fold with the settings on screen; after a second, say how far it is."""
    case, settings = view.chosen.case, view.chosen.settings
    place, start = st.empty(), time.monotonic()
    folds = range(1, len(loaded(case.dataset, Conditions())[1]) + 1)
    work = [(kind, fold) for kind in kinds for fold in folds]
    rows: dict[int, dict[str, float]] = {fold: {} for fold in folds}
    for done, (kind, fold) in enumerate(work):
        if time.monotonic() - start > 1:
            place.progress(done / len(work), f"Learning weights: {done} of {counted(len(work), 'fit')} done.")
        by_class = kind == weights.kind_of(replace(settings, by_class=True))
        rows[fold] |= cache.fold_row(case, fold, replace(settings, by_class=by_class))
    place.empty()
    columns = {key: np.array([rows[fold][key] for fold in folds]) for key in (PLAIN, SAME, *kinds)}
    return weights.fold_frame(columns, case.k)
