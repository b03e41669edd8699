"""Curves over γ are what plain pandas makes of the same scores."""

import numpy as np
import pandas as pd
import pytest

from frnn_core.experiments.plan import Setting
from frnn_core.experiments.presets import GAMMAS
from frnn_core.experiments.score_table import score_table
from frnn_core.figures import Look
from frnn_core.relations import KERNELS, RELATIONS
from frnn_core.studies.gamma_curve import gamma_lines, gamma_lines_text, over_gamma, plan_over_gamma
from frnn_core.text import number

NAMES = ("wine", "heart", "pima", "bupa")
LABELS = {key: spec.label for key, spec in RELATIONS.items()}


@pytest.fixture(scope="module")
def table():
    return score_table(plan_over_gamma(NAMES, "euc", 5))


@pytest.fixture(scope="module")
def curve(table):
    return over_gamma(table)


@pytest.fixture(scope="module")
def plain(table):
    """Mean scores, data sets x settings in the order of the plan, by hand."""
    assert table.complete
    settings = [(key, gamma) for key in KERNELS for gamma in GAMMAS] + [("euc", None)]
    assert [Setting.of(key, gamma=gamma) for key, gamma in settings] == list(table.plan.settings)
    return {
        setting: [float(np.mean(table.values[i, j, 0])) for i in range(len(NAMES))]
        for j, setting in enumerate(settings)
    }


def test_means_are_those_of_plain_pandas(curve, plain):
    for key in KERNELS:
        for gamma in GAMMAS:
            assert curve.scores.loc[gamma, key] == pytest.approx(np.mean(plain[key, gamma]))
    assert curve.score == pytest.approx(np.mean(plain["euc", None]))
    assert list(curve.scores) == list(KERNELS)
    assert curve.complete == NAMES


def test_ranks_are_among_all_settings_together(curve, plain):
    frame = pd.DataFrame({f"{key} {gamma}": values for (key, gamma), values in plain.items()})
    ranks = frame.round(12).rank(axis=1, ascending=False, method="average").mean()
    assert curve.ranked == frame.shape[1] == len(KERNELS) * len(GAMMAS) + 1
    for key in KERNELS:
        for gamma in GAMMAS:
            assert curve.ranks.loc[gamma, key] == pytest.approx(ranks[f"{key} {gamma}"])
    assert curve.rank == pytest.approx(ranks["euc None"])
    assert curve.ranks.to_numpy().sum() + curve.rank == pytest.approx(sum(range(1, curve.ranked + 1)))


@pytest.mark.parametrize("ranks", [True, False])
def test_the_figure_has_a_line_a_kernel_and_a_flat_reference(curve, ranks):
    figure = gamma_lines(curve, ranks=ranks, chosen=0.37, look=Look(names=LABELS, source="four data sets"))
    values, level = curve.values(ranks=ranks)
    lines = [trace for trace in figure.data if trace.meta == "line"]
    assert [line.name for line in lines] == list(KERNELS)
    for line in lines:
        np.testing.assert_allclose(line.x, np.log10(GAMMAS))
        np.testing.assert_allclose(line.y, values[line.name])
    assert len({(line.line.color, line.marker.symbol) for line in lines}) == len(lines)
    (reference,) = [trace for trace in figure.data if trace.meta == "reference"]
    assert list(reference.y) == [level, level]
    places, span = figure.layout.yaxis2.tickvals, sorted(figure.layout.yaxis2.range)
    assert len(places) == len(KERNELS) + 1
    assert span[0] < min(places) < max(places) < span[1]
    assert any("0.37" in words.text for words in figure.layout.annotations)


@pytest.mark.parametrize("ranks", [True, False])
def test_the_sentence_names_the_best_width_and_whom_it_beats(curve, ranks):
    values, level = curve.values(ranks=ranks)
    words = gamma_lines_text(curve, ranks=ranks, names=LABELS)
    best = values.min().min() if ranks else values.max().max()
    assert f"{best:.1f} of 126" in words if ranks else number(best) in words
    ahead = int((values.min() < level).sum() if ranks else (values.max() > level).sum())
    assert (f"{ahead} of 5" if ahead else "none of the 5") in words
    assert "for Euclidean" in words
    assert f"moves by {(values.max() - values.min()).max():.{1 if ranks else 3}f}".replace("0.", ".") in words


def test_data_sets_with_a_blank_are_left_out(table):
    values = table.values.copy()
    values[1, 3, 0, 2] = np.nan
    holed = type(table)(table.plan, table.measure, values, table.there, table.source, table.store)
    assert over_gamma(holed).complete == ("wine", "pima", "bupa")
    empty = type(table)(table.plan, table.measure, values * np.nan, table.there, table.source, table.store)
    assert over_gamma(empty) is None
