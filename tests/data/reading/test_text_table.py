"""Text tables as programs write them: decimal commas, quotes, years as names, lines above the table."""

from __future__ import annotations

import csv

import pandas as pd
import pytest

from frnn_core.data.reading import inspect_table, read_dataset
from frnn_core.engine.columns import Column
from frnn_core.errors import DataError

NAMED = "Took class as the class because of its name; name another with target=…"


def table(*rows: str) -> bytes:
    return "\n".join(rows).encode()


@pytest.mark.parametrize("separator", ["\t", ";", "|", " "])
def test_numbers_that_may_be_thousands_are_doubted(separator: str) -> None:
    rows = ["2,037 1 x", "3,500 2 y", "1,250 1 x", "4,000 2 y"]
    file = table("a b class", *rows).replace(b" ", separator.encode())
    data = read_dataset(file)
    assert data.X[:, 0].tolist() == [2.037, 3.5, 1.25, 4]
    assert data.notes[1:] == (
        "In a two readings are possible, and decimals was taken: 2,037 is 2.037. If that is wrong, answer "
        "'thousands' (answers={'a': 'thousands'}).",
    )
    answered = read_dataset(file, answers={"a": "thousands"})
    assert answered.X[:, 0].tolist() == [2037, 3500, 1250, 4000]
    assert answered.notes == (NAMED,)


@pytest.mark.parametrize("sure", ["1,5", "0,125", "1,2345", "-,500", "1234,567", "1,125e3"])
def test_one_number_that_is_no_thousand_ends_the_doubt(sure: str) -> None:
    data = read_dataset(table("a;b;class", "2,037;1;x", f"{sure};2;y", "1,250;1;x", "4,000;2;y"))
    assert data.X[:2, 0].tolist() == [2.037, float(sure.replace(",", "."))]
    assert data.notes[0] == "Read numbers with a decimal comma: 2,037 as 2.037."


def test_two_commas_in_a_number_are_no_decimal_commas() -> None:
    data = read_dataset(table("a;b;class", "2,037;1;x", "1,002,037;2;y", "1,250;1;x", "4,000;2;y"))
    assert data.X[:, 0].tolist() == [2037, 1002037, 1250, 4000]
    assert data.notes[0] == "Read numbers with a comma between thousands in a: 2,037 as 2037."


FRAME = pd.DataFrame({"a": [1.5, 2.5, 3.25, 4.0], "b c": [0.1, 2, 3, -4], "class": ["x y", "z w"] * 2})


@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("header", [True, False])
def test_quoted_decimal_commas(quoting: int, separator: str, header: bool) -> None:
    text = FRAME.to_csv(index=False, decimal=",", quoting=quoting, sep=separator, header=header)
    data = read_dataset(text.encode(), target=-1)
    assert data.X.tolist() == FRAME[["a", "b c"]].to_numpy().tolist()
    assert data.y.tolist() == FRAME["class"].tolist()
    assert data.notes[0] == "Read numbers with a decimal comma: 1,5 as 1.5."


def test_quoted_commas_are_most_likely_thousands_and_asked_about() -> None:
    rows = table("a,b,class", '"2,037",1,x', '"3,500",2,y', "999,1,x", '"4,000",2,y')
    question = inspect_table(rows).column("a").question
    assert question is not None
    assert question.choices == (("thousands", "2,037 is 2037"), ("decimals", "2,037 is 2.037"))
    assert (question.default, question.answer, question.given) == ("thousands", "thousands", False)
    assert read_dataset(rows).X[:, 0].tolist() == [2037, 3500, 999, 4000]
    assert read_dataset(rows, answers={"a": "decimals"}).X[:, 0].tolist() == [2.037, 3.5, 999, 4]


def test_one_column_may_have_commas_and_the_next_points() -> None:
    data = read_dataset(table("a,b,class", '"1,5",1.5,x', '"2,5",2.5,y', '"1,5",1,x', '"2,5",2,y'))
    assert data.X.tolist() == [[1.5, 1.5], [2.5, 2.5], [1.5, 1], [2.5, 2]]
    assert data.notes == ("Read numbers with a decimal comma in a: 1,5 as 1.5.", NAMED)


def test_quoted_cells_are_not_cut_at_spaces() -> None:
    rows = table('"room 1 2","1","x"', '"room 3 4","2","y"', '"room 1 2","3","x"', '"room 3 4","4","y"')
    assert inspect_table(rows).layout == "text table separated by commas, UTF-8"
    assert read_dataset(rows).X.tolist() == [[0, 1], [1, 2], [0, 3], [1, 4]]


