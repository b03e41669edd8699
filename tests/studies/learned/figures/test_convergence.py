"""Curves are those of the trace; the spectrum is that of the eigenproblem."""

import numpy as np
import pytest

from frnn_core.figures import Look
from frnn_core.figures.palette import DARK, LIGHT
from frnn_core.relations.metric_learning import LearningTrace
from frnn_core.studies.learned import learn
from frnn_core.studies.learned import spectrum as solved
from frnn_core.studies.learned.figures.convergence import convergence, convergence_text
from frnn_core.studies.learned.figures.spectrum import spectrum, spectrum_text


def test_what_is_maximised_rises():
    trace = learn("wine", "nca", 1).trace
    figure = convergence(trace, measure="probability", rising=True, title="t")
    np.testing.assert_array_equal(figure.data[0].x, trace.steps)
    np.testing.assert_array_equal(figure.data[0].y, -trace.objective)
    assert tuple(figure.layout.yaxis.range) == (0, 1.03)
    words = convergence_text(trace, measure="probability", rising=True)
    assert words.startswith(f"The probability rises from .{-trace.objective[0]:.3f}".replace(".0.", "."))
    assert words.endswith(f"in {trace.steps[-1]} steps: converged.")


@pytest.mark.parametrize(
    ("values", "ticks"),
    [([54_000.0, 900.0, 20.0], ["100", "1,000", "10,000"]), ([60.0, 40.0, 5.0], ["5", "10", "20", "50"])],
)
def test_a_loss_falls_on_a_log_scale_with_ticks_to_read(values, ticks):
    trace = LearningTrace(np.arange(3), np.array(values), np.zeros(3), "converged")
    figure = convergence(trace, measure="loss", rising=False, title="t", look=Look(dark=True))
    np.testing.assert_array_equal(figure.data[0].y, values)
    assert figure.layout.yaxis.type == "log"
    assert figure.layout.yaxis.title.text == "loss, log scale"
    assert list(figure.layout.yaxis.ticktext) == ticks
    assert figure.layout.paper_bgcolor == DARK.background
    assert "falls from" in convergence_text(trace, measure="loss", rising=False)


def test_a_loss_that_falls_by_little_has_a_plain_scale():
    trace = LearningTrace(np.arange(3), np.array([1.5, 0.6, 0.5]), np.zeros(3), "converged")
    axis = convergence(trace, measure="loss", rising=False, title="t").layout.yaxis
    assert axis.type is None
    assert axis.title.text == "loss"


def test_one_step_is_told_as_one():
    trace = LearningTrace(np.arange(2), np.array([2500.0, 0.25]), np.zeros(2), "converged")
    assert convergence_text(trace, measure="loss", rising=False) == (
        "The loss falls from 2,500 to .250 in 1 step: converged."
    )


def test_the_spectrum_has_a_bar_a_direction_and_colours_those_of_the_map():
    ratios, shares = solved("wine", 1)
    (bars,) = spectrum(ratios, shares, title="t").data
    np.testing.assert_array_equal(bars.y, shares)
    np.testing.assert_array_equal(bars.customdata, ratios)
    assert list(bars.marker.color)[:2] == [LIGHT.primary] * 2
    assert LIGHT.primary not in list(bars.marker.color)[2:]
    assert f"{shares[:2].sum() / shares.sum():.2f}"[1:] in spectrum_text(shares)
