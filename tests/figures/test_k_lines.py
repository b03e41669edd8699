"""Lines are the values; labels keep their distance and their order."""

import numpy as np
import pandas as pd
import pytest

from frnn_core.figures import Look, lines_over_k, lines_over_k_text
from frnn_core.figures.palette import LIGHT


def values(relations=7, seed=0):
    rng = np.random.default_rng(seed)
    steps = rng.normal(0, 0.1, (20, relations))
    return pd.DataFrame(
        4 + steps.cumsum(axis=0), index=range(1, 21), columns=[f"r{i}" for i in range(relations)]
    )


def test_lines_are_the_values_with_the_best_on_top_and_a_rule_at_the_chosen_k():
    table = values()
    table.loc[[2, 4], "r1"] = np.nan
    figure = lines_over_k(
        table, chosen=3, look=Look(families={"r1": "fitted kernel"}, source="mean over 28 data sets")
    )
    lines = {trace.name: trace for trace in figure.data if trace.meta == "line"}
    for name in table:
        np.testing.assert_array_equal(np.array(lines[name].y, dtype=float), table[name])
        assert list(lines[name].x) == list(range(1, 21))
    assert lines["r1"].line.dash == "dash"
    assert lines["r1"].line.color == LIGHT.family("kernel")
    assert figure.layout.shapes[0].x0 == figure.layout.shapes[0].x1 == 3
    low, high = figure.layout.yaxis.range
    assert low > high  # rank 1 on top
    score = lines_over_k(table, ranks=False).layout.yaxis.range
    assert score[0] < score[1]
    assert "Mean over 28 data sets." in figure.layout.title.text


@pytest.mark.parametrize("relations", [2, 7, 13, 25])
@pytest.mark.parametrize("large", [False, True])
def test_labels_at_the_right_never_overlap_and_keep_their_order(relations, large):
    table = values(relations) / (1 if relations < 10 else 20)
    layout = lines_over_k(table, look=Look(large=large)).layout
    pixels = layout.height - layout.margin.t - layout.margin.b
    low, high = layout.yaxis2.range
    assert tuple(layout.yaxis.range) == (low, high)
    places = (np.array(layout.yaxis2.tickvals) - low) * pixels / (high - low)
    assert (np.diff(np.sort(places)) >= 1.25 * Look(large=large).size).all()
    assert places.min() >= 0
    assert places.max() <= pixels
    by_end = list(table.iloc[-1].sort_values(ascending=False).index)
    assert [layout.yaxis2.ticktext[i].split()[-1] for i in np.argsort(places)] == by_end


def test_the_sentence_counts_who_leads():
    table = pd.DataFrame({"man": [1.0, 2.0, 1.0], "euc": [2.0, 1.0, 2.0]}, index=[1, 3, 5])
    text = lines_over_k_text(table, names={"man": "Manhattan"})
    assert text.startswith("Manhattan has the best mean rank for 2 of 3 values of k")
    assert lines_over_k_text(table * np.nan).startswith("There is no k")


def test_a_line_its_leader_and_its_label_share_dash_colour_and_mark():
    families = {"r0": "distance", "r1": "distance", "r2": "distance"}
    figure = lines_over_k(values(3), look=Look(families=families))
    lines = [trace for trace in figure.data if trace.meta == "line"]
    leaders = [trace for trace in figure.data if trace.meta == "leader"]
    for line, leader, words in zip(lines, leaders, figure.layout.yaxis2.ticktext, strict=True):
        assert (line.line.dash, line.line.color) == (leader.line.dash, leader.line.color)
        assert line.line.color in words
    assert [line.line.dash for line in lines] == ["solid", "dash", "dot"]
    crowded = [trace for trace in lines_over_k(values(13)).data if trace.meta == "line"]
    assert [list(trace.marker.opacity).index(1) for trace in crowded[:6]] == [0, 1, 2, 3, 4, 0]
