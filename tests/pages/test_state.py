"""What a link asks for is had as it stands, or a note says that it is not: every kind of parameter."""

from dataclasses import replace
from itertools import pairwise

import pytest
from driving import address, moved, opened, text

from frnn_core.engine.scalings import SCALINGS
from frnn_core.experiments.presets import GAMMAS
from pages.ui import state
from pages.ui.controls import GAMMA, STOPS, gamma_text
from pages.ui.escaping import plain
from pages.ui.explain.controls import TYPED
from pages.ui.gamma_descent.controls import START
from pages.ui.playground.controls import QUERY
from pages.ui.relations.controls import AT
from pages.ui.sensitivity.controls import CELL

LEVEL = state.stop("x", (0.001, 0.01, 0.05), 0.05)
COUNT = state.stop("x", (20, 40, 60, 10_000), 40)
KS = state.whole("x", 1, 20, 3)
WORD = state.choice("x", ("one", "two"), "one")
TABS = state.tab("x", {"a": "First", "b": "Second"})
ON = state.flag("x")
NEXT = {"pd": "wine", "f1": "3", "f2": "4"}
SOME = state.several("x", ("a", "b", "c"), ["a"], sets={"all": ["a", "b", "c"]})


@pytest.mark.quick
@pytest.mark.parametrize(
    ("param", "asked", "given"),
    [
        (LEVEL, ".01", 0.01),
        (LEVEL, "1e-3", 0.001),
        (COUNT, "60", 60),
        (COUNT, "1e4", 10_000),
        (KS, "20", 20),
        (WORD, "two", "two"),
        (TABS, "b", "Second"),
        (ON, "1", True),
        (SOME, "all", ["a", "b", "c"]),
        (SOME, "c,b", ["b", "c"]),
        (GAMMA, "0.37", 0.37),
        (GAMMA, ".37", 0.37),
        (GAMMA, "3.7e-1", 0.37),
        (GAMMA, "1e-3", 0.001),
        (GAMMA, "1000", 1000.0),
        (GAMMA, "0.316", 0.316),
        (GAMMA, "0.316227766017", 0.316227766017),
        (GAMMA, "0.316228", 0.316227766017),
        (GAMMA, "0.3162281", 0.3162281),
        (GAMMA, "0.12345678901", 0.12345678901),
        (START, "0.37", 0.37),
        (AT, "0.123,-0.4", (0.123, -0.4)),
        (QUERY, "0.123456789,1", "0.123456789,1"),
        (TYPED, "1_13.23456789", ((1, 13.23456789),)),
        (CELL, "3/0.1", (3, 0.1)),
        (CELL, "3/0.316228", (3, GAMMAS[9])),
    ],
)
def test_what_can_be_had_is_had_as_it_stands_and_written_so_that_it_is_had_again(param, asked, given):
    assert param.read(asked) == given
    assert param.read(param.write(given)) == given


@pytest.mark.quick
@pytest.mark.parametrize(
    ("param", "asked", "reason"),
    [
        (LEVEL, "0.02", "there is none between 0.01 and 0.05"),
        (LEVEL, "0.0100001", "there is none between 0.01 and 0.05"),
        (LEVEL, "0.5", "it goes from 0.001 to 0.05"),
        (LEVEL, "much", "it must be a number"),
        (COUNT, "50", "there is none between 40 and 60"),
        (KS, "25", "it goes from 1 to 20"),
        (KS, "2.5", "it goes from 1 to 20"),
        (WORD, "three", "there is no such choice"),
        (TABS, "c", "there is no such choice"),
        (ON, "yes", "it is 1 or 0"),
        (SOME, "a,d", "'d' is not known"),
        (GAMMA, "0.0009", "it goes from 0.001 to 1000"),
        (GAMMA, "1001", "it goes from 0.001 to 1000"),
        (GAMMA, "0", "it goes from 0.001 to 1000"),
        (GAMMA, "1e999", "it goes from 0.001 to 1000"),
        (GAMMA, "nan", "it must be a number"),
        (GAMMA, "0,37", "it must be a number"),
        (START, "5000", "it goes from 0.001 to 1000"),
        (CELL, "3/0.37", "the figure has other widths"),
        (CELL, "21/0.1", "it goes from 1 to 20"),
        (CELL, "3", "it must be a number"),
    ],
)
def test_what_cannot_be_had_is_refused_with_a_reason_and_never_changed(param, asked, reason):
    with pytest.raises(ValueError, match=reason.replace(".", r"\.")):
        param.read(asked)


