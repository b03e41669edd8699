"""Figures in place of the Playground's scene: real clicks, and how fast the squares follow."""

import re
import time

import numpy as np
import pytest
from browsing import asked, asks, click, clicked, figure_says, fits, settled, visited_again

from frnn_core.studies.playground import Edit, Rule, Source, board, decision, edited, words

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]
STEPS = 5


def says(page, sentence):
    page.get_by_role("heading", name=sentence, exact=True).wait_for()


def edit(page, point, number=0, **expected):
    """Click a point of a square until the address says what is expected."""
    clicked(page, point, lambda: expected.items() <= asked(page).items(), number)


def mode(page, name):
    page.get_by_role("radio", name=name, exact=True).click()
    asks(page, click=name.lower())
    settled(page)


def test_clicks_ask_add_relabel_remove_and_undo(server, visitor):
    start = board(Source())

    def finding(*edits):
        now = edited(start, edits)
        told = [decision(now, Rule(key)) for key in ("man", "che")]
        return words.finding(now, ["Manhattan", "Chebyshev"], told)

    visitor.goto(f"{server.url}/playground?plain=1")
    says(visitor, finding())
    figure_says(visitor, "Chebyshev", 1)
    settled(visitor)

    place = start.square.place(990)
    edit(visitor, place, q=",".join(f"{value:.6g}" for value in place))
    model = Rule().model(start)
    predicted = model.classes[model.decide(model.normaliser(place[None]))[0]]
    visitor.get_by_text(re.compile(rf"Manhattan: class {predicted}, ")).wait_for()
    other = start.square.place(120)
    edit(visitor, other, 1, q=",".join(f"{value:.6g}" for value in other))

    mode(visitor, "Add")
    edit(visitor, place, edits="a990.0")
    says(visitor, finding(Edit("a", 990, 0)))

    mode(visitor, "Relabel")
    edit(visitor, place, 1, edits="a990.0_c100.1")
    says(visitor, finding(Edit("a", 990, 0), Edit("c", 100, 1)))
    edit(visitor, place, edits="a990.0_c100.1_c100.0")
    says(visitor, finding(Edit("a", 990, 0), Edit("c", 100, 1), Edit("c", 100, 0)))

    mode(visitor, "Remove")
    edit(visitor, place, edits="a990.0_c100.1_c100.0_x100")
    says(visitor, finding(Edit("a", 990, 0), Edit("x", 100)))
    click(visitor, place)  # there is nothing any more, so the next edit to be undone is still the last

    for left in ("a990.0_c100.1_c100.0", "a990.0_c100.1"):
        visitor.get_by_role("button", name="Undo").click()
        asks(visitor, edits=left)
        settled(visitor)
    visited_again(visitor)
    says(visitor, finding(Edit("a", 990, 0), Edit("c", 100, 1)))
    visitor.get_by_role("button", name="Clear").click()
    says(visitor, finding())
    asks(visitor, edits=None)


def test_a_selection_dims_nothing(server, visitor):
    visitor.goto(f"{server.url}/playground?plain=1&click=relabel")
    figure_says(visitor, "Chebyshev", 1)
    settled(visitor)
    edit(visitor, board(Source()).data.X[0], edits="c0.1")
    opacities = visitor.evaluate(
        "[...document.querySelectorAll('.js-plotly-plot')[0].querySelectorAll('.scatterlayer path.point')]"
        ".map(p => p.style.opacity)"
    )
    assert set(opacities) == {"1"}, set(opacities)


@pytest.mark.parametrize(("data", "second"), [("moons", "none"), ("satimage", "che")])
def test_the_squares_follow_the_slider(server, visitor, data, second, measured):
    points, last = 300, int(second != "none")
    visitor.goto(f"{server.url}/playground?plain=1&pd={data}&n={points}&rb={second}")
    figure_says(visitor, "k = 3", last)
    settled(visitor)
    seconds = []
    handle = visitor.get_by_role("slider", name=re.compile("k, neighbours"))
    for step in range(STEPS):
        handle.focus()
        start = time.perf_counter()
        handle.press("ArrowRight")
        figure_says(visitor, f"k = {step + 4},", last)
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


def test_a_phone_has_both_squares_below_each_other(server, dark_phone):
    page = dark_phone
    page.goto(f"{server.url}/playground?plain=1&layer=lower&click=add")
    figure_says(page, "Chebyshev", 1)
    settled(page)
    fits(page)
    first, second = (page.locator(".js-plotly-plot").nth(i).bounding_box() for i in range(2))
    assert second["y"] >= first["y"] + first["height"]
    assert first["width"] == second["width"]