@pytest.mark.parametrize("name", ["class", "Target", "label", "y", "Species"])
def test_years_are_names_beside_the_name_of_the_class(name: str) -> None:
    data = read_dataset(table(f"2019,2020,{name}", "1,2,aa", "3,4,bb", "5,6,aa", "7,8,bb"))
    assert data.feature_names == ("2019", "2020")
    assert data.X.tolist() == [[1, 2], [3, 4], [5, 6], [7, 8]]


@pytest.mark.parametrize("labels", ["yn" * 3, "ynnnyy", ["label", "none"] * 3])
def test_a_label_is_no_name(labels: str | list[str]) -> None:
    data = read_dataset(table(*(f"{i},{label}" for i, label in enumerate(labels))))
    assert data.y.tolist() == list(labels)


def test_a_text_above_words_for_gaps_is_no_name() -> None:
    data = read_dataset(table("1,mild", "2,none", "3,none", "4,none"))
    assert data.y.tolist() == ["mild", "none", "none", "none"]


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_separator_line_of_spreadsheets(separator: str) -> None:
    rows = ["a;b;class", "1;2,5;x y", "3;4,5;z", "5;6,5;x y", "7;8,5;z"]
    text = "\r\n".join([f"sep={separator}", *(row.replace(",", ".").replace(";", separator) for row in rows)])
    data = read_dataset(text.encode())
    assert data.X.tolist() == [[1, 2.5], [3, 4.5], [5, 6.5], [7, 8.5]]
    assert data.notes == (NAMED,)


def test_the_separator_line_decides_and_counts_as_a_line() -> None:
    assert inspect_table(b"SEP=;\na,1;class,2\n1,5;2,5\n3,5;4,5\n1,5;2,5\n").columns[0].name == "a,1"
    with pytest.raises(DataError, match="Line 4 has 1 field where 2 are expected"):
        read_dataset(b"sep=;\na;class\n1;x\n2\n3;x\n")
    with pytest.raises(
        DataError, match=r"Line 1 asks for the separator ':', which we cannot read\. Use commas"
    ):
        read_dataset(b"sep=:\na:class\n1:x\n")


def test_comments_above_the_table() -> None:
    text = table("# made by v 1.5", "", "#", "a b class", "1,5 2 x", "2,5 3 y", "3,5 2 x", "4,5 3 y")
    data = read_dataset(text)
    assert data.X.tolist() == [[1.5, 2], [2.5, 3], [3.5, 2], [4.5, 3]]
    assert data.notes[0] == "Skipped 2 comment lines (#) above the table."
    with pytest.raises(DataError, match="Line 7 has 2 fields where 3 are expected"):
        read_dataset(text.replace(b"3,5 ", b""))


@pytest.mark.parametrize(
    ("above", "skipped"), [("#a,b,class", 0), ("# a, b, class", 0), ("# one, two\n# a,b,class", 1)]
)
@pytest.mark.parametrize("kind", ["numbers", "texts"])
def test_a_comment_may_name_the_columns(above: str, skipped: int, kind: str) -> None:
    rows = ["1,2,x", "3,4,y"] if kind == "numbers" else ["p,r,x", "q,s,y"]
    data = read_dataset(table(above, *rows * 2))
    assert (data.feature_names, len(data.y)) == (("a", "b"), 4)
    assert data.columns == (
        ()
        if kind == "numbers"
        else (Column("a", "category", ("p", "q")), Column("b", "category", ("r", "s")))
    )
    assert ("Skipped 1 comment line (#) above the table." in data.notes) == bool(skipped)


def test_a_table_of_lines_with_a_hash_is_no_comment() -> None:
    data = read_dataset(table("#1,5,x", "#2,6,y", "#3,7,x", "#4,8,y"))
    assert data.X[:, 0].tolist() == [5, 6, 7, 8]


@pytest.mark.parametrize("rows", [["a,b,class", "1,2,x", "3,4,y"], ["a,class", "1,x", "2,y"]])
@pytest.mark.parametrize("blank", [0, 2])
def test_a_title_is_pointed_at(rows: list[str], blank: int) -> None:
    line = 1 + blank
    with pytest.raises(
        DataError, match=f"Line {line} has 1 field .*line {line} looks like a title; remove it"
    ):
        read_dataset(table(*[""] * blank, "My table of 2020", *rows))


def test_a_title_that_is_padded_with_separators_is_pointed_at() -> None:
    with pytest.raises(DataError, match="line 2 looks like a title; remove it"):
        read_dataset(table("", "My table;;", "a;b;class", "1;2;x", "3;4;y", "5;6;x"))


