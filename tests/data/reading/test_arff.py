"""ARFF and KEEL files give the very data set that was written."""

from __future__ import annotations

import pytest

from frnn_core.data.reading import inspect_table, read_dataset
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
    data = read_dataset(ARFF.encode(), name="flowers.arff", missing="median")
    assert data.feature_names == ("sepal length", "width", "count")
    assert data.X.tolist() == [[5.1, 3.5, 1], [4.9, 3.5, 2], [0.25, 1e-3, 3], [7, 12, 4]]
    assert data.y.tolist() == Y
    assert (data.name, data.source) == ("flowers", "your file flowers.arff")
    assert data.notes == (
        NAMED,
        "Dropped 3 text columns, as the paper does: colour, it's, day.",
        "Filled 1 missing value with the median of the column: width.",
    )


def test_arff_one_hot() -> None:
    data = read_dataset(ARFF.encode(), categorical="onehot", missing="median")
    assert data.feature_names[3:6] == ("colour=red", "colour=dark blue", "colour=light, green")
    assert data.X[:, 3:6].tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0]]


def test_string_and_date_are_text_even_if_they_look_like_numbers() -> None:
    text = "@attribute a real\n@attribute s string\n@attribute d date\n@attribute class {x,y}\n@data\n"
    data = read_dataset((text + "1,7,2020,x\n2,8,2021,y\n" * 2).encode())
    assert data.feature_names == ("a",)


def test_sparse_arff() -> None:
    text = "@relation s\n@attribute a real\n@attribute n {p,q}\n@attribute class {x, y}\n@data\n"
    data = read_dataset((text + "{0 2.5, 2 y}\n{}\n{1 'q', 2 y}\n{0 1e3}\n").encode(), categorical="onehot")
    assert data.X.tolist() == [[2.5, 1, 0], [0, 1, 0], [0, 0, 1], [1000, 1, 0]]
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
    assert data.X.tolist() == [[0.5, 0], [0.25, 1], [0.125, 1], [0.75, 0]]
    assert data.y.tolist() == ["positive", "negative", "negative", "positive"]
    assert data.notes == (
        "Kept 1 column of numbers that the file calls categories: A1.",
        "Dropped 1 of 5 rows with missing values.",
    )


def test_keel_with_several_outputs_takes_the_first_and_leaves_out_the_others() -> None:
    data = read_dataset(KEEL.replace("@outputs Class", "@outputs class, A1").encode())
    assert data.feature_names == ("Length",)
    assert "Dropped 1 column that the file names as a further output: A1." in data.notes


@pytest.mark.parametrize("inputs", ["Length", " LENGTH ", "Length, Class"])
def test_keel_with_inputs_leaves_out_what_is_neither_input_nor_output(inputs: str) -> None:
    text = KEEL.replace("@inputs Length, A1", f"@inputs {inputs}")
    data = read_dataset(text.encode())
    assert data.feature_names == ("Length",)
    assert data.notes[0] == ("Dropped 1 column that the file names neither as an input nor as an output: A1.")
    assert inspect_table(text.encode()).columns[2].reason == "no input of the file"


def test_keel_inputs_without_outputs_leave_the_class() -> None:
    data = read_dataset(KEEL.replace("@outputs Class\n", "").replace("Class{", "Kind{").encode())
    assert data.y.tolist() == ["positive", "negative", "negative", "positive"]
    assert data.feature_names == ("Length", "A1")
    named = KEEL.replace("@outputs Class\n", "").replace("Class{", "Kind{").replace("Length", "y")
    assert read_dataset(named.encode()).class_names == ("negative", "positive")


def test_keel_inputs_that_are_no_columns_are_ignored_with_a_note() -> None:
    data = read_dataset(KEEL.replace("@inputs Length, A1", "@inputs Length, A2").encode())
    assert data.feature_names == ("Length", "A1")
    assert "@inputs names columns that have no @attribute line (A2)" in data.notes[0]


def test_keel_inputs_that_leave_nothing() -> None:
    with pytest.raises(DataError, match="no column besides the class that may be a feature"):
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
    assert data.y.tolist() == ["1", "-", "1", "-"]
    assert data.notes[1:] == ("Counted - as missing in: a (1).", "Dropped 1 of 5 rows with missing values.")
