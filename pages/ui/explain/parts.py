"""The parts of the page Explain above its tabs: finding, bars, and what other relations say."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from frnn_core.studies.explain import dissenters_first
from frnn_core.studies.explain.figures.explanation_bars import explanation_bars, explanation_bars_text
from frnn_core.studies.explain.words import finding, lead_note, lead_text
from pages.ui import data_card, layout, shell
from pages.ui.cache import fresh
from pages.ui.explain.controls import ALL_CLASSES, list_note
from pages.ui.explain.view import View


def answer(view: View) -> None:
    """The finding."""
    layout.finding(view.words(finding(view.case, view.ranking)))


def bars(view: View) -> None:
    """What each neighbour adds, class by class, and who decided."""
    words = explanation_bars_text(view.case, view.shown)
    title = view.title(f"Row {view.row + 1}")
    picture = fresh(explanation_bars, view.case, view.shown, title=title, look=layout.look())
    layout.figure(picture, "bars", words, f"{view.file_name}-{view.row + 1}")
    st.caption(f"{view.decided_by()} {lead_note(view.case, view.ranking)}")
    rest = len(view.case.order) - len(view.case.first)
    if rest:
        st.toggle(f"Show all {len(view.case.order)} classes", key=ALL_CLASSES.name)
        st.caption(
            f"{len(view.shown)} of {len(view.case.order)} classes are shown, by score"
            + (": the best and the row's own." if len(view.shown) < len(view.case.order) else ".")
        )


def relations(view: View) -> None:
    """The same row under every relation, those that disagree on top."""
    told = dissenters_first(view.answers, view.case.predicted)
    defined = [answer for answer in told if answer.predicted is not None]
    against = [answer for answer in defined if answer.predicted != view.case.predicted]
    right = sum(answer.predicted == view.case.truth for answer in defined)
    if against:
        first = f"{len(against)} of {len(defined)} relations say another class than {view.case.predicted}"
    else:
        first = f"All {len(defined)} relations say class {view.case.predicted}"
    told_first = f"**The same row under every relation.** {first}; {right} of {len(defined)} are right."
    st.markdown(view.words(told_first))
    rows = [
        {
            "Relation": answer.label + (" · chosen" if answer.relation == view.chosen.relation else ""),
            "Answer": answer.predicted or "undefined",
            "Right?": "" if answer.predicted is None else _verdict(answer.predicted, view),
            "Lead": "" if answer.predicted is None else lead_text(answer.lead),
            "Second": answer.runner_up or "",
            "Note": answer.reason or ("disagrees" if answer in against else ""),
        }
        for answer in told
    ]
    st.dataframe(
        pd.DataFrame(rows), hide_index=True, height=320, key="relations", alt=f"{first}; the table has each."
    )
    st.caption(
        "Lead: the winner's score minus the second's; each relation has a scale of its own, so compare leads "
        "within one only. Fitted kernels have the width that was learned on this fold for the shipped "
        "results, where there is one. Learned metrics and COMBO are left out: learning takes up to minutes a "
        "fold."
    )


def _verdict(predicted: str, view: View) -> str:
    return "right" if predicted == view.case.truth else "wrong"


def foot(view: View) -> None:
    """The list of rows in words, the card of the data set, and ways on."""
    st.caption(list_note(view.chosen, view.ranking))
    with st.container(horizontal=True, vertical_alignment="center"):
        if st.button(f"About {view.chosen.called}", icon=":material/dataset:", type="tertiary"):
            data_card.show(view.chosen.name)
        st.page_link(
            shell.page("benchmark"),
            label="Which relation works where",
            icon=":material/grid_on:",
        )
