"""The pictures of the tour show the numbers that its sentences name."""

import numpy as np
import pytest

from frnn_core.figures import Look
from frnn_core.figures.palette import DARK, LIGHT
from frnn_core.studies import tour
from frnn_core.studies.tour import figures
from frnn_core.text import number


def told(relation="man", k=3):
    fitted = tour.model(relation, k)
    return fitted.explain(fitted.normaliser(np.array(tour.QUERY)[None]))


def traces(figure, meta):
    return [trace for trace in figure.data if trace.meta == meta]


def test_every_point_has_its_similarity_beside_it():
    alike = tour.similarities("che")
    figure = figures.alike(tour.twelve(), np.array(tour.QUERY), alike, look=Look(dark=True))
    assert [note.text for note in figure.layout.annotations] == [number(value, 2) for value in alike]
    assert figure.layout.paper_bgcolor == DARK.background


@pytest.mark.parametrize("weighted", [False, True])
def test_lines_join_the_query_to_its_neighbours(weighted):
    found = told(k=2)
    figure = figures.nearest(tour.twelve(), np.array(tour.QUERY), found, 1, weighted=weighted)
    for meta, side in (("inside", found.inside), ("outside", found.outside)):
        ends = [(line.x[1], line.y[1]) for line in traces(figure, meta)]
        assert ends == [tuple(tour.twelve().X[row]) for row in side.rows[0, 1]]
        widths = [line.line.width for line in traces(figure, meta)]
        np.testing.assert_allclose(widths, 1 + 12 * side.weights[0, 1] if weighted else 2.5)


def test_parts_are_written_as_products_and_add_up():
    found = told()
    figure = figures.sums(tour.twelve(), found)
    for code, name in enumerate(found.classes):
        (inside,), (lower,) = traces(figure, f"inside {name}"), traces(figure, f"lower {name}")
        assert sum(inside.x) == pytest.approx(found.upper[0, code])
        weight, similarity = found.inside.weights[0, code, 0], found.inside.similarities[0, code, 0]
        assert inside.text[0] == f"{number(weight, 2)} × {number(similarity, 2)}"
        assert lower.x == (found.lower[0, code],)
        assert lower.marker.color == LIGHT.classes[code]
    assert not traces(figures.sums(tour.twelve(), found, lower=False), "lower A")
