"""Present on a projector, and every page on a phone: what fits is measured in a real browser."""

import pytest
from browsing import FIGURE, PHONE, asked, asks, complete, drawn, figure_says, fits, press, settled, tab
from playwright.sync_api import expect
from waiting import until

from pages.ui.navigation import all_pages

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]

SMALL, WIDE = {"width": 1280, "height": 720}, {"width": 1920, "height": 1080}
PICTURES = f"{FIGURE}, .scene .stage"
BEGINNING, READABLE = 0.7, 14
"""How far down a phone's screen the first figure begins at most; pixels of the smallest text on a wall."""
LETTERS = """gd => [...gd.querySelectorAll('text')].filter(text => text.textContent.trim().length > 2)
    .map(text => text.getBoundingClientRect()).filter(box => box.width)
    .map(box => Math.min(box.width, box.height)).sort((a, b) => a - b)"""
"""How high the texts of a figure are, from the smallest; of one letter the width might be less."""
NEEDED = {"gamma_descent": ".updatemenu-button", "significance": "text:has-text('Mahalanobis')"}
"""What of a figure a lecture cannot do without: the button Play, and the last name of the diagram."""


def address(server, name, **params):
    asked_for = "&".join(f"{key}={value}" for key, value in params.items())
    return f"{server.url}/{'' if name == 'home' else name}{'?' if asked_for else ''}{asked_for}"


def main_pictures(page):
    """Where the first figure is, and those beside it: boxes on the screen."""
    boxes = [picture.bounding_box() for picture in page.locator(PICTURES).all()]
    boxes = [box for box in boxes if box and box["width"]]
    return [box for box in boxes if abs(box["y"] - boxes[0]["y"]) < 8]


def seen(page, boxes):
    """Whether there are boxes, all of them wholly on the screen."""
    width, height = page.viewport_size["width"], page.viewport_size["height"]
    return bool(boxes) and all(
        box and 0 < box["y"] <= height - box["height"] and 0 <= box["x"] <= width - box["width"]
        for box in boxes
    )


def on_screen(page):
    """Whether the first figures are wholly on the screen, unscrolled."""
    return seen(page, main_pictures(page))


def needed_is_seen(page, name):
    """Whether what a lecture needs of the first figure is on the screen, where there is such a thing."""
    if name not in NEEDED:
        return True
    parts = page.locator(FIGURE).first.locator(NEEDED[name])
    return seen(page, [part.bounding_box() for part in parts.all()])


def readable(page):
    """Whether the smallest text of the first figure can be read from far away; of a scene nothing is said."""
    figures = page.locator(FIGURE)
    return not figures.count() or min(figures.first.evaluate(LETTERS), default=READABLE) >= READABLE


def shown(page, url):
    page.goto(url)
    drawn(page)


def test_the_main_figure_of_every_page_fits_projectors_and_takes_their_room(server, browser):
    with tab(browser) as page:
        for name in all_pages():
            page.set_viewport_size(SMALL)
            shown(page, address(server, name, present=1))
            for size in (SMALL, WIDE):
                page.set_viewport_size(size)
                least = 200 * size["height"] / SMALL["height"]
                until(
                    lambda least=least: on_screen(page) and main_pictures(page)[0]["height"] > least,
                    told=lambda name=name, size=size: f"{name}, {size}: {main_pictures(page)}",
                )
                until(lambda: readable(page), told=lambda name=name, size=size: f"{name}, {size}: small text")
                until(lambda name=name: needed_is_seen(page, name), told=lambda name=name: NEEDED[name])
                assert not page.get_by_test_id("stSidebar").is_visible()
                fits(page)


def test_a_larger_projector_shows_the_same_larger_and_a_click_still_hits(server, browser):
    tall = {}
    for size in (SMALL, WIDE):
        with tab(browser, viewport=size) as page:
            shown(page, address(server, "benchmark", present=1))
            until(lambda page=page: on_screen(page))
            tall[size["height"]] = page.locator(FIGURE).first.evaluate(LETTERS)[-1]
            where = page.evaluate(
                """() => {
                    const plot = document.querySelector('.js-plotly-plot'), dots = plot._fullData.at(-1);
                    const i = dots.customdata.findIndex(told => told[0] === 'glass' && told[1] === 'can');
                    const box = plot.querySelector('.nsewdrag').getBoundingClientRect();
                    const {xaxis, yaxis} = plot._fullLayout, scale = box.width / xaxis._length;
                    return [box.left + scale * xaxis.d2p(dots.x[i]), box.top + scale * yaxis.d2p(dots.y[i])];
                }"""
            )
            until(
                lambda page=page: asked(page).get("cell") == "glass/can",
                lambda page=page, where=where: page.mouse.click(*where),
            )
    assert tall[1080] == pytest.approx(1.5 * tall[720], rel=0.12)


