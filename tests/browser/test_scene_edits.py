"""What hands and keys do to the points of a scene, and the way back; the server is the test."""

import re

import pytest
from playwright.sync_api import expect
from scene_alone import FOCUS, LIVE, PLACES, N, button, handle, held, points, told
from scenes import EMPTY, alone, answered, sent, where

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")
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
