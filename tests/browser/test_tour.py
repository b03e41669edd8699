"""The tour in a real browser: one scene from first to last that asks, is dragged, and turned by a remote."""

import re

import numpy as np
import pytest
from browsing import asked, asks, drawn, press, settled, slid, tab, visited_again
from scenes import Finger, place, pulled, scene, where
from waiting import until

from frnn_core.figures.upper_and_lower import Query
from frnn_core.studies.tour import Place, question, twelve
from pages.ui.points import coordinates
from pages.ui.scene.mount import SORRY

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]

CANVAS = ".scene canvas"
KEEP = "canvas => { window.kept = canvas.getRootNode().querySelector('.scene') }"
SAME = "canvas => window.kept === canvas.getRootNode().querySelector('.scene')"
REST = ".scene[data-state=rest]"
WALL, LARGE_WALL = {"width": 1280, "height": 720}, {"width": 1920, "height": 1080}
BOTTOM = "document.querySelector('.st-key-tour-step').getBoundingClientRect().bottom"
CLOSE = 1e-9
WATCH = """() => {
    window.seen = [];
    const look = () => {
        const scene = window.frnnPlace?.querySelector('.bars');
        const left = [...(scene?.querySelectorAll('rect[data-part^=inside]') ?? [])].map(
            part => part.getBoundingClientRect().left);
        if (left.length && window.frnnPlace.isConnected) window.seen.push(Math.min(...left));
        requestAnimationFrame(look);
    };
    look();
}"""
"""Takes down, frame by frame, how far left a part of the bars is."""
PACE = """(() => {
    const real = performance.now.bind(performance);
    let last = real(), told = last, pace = 1;
    performance.now = () => {
        const now = real();
        told += pace * (now - last);
        last = now;
        return told;
    };
    window.setPace = next => {
        performance.now();
        pace = next;
    };
})()"""
"""Slows the clock of a page down, so that a flight is not over before a busy machine has drawn it."""
FLOWN = "edge => Math.min(...window.seen) < edge"


def heading(page, words):
    return page.get_by_role("heading", name=re.compile(words))


def opened(page, words):
    """Until the step with this heading is there, with its figure and its way on."""
    heading(page, words).wait_for()
    page.get_by_role("button", name=re.compile("Next")).wait_for()
    drawn(page)


def turned(page, key, words):
    """Press a key of a remote until the step with this heading is there."""
    press(page, key, lambda: heading(page, words).count())
    opened(page, words)


def answered(page, label):
    """Click an answer, until the step says whether it was right."""
    page.get_by_role("button", name=label, exact=True).click()
    page.get_by_text(re.compile("^(cancel|check_circle).*(Right|Not so)")).wait_for()
    settled(page)
    page.wait_for_selector(REST)


def fits(page, wall):
    """Until all of the step, with its question and controls, is in view on a screen, without scrolling."""
    until(lambda: page.evaluate(BOTTOM) <= wall["height"], told=lambda: page.evaluate(BOTTOM))


def moved(page, right, up):
    """Drag the star with the mouse, by parts of the square; gives where the address says it is then."""
    before = asked(page).get("tq")
    scene(page)
    x, y = page.evaluate("() => window.shown.spec.query")
    pulled(page, -1, x + right, y + up)
    page.mouse.up()
    until(lambda: asked(page).get("tq") != before, told=lambda: asked(page))
    settled(page)
    return coordinates(asked(page)["tq"])


def parts(page):
    """The bars as they are drawn: what each is, and from where to where it goes."""
    told = page.eval_on_selector_all(
        ".bars rect[data-part]",
        "all => all.map(one => [one.dataset.part, +one.dataset.from, +one.dataset.to])",
    )
    found = {}
    for name, start, end in told:
        found.setdefault(name, []).append((start, end))
    return found


