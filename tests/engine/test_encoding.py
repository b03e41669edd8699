"""Encodings, against plain evaluations of their definitions on the table itself."""

from __future__ import annotations

import math

import numpy as np
import pytest

from frnn_core.engine.columns import Column
from frnn_core.engine.encoding import Encoding, complete_rows, fit_encoder
from frnn_core.engine.layout import corners
from frnn_core.engine.metrics import distances, own_distances
from frnn_core.engine.neighbours import Index
from frnn_core.engine.rough import Rough
from frnn_core.engine.rows import Rows
from frnn_core.engine.treatments import GAPS, TREATMENTS
from frnn_core.errors import DataError, ParameterError, Undefined, UnknownName
from frnn_core.experiments.plan import Conditions, Plan, Setting, plan_text, plans_of_text

BASES = ("cityblock", "euclidean", "chebyshev", "canberra")
COLUMNS = (
    Column("age"),
    Column("city", "category", ("Ghent", "Leuven", "Bruges", "Namur")),
    Column("size", "ordered", ("S", "M", "L")),
    Column("paid", "yes-no", ("no", "yes")),
    Column("joined", "date"),
    Column("colour", "category", ("red", "green")),
)


def made_table(rows=60, gaps=0.0, seed=0):
    rng = np.random.default_rng(seed)
    X = np.column_stack(
        [
            rng.normal(40, 12, rows).round(1),
            rng.integers(0, 4, rows),
            rng.integers(0, 3, rows),
            rng.integers(0, 2, rows),
            rng.integers(19_000, 20_000, rows),
            rng.integers(0, 2, rows),
        ]
    ).astype(float)
    codes = ((X[:, 1] > 1) + rng.integers(0, 2, rows)).astype(np.intp)
    if gaps:
        X[rng.random(X.shape) < gaps] = np.nan
        X[0] = [40, 0, 0, 0, 19_000, 0]
        X[1] = [50, 1, 2, 1, 20_000, 1]
    return X, codes


class Oracle:
    """The distance of two rows of a table, column by column, as the definitions have it."""

    def __init__(self, X, codes, encoding, base):
        self.X, self.codes, self.encoding, self.base = X, codes, encoding, base
        self.low, self.high = np.nanmin(X, axis=0), np.nanmax(X, axis=0)

    def column(self, i, a, b):
        """The difference of two values of a column, where the ends of a range are 1 apart."""
        rule = GAPS[self.encoding.gaps].rule
        if math.isnan(a) or math.isnan(b):
            return rule.gap if math.isnan(a) and math.isnan(b) else rule.value
        if COLUMNS[i].role == "category":
            return self.category(i, a, b)
        middle, width = (self.low[i] + self.high[i]) / 2, self.high[i] - self.low[i]
        a, b = (a - middle) / width, (b - middle) / width
        if self.base == "canberra":
            return abs(a - b) / (abs(a) + abs(b)) if a or b else 0.0
        return abs(a - b)

    def category(self, i, a, b):
        if self.encoding.categories == "overlap":
            return float(a != b)
        p, q = self.shares(i, a), self.shares(i, b)
        apart = [abs(x - y) for x, y in zip(p, q, strict=True)]
        if self.base == "euclidean":
            return math.sqrt(sum(d * d for d in apart) / 2)
        return max(apart) if self.base == "chebyshev" else sum(apart) / 2

    def shares(self, i, value):
        n_classes = self.codes.max() + 1
        own = [c for x, c in zip(self.X[:, i], self.codes, strict=True) if x == value]
        if not own:
            return [0.0] * n_classes + [1.0]
        prior = [np.mean(self.codes == c) for c in range(n_classes)]
        return [(own.count(c) + prior[c]) / (len(own) + 1) for c in range(n_classes)] + [0.0]

    def __call__(self, q, y):
        terms = [self.column(i, a, b) for i, (a, b) in enumerate(zip(q, y, strict=True))]
        if self.base == "euclidean":
            return math.sqrt(sum(term**2 for term in terms))
        return max(terms) if self.base == "chebyshev" else sum(terms)


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("categories", ["overlap", "value-difference"])
@pytest.mark.parametrize("gaps", ["none", "polar", "differs"])
def test_distances_are_those_of_the_definition(base, categories, gaps):
    X, codes = made_table(gaps=0.0 if gaps == "none" else 0.2)
    encoding = Encoding(categories, "polar" if gaps == "none" else gaps)
    encoder = fit_encoder(X, codes, codes.max() + 1, COLUMNS, encoding, "centred")
    queries = made_table(8, gaps=0.0 if gaps == "none" else 0.3, seed=1)[0]
    queries[3, 1] = -1.0  # a city that no training row has
    metric = encoder.layout.over(base)
    found = distances(encoder(queries), encoder(X), metric)
    oracle = Oracle(X, codes, encoding, base)
    wanted = [[oracle(q, y) for y in X] for q in queries]
    np.testing.assert_allclose(found, wanted, rtol=1e-12, atol=1e-12)
    own = [oracle(x, x) for x in X]
    np.testing.assert_allclose(own_distances(encoder(X), metric), own, rtol=1e-12)


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("encoding", [Encoding(), Encoding("value-difference"), Encoding("one-hot", "fill")])
@pytest.mark.parametrize("gaps", [0.0, 0.1])
def test_every_way_of_search_finds_the_nearest_to_the_bit(base, encoding, gaps):
    X, codes = made_table(700, gaps, seed=2)
    encoder = fit_encoder(X, codes, codes.max() + 1, COLUMNS, encoding, "centred")
    rows, metric = encoder(X), encoder.layout.over(base)
    queries = encoder(np.concatenate([made_table(90, gaps, seed=3)[0], X[:40]]))
    members = [rows[codes == code] for code in range(codes.max() + 1)]
    found = Index([Rows(own) for own in members], metric).profile([queries] * len(members), 5)
    for code, own in enumerate(members):
        every = np.sort(distances(queries, own, metric), axis=1)[:, :5]
        assert np.array_equal(found[:, code], every)
    proposed = Rough.of(members, metric) is not None
    assert proposed == (not gaps or encoding.gaps == "fill")


