"""The histograms hold every rank once."""

import numpy as np
import pandas as pd

from frnn_core.figures import Look, rank_distribution, rank_distribution_text
from frnn_core.figures.palette import LIGHT
from frnn_core.stats import compare


def result():
    rng = np.random.default_rng(0)
    values = rng.uniform(0.5, 0.9, (15, 4)).round(1)
    return compare(pd.DataFrame(values, index=[f"s{i}" for i in range(15)], columns=list("abcd")))


def test_bars_count_the_ranks_of_each_relation():
    told = result()
    figure = rank_distribution(told, look=Look(families={"a": "kernel"}))
    bars = {trace.name: trace for trace in figure.data if trace.meta == "ranks"}
    assert list(bars) == list(told.relations)
    tallest = max(max(bar.customdata) for bar in bars.values())
    for name, bar in bars.items():
        counts = told.ranks[name].value_counts().sort_index()
        assert list(bar.x) == list(counts.index)
        assert list(bar.customdata) == list(counts)
        np.testing.assert_allclose(
            np.abs(bar.y) / np.array(bar.customdata), 0.62 / tallest
        )  # one scale for all
    assert f"the tallest: {tallest}" in figure.layout.title.text


def test_means_and_intervals_are_those_of_the_comparison():
    told = result()
    figure = rank_distribution(told, look=Look(families={"a": "kernel", "b": "angle"}))
    (means,) = (trace for trace in figure.data if trace.meta == "means")
    assert dict(zip(means.customdata, means.x, strict=True)) == told.mean_ranks.to_dict()
    assert dict(zip(means.customdata, means.marker.color, strict=True))["b"] == LIGHT.family("angle")
    (lines,) = (trace for trace in figure.data if trace.meta == "intervals")
    ends = np.array([x for x in lines.x if x is not None]).reshape(-1, 2)
    np.testing.assert_allclose(ends, told.intervals.loc[list(told.relations)])
    assert "15 data sets" in figure.layout.title.text


def test_the_sentence_names_who_is_best_most_often():
    told = result()
    best = told.ranks.eq(told.ranks.min(axis=1), axis=0).sum()
    assert f"on {best.max()} of 15 data sets" in rank_distribution_text(told)
