"""The page Your data shows what the core computes, for every position of its controls and every file."""

import io
import struct
import time
import zipfile

import numpy as np
import pytest
from driving import address, figures, moved, opened, text

from frnn_core import RELATIONS, load_dataset, read_dataset
from frnn_core.data.reading import MAX_BYTES
from frnn_core.leaderboard import leaderboard
from frnn_core.leaderboard.advice import finding as told
from frnn_core.leaderboard.pieces import FIXED
from frnn_core.stats.wording import number
from pages.ui import your_data_file
from pages.ui.your_data_check import plain
from pages.ui.your_data_file import clean, sample_text

PAGE = "your_data"
QUICK = {"among": "man,euc,mah"}
KEYS = ["man", "euc", "mah"]


def all_text(app):
    return " ".join([text(app), *(element.value for element in app.text)])


def sample(**options):
    return read_dataset(sample_text().encode(), name="sample.csv", **options)


def means(board):
    return {key: number(value) for key, value in board.frame()["mean"].items()}


def assert_shows(app, board):
    """Finding, dots and table are those of the board."""
    assert app.subheader[0].value == told(board)
    (figure,) = figures(app)
    dots = next(trace for trace in figure["data"] if trace["meta"] == "means")
    assert dict(zip(dots["customdata"], dots["x"], strict=True)) == board.means.to_dict()
    shown = app.dataframe[-1].value
    names = {f"{spec.label} ({key})": key for key, spec in RELATIONS.items()}
    names |= {"k-nearest neighbours": "knn", "Largest class": "majority"}
    assert {names[row]: mean for row, mean in shown["mean"].items()} == means(board)


def upload(app, name, data):
    app.file_uploader(key="upload").set_value((name, data, "text/plain"))
    return moved(app)


def compared(app, seconds=60):
    """Press the button and wait for the end."""
    app.button(key="compare").click()
    moved(app)
    until = time.monotonic() + seconds
    while any("Computing" in (p.proto.text or "") for p in app.get("progress")) or not app.subheader:
        assert time.monotonic() < until, all_text(app)
        time.sleep(0.2)
        moved(app)
    while app.subheader[0].value.startswith("So far"):
        assert time.monotonic() < until, all_text(app)
        time.sleep(0.2)
        moved(app)
    return app


def csv_of(name="wine", separator=",", decimal="."):
    data = load_dataset(name)
    rows = [
        separator.join([*(f"{v:g}".replace(".", decimal) for v in x), f"c{y}"])
        for x, y in zip(data.X, data.y, strict=True)
    ]
    head = separator.join([*(f"f{i}" for i in range(data.X.shape[1])), "kind"])
    return "\n".join([head, *rows]).encode()


# the sample


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
        assert any(f"= {value[:40]}; {words}. That part was ignored" in note for note in notes), value
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


# files


def keel_text(rows=60):
    data = load_dataset("wine")
    pick = np.linspace(0, 177, rows).astype(int)
    lines = [f"{data.X[i, 0]}, {data.X[i, 6]}, c{data.y[i]}" for i in pick]
    head = (
        "@relation wine\n@attribute a real [0, 20]\n@attribute b real [0, 20]\n"
        "@attribute Class {c1, c2, c3}\n@inputs a, b\n@outputs Class\n@data\n"
    )
    return head, lines


def fold_zip(count=3):
    head, lines = keel_text()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for fold in range(count):
            rest = [row for other in range(count) if other != fold for row in lines[other::count]]
            archive.writestr(f"wine-{count}-{fold + 1}tst.dat", head + "\n".join(lines[fold::count]))
            archive.writestr(f"wine-{count}-{fold + 1}tra.dat", head + "\n".join(rest))
    return buffer.getvalue()


ARFF = (
    "@RELATION x\n@ATTRIBUTE a NUMERIC\n@ATTRIBUTE class {u,v}\n@DATA\n"
    + "\n".join(f"{i},{'uv'[i % 2]}" for i in range(40))
).encode()


GOOD = [
    ("comma.csv", csv_of(separator=";", decimal=","), "178 of 178 rows · 13 features · 3 classes"),
    ("x.arff", ARFF, "40 of 40 rows · 1 feature · 2 classes: u 20, v 20"),
    ("wine.dat", "\n".join([keel_text()[0], *keel_text()[1]]).encode(), "60 of 60 rows · 2 features"),
    ("wine.zip", fold_zip(), "The 3 folds of the files are used as they are."),
]


def test_a_good_file_is_read_and_compared_by_the_worker():
    app = opened(PAGE, among="man,euc")
    for name, data, words in GOOD:
        upload(app, name, data)
        assert words in all_text(app)
        assert address(app) == {"among": "man,euc", "file": name}
        assert "about" in text(app)
        assert not app.subheader
        compared(app)
        assert_shows(app, leaderboard(read_dataset(data, name=name), ["man", "euc"]))


def png():
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sIIBBBBB", 13, b"IHDR", 9, 9, 8, 2, 0, 0, 0) + b"\0" * 400


def bomb():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x.csv", b"1,2,a\n" * 10_000_000)
    return buffer.getvalue()


BAD_FILES = [
    ("empty.csv", b"", "The file is empty"),
    ("picture.csv", png(), "PNG image"),
    ("bomb.zip", bomb(), "The zip is refused"),
    ("one.csv", b"a,class\n" + b"".join(b"%d,x\n" % i for i in range(30)), "same class"),
    ("texts.csv", b"a,class\nred,x\nblue,y\nred,x\nblue,y\n", "no column of numbers"),
]


