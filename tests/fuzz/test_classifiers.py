"""Made-up tables and settings: the classifier gives what the definition says, or a reason that holds."""

import math
from dataclasses import dataclass

import numpy as np
import oracle_learned
import pandas as pd
from fuzzing import searched
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracle import approximations, largest, normalised

from frnn_core import RELATIONS, FRNNClassifier
from frnn_core.engine.owa import WEIGHTS
from frnn_core.errors import Undefined
from frnn_core.relations.covariance import singular_reason
from frnn_core.relations.embeddings import Linear

FEW_STEPS = {"limit": 60, "max_iter": 4}
LARGE = 1e3
ILL_CONDITIONED = 1e8  # from here on the definition, too, loses its digits
FORMS = {
    "float64": lambda rows: rows,
    "Fortran": np.asfortranarray,
    "float32": lambda rows: rows.astype(np.float32),
    "float16": lambda rows: rows.astype(np.float16),
    "object": lambda rows: rows.astype(object),
    "list": lambda rows: rows.tolist(),
    "frame": lambda rows: pd.DataFrame(rows, columns=[f"x{i}" for i in range(rows.shape[1])]),
    "nullable": lambda rows: pd.DataFrame(rows, columns=[f"x{i}" for i in range(rows.shape[1])]).astype(
        "Float64"
    ),
}


@dataclass(frozen=True, eq=False)
class Case:
    """A table with queries, and how they are compared."""

    X: np.ndarray
    y: np.ndarray
    queries: np.ndarray
    relation: str
    params: dict
    k: int
    gamma: float
    weights: str
    normalise: str | None
    form: str

    def __repr__(self):
        told = {name: value for name, value in vars(self).items() if name not in ("X", "y", "queries")}
        return f"{told}\nX = {self.X.tolist()}\ny = {self.y.tolist()}\nqueries = {self.queries.tolist()}"


@st.composite
def cases(draw):
    """Whole eighths, so that ties are ties, some rows twice; columns may be constant, tiny or huge."""
    normalise = draw(st.sampled_from(["centred", "unit", None]))
    n_rows, n_features = draw(st.integers(3, 24)), draw(st.integers(1, 5))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    spread = draw(st.sampled_from([1, 3, 40]))
    X = rng.integers(-spread, spread + 1, (n_rows, n_features)) / 8
    X[:, rng.random(n_features) < draw(st.sampled_from([0, 0, 0.3]))] = 2.5
    twice = rng.random(n_rows) < draw(st.sampled_from([0, 0.3]))
    X[twice] = X[rng.integers(0, n_rows, twice.sum())]
    y = rng.integers(0, draw(st.integers(2, 4)), n_rows)
    y[:2] = [0, 1]
    queries = np.vstack([X[:2], rng.integers(-2 * spread, 2 * spread + 1, (4, n_features)) / 8])
    power = draw(st.sampled_from([0, 0, 40, 400])) if normalise else 0
    units = 2.0 ** rng.integers(-power, power + 1, n_features)
    key = draw(st.sampled_from(sorted(RELATIONS)))
    return Case(
        X * units,
        y,
        queries * units,
        key,
        draw(parameters(key)),
        draw(st.integers(1, n_rows + 3)),
        2.0 ** draw(st.integers(-6, 6)),
        draw(st.sampled_from(list(WEIGHTS))),
        normalise,
        draw(st.sampled_from(["float64", "Fortran"] if power else list(FORMS))),
    )


@st.composite
def parameters(draw, key):
    """Choices of a relation, and few steps where it learns; of learned widths only what was corrected."""
    steps = {p.name: FEW_STEPS[p.name] for p in RELATIONS[key].parameters if p.name in FEW_STEPS}
    names = ("scale", "link", "variant") if key == "che" else ("scale", "link")
    offered = {p.name: p.choices for p in RELATIONS[key].parameters if p.name in names}
    return steps | {name: draw(st.sampled_from(choices)) for name, choices in offered.items()}


def learned(W, rows, link):
    """The relation of a learned metric: 1 - d² / max d², or rooted."""

    def squared(x, y):
        return float(((W @ (x - y)) ** 2).sum())

    top = largest(squared, rows) or 1.0
    if link == "rooted":
        return lambda q, row, label: 1 - math.sqrt(squared(q, row) / top)
    return lambda q, row, label: 1 - squared(q, row) / top


