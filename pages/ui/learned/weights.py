"""The page Learned relations for feature weights: how much each feature counts, by class or region."""

from __future__ import annotations

import streamlit as st

from frnn_core.studies.learned import FeatureWeights
from frnn_core.studies.learned.feature_weights import MOST_GROUPS
from frnn_core.studies.learned.figures import weight_bars
from frnn_core.text import counted, csv_text
from pages.ui import layout
from pages.ui.cache import fresh
from pages.ui.learned import cache
from pages.ui.learned.view import View

FOLDS = tuple(range(1, 11))
SPINNER = "Learning the weights on every fold; a few seconds."


def of(view: View) -> FeatureWeights:
    """The weights on every fold; regions differ by fold, so theirs are of the one in the picture."""
    chosen = view.chosen
    folds = (chosen.fold,) if view.fit().relation.regions is not None else FOLDS
    with st.spinner(SPINNER, show_time=True):
        return cache.feature_weights(chosen.name, chosen.method, folds)


def file(view: View) -> str:
    """Every weight of every fold that is shown."""
    return csv_text(of(view).frame())


def bars(view: View) -> None:
    """The bars of all rows, or small ones beside each other for each class or region."""
    told = of(view)
    count = min(len(told.groups), MOST_GROUPS)
    wide = count if count < 4 else 2 if count == 4 else 3
    for start in range(0, count, wide):
        for group, column in zip(range(start, count), st.columns(wide), strict=False):
            with column:
                _bars(view, told, group)
    st.caption(view.words(_words(view, told)))


def _bars(view: View, told: FeatureWeights, group: int) -> None:
    chosen, several = view.chosen, len(told.groups) > 1
    title = told.groups[group] if several else f"What counts on {chosen.called}"
    over = f"fold {told.folds[0]}" if len(told.folds) == 1 else "bar: mean of 10 folds, dot: a fold"
    layout.figure(
        fresh(
            weight_bars.weight_bars,
            told,
            group,
            title=title[:1].upper() + title[1:],
            look=layout.look(over.capitalize() + "."),
        ),
        f"weights {group}",
        weight_bars.weight_bars_text(told, group),
        f"{chosen.file}-{chosen.method}-weights-{group + 1}",
    )


def _words(view: View, told: FeatureWeights) -> str:
    one = len(told.groups) == 1
    parts = [
        weight_bars.weight_bars_text(told) if one else "",
        "A difference in a feature, scaled to a range of 1, is multiplied by its weight before the "
        "differences are added up; on this scale the mean weight is 1, as each is in Manhattan.",
        ""
        if one
        else f"The mean is over all {counted(len(told.groups), 'metric')}, so they can be compared.",
    ]
    most = weight_bars.most_shown(told)
    if most < len(told.features):
        parts.append(f"The {most} of {len(told.features)} features with the largest mean are drawn.")
    if len(told.groups) > MOST_GROUPS:
        parts.append(f"The first {MOST_GROUPS} of {len(told.groups)} are drawn.")
    if told.sampled:
        parts.append(
            "**Fitted to a sample of the rows, to save time here; the scores are of the full fits.**"
        )
    return " ".join(part for part in parts if part)
