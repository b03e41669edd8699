"""Paper: which printed numbers come out again, and which claims hold."""

import streamlit as st

from frnn_core.paper.cells import printed_cells
from pages.ui import layout, shell
from pages.ui.controls import reset_button
from pages.ui.paper import cache, claims, controls, counts, exhibits, files, tables

shell.start("paper", controls.PARAMS)
cells, total = printed_cells("published"), len(controls.IDS)
layout.header(
    "What holds?",
    "Every printed number beside a recomputed one.",
    f"{cells['table'].nunique()} printed tables of accuracies · {len(cells):,} cells · {total} claims",
)
place = counts.draw(cells)
sentence = st.empty()
if not cache.audited():
    place.caption(f"Checking {total} claims …")
    sentence.subheader(f"Checking {total} claims, a few seconds …")
exhibits.draw()
audit = cache.audit()
counts.claims(place, audit)
with sentence.container():
    layout.finding(counts.sentence(cells, audit))
    st.caption(counts.notes(cells))

layout.tabs(
    controls.TAB,
    {
        "Claims": lambda: claims.draw(audit),
        "Printed tables": tables.draw,
        "What cannot be checked": tables.unchecked,
    },
)
reset_button(controls.PARAMS)
files.offer(cells, audit)
claims.opened()