def test_a_key_goes_in_and_out_but_not_while_somebody_types(server, browser):
    with tab(browser, viewport=SMALL) as page:
        shown(page, address(server, "benchmark"))
        box = page.get_by_role("combobox").first
        box.focus()
        box.press("p")
        settled(page)
        assert "present" not in asked(page)
        page.keyboard.press("Escape")
        box.blur()
        press(page, "p", lambda: asked(page).get("present") == "1")
        page.get_by_role("button", name="Leave").wait_for()
        assert not page.get_by_test_id("stSidebarNavLink").first.is_visible()
        press(page, "p", lambda: "present" not in asked(page))
        complete(page)
        expect(page.get_by_test_id("stSidebarNavLink").first).to_be_visible()
        page.get_by_test_id("stSidebar").get_by_role("slider", name="k, neighbours").wait_for()
        page.get_by_role("button", name="Present").click()
        asks(page, present="1")
        page.get_by_role("button", name="Leave").wait_for()
        page.go_back()
        asks(page, present=None)
        expect(page.get_by_test_id("stSidebarNavLink").first).to_be_visible()


def test_the_key_does_nothing_below_a_dialog(server, browser):
    with tab(browser, viewport=SMALL) as page:
        shown(page, address(server, "benchmark"))
        page.get_by_role("button", name="Glossary").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_text("Upper approximation").wait_for()
        settled(page)
        page.keyboard.press("p")
        settled(page)
        assert "present" not in asked(page)
        expect(dialog).to_be_visible()
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        assert page.get_by_role("button", name="Present").count() == 1
        press(page, "p", lambda: asked(page).get("present") == "1")


def begins(page):
    """How far down the screen the first figure begins, with its title, as a share of its height."""
    tops = [part.bounding_box()["y"] for part in page.locator(f"{FIGURE}, .scene").all()[:1]]
    return tops[0] / PHONE["height"]


def test_a_phone_shows_every_page_complete_with_its_figure_in_the_first_screen(server, browser):
    with tab(browser, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        for name in all_pages():
            shown(page, address(server, name))
            until(lambda: begins(page) <= BEGINNING, told=lambda name=name: f"{name}: {begins(page):.2f}")
            assert not page.locator(".modebar-container:visible, kbd:visible").count(), name
            complete(page)
            fits(page)


def test_what_a_phone_has_in_its_sidebar_stands_above_the_figure_until_the_page_is_wide(server, browser):
    with tab(browser, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        page.goto(f"{server.url}/benchmark?k=25")
        k = page.get_by_test_id("stMain").get_by_role("slider", name="k, neighbours")
        k.wait_for()
        settled(page)
        expect(page.get_by_text("This link asked for k = 25")).to_be_visible()
        figure_says(page, "k = 3")
        assert k.bounding_box()["y"] < main_pictures(page)[0]["y"]
        k.press("ArrowRight")
        asks(page, k="4")
        settled(page)
        page.get_by_role("button", name="Data sets, relations").tap()
        page.get_by_test_id("stPopoverBody").get_by_role("combobox", name="Leave out").wait_for()
        settled(page)
        assert not page.get_by_test_id("stSidebar").get_by_role("slider").count()
        page.set_viewport_size({"width": 1280, "height": 720})
        page.get_by_test_id("stSidebar").get_by_role("slider", name="k, neighbours").wait_for()
        assert asked(page)["k"] == "4"


LISTENERS = """(() => {
    window.listeners = 0;
    for (const [name, step] of [["addEventListener", 1], ["removeEventListener", -1]]) {
        const real = MediaQueryList.prototype[name];
        MediaQueryList.prototype[name] = function (...given) {
            if (this.media === "(max-width: 640px)") window.listeners += step;
            return real.apply(this, given);
        };
    }
})()"""


def test_a_page_that_is_turned_often_is_listened_to_once(server, browser):
    with tab(browser, viewport=SMALL) as page:
        page.add_init_script(LISTENERS)
        shown(page, address(server, "benchmark"))
        slider = {
            True: page.get_by_test_id("stMain").get_by_role("slider", name="k, neighbours"),
            False: page.get_by_test_id("stSidebar").get_by_role("slider", name="k, neighbours"),
        }
        slider[False].wait_for()
        for turn in range(4):
            page.set_viewport_size(SMALL if turn % 2 else PHONE)
            slider[turn % 2 == 0].wait_for()
            settled(page)
        assert page.evaluate("window.listeners") == 1


def test_on_a_phone_the_buttons_at_the_top_have_names(server, browser):
    with tab(browser, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        shown(page, address(server, "benchmark"))
        glossary = page.get_by_role("button", name="Glossary")
        assert glossary.count() == 1
        assert glossary.bounding_box()["width"] < 60
        glossary.tap()
        page.get_by_role("dialog").get_by_text("Upper approximation").wait_for()
        fits(page)
