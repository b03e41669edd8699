"""Real clicks on the Playground: ask, add, relabel, remove, undo; and how fast the squares follow."""

import re
import time
from urllib.parse import parse_qs, urlparse

import numpy as np
import pytest

from frnn_core.studies.playground import Edit, Rule, Source, board, decision, edited, words

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]
STEPS = 5
PIXEL = """([x, y, number]) => {
    const gd = document.querySelectorAll('.js-plotly-plot')[number], l = gd._fullLayout,
        box = gd.getBoundingClientRect();
    return [box.left + l.xaxis._offset + l.xaxis.d2p(x), box.top + l.yaxis._offset + l.yaxis.d2p(y)] }"""
TITLED = """([words, number]) => document.querySelectorAll('.js-plotly-plot')[number]
    ?._fullLayout?.title?.text?.replaceAll('\\u00a0', ' ').includes(words)"""


def settled(page):
    """Until the page is computed and drawn, and the browser has nothing left to do."""
    for _ in range(2):
        page.wait_for_timeout(250)
        page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')
        page.evaluate("() => new Promise(done => requestIdleCallback(() => requestIdleCallback(done)))")


def says(page, sentence):
    page.get_by_role("heading", name=sentence, exact=True).wait_for()


def asked(page):
    return {
        name: values[0] for name, values in parse_qs(urlparse(page.evaluate("location.href")).query).items()
    }


def click(page, point, number=0, **expected):
    """Click a point of a square, and wait until the address says what is expected."""
    page.mouse.move(0, 0)
    page.mouse.click(*page.evaluate(PIXEL, [float(point[0]), float(point[1]), number]))
    for name, value in expected.items():
        page.wait_for_function(
            "([name, value]) => new URLSearchParams(location.search).get(name) == value", arg=[name, value]
        )
    settled(page)


def mode(page, name):
    page.get_by_role("radio", name=name, exact=True).or_(
        page.get_by_role("button", name=name, exact=True)
    ).first.click()
    settled(page)


def test_clicks_ask_add_relabel_remove_and_undo(server, visitor):
    start = board(Source())

    def finding(*edits):
        now = edited(start, edits)
        told = [decision(now, Rule(key)) for key in ("man", "che")]
        return words.finding(now, ["Manhattan", "Chebyshev"], told)

    visitor.goto(f"{server.url}/playground")
    says(visitor, finding())
    visitor.wait_for_function(TITLED, arg=["Chebyshev", 1])
    settled(visitor)

    place = start.square.place(990)
    click(visitor, place, q=",".join(f"{value:.6g}" for value in place))
    model = Rule().model(start)
    predicted = model.classes[model.decide(model.normaliser(place[None]))[0]]
    visitor.get_by_text(re.compile(rf"Manhattan: class {predicted}, ")).wait_for()
    other = start.square.place(120)
    click(visitor, other, 1, q=",".join(f"{value:.6g}" for value in other))

    mode(visitor, "Add")
    click(visitor, place, edits="a990.0")
    says(visitor, finding(Edit("a", 990, 0)))

    mode(visitor, "Relabel")
    click(visitor, place, 1, edits="a990.0_c100.1")
    says(visitor, finding(Edit("a", 990, 0), Edit("c", 100, 1)))
    click(visitor, place, edits="a990.0_c100.1_c100.0")
    says(visitor, finding(Edit("a", 990, 0), Edit("c", 100, 1), Edit("c", 100, 0)))

    mode(visitor, "Remove")
    click(visitor, place, edits="a990.0_c100.1_c100.0_x100")
    says(visitor, finding(Edit("a", 990, 0), Edit("x", 100)))
    click(visitor, place)
    assert asked(visitor)["edits"] == "a990.0_c100.1_c100.0_x100"

    for left in ("a990.0_c100.1_c100.0", "a990.0_c100.1"):
        visitor.get_by_role("button", name="Undo").click()
        visitor.wait_for_function(f"new URLSearchParams(location.search).get('edits') == '{left}'")
        settled(visitor)
    link = visitor.evaluate("location.href")
    visitor.goto("about:blank")
    visitor.goto(link)
    says(visitor, finding(Edit("a", 990, 0), Edit("c", 100, 1)))
    visitor.get_by_role("button", name="Clear").click()
    says(visitor, finding())
    assert "edits" not in asked(visitor)


def test_a_selection_dims_nothing(server, visitor):
    visitor.goto(f"{server.url}/playground?click=relabel")
    visitor.wait_for_function(TITLED, arg=["Chebyshev", 1])
    settled(visitor)
    click(visitor, board(Source()).data.X[0], edits="c0.1")
    opacities = visitor.evaluate(
        "[...document.querySelectorAll('.js-plotly-plot')[0].querySelectorAll('.scatterlayer path.point')]"
        ".map(p => p.style.opacity)"
    )
    assert set(opacities) == {"1"}, set(opacities)


@pytest.mark.parametrize(("data", "second"), [("moons", "none"), ("satimage", "che")])
def test_the_squares_follow_the_slider(server, visitor, data, second, measured):
    points, last = 300, int(second != "none")
    visitor.goto(f"{server.url}/playground?pd={data}&n={points}&rb={second}")
    visitor.wait_for_function(TITLED, arg=["k = 3", last])
    settled(visitor)
    seconds = []
    handle = visitor.get_by_role("slider", name=re.compile("k, neighbours"))
    for step in range(STEPS):
        handle.focus()
        start = time.perf_counter()
        handle.press("ArrowRight")
        visitor.wait_for_function(TITLED, arg=[f"k = {step + 4},", last])
        seconds.append(time.perf_counter() - start)
        settled(visitor)
    squares = "both squares" if last else "one square"
    measured(f"k slider to {squares} on Playground, {data}, {points} points: {np.median(seconds):.2f} s")
    assert asked(visitor)["k"] == str(3 + STEPS)
    rule = Rule("man", 3 + STEPS)
    now = board(Source(data, points))
    shown = visitor.evaluate(
        "[...document.querySelector('.js-plotly-plot')._fullData[0].z].map(row => [...row])"
    )
    np.testing.assert_array_equal(np.array(shown) // 16, decision(now, rule).winner)


def test_a_phone_has_both_squares_below_each_other(server, browser):
    context = browser.new_context(viewport={"width": 390, "height": 844}, color_scheme="dark")
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(f"{server.url}/playground?layer=lower&click=add")
    page.wait_for_function(TITLED, arg=["Chebyshev", 1])
    settled(page)
    first, second = (page.locator(".js-plotly-plot").nth(i).bounding_box() for i in range(2))
    assert second["y"] >= first["y"] + first["height"]
    assert first["width"] == second["width"]
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") <= 390
    context.close()
