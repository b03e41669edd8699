"""The page Your data shows what the core computes, for every position of its controls and every file."""

import numpy as np
import pytest
from boards import plain_board
from driving import address, figures, moved, opened, text
from driving_your_data import KEYS, PAGE, QUICK, all_text, assert_shows, csv_of, sample, upload

from frnn_core.your_data import Leaderboard
from frnn_core.your_data.advice import finding as told
from frnn_core.your_data.fold_scores import Design, fold_scores
from pages.ui.escaping import plain
from pages.ui.your_data.sample_scores import kept

# the sample


def usual():
    """What the page keeps of the sample; `test_what_is_kept_of_the_sample_is_computed_again` checks it."""
    data, design = sample(), Design.of()
    deals = design.deals(data)
    return Leaderboard.of(kept(deals, design), design, deals)


def test_what_is_kept_of_the_sample_is_computed_again():
    data, design = sample(), Design.of()
    deals = design.deals(data)
    scores = {(score.fold, score.column): score for score in kept(deals, design)}
    assert set(scores) == set(design.pieces(deals))
    others = {place for place in scores if place[1] in design.beside and place[0] != 7}
    for score in fold_scores(data, design, others):
        there = scores[score.fold, score.column]
        rows = max(len(score.decided), 1)
        differ = np.sum(np.array(score.decided) != np.array(there.decided))
        assert differ <= (0.05 * rows if score.column in design.beside else 1), (score, there)


def test_what_is_kept_is_for_the_very_sample_and_settings():
    data, design = sample(), Design.of(["man"])
    assert len(kept(design.deals(data), design)) == 10 * 6 + 1
    for other in (Design.of(["man"], k=3), Design.of(["man"], seed=1), Design.of(["man"], folds=4)):
        assert kept(other.deals(data), other) == []
    table = sample(target="city")
    assert kept(design.deals(table), design) == []


@pytest.mark.quick
def test_opens_filled_with_the_sample():
    app = opened(PAGE)
    assert app.title[0].value == "Which relation for my data?"
    assert_shows(app, usual())
    assert address(app) == {}
    said = all_text(app)
    assert "400 of 400 rows · 6 features · 2 classes: leaves 213, stays 187" in said
    for note in ("without any value: remark", "looks like an identifier: customer_id", "58 gaps left open"):
        assert note in said
    assert "never stored, passed on or executed" in said
    assert "How the recommendation is made." in said
    assert "on this" not in app.subheader[0].value
    script, command = (block.value for block in app.code[:2])
    assert "read_dataset(\n    'sample.csv',\n    target='outcome',\n)" in script
    assert command.startswith(
        "python -m frnn_core leaderboard sample.csv --target=outcome --relations man euc"
    )
    assert told(usual()) in app.get("plotly_chart")[0].proto.alt


CONTROLS = [
    ("selectbox", "yk", "7", "7", {}, {"k": 7}),
    ("number_input", "yrepeats", 2, "2", {}, {"repeats": 2}),
    ("slider", "yfolds", 4, "4", {}, {"folds": 4}),
    ("number_input", "yseed", 5, "5", {}, {"seed": 5}),
    ("selectbox", "gaps", "fill", "fill", {}, {"encoding": {"gaps": "fill"}}),
    ("selectbox", "cats", "one-hot", "one-hot", {}, {"encoding": {"categories": "one-hot"}}),
    ("selectbox", "target", "city", "city", {"target": "city"}, {}),
]


def test_each_control_moves_the_numbers_and_the_address():
    app = opened(PAGE, **QUICK)
    for widget, key, value, written, reading, comparing in CONTROLS:
        control = getattr(app, widget)(key=key)
        before = control.value
        control.set_value(value)
        moved(app)
        assert_shows(app, plain_board(sample(**reading), KEYS, **comparing))
        assert address(app) == {**QUICK, key: written}
        getattr(app, widget)(key=key).set_value(before)
        moved(app)
        assert address(app) == QUICK


