"""ARFF and KEEL files give the very data set that was written."""

from __future__ import annotations

import numpy as np
import pytest

from frnn_core.data.reading import inspect_table, read_dataset
from frnn_core.engine.columns import Column
from frnn_core.errors import DataError

Y = ["yes", "no", "no", "yes"]
NAMED = "Took class as the class because of its name; name another with target=…"
ARFF = """% a comment
@RELATION 'my data'
@ATTRIBUTE 'sepal length' NUMERIC
@attribute width real
@attribute count integer
@attribute colour {red, 'dark blue', "light, green"}
@attribute 'it\\'s' string
@attribute day date "yyyy-MM-dd"
@attribute class {yes,no}
@DATA
5.1, 3.5, 1, red, 'a, b', 2020-01-01, yes
% another
4.9, ?, 2, 'dark blue', c, 2020-01-02, no

0.25,1e-3,3,"light, green",d,2021-01-01,no
7,12,4,red,e,2020-01-01,yes
"""


def test_arff() -> None:
    data = read_dataset(ARFF.encode(), name="flowers.arff")
    assert data.columns == (
        Column("sepal length"),
        Column("width"),
        Column("count"),
        Column("colour", "category", ("dark blue", "light, green", "red")),
        Column("day", "date"),
    )
    wanted = [
        [5.1, 3.5, 1, 2, 18262],
        [4.9, np.nan, 2, 0, 18263],
        [0.25, 1e-3, 3, 1, 18628],
        [7, 12, 4, 2, 18262],
    ]
    assert np.array_equal(data.X, wanted, equal_nan=True)
    assert data.y.tolist() == Y
    assert (data.name, data.source) == ("flowers", "your file flowers.arff")
    assert data.notes == (
        NAMED,
        "Left out 1 column of texts that are nearly all different: it's.",
        "Read 1 column as categories: colour (3 values).",
        "Read 1 column as dates: day (year-month-day).",
        "1 gap left open, in: width (1).",
    )


def test_string_and_date_are_text_even_if_they_look_like_numbers() -> None:
    text = "@attribute a real\n@attribute s string\n@attribute d date\n@attribute class {x,y}\n@data\n"
    data = read_dataset((text + "1,7,2020,x\n2,8,2021,y\n" * 2).encode())
    assert data.columns == (
        Column("a"),
        Column("s", "category", ("7", "8")),
        Column("d", "category", ("2020", "2021")),
    )


def test_sparse_arff() -> None:
    text = "@relation s\n@attribute a real\n@attribute n {p,q}\n@attribute class {x, y}\n@data\n"
    data = read_dataset((text + "{0 2.5, 2 y}\n{}\n{1 'q', 2 y}\n{0 1e3}\n").encode())
    assert data.X.tolist() == [[2.5, 0], [0, 0], [0, 1], [1000, 0]]
    assert data.columns[1] == Column("n", "category", ("p", "q"))
    assert data.y.tolist() == ["y", "x", "y", "x"]


KEEL = """@relation thing
@attribute Class{positive, negative}
@attribute Length real[0.075, 0.815]
@attribute A1 {0, 1}
@inputs Length, A1
@outputs Class
@data
positive, 0.5, 0
 negative ,0.25,   1
negative, <null>, 1
negative, 0.125, 1
positive, 0.75, 0
"""


def test_keel_dat() -> None:
    data = read_dataset(KEEL.encode(), name="thing.dat")
    assert data.feature_names == ("Length", "A1")
    assert np.array_equal(data.X, [[0.5, 0], [0.25, 1], [np.nan, 1], [0.125, 1], [0.75, 0]], equal_nan=True)
    assert data.columns == (Column("Length"), Column("A1"))
    assert data.y.tolist() == ["positive", "negative", "negative", "negative", "positive"]
    assert data.notes == (
        "Kept 1 column of numbers that the file calls categories: A1.",
        "1 gap left open, in: Length (1).",
    )


def test_keel_categories_of_numbers_can_be_made_categories() -> None:
    told = inspect_table(KEEL.encode()).column("A1")
    assert (told.guess, told.reason) == ("number", "the file calls it a category")
    assert {"category", "ordered", "yes-no", "left-out"} <= set(told.roles)
    data = read_dataset(KEEL.encode(), roles={"A1": "category"})
    assert data.columns[1] == Column("A1", "category", ("0", "1"))
    assert data.X[:, 1].tolist() == [0, 1, 1, 1, 0]