def test_polar_encoding_is_two_columns_under_the_manhattan_distance():
    X, codes = made_table(gaps=0.3)
    numbers = (COLUMNS[0], COLUMNS[4])
    encoder = fit_encoder(X[:, [0, 4]], codes, 3, numbers, Encoding(), "unit")
    found = distances(encoder(X[:, [0, 4]]), encoder(X[:, [0, 4]]), encoder.layout.over("cityblock"))
    low, high = np.nanmin(X[:, [0, 4]], axis=0), np.nanmax(X[:, [0, 4]], axis=0)
    x = (X[:, [0, 4]] - low) / (high - low)
    poles = np.nan_to_num(np.concatenate([x, 1 - x], axis=1))  # both 0 for a gap
    wanted = np.abs(poles[:, None] - poles[None]).sum(axis=2) / 2
    np.testing.assert_allclose(found, wanted, atol=1e-12)


@pytest.mark.parametrize("base", BASES)
def test_a_gap_is_as_far_from_every_value_and_values_keep_their_distances(base):
    X = np.array([[3.0], [4.0], [6.5], [9.0], [np.nan], [np.nan]])
    encoder = fit_encoder(X, np.array([0, 1, 0, 1, 0, 1]), 2, (Column("age"),), Encoding(), "centred")
    found = distances(encoder(X), encoder(X), encoder.layout.over(base))
    np.testing.assert_array_equal(found[4:], [[0.5, 0.5, 0.5, 0.5, 0, 0]] * 2)
    known = fit_encoder(X[:4], np.array([0, 1, 0, 1]), 2, (Column("age"),), Encoding(), "centred")
    np.testing.assert_array_equal(
        found[:4, :4], distances(known(X[:4]), known(X[:4]), known.layout.over(base))
    )


def test_other_readings_of_polar_encoding_move_a_gap_or_the_values():
    """x and 1 - x, straight or on the unit circle, under the Euclidean distance: as docs/tables.md says."""
    x = np.linspace(0, 1, 11)
    straight = np.stack([x, 1 - x], axis=1)
    circle = straight / np.linalg.norm(straight, axis=1, keepdims=True)
    to_gap = np.linalg.norm(straight, axis=1)
    assert (to_gap.min(), to_gap.max()) == pytest.approx((math.sqrt(0.5), 1))
    assert to_gap.argmin() == 5
    assert np.linalg.norm(circle, axis=1) == pytest.approx(np.ones(11))
    apart = np.linalg.norm(circle[0] - circle[-1])
    assert 1 / apart == pytest.approx(math.sqrt(0.5))
    steps = np.linalg.norm(np.diff(circle, axis=0), axis=1) / apart
    assert (steps[0], steps[5]) == pytest.approx((0.0782, 0.1394), abs=5e-5)


def test_corners_are_one_apart_and_two_are_the_ends_of_a_range():
    assert corners(2).tolist() == [[-0.5], [0.5]]
    for m in (3, 5, 12):
        places = corners(m)
        apart = np.linalg.norm(places[:, None] - places[None], axis=2)
        np.testing.assert_allclose(apart, 1 - np.eye(m), atol=1e-12)
        np.testing.assert_allclose(places.sum(axis=0), 0, atol=1e-12)


