"""The map of rows: principal components, the row, the rows that decide it, and those that are mistaken."""

import numpy as np
import pandas as pd
import pytest
from sklearn.decomposition import PCA
from sklearn.preprocessing import StandardScaler

from frnn_core import load_dataset, partition, read_dataset
from frnn_core.studies.explain import Case, How, drawn_rows, rank_rows, row_map, trained, training_rows
from frnn_core.studies.explain.figures.row_map import row_map_figure, row_map_text


def everything(data):
    return trained(data, np.arange(len(data.y)), How())


def explained(name="wine", row=60, k=3):
    data = load_dataset(name)
    folds = partition(data)
    part = trained(data, training_rows(data, folds, "fold", int(folds.membership[row])), How())
    return Case(part, k, data.X[row], str(data.y[row])), rank_rows(data, folds, How(), k)


def test_rows_are_placed_by_the_principal_components_of_columns_with_the_same_variance():
    data = load_dataset("wine")
    placed = row_map(everything(data))
    scaled = StandardScaler().fit_transform(data.X)
    fitted = PCA(2).fit(scaled)
    expected = fitted.transform(scaled)
    signs = np.sign((expected * placed.points).sum(axis=0))
    np.testing.assert_allclose(placed.points, signs * expected, atol=1e-9)
    assert placed.share == pytest.approx(fitted.explained_variance_ratio_.sum())


def test_two_columns_are_left_as_they_are_and_one_lies_on_a_line():
    rng = np.random.default_rng(0)
    table = pd.DataFrame({"a": rng.normal(size=40), "b": rng.normal(size=40), "y": ["u", "v"] * 20})
    two = row_map(everything(read_dataset(table, target="y")))
    a = table["a"].to_numpy()
    np.testing.assert_allclose(two.points[:, 0], (a - a.min()) / np.ptp(a) - 0.5)
    assert (two.axes, two.share) == (("a, scaled", "b, scaled"), 1.0)
    one = row_map(everything(read_dataset(table.drop(columns="b"), target="y")))
    assert not one.points[:, 1].any()
    assert one.axes == ("a, scaled", "")


def test_categories_and_gaps_have_a_place():
    rng = np.random.default_rng(1)
    number = rng.normal(size=60)
    number[::7] = np.nan
    table = pd.DataFrame({"n": number, "c": rng.choice(["r", "g", "b"], 60), "y": ["u", "v"] * 30})
    placed = row_map(everything(read_dataset(table, target="y")))
    assert np.isfinite(placed.points).all()
    assert 0 < placed.share < 1


def test_a_category_counts_as_much_as_a_number():
    rng = np.random.default_rng(2)
    colours = rng.choice(["r", "g", "b"], 300)
    table = pd.DataFrame({"a": rng.normal(size=300), "b": rng.normal(size=300), "c": colours})
    placed = row_map(everything(read_dataset(table.assign(y=["u", "v"] * 150), target="y")))
    shown = np.eye(3)[np.unique(colours, return_inverse=True)[1]]
    parts = [table[["a"]].to_numpy(), table[["b"]].to_numpy(), shown]
    parts = [part / np.sqrt(part.var(axis=0).sum()) for part in parts]
    fitted = PCA(2).fit(np.hstack(parts))
    expected = fitted.transform(np.hstack(parts))
    np.testing.assert_allclose(np.abs(placed.points), np.abs(expected), atol=1e-9)
    assert placed.share == pytest.approx(fitted.explained_variance_ratio_.sum())


def test_the_row_its_neighbours_and_the_hardest_are_drawn():
    case, ranking = explained()
    drawn = drawn_rows(case, 60, ranking, most=40)
    winner = case.order[0]
    for side, told in ((drawn.inside, case.told.inside), (drawn.outside, case.told.outside)):
        assert [number for number, _ in side] == case.trained.rows[told.rows[0, winner]].tolist()
        assert [weight for _, weight in side] == told.weights[0, winner].tolist()
        assert {number for number, _ in side} <= set(drawn.rows)
    assert {60, *ranking.rows[:10]} <= set(drawn.rows)
    place = dict(zip(ranking.rows.tolist(), ranking.predicted.tolist(), strict=True))
    assert [place[row] for row in drawn.rows.tolist()] == drawn.predicted.tolist()


def test_every_mark_carries_its_row_and_mistaken_rows_stand_apart():
    case, ranking = explained()
    placed, drawn = row_map(everything(case.trained.data)), drawn_rows(case, 60, ranking)
    figure = row_map_figure(case, 60, placed, drawn, title="rows of wine")
    marks = [trace for trace in figure.data if str(trace.meta).startswith(("right", "wrong"))]
    carried = np.concatenate([trace.customdata for trace in marks])
    assert sorted(carried) == list(range(1, 179))
    for trace in marks:
        np.testing.assert_array_equal(
            np.stack([trace.x, trace.y], axis=1), placed.points[np.array(trace.customdata) - 1]
        )
    truth = case.trained.data.codes
    wrong = {row + 1 for row, code in zip(drawn.rows, drawn.predicted, strict=True) if truth[row] != code}
    told = {int(row) for trace in marks if trace.meta.startswith("wrong") for row in trace.customdata}
    assert told == wrong
    assert 61 in wrong
    lines = [tuple(trace.meta[:2]) for trace in figure.data if trace.mode == "lines"]
    assert lines == [("inside", n) for n, _ in drawn.inside] + [("outside", n) for n, _ in drawn.outside]
    near = ", ".join(str(number + 1) for number, _ in drawn.inside)
    assert f"{len(wrong)} of them taken for another class" in row_map_text(case, 60, drawn)
    assert f"nearest rows of class 1: {near}" in row_map_text(case, 60, drawn)
