"""A scene whose server is the test, so that what comes before what is sure."""

import re

import pytest
from driving import scenes, seen
from playwright.sync_api import expect
from scenes import EMPTY, RESTS, alone, answered, dragged, place, sent, where

from frnn_core.studies.playground import Rule, Source, board, decision, edited, read_edits
from pages.ui.scene.mount import MOUNT

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")
N, ALONE = {"n": "40", "rb": "none"}, Source("moons", 40)
PLACES = "() => window.shown.points.map(({x, y, code}) => [x, y, code])"
SIDES = "() => window.shown.panels.map(panel => panel.ground.side)"
FOCUS = "() => document.activeElement.ariaLabel ?? document.activeElement.textContent"
LIVE = "() => window.shown.live.textContent"
COUNT_ASKS = """() => {
    const Model = window.shown.panels[0].model.constructor.prototype, {ask} = Model;
    window.asks = 0;
    Model.ask = function (...all) {
        window.asks++;
        return ask.apply(this, all);
    };
}"""
UNABLE = """async mount => {
    const url = URL.createObjectURL(new Blob([mount], {type: "text/javascript"}));
    const setTriggerValue = (...told) => window.sent.push(told);
    (await import(url)).default({data: {}, parentElement: document.body, setTriggerValue});
}"""
SLIDE = """([name, value]) => {
    document.querySelector(`.st-key-${name}`)?.remove();
    document.body.insertAdjacentHTML("beforeend", `<div class="st-key-${name}"><input type="range"></div>`);
    window.answer({...window.shown.spec, seq: window.sent.length});
    document.querySelector(`.st-key-${name} input`).setAttribute("aria-valuenow", value);
    return new Promise(done => setTimeout(done));
}"""


def told(page="playground", **params):
    """What the page tells its scene."""
    return scenes(seen(page, **params))[0]


def points(edits):
    """The points after some edits, as the core has them."""
    data = edited(board(ALONE), read_edits(edits)).data
    return [[x, y, int(code)] for (x, y), code in zip(data.X.tolist(), data.codes, strict=True)]


GROUND = """() => window.shown.panels.map(({ground, model}) => {
    let wrong = 0;
    for (let at = 0; at < ground.side ** 2; at += 97) {
        const [x, y] = ground.place(Math.floor(at / ground.side), at % ground.side);
        wrong += model.ask(x, y).winner() !== ground.winner[at];
    }
    return [ground.side, wrong];
})"""


def at_rest(page):
    """The ground of each square at rest: its side, and how many cells tell another class than the model."""
    page.wait_for_function(RESTS)
    return page.evaluate(GROUND)


def held(page, point, x, y):
    """Take hold of a point and drag it somewhere, without letting go."""
    dragged(page, where(page, point), place(page, x, y))
    assert page.evaluate("() => window.shown.dragging") == point


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def handle(page, number):
    return page.get_by_role("button", name=re.compile(f"^point {number}, class "))


@pytest.mark.parametrize("page", ["playground", "", "tour", "relations"])
def test_the_star_stops_at_every_edge(visitor, page):
    given = told(page)
    alone(visitor, given)
    (left, low), (right, high) = given["square"]["low"], given["square"]["high"]
    x, y = (left + right) / 2, (low + high) / 2
    wide, tall = right - left, high - low
    for to in ((left - wide, y), (right + wide, y), (x, low - tall), (x, high + tall)):
        held(visitor, -1, *to)
        visitor.mouse.up()
        ends = [min(max(to[0], left), right), min(max(to[1], low), high)]
        at = sent(visitor)[-1]["query"]
        assert at == pytest.approx(ends, abs=0.01 * max(wide, tall))
        assert left <= at[0] <= right
        assert low <= at[1] <= high
        answered(visitor, given)


def test_what_is_dropped_on_a_board_that_is_gone_is_not_sent(visitor):
    alone(visitor, told(**N))
    held(visitor, 3, 0.0, 0.0)
    other = told(pd="blobs", **N)
    answered(visitor, other)
    assert len(visitor.evaluate(PLACES)) == 40
    assert visitor.evaluate(PLACES) != [[*place] for place in zip(*points_of(other), strict=True)]
    visitor.mouse.up()
    assert visitor.evaluate(PLACES) == [[*place] for place in zip(*points_of(other), strict=True)]
    assert sent(visitor) == []
    assert visitor.evaluate("() => [window.shown.past.length, window.shown.dragging ?? null]") == [0, None]


