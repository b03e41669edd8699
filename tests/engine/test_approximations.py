"""Outside lists, approximations for all k at once, scores and probabilities."""

import numpy as np
import pytest
from awkward import awkward_data
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from frnn_core import FRNNClassifier
from frnn_core.engine.approximations import (
    available,
    leave_one_out,
    outside_lists,
    owa,
    probabilities,
    scores,
)
from frnn_core.engine.fitted import FittedRelation
from frnn_core.engine.metrics import distances
from frnn_core.engine.owa import WEIGHTS, weight_family
from frnn_core.engine.relation import TrainingSet
from frnn_core.relations.links import AffineLink


@st.composite
def profiles(draw):
    """Sorted lists with many ties and some padding, as a search would give them."""
    queries, classes, kmax = draw(st.integers(1, 4)), draw(st.integers(2, 6)), draw(st.integers(1, 5))
    values = draw(arrays(np.float64, (queries, classes, kmax), elements=st.integers(0, 6).map(float)))
    sizes = np.array(draw(st.lists(st.integers(1, kmax), min_size=classes, max_size=classes)))
    values[:, np.arange(kmax) >= sizes[:, None]] = np.inf
    return np.sort(values, axis=2), sizes


@given(profiles())
def test_outside_lists_are_the_smallest_values_of_the_other_classes(case):
    inside, _ = case
    found = outside_lists(inside)
    for q, lists in enumerate(inside):
        for code in range(len(lists)):
            others = np.sort(np.delete(lists, code, axis=0).ravel())[: inside.shape[2]]
            expected = np.pad(others, (0, inside.shape[2] - len(others)), constant_values=np.inf)
            np.testing.assert_array_equal(found[q, code], expected)


@given(profiles(), st.sampled_from([key for key, entry in WEIGHTS.items() if not entry.learns]))
def test_every_k_from_one_profile_equals_one_k_at_a_time(case, name):
    inside, sizes = case
    outside = outside_lists(inside)
    similar = [np.where(np.isinf(d), 0.0, 1 - d / 10) for d in (inside, outside)]
    kmax = inside.shape[2]
    ks = range(1, kmax + 1)
    upper = owa(similar[0], available(inside), weight_family(name), ks)
    lower = 1 - owa(similar[1], available(outside), weight_family(name), ks)
    for k in range(1, kmax + 1):
        for c, size in enumerate(sizes):
            m_in, m_out = min(k, size), min(k, sizes.sum() - size)
            w_in, w_out = weight_family(name)(m_in), weight_family(name)(m_out)
            np.testing.assert_allclose(upper[:, c, k - 1], similar[0][:, c, :m_in] @ w_in, atol=1e-12)
            np.testing.assert_allclose(lower[:, c, k - 1], 1 - similar[1][:, c, :m_out] @ w_out, atol=1e-12)


def test_scores_are_rounded_so_that_noise_decides_no_tie():
    same = scores(np.array([0.1 + 0.2, 0.3]), np.array([0.0, 0.0]))
    assert 0.1 + 0.2 != 0.3
    assert same[0] == same[1]


def test_probabilities_sum_to_one_and_keep_the_order():
    given_scores = np.array([[0.5, 0.25, 0.25], [-1.0, 0.0, 1.0], [0.0, 0.0, 0.0], [-2.0, -2.0, -2.0]])
    expected = [[0.5, 0.25, 0.25], [0, 1 / 3, 2 / 3], [1 / 3] * 3, [1 / 3] * 3]
    np.testing.assert_allclose(probabilities(given_scores), expected)


@pytest.mark.parametrize("key", ["man", "euc", "can", "cos", "mah", "class-mah"])
def test_leave_one_out_removes_the_row_itself_and_keeps_its_duplicates(key):
    X, y, _ = awkward_data(3, False)
    model = FRNNClassifier(key, k=4).fit(X, y)
    train, relation = model._train, model.relation_
    found = leave_one_out(relation, train, 4).inside
    for row in range(len(X)):
        rest = np.delete(np.arange(len(X)), row)
        for code in range(train.n_classes):
            members = rest[train.codes[rest] == code]
            asked, rows = (relation.embed(train.X[i], code) for i in ([row], members))
            expected = np.sort(distances(asked, rows, relation.metric)[0]) if len(members) else []
            padded = np.pad(expected[:4], (0, max(0, 4 - len(members))), constant_values=np.inf)
            np.testing.assert_allclose(found[row, code], padded, atol=1e-12)


def test_leave_one_out_with_a_signed_distance():
    X = np.array([[0.0], [1.0], [2.0], [3.0], [9.0]])
    train = TrainingSet(X, np.array([0, 0, 0, 0, 1]), 2)
    relation = FittedRelation("signed-maximum", AffineLink(1.0))
    found = leave_one_out(relation, train, 2).inside
    np.testing.assert_array_equal(found[:4, 0], [[1, 2], [-1, 1], [-2, -1], [-3, -2]])
