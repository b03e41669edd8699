"""Numbers at the edge: every relation gives what the definition says, or refuses with the cause in words."""

from dataclasses import dataclass, field

import numpy as np
import pytest
from oracle import approximations

from frnn_core import RELATIONS, FRNNClassifier
from frnn_core.engine.approximations import similarity_matrix
from frnn_core.errors import DataError, FRNNError, ParameterError
from frnn_core.relations.covariance import singular_reason

TOO_FEW = "training rows are too few for .* features"
FEW_STEPS = {"limit": 200, "max_iter": 20}
NO_PAIR = "no class has two"
CONSTANT = "constant, so the covariance has no inverse"
LEARNS = dict.fromkeys(("fitted kernel", "learned", "combo"), NO_PAIR)
RNG = np.random.default_rng(1)
X = np.round(RNG.normal(size=(14, 3)), 2)
Y = np.arange(14) % 3
Q = np.vstack([X[:2], np.round(RNG.normal(size=(4, 3)), 2), 7 * np.ones((1, 3))])
EXTREME = np.array([[-1.0, 0, 1], [1, 0, -1]] * 4)


@dataclass(frozen=True)
class Edge:
    """Rows, classes and queries; the same in ordinary numbers; who refuses, by family, in which words."""

    X: np.ndarray
    y: np.ndarray
    queries: np.ndarray
    plain: tuple[np.ndarray, np.ndarray] | None = None
    refused: dict[str, str] = field(default_factory=dict)
    k: int = 4


def scaled(factors):
    return Edge(X * factors, Y, Q * factors, (X, Q))


WHOLE, WHOLE_Q = np.round(100 * X), np.round(100 * Q)
EDGES = {
    "two rows": Edge(X[:2], Y[:2], Q, refused={"mahalanobis": TOO_FEW, **LEARNS}),
    "two rows of one feature": Edge(X[:2, :1], Y[:2], Q[:, :1], refused=LEARNS),
    "three rows, two of a class": Edge(X[:3], np.array([0, 1, 0]), Q, refused={"mahalanobis": TOO_FEW}),
    "one feature": Edge(X[:, :1], Y, Q[:, :1]),
    "a class of one": Edge(X, np.where(np.arange(14) == 5, 1, 0), Q),
    "one member per class": Edge(X, np.arange(14), Q, refused=LEARNS),
    "k beyond all rows": Edge(X, Y, Q, k=10**9),
    "all rows equal": Edge(np.full((14, 3), 5.0), Y, Q, refused={"mahalanobis": CONSTANT}),
    "a constant column": Edge(X * [1, 0, 1], Y, Q * [1, 0, 1], refused={"mahalanobis": CONSTANT}),
    "a column twice": Edge(
        X[:, [0, 0, 1]], Y, Q[:, [0, 0, 1]], refused={"mahalanobis": "determine each other linearly"}
    ),
    "negative zeros": Edge(np.where(X > 0, X, -0.0), Y, -0.0 * Q),
    "times 2**500": scaled(2.0**500),
    "times 2**-500": scaled(2.0**-500),
    "times 1e300": scaled(1e300),
    "times 1e-300": scaled(1e-300),
    "columns of 1e-300, 1 and 1e300": scaled(np.array([1e-300, 1, 1e300])),
    "multiples of the smallest number": Edge(WHOLE * 5e-324, Y, WHOLE_Q * 5e-324, (WHOLE, WHOLE_Q)),
    "even numbers from 2**53 on": Edge(
        2.0**53 + 2 * WHOLE + 2000, Y, 2.0**53 + 2 * WHOLE_Q + 2000, (WHOLE, WHOLE_Q)
    ),
    "a range beyond float64": Edge(
        1.7e308 * EXTREME,
        np.arange(8) % 2,
        EXTREME,
        refused=dict.fromkeys({s.family for s in RELATIONS.values()}, "Columns 1, 3: values too large"),
    ),
}


def refusal(key, words):
    """The words with which a relation refuses: those of its family, or of all that need a covariance."""
    spec = RELATIONS[key]
    return words.get("mahalanobis" if spec.check is singular_reason else spec.family)


def classifier(key, **settings):
    """A classifier that learns in few steps, where it learns in steps."""
    steps = {p.name: FEW_STEPS[p.name] for p in RELATIONS[key].parameters if p.name in FEW_STEPS}
    return FRNNClassifier(key, relation_params=steps, **settings)


