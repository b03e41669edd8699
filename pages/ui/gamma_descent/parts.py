"""The parts of the page Gamma descent above its tabs, and its file of steps."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from frnn_core.relations.gamma import REASONS
from frnn_core.studies.gamma_descent import UNFITTED, Summary, troubles, width_text, widths_text
from frnn_core.studies.gamma_descent.figures import loss_walk
from frnn_core.text import csv_text, number
from pages.ui import layout
from pages.ui.cache import fresh
from pages.ui.gamma_descent.view import View


def finding(view: View) -> None:
    """What came out, and why published is not shown where it was asked for."""
    layout.finding(_sentence(view))
    if view.missing:
        st.info(f"Published is not shown: {view.missing}.", icon=":material/visibility_off:")


def _sentence(view: View) -> str:
    """Where each variant ends, how good it is there, and how good the kernel is without learning."""
    first, *others = view.told
    names = view.names
    parts = [
        f"{_capital(names[first.variant])} ends at γ = {_place(first)} (accuracy {number(first.fitted)})"
    ]
    parts += [f"{names[s.variant]} at {_place(s)} ({number(s.fitted)})" for s in others]
    return f"{'; '.join(parts)}. Without learning (γ = {UNFITTED:g}): {number(first.unfitted)}."


def _place(summary: Summary) -> str:
    """The median width, and that it is no minimum where most runs rest on a plateau."""
    return f"{width_text(summary.gamma)}{', on a plateau' if summary.flat else ''}"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def figure(view: View) -> None:
    """The walk along the loss curve, and what went wrong on it."""
    chosen, folds = view.chosen, view.folds
    layout.figure(
        fresh(
            loss_walk.descent,
            folds,
            title=f"Loss over the width γ: {chosen.called}, {chosen.kernel_words}",
            start=chosen.start,
            look=view.look(
                f"Training rows, each predicted by the others; k = {chosen.k}, {view.folds_words}"
            ),
        ),
        "descent",
        loss_walk.descent_text(folds, chosen.start, view.names),
        "gamma-descent",
    )
    st.caption(
        (
            f"A ball for each of {len(folds)} folds, on the loss curve of its training rows; the thick line "
            "is their mean. Each γ named is the median, each accuracy the mean balanced accuracy on the test "
            "rows, of these folds. "
            if len(folds) > 1
            else f"Fold {folds[0].fold} alone; accuracy is balanced accuracy on its test rows. "
        )
        + "Press Play, or drag the slider to step."
    )
    warned = [
        words
        for summary in view.told
        for words in troubles(summary, chosen.settings, _capital(view.names[summary.variant]))
    ]
    if warned:
        st.warning("\n\n".join(warned), icon=":material/warning:")


def table(view: View) -> None:
    """A row a variant, and what the reasons mean."""
    told, names = view.told, view.names
    st.table(
        _rows(view),
        border="horizontal",
        alt="; ".join(
            f"{names[s.variant]}: γ {width_text(s.gamma)}, accuracy {number(s.fitted)}" for s in told
        ),
    )
    reasons = dict.fromkeys(reason for s in told for reason, _ in s.reasons)
    st.caption(
        f"Accuracies are balanced, on the test rows, mean of the same {view.folds_words}, with "
        f"k = {view.chosen.k} throughout: the kernel with the learned γ, the same kernel without learning, "
        "and the Euclidean relation. "
        + " ".join(f"**{_capital(reason)}:** {REASONS[reason]}" for reason in reasons)
    )


def _rows(view: View) -> pd.DataFrame:
    start = view.chosen.start
    moved = None if start == UNFITTED else start
    rows = [
        {
            "Variant": _capital(view.names[s.variant]),
            "γ, median (range)": widths_text(s.gamma, s.low, s.high),
            "Why it stopped": s.stopped,
            "Accuracy, learned γ": number(s.fitted),
            "Accuracy, γ = 1": number(s.unfitted),
            **({f"Accuracy, γ = {width_text(moved)}": number(s.at_start)} if moved is not None else {}),
            "Accuracy, Euclidean": number(s.euclidean),
        }
        for s in view.told
    ]
    return pd.DataFrame(rows).set_index("Variant")


def step_file(view: View) -> str:
    """Every step of every run."""
    parts = [
        pd.DataFrame({"variant": run.variant, "fold": outcome.fold, "gamma": run.gammas, "loss": run.losses})
        for outcome in view.folds
        for run in outcome.runs
    ]
    steps = pd.concat([part.rename_axis("step") for part in parts])
    return csv_text(steps)