def test_a_bad_file_ends_in_its_cause_and_cure():
    app = opened(PAGE, **QUICK)
    for name, data, words in BAD_FILES:
        upload(app, name, data)
        (error,) = app.error
        with pytest.raises(ValueError, match=words) as refusal:
            read_dataset(data, name=name)
        assert error.value == plain(str(refusal.value))
        assert not app.subheader
    app.file_uploader(key="upload").set_value(None)
    moved(app)
    assert_shows(app, leaderboard(sample(), KEYS))
    assert address(app) == QUICK


def test_a_file_above_the_cap_is_refused():
    table = your_data_file.read(b"1," * (MAX_BYTES // 2 + 10), "large.csv", "id")
    assert table.raw is None
    assert "above the limit of 50.0 MB" in table.error
    app = opened(PAGE, **QUICK)
    assert app.file_uploader(key="upload").proto.max_upload_size_mb == MAX_BYTES // 1_000_000


def test_ten_thousand_columns_leave_out_what_needs_matrices():
    rng = np.random.default_rng(0)
    head = ",".join(f"f{i}" for i in range(10_000)) + ",class\n"
    rows = [",".join(map(str, rng.integers(0, 9, 10_000))) + f",{i % 2}" for i in range(24)]
    app = opened(PAGE, **QUICK)
    upload(app, "wide.csv", (head + "\n".join(rows)).encode())
    assert "24 of 24 rows · 10,000 features" in all_text(app)
    assert "Mahalanobis is left out: it needs matrices of 10,000 × 10,000 numbers" in text(app)
    assert "relations=['man', 'euc']" in app.code[0].value


def test_a_hundred_thousand_rows_are_estimated_and_not_started():
    rng = np.random.default_rng(0)
    cells = rng.integers(0, 100, (100_000, 20)).astype(str)
    data = ("\n".join(",".join(row) + f",{'ab'[i % 2]}" for i, row in enumerate(cells))).encode()
    app = opened(PAGE, among="every")
    upload(app, "long.csv", data)
    assert "100,000 of 100,000 rows" in all_text(app)
    assert "a page allows 20 minutes" in app.warning[0].value
    assert "The command line below has no limit" in app.warning[0].value
    assert not [button for button in app.button if button.key == "compare"]


def test_hostile_names_are_shown_and_quoted_as_they_are():
    name, column = '"); import os #.csv', '"); import os #'
    rows = [f"{i % 4},{i % 5},1,{'uv'[i % 2]}" for i in range(60)]
    head = '"""); import os #",**x**,<script>,$c$:material/home:'
    data = "\n".join([head, *rows]).encode()
    app = opened(PAGE, **QUICK)
    upload(app, name, data)
    compared(app)
    script = app.code[0].value
    assert repr(name) in script
    compile(script, "x", "exec")
    app.selectbox(key="target").set_value(column)
    moved(app)
    assert f"target={column!r}" in app.code[0].value
    app.selectbox(key="target").set_value("")
    moved(app)
    reasons = [element.value for element in app.text if "is constant" in element.value]
    assert reasons
    assert all("<script> is constant" in reason for reason in reasons)
    assert "<script>" not in text(app)
    assert "**x**" not in text(app)


def test_plain_and_clean_take_the_meaning_out_of_names():
    assert plain("**a** [b](c) <i> $x$ `y`") == r"\*\*a\*\* \[b\]\(c\) \<i\> \$x\$ \`y\`"
    assert ":material/home:" not in plain(":material/home:")
    assert clean("../../etc/pass\x00wd\n") == "passwd"
    assert clean("C:\\data\\mine.csv") == "mine.csv"
    assert clean("a%22b.csv") == 'a"b.csv'
    assert len(clean("x" * 500)) == 100


# the run


def noisy(rows=700):
    rng = np.random.default_rng(3)
    y = rng.integers(0, 3, rows)
    X = rng.normal(size=(rows, 8)) + 0.5 * y[:, None]
    return "\n".join(",".join(f"{v:.4f}" for v in x) + f",c{k}" for x, k in zip(X, y, strict=True)).encode()


def test_cancel_keeps_folds_and_continue_goes_on():
    app = opened(PAGE, among="man,nca,lmnn", yfolds="3")
    upload(app, "noisy.csv", noisy())
    app.button(key="compare").click()
    moved(app)
    until = time.monotonic() + 40
    while not app.subheader:
        assert time.monotonic() < until
        time.sleep(0.1)
        moved(app)
    assert app.subheader[0].value.startswith("So far ")
    app.button(key="cancel the comparison").click()
    moved(app)
    moved(app)
    assert "Stopped." in text(app)
    assert "pieces are kept" in text(app)
    part = app.subheader[0].value
    assert part.startswith("So far ")
    app.button(key="compare again")  # it could start again, too
    compared(app)
    board = leaderboard(read_dataset(noisy(), name="noisy.csv"), ["man", "nca", "lmnn"], folds=3)
    assert_shows(app, board)
    app.slider(key="k").set_value(4)
    moved(app)
    app.slider(key="k").set_value(3)
    moved(app)
    assert_shows(app, board)


def test_the_defaults_are_the_relations_that_learn_nothing():
    app = opened(PAGE)
    assert tuple(app.multiselect(key="among").value) == FIXED
    assert len(FIXED) == 13