def points_of(given):
    return [given["points"][name] for name in ("x", "y", "codes")]


def test_an_answer_during_the_next_drag_does_not_undo_it(visitor):
    alone(visitor, told(**N))
    held(visitor, 3, 0.0, 0.0)
    visitor.mouse.up()
    first = sent(visitor)[-1]["edits"]
    held(visitor, 5, 0.2, 0.2)
    answered(visitor, told(edits=first, **N))
    visitor.mouse.up()
    both = sent(visitor)[-1]["edits"].split("_")
    assert both[0] == first
    assert [word.split(".")[0] for word in both] == ["m3", "m5"]


def test_what_is_sent_names_its_board(visitor):
    given = told(**N)
    alone(visitor, given)
    held(visitor, -1, 0.0, 0.0)
    visitor.mouse.up()
    assert sent(visitor)[-1]["board"] == given["board"]
    assert given["board"] != told(pd="blobs", **N)["board"]


def test_the_surface_stays_fine_while_the_star_is_dragged_and_no_point_is_left_out_again(visitor):
    given = told(n="40")
    alone(visitor, given)
    assert visitor.evaluate(SIDES) == [280, 280]
    visitor.evaluate("() => { window.grounds = window.shown.panels.map(({ground}) => ground); }")
    visitor.evaluate(COUNT_ASKS)
    held(visitor, -1, 0.0, 0.0)
    visitor.evaluate("() => new Promise(requestAnimationFrame)")
    assert visitor.evaluate(SIDES) == [280, 280]
    assert visitor.evaluate("() => window.asks") < 40
    visitor.mouse.up()
    answered(visitor, {**given, "query": sent(visitor)[-1]["query"]})
    visitor.wait_for_function(RESTS)
    assert visitor.evaluate("() => window.shown.panels.every(({ground}, i) => ground === window.grounds[i])")


def test_the_surface_follows_a_point_coarsely_and_is_fine_again_at_rest(visitor):
    alone(visitor, told(**N))
    held(visitor, 3, 0.0, 0.0)
    visitor.wait_for_function("() => window.shown.panels[0].ground.side < 280")
    assert visitor.evaluate(SIDES)[0] >= 40
    visitor.mouse.up()
    answered(visitor, told(edits=sent(visitor)[-1]["edits"], **N))
    visitor.wait_for_function(RESTS)
    assert visitor.evaluate(SIDES) == [280]


def test_leave_one_out_follows_points_and_k(visitor):
    alone(visitor, told(**N))
    said = "change => { const {points, panels: [panel]} = window.shown; %s; return panel.leftOut(); }"
    for k in (3, 9, 20):
        expected = decision(board(ALONE), Rule("man", k))
        assert visitor.evaluate(said % f"panel.model.setK({k})") == pytest.approx(
            expected.balanced, abs=1e-12
        )
    assert len({decision(board(ALONE), Rule("man", k)).balanced for k in (3, 9, 20)}) > 1
    flipped = "points.slice(0, 9).forEach(point => point.code = 1 - point.code); panel.model.fill(points)"
    assert visitor.evaluate(said % flipped) != visitor.evaluate(said % f"panel.model.setK(3); {flipped}")


EDITS = "a990.0_m3.5000.100_c5.0_x7_p100.9000.1"


def test_undo_and_redo_go_word_by_word_through_edits_of_a_link(visitor):
    alone(visitor, told(edits=EDITS, **N))
    words = EDITS.split("_")
    now = visitor.evaluate(PLACES)
    assert now == near(points(EDITS))
    for left in range(len(words) - 1, -1, -1):
        button(visitor, "Undo").click()
        assert visitor.evaluate(PLACES) == near(points("_".join(words[:left])))
    assert sent(visitor)[-1]["edits"] == ""
    assert button(visitor, "Undo").is_disabled()
    for left in range(1, len(words) + 1):
        button(visitor, "Redo").click()
        assert visitor.evaluate(PLACES) == near(points("_".join(words[:left])))
    assert button(visitor, "Redo").is_disabled()


