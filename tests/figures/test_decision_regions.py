"""What the decision surface draws is what the classifier computes."""

import numpy as np

from frnn_core import FRNNClassifier, load_dataset
from frnn_core.figures import Look, decision_surface, surface
from frnn_core.model import Model


def test_the_surface_is_the_classifiers_answer_at_each_point():
    data = load_dataset("blobs")
    model = FRNNClassifier("class-mah").fit(data.X, data.y)
    grid = surface(Model.of(data, "class-mah"), data, side=15)
    points = [[x, y] for y in grid.y for x in grid.x]
    np.testing.assert_array_equal(model.classes_[grid.winner.ravel()], model.predict(points))
    np.testing.assert_allclose(grid.margin.ravel(), model.explain(points).margins, atol=1e-12)


def test_regions_points_and_lines_are_drawn_from_the_data():
    data = load_dataset("blobs")
    model = FRNNClassifier("man", k=3).fit(data.X, data.y)
    query = np.array([0.6, -0.2])
    told = model.explain(query[None])
    grid = surface(Model.of(data, "man"), data, side=10)
    figure = decision_surface(grid, data, query, told, look=Look(dark=True))
    regions = [trace for trace in figure.data if trace.type == "heatmap"]
    filled = np.stack([~np.isnan(np.asarray(region.z, dtype=float)) for region in regions])
    np.testing.assert_array_equal(filled.argmax(axis=0), grid.winner)
    assert (filled.sum(axis=0) == 1).all()
    scatters = [trace for trace in figure.data if trace.type == "scatter"]
    lines = [trace for trace in scatters if trace.mode == "lines"]
    winner = told.scores[0].argmax()
    rows = [*told.inside.rows[0, winner], *told.outside.rows[0, winner]]
    assert [(line.x[1], line.y[1]) for line in lines] == [tuple(data.X[row]) for row in rows]
    assert lines[0].line.width > lines[2].line.width
    dots = [trace for trace in scatters if trace.mode == "markers"]
    assert [len(trace.x) for trace in dots] == [*np.bincount(data.codes), 1]
