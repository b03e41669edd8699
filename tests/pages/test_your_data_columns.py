"""Step 2 of Your data: every column is listed with its role, and what a visitor changes counts everywhere."""

import io
import zipfile
from types import SimpleNamespace

import numpy as np
import pytest
from boards import plain_board
from driving import address, moved, opened, text
from driving_your_data import KEYS, PAGE, QUICK, SETTLED, all_text, assert_shows, csv_of, sample, upload

from frnn_core import read_dataset
from frnn_core.data.reading import Options, inspect_table, read_raw_table
from frnn_core.engine.columns import ROLES
from frnn_core.engine.treatments import GAPS
from frnn_core.errors import DataError
from pages.ui.escaping import plain
from pages.ui.your_data import choices, columns, groups
from pages.ui.your_data.file import sample_text

SAMPLE_ROLES = {
    "customer_id": "identifier",
    "age": "number",
    "income": "number",
    "city": "category",
    "basket": "ordered",
    "newsletter": "yes-no",
    "joined": "date",
    "remark": "left-out",
    "outcome": "class",
}


def roles(app):
    """The roles on screen, by the place of the column."""
    return [box.value for box in app.selectbox if box.key.startswith("role ")]


def chosen(app, kind, key, value):
    getattr(app, kind)(key=key).set_value(value)
    return moved(app)


def markdown(app):
    return [element.value for element in app.markdown]


@pytest.mark.quick
def test_every_column_is_listed_with_what_it_is_and_becomes():
    app = opened(PAGE, **QUICK)
    assert roles(app) == list(SAMPLE_ROLES.values())
    told = inspect_table(sample_text().encode())
    for place, column in enumerate(told.columns):
        offered = app.selectbox(key=f"role {place}").options
        assert offered == [ROLES[role].label for role in column.roles]
    said = markdown(app)
    for line in (
        "**customer\\_id**  \n:small[:gray[1 · 2 · 3]]",
        ":small[left out:\N{WORD JOINER} looks like an identifier]",
        ":small[5 % gaps]",
        ":small[one number, 18 to 79]",
        ":small[one feature, equal or not, 4 values]",
        ":small[left out:\N{WORD JOINER} has no values]",
        ":small[what is to be told, 2 values]",
    ):
        assert line in said, line
    assert any("21,878\\.60 read as 21878\\.60" in line for line in said)
    assert app.selectbox(key="gaps").options == [gap.label for gap in GAPS.values()]


def test_what_is_changed_counts_in_numbers_address_and_code_and_can_be_taken_back():
    app = opened(PAGE, **QUICK)
    chosen(app, "selectbox", "role 0", "number")
    assert address(app) == {**QUICK, "roles": "customer_id:number"}
    assert_shows(app, plain_board(sample(roles={"customer_id": "number"}), KEYS))
    assert "The guess was" in text(app)
    chosen(app, "selectbox", "role 5", "left-out")
    chosen(app, "selectbox", "treatment 3", "one-hot")
    chosen(app, "selectbox", "treatment 6", "calendar")
    chosen(app, "selectbox", "gaps", "differs")
    reading = {"roles": {"customer_id": "number", "newsletter": "left-out"}}
    encoding = {"gaps": "differs", "treatments": {"city": "one-hot", "joined": "calendar"}}
    assert_shows(app, plain_board(sample(**reading), KEYS, encoding=encoding))
    link = address(app)
    assert link == {
        **QUICK,
        "roles": "customer_id:number,newsletter:left-out",
        "treat": "city:one-hot,joined:calendar",
        "gaps": "differs",
    }
    script, command = app.code[0].value, app.code[1].value
    assert "roles={'customer_id': 'number', 'newsletter': 'left-out'}" in script
    assert f"encoding={encoding!r}" in script
    assert "--role=newsletter=left-out" in command
    assert "--gaps=differs --treat=city=one-hot --treat=joined=calendar" in command
    again = opened(PAGE, **link)
    assert address(again) == link
    assert again.code[0].value == script
    assert roles(again) == roles(app)
    chosen(app, "selectbox", "role 0", "identifier")
    chosen(app, "selectbox", "role 5", "yes-no")
    chosen(app, "selectbox", "treatment 3", "overlap")
    chosen(app, "selectbox", "role 6", "left-out")
    assert address(app) == {**QUICK, "roles": "joined:left-out", "gaps": "differs"}
    chosen(app, "selectbox", "role 6", "date")
    assert address(app) == {**QUICK, "gaps": "differs"}


