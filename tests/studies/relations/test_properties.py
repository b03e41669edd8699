"""Fields, slopes, properties and standings against definitions, finite differences and brute force."""

import itertools

import numpy as np
import pytest

from frnn_core import RELATIONS, load_dataset
from frnn_core.engine.approximations import similarity_matrix
from frnn_core.errors import Undefined
from frnn_core.model import Model
from frnn_core.paper.columns import printed
from frnn_core.studies.relations import (
    claims_on,
    field,
    fit,
    link_curve,
    properties,
    property_table,
    standing,
)
from frnn_core.studies.relations import two_features as two
from frnn_core.studies.relations.properties import checks
from frnn_core.studies.relations.similarity_field import HALF, LEVELS, MOST_ROWS

CENTRE = (0.24, 0.12)
SMALL = 24


def grid(shown):
    return np.array([[x, y] for y in shown.y for x in shown.x])


@pytest.mark.parametrize("key", RELATIONS)
def test_every_field_is_the_similarity_matrix_to_the_bit(key):
    data = two("blobs")
    fitted = fit(data, key)
    for code in (0, 2):
        shown = field(fitted, CENTRE, code)
        model = Model.of(data, key, 3, 1.0)
        expected = similarity_matrix(model.relation, grid(shown), np.array([CENTRE]), np.array([code]))
        np.testing.assert_array_equal(shown.values.ravel(), expected[:, 0])
    assert shown.values.shape == (61, 61)
    assert (shown.x[0], shown.x[-1]) == (-HALF, HALF)


def test_manhattan_and_gauss_are_their_definitions():
    data = two("blobs")
    man, gauss = field(fit(data, "man"), CENTRE), field(fit(data, "gauss", 0.3), CENTRE)
    for i, j in itertools.product(range(0, 61, 7), repeat=2):
        dx, dy = man.x[j] - CENTRE[0], man.y[i] - CENTRE[1]
        assert man.values[i, j] == pytest.approx(1 - (abs(dx) + abs(dy)) / 2, abs=1e-12)
        assert gauss.values[i, j] == pytest.approx(np.exp(-(dx**2 + dy**2) / 0.3), abs=1e-12)
    assert man.share(0.7) == np.mean(man.values >= 0.7)
    assert LEVELS == (0.9, 0.7, 0.5, 0.3)


def test_the_class_of_the_centre_matters_for_the_class_specific_relation_alone():
    data = two("blobs")
    for key, differs in (("class-mah", True), ("mah", False), ("man", False)):
        first, second = (field(fit(data, key), CENTRE, code).values for code in (0, 1))
        assert (not np.array_equal(first, second)) == differs
    assert (field(fit(data, "class-mah"), CENTRE, 0).values < 0).any()


def test_two_features_of_a_large_set_are_300_of_its_rows():
    data = two("banana", 1, 0)
    whole = load_dataset("banana")
    assert data.X.shape == (MOST_ROWS, 2)
    rows = {(a, b) for b, a in whole.X.tolist()}
    assert all(tuple(row) in rows for row in data.X.tolist())
    np.testing.assert_array_equal(data.X, two("banana", 1, 0).X)
    assert data.feature_names == (whole.feature_names[1], whole.feature_names[0])


def test_the_same_feature_twice_leaves_mahalanobis_undefined():
    fitted = fit(two("heart", 0, 0), "mah")
    assert fitted.model is None
    assert "determine each other linearly" in fitted.reason
    with pytest.raises(Undefined):
        field(fitted, CENTRE)
    table = property_table({"mah": (fitted, {})})
    assert table.loc["mah", "undefined"] == fitted.reason


def test_link_curves_reach_the_largest_distance_and_only_kernels_have_slopes():
    data = two("blobs")
    man, gauss = link_curve(fit(data, "man")), link_curve(fit(data, "gauss", 0.5))
    X = fit(data, "man").rows
    largest = max(np.abs(a - b).sum() for a in X for b in X)
    assert man.distances[-1] == pytest.approx(largest)
    np.testing.assert_allclose(man.similarities, 1 - man.distances / 2)
    assert man.slopes is None
    np.testing.assert_allclose(gauss.similarities, np.exp(-(gauss.distances**2) / 0.5))
    fitted = fit(data, "cir-grad")
    assert fitted.kernel == "circle"
    assert 0 < fitted.gamma < 1
    assert link_curve(fitted).slopes is not None
    own = fit(data, "class-mah")
    first, second = (link_curve(own, code).distances[-1] for code in (0, 1))
    assert first != second


def brute(R):
    n = len(R)
    return {
        "reflexive": sum(abs(R[i, i] - 1) > 1e-9 for i in range(n)),
        "symmetric": sum(abs(R[i, j] - R[j, i]) > 1e-9 for i in range(n) for j in range(i)),
        "range": sum(not -1e-9 <= R[i, j] <= 1 + 1e-9 for i in range(n) for j in range(n)),
        "triangle": sum(
            (1 - R[i, k]) > (1 - R[i, j]) + (1 - R[j, k]) + 1e-9
            for i, j, k in itertools.permutations(range(n), 3)
        ),
    }


