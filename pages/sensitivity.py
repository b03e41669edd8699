"""Sensitivity: how much k and gamma matter."""

from pages.ui import layout, selection, shell
from pages.ui.sensitivity import controls, k_gamma, over_k

shell.start("sensitivity", controls.PARAMS)
by_gamma = controls.by_gamma()
chosen = selection.current() if by_gamma else controls.over(selection.sidebar())
layout.header(
    "Do k and γ matter?",
    "One neighbour search, every k and γ.",
    controls.k_gamma_words() if by_gamma else chosen.in_words(),
)
if by_gamma:
    k_gamma.draw(chosen)
else:
    over_k.draw(chosen)