def expected_parts(place):
    """The same as the figures of Explain and Playground are drawn from it."""
    told, found = place.told(), {}
    query = Query(told, twelve().codes, ("",) * 3)
    for code, name in enumerate(told.classes):
        found[f"inside {name}"] = [(part.start, part.end) for part in query.inside(code)]
        found[f"outside {name}"] = [(part.start, part.end) for part in query.outside(code)]
        for row in ("lower", "score"):
            found[f"{row} {name}"] = [(0.0, query.value(row, code))]
    return found


def test_from_the_first_step_to_the_last(server, visitor):
    """Answers and drags in every step; the scene stays, all fits, and the right answers are counted."""
    visitor.set_viewport_size(WALL)
    visitor.goto(f"{server.url}/tour")
    opened(visitor, "1 · What is a relation")
    visitor.eval_on_selector(CANVAS, KEEP)
    query = Place().query
    for step in range(1, 6):
        here = Place(step, query=query)
        expected = question(here).answer
        fits(visitor, WALL)
        answered(visitor, expected.split(" or ")[0])
        visitor.get_by_text(f"{step} of {step} right").wait_for()
        fits(visitor, WALL)
        assert visitor.eval_on_selector(CANVAS, SAME)
        if step == 4:
            found, bars = parts(visitor), expected_parts(here)
            assert set(found) == set(bars)
            for name, ends in bars.items():
                np.testing.assert_allclose(found[name], ends, rtol=0, atol=CLOSE, err_msg=name)
            hatched = visitor.locator(".bars rect[data-part^=outside][fill^='url(#hatch']")
            assert hatched.count() == visitor.locator(".bars rect[data-part^=outside]").count() == 9
            assert (
                visitor.locator(".bars rect[data-part]:not([data-part^=outside])[fill^='url']").count() == 0
            )
        query = moved(visitor, 0.06, -0.05 if step % 2 else 0.07)
        why = re.sub(r"\*\*", "", question(Place(step, query=query)).why)
        visitor.get_by_text(why[:60]).wait_for()
        visitor.get_by_role("button", name="Ask me here").wait_for()
        if step < 5:
            turned(visitor, "PageDown", f"{step + 1} · ")
            asks(visitor, step=str(step + 1))
    assert visitor.get_by_role("button", name="Next").is_disabled()
    visitor.get_by_text("5 of 5 right").wait_for()
    visited_again(visitor)
    opened(visitor, "5 · Why the relation matters")
    visitor.get_by_text("Which relation gives it to class").wait_for()


def test_the_longest_step_fits_a_large_wall(server, browser):
    with tab(browser, viewport=LARGE_WALL) as page:
        page.goto(f"{server.url}/tour?step=4")
        opened(page, "4 · Lower and upper")
        fits(page, LARGE_WALL)
        answered(page, "Class A")
        fits(page, LARGE_WALL)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_points_come_into_their_bars(server, browser, motion):
    """Between the steps the parts of the bars fly from the square, unless motion is not wanted."""
    with tab(browser, reduced_motion=motion) as page:
        page.add_init_script(PACE)
        page.goto(f"{server.url}/tour?step=3")
        opened(page, "3 · Nearer neighbours")
        page.evaluate(WATCH)
        page.evaluate("() => window.setPace(0.01)")
        turned(page, "PageDown", "4 · Lower and upper")
        box = page.locator(CANVAS).bounding_box()
        edge = box["x"] + box["width"]
        if motion == "no-preference":
            page.wait_for_function(FLOWN, arg=edge)
        page.evaluate("() => window.setPace(1)")
        page.wait_for_selector(REST)
        page.wait_for_function("edge => window.seen.at(-1) > edge", arg=edge)
        assert page.evaluate(FLOWN, edge) == (motion == "no-preference")


