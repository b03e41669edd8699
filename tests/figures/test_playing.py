"""Figures that are played show few enough steps, and their controls name the frames."""

import numpy as np
import plotly.graph_objects as go
import pytest

from frnn_core.figures.palette import DARK, LIGHT
from frnn_core.figures.playing import MOST_FRAMES, controls, shown_steps


@pytest.mark.parametrize("even", [False, True])
@pytest.mark.parametrize("last", [0, 1, 99, 100, 417, 10_000])
def test_few_steps_are_shown_the_first_and_the_last_among_them(last, even):
    steps = shown_steps(last, even=even)
    assert (steps[0], steps[-1]) == (0, last)
    assert len(steps) <= MOST_FRAMES
    assert (np.diff(steps) > 0).all()
    if last < MOST_FRAMES:
        assert list(steps) == list(range(last + 1))


def test_steps_are_closer_at_the_start_unless_they_are_even():
    assert np.diff(shown_steps(10_000))[0] == 1
    assert np.ptp(np.diff(shown_steps(10_000, even=True))) <= 1


@pytest.mark.parametrize("colours", [LIGHT, DARK])
@pytest.mark.parametrize("ends", [False, True])
def test_buttons_and_slider_name_the_frames(colours, ends):
    figure, steps = go.Figure(), shown_steps(300)
    controls(figure, steps, colours, 13, 300, "step", ends=ends)
    buttons = figure.layout.updatemenus[0].buttons
    assert len(buttons) == (4 if ends else 2)
    if ends:
        assert (buttons[0].args[0], buttons[-1].args[0]) == (("0",), ("300",))
    (slider,) = figure.layout.sliders
    assert [step.args[0] for step in slider.steps] == [(str(step),) for step in steps]
    assert slider.active == len(steps) - 1
