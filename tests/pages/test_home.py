"""The home page shows what the core computes."""

import re

import numpy as np
import pytest
from driving import moved, opened, scenes, seen, text

from frnn_core import RELATIONS, FRNNClassifier, load_dataset
from frnn_core.engine.approximations import similarity_matrix
from frnn_core.engine.scalings import fit_scaling
from pages.ui.points import write_point


def left_out(relation):
    """Each point decided by the others, from the matrix of similarities alone."""
    data = load_dataset("blobs")
    model = FRNNClassifier(relation).fit(data.X, data.y)
    centred = fit_scaling(data.X, "centred")(data.X)
    alike = similarity_matrix(model.relation_, centred, centred, data.codes)
    decided = []
    for row in range(len(data.y)):
        others = np.arange(len(data.y)) != row
        inside = [np.sort(alike[row, others & (data.codes == code)])[:-4:-1] for code in range(3)]
        outside = [np.sort(alike[row, others & (data.codes != code)])[:-4:-1] for code in range(3)]
        weights = np.array([3, 2, 1]) / 6
        decided.append(np.argmax([weights @ a - weights @ b for a, b in zip(inside, outside, strict=True)]))
    return data.codes, np.array(decided)


@pytest.mark.quick
def test_opens_filled_with_manhattan():
    app = seen()
    assert app.title[0].value.startswith("FRNN Explorer")
    truth, predicted = left_out("man")
    assert f"**{(truth == predicted).sum()} of 200** points" in text(app)


@pytest.mark.parametrize("relation", ["euc", "cos", "class-mah", "gauss"])
def test_each_relation_shows_its_own_count(relation):
    app = opened()
    app.get("pills")[0].set_value(relation).run()
    assert not app.exception
    truth, predicted = left_out(relation)
    changed = (predicted != left_out("man")[1]).sum()
    assert f"**{changed} of 200** answers differ" in text(app)
    assert f"and {(predicted == truth).sum()} are right" in text(app)
    assert app.latex[0].value.strip("$ \n") == RELATIONS[relation].formula
    assert app.query_params["relation"] == relation


def test_a_link_restores_the_relation():
    assert "answers differ from Manhattan's" in text(opened(relation="cos"))


def test_a_bad_link_shows_the_default():
    app = opened(relation="nonsense")
    assert "points get their own class back" in text(app)
    assert "relation" not in app.query_params


def test_the_star_goes_where_the_classifier_sends_it():
    data = load_dataset("blobs")
    expected = FRNNClassifier("man").fit(data.X, data.y).predict([[0.6, -0.2]])[0]
    assert re.search(r"The star goes to class \*\*(\w)\*\*", text(seen())).group(1) == expected


def test_a_star_outside_the_picture_is_noted_once_and_one_on_its_edge_never():
    app = opened(hq="99,0")
    assert "outside the picture" in text(app)
    assert "hq" not in moved(app).query_params
    assert not app.warning
    square = scenes(app)[0]["square"]
    for corner in (square["low"], square["high"]):
        edge = opened(hq=write_point(corner))
        assert not edge.warning
        assert scenes(edge)[0]["query"] == pytest.approx(corner, rel=1e-5)
