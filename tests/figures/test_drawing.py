"""What the figures share."""

import numpy as np
import plotly.graph_objects as go
import pytest

from frnn_core.figures.drawing import (
    blend,
    bottom_legend,
    colour_at,
    family_key,
    framed,
    full_name,
    header,
    ink_on,
    label,
    marker,
    spread,
)
from frnn_core.figures.palette import DARK, LIGHT


def test_spread_keeps_order_and_distance_and_moves_nothing_that_is_far_enough():
    rng = np.random.default_rng(0)
    for _ in range(50):
        wanted = rng.normal(size=rng.integers(1, 20))
        placed = spread(wanted, 0.2)
        order = np.argsort(wanted)
        assert (np.diff(placed[order]) >= 0.2 - 1e-9).all()
        assert placed.mean() == pytest.approx(wanted.mean())
    np.testing.assert_allclose(spread([3.0, 1.0, 2.0], 0.5), [3, 1, 2])


def test_labels_are_cut_in_the_middle_and_escaped():
    assert label("a<b", {}) == "a&lt;b"
    assert label("man", {"man": "Manhattan"}) == "Manhattan"
    long = label("k", {"k": "A relation with quite a long name, second"}, limit=20)
    assert len(long) <= 20
    assert long.startswith("A relation")
    assert long.endswith("second")
    assert full_name("man", {"man": "Manhattan"}) == "Manhattan (man)"
    assert full_name("a<b") == "a&lt;b"


def test_open_markers_hide_what_is_behind_them():
    fitted, plain = marker("fitted kernel", LIGHT, 9), marker("kernel", LIGHT, 9)
    assert fitted["symbol"] == plain["symbol"] == "diamond"
    assert fitted["color"] == LIGHT.background
    assert fitted["line"]["color"] == plain["color"] == "#34A374"


def test_a_key_names_each_family_once_and_only_where_there_are_several():
    assert family_key(["kernel", "kernel"], LIGHT) == []
    text = "".join(family_key(["kernel", "distance", "kernel", "fitted kernel"], DARK))
    assert text.count("kernel") == 2
    assert text.index("●") < text.index("◆") < text.index("◇")
    assert DARK.family("kernel") in text


def test_header_lines_are_short_and_their_height_is_reserved():
    figure = go.Figure()
    top = header(figure, LIGHT, "A strong line", ["word " * 30, "one < two"])
    lines = figure.layout.title.text.split("<br>")
    assert len(lines) == 5
    assert "one &lt; two" in lines[-1]
    assert top >= 5 * 13
    framed(figure, LIGHT, 300, top, 20)
    assert figure.layout.height == 300
    assert figure.layout.margin.t == top


def test_a_legend_at_the_bottom_reserves_its_rows():
    figure = go.Figure()
    assert bottom_legend(figure, 4) > bottom_legend(figure, 3)
    assert figure.layout.legend.yref == "container"


def test_colours_between_and_text_on_them():
    assert blend("#000000", "#FFFFFF", 0.5) == "#808080"
    assert colour_at(["#000000", "#FFFFFF", "#FF0000"], 0.5) == "#FFFFFF"
    assert colour_at(["#000000", "#FFFFFF"], 7) == "#FFFFFF"
    assert ink_on("#FFFFFF") == LIGHT.text
    assert ink_on(LIGHT.text) == LIGHT.background
