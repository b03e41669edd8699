"""What holds of every registered relation, and the facts of single ones."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from frnn_core import RELATIONS, FRNNClassifier
from frnn_core.engine.approximations import similarity_matrix
from frnn_core.engine.fitted import FittedRelation
from frnn_core.engine.relation import TrainingSet
from frnn_core.errors import Undefined
from frnn_core.relations.covariance import covariance, whitening
from frnn_core.relations.embeddings import ClassLinear, Linear
from frnn_core.relations.kernels import KERNELS
from frnn_core.relations.links import AffineLink, ClassAffineLink, DiameterLink

FIXED = [
    key for key, spec in RELATIONS.items() if spec.family in ("distance", "angle", "mahalanobis", "kernel")
]
QUICK = {"limit": 20, "max_iter": 3}  # learning relations obey the same laws after a few steps


def quick(key):
    """Parameters that keep a relation's learning short."""
    return {p.name: QUICK[p.name] for p in RELATIONS[key].parameters if p.name in QUICK}


def examples(key):
    """Fewer for Combo: it is one of seven relations, which have all examples, and fits each to choose."""
    return settings(max_examples=10 if RELATIONS[key].family == "combo" else 40)


def variants(keys):
    """Each relation with its defaults, and with each other choice of each parameter."""
    for key in keys:
        parameters = RELATIONS[key].parameters
        yield pytest.param(key, quick(key), id=key)
        for parameter in parameters:
            for choice in parameter.choices:
                if choice != parameter.default:
                    yield pytest.param(key, {**quick(key), parameter.name: choice}, id=f"{key}-{choice}")


EVERY = list(variants(RELATIONS))


@st.composite
def training_sets(draw):
    """Normalised rows with ties, duplicates and zero rows; every class has a few rows."""
    seed, features = draw(st.integers(0, 10_000)), draw(st.integers(1, 4))
    rng = np.random.default_rng(seed)
    X = rng.random((24, features)) - 0.5
    if draw(st.booleans()):
        X = np.round(X, 1)
    X[:2] = X[2:4]
    X[4] = 0
    codes = np.r_[np.zeros(9), np.ones(9), np.full(6, 2)].astype(np.intp)
    return TrainingSet(X, rng.permutation(codes), 3)


def fitted(key, train, params):
    spec = RELATIONS[key]
    try:
        return spec.fit(train, **spec.resolve(params, 0.8))
    except Undefined:
        return None


@pytest.mark.slow
@pytest.mark.parametrize(("key", "params"), EVERY)
def test_similarities_lie_where_the_design_says(key, params):
    @examples(key)
    @given(training_sets(), st.integers(0, 1_000))
    def check(train, seed):
        relation = fitted(key, train, params)
        if relation is None:
            return
        queries = np.vstack([train.X, 3 * np.random.default_rng(seed).normal(size=(10, train.n_features))])
        R = similarity_matrix(relation, queries, train.X, train.codes)
        diagonal = np.diagonal(R[: len(train.X)])
        np.testing.assert_array_equal(diagonal, np.ones(len(train.X)))
        if params.get("variant") != "published":
            assert (R <= 1).all()
        if RELATIONS[key].nonnegative:
            assert (R >= -1e-15).all()
        if relation.link.common and not relation.per_class and params.get("variant") != "published":
            assert (R[: len(train.X)] >= -1e-12).all()

    check()


@pytest.mark.slow
@pytest.mark.parametrize("key", [key for key, spec in RELATIONS.items() if spec.symmetric])
def test_symmetric_relations_are_symmetric(key):
    @examples(key)
    @given(training_sets())
    def check(train):
        relation = fitted(key, train, quick(key))
        if relation is not None:
            R = similarity_matrix(relation, train.X, train.X, train.codes)
            np.testing.assert_allclose(R, R.T, atol=1e-14)

    check()


def triangle_excess(key, train):
    """How far 1 - R breaks the triangle inequality at worst (at most 0 if it never does)."""
    relation = fitted(key, train, quick(key))
    if relation is None:
        return -np.inf
    D = 1 - similarity_matrix(relation, train.X, train.X, train.codes)
    return max((D - D[:, [via]] - D[via]).max() for via in range(len(D)))


@pytest.mark.slow
@pytest.mark.parametrize("key", RELATIONS)
def test_metric_relations_obey_the_triangle_inequality_and_the_others_do_not(key):
    @given(training_sets())
    def holds(train):
        assert triangle_excess(key, train) <= 1e-12

    if RELATIONS[key].triangle:
        holds()
    else:
        rng = np.random.default_rng(0)
        sets = (TrainingSet(rng.random((24, 2)) - 0.5, np.arange(24) % 3, 3) for _ in range(50))
        assert any(triangle_excess(key, train) > 1e-3 for train in sets)


@pytest.mark.slow
@pytest.mark.parametrize(("key", "params"), list(variants(FIXED)))
def test_predictions_do_not_depend_on_the_order_of_the_rows(key, params):
    @given(training_sets(), st.integers(0, 1_000), st.integers(1, 9))
    def check(train, seed, k):
        model = FRNNClassifier(key, k=k, relation_params=params, normalise=None)
        shuffled = np.random.default_rng(seed).permutation(len(train.X))
        try:
            first = model.fit(train.X, train.codes).predict(train.X)
        except Undefined:
            return
        second = model.fit(train.X[shuffled], train.codes[shuffled]).predict(train.X)
        np.testing.assert_array_equal(first, second)

    check()


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("gamma", [0.05, 1.0, 7.0])
def test_kernels_fall_as_finite_differences_say(kernel, gamma):
    d = np.linspace(0.01, 1.4, 80)
    d = d[np.abs(d - gamma) > 1e-3]
    value, step = KERNELS[kernel].value, 1e-6
    expected = (value(d + step, gamma) - value(d - step, gamma)) / (2 * step)
    np.testing.assert_allclose(KERNELS[kernel].fall(d, gamma), expected, rtol=2e-4, atol=1e-6)


