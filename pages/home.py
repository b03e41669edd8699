"""Home: what this is, and whether the relation matters."""

import streamlit as st

from pages.ui import shell
from pages.ui.home import controls, parts, view, ways

shell.start("home", controls.PARAMS)
st.title("FRNN Explorer: how you measure similarity decides the answer")
st.write(
    "Fuzzy-rough nearest neighbours (FRNN) gives a point to the class whose nearest members are most like "
    "it, and whose nearest outsiders are least like it. What “like” means is the *relation*. Choose one:"
)
shown = view.of(controls.relation())
parts.formula(shown)

picture, words = st.columns([3, 2], gap="large")
with picture:
    parts.surface(shown)
with words:
    parts.answers(shown)

st.divider()
ways.onwards()
ways.lectures()
ways.citation()
