"""Relations: what each one calls similar, drawn on the same square."""

import streamlit as st

from frnn_core.studies.relations import property_table
from pages.ui import layout, shell
from pages.ui.relations import cards, class_pair, controls, fields

shell.start("relations", controls.PARAMS)
fields.follow()
chosen = controls.current()
layout.header(
    "What does “similar” mean?",
    "Each relation drawn on the same square.",
    "" if layout.present() else chosen.in_words(),
)
controls.row(chosen, controls.PARAMS)
controls.need_one(chosen)
view = fields.view_of(chosen)

layout.finding(view.sentence())
fields.fields(view)
fields.link_curves(view)

st.subheader("What was checked, and what the paper found")
cards.cards(view)
st.divider()
class_pair.exhibit()
st.divider()
layout.take_away(
    "relations",
    property_table({key: (fitted, view.checks[key]) for key, fitted in view.fits.items()}),
    f"Properties of {len(view.fits)} relations, checked on the rows of {chosen.in_words()}.",
)
