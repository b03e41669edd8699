"""Every format gives the very data set that was written."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_diabetes, load_digits, load_iris
from sklearn.utils import Bunch

from frnn_core.data import load_dataset
from frnn_core.data.dataset import Dataset
from frnn_core.data.partitions import partition
from frnn_core.data.reading import inspect_table, read_dataset, read_raw_table
from frnn_core.engine.columns import Column

X = [[5.1, 3.5], [4.9, -3.0], [0.25, 1e-3], [7.0, 12.0]]
Y = ["yes", "no", "no", "yes"]
TABLE = "length,width,class\n5.1,3.5,yes\n4.9,-3.0,no\n0.25,1e-3,no\n7,12,yes\n"
ROWS = TABLE.split("\n", 1)[1]
NAMED = "Took class as the class because of its name; name another with target=…"


def assert_is(data: Dataset, names: tuple[str, ...] = ("length", "width")) -> None:
    assert data.X.tolist() == X
    assert data.y.tolist() == Y
    assert data.feature_names == names


def without_target(data: Dataset) -> list[str]:
    """Give the notes besides the one on the class column."""
    return [note for note in data.notes if not note.startswith("Took ")]


def decimal_comma(text: str, separator: str) -> str:
    return text.replace(",", separator).replace(".", ",")


@pytest.mark.parametrize(
    "text",
    [
        TABLE,
        TABLE.replace("\n", "\r\n"),
        TABLE.replace("\n", "\r"),
        TABLE.rstrip("\n"),
        TABLE.replace(",", ", "),
        TABLE.replace(",", ";"),
        TABLE.replace(",", "\t"),
        TABLE.replace(",", "|"),
        TABLE.replace(",", " "),
        TABLE.replace(",", "   ").replace("\n", "\n  "),
        "\n\n" + TABLE.replace("\n", "\n\n"),
        decimal_comma(TABLE, ";"),
        decimal_comma(TABLE, "\t"),
        decimal_comma(TABLE, " "),
        decimal_comma(TABLE, "|").replace("|", " | "),
        TABLE + "\x1a",
    ],
    ids=repr,
)
def test_text_tables_of_every_layout_are_the_same_table(text: str) -> None:
    data = read_dataset(text.encode())
    assert_is(data)
    comma = ("Read numbers with a decimal comma: 5,1 as 5.1.",) if "." not in text else ()
    assert data.notes == (*comma, NAMED)


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_without_header_the_columns_are_numbered(separator: str) -> None:
    data = read_dataset(ROWS.replace(",", separator).encode())
    assert_is(data, ("column 1", "column 2"))
    assert data.notes == (
        "The file has no line of column names; its columns are called column 1 to 3.",
        "Took the last column, column 3, as the class; name another with target=…",
    )


def test_decimal_comma_without_header() -> None:
    assert_is(read_dataset(decimal_comma(ROWS, ";").encode()), ("column 1", "column 2"))


def test_decimal_comma_that_comes_late_is_seen() -> None:
    rows = ["1;2;a", "3;4;b"] * 200 + ["1,5;2;a", "1;,25;b"]
    data = read_dataset("\n".join(rows).encode())
    assert data.X[-2:].tolist() == [[1.5, 2.0], [1.0, 0.25]]


def test_thousands_are_told_from_decimals_by_the_other_columns() -> None:
    rows = ["1.5;1,000;a", "2.5;2,000;b"] * 3
    data = read_dataset("\n".join(rows).encode())
    assert data.X.tolist() == [[1.5, 1000], [2.5, 2000]] * 3
    assert data.notes[0] == ("Read numbers with a comma between thousands in column 2: 1,000 as 1000.")


@pytest.mark.parametrize(
    ("encoding", "note"),
    [
        ("utf-8", None),
        ("utf-8-sig", None),
        ("utf-16", None),
        ("utf-32", None),
        ("cp1252", "read as Windows-1252"),
    ],
)
def test_encodings(encoding: str, note: str | None) -> None:
    text = TABLE.replace("yes", "été").replace("width", "größe")
    data = read_dataset(text.encode(encoding))
    assert data.y.tolist() == ["été", "no", "no", "été"]
    assert data.feature_names == ("length", "größe")
    assert [note in sentence for sentence in without_target(data) if note] == ([True] if note else [])
    assert len(data.notes) == 1 + bool(note)


def test_bytes_that_windows_does_not_know_are_latin_1() -> None:
    data = read_dataset(TABLE.replace("yes", "é\x81").encode("latin-1"))
    assert set(data.y.tolist()) == {"é\x81", "no"}
    assert "Latin-1" in data.notes[0]


def test_quotes_may_contain_the_separator_and_line_ends() -> None:
    text = '"a, b",name,class\n1,"x,y","p ""q"""\n2,"two\nlines",r\n3,z,"p ""q"""\n4,z,r\n'
    data = read_dataset(text.encode())
    assert data.columns == (Column("a, b"), Column("name", "category", ("two\nlines", "x,y", "z")))
    assert data.X.tolist() == [[1, 1], [2, 0], [3, 2], [4, 2]]
    assert data.y.tolist() == ['p "q"', "r", 'p "q"', "r"]


