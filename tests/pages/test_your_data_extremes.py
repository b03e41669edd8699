"""The page Your data with tables at the edge: compared, or refused in words, never in a traceback."""

import numpy as np
import pytest
from boards import plain_board
from driving import opened, text, waited
from driving_your_data import PAGE, SETTLED, all_text, assert_shows, compared, upload

from frnn_core import read_dataset
from frnn_core.experiments import served


def lines(rows, labels, head="a,b,class"):
    cells = [
        ",".join([*(repr(float(v)) for v in row), str(label)])
        for row, label in zip(rows, labels, strict=True)
    ]
    return "\n".join([head, *cells]).encode()


NOISE = np.random.default_rng(0).normal(size=(40, 2))
EDGES = {
    "alone.csv": lines(NOISE, ["u"] * 39 + ["v"]),
    "smallest.csv": lines(np.round(9 * NOISE) * 5e-324, ["u", "v"] * 20),
    "huge.csv": lines(NOISE * [1e300, 1e-300], ["u", "v"] * 20),
}


@pytest.mark.slow
def test_tables_at_the_edge_show_the_numbers_of_the_library():
    keys = ["man", "can", "mah", "gauss"]
    app = opened(PAGE, **SETTLED, among=",".join(keys), yfolds="4")
    for name, data in EDGES.items():
        upload(app, name, data)
        assert "about" in text(app)
        assert not app.subheader
        compared(app)
        assert_shows(app, plain_board(read_dataset(data, name=name), keys, folds=4))
        assert not app.exception


@pytest.mark.slow
def test_a_thousand_classes_of_two_rows_are_compared():
    rows = np.random.default_rng(1).normal(size=(2_000, 2))
    data = lines(rows, [f"c{i // 2}" for i in range(2_000)])
    app = opened(PAGE, **SETTLED, among="man,euc", yfolds="2")
    upload(app, "many.csv", data)
    assert "1000 classes: c0 2, c1 2" in all_text(app)
    compared(app)
    assert_shows(app, plain_board(read_dataset(data, name="many.csv"), ["man", "euc"], folds=2))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (lines(NOISE[:2], ["u", "v"]), "more than half as many"),
        (lines(NOISE[:2], ["u", "u"]), "same class"),
        (lines(NOISE[:12], ["u", "v"] * 6), "Under More, ask for at most 6"),
    ],
)
def test_too_few_rows_are_refused_with_the_cure(data, words):
    app = opened(PAGE, **SETTLED, among="man")
    upload(app, "**few**.csv", data)
    (error,) = app.error
    assert words in error.value
    assert "**few**" not in error.value
    assert not [button for button in app.button if button.key == "compare"]


@pytest.mark.slow
def test_what_cannot_be_measured_ends_in_words():
    signs = np.where(NOISE > 0, 1.7e308, -1.7e308)
    app = opened(PAGE, **SETTLED, among="man", yfolds="3")
    upload(app, "x.csv", lines(signs, ["u", "v"] * 20, "**a**,b,class"))
    app.button(key="compare").click()
    waited(app, lambda: "pieces are kept" in text(app))
    assert r"\*\*a\*\*, b\: values too large to measure" in text(app).replace(":\N{WORD JOINER}", r"\:")
    assert not app.exception


@pytest.mark.slow
def test_a_hundred_thousand_rows_are_estimated_before_anything_is_computed(monkeypatch):
    def started(module):
        raise AssertionError("a worker was started")

    monkeypatch.setattr(served, "piped", started)
    rows = np.random.default_rng(0).integers(0, 100, (100_000, 10)).astype(str)
    data = "\n".join(",".join(row) + f",{'uv'[i % 2]}" for i, row in enumerate(rows)).encode()
    app = opened(PAGE, **SETTLED, among="man,euc,gauss,cos,can")
    upload(app, "long.csv", data)
    assert "100,000 of 100,000 rows · 10 features" in all_text(app)
    assert "5 methods × 10 folds: about " in text(app) or "a page allows" in app.warning[0].value
    assert not app.subheader
    assert "comparison under way" not in app.session_state