@pytest.mark.quick
def test_the_slider_stops_at_every_width_that_is_shipped_and_each_has_one_name():
    assert set(GAMMAS) < set(STOPS)
    assert (STOPS[0], STOPS[-1], len(STOPS)) == (0.001, 1000.0, 37)
    assert len({gamma_text(gamma) for gamma in STOPS}) == len(STOPS)
    assert [GAMMA.read(gamma_text(gamma)) for gamma in STOPS] == list(STOPS)
    ratios = {round(b / a, 6) for a, b in pairwise(STOPS)}
    assert ratios == {round(10 ** (1 / 6), 6)}


@pytest.mark.parametrize(
    ("page", "asked"),
    [
        ("benchmark", {"r": "man,gauss", "d": "own", "only": "wine"}),
        ("significance", {"r": "man,gauss", "d": "own", "only": "wine,heart"}),
        ("sensitivity", {"r": "man,gauss", "d": "own", "only": "wine"}),
        ("playground", {"rb": "gauss"}),
        ("relations", {"rel": "gauss"}),
        ("explain", {"er": "gauss"}),
    ],
)
def test_a_width_in_a_link_is_the_width_on_the_page(page, asked):
    app = opened(page, g="0.37", **asked)
    assert not [note for note in app.warning if "link" in note.value]
    assert app.select_slider(key="g").value == 0.37
    assert app.number_input(key="g box").value == 0.37
    assert "γ\u00a0=\u00a00.37" in text(app) or "γ = 0.37" in text(app)
    assert address(app)["g"] == "0.37"


def test_a_typed_width_is_a_stop_of_the_slider_and_the_slider_moves_the_box():
    app = opened("relations", rel="gauss")
    app.number_input(key="g box").set_value(0.0123)
    moved(app)
    assert address(app) == {"rel": "gauss", "g": "0.0123"}
    slider = app.select_slider(key="g")
    assert slider.value == 0.0123
    assert "0.0123" in slider.options
    slider.set_value(GAMMAS[9])
    moved(app)
    assert app.number_input(key="g box").value == 0.316228
    assert address(app)["g"] == "0.316228"
    assert "0.0123" in app.select_slider(key="g").options


def test_descent_starts_at_any_width():
    app = opened("gamma_descent", start="0.37", fold="1")
    assert app.number_input(key="start box").value == 0.37
    assert "from γ = 0.37" in text(app)
    assert address(app)["start"] == "0.37"


@pytest.mark.parametrize(
    ("page", "asked", "words"),
    [
        ("benchmark", {"g": "0.0001"}, r"asked for γ = 0\.0001; it goes from 0\.001 to 1000. That part was"),
        ("significance", {"alpha": "0.02"}, r"level = 0\.02; there is none between 0\.01 and 0\.05"),
        ("relations", {"gamma": "0.37"}, r"gamma = 0\.37; this page has no such choice"),
        ("home", {"k": "5", "zoom": "2"}, "k = 5, zoom = 2; this page has no such choice"),
        ("relations", {"k": "x" * 5000}, "…; this page has no such choice"),
    ],
)
def test_what_a_page_does_not_have_is_said(page, asked, words):
    app = opened("" if page == "home" else page, **asked)
    (note,) = [note.value for note in app.warning if note.value.startswith("This link asked for")]
    assert words in note
    assert address(app) == {}