@pytest.mark.parametrize("key", KERNELS)
def test_compact_kernels_are_those_that_reach_0(key):
    assert KERNELS[key].compact == (KERNELS[key].value(np.array(5.0), 1.0) == 0)


@pytest.mark.parametrize("key", KERNELS)
def test_kernel_slopes_match_finite_differences(key):
    value, slope = KERNELS[key].value, KERNELS[key].slope
    d = np.linspace(0, 3, 61)

    @given(st.floats(0.05, 50))
    def check(gamma):
        away = np.abs(d - gamma) > 1e-3 * gamma  # compact kernels have a kink in their slope at d = gamma
        h = 1e-5 * gamma
        numeric = (value(d, gamma + h) - value(d, gamma - h)) / (2 * h)
        np.testing.assert_allclose(slope(d, gamma)[away], numeric[away], rtol=1e-5, atol=1e-7)

    check()


@pytest.mark.parametrize("key", KERNELS)
def test_kernels_take_a_whole_grid_of_widths(key):
    d, gammas = np.array([0.0, 0.3, 1.2]), np.array([0.5, 1.0, 2.0])
    grid = KERNELS[key].value(d, gammas[:, None])
    for row, gamma in zip(grid, gammas, strict=True):
        np.testing.assert_array_equal(row, KERNELS[key].value(d, gamma))


def test_the_worked_example_of_the_class_specific_relation():
    """The paper's section 3.2: R(u, v) = .64 with u's covariance, R(v, u) = .57 with v's."""
    A0 = np.array([[1, -0.25, 0], [-0.25, 1, 0], [0, 0, 1]])
    A1 = np.array([[1, 0, 0], [0, 1, 0.3], [0, 0.3, 1]])
    u, v = np.array([[0.25, 0, -0.5]]), np.array([[0.35, -0.25, -0.25]])
    embed = ClassLinear((whitening(A0), whitening(A1)))
    relation = FittedRelation("euclidean", ClassAffineLink(np.ones(2)), embed=embed, per_class=True)
    assert round(similarity_matrix(relation, v, u, np.array([0]))[0, 0], 2) == 0.64
    assert round(similarity_matrix(relation, u, v, np.array([1]))[0, 0], 2) == 0.57


@pytest.mark.parametrize("key", ["man", "euc", "che", "can", "pcc", "cos", "mah", "class-mah"])
def test_doubling_a_common_scale_changes_no_prediction(key, blobs):
    X, y, queries, _ = blobs
    overall = {"scale": "overall"} if key == "class-mah" else None
    model = FRNNClassifier(key, relation_params=overall).fit(X, y)
    before = model.predict(queries)
    link = model.relation_.link.decision
    doubled = AffineLink(2 * link.scale, squared=link.squared)
    model.relation_ = replace(model.relation_, link=doubled)
    np.testing.assert_array_equal(model.predict(queries), before)


def test_the_quick_bound_of_the_diameter_is_one():
    rows = np.random.default_rng(0).normal(size=(50, 3))
    exact = np.linalg.norm(rows[:, None] - rows, axis=2).max()
    link = DiameterLink(TrainingSet(rows, np.arange(50) % 2, 2))
    assert exact <= link.decision.scale <= 2 * exact
    assert link(np.array([exact]))[0] == pytest.approx(0, abs=1e-15)


def test_rows_without_direction_have_similarity_one_half_and_one_among_themselves():
    train = TrainingSet(
        np.array([[0.0, 0.0], [0.5, 0.5], [0.0, 0.0], [-0.5, -0.5]]), np.array([0, 0, 1, 1]), 2
    )
    R = similarity_matrix(fitted("cos", train, {}), train.X, train.X, train.codes)
    expected = [[1, 0.5, 1, 0.5], [0.5, 1, 0.5, 0], [1, 0.5, 1, 0.5], [0.5, 0, 0.5, 1]]
    np.testing.assert_allclose(R, expected, atol=1e-15)


def test_canberra_counts_zero_over_zero_as_zero():
    train = TrainingSet(np.array([[0.0, 0.5], [0.0, -0.5]]), np.array([0, 1]), 2)
    R = similarity_matrix(fitted("can", train, {}), train.X, train.X, train.codes)
    np.testing.assert_allclose(R, [[1, 0.5], [0.5, 1]])


def test_a_class_of_coinciding_rows_takes_the_overall_scale():
    rng = np.random.default_rng(1)
    X = np.vstack([rng.normal(size=(12, 2)), np.zeros((3, 2))])
    train = TrainingSet(X, np.r_[np.zeros(12), np.ones(3)].astype(np.intp), 2)
    scales = fitted("class-mah", train, {"scale": "class"}).link.scales
    W = whitening(covariance(X))
    assert scales[1] == pytest.approx(DiameterLink(train, Linear(W)).exact.scale)
