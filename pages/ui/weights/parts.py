"""The parts of the page Weights above its tabs, and its files."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from frnn_core.studies import weights
from frnn_core.studies.weights import PLAIN, PLAIN_K, kind_words
from frnn_core.studies.weights.figures import weight_bars
from frnn_core.text import counted, csv_text
from pages.ui import cache as pictures
from pages.ui import layout, state
from pages.ui.weights import whole
from pages.ui.weights.controls import TAB, TABS
from pages.ui.weights.view import View


def finding(view: View, place: DeltaGenerator) -> None:
    """What came out, in the mean of the folds; of the fold in the picture as long as others are missing."""
    case, kind = view.chosen.case, view.chosen.kind
    if view.folds is None:
        plain = weights.linear_scores(view.prepared)[PLAIN]
        place.subheader(weights.fold_finding(case, kind, view.learning, plain))
        return
    place.subheader(weights.finding(case, kind, view.folds, view.verdict))


def figure(view: View) -> None:
    """The bars of the fold in the picture, which can be played, and how to read them."""
    chosen, learning = view.chosen, view.learning
    words = kind_words(chosen.kind)
    layout.figure(
        pictures.drawn(
            weight_bars.weight_bars,
            learning,
            key=(repr(chosen.case), repr(chosen.settings), chosen.fold),
            title=f"{words[0].upper()}{words[1:]}: {chosen.called}, fold {chosen.fold}",
            look=layout.look(f"{chosen.relation_words}, {counted(learning.rows, 'training row')}."),
        ),
        "weights",
        weight_bars.weight_bars_text(learning),
        f"{chosen.called}-weights".replace(" ", "-"),
    )


def reading(view: View) -> None:
    """How to read the figure, and what the finding is over."""
    learning, parts = view.learning, []
    if view.folds is not None:
        parts.append(weights.numbers_words(view.chosen.case, view.folds, view.verdict))
    if weights.is_usual(view.chosen.settings):
        parts.append(whole.sentence(view.chosen))
    parts.append(
        "**Play** shows the descent from linear weights (grey) to the learned ones. Solid: what a neighbour "
        "inside the class adds; hatched: what one outside takes away. “Half in 8”: the 8 nearest carry half "
        "of the weight; ↑: the bar is cut, and its weight told. “Test rows”: balanced accuracy on the fold's "
        "test rows, which learning never sees."
    )
    shown = len(weight_bars.shown_groups(learning))
    if shown < len(learning.groups):
        parts.append(
            f"Of {len(learning.groups)} classes, the {shown} whose weights moved farthest are drawn."
        )
    st.caption(" ".join(part for part in parts if part))


def weight_file(view: View) -> str:
    """Every weight at every step that is shown."""
    learning = view.learning
    names = learning.groups or ("all classes",)
    parts = []
    for side, called in enumerate(weight_bars.SIDES):
        found = learning.weights(side)
        steps, groups, places = (axis.ravel() for axis in np.indices(found.shape))
        parts.append(
            pd.DataFrame(
                {
                    "side": called,
                    "class": np.array(names)[groups],
                    "step": learning.steps[steps],
                    "neighbour": places + 1,
                    "weight": found.ravel(),
                }
            )
        )
    return csv_text(pd.concat(parts).set_index(["side", "class", "step", "neighbour"]))


def scores(view: View) -> pd.DataFrame:
    """What is on screen: scores by fold, or differences by data set where those are on top."""
    if state.value(TAB) == TABS["all"] and len(everywhere := whole.rows(view.chosen)):
        return everywhere.rename(columns=view.names)
    if view.folds is not None:
        return view.folds.rename(columns=view.names)
    row = {**weights.linear_scores(view.prepared), view.chosen.kind: view.learning.score}
    return pd.DataFrame([row], index=pd.Index([view.chosen.fold], name="fold")).rename(columns=view.names)


def scores_words(view: View) -> str:
    """What the file of scores holds."""
    chosen, frame = view.chosen, scores(view)
    words = kind_words(chosen.kind)
    if frame.index.name == "dataset":
        return (
            f"{words[0].upper()}{words[1:]} (k = {chosen.case.k}, {chosen.relation_words}) less linear "
            f"weights with k = {PLAIN_K} on {counted(len(frame), 'data set')}: mean balanced accuracy of 10 "
            "folds, difference with its 95 % interval and p (corrected t-test over the folds)."
        )
    how = "".join(f", {part}" for part in weights.settings_words(chosen.settings))
    told = f"{words[0].upper()}{words[1:]} beside linear ones, fold by fold"
    return f"{told}: balanced accuracy; {view.over}{how}."
