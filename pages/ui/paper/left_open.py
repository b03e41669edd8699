"""What the paper left open: a row a question, with the answer that the results give; one of them in full."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from frnn_core.paper.figures.open_differences import open_differences
from frnn_core.paper.left_open import RULE, Answer
from frnn_core.paper.left_open_words import answer_words, caveats
from frnn_core.text import csv_text, number, p_number, signed
from pages.ui import layout, state
from pages.ui.cache import fresh
from pages.ui.navigation import all_pages
from pages.ui.paper import cache, links
from pages.ui.paper.controls import ASKED


def draw() -> None:
    """The questions at the left, the chosen one at the right, its numbers below."""
    found = cache.answers()
    chosen = found[state.value(ASKED)]
    left, right = st.columns([2, 3], gap="large")
    with left:
        st.radio(
            "Question",
            list(found),
            key=ASKED.name,
            format_func=lambda key: found[key].question.asks,
            captions=[answer_words(one) for one in found.values()],
            label_visibility="collapsed",
        )
        st.caption(f"{chosen.question.where}.")
        page, asked = links.OPEN[chosen.question.key]
        if page in all_pages():
            links.open_button((page, asked), f"{all_pages()[page].title}: look closer")
    with right:
        _picture(chosen)
    _numbers(chosen, found)


def _picture(chosen: Answer) -> None:
    over = "balanced accuracy, mean of 10 folds, k = 3 unless said"
    if any(one.n for one in chosen.compared):
        layout.figure(
            fresh(open_differences, chosen, look=layout.look(over)),
            f"left open {chosen.question.key}",
            answer_words(chosen),
            f"left-open-{chosen.question.key}",
        )
    st.markdown("**To be wary of**\n" + "\n".join(f"- {sentence}" for sentence in caveats(chosen)))


def _numbers(chosen: Answer, found: dict[str, Answer]) -> None:
    with st.expander("Every comparison, and the rule of the verdicts"):
        st.markdown(RULE)
        st.dataframe(_shown(chosen.frame()), hide_index=True, height="content")
        with st.container(horizontal=True):
            every = pd.concat([one.frame() for one in found.values()], ignore_index=True)
            _download("All questions, CSV", every.set_index("question"), "left-open")
            _download("By data set, CSV", chosen.by_dataset(), f"left-open-{chosen.question.key}")


def _shown(frame: pd.DataFrame) -> pd.DataFrame:
    """The numbers as text, as everywhere on the page."""
    return pd.DataFrame(
        {
            "Compared": frame["compared"],
            "Against": frame["against"],
            "Decides": frame["decides"],
            "Data sets": [f"{n} of {of}" for n, of in zip(frame["data sets"], frame["of"], strict=True)],
            "New": frame["new"].map(number),
            "Old": frame["old"].map(number),
            "Difference": frame["mean difference"].map(signed),
            "Ahead": frame["ahead"],
            "Level": frame["level"],
            "Behind": frame["behind"],
            "p": frame["p"].map(p_number),
            "p, Holm": frame["corrected p"].map(p_number),
            "Verdict": frame["verdict"],
            "In accuracy": frame["mean difference in accuracy"].map(signed),
        }
    )


def _download(label: str, frame: pd.DataFrame, name: str) -> None:
    st.download_button(
        label,
        csv_text(frame),
        f"{name}.csv",
        "text/csv",
        key=f"download {name}.csv",
        icon=":material/download:",
        on_click="ignore",
    )