def near(expected):
    return [pytest.approx(point, rel=1e-12, abs=1e-12) for point in expected]


def test_quick_presses_of_undo_are_all_heard(visitor):
    """The answer to the first has not come when the second is pressed."""
    alone(visitor, told(edits="m3.5000.100_m4.5000.200", **N))
    for left in ("m3.5000.100", ""):
        visitor.keyboard.press("Control+z")
        assert sent(visitor)[-1]["edits"] == left
    answered(visitor, told(**N))
    for left in ("m3.5000.100", "m3.5000.100_m4.5000.200"):
        visitor.keyboard.press("Control+Shift+Z")
        assert sent(visitor)[-1]["edits"] == left


def test_undo_redo_and_clear_are_buttons(visitor):
    alone(visitor, told(**N))
    for name in ("Undo", "Redo", "Clear"):
        assert button(visitor, name).is_disabled()
    held(visitor, 3, 0.0, 0.0)
    visitor.mouse.up()
    edit = sent(visitor)[-1]["edits"]
    button(visitor, "Undo").click()
    assert sent(visitor)[-1]["edits"] == ""
    button(visitor, "Redo").click()
    assert sent(visitor)[-1]["edits"] == edit
    button(visitor, "Clear").click()
    assert sent(visitor)[-1]["edits"] == ""
    assert visitor.evaluate(PLACES) == near(points(""))
    button(visitor, "Undo").click()
    assert sent(visitor)[-1]["edits"] == edit


def test_the_menu_relabels_and_removes_and_names_the_point(visitor):
    alone(visitor, told(**N))
    visitor.mouse.click(*where(visitor, 9))
    menu = visitor.get_by_role("menu", name="point 10")
    assert "point 10" in menu.inner_text()
    other = "B" if points("")[9][2] == 0 else "A"
    menu.get_by_role("menuitem", name=other).click()
    assert sent(visitor)[-1]["edits"] == f"c9.{'AB'.index(other)}"
    assert menu.is_hidden()
    visitor.mouse.click(*where(visitor, 12))
    visitor.get_by_role("menu", name="point 13").get_by_role("menuitem", name="Remove").click()
    assert sent(visitor)[-1]["edits"] == f"c9.{'AB'.index(other)}_x12"
    assert visitor.evaluate(LIVE).startswith("Removed point 13, class ")


def test_the_number_of_a_point_is_shown_under_the_mouse(visitor):
    alone(visitor, told(**N))
    visitor.mouse.move(*where(visitor, 26))
    expect(visitor.locator(".bubble")).to_have_text(re.compile("^point 27, class ., at .*; left out: class "))


def test_a_double_click_adds_a_point_and_the_star_stays(visitor):
    alone(visitor, told(**N))
    star, spot = visitor.evaluate("() => window.shown.spec.query"), visitor.evaluate(EMPTY)
    visitor.mouse.click(*spot)
    assert sent(visitor)[-1]["query"] != star
    visitor.evaluate(
        "() => new Promise(done => setTimeout(done, 700))"
    )  # as slow as a double click may be set
    visitor.mouse.move(*spot)
    visitor.mouse.down(click_count=2)
    visitor.mouse.up(click_count=2)
    assert re.fullmatch(r"p[0-9]+\.[0-9]+\.[01]", sent(visitor)[-1]["edits"])
    assert sent(visitor)[-1]["query"] == star
    assert len(visitor.evaluate(PLACES)) == 41


def test_a_double_click_on_the_star_adds_nothing(visitor):
    alone(visitor, told(**N))
    visitor.mouse.click(*visitor.evaluate(EMPTY))
    visitor.mouse.dblclick(*where(visitor, -1))
    assert [each["edits"] for each in sent(visitor)] == [""]