def test_the_class_is_a_role_too():
    app = opened(PAGE, **QUICK)
    chosen(app, "selectbox", "role 3", "class")
    assert address(app) == {**QUICK, "target": "city"}
    assert app.selectbox(key="target").value == "city"
    assert roles(app)[8] == "category"
    assert_shows(app, plain_board(sample(target="city"), KEYS))
    chosen(app, "selectbox", "role 3", "category")
    assert address(app) == QUICK
    chosen(app, "selectbox", "role 8", "left-out")
    assert address(app) == {**QUICK, "roles": "outcome:left-out"}
    assert "class" in roles(app)
    chosen(app, "selectbox", "target", "outcome")
    assert roles(app) == list(SAMPLE_ROLES.values())
    assert_shows(app, plain_board(sample(), KEYS))


def test_the_order_of_values_can_be_typed():
    app = opened(PAGE, **QUICK)
    chosen(app, "text_input", "order 4", "medium < small")
    assert plain("Name every value of basket once, the lowest first, with < between.") in text(app)
    assert address(app) == QUICK
    chosen(app, "text_input", "order 4", "large < small < medium")
    assert address(app) == {**QUICK, "orders": "basket:large|small|medium"}
    assert_shows(app, plain_board(sample(orders={"basket": ["large", "small", "medium"]}), KEYS))
    chosen(app, "selectbox", "role 4", "category")
    assert address(app) == {**QUICK, "roles": "basket:category"}


def test_a_class_that_is_a_quantity_is_cut_into_groups():
    app = opened(PAGE, target="income", **QUICK)
    assert "**income** is most likely a quantity" in text(app)
    assert "376 different numbers" in text(app)
    assert not app.subheader
    assert not app.error
    chosen(app, "selectbox", "groups of the class", 4)
    assert "**income** is a quantity, 9,714.84 to 128,212, cut into groups." in text(app)
    assert groups.label(4, app.session_state["the visitor's choices"].summary.quantity) == (
        "4 groups, cut at 23,210; 32,030; 46,530"
    )
    assert address(app) == {**QUICK, "target": "income", "bins": "4"}
    assert_shows(app, plain_board(sample(target="income", bins=4), KEYS))
    assert "bins=4" in app.code[0].value
    chosen(app, "selectbox", "groups of the class", "typed")
    assert address(app)["edges"] == "23210,32030,46530"
    chosen(app, "text_input", "edges of the class", "30000; 50000.5")
    assert address(app) == {**QUICK, "target": "income", "edges": "30000,50000.5"}
    assert_shows(app, plain_board(sample(target="income", edges=[30_000, 50_000.5]), KEYS))
    assert "--edges=30000.0,50000.5" in app.code[1].value
    chosen(app, "text_input", "edges of the class", "3 to 5")
    assert "These are no edges" in text(app)
    assert address(app)["edges"] == "30000,50000.5"
    chosen(app, "selectbox", "target", "outcome")
    assert_shows(app, plain_board(sample(target="outcome"), KEYS))


def test_a_class_of_few_numbers_can_be_cut_too():
    rows = [f"{i % 7},{i % 5},{i % 4}" for i in range(80)]
    app = opened(PAGE, **QUICK)
    upload(app, "few.csv", "\n".join(["a,b,class", *rows]).encode())
    assert "4 classes: 0 20, 1 20, 2 20, 3 20" in all_text(app)
    chosen(app, "selectbox", "groups of the class", "typed")
    assert address(app)["edges"] == "1"
    assert "2 classes: 1: up to 1 (40), 2: above 1 (40)" in all_text(app)
    assert groups.label(3, None) == "3 groups of about the same size"


def dated(rows=60):
    days = [f"{1 + i % 12:02}/{1 + (5 * i) % 12:02}/2024" for i in range(rows)]
    return "\n".join(
        ["a,visited_on,class", *(f"{i % 9},{day},{'uv'[i % 2]}" for i, day in enumerate(days))]
    ).encode()


def test_what_is_ambiguous_is_asked_and_the_answer_counts():
    app = opened(PAGE, **QUICK)
    upload(app, "dated.csv", dated())
    question = app.selectbox(key="answer 1")
    assert question.value == "month first"
    assert "If that is wrong, answer 'day first' above." in all_text(app)
    assert "answers=" not in all_text(app)
    assert "visited" in question.label
    chosen(app, "selectbox", "answer 1", "day first")
    assert address(app)["answers"] == "visited_on:day first"
    assert "answers={'visited_on': 'day first'}" in app.code[0].value
    data = read_dataset(dated(), name="dated.csv", answers={"visited_on": "day first"})
    assert f"{len(data.X)} of 60 rows · 2 features" in all_text(app)
    assert np.array_equal(app.session_state["the visitor's data set"][1].X, data.X)
    chosen(app, "selectbox", "answer 1", "month first")
    assert "answers" not in address(app)