def defined(model, key, rows, y, queries, k):
    """What the definition gives for a fitted model, on ordinary numbers."""
    trace = model.relation_.trace
    if key == "combo":
        return approximations(trace.choice, rows, y, queries, k)
    if RELATIONS[key].family == "fitted kernel":
        return approximations(trace.kernel, rows, y, queries, k, gamma=trace.gamma)
    try:
        return approximations(key, rows, y, queries, k)
    except KeyError:  # it is learned: every similarity by itself, from the relation as it was fitted
        train = model._train

        def alike(q, row, label):
            code = np.flatnonzero(model.classes_ == label)
            return similarity_matrix(model.relation_, q[None], row[None], code)[0, 0]

        assert train.X.shape == rows.shape
        return approximations(alike, rows, y, queries, k)


@pytest.mark.parametrize("name", EDGES)
@pytest.mark.parametrize("key", RELATIONS)
def test_the_definition_holds_or_the_refusal_names_the_cause(key, name):
    edge = EDGES[name]
    model = classifier(key, k=edge.k)
    words = refusal(key, edge.refused)
    if words:
        with pytest.raises(FRNNError, match=words):
            model.fit(edge.X, edge.y)
        return
    model.fit(edge.X, edge.y)
    rows, queries = edge.plain or (edge.X, edge.queries)
    lower, upper = model.approximations(edge.queries)
    expected_lower, expected_upper = defined(model, key, rows, edge.y, queries, edge.k)
    np.testing.assert_allclose(lower, expected_lower, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(upper, expected_upper, rtol=1e-9, atol=1e-9)
    told = model.explain(edge.queries)
    np.testing.assert_allclose([told.lower, told.upper], [lower, upper], atol=1e-12)
    np.testing.assert_array_equal(told.predictions, model.predict(edge.queries))


@pytest.mark.parametrize("key", RELATIONS)
def test_powers_of_two_and_the_layout_of_memory_change_no_bit(key):
    expected = classifier(key).fit(X, Y).predict_proba(Q)
    frozen = X.copy()
    frozen.setflags(write=False)
    views = np.repeat(np.repeat(X, 2, axis=0), 2, axis=1)[::-2, ::2][::-1]
    for rows, queries in (
        (X * 2.0**500, Q * 2.0**500),
        (X * 2.0 ** np.array([-500, 0, 900]), Q * 2.0 ** np.array([-500, 0, 900])),
        (np.asfortranarray(X), np.asfortranarray(Q)),
        (frozen, Q),
        (views, Q),
    ):
        np.testing.assert_array_equal(classifier(key).fit(rows, Y).predict_proba(queries), expected)


NARROW = {
    "int8": -128,
    "uint8": 0,
    "int16": -128,
    "float16": -128,
    "float32": -128,
    "object": -128,
    "bool": 0,
}


@pytest.mark.parametrize("kind", NARROW)
@pytest.mark.parametrize("key", ["man", "can", "cos", "mah", "gauss-grad", "dmlmj", "combo"])
def test_narrow_kinds_of_numbers_are_widened_before_anything_is_computed(key, kind):
    """-128 has no absolute value in int8, and differences of unsigned numbers wrap around."""
    rows = RNG.integers(0, 256, (14, 3)) + NARROW[kind]
    rows[:2] = [[NARROW[kind]], [NARROW[kind] + 255]]
    narrow = (rows > 128).astype(bool) if kind == "bool" else rows.astype(kind)
    wide = narrow.astype(np.float64)
    found = classifier(key).fit(narrow, Y).predict_proba(narrow)
    np.testing.assert_array_equal(found, classifier(key).fit(wide, Y).predict_proba(wide))


WIDE = np.random.default_rng(5).normal(size=(20, 5_000))


TOO_WIDE = {
    "mahalanobis": "20 training rows are too few for 5000 features",
    "learned": "5,000 features are too many",
}


@pytest.mark.parametrize("key", RELATIONS)
def test_five_thousand_features_and_twenty_rows(key):
    y = np.arange(20) % 2
    model = classifier(key, k=2)
    if RELATIONS[key].base != "cityblock" and (words := refusal(key, TOO_WIDE)):
        with pytest.raises(FRNNError, match=words):
            model.fit(WIDE, y)
        return
    found = model.fit(WIDE, y).approximations(WIDE[:2] + 0.1)
    np.testing.assert_allclose(found, defined(model, key, WIDE, y, WIDE[:2] + 0.1, 2), atol=1e-9)


@pytest.mark.parametrize("key", RELATIONS)
def test_more_features_than_rows_can_be_learned_from(key):
    y = np.arange(20) % 2
    model = classifier(key, k=2)
    if refusal(key, {"mahalanobis": TOO_FEW}):
        with pytest.raises(FRNNError, match="20 training rows are too few for 60 features"):
            model.fit(WIDE[:, :60], y)
        return
    queries = WIDE[:2, :60] + 0.1
    found = model.fit(WIDE[:, :60], y).approximations(queries)
    np.testing.assert_allclose(found, defined(model, key, WIDE[:, :60], y, queries, 2), atol=1e-9)


VISIT_EVERY_CLASS = ("nca", "lmnn", "class-man")  # in every step, which takes tens of seconds here


@pytest.mark.slow
@pytest.mark.parametrize("key", [key for key in RELATIONS if key not in VISIT_EVERY_CLASS])
def test_a_thousand_classes_of_two_rows(key):
    y = np.repeat(np.arange(1_000), 2)
    rows = np.random.default_rng(2).normal(size=(2_000, 3))
    queries = rows[:6] + 0.01
    model = classifier(key, k=3).fit(rows, y)
    lower, upper = model.approximations(queries)
    train, asked = model._train, model._normaliser(queries)
    alike = similarity_matrix(model.relation_, asked, train.X, train.codes)
    for code in (0, 1, 2, 3, 500, 999):
        inside = np.sort(alike[:, y == code])[:, ::-1]
        outside = np.sort(alike[:, y != code])[:, ::-1][:, :3]
        np.testing.assert_allclose(upper[:, code], inside @ [2 / 3, 1 / 3], atol=1e-9)
        np.testing.assert_allclose(lower[:, code], 1 - outside @ [3 / 6, 2 / 6, 1 / 6], atol=1e-9)
    best = np.round((lower + upper) / 2, 12).argmax(axis=1)
    np.testing.assert_array_equal(model.predict(queries), best)


@pytest.mark.parametrize("key", [key for key, spec in RELATIONS.items() if spec.uses_gamma])
@pytest.mark.parametrize("gamma", [1e-100, 1e100])
def test_the_smallest_and_the_largest_width_follow_the_definition(key, gamma):
    found = FRNNClassifier(key, k=2, gamma=gamma).fit(X, Y).approximations(Q)
    np.testing.assert_allclose(found, approximations(key, X, Y, Q, 2, gamma=gamma), atol=1e-12)


@pytest.mark.parametrize("key", [key for key, spec in RELATIONS.items() if spec.family == "fitted kernel"])
@pytest.mark.parametrize("method", ["descent", "adam", "search"])
def test_a_descent_from_the_smallest_or_largest_width_ends_in_a_number(key, method):
    for start in (1e-100, 1e100):
        model = FRNNClassifier(key, relation_params={"start": start, "method": method}).fit(X, Y)
        assert 1e-100 <= model.relation_.trace.gamma <= 1e100
        assert np.isfinite(model.relation_.trace.losses).all()


@pytest.mark.parametrize("gamma", [1e-320, 9e-101, 2e100, 1e308, 10**400])
def test_widths_that_float64_cannot_square_are_refused(gamma):
    with pytest.raises(ParameterError, match="gamma must be a number from 1e-100 to 1e\\+100"):
        FRNNClassifier("gauss", gamma=gamma).fit(X, Y)


def test_rows_that_only_differ_below_the_square_of_float64_are_refused():
    for rows in (X * 1e-160, 1e-149 + X * 1e-162):
        with pytest.raises(DataError, match="too close to 0, or to each other"):
            FRNNClassifier("euc", normalise=None).fit(rows, Y)


def test_a_query_a_hair_beside_the_middle_is_no_edge_at_all():
    rows, y = [[-1.0, 2], [1, -2], [-0.5, 1], [0.5, 0]], [0, 1, 0, 1]
    for key in RELATIONS:
        if RELATIONS[key].family != "mahalanobis":
            model = classifier(key, k=1).fit(rows, y)
            assert model.predict([[1e-200, 0.0]]) == model.predict([[0.0, 0.0]])
