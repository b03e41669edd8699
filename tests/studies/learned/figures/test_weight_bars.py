"""Feature weights: a bar for the mean, a dot a fold, groups on one scale."""

import numpy as np
import pytest

from frnn_core.figures import Look
from frnn_core.studies.learned import FeatureWeights, feature_weights, learn
from frnn_core.studies.learned.figures.weight_bars import most_shown, weight_bars, weight_bars_text

MADE = FeatureWeights(
    np.array([[[0.05, 2.0, 0.95]], [[0.05, 1.6, 1.35]]]), ("a", "b<i>", "c"), ("all rows",), (1, 2)
)


def trace(figure, meta):
    (found,) = [drawn for drawn in figure.data if drawn.meta == meta]
    return found


def test_bars_are_means_and_dots_are_folds_sorted_by_the_mean():
    figure = weight_bars(MADE, title="What counts", look=Look())
    np.testing.assert_allclose(trace(figure, "means").x, [1.8, 1.15, 0.05])
    np.testing.assert_allclose(trace(figure, "folds").x, [2.0, 0.95, 0.05, 1.6, 1.35, 0.05])
    assert list(figure.layout.yaxis.ticktext) == ["b&lt;i&gt;", "c", "a"]
    assert "1.60 to 2.00 on 2 folds" in trace(figure, "means").hovertemplate[0]
    assert "fold 2" in trace(figure, "folds").hovertemplate[3]
    assert figure.layout.shapes[0].x0 == 1


def test_the_words_name_the_first_and_count_those_that_hardly_count():
    assert weight_bars_text(MADE) == (
        "b<i> counts most: 1.80 times the mean weight, 1.60 to 2.00 on the 2 folds; 1 of 3 count "
        "less than .1."
    )


def test_weights_are_those_of_the_fit_with_mean_1():
    fits = {fold: learn("auto", "man-fit", fold) for fold in (1, 2)}
    told = feature_weights(fits)
    assert told.groups == ("all rows",)
    for place, fit in enumerate(fits.values()):
        expected = fit.relation.trace.weights[0]
        np.testing.assert_allclose(told.values[place, 0], expected / expected.mean())
    assert told.features[told.order[0]] == "Normalized-losses"
    np.testing.assert_allclose(told.values.mean(axis=(1, 2)), 1)


def test_classes_share_a_scale_and_an_order_and_a_class_may_lack_a_fold():
    fits = {fold: learn("wine", "class-man", fold) for fold in (1, 2)}
    told = feature_weights(fits)
    assert told.groups == ("class 1", "class 2", "class 3")
    weights = fits[1].relation.trace.weights
    np.testing.assert_allclose(told.values[0], weights / weights.mean())
    first, second = (weight_bars(told, group, title="x") for group in (0, 1))
    assert first.layout.yaxis.ticktext == second.layout.yaxis.ticktext
    assert first.layout.xaxis.range == second.layout.xaxis.range
    assert most_shown(told) == 12
    assert weight_bars_text(told, 1).startswith("For class 2, ")


def test_regions_are_those_of_one_fold():
    fit = learn("wine", "local-man", 1)
    told = feature_weights({1: fit})
    assert told.groups == tuple(f"region {n}" for n in range(1, fit.relation.regions.count + 1))
    figure = weight_bars(told, 0, title="Region 1")
    assert not [drawn for drawn in figure.data if drawn.meta == "folds"]


def test_a_relation_without_weights_is_refused():
    with pytest.raises(TypeError, match="no feature weights"):
        feature_weights({1: learn("wine", "dmlmj", 1)})
