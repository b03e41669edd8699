"""Scalings against their formulas, and where they have nothing to divide by."""

import numpy as np
import pytest
from scipy import stats

from frnn_core import FRNNClassifier
from frnn_core.engine.scalings import SCALINGS, fit_scaling
from frnn_core.errors import DataError

X = np.random.default_rng(0).lognormal(size=(41, 3)) * [1, 100, 1e-3] + [0, 5, -2]
MEDIAN = np.sort(X, axis=0)[20]


@pytest.mark.parametrize(
    ("key", "middle", "width"),
    [
        ("mean-deviation", MEDIAN, [sum(abs(x - np.median(of)) for x in of) / 41 for of in X.T]),
        (
            "standard-deviation",
            X.mean(axis=0),
            [np.sqrt(sum((x - of.mean()) ** 2 for x in of) / 41) for of in X.T],
        ),
        ("half-quartiles", MEDIAN, stats.iqr(X, axis=0) / 2),
        ("centred", (X.min(axis=0) + X.max(axis=0)) / 2, np.ptp(X, axis=0)),
        ("unit", X.min(axis=0), np.ptp(X, axis=0)),
        ("none", 0.0, 1.0),
    ],
)
def test_scalings_follow_their_formula(key, middle, width):
    asked = X[:5] * 3
    np.testing.assert_allclose(fit_scaling(X, key)(asked), (asked - middle) / width, rtol=1e-12)


def test_every_scaling_is_tested():
    assert set(SCALINGS) == {
        "centred",
        "unit",
        "none",
        "mean-deviation",
        "standard-deviation",
        "half-quartiles",
    }


@pytest.mark.parametrize("key", [key for key in SCALINGS if key != "none"])
@pytest.mark.parametrize("value", [0.0, 0.1, -1e8, 1e-300])
def test_a_constant_feature_is_0_everywhere(key, value):
    rows = np.column_stack([np.full(7, value), np.arange(7.0)])
    assert (fit_scaling(rows, key)(rows + 1)[:, 0] == 0).all()


def test_where_quartiles_coincide_the_mean_deviation_stands_in():
    column = np.array([0.0] * 9 + [4.0])[:, None]
    assert stats.iqr(column) == 0
    np.testing.assert_array_equal(
        fit_scaling(column, "half-quartiles")(column), fit_scaling(column, "mean-deviation")(column)
    )
    assert fit_scaling(column, "half-quartiles")(column)[-1] == pytest.approx(10)


@pytest.mark.parametrize("key", ["mean-deviation", "standard-deviation"])
def test_values_that_cannot_be_measured_are_refused(key):
    rows = np.array([[1e308, 0.0], [-1e308, 1.0], [1.7e308, 2.0], [-1.7e308, 3.0]])
    with pytest.raises(DataError, match="Column 1: values too large to measure"):
        fit_scaling(rows, key).measurable(rows)


@pytest.mark.parametrize("key", SCALINGS)
def test_predictions_do_not_depend_on_units_and_origins(key):
    if key == "none":
        return
    y = np.arange(41) % 3
    one, two = (
        FRNNClassifier("man", normalise=key).fit(rows[:30], y[:30]).predict(rows[30:])
        for rows in (X, X * [2, 1024, 0.5] + [8, -16, 4])
    )
    assert (one == two).all()
