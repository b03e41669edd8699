"""The tab of the page Gamma descent that lets every loss decide on the width."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from frnn_core.engine.score_losses import SCORE_LOSSES
from frnn_core.relations.gamma_loss import LOSSES
from frnn_core.studies.gamma_descent import Summary, summaries, widths_text
from frnn_core.text import listed, number
from pages.ui.gamma_descent.view import View, computed


def all_losses(view: View) -> None:
    """What the width is worth when another loss decides, by the right gradient."""
    told = {loss: _summary(view, loss) for loss in LOSSES}
    first = next(iter(told.values()))
    scores = listed(f"{SCORE_LOSSES[key].label} gives {number(one.fitted)}" for key, one in told.items())
    st.markdown(
        f"{scores}. With γ = 1 the kernel has {number(first.unfitted)}, the Euclidean relation "
        f"{number(first.euclidean)}."
    )
    st.table(_rows(told), border="horizontal", alt="Every loss, with the width that it gives.")
    st.caption(
        f"Balanced accuracy on the test rows, mean of {view.folds_words}: {view.over}, corrected gradient, "
        "and else the settings above."
    )
    for key in LOSSES:
        st.markdown(f"**{SCORE_LOSSES[key].label}**: ${SCORE_LOSSES[key].formula}$. {SCORE_LOSSES[key].help}")
    st.caption("s: the score of a class (lower + upper); o: the row's own class.")


def _summary(view: View, loss: str) -> Summary:
    chosen = replace(view.chosen, settings=replace(view.chosen.settings, loss=loss))
    folds = [outcome.fold for outcome in view.folds]
    (one,) = summaries(computed(chosen, folds, [chosen.kernel], ("corrected",))[chosen.kernel])
    return one


def _rows(told: dict[str, Summary]) -> pd.DataFrame:
    return pd.DataFrame(
        {
            SCORE_LOSSES[loss].label: {
                "γ, median (range)": widths_text(one.gamma, one.low, one.high),
                "Why it stopped": one.stopped,
                "Learned γ": number(one.fitted),
                "γ = 1": number(one.unfitted),
                "Euclidean": number(one.euclidean),
            }
            for loss, one in told.items()
        }
    ).T.rename_axis("Loss")
