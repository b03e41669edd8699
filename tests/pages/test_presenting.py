"""Present: in and out by one button, in the link, with the pickers of the sidebar on the page itself."""

import json

import pytest
from driving import address, figures, moved, opened, popovers

from frnn_core.figures.look import LARGE_TEXT_SIZE, TEXT_SIZE
from pages.ui.navigation import all_pages
from pages.ui.presenting import STYLE
from pages.ui.visit import WORD

ASIDE = {True: "Settings", False: "Data sets, relations"}
"""Where the pickers of a sidebar are found, in Present and on a phone."""
WITH_PICKERS = {"benchmark", "significance", "sensitivity"}


def framed(app):
    """Whether the frame is that of Present, of which styles and script must tell the same."""
    styled = STYLE in [part.proto.body for part in app.get("html")]
    (told,) = [part.proto.json for part in app.get("bidi_component") if "presents" in part.proto.json]
    assert json.loads(told) == {"presents": styled, "key": "P"}
    return styled


def sizes(app):
    """The size of the text in every figure."""
    return {chart["layout"]["font"]["size"] for chart in figures(app)}


def test_one_button_goes_in_and_out_and_the_link_holds_it():
    app = opened("benchmark")
    assert app.button(key="presenting").label == "Present"
    assert [slider.key for slider in app.sidebar.slider] == ["k"]
    assert app.get("download_button")
    assert sizes(app) == {TEXT_SIZE}

    app.button(key="presenting").click()
    moved(app)
    assert address(app) == {"present": "1"}
    assert app.button(key="presenting").label == "Leave"
    assert framed(app)
    assert not app.sidebar.slider
    assert not app.get("download_button")
    assert sizes(app) == {LARGE_TEXT_SIZE}
    app.slider(key="k").set_value(5)
    moved(app)
    assert address(app) == {"present": "1", "k": "5"}

    app.button(key="presenting").click()
    moved(app)
    assert address(app) == {"k": "5"}
    assert [slider.value for slider in app.sidebar.slider] == [5]
    assert sizes(app) == {TEXT_SIZE}


def test_a_link_opens_it_and_a_changed_address_leaves_it():
    app = opened("significance", present="1")
    assert app.button(key="presenting").label == "Leave"
    assert framed(app)
    app.query_params.clear()
    moved(app)
    assert app.button(key="presenting").label == "Present"
    assert not framed(app)
    assert app.sidebar.slider


@pytest.mark.parametrize("presents", [True, False])
def test_quick_hands_are_faster_than_the_address_and_the_frame_follows_them(presents):
    app = opened("benchmark", **({} if presents else {"present": "1"}))
    older = address(app)
    app.button(key="presenting").click()
    moved(app)
    app.slider(key="k").set_value(5)
    app.query_params.clear()
    for name, value in older.items():
        app.query_params[name] = value
    moved(app)
    assert framed(app) == presents
    assert app.button(key="presenting").label == ("Leave" if presents else "Present")
    assert address(app) == {"k": "5", **({"present": "1"} if presents else {})}
    assert bool(app.sidebar.slider) != presents


def test_a_changed_address_leaves_it_with_a_note_on_what_cannot_be_had():
    app = opened("benchmark", present="1")
    app.query_params.clear()
    app.query_params["k"] = "99"
    (note,) = moved(app).warning
    assert "k = 99" in note.value
    assert not framed(app)


def from_benchmark(presents):
    """Benchmark in Present, or on a phone."""
    app = opened("benchmark", **({"present": "1"} if presents else {}))
    app.session_state["narrow"] = not presents
    moved(app)
    assert ASIDE[presents] in popovers(app)
    return app


def has_pickers(app, presents):
    """Whether the pickers of Compare stand on the page; where they do not, nothing of them is left."""
    keys = [widget.key for kind in (app.selectbox, app.multiselect) for widget in kind]
    assert ("d" in keys) == (ASIDE[presents] in popovers(app))
    return "d" in keys


@pytest.mark.parametrize("presents", [True, False])
def test_no_page_shows_the_pickers_of_the_page_before(presents):
    app = from_benchmark(presents)
    for page in all_pages():
        app.switch_page(f"pages/{page}.py")
        assert has_pickers(moved(app), presents) == (page in WITH_PICKERS), page
        app.switch_page("pages/benchmark.py")
        assert has_pickers(moved(app), presents)


@pytest.mark.parametrize("presents", [True, False])
@pytest.mark.parametrize(
    ("page", "asked"), [("sensitivity", {"view": "kg"}), ("significance", {"scores": WORD})]
)
def test_no_view_shows_the_pickers_of_another(presents, page, asked):
    app = from_benchmark(presents)
    app.switch_page(f"pages/{page}.py")
    assert has_pickers(moved(app), presents)
    for name, value in asked.items():
        app.query_params[name] = value
    assert not has_pickers(moved(app), presents)