@pytest.mark.parametrize("rows", [2, 12, 60])
@pytest.mark.parametrize(
    ("header", "first", "second", "found"),
    [
        ("Sepal Length\tSepal Width\tSpecies", "5.1\t3.5\ta", "4.9\t3\tb", [[5.1, 3.5], [4.9, 3]]),
        ("Länge;Gruppe", "1,50;a", "2,25;b", [[1.5], [2.25]]),
        ("sepal length, sepal width, kind", "5, 3, a", "4, 2, b", [[5, 3], [4, 2]]),
        ("sepal length, sepal width, kind", "5,3,a", "4,2,b", [[5, 3], [4, 2]]),
        ("body weight;body height;class", "5 kg;3 cm;a", "6 kg;4 cm;b", [[5, 3], [6, 4]]),
        ("body weight,body height,class", "5 kg,3 cm,a", "6 kg,4 cm,b", [[5, 3], [6, 4]]),
        ("body weight\tbody height\tclass", "5 kg\t3 cm\ta", "6 kg\t4 cm\tb", [[5, 3], [6, 4]]),
        ("Preis, netto;Gruppe", "1,50 €;a", "2,25 €;b", [[1.5], [2.25]]),
        ("name;size;class", "Doe, Jane;1;a", "Roe, John;2;b", [[0, 1], [1, 2]]),
        ("length width class", "1,5 2,5 a", "3,5 4,5 b", [[1.5, 2.5], [3.5, 4.5]]),
        ('"body weight" height class', "1,5 2,5 a", "3,5 4,5 b", [[1.5, 2.5], [3.5, 4.5]]),
        ('id "prix, net" class', "7 2,5 a", "8 4,5 b", [[7, 2.5], [8, 4.5]]),
    ],
)
def test_the_header_counts_for_the_separator(
    header: str, first: str, second: str, found: list[list[float]], rows: int
) -> None:
    data = read_dataset(table(header, *[first, second] * rows))
    assert data.X.tolist() == found * rows
    assert data.class_names == ("a", "b")


@pytest.mark.parametrize("first", ["1,5 x", "1,5 2,5 x", "1,5 2 x"])
def test_without_a_header_commas_in_numbers_are_decimal_commas(first: str) -> None:
    data = read_dataset(table(*[first, first.replace("x", "y").replace("1,", "3,")] * 3))
    assert data.X[:2, 0].tolist() == [1.5, 3.5]
    assert data.class_names == ("x", "y")


def test_a_line_that_is_too_long_is_named_with_the_separator_of_the_header() -> None:
    rows = ["5.1\t3.5\ta", "4.9\t3\tb"] * 30
    with pytest.raises(DataError, match=r"Line 62 has 4 fields where 3 are expected.*extra tab in that line"):
        read_dataset(table("Sepal Length\tSepal Width\tSpecies", *rows, "5\t3\t1\ta"))


@pytest.mark.parametrize("separator", [",", ";", "\t", "|", " "])
def test_a_hash_may_be_the_name_of_the_row_numbers(separator: str) -> None:
    rows = [f"{i},{i / 8},{'xy'[i % 2]}" for i in range(12)]
    data = read_dataset(table("#,a,class", *rows).replace(b",", separator.encode()))
    assert data.feature_names == ("a",)
    assert data.notes == (NAMED, "Left out 1 column because it only numbers the rows: #.")


@pytest.mark.parametrize("mark", ["-", ".", "#N/A", "n.a.", "—", "#DIV/0!", "?", "NA"])
@pytest.mark.parametrize("place", [0, 1])
def test_a_mark_for_a_gap_in_the_first_row_makes_no_header(mark: str, place: int) -> None:
    first = [mark, "1.5"] if place == 0 else ["1.5", mark]
    data = read_dataset(table(",".join([*first, "x"]), *["2.5,3,y", "3.5,2,x", "4.5,1,y"]))
    assert data.feature_names == ("column 1", "column 2")
    assert len(data.y) == 4


def test_names_with_numbers_and_words_are_names() -> None:
    rows = ["1.5,2,x", "2.5,3,y"] * 2
    assert read_dataset(table("2020 total,2021 total,kind", *rows)).feature_names == (
        "2020 total",
        "2021 total",
    )


def test_a_line_of_units_is_skipped_and_said() -> None:
    data = read_dataset(table("# made in June", "a,b,class", "cm,-,", *["1.5,2,x", "2.5,3,y"] * 2))
    assert data.X.tolist() == [[1.5, 2], [2.5, 3]] * 2
    assert data.notes[1] == "Skipped line 3, which gives the units of the columns: cm, -."
    with pytest.raises(DataError, match="Line 5 has 2 fields where 3 are expected"):
        read_dataset(table("# made in June", "a,b,class", "cm,-,", "1.5,2,x", "2,x", "1,2,x"))


def test_a_row_with_a_class_is_no_line_of_units() -> None:
    data = read_dataset(table("a,b,class", "low,1,x", *["1.5,2,x", "2.5,3,y"] * 4))
    assert data.columns == (Column("a", "category", ("1.5", "2.5", "low")), Column("b"))
    assert len(data.y) == 9
