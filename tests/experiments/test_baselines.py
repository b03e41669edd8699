"""The baselines are scikit-learn's own, and the shipped ones are what comes out here."""

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.metrics import balanced_accuracy_score
from sklearn.neighbors import KNeighborsClassifier

from frnn_core import load_dataset, partition
from frnn_core.engine.scalings import fit_scaling
from frnn_core.errors import UnknownName
from frnn_core.experiments.baselines import BASELINES, _shipped, baseline_scores, compute
from frnn_core.experiments.plan import Conditions, loaded


@pytest.mark.parametrize("name", ["wine", "glass"])
@pytest.mark.parametrize("k", [1, 4, 20])
def test_nearest_neighbours_are_those_of_scikit_learn(name, k):
    data = load_dataset(name)
    expected = []
    for train, test in partition(data):
        normalise = fit_scaling(data.X[train], "centred")
        model = KNeighborsClassifier(k).fit(normalise(data.X[train]), data.codes[train])
        expected.append(balanced_accuracy_score(data.codes[test], model.predict(normalise(data.X[test]))))
    found = compute(name, "knn", Conditions())["balanced_accuracy"]
    np.testing.assert_allclose(found[k - 1], expected, atol=1e-12)


def test_the_largest_class_is_that_of_the_dummy():
    data = load_dataset("glass")
    expected = [
        balanced_accuracy_score(
            data.y[test], DummyClassifier().fit(data.X[train], data.y[train]).predict(data.X[test])
        )
        for train, test in partition(data)
    ]
    found = compute("glass", "majority", Conditions())["balanced_accuracy"]
    np.testing.assert_allclose(found, np.tile(expected, (20, 1)), atol=1e-12)


@pytest.mark.parametrize("baseline", BASELINES)
@pytest.mark.parametrize("name", ["wine", "heart"])
def test_the_shipped_ones_come_out_again(name, baseline):
    computed = compute(name, baseline, Conditions())
    assert list(computed) == ["balanced_accuracy", "accuracy", "macro_f1"]
    for measure, scores in computed.items():
        data, folds = loaded(name, Conditions())
        shipped = _shipped()[baseline, data.sha256, folds.sha256, measure]
        assert baseline_scores(name, baseline, measure=measure) is shipped
        np.testing.assert_allclose(shipped, scores, atol=1e-12)


def test_other_conditions_are_computed():
    conditions = Conditions(normalise="none")
    np.testing.assert_array_equal(
        baseline_scores("wine", "knn", conditions), compute("wine", "knn", conditions)["balanced_accuracy"]
    )
    assert (baseline_scores("wine", "knn", conditions) != baseline_scores("wine", "knn")).any()


def test_an_unknown_baseline_is_named():
    with pytest.raises(UnknownName, match="Did you mean knn"):
        baseline_scores("wine", "knm")
