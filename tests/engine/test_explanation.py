"""Explanations add up, name the right rows, and decide as the classifier does."""

import numpy as np
import pytest
from awkward import awkward_data

from frnn_core import RELATIONS, FRNNClassifier
from frnn_core.engine.approximations import similarity_matrix


@pytest.mark.parametrize("key", RELATIONS)
@pytest.mark.parametrize("k", [1, 4, 30])
def test_contributions_add_up_to_the_approximations(key, k):
    X, y, queries = awkward_data(11, False)
    model = FRNNClassifier(key, k=k).fit(X, y)
    told = model.explain(queries)
    lower, upper = model.approximations(queries)
    np.testing.assert_allclose(told.lower, lower, atol=1e-12)
    np.testing.assert_allclose(told.upper, upper, atol=1e-12)
    np.testing.assert_array_equal(told.predictions, model.predict(queries))


@pytest.mark.parametrize("key", RELATIONS)
def test_rows_similarities_and_order_are_those_of_the_relation(key):
    X, y, queries = awkward_data(12, False)
    model = FRNNClassifier(key, k=5).fit(X, y)
    told = model.explain(queries)
    train = model._train
    R = similarity_matrix(model.relation_, model._normaliser(queries), train.X, train.codes)
    for side, member in ((told.inside, True), (told.outside, False)):
        for code, label in enumerate(model.classes_):
            candidates = np.flatnonzero((y == label) == member)
            count = min(5, len(candidates))
            rows = side.rows[:, code, :count]
            assert np.isin(rows, candidates).all()
            expected = -np.sort(-R[:, candidates], axis=1)[:, :count]
            np.testing.assert_allclose(side.similarities[:, code, :count], expected, atol=1e-12)
            np.testing.assert_allclose(
                np.take_along_axis(R, rows, axis=1), side.similarities[:, code, :count], atol=1e-12
            )
            assert (side.rows[:, code, count:] == -1).all()
            assert np.isnan(side.distances[:, code, count:]).all()
            assert (side.weights[:, code, count:] == 0).all()
            np.testing.assert_allclose(side.weights[:, code].sum(axis=1), 1)


def test_equal_neighbours_come_in_the_order_of_the_rows():
    X = np.array([[1.0], [-1.0], [1.0], [-1.0], [5.0]])
    told = FRNNClassifier("man", k=3, normalise=None).fit(X, [0, 0, 0, 0, 1]).explain([[0.0]])
    assert told.inside.rows[0, 0].tolist() == [0, 1, 2]
    assert told.outside.rows[0, 1].tolist() == [0, 1, 2]
    assert told.outside.rows[0, 0].tolist() == [4, -1, -1]


def test_the_margin_is_the_lead_over_the_runner_up(blobs):
    X, y, queries, _ = blobs
    told = FRNNClassifier("man").fit(X, y).explain(queries)
    top = np.sort(told.scores, axis=1)
    np.testing.assert_array_equal(told.margins, top[:, -1] - top[:, -2])
    assert (told.margins >= 0).all()