@pytest.mark.parametrize("key", ["man", "cos", "class-mah", "gauss", "circle", "nca"])
def test_properties_against_brute_force(key):
    whole = two("blobs")
    data = type(whole)("few", whole.X[:SMALL], whole.y[:SMALL], whole.feature_names)
    fitted = fit(data, key)
    R = similarity_matrix(fitted.relation, fitted.rows, fitted.rows, data.codes)
    found = properties(fitted)
    assert {name: check.broken for name, check in found.items()} == brute(R)
    assert [check.checked for check in found.values()] == [24, 24 * 23 // 2, 24**2, 24 * 23 * 22]
    triangle = found["triangle"]
    if not triangle.holds:
        x, y, z = triangle.rows
        assert triangle.values == (R[x, z], R[x, y], R[y, z])
        excess = [
            (1 - R[i, k]) - (1 - R[i, j]) - (1 - R[j, k])
            for i, j, k in itertools.permutations(range(SMALL), 3)
        ]
        long, one, two_ = (1 - value for value in triangle.values)
        assert long - one - two_ == pytest.approx(max(excess))


def test_known_counterexamples_are_found():
    half = np.sqrt(0.5)
    directions = np.array([[1, 0], [half, half], [0, 1]])
    R = (1 + directions @ directions.T) / 2
    triangle = checks(R)["triangle"]
    assert set(triangle.rows) == {0, 1, 2}
    assert triangle.rows[1] == 1
    assert "1 − R(x, z) = .500, more than (1 − R(x, y)) + (1 − R(y, z)) = .146 + .146 = .293" in (
        triangle.example_words()
    )
    assert "fails for 2 of 6 ordered triples" in triangle.count_words()
    bent = np.array([[0.5, 0.9], [1.2, 1.0]])
    found = checks(bent)
    assert (found["reflexive"].rows, found["reflexive"].values) == ((0,), (0.5,))
    assert found["symmetric"].values == (0.9, 1.2)
    assert (found["range"].rows, found["range"].values) == ((1, 0), (1.2,))
    assert "R(x, x) = .500" in found["reflexive"].example_words()
    assert "R(x, y) = .900, R(y, x) = 1.200" in found["symmetric"].example_words()
    assert "R(x, y) = 1.200" in found["range"].example_words()


@pytest.mark.parametrize("key", RELATIONS)
def test_the_checks_agree_with_what_the_registry_promises(key):
    found = properties(fit(two("blobs"), key))
    spec = RELATIONS[key]
    assert found["reflexive"].holds
    assert found["symmetric"].holds == spec.symmetric
    if spec.nonnegative:
        assert found["range"].holds
    if spec.triangle and spec.family in ("distance", "mahalanobis"):
        assert found["triangle"].holds
    if spec.family == "angle" or key in ("gauss", "nca", "class-mah"):
        assert not found["triangle"].holds


def test_a_table_has_a_row_for_each_property():
    data = two("blobs")
    fits = {key: fit(data, key) for key in ("man", "cos")}
    table = property_table({key: (fitted, properties(fitted)) for key, fitted in fits.items()})
    assert table.shape[0] == 8
    assert table.loc["man", "holds on these rows"].tolist() == ["yes"] * 4
    broken = table[table["property"] == "triangle"].loc["cos"]
    assert broken["holds on these rows"] == "no"
    assert broken["counterexample"].startswith("x = row ")


def test_standings_come_from_the_printed_tables():
    man = standing("man")
    ranks = printed("table_distances").rank(axis=1, ascending=False)["man"].mean()
    assert (man.table, man.columns, man.rows, man.ranked) == ("Table 6", 7, 40, True)
    assert man.printed == 2.405
    assert man.recomputed["from the printed accuracies"] == pytest.approx(ranks)
    assert "from ours by the formulas" in man.recomputed
    own = standing("class-mah")
    assert not own.ranked
    assert own.printed == pytest.approx(printed("table_class_mahalanobis")["class-mah"].mean())
    assert "Mean balanced accuracy (Table 10" in own.in_words()
    assert standing("nca").printed == 2.238
    assert all((standing(key) is not None) == spec.paper for key, spec in RELATIONS.items())


def test_claims_speak_of_the_relation():
    ids = {key: {claim.id for claim in claims_on(key)} for key in RELATIONS}
    assert all(ids[key] for key, spec in RELATIONS.items() if spec.paper)
    assert {"chebyshev-column", "chebyshev-worst", "chebyshev-two-sets"} <= ids["che"]
    assert "csmbr-example" in ids["class-mah"]
    assert "csmbr-example" not in ids["mah"]
    assert "friedman-gradient-kernels" in ids["gauss-grad"] - ids["gauss"]
    assert "descent-collapse" in ids["cir-grad"] - ids["circle"]
    assert ids["can"] == {"cells-can", "canberra-gap"}
