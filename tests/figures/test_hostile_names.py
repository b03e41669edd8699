"""Plotly reads a little HTML in every text: names from data must reach it escaped."""

import json

import numpy as np
import pandas as pd
import pytest
from boards import plain_board

from frnn_core import FRNNClassifier
from frnn_core.data import Dataset
from frnn_core.figures import (
    Look,
    bayes_bar,
    comparison_matrix_figure,
    critical_difference,
    decision_surface,
    fold_dots,
    lines_over_k,
    p_matrix,
    pair_scatter,
    power_curve,
    rank_distribution,
    score_heatmap,
    strengths,
    surface,
)
from frnn_core.model import Model
from frnn_core.stats import compare, compare_pair
from frnn_core.studies.explain import Case, How, drivers, trained
from frnn_core.studies.explain.figures.explanation_bars import explanation_bars
from frnn_core.studies.explain.figures.feature_shares import feature_shares
from frnn_core.studies.learned.figures.learned_matrix import learned_matrix
from frnn_core.your_data.figure import leaderboard_dots

EVIL = '<a href="javascript:alert(1)">{}</a></script>'
NOT_DRAWN = ("customdata", "meta", "ids")


def evil(*words):
    return [EVIL.format(word) for word in words]


@pytest.fixture(scope="module")
def scores():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        rng.uniform(0.5, 0.9, (12, 4)), index=evil(*range(12)), columns=evil("p", "q", "r", "s")
    )
    frame.iloc[1, 3] = np.nan
    return frame


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(1)
    y = np.repeat(evil("u", "v"), 20)
    X = rng.normal(size=(40, 2)) + (y == y[0])[:, None]
    return Dataset("<b>mine", X, y, tuple(evil("f", "g")))


def drawn(part, path=()):
    """All texts that Plotly draws, with their places; a trace outside the legend hides its name."""
    if isinstance(part, dict):
        hidden = {*NOT_DRAWN, "name"} if part.get("showlegend") is False else {*NOT_DRAWN}
        for key, value in part.items():
            if key not in hidden:
                yield from drawn(value, (*path, key))
    elif isinstance(part, list):
        for value in part:
            yield from drawn(value, path)
    elif isinstance(part, str):
        yield path, part


def assert_escaped(figure):
    texts = list(drawn(json.loads(figure.to_json())))
    assert [(path, text) for path, text in texts if "<a" in text or "</script" in text] == []
    assert any("&lt;a" in text for _, text in texts)
    page = figure.to_html(include_plotlyjs=False)
    assert page.count("</script>") == page.count("<script")


def test_names_of_relations_and_data_sets(scores):
    result = compare(scores)
    first, second = scores.columns[:2]
    pair = compare_pair(scores[first], scores[second], rope=0.01)
    reasons = pd.DataFrame(None, index=scores.index, columns=scores.columns, dtype=object)
    reasons.iloc[1, 3] = f"{EVIL.format('f')} is constant."
    over_k = pd.DataFrame(scores.to_numpy(), index=range(1, 13), columns=scores.columns)
    for figure in (
        critical_difference(result),
        p_matrix(result),
        rank_distribution(result),
        pair_scatter(scores, pair),
        bayes_bar(pair),
        score_heatmap(scores, reasons=reasons, look=Look(source=EVIL.format("s"))),
        lines_over_k(over_k, look=Look(source=EVIL.format("s"))),
        fold_dots(over_k),
    ):
        assert_escaped(figure)


def test_names_of_methods_and_families(scores):
    result = compare(scores, noun="method")
    families = {name: EVIL.format(f"family {i % 2}") for i, name in enumerate(scores)}
    look = Look().with_families(families)
    for figure in (
        critical_difference(result, look=look),
        comparison_matrix_figure(result.matrix(), look=look),
        strengths(result.ranking(), look=look),
        power_curve(result.power(*scores.columns[:2]), look=look),
    ):
        assert_escaped(figure)


def test_names_of_classes_and_features(data):
    case = Case(trained(data, np.arange(40), How("man")), 3, data.X[0], str(data.y[0]))
    told = FRNNClassifier("man").fit(data.X, data.y).explain(data.X[:1])
    for figure in (
        explanation_bars(case, case.order, title=EVIL.format("s")),
        feature_shares(drivers(case), data.described_columns, data.X[0]),
        learned_matrix(np.eye(2), data.feature_names, title=EVIL.format("t")),
        decision_surface(surface(Model.of(data, "man"), data, side=5), data, data.X[0], told),
    ):
        assert_escaped(figure)


def test_the_leaderboard_of_a_hostile_table(data):
    table = plain_board(data, ["man", "mah"], folds=3).frame()
    assert_escaped(leaderboard_dots(table, look=Look(source=EVIL.format("s"))))