@pytest.mark.parametrize(
    ("page", "asked", "shown"),
    [
        ("significance", {"test": "sheffe"}, "Conover-Friedman"),
        ("significance", {"r": "eight"}, "The paper's first seven"),
        ("significance", {"a": "cityblock"}, "Manhattan"),
        ("sensitivity", {"folds": "leave-one-out"}, "KEEL's folds where known, else stratified"),
        ("gamma_descent", {"kind": "oval"}, "Circular"),
        ("paper", {"exhibit": "none"}, "One missing absolute value"),
    ],
)
def test_what_is_shown_instead_is_said_in_words(page, asked, shown):
    app = opened(page, **asked)
    (note,) = [note.value for note in app.warning if note.value.startswith("This link asked for")]
    assert f"That part was ignored; {plain(shown)} is shown." in note


@pytest.mark.quick
def test_options_with_labels_are_called_by_them_and_others_as_the_link_has_them():
    called = state.choice("x", {"one": "The first", "two": "The second"}, "one")
    assert state.in_words(called, "two") == "The second"
    assert state.in_words(WORD, "two") == "two"
    assert state.in_words(TABS, "Second") == "Second"
    assert state.in_words(SOME, []) == "none"
    assert state.in_words(replace(SOME, words={"all": "All three"}), ["a", "b", "c"]) == "All three"
    assert state.labels({"a": "A", "b": SCALINGS["centred"], "c": 1}) == {"a": "A", "b": "−½ to ½"}


def test_marks_of_those_who_count_visitors_are_no_choice():
    app = opened("relations", utm_source="letter", fbclid="x1")
    assert not app.warning
    assert address(app) == {}


@pytest.mark.parametrize(
    ("page", "asked", "notes", "left"),
    [
        (
            "significance",
            {"against": "gauss", "a": "gauss", "b": "forest", "part": "One pair"},
            [
                "comparison = gauss; Gaussian kernel (gauss) is not among what is compared here",
                "first relation = gauss; Gaussian kernel (gauss) is not among",
                "second relation = forest; Random forest is not among",
            ],
            {"b": "pcc", "part": "One pair"},
        ),
        (
            "significance",
            {"a": "euc", "b": "euc", "part": "One pair"},
            ["second relation = euc; a pair is of two different ones"],
            {"a": "euc", "b": "man", "part": "One pair"},
        ),
        (
            "benchmark",
            {"cell": "wine/gauss"},
            ["cell = wine/gauss; the table on screen has no such cell"],
            {},
        ),
        (
            "learned",
            {"on": "wine", "learn": "nca", "lt": "regret"},
            ["tab = regret; NCA has no such tab"],
            {"on": "wine"},
        ),
        ("playground", {"pd": "wine", "f1": "3", "f2": "3"}, ["second feature = 3; the two features"], NEXT),
        ("relations", {"rd": "wine", "r1": "60"}, ["first feature = 60; wine has 13"], {"rd": "wine"}),
    ],
)
def test_what_this_view_cannot_have_is_said_and_leaves_the_address(page, asked, notes, left):
    app = opened(page, **asked)
    told = [note.value for note in app.warning if note.value.startswith("This link asked for")]
    told = [note.replace("\\", "") for note in told]
    assert len(told) == len(notes), told
    for note, words in zip(told, notes, strict=True):
        assert words in note
    assert address(app) == left
    again = [note.value for note in moved(app).warning if note.value.startswith("This link asked for")]
    assert not again


def test_what_the_page_itself_rules_out_goes_without_a_note():
    app = opened("significance", r="man,euc,che", against="che")
    assert "All against Chebyshev" in str(app.selectbox(key="against").options)
    app.multiselect(key="r").set_value(["man", "euc"])
    moved(app)
    assert not [note for note in app.warning if "link" in note.value]
    assert app.selectbox(key="against").value == "all"
    assert address(app) == {"r": "man,euc"}
