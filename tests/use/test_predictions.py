"""What is told of new rows, against definitions by brute force."""

import csv
import io

import numpy as np
import pandas as pd
import pytest
from oracle import approximations
from scipy.spatial.distance import cdist
from trained import asked_frame, mixed_data

from frnn_core import (
    RELATIONS,
    Dataset,
    Encoding,
    fit_model,
    fit_tuned_model,
    load_dataset,
    load_model,
    model_card,
    predict_rows,
    read_dataset,
    read_new_rows,
)
from frnn_core.errors import DataError, ParameterError
from frnn_core.tuning.candidates import Candidate
from frnn_core.use.explained import explanation_text, neighbours
from frnn_core.use.familiar import fit_familiar
from frnn_core.use.files import model_bytes
from frnn_core.use.new_rows import NewRows

METRICS = {"man": "cityblock", "euc": "euclidean", "che": "chebyshev", "gauss": "euclidean"}


@pytest.fixture(scope="module")
def rows():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(150, 3)) * [1, 5, 0.2]
    X[10] = X[20]  # twins have each other
    return (
        X,
        np.where(X[:, 0] + rng.normal(size=150) / 2 > 0, "up", "down"),
        rng.normal(size=(40, 3)) * [2, 9, 0.3],
    )


def data_of(X, y):
    return Dataset("made", X, y, ("a", "b", "c"))


def scaled(X, by):
    low, high = by.min(axis=0), by.max(axis=0)
    return (X - low) / (high - low) - 0.5


@pytest.mark.parametrize("relation", METRICS)
def test_scores_lead_neighbours_and_flag_are_those_of_the_definitions(relation, rows):
    X, y, Q = rows
    model = fit_model(data_of(X, y), relation, k=4, gamma=0.5)
    told = predict_rows(model, NewRows(Q))
    lower, upper = approximations(relation, X, y, Q, 4, gamma=0.5)
    expected = (np.asarray(lower) + np.asarray(upper)) / 2
    assert told.class_names == ("down", "up")
    assert np.allclose(told.scores, expected, atol=1e-10)
    assert (told.classes == np.array(["down", "up"])[expected.argmax(axis=1)]).all()
    assert np.allclose(told.lead, np.abs(expected[:, 1] - expected[:, 0]), atol=1e-10)
    train, asked = scaled(X, X), scaled(Q, X)
    far = cdist(asked, train, METRICS[relation])
    order = np.argsort(far, axis=1, kind="stable")[:, :3]
    assert (told.nearest == order + 1).all()
    assert (told.nearest_classes == y[order]).all()
    assert np.allclose(told.distances, np.take_along_axis(far, order, axis=1))
    apart = cdist(train, train, METRICS[relation])
    np.fill_diagonal(apart, np.inf)
    alone = np.sort(apart.min(axis=1))
    limit = alone[int(np.ceil(0.99 * (len(X) - 1)))]
    assert np.isclose(model.familiar.distance, limit)
    assert model.familiar.rows == 150
    assert (told.unlike == (far.min(axis=1) > limit)).all()
    assert 0 < told.unlike.sum() < len(Q)
    assert (alone > model.familiar.distance + 1e-12).mean() <= 0.01


@pytest.mark.parametrize("relation", list(RELATIONS))
def test_the_nearest_neighbour_left_out_is_the_nearest_of_all_others(relation):
    """Against models fitted by hand to distances: every other row, as its own class or region measures."""
    data = load_dataset("wine")
    model = fit_model(data, relation)
    train, fitted = model.model.train, model.model.relation.over(model.model.train.layout)
    best = np.full(len(train.X), np.inf)
    for code in range(train.n_classes):
        members = np.flatnonzero(train.codes == code)
        for part, which in fitted.parts(train.X[members], code):
            places = members[which]
            asked, there = fitted.places(train.X, part), fitted.places(train.X[places], part)
            metric = fitted.metric
            far = (
                cdist(asked, there, metric)
                if metric != "signed-maximum"
                else (there[None] - asked[:, None]).max(axis=2)
            )
            far[places, np.arange(len(places))] = np.inf
            best = np.minimum(best, far.min(axis=1))
    expected = np.sort(best)[int(np.ceil(0.99 * (len(best) - 1)))]
    assert model.familiar.distance == pytest.approx(expected, rel=1e-9)


def test_of_many_training_rows_some_are_left_out_in_turn(rows):
    X, y, _ = rows
    model = fit_model(data_of(X, y), "euc")
    some = fit_familiar(model.model.relation, model.model.train, most=60)
    chosen = np.sort(np.random.default_rng(0).choice(150, 60, replace=False))
    apart = cdist(scaled(X, X), scaled(X, X))
    np.fill_diagonal(apart, np.inf)
    alone = np.sort(apart.min(axis=1)[chosen])
    assert some.rows == 60
    assert np.isclose(some.distance, alone[int(np.ceil(0.99 * 59))])


def test_a_row_from_elsewhere_is_flagged_and_warned_of(rows):
    X, y, _ = rows
    model = fit_model(data_of(X, y))
    told = predict_rows(model, read_new_rows(b"a,b,c\n0,0,0\n900,900,900\n", model))
    assert told.unlike.tolist() == [False, True]
    assert "1 row of 2 is unlike anything seen" in told.warnings[-1]
    assert (
        "the 0.99 quantile: so far it is for at most 1\N{NO-BREAK SPACE}% of 150 training rows"
        in told.warnings[-1]
    )
    assert told.frame()["unlike anything seen"].tolist() == ["no", "yes"]