def test_a_class_that_outputs_calls_otherwise_is_found_by_its_place() -> None:
    data = read_dataset(KEEL.replace("@outputs Class", "@outputs Survival").encode())
    assert data.class_names == ("negative", "positive")
    assert data.notes[0] == (
        "@outputs names Survival, which has no @attribute line; by its place that is Class."
    )


def test_keel_with_several_outputs_takes_the_first_and_leaves_out_the_others() -> None:
    data = read_dataset(KEEL.replace("@outputs Class", "@outputs class, A1").encode())
    assert data.feature_names == ("Length",)
    assert "Left out 1 column that the file names as a further output: A1." in data.notes


@pytest.mark.parametrize("inputs", ["Length", " LENGTH ", "Length, Class"])
def test_keel_with_inputs_leaves_out_what_is_neither_input_nor_output(inputs: str) -> None:
    text = KEEL.replace("@inputs Length, A1", f"@inputs {inputs}")
    data = read_dataset(text.encode())
    assert data.feature_names == ("Length",)
    assert data.notes[0] == (
        "Left out 1 column that the file names neither as an input nor as an output: A1."
    )
    assert inspect_table(text.encode()).columns[2].reason == "no input of the file"


def test_keel_inputs_without_outputs_leave_the_class() -> None:
    data = read_dataset(KEEL.replace("@outputs Class\n", "").replace("Class{", "Kind{").encode())
    assert data.y.tolist() == ["positive", "negative", "negative", "negative", "positive"]
    assert data.feature_names == ("Length", "A1")
    named = KEEL.replace("@outputs Class\n", "").replace("Class{", "Kind{").replace("Length", "y")
    assert read_dataset(named.encode()).class_names == ("negative", "positive")


def test_keel_inputs_that_are_no_columns_are_ignored_with_a_note() -> None:
    data = read_dataset(KEEL.replace("@inputs Length, A1", "@inputs Length, A2").encode())
    assert data.feature_names == ("Length", "A1")
    assert "@inputs names columns that have no @attribute line (A2)" in data.notes[0]


def test_keel_inputs_that_leave_nothing() -> None:
    with pytest.raises(
        DataError, match=r"no column besides the class to compare.*Length \(no input of the file\)"
    ):
        read_dataset(KEEL.replace("@inputs Length, A1", "@inputs Class").encode())


@pytest.mark.parametrize(("outputs", "inputs"), [("grade", "Grade"), ("Grade", "grade")])
def test_keel_names_that_differ_by_case_only(outputs: str, inputs: str) -> None:
    kinds = {outputs: "{x, y}", inputs: "real [0, 9]"}
    header = "".join(f"@attribute {name} {kinds[name]}\n" for name in ("grade", "Grade"))
    cells = {outputs: ["x", "y", "x", "y"], inputs: ["1", "2", "3", "4"]}
    rows = "".join(f"{a}, {b}\n" for a, b in zip(cells["grade"], cells["Grade"], strict=True))
    data = read_dataset(f"{header}@inputs {inputs}\n@outputs {outputs}\n@data\n{rows}".encode())
    assert (data.feature_names, data.X[:, 0].tolist()) == ((inputs,), [1, 2, 3, 4])
    assert data.y.tolist() == ["x", "y", "x", "y"]


@pytest.mark.parametrize("keyword", ["@inputs", "@outputs"])
def test_keel_names_that_fit_two_columns_are_refused(keyword: str) -> None:
    header = f"@attribute grade real\n@attribute Grade {{x, y}}\n{keyword} GRADE\n@data\n1, x\n2, y\n"
    with pytest.raises(
        DataError, match=f"{keyword} names GRADE, which may be grade or Grade. Spell it as its"
    ):
        read_dataset(header.encode())


def test_a_mark_that_the_header_declares_is_a_category() -> None:
    text = "@attribute a real\n@attribute class {1,-}\n@data\n1,1\n2,-\n3,1\n-,-\n5,-\n"
    data = read_dataset(text.encode())
    assert data.y.tolist() == ["1", "-", "1", "-", "-"]
    assert data.notes[1:] == (
        "Counted - as missing in: a (1).",
        "1 gap left open, in: a (1).",
        "1 row without a value in any feature, which tells nothing. Delete such rows.",
    )
