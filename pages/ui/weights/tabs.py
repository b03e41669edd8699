"""The tabs of the page Weights."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from frnn_core.engine.owa import WEIGHTS
from frnn_core.engine.score_losses import SCORE_LOSSES
from frnn_core.figures import fold_dots
from frnn_core.studies import weights
from frnn_core.studies.weights import KINDS, PLAIN, PLAIN_K, SAME
from frnn_core.studies.weights.figures import by_step, families
from frnn_core.text import listed, number, p_number, signed
from pages.ui import layout
from pages.ui.cache import fresh
from pages.ui.weights.view import View


def loss(view: View) -> None:
    """How it was found, why it stopped, and what the loss rewards."""
    chosen, learning = view.chosen, view.learning
    words = by_step.by_step_text(learning)
    st.markdown(f"{words} {weights.stopped_words(learning)}")
    if learning.fit.steps:
        layout.figure(
            fresh(
                by_step.by_step,
                learning,
                title=f"Step by step: {chosen.called}, fold {chosen.fold}",
                look=view.look(f"{view.over}."),
            ),
            "loss",
            words,
            f"{chosen.called}-weights-loss".replace(" ", "-"),
        )
    st.caption(
        f"{weights.start_words(chosen.case.k, view.prepared.smallest)} The penalty keeps weights near linear "
        "ones where nothing is gained by leaving them. Learning follows the training rows alone; the lowest "
        "curve is there to be seen, not followed."
    )
    for key, entry in SCORE_LOSSES.items():
        mark = " · on screen" if key == chosen.settings.loss else ""
        st.markdown(f"**{entry.label}**{mark}: ${entry.formula}$. {entry.help}")
    st.caption("s: the score of a class (lower + upper); o: the row's own class; T: a temperature.")


def folds(view: View) -> None:
    """Every fold with linear and with learned weights."""
    if view.folds is None:
        st.caption("Not computed yet: the folds appear here as soon as their results are there.")
        return
    order = [key for key in (*reversed(KINDS), SAME, PLAIN) if key in view.folds]
    shown = view.folds[order]
    layout.figure(
        fresh(fold_dots, shown, look=layout.look(names=view.names)),
        "weight folds",
        "; ".join(f"{view.names[key]}: mean {number(float(shown[key].mean()))}" for key in order) + ".",
        f"{view.chosen.called}-weights-folds".replace(" ", "-"),
    )
    st.table(
        _fold_rows(shown, view.names), border="horizontal", alt="Learned and linear weights on the folds."
    )
    st.caption(
        f"Balanced accuracy on the test rows: {view.over}, {len(shown)} folds. Differences are to linear "
        f"weights with k = {PLAIN_K}; 95 % interval and p by the corrected t-test, which allows for shared "
        "training rows."
    )
    st.dataframe(
        shown.rename(columns=view.names).style.format("{:.3f}", na_rep="undefined"),
        alt="Balanced accuracy, fold by fold.",
    )


def _fold_rows(folds: pd.DataFrame, names: dict[str, str]) -> pd.DataFrame:
    rows = {}
    for key, scores in folds.items():
        told = None if key == PLAIN else weights.verdict(folds, str(key))
        rows[names[str(key)]] = {
            "Mean": number(float(scores.mean(skipna=False))),
            "Standard deviation": number(float(scores.std())),
            "Difference": signed(told.difference) if told else "–",
            "95 % interval": f"{signed(told.low)} to {signed(told.high)}" if told else "–",
            "p": p_number(told.p) if told else "–",
        }
    return pd.DataFrame(rows).T.rename_axis("Weights")


def all_families(view: View) -> None:
    """Every family at the chosen k, the learned one among them, with formula and help."""
    chosen = view.chosen
    learned = view.other(by_class=False)
    told = families.family_weights(chosen.case.k, view.features, learned)
    look = layout.look(
        f"{chosen.called} ({view.features} features), fold {chosen.fold}.",
        dict(zip(families.LEARNED, ("Learned, inside", "Learned, outside"), strict=True)),
    )
    words = families.families_text(told, look)
    layout.figure(
        fresh(
            families.families, told, title=f"What {chosen.case.k} neighbours count in every family", look=look
        ),
        "families",
        words,
        "weight-families",
    )
    st.caption(
        f"Learned: one for all classes, {chosen.relation_words}. A weight below .001 is below the figure. "
        f"{words}"
    )
    for family in WEIGHTS.values():
        st.markdown(f"**{family.label}**: ${family.formula}$. {family.help} :gray[Source: {family.source}]")
    by_features = listed(family.label for family in WEIGHTS.values() if family.by_features)
    st.caption(
        f"m: neighbours that there are, k at most; i: the i-th nearest; d: features, which matter to "
        f"{by_features} alone; p: shares of 0 or more that sum to 1."
    )