def test_coordinates_keep_the_euclidean_distance():
    X, codes = made_table()
    for categories in ("overlap", "value-difference"):
        encoder = fit_encoder(X, codes, 3, COLUMNS, Encoding(categories), "centred")
        spread = encoder.layout.spread(encoder(X))
        wanted = distances(encoder(X), encoder(X), encoder.layout.over("euclidean"))
        np.testing.assert_allclose(distances(spread, spread, "euclidean"), wanted, atol=1e-12)
        assert len(encoder.layout.spread_names()) == spread.shape[1]
        assert len(encoder.layout.spread_features()) == spread.shape[1]


def test_a_gap_has_coordinates_that_say_so():
    X = np.array([[0.0, 1.0], [np.nan, 0.0], [2.0, np.nan], [4.0, 1.0]])
    columns = (Column("a"), Column("b", "category", ("x", "y")))
    encoder = fit_encoder(X, np.array([0, 1, 0, 1]), 2, columns, Encoding(), "centred")
    spread = encoder.layout.spread(encoder(X))
    assert encoder.layout.spread_names() == ("a", "a missing", "b (1)")
    np.testing.assert_allclose(spread, [[-0.5, 0, 0.5], [0, 0.5, -0.5], [0, 0, 0], [0.5, 0, 0.5]])


def test_one_hot_fill_and_drop_are_what_scikit_learn_makes_of_them():
    from sklearn.compose import ColumnTransformer
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import MinMaxScaler, OneHotEncoder

    X, codes = made_table(gaps=0.2, seed=4)
    encoder = fit_encoder(X, codes, codes.max() + 1, COLUMNS, Encoding("one-hot", "fill"), "unit")
    frequent = SimpleImputer(strategy="most_frequent")
    numbers = make_pipeline(SimpleImputer(strategy="median"), MinMaxScaler())
    wanted = ColumnTransformer(
        [
            ("numbers", numbers, [0, 4]),
            ("two", make_pipeline(frequent, MinMaxScaler()), [3]),
            ("categories", make_pipeline(SimpleImputer(strategy="most_frequent"), OneHotEncoder()), [1, 5]),
        ],
        sparse_threshold=0,
    ).fit_transform(X)
    slots = [slot.name for slot in encoder.layout.slots]
    found = dict(zip(slots, encoder(X).T, strict=True))
    np.testing.assert_allclose(found["age"], wanted[:, 0])
    np.testing.assert_allclose(found["joined"], wanted[:, 1])
    np.testing.assert_allclose(found["paid"], wanted[:, 2])
    hot = np.array([found[name] for name in slots if " = " in name]).T
    np.testing.assert_allclose(hot, wanted[:, 3:])
    assert encoder.layout.n_features == 4 + 4 + 2
    kept = complete_rows(X, COLUMNS, Encoding(gaps="drop"))
    assert kept.tolist() == [i for i, row in enumerate(X) if not np.isnan(row).any()]


def test_a_calendar_puts_december_beside_january_and_sunday_beside_monday():
    days = (np.array(["2023-12-31", "2024-01-01", "2024-07-01"], "datetime64[D]")).astype(float)
    column = Column("day", "date")
    encoder = fit_encoder(
        days[:, None], np.array([0, 1, 0]), 2, (column,), Encoding(dates="calendar"), "unit"
    )
    rows = encoder(days[:, None])
    assert encoder.layout.n_features == 3
    np.testing.assert_allclose(rows[:, 0], [0, 1 / 183, 1])
    month, weekday = rows[:, 1:3], rows[:, 3:]
    assert np.linalg.norm(month[0] - month[1]) == pytest.approx(math.sin(math.pi / 12))
    assert np.linalg.norm(month[1] - month[2]) == pytest.approx(1.0)
    assert np.linalg.norm(weekday[0] - weekday[1]) == pytest.approx(math.sin(math.pi / 7))
    np.testing.assert_allclose(weekday[1], weekday[2])


def test_what_no_training_row_has_is_told():
    X, codes = made_table(gaps=0.0)
    encoder = fit_encoder(X, codes, 3, COLUMNS, Encoding(), "centred")
    queries = X[:3].copy()
    queries[0, 1] = -1.0
    queries[1:, 0] = np.nan
    assert encoder.notes(queries) == (
        "Column age: 2 gaps filled with the median of the training rows.",
        "Column city: 1 row with a value that no training row has; it differs from all.",
    )
    assert np.isfinite(encoder(queries)).all()


def test_columns_without_values_are_left_out_and_rows_without_any_refused():
    X, codes = made_table(6)
    X[:, 1] = np.nan
    encoder = fit_encoder(X, codes, 3, COLUMNS, Encoding(), "centred")
    assert encoder.left_out == ("city",)
    assert encoder.layout.n_features == 5
    with pytest.raises(DataError, match="No column has a value"):
        fit_encoder(np.full((3, 6), np.nan), codes[:3], 3, COLUMNS, Encoding(), "centred")
    with pytest.raises(DataError, match="Every training row has a gap"):
        complete_rows(X, COLUMNS, Encoding(gaps="drop"))


