"""The page Your data shows what the core computes, for every position of its controls and every file."""

import pytest
from driving import address, figures, moved, opened, text
from driving_your_data import KEYS, PAGE, QUICK, all_text, assert_shows, csv_of, sample, upload

from frnn_core.your_data import leaderboard
from frnn_core.your_data.advice import finding as told

# the sample


@pytest.mark.quick
def test_opens_filled_with_the_sample():
    app = opened(PAGE)
    assert app.title[0].value == "Which relation for my data?"
    assert_shows(app, leaderboard(sample()))
    assert address(app) == {}
    said = all_text(app)
    assert "614 of 625 rows · 4 features · 3 classes: B 47, L 282, R 285" in said
    for note in ("remark", "only numbers the rows: id", "shelf", "11 of 625 rows with missing values"):
        assert note in said
    assert "never stored, passed on or executed" in said
    assert "How the recommendation is made." in said
    assert "on this" not in app.subheader[0].value
    script, command = (block.value for block in app.code[:2])
    assert "read_dataset(\n    'sample.csv',\n    target='class',\n)" in script
    assert command.startswith("python -m frnn_core leaderboard sample.csv --target=class --relations man euc")
    assert told(leaderboard(sample())) in app.get("plotly_chart")[0].proto.alt


CONTROLS = [
    ("slider", "k", 7, "7", {}, {"k": 7}),
    ("slider", "yfolds", 4, "4", {}, {"folds": 4}),
    ("number_input", "yseed", 5, "5", {}, {"seed": 5}),
    ("selectbox", "gaps", "median", "median", {"missing": "median"}, {}),
    ("selectbox", "texts", "onehot", "onehot", {"categorical": "onehot"}, {}),
    ("selectbox", "target", "shelf", "shelf", {"target": "shelf"}, {}),
]


def test_each_control_moves_the_numbers_and_the_address():
    app = opened(PAGE, **QUICK)
    for widget, key, value, written, reading, comparing in CONTROLS:
        control = getattr(app, widget)(key=key)
        before = control.value
        control.set_value(value)
        moved(app)
        assert_shows(app, leaderboard(sample(**reading), KEYS, **comparing))
        assert address(app) == {**QUICK, key: written}
        getattr(app, widget)(key=key).set_value(before)
        moved(app)
        assert address(app) == QUICK


def test_relations_by_name_and_by_family_and_gamma_only_with_a_kernel():
    app = opened(PAGE)
    app.multiselect(key="among").set_value(["man", "cos"])
    moved(app)
    assert_shows(app, leaderboard(sample(), ["man", "cos"]))
    assert not [slider for slider in app.select_slider if slider.key == "g"]
    app.button(key="family kernel").click()
    moved(app)
    assert address(app)["among"] == "man,cos,gauss,exp,rat,circle,sphere"
    app.select_slider(key="g").set_value(0.1)
    moved(app)
    kernels = ["man", "cos", "gauss", "exp", "rat", "circle", "sphere"]
    assert_shows(app, leaderboard(sample(), kernels, gamma=0.1))
    assert "gamma=0.1" in app.code[0].value
    app.button(key="family kernel").click()
    moved(app)
    assert address(app)["among"] == "man,cos"
    app.multiselect(key="among").set_value([])
    moved(app)
    assert "No relation is chosen" in app.info[0].value


def test_a_class_of_numbers_is_cut_into_groups():
    app = opened(PAGE, target="Left-weight", **QUICK)
    app.selectbox(key="bins").set_value(3)
    moved(app)
    assert_shows(app, leaderboard(sample(target="Left-weight", bins=3), KEYS))
    assert "bins=3" in app.code[0].value


LINK = {
    "target": "shelf",
    "gaps": "median",
    "texts": "onehot",
    "among": "man,gauss",
    "k": "5",
    "g": "0.1",
    "yfolds": "3",
    "yseed": "11",
}


def test_a_link_restores_every_control_and_reset_clears_them():
    app = opened(PAGE, **LINK)
    assert address(app) == LINK
    data = sample(target="shelf", missing="median", categorical="onehot")
    assert_shows(app, leaderboard(data, ["man", "gauss"], k=5, gamma=0.1, folds=3, seed=11))
    next(button for button in app.button if button.label == "Reset").click()
    moved(app)
    assert address(app) == {}


BAD = {
    "k": ("99", "it goes from 1 to 20"),
    "yfolds": ("1", "it goes from 2 to 20"),
    "yseed": ("x", "it goes from 0 to 9999"),
    "among": ("man,none", "'none' is not known"),
    "gaps": ("mean", "there is no such choice"),
    "texts": ("hash", "there is no such choice"),
    "bins": ("50", "it goes from 0 to 20"),
    "target": ("x" * 300, "it must be the name of a column"),
    "file": ("/", "a file has a name"),
}


def test_a_bad_link_is_ignored_part_by_part_with_notes():
    app = opened(PAGE, **{key: value for key, (value, _) in BAD.items()})
    notes = [warning.value for warning in app.warning]
    for value, words in BAD.values():
        asked = value if len(value) <= 40 else f"{value[:40]}…"
        assert any(f"= {asked}; {words}. That part was ignored" in note for note in notes), value
    assert address(app) == {}
    assert_shows(app, leaderboard(sample()))


def test_a_class_column_that_is_not_there_is_ignored_with_a_note():
    app = opened(PAGE, target="**no**", **QUICK)
    assert "a class column that is not in this table" in text(app)
    assert_shows(app, leaderboard(sample(), KEYS))


def test_a_link_without_its_file_asks_for_it_as_plain_text():
    app = opened(PAGE, file="../<b>my **iris**.csv", target="kind", **QUICK)
    assert "Upload <b>my **iris**.csv again to restore this view." in [element.value for element in app.text]
    assert not app.subheader
    assert not figures(app)
    assert address(app)["target"] == "kind"
    upload(app, "<b>my **iris**.csv", csv_of())
    assert app.selectbox(key="target").value == "kind"
    assert "178 of 178 rows" in all_text(app)


def test_the_sample_can_be_had_instead():
    app = opened(PAGE, file="iris.csv", **QUICK)
    next(button for button in app.button if button.label == "Show the sample instead").click()
    moved(app)
    assert_shows(app, leaderboard(sample(), KEYS))
    assert address(app) == QUICK
