"""Relations in a real browser: a click on a field moves the centre of all of them."""

import re

import numpy as np
import pytest

from frnn_core.studies.relations import field, fit, two_features

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]

PLACE = """([number, x, y]) => {
    const gd = document.querySelectorAll('.js-plotly-plot')[number], l = gd._fullLayout,
        r = gd.getBoundingClientRect();
    return [r.left + l.xaxis._offset + l.xaxis.d2p(x), r.top + l.yaxis._offset + l.yaxis.d2p(y)];
}"""
CENTRES = """() => [...document.querySelectorAll('.js-plotly-plot')].flatMap(gd => gd.data
    .filter(trace => trace.meta === 'centre').map(trace => [trace.x[0], trace.y[0]]))"""


def settled(page):
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')


def click(page, number, x, y):
    page.mouse.click(*page.evaluate(PLACE, [number, x, y]))
    page.wait_for_function(
        f"(() => {{ const all = ({CENTRES})(); return all.length === 4"
        f" && all.every(c => c[0] === {x} && c[1] === {y}) }})()"
    )
    settled(page)


def test_a_click_on_any_field_moves_the_centre_of_all(server, visitor):
    visitor.goto(f"{server.url}/relations")
    visitor.wait_for_function(f"({CENTRES})().length === 4")
    settled(visitor)
    assert visitor.evaluate(CENTRES) == [[0.25, 0.1]] * 4
    click(visitor, 0, -0.3, 0.3)
    assert re.search(r"at=-0\.3(,|%2C)0\.3", visitor.evaluate("location.href"))
    click(visitor, 2, 0.1, -0.35)
    click(visitor, 0, -0.15, 0.15)
    assert visitor.evaluate(CENTRES) == [[-0.15, 0.15]] * 4
    assert re.search(r"at=-0\.15(,|%2C)0\.15", visitor.evaluate("location.href"))
    shown = visitor.evaluate(
        "[...document.querySelectorAll('.js-plotly-plot')[1]._fullData[0].z].map(row => [...row])"
    )
    expected = field(fit(two_features("blobs"), "che"), (-0.15, 0.15)).values
    np.testing.assert_array_equal(np.array(shown).reshape(61, 61), expected)


def test_it_fits_a_phone(server, browser):
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{server.url}/relations?rel=combo,class-mah,rat-grad,nca")
    page.wait_for_function(f"({CENTRES})().length === 4", timeout=60_000)
    settled(page)
    wide = page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth")
    assert wide <= 390
    context.close()
