"""What holds of every learned metric: its form, its trace, its seed, and where it does not exist."""

import pickle

import numpy as np
import pytest
from awkward import awkward_data

from frnn_core import RELATIONS, FRNNClassifier
from frnn_core.engine.relation import TrainingSet
from frnn_core.errors import ParameterError, Undefined
from frnn_core.relations.embeddings import mapped
from frnn_core.relations.metric_learning import LIMIT, LearningTrace, Recorder, learned, oriented
from frnn_core.relations.row_pairs import alike, shuffled, unlike

LEARNED = ["nca", "lmnn", "dmlmj"]


def fitted(key, train, **params):
    return RELATIONS[key].fit(train, **RELATIONS[key].resolve(params))


@pytest.fixture(scope="module")
def train(blobs):
    X, y, _, _ = blobs
    return TrainingSet((X - X.mean(axis=0)) / np.ptp(X, axis=0), y, 3)


def awkward_set(seed):
    X, y, _ = awkward_data(seed, False)
    return TrainingSet(X, y, 4)


def test_the_learned_metrics_stand_between_the_kernels_and_combo():
    keys = list(RELATIONS)
    place = keys.index("nca")
    assert keys[place : place + 3] == LEARNED
    assert all(RELATIONS[key].family == "learned" for key in LEARNED)
    assert keys.index("sphere") < place


@pytest.mark.parametrize("key", LEARNED)
def test_similarity_is_one_less_the_share_of_the_largest_squared_distance(key, train):
    E = fitted(key, train).embed(train.X, 0)
    squares = ((E[:, None] - E) ** 2).sum(axis=2)
    d = np.sqrt(squares)
    np.testing.assert_allclose(fitted(key, train).link(d, 0), 1 - squares / squares.max(), atol=1e-12)
    np.testing.assert_allclose(fitted(key, train, link="rooted").link(d, 0), 1 - d / d.max(), atol=1e-12)


@pytest.mark.parametrize("key", LEARNED)
def test_the_largest_entry_of_each_row_is_positive(key, train):
    W = fitted(key, train).embed.W
    assert (np.take_along_axis(W, np.abs(W).argmax(axis=1, keepdims=True), axis=1) > 0).all()


def test_only_signs_of_whole_rows_change():
    L = np.array([[1.0, -3.0], [2.0, 1.0], [0.0, 0.0], [-2.0, 2.0]])
    np.testing.assert_array_equal(oriented(L), [[-1, 3], [2, 1], [0, 0], [2, -2]])


@pytest.mark.parametrize("key", LEARNED)
def test_the_number_of_rows_is_as_asked_but_at_most_that_of_the_features(key, train):
    full = fitted(key, train).embed.W
    assert full.shape == (4, 4)
    assert fitted(key, train, n_components=2).embed.W.shape == (2, 4)
    np.testing.assert_array_equal(fitted(key, train, n_components=9).embed.W, full)
    with pytest.raises(ParameterError, match="n_components must be a whole number from 1 on"):
        RELATIONS[key].resolve({"n_components": 0})


@pytest.mark.parametrize("key", LEARNED)
def test_a_second_fit_gives_the_same_metric(key):
    train = awkward_set(3)
    first, second = fitted(key, train), fitted(key, train)
    np.testing.assert_array_equal(first.embed.W, second.embed.W)
    np.testing.assert_array_equal(first.trace.objective, second.trace.objective)


@pytest.mark.parametrize("key", LEARNED)
def test_traces_are_finite_and_of_one_length(key, train):
    trace = fitted(key, train).trace
    assert isinstance(trace, LearningTrace)
    assert len(trace.steps) == len(trace.objective) == len(trace.change)
    np.testing.assert_array_equal(trace.steps, np.arange(len(trace.steps)))
    assert np.isfinite(trace.objective).all()
    assert trace.change[0] == 0
    assert (trace.change[1:] > 0).all()
    assert trace.objective[-1] <= trace.objective[0]


@pytest.mark.parametrize("key", ["nca", "lmnn"])
def test_a_limit_on_the_steps_is_kept_and_told(key, train):
    trace = fitted(key, train, max_iter=2).trace
    assert len(trace.steps) == 3
    assert trace.stopped == "step limit reached"
    assert fitted(key, train, max_iter=1_000).trace.stopped == "converged"