def test_keys_of_the_browser_are_left_to_it(visitor):
    alone(visitor, told(**N))
    handle(visitor, 5).focus()
    for key in ("+", "Insert", "Delete", "Backspace", "ArrowLeft"):
        for modifier in ("ctrlKey", "metaKey", "altKey"):
            event = {"key": key, modifier: True, "cancelable": True, "bubbles": True}
            left = "(button, event) => button.dispatchEvent(new KeyboardEvent('keydown', event))"
            assert handle(visitor, 5).evaluate(left, event), (modifier, key)
    assert sent(visitor) == []
    visitor.keyboard.press("Insert")
    assert sent(visitor)[-1]["edits"].startswith("p")


@pytest.mark.parametrize("page", ["", "tour", "relations"])
def test_where_only_the_star_moves_no_key_adds(visitor, page):
    faults = []
    visitor.on("pageerror", lambda fault: faults.append(fault))
    alone(visitor, told(page))
    star = visitor.get_by_role("application", name="The star").get_by_role("button")
    assert "adds" not in star.get_attribute("aria-description")
    for key in ("+", "Insert", "Delete"):
        star.press(key)
    assert (faults, sent(visitor)) == ([], [])


def test_a_screen_reader_finds_the_points_and_what_keys_do(visitor):
    alone(visitor, told(**N))
    area = visitor.get_by_role("application", name="The query and the points")
    assert area.get_by_role("button").count() == 41
    assert "Plus or Insert adds a point" in handle(visitor, 5).get_attribute("aria-description")
    handle(visitor, 5).evaluate("button => button.click()")
    visitor.get_by_role("menu", name="point 5").wait_for()
    visitor.keyboard.press("Escape")
    handle(visitor, 5).press("ArrowRight")
    assert re.match("point 5, class ., at .*Manhattan: . query → class ", visitor.evaluate(LIVE))


def test_the_ground_at_rest_is_that_of_the_model_whatever_was_done(visitor):
    alone(visitor, told(**N))
    fine = [[280, 0]]
    assert at_rest(visitor) == fine
    answered(visitor, told(**N, ra="cos"))
    assert at_rest(visitor) == fine
    handle(visitor, 40).press("Delete")
    assert at_rest(visitor) == fine
    answered(visitor, told(**N, ra="cos", edits=sent(visitor)[-1]["edits"]))
    visitor.keyboard.press("Control+z")
    assert at_rest(visitor) == fine
    visitor.evaluate("() => window.shown.drag(-1, [0, 0])")  # the star, while the ground is being computed
    visitor.evaluate("() => window.shown.drop()")
    assert at_rest(visitor) == fine


def test_escape_leaves_to_behind_the_squares(visitor):
    alone(visitor, told(**N))
    visitor.evaluate("() => document.body.insertAdjacentHTML('beforeend', '<button>behind</button>')")
    handle(visitor, 5).focus()
    visitor.keyboard.press("Escape")
    assert visitor.evaluate(FOCUS) == "After the squares"
    visitor.keyboard.press("Tab")
    assert visitor.evaluate(FOCUS) == "behind"


def test_arrow_keys_go_round_in_the_menu_and_the_focus_stays_after_remove(visitor):
    alone(visitor, told(**N))
    handle(visitor, 40).press("Enter")
    code = points("")[39][2]
    for key, on in (("Home", "● A"), ("ArrowUp", "Remove"), ("ArrowDown", "● A"), ("End", "Remove")):
        visitor.keyboard.press(key)
        assert visitor.evaluate(FOCUS) == on, (key, code)
    visitor.keyboard.press("Enter")
    assert sent(visitor)[-1]["edits"] == "x39"
    assert visitor.evaluate(FOCUS).startswith("point 39, class ")
    visitor.keyboard.press("Delete")
    assert sent(visitor)[-1]["edits"] == "x38_x39"
    assert visitor.evaluate(FOCUS).startswith("point 38, class ")


def test_undo_by_key_leaves_the_focus_where_it_is(visitor):
    alone(visitor, told(**N))
    handle(visitor, 5).press("ArrowRight")
    visitor.keyboard.press("Control+z")
    assert sent(visitor)[-1]["edits"] == ""
    assert visitor.evaluate(FOCUS).startswith("point 5, class ")


