"""The tabs of the page Gamma descent."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
import streamlit as st

from frnn_core.experiments.presets import PAPER_KS
from frnn_core.relations.gamma import GammaSettings
from frnn_core.studies.gamma_descent import (
    RELATION_OF,
    SMALL_STEP,
    kernel_frame,
    outcomes,
    shipped_kernels,
    summaries,
    width_text,
    widths_text,
)
from frnn_core.studies.gamma_descent.figures import accuracy
from frnn_core.studies.gamma_descent.figures.by_step import by_step
from frnn_core.text import counted, listed, number
from pages.ui import layout, state
from pages.ui.cache import fresh
from pages.ui.gamma_descent.controls import FIVE, FOLDS, kernel_name
from pages.ui.gamma_descent.view import View, computed


def why_published_fails(view: View) -> None:
    """The loss, and where the published gradient is not its derivative."""
    st.markdown(
        "Each training row is predicted by the others. Its loss is small when FRNN's score for its own class "
        "is large:"
    )
    st.latex(r"\text{loss}(x) = -\log\frac{\text{lower}_C(x) + \text{upper}_C(x)}{2}")
    st.markdown("A step goes down the slope of the loss of a few rows drawn at random:")
    st.latex(
        r"\gamma \leftarrow \gamma - \text{step size} \cdot \sum_{x \in \text{batch}} "
        r"\frac{\partial\,\text{loss}(x)}{\partial\gamma}"
    )
    st.markdown(
        "The gradient in the code published with the paper differs from that derivative in three places:\n\n"
        "1. **The wrong neighbours.** Of the row's own class it takes the *k* least similar rows instead of "
        "the most similar.\n"
        "2. **A row written too often.** A row that enters the list of neighbours at one place is written "
        "into all later places as well.\n"
        "3. **Weights in reverse.** For the other classes the weights run from the farthest neighbour to the "
        "nearest.\n\n"
        "With a circular or spherical kernel, rows farther away than γ have similarity 0, and a slightly "
        "larger γ changes nothing for them. The least similar rows of the own class are mostly such rows. So "
        "only the other classes pull at γ, and they pull it down, until nothing is within reach.\n\n"
        "*Corrected* is the derivative itself. Start, step sizes, batches and the rules for stopping are the "
        "same, but for one: published stops at the first batch without a gradient, corrected after 20 in a "
        "row."
    )


def widths_by_step(view: View) -> None:
    """How γ moved."""
    ends = listed(f"{view.names[s.variant]} at {width_text(s.gamma)}" for s in view.told)
    layout.figure(
        fresh(
            by_step,
            view.folds,
            "gamma",
            title="γ before each step, a line a fold" if view.chosen.start else "Widths tried, a line a fold",
            even=view.chosen.start is None,
            look=view.look(view.over),
        ),
        "gamma by step",
        f"γ before each step, a line a fold; the runs end, in the median, {ends}.",
        "gamma-by-step",
    )
    st.caption(
        "At most 100 steps of each run are drawn, closer together at the start; all are in the file Steps."
        if view.chosen.start
        else "First 41 widths over the whole range, then some around the best of them."
    )


def losses_by_step(view: View) -> None:
    """What the method saw at each step."""
    layout.figure(
        fresh(
            by_step,
            view.folds,
            "loss",
            title="Loss of the rows drawn, a line a fold",
            even=view.chosen.start is None,
            look=view.look(view.over),
        ),
        "loss by step",
        "Mean loss of the rows drawn for each step, a line a fold.",
        "loss-by-step",
    )
    if view.chosen.start is None:
        st.caption("A search looks at all training rows at every width.")
        return
    published = "published" in view.variants
    st.caption(
        f"Each point is the mean of {counted(view.chosen.settings.batch, 'row')} drawn at random, so it "
        "jumps about the curve above."
        + (
            " Published judges its rows by its own lists of neighbours, so its loss is not on that curve."
            if published
            else ""
        )
    )


def accuracy_over_gamma(view: View) -> None:
    """What the width is worth on rows that learning never sees."""
    best = float(np.mean([outcome.accuracies for outcome in view.folds], axis=0).max())
    learned = listed(f"{view.names[s.variant]} has {number(s.fitted)}" for s in view.told)
    layout.figure(
        fresh(
            accuracy.accuracy_over_gamma,
            view.folds,
            title="What γ is worth: balanced accuracy on the test rows",
            look=view.look(view.over),
        ),
        "accuracy",
        f"Balanced accuracy over γ from .01 to 100, at best {number(best)}; the Euclidean relation has "
        f"{number(view.told[0].euclidean)}; {learned}.",
        "accuracy-over-gamma",
    )
    st.caption(
        "Learning never sees these rows: it follows the loss of the training rows. Bars reach from the "
        "smallest to the largest γ learned on a fold; a marker need not lie on the line, since every fold "
        "has its own γ."
    )


def fold_table(view: View) -> None:
    """Every run."""
    shown = outcomes(view.folds).reset_index()
    shown["variant"] = shown["variant"].map(view.names)
    columns = {
        "fitted": "accuracy, learned γ",
        "unfitted": "accuracy, γ = 1",
        "at start": "accuracy, start γ",
        "euclidean": "accuracy, Euclidean",
        "similarity 0": "test rows with similarity 0 to all",
        "gamma": "γ",
    }
    formats = dict.fromkeys(
        ["start loss", "end loss", *list(columns.values())[:4]], st.column_config.NumberColumn(format="%.3f")
    )
    formats["γ"] = st.column_config.NumberColumn(format="%.4f")
    formats[columns["similarity 0"]] = st.column_config.NumberColumn(format="percent")
    st.dataframe(
        shown.rename(columns=columns), hide_index=True, column_config=formats, alt="Every run, fold by fold."
    )
    st.caption(
        "A row is a variant on a fold. Accuracy is balanced accuracy on the fold's test rows; losses are "
        "means over its training rows, each predicted by the others."
    )


def all_kernels(view: View) -> None:
    """The kernels side by side, from the shipped results, or run with the settings on screen."""
    told = _of_kernels(view)
    if told is None:
        return
    chosen = view.chosen
    over = f"{chosen.called}, k = {chosen.k}, {chosen.method_words}, mean of {view.folds_words}"
    words = "; ".join(
        f"{kernel_name(kernel)}, {view.names[variant]}: {number(row['fitted'])} against "
        f"{number(row['unfitted'])} with γ = 1"
        for (kernel, variant), row in told.iterrows()
    )
    layout.figure(
        fresh(
            accuracy.kernels,
            told,
            title="Balanced accuracy with a learned and with a fixed width",
            look=layout.look(over, {**view.names, **{key: kernel_name(key) for key in RELATION_OF}}),
        ),
        "kernels",
        f"Balanced accuracy of the kernels. {words}.",
        "gamma-descent-kernels",
    )
    st.dataframe(_kernel_rows(told, view.names), hide_index=True, alt="The kernels.")
    judged = bool(told["stopped"].str.contains(SMALL_STEP).any())
    small = " Small step: below the tolerance; the loss curve above says whether that is a minimum." * judged
    st.caption(f"The last two columns are balanced accuracies: {over}.{small}")


def _of_kernels(view: View) -> pd.DataFrame | None:
    """A row a kernel and variant; None as long as they are to be run and nobody has asked for it."""
    chosen, folds = view.chosen, [outcome.fold for outcome in view.folds]
    usual = chosen.settings == GammaSettings() and len(folds) == len(FOLDS) and chosen.k in PAPER_KS
    told = shipped_kernels(chosen.name, chosen.k) if usual else None
    if told is not None:
        return told[told.index.get_level_values("variant").isin(view.variants)]
    st.toggle("Run all kernels with the settings above", key=FIVE.name)
    if not state.value(FIVE):
        st.caption(f"{len(RELATION_OF) * len(folds)} runs of each variant; mostly a matter of seconds.")
        return None
    found = computed(chosen, folds, list(RELATION_OF), view.variants)
    return kernel_frame({kernel: summaries(of_kernel) for kernel, of_kernel in found.items()})


def _kernel_rows(told: pd.DataFrame, names: Mapping[str, str]) -> pd.DataFrame:
    shown = told.reset_index()
    return pd.DataFrame(
        {
            "Kernel": shown["kernel"].map(kernel_name),
            "Variant": shown["variant"].map(names),
            "γ, median (range)": [
                widths_text(g, low, high)
                for g, low, high in zip(shown["gamma"], shown["low"], shown["high"], strict=True)
            ],
            "Why it stopped": shown["stopped"],
            "Learned γ": shown["fitted"].map(number),
            "γ = 1": shown["unfitted"].map(number),
        }
    )