def test_numbers_of_rows_are_those_of_the_table_though_some_were_dropped():
    table = b"a,b,y\n1,2,p\n2,3,\n3,?,q\n4,5,p\n50,60,q\n51,61,q\n"
    data = read_dataset(table, target="y")
    model = load_model(model_bytes(fit_model(data, k=1, encoding=Encoding(gaps="drop"))))
    told = predict_rows(model, read_new_rows(b"a,b\n4,5\n51,61\n1,2\n", model))
    assert told.nearest[:, 0].tolist() == [4, 6, 1]
    assert model.explain(np.array([[51.0, 61.0]])).inside.rows[0, 1, 0] == 5


def test_the_frame_and_the_csv_say_the_same_and_hold_no_formula():
    frame = pd.DataFrame({"a": [1.0, 2, 8, 9], "b": [1.0, 3, 7, 9], "y": ["=1+1", "=1+1", "@x", "@x"]})
    model = fit_model(read_dataset(frame, target="y"), k=1)
    told = predict_rows(model, read_new_rows(frame, model))
    lines = list(csv.reader(io.StringIO(told.csv())))
    assert lines[0][:6] == ["row", "class", "score of =1+1", "score of @x", "lead", "unlike anything seen"]
    assert [line[0] for line in lines[1:]] == ["1", "2", "3", "4"]
    assert [line[1] for line in lines[1:]] == ["'=1+1", "'=1+1", "'@x", "'@x"]
    assert not any(cell.startswith(("=", "+", "@")) for line in lines for cell in line)
    assert [float(line[2]) for line in lines[1:]] == told.frame()["score of =1+1"].tolist()


def test_few_training_rows_have_few_neighbours():
    model = fit_model(
        Dataset("two", np.array([[1.0, 2.0], [3.0, 4.0]]), np.array(["p", "q"]), ("a", "b")), k=5
    )
    told = predict_rows(model, read_new_rows(b"a,b\n1,2\n", model))
    assert told.nearest.tolist() == [[1, 2]]
    assert told.frame().columns[-4] == "second nearest training row"


def test_an_explanation_adds_up_to_the_score():
    model = fit_model(mixed_data(), k=3)
    rows = read_new_rows(asked_frame(), model)
    told = model.explain(rows.X[4:5])
    for code in range(3):
        inside = neighbours(model, told, code, inside=True)
        outside = neighbours(model, told, code, inside=False)
        assert (inside["class"] == model.classes[code]).all()
        assert not (outside["class"] == model.classes[code]).any()
        score = (inside["adds"].sum() + 1 - outside["adds"].sum()) / 2
        assert score == pytest.approx(model.scores(rows.X[4:5])[0, code], abs=1e-11)
    text = explanation_text(model, rows, 5)
    assert text.startswith(f"Row 5 of data: {predict_rows(model, rows).classes[4]}")
    assert all(name in text for name in model.names)
    for row in (0, 21):
        with pytest.raises(ParameterError, match=f"There is no row {row}: data has 20 rows"):
            explanation_text(model, rows, row)


def test_a_blend_is_explained_as_far_as_it_can_be():
    several = [Candidate("man", ks=(1, 5)), Candidate("cos", ks=(5,))]
    model = fit_tuned_model(mixed_data(), several, blended=True)
    rows = read_new_rows(asked_frame(), model)
    if len(model.tuned.members) > 1:
        assert "Several settings decide together" in explanation_text(model, rows, 1)
        with pytest.raises(ParameterError, match="no single explanation"):
            model.explain(rows.X)
    single = fit_tuned_model(mixed_data(), several)
    assert "before each class gets its head start" in explanation_text(single, rows, 1)
    told = predict_rows(single, rows)
    assert told.score_word == "chance"
    assert np.allclose(told.scores.sum(axis=1), 1)


def test_the_card_names_data_columns_settings_estimate_and_caveats():
    model = fit_model(mixed_data(), "gauss", k=5, gamma=0.25, estimate="balanced accuracy .81 in 10 folds")
    card = model_card(load_model(model_bytes(model)))
    for words in ("# Model card: trees", "60 rows with 6 columns", "class column is kind", "ash (", "Gauss"):
        assert words in card
    for words in (
        "Width gamma: 0.25",
        "k: 5",
        "balanced accuracy .81 in 10 folds",
        "holds the training rows",
    ):
        assert words in card
    for column in model.columns:
        assert f"| {column.name} |" in card
    assert "None was given" in model_card(fit_model(mixed_data()))
    assert "another one" in model_card(model, "another one")
    tuned = fit_tuned_model(mixed_data(), [Candidate("man", ks=(1, 5))])
    assert "Chosen by cross-validation" in model_card(tuned)


def test_names_in_a_card_are_shown_as_they_are():
    frame = pd.DataFrame({"<b>a|b</b>\n# c": [1.0, 2, 3, 4], "x": [1.0, 3, 2, 4], "y": list("ppqq")})
    card = model_card(fit_model(read_dataset(frame, target="y", name="```bad")), file="it's `x`.frnn")
    assert "\\<b\\>a\\|b\\</b\\> \\# c" in card
    assert card.count("```") == 4  # two blocks of code
    assert "# Model card: \\`\\`\\`bad" in card


def test_one_class_alone_is_no_model():
    with pytest.raises(DataError, match="class"):
        fit_model(Dataset("one", np.zeros((3, 1)), np.array(["a"] * 3), ("a",)))
