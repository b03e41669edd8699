"""Explanations of rows with categories, dates and gaps speak in the columns of the table."""

from __future__ import annotations

import numpy as np
import pytest

from frnn_core.data import Dataset
from frnn_core.engine.columns import Column
from frnn_core.engine.metrics import base_of, distances
from frnn_core.relations import fixed_relations
from frnn_core.studies.explain import contributions, drivers, feature_moves, with_features
from frnn_core.studies.explain.case import Case, How, trained
from frnn_core.studies.explain.feature_shares import terms
from frnn_core.studies.explain.figures.feature_shares import feature_shares
from frnn_core.studies.explain.words import move_words

COLUMNS = (
    Column("age"),
    Column("city", "category", ("Ghent", "Bruges", "Namur")),
    Column("joined", "date"),
    Column("plan", "ordered", ("S", "M", "L")),
)


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(0)
    X = np.column_stack(
        [
            rng.integers(20, 70, 90),
            rng.integers(0, 3, 90),
            rng.integers(18_000, 19_000, 90),
            rng.integers(0, 3, 90),
        ]
    ).astype(float)
    X[::7, 0] = X[::5, 1] = np.nan
    y = np.where((np.nan_to_num(X[:, 0]) > 45) ^ (X[:, 3] > 1), "left", "stayed")
    return Dataset("customers", X, y, tuple(column.name for column in COLUMNS), columns=COLUMNS)


@pytest.mark.parametrize("relation", [*fixed_relations(), "man-fit", "class-man", "local-man"])
def test_a_category_is_one_contribution_and_all_add_up_to_the_distance(data, relation):
    case = Case(trained(data, np.arange(1, 90), How(relation)), 3, data.X[0])
    model = case.model
    for row in (0, 4, 33):
        code = int(model.train.codes[row])
        parts = terms(model.relation, case.query[0], model.train.X[row], code, model.train.layout)
        assert parts.shape == (4,)
        part = next(part for part, _ in model.relation.parts(model.train.X[[row]], code))
        places = (model.relation.places(rows, part) for rows in (case.query, model.train.X[[row]]))
        apart = distances(*places, model.relation.metric)[0, 0]
        whole = apart**2 if base_of(model.relation.metric) == "euclidean" else apart
        assert parts.sum() == pytest.approx(whole, rel=1e-9)
    assert drivers(case).inside.sum() == pytest.approx(1.0)


def test_values_are_shown_as_they_stand_in_the_table(data):
    case = Case(trained(data, np.arange(1, 90), How()), 3, data.X[2])
    table = with_features(case, contributions(case))
    assert set(table["city"]) <= {"Ghent", "Bruges", "Namur", "missing"}
    assert set(table["plan"]) <= {"S", "M", "L"}
    assert table["joined"].str.fullmatch(r"20[12]\d-\d\d-\d\d").all()
    assert table["age"].dtype == float
    hover = " ".join(feature_shares(drivers(case), COLUMNS, case.values).data[0].hovertext)
    assert f"query {COLUMNS[1].shown(case.values[1])}" in hover


def test_another_category_is_a_whole_range_away_and_gives_the_answer_told(data):
    for row in range(6):
        case = Case(trained(data, np.delete(np.arange(90), row), How()), 3, data.X[row])
        for move in feature_moves(case):
            changed = case.values.copy()
            changed[move.feature] = move.value
            assert Case(case.trained, 3, changed).predicted == move.becomes != case.predicted
            assert move.share == 1.0 or COLUMNS[move.feature].role != "category"
        words = move_words(feature_moves(case), COLUMNS, case.values)
        assert "feature" in words
