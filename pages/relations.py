"""Relations: what each one calls similar, drawn on the same square."""

import streamlit as st

from frnn_core.studies.relations import property_table
from pages.ui import layout, shell, take_away
from pages.ui.relations import cards, class_pair, controls, fields, view

shell.start("relations", controls.PARAMS)
fields.follow()
chosen = controls.current()
layout.header(
    "What does “similar” mean?",
    "Each relation drawn on the same square.",
    "" if layout.present() else chosen.in_words(),
)
controls.row(chosen)
controls.need_one(chosen)
shown = view.of(chosen)

layout.finding(shown.sentence())
fields.fields(shown)
fields.curves(shown)

st.subheader("What was checked, and what the paper found")
cards.cards(shown)
st.divider()
class_pair.exhibit()
st.divider()
take_away.bar(
    take_away.named("relations", chosen.name),
    property_table({key: (fitted, shown.checks[key]) for key, fitted in shown.fits.items()}),
    f"Properties of {len(shown.fits)} relations, checked on the rows of {chosen.in_words()}.",
)
