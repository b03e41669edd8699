"""Axes write numbers as texts do: .7 and not 0.7."""

import numpy as np
import plotly.graph_objects as go
import pytest
from plotly.subplots import make_subplots

from frnn_core.figures.axis_numbers import shortened, without_zeros


def told(axis):
    return dict(axis.labelalias or {})


@pytest.mark.parametrize(
    ("form", "ends", "expected"),
    [
        (None, (0, 1.02), {"0.2": ".2", "0.5": ".5", "0.75": ".75", "0.05": ".05"}),
        (".3f", (0.7, 0.8), {"0.700": ".700", "0.720": ".720", "0.750": ".750"}),
        (".2f", (0.41, 0.62), {"0.45": ".45", "0.60": ".60"}),
        ("+.2~f", (-0.3, 0.1), {"+0.1": "+.1", "−0.2": "−.2", "−0.05": "−.05"}),
        ("~g", (-4, 4), {"0.5": ".5", "−0.5": "−.5"}),
    ],
)
def test_every_tick_that_plotly_may_choose_is_told(form, ends, expected):
    figure = go.Figure(go.Scatter(x=[1, 2], y=[0, 1]))
    figure.update_yaxes(range=ends, tickformat=form)
    alias = told(without_zeros(figure).layout.yaxis)
    assert expected.items() <= alias.items()
    assert not {"0", "1", "+0", "−1"} & alias.keys()
    assert all(shortened(text) == short for text, short in alias.items())
    assert len(alias) < 150


def test_an_axis_that_is_fitted_to_its_data_is_told_more_than_they_take():
    figure = make_subplots(1, 2)
    figure.add_scatter(x=[0.61, 0.69], y=["a", "b"], row=1, col=1)
    figure.add_scatter(x=[10, 20], y=np.array([0.0, 0.4]), row=1, col=2)
    layout = without_zeros(figure).layout
    assert {"0.6", "0.62", "0.7", "0.65"} <= told(layout.xaxis).keys()
    assert not told(layout.yaxis)
    assert not told(layout.xaxis2)
    assert {"0.1", "0.2", "0.4", "0.45"} <= told(layout.yaxis2).keys()


def test_other_axes_stay_as_they_are():
    figure = go.Figure(go.Heatmap(z=[[0.2, 0.9]], zmin=0, zmax=1, colorbar={"nticks": 6}))
    figure.update_xaxes(tickvals=[0, 1], ticktext=["0.5 words", "b"])
    figure.update_yaxes(type="log", labelalias={"0.1": "a tenth"})
    shown = without_zeros(figure)
    assert not told(shown.layout.xaxis)
    assert told(shown.layout.yaxis)["0.1"] == "a tenth"
    assert told(shown.layout.yaxis)["0.02"] == ".02"
    assert told(shown.data[0].colorbar)["0.6"] == ".6"
    percent = go.Figure(go.Scatter(x=[0.1, 0.9], y=[1, 2]), {"xaxis": {"tickformat": ".0%", "range": [0, 1]}})
    assert not told(without_zeros(percent).layout.xaxis)
