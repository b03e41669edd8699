"""Sensitivity: how much k and gamma matter."""

from pages.ui import layout, shell, state
from pages.ui.sensitivity import controls, k_gamma, over_gamma, over_k

shell.start("sensitivity", controls.PARAMS)
chosen = controls.chosen()
layout.header(
    "Do k and γ matter?",
    "One neighbour search, every k and γ.",
    controls.in_words(chosen),
    controls.pickers(),
)
{"k": over_k.draw, "g": over_gamma.draw, "kg": k_gamma.draw}[state.value(controls.VIEW)](chosen)