def test_the_change_is_the_length_of_each_step():
    recorder = Recorder(np.eye(2), 4.0)
    moving = np.array([1.0, 0.0, 3.0, 5.0])
    recorder.add(moving, 2.0)
    moving[:] = 0
    trace = recorder.trace("converged", ("a note",))
    np.testing.assert_array_equal(trace.change, [0, 5])
    np.testing.assert_array_equal(trace.objective, [4, 2])
    assert trace.notes == ("a note",)


@pytest.mark.parametrize("key", LEARNED)
def test_a_fitted_relation_survives_pickling(key, train):
    relation = fitted(key, train)
    copy = pickle.loads(pickle.dumps(relation))
    np.testing.assert_array_equal(copy.embed(train.X, 0), relation.embed(train.X, 0))
    np.testing.assert_array_equal(copy.trace.objective, relation.trace.objective)


@pytest.mark.parametrize("key", LEARNED)
def test_without_two_rows_of_a_class_there_is_nothing_to_learn(key):
    with pytest.raises(Undefined, match="no class has two training rows"):
        FRNNClassifier(key).fit([[0.0], [1.0], [3.0]], [0, 1, 2])
    one_class = TrainingSet(np.array([[0.0], [1.0]]), np.array([1, 1]), 2)
    assert "all training rows are of one class" in RELATIONS[key].undefined(one_class)


@pytest.mark.parametrize("key", LEARNED)
@pytest.mark.parametrize(
    "X",
    [
        [[0.0, 0.5], [0.0, -0.5], [0.0, 0.1]],
        [[0.2, 0.2], [0.2, 0.2], [0.2, 0.2]],
        [[0.5, 0.5], [-0.5, -0.5], [0.1, 0.1]],
    ],
)
def test_constant_dependent_and_coinciding_columns_are_no_obstacle(key, X):
    model = FRNNClassifier(key, normalise=None).fit(np.array(X), [0, 0, 1])
    assert np.isfinite(model.predict_proba(np.array([[0.0, 0.0], [1.0, -1.0]]))).all()


def test_every_beginning_of_the_shuffled_rows_is_a_stratified_sample():
    codes = np.repeat([0, 1, 2, 3], [600, 300, 99, 1])
    train = TrainingSet(np.arange(1_000.0)[:, None], codes, 4)
    X, shuffled_codes = shuffled(train, 0)
    np.testing.assert_array_equal(codes[X[:, 0].astype(int)], shuffled_codes)
    assert len(np.unique(X)) == 1_000
    for size in (50, 100, 333, 700):
        counts = np.bincount(shuffled_codes[:size], minlength=4)
        np.testing.assert_allclose(counts, size * np.array([0.6, 0.3, 0.1, 0.001]), atol=2)
        assert counts.min() > 0
    assert (X[:100] != shuffled(train, 1)[0][:100]).any()


def literal_pairs(X, codes, k, same):
    """The nearest rows by the definition: sorted by distance, then by row number, without the row itself."""
    pairs = []
    for i in range(len(X)):
        others = [j for j in range(len(X)) if j != i and (codes[i] == codes[j]) == same]
        ranked = sorted(others, key=lambda j: (np.linalg.norm(X[i] - X[j]), j))
        pairs += [(i, j) for j in ranked[:k]]
    return sorted(pairs)


@pytest.mark.parametrize("seed", range(4))
def test_pairs_follow_the_definition_with_ties_duplicates_and_a_class_of_one(seed):
    X, codes, _ = awkward_data(seed, False, 2)
    X[20:27], codes[20:27] = X[20], codes[20]
    for k in (1, 3, 50):
        assert sorted(map(tuple, alike(X, codes, k))) == literal_pairs(X, codes, k, True)
        assert sorted(map(tuple, unlike(X, codes, k))) == literal_pairs(X, codes, k, False)


def test_rows_that_are_one_point_but_for_rounding_have_no_largest_distance():
    """L lets the rows fall together; what rounding leaves of their distances is no scale."""
    X = np.array([[-0.5, -0.5, 0.5], [-0.5, -0.5, 0.5], [0.5, 0.5, -0.5]])
    train = TrainingSet(X, np.array([0, 1, 1]), 2)
    L = np.array([[0.1, 0.2, 0.3]])
    assert 0 < np.ptp(mapped(X, L)) < 1e-15
    trace = Recorder(L, 0.0).trace(LIMIT)
    assert learned(train, L, trace, "squared").link.scale == 1.0
    assert learned(train, L + 0.1, trace, "squared").link.exact.scale == pytest.approx(0.01)
