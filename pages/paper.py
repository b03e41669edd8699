"""Paper: which printed numbers come out again, and which claims hold."""

from functools import partial

import streamlit as st

from frnn_core import report
from frnn_core.paper.cells import printed_cells
from pages.ui import frame, paper_claims, paper_counts, paper_exhibits, paper_tables, shell, state
from pages.ui.cache import paper as cache
from pages.ui.paper_controls import AS, IDS, PARAMS, TAB, TABLE

shell.start("paper", PARAMS)
cells = printed_cells("published")
frame.header(
    "What holds?",
    "Every printed number beside a recomputed one.",
    f"{cells['table'].nunique()} printed tables of accuracies · {len(cells):,} cells · {len(IDS)} claims",
)
place = paper_counts.draw(cells)
sentence = st.empty()
if not cache.paper_audited():
    place.caption(f"Checking {len(IDS)} claims …")
    sentence.subheader(f"Checking {len(IDS)} claims, a few seconds …")
paper_exhibits.draw()
audit = cache.paper_audit()
paper_counts.claims(place, audit)
with sentence.container():
    frame.finding(paper_counts.sentence(cells, audit))
    st.caption(paper_counts.notes(cells))

frame.tabs(
    TAB,
    {
        "Claims": lambda: paper_claims.draw(audit),
        "Printed tables": paper_tables.draw,
        "What cannot be checked": paper_tables.unchecked,
    },
)
frame.reset_button(PARAMS)
shown = ["title", "where", "printed", "recomputed", "verdict"]
caption = f"Claims of the paper, recomputed. {paper_counts.sentence(cells, audit)}"
frame.take_away(
    "paper-claims",
    audit.set_index("id"),
    caption,
    latex=report.latex_text(audit.set_index("id")[shown], caption),
    more={
        "Cells": (lambda: report.csv_text(paper_tables.all_cells()), "paper-cells.csv"),
        "Table, LaTeX": (
            partial(paper_tables.latex, state.value(TABLE), state.value(AS)),
            f"paper-table-{state.value(TABLE)}.tex",
        ),
    },
)
paper_claims.opened()
