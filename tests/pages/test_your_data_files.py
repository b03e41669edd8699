"""The page Your data with files good and bad, and a run that is stopped and goes on."""

import gc
import io
import struct
import zipfile

import numpy as np
import pytest
from boards import plain_board
from driving import address, moved, opened, text, waited
from driving_your_data import (
    KEYS,
    PAGE,
    QUICK,
    SETTLED,
    all_text,
    assert_shows,
    compared,
    csv_of,
    sample,
    upload,
)

from frnn_core import load_dataset, read_dataset
from frnn_core.data.reading import MAX_BYTES
from frnn_core.relations import fixed_relations
from pages.ui.your_data import file
from pages.ui.your_data.check import on_page, plain
from pages.ui.your_data.file import clean


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
    app = opened(PAGE, **SETTLED, among="man,euc")
    for name, data, words in GOOD:
        upload(app, name, data)
        assert words in all_text(app)
        assert address(app) == {**SETTLED, "among": "man,euc", "file": name}
        assert "about" in text(app)
        assert not app.subheader
        compared(app)
        assert_shows(app, plain_board(read_dataset(data, name=name), ["man", "euc"]))


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
    ("texts.csv", b"a,class\nred,x\nblue,y\npink,x\ngreen,y\n", "no column besides the class"),
]


def test_a_bad_file_ends_in_its_cause_and_cure():
    app = opened(PAGE, **QUICK)
    for name, data, words in BAD_FILES:
        upload(app, name, data)
        (error,) = app.error
        with pytest.raises(ValueError, match=words) as refusal:
            read_dataset(data, name=name)
        assert error.value == plain(on_page(str(refusal.value)))
        assert not app.subheader
    app.file_uploader(key="upload").set_value(None)
    moved(app)
    assert_shows(app, plain_board(sample(), KEYS))
    assert address(app) == QUICK


def test_a_file_above_the_cap_is_refused():
    table = file.read(b"1," * (MAX_BYTES // 2 + 10), "large.csv", "id")
    assert table.raw is None
    assert "above the limit of 50.0 MB" in table.error
    app = opened(PAGE, **QUICK)
    assert app.file_uploader(key="upload").proto.max_upload_size_mb == MAX_BYTES // 1_000_000


def test_the_tables_of_all_visitors_together_have_a_limit(monkeypatch):
    gc.collect()
    first = file.held(file.read(csv_of(), "first.csv", "1"))
    assert first.size == 178 * 14 * 8
    monkeypatch.setattr(file, "MOST_HELD", sum(table.size for table in file._held) + first.size - 1)
    app = opened(PAGE, **QUICK)
    upload(app, "second.csv", csv_of())
    (error,) = app.error
    assert "fill this server\\. Upload yours again in a few minutes" in error.value
    del first
    gc.collect()
    upload(app, "third.csv", csv_of())
    assert "178 of 178 rows" in all_text(app)


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
    app = opened(PAGE, **SETTLED, among="every")
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
    app = opened(PAGE, **SETTLED, among="man,nca,lmnn", yfolds="3")
    upload(app, "noisy.csv", noisy())
    app.button(key="compare").click()
    moved(app)
    waited(app, lambda: app.subheader)
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
    board = plain_board(read_dataset(noisy(), name="noisy.csv"), ["man", "nca", "lmnn"], folds=3)
    assert_shows(app, board)
    app.selectbox(key="yk").set_value("4")
    moved(app)
    app.selectbox(key="yk").set_value("3")
    moved(app)
    assert_shows(app, board)


def test_the_defaults_are_the_relations_that_learn_nothing():
    app = opened(PAGE)
    assert tuple(app.multiselect(key="among").value) == fixed_relations()
    assert len(fixed_relations()) == 13
