"""Solid is the value, hatched is what is taken from it, on every page."""

import numpy as np
import pytest

from frnn_core import load_dataset
from frnn_core.figures import Look
from frnn_core.figures.palette import DARK, LIGHT
from frnn_core.figures.upper_and_lower import Query, approximation_bars
from frnn_core.model import Model

DATA = load_dataset("wine")
MODEL = Model.of(DATA, "man", 3)
TOLD = MODEL.explain(MODEL.normaliser(DATA.X[60:61] + 0.1))


def query(**words):
    return Query(TOLD, DATA.codes, LIGHT.classes, **words)


def trace(figure, meta):
    (found,) = [trace for trace in figure.data if trace.meta == meta]
    return found


@pytest.mark.parametrize("place", [0, 1, 2])
def test_parts_are_the_neighbours_nearest_first_and_end_where_they_shall(place):
    inside, outside = query().inside(place), query().outside(place)
    assert [part.row for part in inside] == TOLD.inside.rows[0, place].tolist()
    assert [part.row for part in outside] == TOLD.outside.rows[0, place].tolist()
    assert {part.code for part in inside} == {place}
    assert place not in {part.code for part in outside}
    assert [part.length for part in outside] == pytest.approx(TOLD.outside.contributions[0, place])
    assert (inside[0].start, inside[-1].end) == (0, pytest.approx(TOLD.upper[0, place]))
    assert (outside[0].start, outside[-1].end) == (TOLD.lower[0, place], pytest.approx(1))


def test_what_counts_is_solid_and_what_is_taken_is_hatched_in_the_colour_of_its_class():
    figure = approximation_bars(query(), [1])
    upper, lower, taken, score = (
        trace(figure, f"{meta} 2") for meta in ("inside", "lower", "outside", "score")
    )
    assert upper.marker.pattern.shape == ""
    assert set(upper.marker.color) == {lower.marker.color} == {LIGHT.classes[1]}
    assert lower.marker.pattern.shape is None
    assert taken.marker.pattern.shape == "/"
    codes = DATA.codes[TOLD.outside.rows[0, 1]]
    assert taken.marker.pattern.fgcolor == tuple(LIGHT.classes[code] for code in codes)
    assert LIGHT.classes[1] not in taken.marker.color
    assert set(lower.y) == set(taken.y) != set(upper.y)
    assert (lower.x[0], taken.base[0]) == (TOLD.lower[0, 1],) * 2
    assert score.x == (TOLD.scores[0, 1],)
    assert score.x[0] == pytest.approx((TOLD.upper[0, 1] + TOLD.lower[0, 1]) / 2)


def test_only_the_rows_that_were_asked_for_are_drawn():
    figure = approximation_bars(query(), [0, 1], rows=["lower"])
    assert [trace.meta for trace in figure.data] == ["lower 1", "outside 1", "lower 2", "outside 2"]
    assert figure.layout.yaxis.ticktext == ("lower", "lower")
    assert figure.layout.xaxis.title.text == "weight × similarity"
    assert len(figure.layout.annotations) == 4


def test_words_stand_in_parts_in_hovers_and_beside_the_class():
    words = query(named=lambda part: f"row {part.row}", written=lambda part: f"{part.weight:.2f}")
    figure = approximation_bars(words, [0], roles={0: "predicted"}, look=Look(dark=True, large=True))
    inside = trace(figure, "inside 1")
    assert inside.text == ("0.50", "0.33", "0.17")
    row, similarity = TOLD.inside.rows[0, 0, 1], TOLD.inside.similarities[0, 0, 1]
    assert inside.hovertext[1] == (
        f"<b>row {row}</b>, class 1<br>number 2 of 3 inside class 1<br>"
        f"weight 0.333 × similarity {similarity:.3f} = {similarity / 3:.3f}"
    )
    assert figure.layout.annotations[0].text == "<b>class 1</b> · predicted"
    assert (figure.layout.paper_bgcolor, figure.layout.font.size) == (DARK.background, 18)


def test_similarities_below_zero_have_room():
    far = np.array(DATA.X[60:61])
    far[0, -1] *= 5
    told = MODEL.explain(MODEL.normaliser(far))
    beyond = Query(told, DATA.codes, LIGHT.classes)
    parts = [part for place in range(3) for part in (*beyond.inside(place), *beyond.outside(place))]
    low, high = approximation_bars(beyond, [0, 1, 2]).layout.xaxis.range
    assert (low, high) == (
        min(0, *(part.start for part in parts), *(part.end for part in parts)),
        max(1, *(part.start for part in parts), *(part.end for part in parts)),
    )
