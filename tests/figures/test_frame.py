"""What is around a figure takes the room that it says it takes."""

import numpy as np
import plotly.graph_objects as go
import pytest

from frnn_core.figures import Look
from frnn_core.figures.frame import family_key, framed, header, spread
from frnn_core.figures.palette import DARK


def test_spread_keeps_order_and_distance_and_moves_nothing_that_is_far_enough():
    rng = np.random.default_rng(0)
    for _ in range(50):
        wanted = rng.normal(size=rng.integers(1, 20))
        placed = spread(wanted, 0.2)
        order = np.argsort(wanted)
        assert (np.diff(placed[order]) >= 0.2 - 1e-9).all()
        assert placed.mean() == pytest.approx(wanted.mean())
    np.testing.assert_allclose(spread([3.0, 1.0, 2.0], 0.5), [3, 1, 2])


def test_a_key_names_each_family_once_and_only_where_there_are_several():
    families = {"a": "kernel", "b": "kernel", "c": "distance", "d": "fitted kernel"}
    look = Look(dark=True, families=families)
    assert family_key(look, ["a", "b"]) == []
    text = "".join(family_key(look, families))
    assert text.count("kernel") == 2
    assert text.index("●") < text.index("◆") < text.index("◇")
    assert DARK.family("kernel") in text


def test_header_lines_are_short_and_their_height_is_reserved():
    figure = go.Figure()
    top = header(figure, Look(), "A strong line", ["word " * 30, "one < two"])
    lines = figure.layout.title.text.split("<br>")
    assert len(lines) == 5
    assert "one &lt; two" in lines[-1]
    assert top >= 5 * 13
    framed(figure, Look(), 300, top, 20)
    assert figure.layout.height == 300
    assert figure.layout.margin.t == top
