"""The critical-difference diagram as TikZ: it compiles, and everything stands at its mean rank."""

import re

import numpy as np
import pandas as pd
import pytest
from tex import ENGINES, compiled

from frnn_core.figures.tikz import critical_difference_tikz
from frnn_core.stats import compare

NAMES = {"man": "Manhattan", "euc": "Euclidean", "cos": "Cosine", "class_mah": "50 % of Mahalanobis, γ"}


def scores(columns=4):
    rng = np.random.default_rng(5)
    values = 0.7 + 0.02 * rng.normal(size=(20, 4)) - 0.012 * np.arange(4)
    return pd.DataFrame(values, [f"set {i}" for i in range(20)], list(NAMES)).iloc[:, :columns]


RESULTS = {
    "all": compare(scores()),
    "nemenyi": compare(scores(), test="nemenyi"),
    "control": compare(scores(), control="man"),
    "two": compare(scores(2)),
    "others": compare(scores(), others=["cos"]),
}


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_it_compiles_within_the_line(engine):
    long = {key: f"{name} with a name that is rather long" for key, name in NAMES.items()}
    texts = {name: critical_difference_tikz(result, NAMES) for name, result in RESULTS.items()}
    texts["long"] = critical_difference_tikz(RESULTS["all"], long)
    assert all(text.isascii() for text in texts.values())
    assert compiled(texts, engine) == {}


@pytest.mark.parametrize("name", RESULTS)
def test_names_stand_at_their_mean_ranks(name):
    result, text = RESULTS[name], critical_difference_tikz(RESULTS[name], NAMES)
    elbows = re.findall(r"\\draw \(([\d.]+),0\) -- \(([\d.]+),-[\d.]+\) -- .*\\textbf\{(\d\.\d\d)\}", text)
    assert sorted(float(x) for x, _, _ in elbows) == sorted(result.mean_ranks.round(4))
    assert all(x == again and f"{float(x):.2f}" == shown for x, again, shown in elbows)


def test_bars_and_dots_are_those_of_the_cliques():
    result = RESULTS["all"]
    text = critical_difference_tikz(result, NAMES)
    bars = re.findall(r"line width=1.5pt\] \(([\d.]+),(-[\d.]+)\) -- \(([\d.]+),\2\)", text)
    ranks = result.mean_ranks.round(4)
    expected = sorted((ranks[clique[0]], ranks[clique[-1]]) for clique in result.cliques)
    assert sorted((float(first), float(last)) for first, _, last in bars) == expected
    assert text.count(r"\filldraw") == sum(len(clique) for clique in result.cliques)


def test_the_ruler_is_as_long_as_the_critical_distance():
    result = RESULTS["nemenyi"]
    (low, end) = re.search(
        r"\[\|-\|\] \((\d+),38\) -- \(([\d.]+),38\)", critical_difference_tikz(result)
    ).groups()
    assert float(end) - float(low) == pytest.approx(result.critical_distance, abs=1e-4)
