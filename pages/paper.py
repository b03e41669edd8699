"""Paper: which printed numbers come out again, and which claims hold."""

from functools import partial

import streamlit as st

from frnn_core.paper.cells import printed_cells
from frnn_core.text import csv_text, latex_text
from pages.ui import layout, shell, state
from pages.ui.paper import cache, claims, counts, exhibits, tables
from pages.ui.paper.controls import AS, IDS, PARAMS, TAB, TABLE

shell.start("paper", PARAMS)
cells = printed_cells("published")
layout.header(
    "What holds?",
    "Every printed number beside a recomputed one.",
    f"{cells['table'].nunique()} printed tables of accuracies · {len(cells):,} cells · {len(IDS)} claims",
)
place = counts.draw(cells)
sentence = st.empty()
if not cache.paper_audited():
    place.caption(f"Checking {len(IDS)} claims …")
    sentence.subheader(f"Checking {len(IDS)} claims, a few seconds …")
exhibits.draw()
audit = cache.paper_audit()
counts.claims(place, audit)
with sentence.container():
    layout.finding(counts.sentence(cells, audit))
    st.caption(counts.notes(cells))

layout.tabs(
    TAB,
    {
        "Claims": lambda: claims.draw(audit),
        "Printed tables": tables.draw,
        "What cannot be checked": tables.unchecked,
    },
)
layout.reset_button(PARAMS)
shown = ["title", "where", "printed", "recomputed", "verdict"]
caption = f"Claims of the paper, recomputed. {counts.sentence(cells, audit)}"
layout.take_away(
    "paper-claims",
    audit.set_index("id"),
    caption,
    latex=latex_text(audit.set_index("id")[shown], caption),
    more={
        "Cells": (lambda: csv_text(tables.all_cells()), "paper-cells.csv"),
        "Table, LaTeX": (
            partial(tables.latex, state.value(TABLE), state.value(AS)),
            f"paper-table-{state.value(TABLE)}.tex",
        ),
    },
)
claims.opened()