def test_the_first_square_that_there_is_has_the_handles(visitor):
    undefined = {"pd": "thyroid", "f1": "2", "f2": "9", "ra": "mah", "rb": "man", "n": "20"}
    given = told(**undefined)
    assert given["panels"][0]["model"] is None
    alone(visitor, given)
    star = visitor.get_by_role("button", name=re.compile("^query at "))
    star.press("ArrowRight")
    assert sent(visitor)[-1]["query"][0] > given["query"][0]


def test_a_key_that_is_held_while_the_focus_goes_is_let_go(visitor):
    alone(visitor, told(**N))
    handle(visitor, 5).focus()
    visitor.keyboard.down("ArrowRight")
    assert visitor.evaluate("() => window.shown.dragging") == 4
    visitor.evaluate("() => document.activeElement.blur()")
    assert visitor.evaluate("() => window.shown.dragging ?? null") is None
    assert sent(visitor)[-1]["edits"].startswith("m4.")


def test_a_refusal_is_to_be_seen(visitor):
    of_a = [i for i, (_, _, code) in enumerate(points("")) if code == 0]
    few = "_".join(f"c{i}.1" for i in of_a[2:])
    alone(visitor, told(edits=few, **N))
    left = [i for i, (_, _, code) in enumerate(points(few)) if code == 0]
    assert len(left) == 2
    bubble, words = visitor.locator(".bubble"), "Class A keeps 2 points at least."
    handle(visitor, left[0] + 1).press("Delete")
    expect(bubble).to_have_text(words)
    expect(bubble).to_be_visible()
    assert visitor.evaluate(LIVE) == words
    visitor.mouse.move(*where(visitor, left[1]))
    expect(bubble).to_have_text(words)
    visitor.mouse.click(*where(visitor, left[1]))
    expect(bubble).to_be_hidden()
    visitor.get_by_role("menuitem", name="B").click()
    expect(bubble).to_have_text(words)
    assert sent(visitor) == []


@pytest.mark.parametrize(
    ("relation", "weights", "k"), [("man", "linear", 7), ("man", "learned", 3), ("combo", "linear", 3)]
)
def test_a_slider_of_k_is_followed_where_nothing_was_learned_for_one_k(visitor, relation, weights, k):
    alone(visitor, told(ra=relation, w=weights, **N))
    visitor.evaluate(SLIDE, ["k", "7"])
    assert visitor.evaluate("() => window.shown.panels[0].model.k") == k


@pytest.mark.parametrize(("name", "value"), [("k", "3"), ("g", "0.316")])
def test_a_slider_that_says_what_it_said_before_moves_nothing(visitor, name, value):
    alone(visitor, told(ra="gauss", g="0.31622776601683794", **N))
    visitor.evaluate("() => { window.shown.moved = () => { window.redrawn = true; }; }")
    visitor.evaluate(SLIDE, [name, value])
    assert visitor.evaluate("() => window.redrawn ?? false") is False
    visitor.evaluate(SLIDE, [name, "7"])
    assert visitor.evaluate("() => window.redrawn ?? false") is True


@pytest.mark.parametrize("fault", ["throws", "never comes"])
def test_without_its_script_a_scene_asks_for_figures(visitor, fault):
    """The wait for a script is not waited for here: its end is called."""
    thrown = "window.frnnScene = class { take() { throw new Error('a fault'); } };"
    visitor.goto("about:blank")
    visitor.evaluate("() => { window.setTimeout = act => { window.late = act; }; window.sent = []; }")
    if fault == "throws":
        visitor.evaluate(f"() => {{ {thrown} }}")
    visitor.evaluate(UNABLE, MOUNT)
    if fault == "never comes":
        assert visitor.evaluate("() => window.sent") == []
        visitor.evaluate("() => window.late()")
    assert visitor.evaluate("() => window.sent") == [["unable", True]]


def test_the_scene_ends_with_its_place(visitor):
    alone(visitor, told(**N))
    visitor.evaluate("() => { window.ended = 0; window.shown.watch.disconnect = () => window.ended++; }")
    visitor.evaluate("() => window.end()")
    assert visitor.evaluate("() => window.ended") == 0
    visitor.evaluate("() => { document.getElementById('root').remove(); window.end(); }")
    assert visitor.evaluate("() => window.ended") == 1