def test_choices_are_checked_and_travel_as_text():
    encoding = Encoding("value-difference", "fill", "calendar", {"city": "one-hot"})
    plan = Plan(("wine",), (Setting.of("man"),), (3,), Conditions(encoding=encoding))
    assert plans_of_text(plan_text([plan])) == (plan,)
    assert Encoding.of("auto") == Encoding()
    assert encoding.treatment(COLUMNS[1]) == "one-hot"
    assert encoding.treatment(COLUMNS[5]) == "value-difference"
    assert [encoding.treatment(column) for column in COLUMNS[2:5]] == ["rank", "two", "calendar"]
    with pytest.raises(UnknownName, match="overlap"):
        Encoding("overlaps")
    with pytest.raises(ParameterError, match="'days' does not treat a category but a date"):
        Encoding("days")
    with pytest.raises(ParameterError, match="does not treat column age, a number,"):
        Encoding(treatments={"age": "one-hot"}).treatment(COLUMNS[0])
    with pytest.raises(ParameterError, match="encode must be"):
        Encoding.of(3)
    for known in TREATMENTS.values():
        assert known.label
        assert known.help.endswith(".")
        assert known.source


@pytest.mark.parametrize("base", BASES)
def test_rows_that_differ_in_categories_alone_are_found_to_the_bit(base):
    rng = np.random.default_rng(5)
    X = rng.integers(0, 3, (600, 4)).astype(float)  # most distances are ties
    X[:, 3] = rng.integers(0, 300, 600)  # more values than a byte holds
    columns = tuple(Column(f"c{i}", "category", tuple(map(str, range(300)))) for i in range(4))
    codes = rng.integers(0, 2, 600)
    encoder = fit_encoder(X, codes, 2, columns, Encoding(), "centred")
    rows, metric = encoder(X), encoder.layout.over(base)
    queries = encoder(np.concatenate([X[:100], np.full((1, 4), -1.0)]))
    members = [rows[codes == code] for code in range(2)]
    found = Index([Rows(own) for own in members], metric).profile([queries] * 2, 4)
    for code, own in enumerate(members):
        assert np.array_equal(found[:, code], np.sort(distances(queries, own, metric), axis=1)[:, :4])
    assert (found[-1] == distances(queries[-1:], rows, metric).min()).all()


def test_a_column_of_fifty_thousand_values_is_compared_by_code_alone():
    rng = np.random.default_rng(6)
    n = 4_000
    X = np.column_stack([rng.normal(size=n), rng.integers(0, 50_000, n)])
    columns = (Column("a"), Column("b", "category", tuple(map(str, range(50_000)))))
    encoder = fit_encoder(X, rng.integers(0, 2, n), 2, columns, Encoding(), "centred")
    assert encoder(X).shape == (n, 2)
    with pytest.raises(DataError, match="b alone has"):
        encoder.layout.spread(encoder(X))
    with pytest.raises(DataError, match="too many for a column each"):
        fit_encoder(X, rng.integers(0, 2, n), 2, columns, Encoding("one-hot"), "centred")


def test_columns_of_zero_and_one_still_belong_to_their_category():
    """Rows of plain numbers after all, whose relations name columns and whose shares are told by category."""
    from frnn_core.data import load_dataset
    from frnn_core.model import Model

    data = load_dataset("saheart-full")
    assert Model.of(data, "man", encoding=Encoding("one-hot")).train.n_features == 9
    crx = load_dataset("crx-full")
    with pytest.raises(Undefined, match=r"A\d+ = .* determine each other linearly"):
        Model.of(crx, "mah", encoding=Encoding("one-hot", "fill"))


def test_the_inner_product_of_coordinates_is_as_the_formulas_say():
    """What the cosine sees of a category: ½ [a = b] - 1/(2m), or ½ Σ p q - 1/(2m) with m classes."""
    X, codes = made_table()
    city = (COLUMNS[1],)
    overlap = fit_encoder(X[:, [1]], codes, 3, city, Encoding(), "centred")
    places = overlap.layout.spread(overlap(X[:, [1]]))
    wanted = 0.5 * (X[:, [1]] == X[:, 1]) - 1 / 8
    np.testing.assert_allclose(places @ places.T, wanted, atol=1e-12)
    by_class = fit_encoder(X[:, [1]], codes, 3, city, Encoding("value-difference"), "centred")
    shares = by_class(X[:, [1]])
    places = by_class.layout.spread(shares)
    np.testing.assert_allclose(places @ places.T, 0.5 * shares @ shares.T - 1 / 6, atol=1e-12)
