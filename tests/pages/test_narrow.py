"""On a phone: what the sidebar holds stands above the figure, and the table of Your data is folded."""

import pytest
from driving import address, moved, opened
from driving_your_data import PAGE, QUICK, all_text, upload

from pages.ui.your_data.check import FOLDED


def on_a_phone(page, **params):
    """A page after the browser has told that it is narrow."""
    app = opened(page, **params)
    app.session_state["narrow"] = True
    return moved(app)


def expanders(app):
    return {block.label: block.proto.expanded for block in app.expander}


@pytest.mark.parametrize("page", ["benchmark", "significance", "sensitivity"])
def test_sliders_and_pickers_stand_on_the_page(page):
    app = on_a_phone(page, r="gauss,man")
    assert not app.sidebar.slider
    assert not app.sidebar.multiselect
    assert "r" in [picker.key for picker in app.main.multiselect]
    app.slider(key="k").set_value(5)
    app.select_slider(key="g").set_value(10.0)
    moved(app)
    assert address(app).items() >= {"k": "5", "g": "10"}.items()

    app.session_state["narrow"] = False
    moved(app)
    assert [slider.value for slider in app.sidebar.slider] == [5]
    assert [slider.value for slider in app.sidebar.select_slider] == [10.0]


def test_file_and_check_are_folded_and_what_is_compared_is_said():
    app = on_a_phone(PAGE, **QUICK)
    assert expanders(app)[FOLDED] is False
    assert "sample.csv · 400 rows · 6 features" in [element.value for element in app.text]
    upload(app, "notes.txt", b"nothing of a table here\n")
    moved(app)
    assert f"Open *{FOLDED}* above" in all_text(app)


def test_a_link_that_asks_for_a_file_unfolds_them():
    app = on_a_phone(PAGE, file="mine.csv")
    assert expanders(app)[FOLDED] is True
    assert "Upload mine.csv again to restore this view." in all_text(app)


def test_a_wide_page_folds_nothing_and_has_a_sidebar():
    assert FOLDED not in expanders(opened(PAGE, **QUICK))
    assert opened("benchmark").sidebar.slider
