"""Home: what this is, and whether the relation matters."""

import streamlit as st

from pages.ui import layout, shell
from pages.ui.home import controls, parts, view, ways

shell.start("home", controls.PARAMS)
layout.header(
    "FRNN Explorer: how you measure similarity decides the answer",
    "Fuzzy-rough nearest neighbours (FRNN) gives a point to the class whose nearest members are most like "
    "it, and whose nearest outsiders are least like it. What “like” means is the *relation*. Choose one, and "
    "drag the star:",
)
shown = view.of(controls.relation())

picture, words = st.columns([3, 2], gap="large")
with picture:
    parts.picture(shown)
with words:
    parts.answers(shown)
parts.formula(shown)

st.divider()
ways.onwards()
ways.lectures()
ways.citation()