def test_a_remote_turns_the_pages_and_the_link_keeps_the_place(server, visitor):
    visitor.goto(f"{server.url}/tour")
    opened(visitor, "1 · What is a relation")
    turned(visitor, "PageDown", "2 · Nearest inside")
    turned(visitor, "PageDown", "3 · Nearer neighbours")
    asks(visitor, step="3")
    assert set(asked(visitor)) == {"step"}
    answered(visitor, "Class A")
    visitor.get_by_text("The star goes to class C").wait_for()
    slid(visitor, "k, neighbours", lambda: asked(visitor).get("tk") == "4")
    visitor.get_by_text("The star goes to class A").wait_for()
    turned(visitor, "PageUp", "2 · Nearest inside")  # also where the slider has the focus
    turned(visitor, "PageDown", "3 · Nearer neighbours")
    assert asked(visitor) == {"step": "3", "tk": "4"}
    visited_again(visitor)
    visitor.get_by_text("With k = 4?").wait_for()
    opened(visitor, "3 · Nearer neighbours")
    turned(visitor, "PageUp", "2 · Nearest inside")


def test_page_down_turns_only_when_all_of_the_step_is_in_view(server, browser):
    with tab(browser, viewport={"width": 1000, "height": 420}, reduced_motion="reduce") as page:
        page.goto(f"{server.url}/tour")
        opened(page, "1 · What is a relation")
        top = "document.querySelector('[data-testid=stMain]').scrollTop"
        whole = (
            "document.querySelector('.st-key-tour-step').getBoundingClientRect().bottom <= innerHeight + 1"
        )
        presses = 0
        while not page.evaluate(whole):
            before = page.evaluate(top)
            page.keyboard.press("PageDown")
            until(lambda before=before: page.evaluate(top) > before)
            presses += 1
            assert heading(page, "1 · What is a relation").count()
        assert presses > 0
        page.keyboard.press("PageDown")
        heading(page, "2 · Nearest inside").wait_for()
        assert page.evaluate(top) == 0


def test_page_down_goes_below_the_last_step(server, browser):
    with tab(browser, viewport={"width": 1000, "height": 420}, reduced_motion="reduce") as page:
        page.goto(f"{server.url}/tour?step=5")
        opened(page, "5 · Why the relation matters")
        link = page.get_by_role("link", name=re.compile("See it on"))
        seen = "link => link.getBoundingClientRect().bottom <= innerHeight"
        until(lambda: link.evaluate(seen), lambda: page.keyboard.press("PageDown"), again=0.5)
        assert heading(page, "5 · Why the relation matters").count()


def test_the_star_goes_with_a_finger_and_with_the_arrow_keys(server, browser):
    with tab(browser, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True) as page:
        page.goto(f"{server.url}/tour?step=2")
        opened(page, "2 · Nearest inside")
        scene(page)
        canvas = page.locator(CANVAS).bounding_box()
        choices = page.locator(".st-key-tour-choices").bounding_box()
        assert canvas["y"] < 422 < canvas["y"] + canvas["height"]
        assert choices["y"] < 844
        Finger(page).drag(where(page, -1), place(page, 0.68, 0.72))
        until(lambda: "tq" in asked(page), told=lambda: asked(page))
        np.testing.assert_allclose(coordinates(asked(page)["tq"]), (0.68, 0.72), atol=0.02)
        settled(page)
        x, _ = coordinates(asked(page)["tq"])
        handle = page.locator(".scene .handle")
        handle.press("ArrowLeft")
        until(lambda: coordinates(asked(page)["tq"])[0] == pytest.approx(x - 0.01), told=lambda: asked(page))


def test_a_browser_without_a_canvas_is_told_and_gets_figures(server, browser):
    with tab(browser) as page:
        page.add_init_script("HTMLCanvasElement.prototype.getContext = () => null;")
        page.goto(f"{server.url}/tour?step=4")
        page.get_by_text(SORRY).wait_for()
        drawn(page)
        assert page.locator(CANVAS).count() == 0
        turned(page, "PageDown", "5 · Why the relation matters")