def test_header_of_numbers_and_header_over_numbers() -> None:
    numbered = "0,1,2,3\n5,6,7,a\n5,6,8,b\n5,9,7,a\n5,6,8,b\n"
    assert read_dataset(numbered.encode()).X.tolist() == [[5, 6, 7], [5, 6, 8], [5, 9, 7], [5, 6, 8]]
    years = "2019,2020,target\n1,2,0\n3,4,1\n5,6,0\n7,8,1\n"
    assert read_dataset(years.encode()).feature_names == ("2019", "2020")


def test_table_as_r_writes_it_has_row_names() -> None:
    text = '"length" "class"\n' + "".join(f'"{i}" {i / 2} "{"ab"[i % 2]}"\n' for i in range(1, 13))
    data = read_dataset(text.encode())
    assert data.X[:, 0].tolist() == [i / 2 for i in range(1, 13)]
    assert data.notes == (NAMED, "Left out 1 column because it only numbers the rows: column 1.")


def test_separator_at_the_end_of_every_row() -> None:
    data = read_dataset(b"a,class\n1,x,\n2,y,\n3,x,\n4,y,\n")
    assert (data.feature_names, data.X[:, 0].tolist()) == (("a",), [1, 2, 3, 4])
    assert data.notes == (NAMED, "Left out 1 column without any value: column 3.")


def test_file_as_pandas_writes_it_loses_its_index() -> None:
    frame = pd.DataFrame({"a": np.arange(12) ** 2, "class": list("xy") * 6})
    data = read_dataset(frame.to_csv().encode())
    assert data.feature_names == ("a",)
    assert data.notes == (NAMED, "Left out 1 column because it only numbers the rows: column 1.")


def test_text_after_thousands_of_numbers_keeps_its_spelling() -> None:
    rows = [f"{i % 7},{i % 3:02d},{'ab'[i % 2]}" for i in range(30_000)]
    data = read_dataset("\n".join([*rows, "1,late,a"]).encode())
    assert data.columns[1] == Column("column 2", "category", ("00", "01", "02", "late"))
    assert data.X[:3].tolist() == [[0, 0], [1, 1], [2, 2]]
    assert data.X[-1].tolist() == [1, 3]
    assert "only 1 of its 30,001 values is no number: 'late' in line 30001" in " ".join(data.notes)


@pytest.mark.parametrize("name", ["sonar", "segment", "ecoli", "titanic", "german"])
@pytest.mark.parametrize(("separator", "decimal"), [(", ", "."), (";", ","), ("\t", "."), ("  ", ",")])
def test_data_sets_of_the_paper_come_back_as_they_were(name: str, separator: str, decimal: str) -> None:
    data = load_dataset(name)
    cells = [[repr(value) for value in row] for row in data.X.tolist()]
    rows = [[*row, label] for row, label in zip(cells, data.y.tolist(), strict=True)]
    text = "\n".join(separator.join(row).replace(".", decimal) for row in rows)
    again = read_dataset(text.encode())
    assert again.X.tobytes() == data.X.tobytes()
    assert [float(y) if y[-1].isdigit() else y for y in again.y] == [
        float(y) if y[-1].isdigit() else y for y in data.y
    ]


def test_numbers_are_read_to_the_last_bit() -> None:
    values = np.random.default_rng(0).normal(size=200) * 10.0 ** np.arange(-100, 100)
    text = "\n".join(f"{value!r},{'ab'[i % 2]}" for i, value in enumerate(values.tolist()))
    assert read_dataset(text.encode()).X[:, 0].tolist() == values.tolist()


def test_what_python_calls_a_number_but_a_table_does_not() -> None:
    data = read_dataset("1_000,１,2,a\n2_000,２,3,b\n1_000,１,2,a\n2_000,２,3,b\n".encode())
    assert [(column.name, column.role) for column in data.columns] == [
        ("column 1", "category"),
        ("column 2", "category"),
        ("column 3", "number"),
    ]


def test_data_frame() -> None:
    frame = pd.DataFrame(
        {
            "length": [5.1, 4.9, np.nan, 7.0, 1.0],
            "count": pd.array([1, 2, None, 4, 5], dtype="Int64"),
            "text": ["a", None, "b", "c", "d"],
            "numbers as text": ["1.5", "2.5", "3", None, " 5 "],
            "flag": [True, False, True, False, True],
            "when": pd.date_range("2020-01-01", periods=5),
            "label": pd.Categorical([1, 2, 2, 1, 2]),
        }
    )
    before = frame.copy()
    data = read_dataset(frame, name="mine")
    assert data.columns == (
        Column("length"),
        Column("count"),
        Column("numbers as text"),
        Column("flag", "yes-no", ("False", "True")),
        Column("when", "date"),
    )
    gap = np.nan
    wanted = [
        [5.1, 1, 1.5, 1, 18262],
        [4.9, 2, 2.5, 0, 18263],
        [gap, gap, 3, 1, 18264],
        [7, 4, gap, 0, 18265],
        [1, 5, 5, 1, 18266],
    ]
    assert np.array_equal(data.X, wanted, equal_nan=True)
    assert data.y.tolist() == ["1", "2", "2", "1", "2"]
    assert (data.name, data.source) == ("mine", "your data frame")
    assert data.notes[1] == "Left out 1 column of texts that are nearly all different: text."
    pd.testing.assert_frame_equal(frame, before)