def defined(case, model):
    """What the definition gives; what was learned is taken from the fitted relation."""
    key, params = case.relation, {}
    trace, family = model.relation_.trace, RELATIONS[key].family
    if family == "combo":
        key = trace.choice
    elif family == "fitted kernel":
        key, params = trace.kernel, {"gamma": trace.gamma}
    elif family == "kernel":
        params = {"gamma": case.gamma}
    elif family == "learned" and not isinstance(model.relation_.embed, Linear):
        key = oracle_learned.learned(model, case.params.get("link", "linear"))
    elif family == "learned":
        rows, _ = normalised(case.X, case.queries, case.normalise)
        key = learned(model.relation_.embed.W, rows, case.params["link"])
    else:
        params = case.params
    how = {"weights": families(case, model), "normalise": case.normalise}
    return approximations(key, case.X, case.y, case.queries, case.k, **how, **params)


def families(case, model):
    """The name of the weights; of learned ones what was learned, for each class inside and outside."""
    if not WEIGHTS[case.weights].learns:
        return case.weights
    learned, codes = model.weights_, range(len(model.classes_))
    return [learned.inside(code) for code in codes], [learned.outside(code) for code in codes]


def needs_covariance(key):
    """Whether a relation is undefined where the covariance has no inverse."""
    return RELATIONS[key].check is singular_reason


def condition(rows):
    """How many times as far the rows spread in one direction as in another, squared."""
    if len(rows) <= rows.shape[1]:
        return math.inf
    values = np.linalg.eigvalsh(np.atleast_2d(np.cov(rows.T)))
    return values[-1] / values[0] if values[0] > 0 else math.inf


def unreliable(case, model):
    """Whether float64 holds too few digits: of inverses, or of rows that are learned to be all but one."""
    chosen = model.relation_.trace.choice if case.relation == "combo" else case.relation
    rows, _ = normalised(case.X, case.queries, case.normalise)
    if isinstance(model.relation_.embed, Linear) and RELATIONS[chosen].family == "learned":
        W = model.relation_.embed.W
        return np.ptp(rows @ W.T, axis=0).max() < np.ptp(rows, axis=0).max() * np.abs(W).max() * 1e-6
    if not needs_covariance(chosen):
        return False
    parts = [rows, *(rows[case.y == label] for label in np.unique(case.y))]
    return any(condition(part) > ILL_CONDITIONED for part in parts if len(part) > part.shape[1])


def holds(case, undefined):
    """Whether the reason why there is no relation is true."""
    rows, _ = normalised(case.X, case.queries, case.normalise)
    sizes = np.unique(case.y, return_counts=True)[1]
    if needs_covariance(case.relation):
        return condition(rows) > ILL_CONDITIONED
    return RELATIONS[case.relation].learns and (
        sizes.max() < 2 or "too far apart" in undefined.reason or "inner fold" in undefined.reason
    )


def clearly_first(scores):
    """Which queries have a winner, also where twelve decimals are more than float64 has."""
    second, first = np.sort(scores, axis=1)[:, -2:].T
    return (np.abs(scores).max(axis=1) < LARGE) | (first - second > 1e-9 * np.abs(scores).max(axis=1))


@searched
@given(case=cases())
@settings(max_examples=80, suppress_health_check=list(HealthCheck))
def test_the_definition_holds_or_the_reason_does(case):
    form = FORMS[case.form]
    model = FRNNClassifier(
        case.relation,
        k=case.k,
        gamma=case.gamma,
        weights=case.weights,
        normalise=case.normalise,
        relation_params=case.params,
    )
    try:
        model.fit(form(case.X), case.y)
    except Undefined as undefined:
        if not holds(case, undefined):
            raise
        return
    queries = form(case.queries)
    lower, upper = model.approximations(queries)
    told = model.explain(queries)
    np.testing.assert_allclose([told.lower, told.upper], [lower, upper], rtol=1e-9, atol=1e-9)
    scores = np.round((lower + upper) / 2, 12)
    clear = clearly_first(scores)
    np.testing.assert_array_equal(model.predict(queries)[clear], model.classes_[scores.argmax(axis=1)][clear])
    np.testing.assert_allclose(model.predict_proba(queries).sum(axis=1), 1)
    if not unreliable(case, model):
        np.testing.assert_allclose([lower, upper], defined(case, model), rtol=1e-7, atol=1e-7)