STALE = {
    "roles": "none:number,city:number,age:category",
    "treat": "income:one-hot,gone:one-hot,city:one-hot",
    "answers": "joined:day first",
    "orders": "basket:small|huge",
    "infolds": "5",
    "bins": "3",
    "edges": "20,40",
}


def test_choices_for_another_table_are_ignored_with_a_note():
    app = opened(PAGE, **STALE, **QUICK)
    note = next(note.value for note in app.warning if "do not fit this table" in note.value)
    for name in ("none (not in this table)", "city", "joined", "basket", "income", "gone", "5 folds"):
        assert plain(name) in note
    assert "groups of a numeric class" in note
    assert "= 3; edges of groups are given as well" in text(app)
    data = sample(roles={"age": "category"})
    assert_shows(app, plain_board(data, KEYS, encoding={"treatments": {"city": "one-hot"}}))
    chosen(app, "selectbox", "role 1", "number")
    assert address(app) == {**QUICK, "treat": "city:one-hot", "infolds": "5", "edges": "20,40"}


def test_choices_that_leave_no_class_can_be_taken_back():
    app = opened(PAGE, **QUICK)
    upload(app, "two.csv", "\n".join(["a,class", *(f"{i % 7},{'uv'[i % 2]}" for i in range(60))]).encode())
    chosen(app, "selectbox", "role 1", "category")
    chosen(app, "selectbox", "role 0", "left-out")
    assert "No column is left that could be the class" in app.error[0].value
    next(button for button in app.button if button.label == "Reset").click()
    moved(app)
    assert roles(app) == ["number", "class"]


def test_another_file_starts_from_its_own_guesses_and_the_same_one_does_not():
    link = {**QUICK, "file": "wine.csv", "roles": "f3:category", "target": "kind"}
    app = opened(PAGE, **link)
    upload(app, "wine.csv", csv_of())
    assert address(app) == link
    assert roles(app)[3] == "category"
    upload(app, "other.csv", csv_of())
    assert address(app) == {**QUICK, "file": "other.csv"}
    assert roles(app)[3] == "number"


def test_hostile_names_are_escaped_and_survive_the_link():
    names = ["<b>x</b>,:|%2C", "[a](http://x.y) $z$", "**c**"]
    head = ",".join(f'"{name}"' for name in names)
    rows = [f"{i % 7},{'pq'[i % 2]}{i % 3},{'uv'[i % 2]}" for i in range(60)]
    data = "\n".join([head, *rows]).encode()
    app = opened(PAGE, **QUICK)
    upload(app, "hostile.csv", data)
    chosen(app, "selectbox", "role 0", "category")
    link = address(app)
    assert link["roles"] == "<b>x</b>%2C%3A%7C%252C:category"
    said = text(app)
    assert not any(name in said for name in names)
    assert plain(names[0]) in said
    again = opened(PAGE, **link)
    upload(again, "hostile.csv", data)
    assert roles(again) == ["category", "category", "class"]
    assert f"roles={ {names[0]: 'category'}!r}" in again.code[0].value


def test_a_visitor_sees_nothing_of_anothers_table():
    first = opened(PAGE, **QUICK)
    upload(first, "mine.csv", dated())
    chosen(first, "selectbox", "role 0", "category")
    second = opened(PAGE, **QUICK)
    assert roles(second) == list(SAMPLE_ROLES.values())
    assert address(second) == QUICK
    assert "visited_on" in str(first.session_state)
    assert "visited_on" not in str(second.session_state)
    moved(first)
    assert roles(first) == ["category", "date", "class"]


def test_many_columns_are_shown_a_few_at_a_time_and_can_be_found():
    rng = np.random.default_rng(0)
    head = ",".join([*(f"f{i}" for i in range(200)), "note", "class"])
    rows = [",".join([*map(str, rng.integers(0, 9, 200)), f"text {i}", "uv"[i % 2]]) for i in range(40)]
    app = opened(PAGE, **SETTLED, among="man")
    upload(app, "wide.csv", "\n".join([head, *rows]).encode())
    assert app.selectbox(key="columns that").options == ["Worth a look (1)", "All (202)", "Left out (1)"]
    assert [box.key for box in app.selectbox if box.key.startswith("role ")] == ["role 200"]
    chosen(app, "selectbox", "columns that", "Left out")
    assert [box.key for box in app.selectbox if box.key.startswith("role ")] == ["role 200"]
    chosen(app, "selectbox", "role 200", "category")
    assert address(app)["roles"] == "note:category"
    chosen(app, "selectbox", "columns that", "All")
    assert len(roles(app)) == columns.MOST_ROWS
    chosen(app, "selectbox", "columns from", 45)
    assert app.selectbox(key="role 50").value == "number"
    chosen(app, "text_input", "find a column", "F19")
    assert len(roles(app)) == 11
    chosen(app, "text_input", "find a column", "none such")
    assert roles(app) == []