def test_relations_by_name_and_by_family_and_gamma_only_with_a_kernel():
    app = opened(PAGE, **{key: value for key, value in QUICK.items() if key != "among"})
    app.multiselect(key="among").set_value(["man", "cos"])
    moved(app)
    assert_shows(app, plain_board(sample(), ["man", "cos"]))
    assert not [slider for slider in app.select_slider if slider.key == "g"]
    app.button(key="family kernel").click()
    moved(app)
    assert address(app)["among"] == "man,cos,gauss,exp,rat,circle,sphere"
    app.select_slider(key="g").set_value(0.1)
    moved(app)
    kernels = ["man", "cos", "gauss", "exp", "rat", "circle", "sphere"]
    assert_shows(app, plain_board(sample(), kernels, gamma=0.1))
    assert "gamma=0.1" in app.code[0].value
    app.button(key="family kernel").click()
    moved(app)
    assert address(app)["among"] == "man,cos"
    app.multiselect(key="among").set_value([])
    moved(app)
    assert "No relation is chosen" in app.info[0].value


LINK = {
    "target": "city",
    "roles": "customer_id:number,newsletter:left-out",
    "treat": "joined:calendar",
    "orders": "basket:large|medium|small",
    "cats": "value-difference",
    "gaps": "fill",
    "among": "man,gauss",
    "yk": "5",
    "g": "0.1",
    "ybeside": "knn,majority",
    "yfolds": "3",
    "yrepeats": "1",
    "yseed": "11",
}


def test_a_link_restores_every_control_and_reset_clears_them():
    app = opened(PAGE, **LINK)
    assert address(app) == LINK
    data = sample(
        target="city",
        roles={"customer_id": "number", "newsletter": "left-out"},
        orders={"basket": ["large", "medium", "small"]},
    )
    encoding = {"categories": "value-difference", "gaps": "fill", "treatments": {"joined": "calendar"}}
    own = {"k": 5, "gamma": 0.1, "folds": 3, "seed": 11, "beside": ["knn", "majority"]}
    board = plain_board(data, ["man", "gauss"], encoding=encoding, **own)
    assert_shows(app, board)
    next(button for button in app.button if button.label == "Reset").click()
    moved(app)
    assert address(app) == {}


BAD = {
    "yk": ("99", "there is no such choice"),
    "yrepeats": ("11", "it goes from 0 to 10"),
    "ybeside": ("svm,oracle", "'oracle' is not known"),
    "yfolds": ("1", "it goes from 2 to 20"),
    "yseed": ("x", "it goes from 0 to 9999"),
    "among": ("man,none", "'none' is not known"),
    "gaps": ("mean", "there is no such choice"),
    "cats": ("hash", "there is no such choice"),
    "roles": ("a:colour", "'colour' is no role of a column"),
    "treat": ("city", "it must give a value for each column, such as zip:category"),
    "orders": ("a", "it must give the values of a column, such as size:S|M|L"),
    "answers": (":day first", "it must hold the names of columns"),
    "edges": ("3,1", "the numbers must rise from one to the next"),
    "infolds": ("x", "it goes from 0 to 1000"),
    "bins": ("50", "it goes from 0 to 20"),
    "target": ("x" * 300, "it must be the name of a column"),
    "file": ("/", "a file has a name"),
}


def test_a_bad_link_is_ignored_part_by_part_with_notes():
    app = opened(PAGE, **{key: value for key, (value, _) in BAD.items()})
    notes = [warning.value for warning in app.warning]
    for value, words in BAD.values():
        asked = value if len(value) <= 40 else f"{value[:40]}…"
        said = f"= {plain(asked)}; {plain(words)}. That part was ignored"
        assert any(said in note for note in notes), value
    assert address(app) == {}
    assert_shows(app, usual())


def test_a_class_column_that_is_not_there_is_ignored_with_a_note():
    app = opened(PAGE, target="**no**", **QUICK)
    assert plain("that part was ignored: **no** (not in this table).") in text(app)
    assert_shows(app, plain_board(sample(), KEYS))


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
    assert_shows(app, plain_board(sample(), KEYS))
    assert address(app) == QUICK
