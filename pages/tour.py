"""Tour: fuzzy-rough nearest neighbours in five steps, each with a question."""

import streamlit as st

from pages.ui import layout, shell
from pages.ui.tour import asking, controls, stage, steps, turning

shell.start("tour", controls.PARAMS)
place = controls.here()
step, answered = steps.STEPS[place.step - 1], asking.shows(place)
layout.header("FRNN in five steps", "Twelve points, one query: predict, then see.")
with st.container(key="tour-step"):
    turning.row(step, place)
    picture, words = st.columns(2, gap="medium")
    with picture:
        stage.show(step, place, answered=answered)
    with words:
        asking.ask(step, place)
        stage.bars(step, answered=answered)
        steps.formula(step, place)
if place.step == controls.LAST:
    turning.onwards()
