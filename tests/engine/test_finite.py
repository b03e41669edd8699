"""No fitted relation hands out NaN or infinity, whoever registered it: training rows, scales, queries."""

import numpy as np
import pytest

from frnn_core import FRNNClassifier
from frnn_core.engine.approximations import scores
from frnn_core.engine.fitted import FittedRelation
from frnn_core.engine.relation import Relation
from frnn_core.errors import DataError, Undefined
from frnn_core.relations.kernels import KERNELS
from frnn_core.relations.links import AffineLink, ClassAffineLink, DiameterLink, KernelLink

RNG = np.random.default_rng(0)
X = RNG.normal(size=(40, 3))
Y = np.arange(40) % 2


def own(fit):
    """A relation of one's own."""
    return Relation("own", "My relation", "distance", "R", "Mine.", "me", fit)


def placed(embed, per_class=False):
    return own(lambda train: FittedRelation("euclidean", AffineLink(1.0), embed=embed, per_class=per_class))


def linked(link):
    return own(lambda train: FittedRelation("euclidean", link(train)))


def unsolved(train):
    np.linalg.inv(np.zeros((2, 2)))


def alone_nan(rows, code):
    places = rows.copy()
    places[len(rows) // 2, 1] = np.nan
    return places


MAPPED = r"rows leave the range of float64 when the relation maps them\. Drop or rescale"
DIVIDED = r"distances are divided by .*, which is no finite number above 0"
NO_NUMBER = r"similarities of training rows are NaN or infinite"
UNUSABLE = {
    "no place": (placed(lambda rows, code: rows * np.nan), MAPPED),
    "one row without a place": (placed(alone_nan), f"1 of 40 {MAPPED}"),
    "one row of a class": (placed(alone_nan, per_class=True), f"1 of 20 {MAPPED}"),
    "infinite": (placed(lambda rows, code: rows / 0.0), MAPPED),
    "beyond squares": (placed(lambda rows, code: rows * 1e200), MAPPED),
    "scale 0": (linked(lambda train: AffineLink(0.0)), DIVIDED),
    "scale NaN": (linked(lambda train: AffineLink(np.nan)), DIVIDED),
    "infinite scale": (linked(lambda train: AffineLink(np.inf, squared=True)), DIVIDED),
    "a scale of a class": (linked(lambda train: ClassAffineLink(np.array([1.0, 0.0]))), DIVIDED),
    "no diameter": (linked(lambda train: DiameterLink(train, lambda rows, code: 0 * rows)), DIVIDED),
    "kernel of NaN": (linked(lambda train: KernelLink(lambda d, g: d * np.nan, 1.0)), NO_NUMBER),
    "kernel infinite at 0": (linked(lambda train: KernelLink(lambda d, g: 1 / d, 1.0)), NO_NUMBER),
    "width NaN": (linked(lambda train: KernelLink(KERNELS["gauss"].value, np.nan)), NO_NUMBER),
    "equations": (own(unsolved), "too far apart for its equations to be solved in float64. Normalise"),
}


@pytest.mark.parametrize("name", UNUSABLE)
def test_a_relation_without_numbers_is_undefined_with_cause_and_cure(name):
    relation, words = UNUSABLE[name]
    with np.errstate(all="ignore"), pytest.raises(Undefined, match=words) as caught:
        FRNNClassifier(relation).fit(X, Y)
    assert str(caught.value).startswith("My relation is undefined on these data: ")


def asked(model, queries):
    yield lambda: model.predict(queries)
    yield lambda: model.predict_proba(queries)
    yield lambda: model.approximations(queries)
    yield lambda: model.explain(queries).predictions


def test_a_query_that_has_no_place_decides_nothing():
    rows = np.abs(X) + 0.1
    relation = placed(lambda rows, code: np.log(rows))
    model = FRNNClassifier(relation, normalise=None).fit(rows, Y)
    assert len(model.predict(rows)) == 40
    for ask in asked(model, np.vstack([rows[:2], -rows[:3]])):
        with pytest.raises(DataError, match=f"3 of 5 {MAPPED}"):
            ask()


@pytest.mark.parametrize("key", ["mah", "class-mah"])
def test_a_query_beyond_the_squares_of_float64_decides_nothing(key):
    """Its distances are infinite, as if there were no neighbours, and the first class would win."""
    model = FRNNClassifier(key, normalise=None).fit(X * 1e-100, Y)
    for ask in asked(model, [[1e100, 0, 0]]):
        with pytest.raises(DataError, match=f"1 of 1 {MAPPED}"):
            ask()


def test_a_similarity_without_a_number_decides_nothing():
    relation = linked(lambda train: KernelLink(lambda d, g: np.where(d > 50, np.nan, np.exp(-d)), 1.0))
    model = FRNNClassifier(relation).fit(X, Y)
    assert len(model.predict(X)) == 40
    for ask in asked(model, [[1e3, 0, 0]]):
        with pytest.raises(DataError, match="similarities that are NaN or infinite, so they have no class"):
            ask()


def test_scores_too_large_to_be_rounded_stay_as_they_are():
    lower, upper = np.array([[-1e300, -3e300, 0.1 + 0.2]]), np.array([[-1e300, -1e300, 0.3]])
    np.testing.assert_array_equal(scores(lower, upper), [[-1e300, -2e300, 0.3]])


@pytest.mark.parametrize("size", [1e12, 1e30, 1e100])
def test_dmlmj_beside_an_outlier_is_told_in_words(size):
    """Without normalisation, the one row leaves no digits for the directions of the others."""
    rows = X.copy()
    rows[5] *= size
    with pytest.raises(Undefined, match=r"DMLMJ .* Normalise the features, or drop outliers"):
        FRNNClassifier("dmlmj", normalise=None).fit(rows, Y)
    assert np.isfinite(FRNNClassifier("dmlmj").fit(rows, Y).approximations(rows)).all()
