"""On a phone: what the sidebar holds stands above the figure, and the table of Your data is folded."""

from types import SimpleNamespace

import pytest
from driving import address, moved, opened, popovers, text
from driving_your_data import PAGE, QUICK, all_text, csv_of, upload

from pages.ui import link_notes, narrow
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


def test_an_answer_that_the_browser_gave_to_an_earlier_visit_counts(monkeypatch):
    """After a broken connection: it comes with the first run, and no callback tells of it."""
    assert opened("benchmark").sidebar.slider
    monkeypatch.setattr(narrow, "_component", lambda: lambda **_: SimpleNamespace(narrow=True))
    app = opened("benchmark")
    assert not app.sidebar.slider
    assert "Data sets, relations" in popovers(app)
    monkeypatch.setattr(narrow, "_component", lambda: lambda **_: SimpleNamespace(narrow=False))
    assert moved(app).sidebar.slider


def test_a_file_and_what_was_chosen_of_it_survive_the_change_to_narrow_and_back():
    app = opened(PAGE, among="man,euc", yk="3", ybeside="", yrepeats="1")
    upload(app, "vines.csv", csv_of())
    app.selectbox(key="target").set_value("kind")
    moved(app)
    before = address(app)
    assert before["target"] == "kind"
    for told in (True, False):
        app.session_state["narrow"] = told
        moved(app)
        assert (FOLDED in expanders(app)) == told
        assert "178 of 178 rows" in all_text(app)
        assert ("vines.csv · 178 rows · 13 features" in all_text(app)) == told
        assert app.selectbox(key="target").value == "kind"
        assert address(app) == before


def test_only_what_was_left_out_by_hand_is_said():
    nothing = "No data set removed by hand"
    assert nothing in text(opened("significance"))
    app = on_a_phone("significance")
    assert nothing not in text(app)
    app.multiselect(key="without").set_value(["wine"])
    assert "Exploratory: 1 data set removed by hand" in text(moved(app))


def test_a_note_on_the_link_outlives_the_run_in_which_a_phone_tells_of_itself():
    app = opened("benchmark", k="25")
    (noted,) = [warning.value for warning in app.warning]
    assert "k = 25; it goes from 1 to 20" in noted
    app.session_state["narrow"] = app.session_state[link_notes._AGAIN] = True  # what the callback keeps
    assert [warning.value for warning in moved(app).warning] == [noted]
    assert not moved(app).warning


def test_the_answer_to_a_tap_stands_above_the_figure():
    def order(app):
        kinds = [(element.type, getattr(element, "label", "")) for element in app.main]
        names = {"plotly_chart": "figure", "Data set of the cell": "answer"}
        return [names[word] for kind in kinds for word in kind if word in names][:2]

    assert order(on_a_phone("benchmark")) == ["figure", "answer"]
    assert order(on_a_phone("benchmark", cell="wine/euc")) == ["answer", "figure"]
