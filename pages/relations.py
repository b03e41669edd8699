"""Relations: what each one calls similar, drawn on the same square."""

import streamlit as st

from frnn_core.gallery import property_table
from pages.ui import frame, relations_cards, relations_controls, relations_exhibit, relations_fields, shell

shell.start("relations", relations_controls.PARAMS)
relations_fields.follow()
chosen = relations_controls.current()
frame.header(
    "What does “similar” mean?",
    "Each relation drawn on the same square.",
    "" if frame.present() else chosen.in_words(),
)
relations_controls.row(chosen, relations_controls.PARAMS)
relations_controls.need_one(chosen)
view = relations_fields.view_of(chosen)

frame.finding(view.sentence())
relations_fields.fields(view)
relations_fields.link_curves(view)

st.subheader("What was checked, and what the paper found")
relations_cards.cards(view)
st.divider()
relations_exhibit.exhibit()
st.divider()
frame.take_away(
    "relations",
    property_table({key: (fitted, view.checks[key]) for key, fitted in view.fits.items()}),
    f"Properties of {len(view.fits)} relations, checked on the rows of {chosen.in_words()}.",
)
