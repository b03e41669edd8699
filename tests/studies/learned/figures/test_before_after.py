"""The maps draw every row once, in the class's colour and shape, at the coordinates of the core."""

import numpy as np
import pytest

from frnn_core.figures import Look
from frnn_core.figures.palette import DARK, LIGHT
from frnn_core.studies.learned import fold_map, learn
from frnn_core.studies.learned.figures.before_after import SHAPES, before_after, before_after_text
from frnn_core.text import number


@pytest.fixture(scope="module")
def few():
    return fold_map("wine", 1, learn("wine", "dmlmj", 1, 2), 3)


@pytest.fixture(scope="module")
def many():
    return fold_map("vowel", 1, learn("vowel", "dmlmj", 1, 2), 3)


def drawn(figure, meta):
    (found,) = [trace for trace in figure.data if trace.meta == meta]
    return found


@pytest.mark.parametrize("side", ["before", "after"])
def test_rows_are_at_their_coordinates(few, side):
    panel = getattr(few, side)
    figure = before_after(few, panel, title="t")
    for code, name in enumerate(few.class_names):
        train, test = drawn(figure, f"class {name}, training rows"), drawn(figure, f"class {name}, test rows")
        np.testing.assert_array_equal(np.column_stack([train.x, train.y]), panel.train[few.codes == code])
        np.testing.assert_array_equal(np.column_stack([test.x, test.y]), panel.test[few.test_codes == code])
        assert train.marker.color == test.marker.color == LIGHT.classes[code]
        assert (train.marker.symbol, test.marker.symbol) == (SHAPES[code], f"{SHAPES[code]}-open")
    assert figure.layout.yaxis.scaleanchor == "x"
    assert figure.layout.xaxis.title.text == panel.axes[0]


def test_small_classes_are_drawn_on_top(few):
    order = [trace.meta for trace in before_after(few, few.after, title="t").data]
    counts = [(few.codes == code).sum() for code in range(3)]
    smallest = few.class_names[int(np.argmin(counts))]
    assert order[-1] == f"class {smallest}, test rows"


def test_both_maps_look_alike(few):
    one, other = (before_after(few, panel, title="t") for panel in (few.before, few.after))
    assert one.layout.height == other.layout.height
    assert [trace.marker for trace in one.data] == [trace.marker for trace in other.data]


def test_of_many_classes_two_have_a_colour(many):
    figure = before_after(many, many.after, title="t", look=Look(dark=True, large=True))
    for place, code in enumerate(many.coloured):
        assert (
            drawn(figure, f"class {many.class_names[code]}, training rows").marker.color
            == DARK.classes[place]
        )
    grey = {
        drawn(figure, f"class {name}, training rows").marker.color
        for code, name in enumerate(many.class_names)
        if code not in many.coloured
    }
    assert len(grey) == 1
    assert not grey & set(DARK.classes)
    assert "9 other classes" in figure.layout.title.text
    assert figure.layout.paper_bgcolor == DARK.background


def test_the_scores_are_in_the_figure_and_its_text(few):
    panel = few.after
    assert f"{number(panel.tested)} on test rows" in before_after(few, panel, title="t").layout.title.text
    words = before_after_text(panel, "After")
    assert words.startswith("After.")
    assert f"{number(panel.tested)} on the test rows" in words
    assert f"{number(panel.left_out)} on the training rows" in words