def test_scikit_learn_bunch() -> None:
    iris = load_iris()
    for bunch in (iris, load_iris(as_frame=True)):
        data = read_dataset(bunch, name="iris")
        assert np.array_equal(data.X, iris.data)
        assert data.feature_names == tuple(iris.feature_names)
        assert np.array_equal(data.y, iris.target_names[iris.target])
    digits = read_dataset(load_digits())
    assert digits.X.shape == (1797, 64)
    assert digits.class_names == tuple("0123456789")


def test_bunch_whose_target_names_name_the_column() -> None:
    bunch = Bunch(
        data=np.array([[1.0], [2], [3], [4]]), target=np.array([0, 1, 0, 1]), target_names=["class"]
    )
    assert read_dataset(bunch).y.tolist() == ["0", "1", "0", "1"]


def test_bunch_with_a_quantity_is_doubted_and_can_be_cut() -> None:
    assert read_dataset(load_diabetes()).notes[0] == (
        "The class column class holds 214 different numbers in 442 rows: it is most likely a quantity. Cut "
        "it into 3 to 5 groups (bins=3, or edges=[…]), if it is one."
    )
    assert read_dataset(load_diabetes(), bins=2).class_names == ("1: up to 140", "2: above 140")


def test_path_stream_and_bytes_give_the_same(tmp_path: Path) -> None:
    path = tmp_path / "own table.csv"
    path.write_text(TABLE)
    stream = io.BytesIO(TABLE.encode())
    for source, name in ((path, None), (str(path), None), (TABLE.encode(), path.name), (stream, path.name)):
        data = read_dataset(source, name=name)
        assert_is(data)
        assert (data.name, data.source) == ("own table", "your file own table.csv")
    assert stream.tell() == 0
    with path.open("rb") as file:
        assert read_dataset(file).name == "own table"
    assert_is(read_dataset(io.StringIO(TABLE)))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["C:\\my files\\a.b.csv", "/home/me/a.b.csv", "a.b.csv"])
def test_only_the_last_part_of_the_name_is_shown(name: str) -> None:
    data = read_dataset(TABLE.encode(), name=name)
    assert (data.name, data.source) == ("a.b", "your file a.b.csv")


def test_inspect_says_what_was_understood() -> None:
    rows = [f"{i};{i / 4};{'rgb'[i % 3]};;{'yn'[i % 2]};{i % 2 if i else '?'}" for i in range(12)]
    text = "id;size;colour;nothing;Class;bit\n" + "\n".join(rows)
    summary = inspect_table(text.replace(".", ",").encode(), name="x.csv")
    assert (summary.name, summary.rows, summary.target, summary.folds) == ("x", 12, "Class", 0)
    assert summary.layout == "text table separated by semicolons, decimal comma, UTF-8"
    comma = "written with a decimal comma: 0,0 read as 0.0"
    assert [(c.name, c.samples, c.role, c.reason, c.gaps, c.distinct) for c in summary.columns] == [
        ("id", ("0", "1", "2"), "identifier", "only numbers the rows", 0, 12),
        ("size", ("0,0", "0,25", "0,5"), "number", comma, 0, 12),
        ("colour", ("r", "g", "b"), "category", "", 0, 3),
        ("nothing", (), "left-out", "has no values", 12, 0),
        ("Class", ("y", "n"), "class", "", 0, 2),
        ("bit", ("1", "0"), "number", "", 1, 2),
    ]
    assert [round(c.gap_share, 3) for c in summary.columns] == [0, 0, 0, 1, 0, 0.083]
    assert all(c.guess == c.role and c.role in c.roles for c in summary.columns)
    assert summary.notes == (
        "Read numbers with a decimal comma: 0,0 as 0.0.",
        NAMED.replace("class", "Class", 1),
        "Left out 1 column without any value: nothing.",
        "Left out 1 column because it only numbers the rows: id.",
        "Read 1 column as categories: colour (3 values).",
    )


def test_a_table_read_once_can_be_inspected_and_shown_again() -> None:
    table = read_raw_table(TABLE.encode(), name="x.csv")
    assert inspect_table(table).target == "class"
    assert inspect_table(table, target="width").target == "width"
    assert_is(read_dataset(table))
    assert read_dataset(table, target="width", bins=2).class_names == ("1: up to 0.001", "2: above 0.001")
    assert table.lines.tolist() == [2, 3, 4, 5]


def test_a_file_of_the_catalogue_keeps_its_hash_and_so_its_keel_folds() -> None:
    whole = load_dataset("banana")
    frame = pd.DataFrame(whole.X, columns=list(whole.feature_names)).assign(klass=whole.y)
    data = read_dataset(frame.to_csv(index=False).encode(), name="mine.csv")
    assert data.sha256 == whole.sha256
    assert partition(data).scheme == "keel"
