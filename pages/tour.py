"""Tour: fuzzy-rough nearest neighbours in five steps, one control each."""

import streamlit as st

from pages.ui import frame, shell, state, tour_steps

PARAMS = tour_steps.PARAMS

shell.start("tour", PARAMS)
step = state.value(tour_steps.STEP)
title, draw = tour_steps.STEPS[step - 1]
frame.header(
    "FRNN in five steps",
    "Twelve points, one query, one control a step. Page Up and Page Down turn the pages.",
)
tour_steps.buttons(step)
st.subheader(f"{step} · {title}")
words, picture = st.columns(2, gap="medium", vertical_alignment="center")
with words:
    draw(picture)
if step == tour_steps.LAST:
    tour_steps.onwards()