def two_partitions():
    buffer = io.BytesIO()
    head = (
        "@relation x\n@attribute a real\n@attribute b real\n@attribute Class {u, v}\n"
        "@inputs a, b\n@outputs Class\n@data\n"
    )
    rows = [f"{i % 7}, {i % 5}, {'uv'[i % 2]}" for i in range(60)]
    with zipfile.ZipFile(buffer, "w") as archive:
        for count in (3, 5):
            for fold in range(count):
                rest = [row for other in range(count) if other != fold for row in rows[other::count]]
                archive.writestr(f"x-{count}-{fold + 1}tst.dat", head + "\n".join(rows[fold::count]))
                archive.writestr(f"x-{count}-{fold + 1}tra.dat", head + "\n".join(rest))
    return buffer.getvalue()


def test_of_several_partitions_one_is_chosen():
    app = opened(PAGE, **QUICK)
    upload(app, "x.zip", two_partitions())
    assert app.selectbox(key="partition of the file").value == 5
    assert "folds=5" in app.code[0].value
    chosen(app, "selectbox", "partition of the file", 3)
    assert address(app)["infolds"] == "3"
    assert "--folds-in-file=3" in app.code[1].value
    assert "3 methods × 3 folds" in text(app)


def test_choices_are_written_into_the_address_and_read_back():
    values = {
        choices.ROLE: (("a:b", "number"), ("c,d", "left-out"), ("100 %", "category"), ("%3A", "date")),
        choices.ORDERS: (("a|b", ("x|y", "z,", "%7C")),),
        choices.EDGES: (-1.5, 2.0, 1e16, 0.1 + 1e17),
    }
    for param, value in values.items():
        assert param.read(param.write(value)) == value
    assert choices.EDGES.read("") == choices.ROLE.read("") == choices.ORDERS.read("") == ()
    for text_ in (";", "1;1", "nan", "1e999", ",".join(map(str, range(20)))):
        with pytest.raises(ValueError, match=r"must|number"):
            choices.EDGES.read(text_)


def test_a_change_of_one_column_keeps_what_was_said_of_others():
    raw = read_raw_table(sample_text().encode())
    options = Options("outcome", {"age": "category"}, {"basket": ["large", "small", "medium"]})
    now = choices.Choices(
        options,
        choices.Encoding(treatments=(("age", "one-hot"), ("city", "one-hot"))),
        inspect_table(raw, **options.arguments()),
    )
    assert choices.with_role(raw, now, "age", "number") == (
        Options("outcome", (), options.orders),
        (("city", "one-hot"),),
    )
    assert choices.with_treatment(now, "city", "overlap") == (("age", "one-hot"),)
    with pytest.raises(DataError, match="Name every value of basket"):
        choices.with_order(options, now.summary.column("basket"), "small")


@pytest.mark.parametrize(("kind", "late"), [("role", "Yes or no"), ("treatment", "By class shares")])
def test_a_click_that_was_meant_for_the_table_before_is_passed_over(monkeypatch, kind, late):
    """A browser sends the words of a choice that the new table does not have."""
    state = {f"{kind} 3": late, f"{kind} 99": "number"}
    written = []
    monkeypatch.setattr(columns.st, "session_state", state)
    monkeypatch.setattr(choices, "on_screen", lambda: SimpleNamespace(summary=Summary(), raw=None))
    monkeypatch.setattr(choices, "write", lambda *said: written.append(said))
    for place in (3, 99):
        if kind == "role":
            columns._set_role(None, place)
        else:
            columns._set_treatment(None, place)
    assert written == []


@pytest.mark.parametrize("kind", ["role", "treatment", "order", "answer"])
def test_a_click_on_a_table_that_is_gone_is_passed_over_though_the_next_offers_the_same(monkeypatch, kind):
    """A run that was stopped between two tables leaves the controls of the first, and a browser uses them."""
    before, now = object(), object()
    state = {f"{kind} 0": {"role": "category"}.get(kind, "overlap")}
    written = []
    monkeypatch.setattr(columns.st, "session_state", state)
    monkeypatch.setattr(choices, "on_screen", lambda: SimpleNamespace(summary=Summary(), raw=now))
    monkeypatch.setattr(choices, "write", lambda *said: written.append(said))
    getattr(columns, f"_set_{kind}")(before, 0)
    assert written == []


class Summary:
    columns = tuple(
        SimpleNamespace(name=name, role="number", roles=("number", "category")) for name in "abcd"
    )
