"""Relations in a real browser: a click on a field moves the centre of all of them."""

import numpy as np
import pytest
from browsing import asks, clicked, fits, settled

from frnn_core.studies.relations import field, fit, two_features

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]

CENTRES = """() => [...document.querySelectorAll('.js-plotly-plot')].flatMap(gd => gd.data
    .filter(trace => trace.meta === 'centre').map(trace => [trace.x[0], trace.y[0]]))"""


def moves_to(page, number, *point):
    """Click a field; the centre of all four follows."""
    clicked(page, point, lambda: page.evaluate(CENTRES) == [[*point]] * 4, number)


def test_a_click_on_any_field_moves_the_centre_of_all(server, visitor):
    visitor.goto(f"{server.url}/relations?plain=1")
    visitor.wait_for_function(f"({CENTRES})().length === 4")
    settled(visitor)
    assert visitor.evaluate(CENTRES) == [[0.25, 0.1]] * 4
    moves_to(visitor, 0, -0.3, 0.3)
    asks(visitor, at="-0.3,0.3")
    moves_to(visitor, 2, 0.1, -0.35)
    moves_to(visitor, 0, -0.15, 0.15)
    asks(visitor, at="-0.15,0.15")
    shown = visitor.evaluate(
        "[...document.querySelectorAll('.js-plotly-plot')[1]._fullData[0].z].map(row => [...row])"
    )
    expected = field(fit(two_features("blobs"), "che"), (-0.15, 0.15)).values
    np.testing.assert_array_equal(np.array(shown).reshape(61, 61), expected)


def test_it_fits_a_phone(server, phone):
    phone.goto(f"{server.url}/relations?plain=1&rel=combo,class-mah,rat-grad,nca")
    phone.wait_for_function(f"({CENTRES})().length === 4")
    settled(phone)
    fits(phone)
