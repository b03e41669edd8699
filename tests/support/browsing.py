"""How the tests drive a real browser: by what is to be seen, never by places on the screen."""

import re
from contextlib import contextmanager, suppress
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import expect
from waiting import LIMIT, until

from pages.ui.navigation import all_pages

SOON = 10_000
"""Milliseconds after which a step is tried again."""

FIGURE = ".js-plotly-plot"
SHOWN = f"{FIGURE}, .scene canvas"
"""A figure, or a scene in its place."""
PHONE = {"width": 390, "height": 844}
IDLE = """() => new Promise(done => {
    const idle = then => requestIdleCallback(then, {timeout: 10000});
    idle(() => idle(done));
})"""
TITLED = f"""([words, number]) => {{
    const layout = document.querySelectorAll('{FIGURE}')[number]?._fullLayout;
    const notes = (layout?.annotations ?? []).filter(note => note.name === 'notes');
    return [layout?.title, ...notes].some(part => part?.text?.replaceAll('\\u00a0', ' ').includes(words));
}}"""
IN_PLOT = """([point, number]) => {
    const {xaxis, yaxis} = document.querySelectorAll('.js-plotly-plot')[number]._fullLayout;
    return {x: xaxis.d2p(point[0]), y: yaxis.d2p(point[1])};
}"""


_WINDOWS = {}


@contextmanager
def tab(browser, *, of_its_own=False, **settings):
    """A tab, as wide as a laptop unless said otherwise.

    Tabs of the same settings share a window, unless one must be of its own: what the browser has compiled
    for one serves the next, which halves the work of a page. What a page has stored goes with its tab.
    """
    asked_for = {"viewport": {"width": 1440, "height": 900}, **settings}
    window = _WINDOWS.get((browser, repr(asked_for)))
    if window is None or of_its_own:
        window = browser.new_context(**asked_for)
        window.set_default_timeout(1000 * LIMIT)
    page = window.new_page()
    try:
        yield page
    finally:
        if of_its_own:
            window.close()
        else:
            _WINDOWS[browser, repr(asked_for)] = window
            _left(window, page)


def _left(window, page):
    """Close a tab and forget what it stored; a quiet page stays, and with it the process that draws them."""
    window.set_offline(False)
    window.clear_cookies()
    place = urlsplit(page.url)
    if place.scheme in ("http", "https"):
        origin = f"{place.scheme}://{place.netloc}"
        line = window.new_cdp_session(page)
        line.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        if len(window.pages) == 1:
            with suppress(PlaywrightError):  # the server may be gone
                window.new_page().goto(f"{origin}/_stcore/health")
    page.close()


def settled(page):
    """Until the page is computed, and the browser has drawn it and has nothing left to do."""
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')
    page.evaluate(IDLE)


def drawn(page):
    """Until there is a figure or a scene, and the page has settled."""
    page.wait_for_selector(SHOWN)
    settled(page)


def complete(page):
    """Until the page has its one title and every link of the navigation; it tells of no fault."""
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page.get_by_test_id("stSidebarNavLink")).to_have_count(len(all_pages()))
    assert page.get_by_text("Traceback").count() == 0


def figure_says(page, words, number=0):
    """Until the header of the figure, or the notes below it, have these words."""
    page.wait_for_function(TITLED, arg=[words, number])


def asked(page):
    """The parameters in the address."""
    found = parse_qs(urlsplit(page.evaluate("location.href")).query)
    return {name: values[-1] for name, values in found.items()}


def asks(page, step=None, **expected):
    """Until the address has these parameters, None for one that it must not have; a step may bring it on."""
    until(
        lambda: {name: asked(page).get(name) for name in expected} == expected, step, told=lambda: asked(page)
    )


def visited_again(page):
    """Open the address in the bar as a new visitor would."""
    link = page.evaluate("location.href")
    page.goto("about:blank")
    page.goto(link)
    return link


def click(page, point, number=0):
    """Click a point of a figure, given in its own units, once the figure stands still."""
    settled(page)
    page.mouse.move(0, 0)  # no words of an earlier point cover this one
    plot = page.locator(FIGURE).nth(number).locator(".nsewdrag").first
    plot.click(position=page.evaluate(IN_PLOT, [[*map(float, point)], number]))


def clicked(page, point, shown, number=0):
    """Click a point of a figure until the effect shows."""
    until(shown, lambda: click(page, point, number), told=lambda: f"A click changed nothing: {asked(page)}")
    settled(page)


def press(page, key, shown):
    """Press a key until its effect shows."""
    until(shown, lambda: (settled(page), page.keyboard.press(key)), told=f"{key} changed nothing")
    settled(page)


def slid(page, name, shown):
    """Move a slider one step to the right, until its effect shows."""
    handle = page.get_by_role("slider", name=re.compile(name))
    before = handle.get_attribute("aria-valuenow")

    def step():
        if handle.get_attribute("aria-valuenow") == before:
            handle.press("ArrowRight")

    until(shown, step, told=f"the slider of {name} changed nothing")
    settled(page)


def unfolded(page, name):
    """Open a list by the keyboard, again where a redraw has closed it, and give its options."""
    settled(page)
    box, options = page.get_by_role("combobox", name=name), page.get_by_role("option")

    def step():
        box.focus()
        box.press("ArrowDown")

    until(lambda: options.count() and options.first.is_visible(), step)
    return options


def picked(page, name, choice, **expected):
    """Choose from a list by the keyboard alone, until the address says so: a redraw may close the list."""

    def step():
        settled(page)
        box, options = page.get_by_role("combobox", name=name), page.get_by_role("option")
        with suppress(PlaywrightError, AssertionError):
            box.focus()
            box.press("ArrowDown")
            options.filter(has_text=choice).first.wait_for(timeout=SOON)
            box.fill(choice)
            expect(options).to_have_count(1, timeout=SOON)
            box.press("Enter")

    asks(page, step, **expected)
    settled(page)


def fits(page):
    """Until nothing on the page is wider than the screen."""
    narrow = (
        "(main => main.scrollWidth <= main.clientWidth && main.clientWidth <= innerWidth)"
        "(document.querySelector('[data-testid=stMain]'))"
    )
    until(lambda: page.evaluate(narrow), told=lambda: f"{page.url} is wider than the screen.")
