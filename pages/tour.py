"""Tour: fuzzy-rough nearest neighbours in five steps, one control each."""

import streamlit as st

from pages.ui import layout, shell, state
from pages.ui.tour import steps

shell.start("tour", steps.PARAMS)
step = state.value(steps.STEP)
title, draw = steps.STEPS[step - 1]
layout.header(
    "FRNN in five steps",
    "Twelve points, one query, one control a step. Page Up and Page Down turn the pages.",
)
steps.buttons(step)
st.subheader(f"{step} · {title}")
words, picture = st.columns(2, gap="medium", vertical_alignment="center")
with words:
    draw(picture)
if step == steps.LAST:
    steps.onwards()
