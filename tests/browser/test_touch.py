"""Fingers: the first tap acts where it lands, a swipe scrolls, a drag from a point moves it."""

import pytest
from browsing import IDLE, PHONE, asked, asks, figure_says, settled, tab
from scenes import EMPTY, INTO_VIEW, SCROLLED, Finger, scene, where
from waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]
TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
FIGURE = (
    "[...document.querySelectorAll('.js-plotly-plot')]"
    ".find(figure => figure._fullLayout?.clickmode === 'event+select')"
)
"""The one that can be clicked."""
CENTRED = f"() => {FIGURE}.scrollIntoView({{block: 'center', behavior: 'instant'}})"
POINT = f"""number => {{
    const figure = {FIGURE}, {{xaxis, yaxis}} = figure._fullLayout;
    const trace = figure._fullData.findLast(one => one.customdata);
    const box = figure.querySelector('.nsewdrag').getBoundingClientRect(), one = trace.customdata[number];
    return {{told: Array.isArray(one) ? [...one] : one, size: trace.x.length,
             at: [box.left + xaxis.d2p(trace.x[number]), box.top + yaxis.d2p(trace.y[number])]}};
}}"""

ON_A_POINT = """() => {
    const {hands, size} = window.shown.panels[0], reach = hands.fingerReach?.() ?? 20;
    let all = 0, on = 0;
    for (let x = 2; x < size; x += 4) {
        for (let y = 2; y < size; y += 4) {
            all++;
            if (hands.hit(x, y, 20, reach) !== null) on++;
        }
    }
    return on / all;
}"""
"""The share of the square where a finger is on a point or the star."""


@pytest.fixture
def touched(browser):
    with tab(browser, **TOUCH) as page:
        yield page


def shown(page):
    """Until the scene is there, in the middle of the screen."""
    scene(page)
    page.evaluate(INTO_VIEW)


def scrolls(page, finger, start):
    """A finger that goes up from a place takes the page along."""
    before = page.evaluate(SCROLLED)
    finger.drag(start, (start[0], start[1] - 150))
    until(lambda: page.evaluate(SCROLLED) > before + 60, told=f"A swipe from {start} did not scroll.")
    page.evaluate(IDLE)


def tapped(page, finger, effect):
    """Tap on empty ground until the effect shows; where all stalls, a tap is a long press: undo it."""
    undo = page.get_by_role("button", name="Undo", exact=True)
    before = page.evaluate("() => window.shown.points.length")

    def step():
        if page.evaluate("() => window.shown.points.length") > before:
            undo.click()
        shown(page)
        finger.tap(page.evaluate(EMPTY))

    until(effect, step)


def test_a_figure_takes_the_first_tap_where_it_lands_and_a_swipe_scrolls(server, touched):
    touched.goto(f"{server.url}/benchmark")
    figure_says(touched, "k = 3")
    finger = Finger(touched)
    settled(touched)
    touched.wait_for_function("window.frnnTouching")
    for number in (17, 40):
        touched.evaluate(CENTRED)
        told = touched.evaluate(POINT, number)
        finger.tap(told["at"])
        asks(touched, cell="/".join(told["told"][:2]))
        settled(touched)
    touched.evaluate(CENTRED)
    scrolls(touched, finger, touched.evaluate(POINT, 40)["at"])
    settled(touched)
    assert asked(touched)["cell"] == "/".join(told["told"][:2])


def test_a_tap_on_the_map_of_rows_explains_that_row(server, touched):
    touched.goto(f"{server.url}/explain?ed=wine&et=rows")
    touched.wait_for_function(f"{FIGURE}?._fullData?.some(trace => trace.meta?.startsWith?.('right'))")
    settled(touched)
    touched.wait_for_function("window.frnnTouching")
    touched.evaluate(CENTRED)
    finger = Finger(touched)
    told = touched.evaluate(POINT, 0)
    finger.tap(told["at"])
    asks(touched, row=str(told["told"]))


def test_a_finger_on_many_points_scrolls_and_changes_nothing(server, touched):
    touched.goto(f"{server.url}/playground?rb=none")
    shown(touched)
    assert touched.evaluate(ON_A_POINT) < 0.4
    finger = Finger(touched)
    for point in (3, 40, 77):
        touched.evaluate(INTO_VIEW)
        scrolls(touched, finger, where(touched, point))
        assert touched.evaluate("() => window.shown.edits()") == ""
    settled(touched)
    assert asked(touched) == {"rb": "none"}


def test_fingers_on_a_scene(server, touched):
    touched.goto(f"{server.url}/playground?n=40&rb=none")
    shown(touched)
    finger = Finger(touched)
    scrolls(touched, finger, touched.evaluate(EMPTY))
    settled(touched)
    assert asked(touched) == {"n": "40", "rb": "none"}

    touched.evaluate(INTO_VIEW)
    before, start = touched.evaluate(SCROLLED), where(touched, 3)
    finger.drag(start, (start[0] + 30, start[1] + 40), hold=300)
    until(lambda: asked(touched).get("edits", "").startswith("m3."))
    settled(touched)
    assert touched.evaluate(SCROLLED) == before

    shown(touched)
    start = where(touched, -1)
    finger.drag(start, (start[0] - 10, start[1] - 60))
    until(lambda: "q" in asked(touched))
    star = asked(touched)["q"]

    shown(touched)
    tapped(touched, finger, lambda: asked(touched)["q"] != star)
    shown(touched)
    finger.tap(touched.evaluate(EMPTY), hold=700)
    until(lambda: asked(touched)["edits"].startswith("p"))
    held = asked(touched)

    shown(touched)
    finger.pinch(touched.evaluate(EMPTY))
    until(lambda: touched.evaluate("visualViewport.scale") > 1.1)
    settled(touched)
    assert asked(touched) == held
