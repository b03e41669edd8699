"""Class column, gaps, texts, row numbers and groups: what is chosen and what is said."""

from __future__ import annotations

import numpy as np
import pytest

from frnn_core.data.reading import inspect_table, read_dataset, read_raw_table
from frnn_core.engine.columns import Column
from frnn_core.errors import DataError, ParameterError

NAMED = "Took class as the class because of its name; name another with target=…"


def table(*rows: str) -> bytes:
    return "\n".join(rows).encode()


@pytest.mark.parametrize(
    ("header", "target", "labels"),
    [
        ("a,b,c", None, "pqpq"),
        ("Class,b,c", None, "1212"),
        ("a,TARGET,c", None, "3434"),
        ("a,label,y", None, "3434"),
        ("y,b,c", None, "1212"),
        ("a,b,c", "b", "3434"),
        ("a,b,c", "B", "3434"),
        ("class,b,c", "c", "pqpq"),
        ("a,b,c", 0, "1212"),
        ("a,b,c", -1, "pqpq"),
    ],
)
def test_class_column(header: str, target: str | int | None, labels: str) -> None:
    data = read_dataset(table(header, "1,3,p", "2,4,q", "1,3,p", "2,4,q"), target=target)
    assert data.y.tolist() == list(labels)


def test_unknown_class_column_offers_the_nearest() -> None:
    rows = table("length,width,kind", "1,2,a", "1,2,b")
    with pytest.raises(DataError, match=r"no column called 'widht'.*Did you mean width\?"):
        read_dataset(rows, target="widht")
    with pytest.raises(DataError, match=r"There are: length, width, kind"):
        read_dataset(rows, target="zzz")
    with pytest.raises(DataError, match=r"position 3.*has 3, counted from 0"):
        read_dataset(rows, target=3)


@pytest.mark.parametrize(
    ("cells", "labels"),
    [
        (["1.0", "2.0", "1.0", "2.0"], ["1", "2", "1", "2"]),
        (["1.0", "2", " 1", "2.00"], ["1", "2", "1", "2"]),
        (["1.0", "b", "1", "b"], ["1", "b", "1", "b"]),
        ([" a b ", "c", "a b", "c"], ["a b", "c", "a b", "c"]),
        (["0.5", "1.5", "0.50", "1.5"], ["0.5", "1.5", "0.5", "1.5"]),
        (["-1", "1", "-1", "+1"], ["-1", "1", "-1", "1"]),
        (["TRUE", "FALSE", "TRUE", "FALSE"], ["TRUE", "FALSE", "TRUE", "FALSE"]),
    ],
)
def test_class_labels(cells: list[str], labels: list[str]) -> None:
    assert read_dataset(table("a,class", *(f"1,{cell}" for cell in cells))).y.tolist() == labels


@pytest.mark.parametrize("gap", ["", "?", "NA", "n/a", "NaN", "null", "<null>", "None", " ? ", "-nan"])
def test_missing_values(gap: str) -> None:
    rows = table("a,b,class", "1,10,x", f"{gap},20,x", "3,30,y", "5,40,y", "7,50,x")
    data = read_dataset(rows)
    wanted = [[1, 10], [np.nan, 20], [3, 30], [5, 40], [7, 50]]
    assert np.array_equal(data.X, wanted, equal_nan=True)
    assert data.columns == (Column("a"), Column("b"))
    assert data.notes == (NAMED, "1 gap left open, in: a (1).")


def test_rows_without_class_are_always_dropped() -> None:
    rows = table("a,class", "1,x", "2,?", "3,y", "4,x", "5,y", ",")
    data = read_dataset(rows)
    assert data.X[:, 0].tolist() == [1, 3, 4, 5]
    assert data.columns == ()
    assert data.notes == (NAMED, "Dropped 2 of 6 rows without a class.")


@pytest.mark.parametrize("value", ["inf", "-Infinity", "1e999"])
def test_infinite_values_are_missing(value: str) -> None:
    data = read_dataset(table("a,b,class", "1,1,x", f"{value},2,x", "3,1,y", "4,2,x", "5,1,y"))
    assert np.array_equal(data.X[:, 0], [1, np.nan, 3, 4, 5], equal_nan=True)
    assert data.notes == (
        NAMED,
        "1 value infinite or too large, counted as missing, in: a.",
        "1 gap left open, in: a (1).",
    )


def test_rows_and_columns_without_any_value_are_named() -> None:
    data = read_dataset(table("a,b,n,class", "1,p,,x", ",,,y", "3,p,,x", "4,q,,y"))
    assert np.array_equal(data.X, [[1, 0], [np.nan, np.nan], [3, 0], [4, 1]], equal_nan=True)
    assert data.notes[1:] == (
        "Left out 1 column without any value: n.",
        "Read 1 column as categories: b (2 values).",
        "2 gaps left open, in: a (1), b (1).",
        "1 row without a value in any feature, which tells nothing. Delete such rows.",
    )


def test_texts_that_repeat_are_categories() -> None:
    rows = table("a,colour,maker,class", "1,red,m,x", "2,blue,n,y", "3,red,n,x", "4,blue,?,y")
    data = read_dataset(rows)
    assert data.columns == (
        Column("a"),
        Column("colour", "category", ("blue", "red")),
        Column("maker", "category", ("m", "n")),
    )
    assert np.array_equal(data.X, [[1, 1, 0], [2, 0, 1], [3, 1, 1], [4, 0, np.nan]], equal_nan=True)
    assert data.notes[1:] == (
        "Read 2 columns as categories: colour (2 values), maker (2 values).",
        "1 gap left open, in: maker (1).",
    )


@pytest.mark.parametrize(
    ("distinct", "rows", "role"),
    [(4, 4, "text"), (4, 5, "category"), (20, 21, "category"), (20, 20, "text"), (21, 41, "text"),
     (21, 42, "category"), pytest.param(60_000, 120_000, "category", marks=pytest.mark.slow),
     pytest.param(60_000, 119_999, "text", marks=pytest.mark.slow)],
)  # fmt: skip
def test_texts_are_categories_up_to_a_limit(distinct: int, rows: int, role: str) -> None:
    cells = [f"{i / 2},v{i % distinct},{'xy'[i % 2]}" for i in range(rows)]
    raw = read_raw_table(table("a,t,class", *cells))
    told = inspect_table(raw).column("t")
    assert (told.role, told.distinct) == (role, distinct)
    assert {"category", "text", "identifier", "left-out"} <= set(told.roles)
    data = read_dataset(raw, roles={"t": "category"})
    assert len(data.columns[1].values) == distinct
    names = np.array(data.columns[1].values)[data.X[:50, 1].astype(int)]
    assert names.tolist() == [f"v{i % distinct}" for i in range(min(50, rows))]


def test_true_and_false_are_yes_or_no_but_0_and_1_are_numbers() -> None:
    data = read_dataset(table("a,b,class", "true,1,x", "False,0,y", "TRUE,1,x", "false,0,y"))
    assert data.columns == (Column("a", "yes-no", ("False", "true")), Column("b"))
    assert data.X.tolist() == [[1, 1], [0, 0], [1, 1], [0, 0]]


def test_odd_values_are_named_with_their_line() -> None:
    cells = [str(i) for i in range(30)]
    cells[3], cells[7], cells[8], cells[20] = "12 cm", "n.a.", "n.a.", "1.2.3"
    rows = [f"{cell},{i / 8},{'xy'[i % 2]}" for i, cell in enumerate(cells)]
    data = read_dataset(table("a,b,class", *rows))
    assert data.notes[-1] == (
        "Column a counts as text, but only 4 of its 30 values are no number: '12 cm' in line 5, "
        "'n.a.' in line 9, '1.2.3' in line 22, …. Repair to use it as numbers."
    )


@pytest.mark.parametrize(
    ("name", "start", "note"),
    [
        ("id", 1, "Left out 1 column because it only numbers the rows: id."),
        ("ID", 100, "Left out 1 column because it only numbers the rows: ID."),
        (
            "year",
            2000,
            "Kept 1 column, which looks like a row number; leave out what tells nothing: year.",
        ),
    ],
)
def test_row_numbers(name: str, start: int, note: str) -> None:
    rows = [f"{start + i},{i / 2},{'xy'[i % 2]}" for i in range(12)]
    data = read_dataset(table(f"{name},a,class", *rows))
    assert data.notes == (NAMED, note)
    assert data.feature_names[-1:] == ("a",)
    assert (name in data.feature_names) == note.startswith("Kept")


def test_id_column_is_dropped_anywhere_but_not_if_ids_repeat() -> None:
    distinct = [f"{i / 2},{i * i + 5},{'xy'[i % 2]}" for i in range(12)]
    assert read_dataset(table("a,id,class", *distinct)).feature_names == ("a",)
    repeated = [f"{i / 2},{i // 2},{'xy'[i % 2]}" for i in range(12)]
    assert read_dataset(table("a,id,class", *repeated)).feature_names == ("a", "id")


@pytest.mark.parametrize("numbers", [[4, 1, 3, 2], [17, 3, 120, 4], list(range(12))[::-1]])
def test_an_unnamed_first_column_of_different_whole_numbers_is_an_index(numbers: list[int]) -> None:
    rows = [f"{number},{i / 2},{'xy'[i % 2]}" for i, number in enumerate(numbers)]
    data = read_dataset(table(",a,class", *rows))
    assert data.feature_names == ("a",)
    assert data.notes == (NAMED, "Left out 1 column because it only numbers the rows: column 1.")


def test_an_unnamed_first_column_of_different_texts_names_the_rows() -> None:
    data = read_dataset(table(",a,class", "p,1,x", "q,2,y", "r,3,x", "s,4,y"))
    assert data.feature_names == ("a",)
    assert data.notes == (NAMED, "Left out 1 column because it only names the rows: column 1.")


@pytest.mark.parametrize("first", [[4, 1, 4, 2], [1.5, 2, 3, 4], ["", 1, 2, 3]])
def test_an_unnamed_first_column_of_other_numbers_is_a_feature(first: list[object]) -> None:
    rows = [f"{value},{i / 2},{'xy'[i % 2]}" for i, value in enumerate(first)]
    assert read_dataset(table(",a,class", *rows)).feature_names == ("column 1", "a")


def test_without_a_header_only_numbers_in_order_are_an_index() -> None:
    shuffled = [f"{i * 7 % 12},{i / 2},{'xy'[i % 2]}" for i in range(12)]
    data = read_dataset(table(*shuffled))
    assert data.feature_names == ("column 1", "column 2")
    assert data.notes[-1].startswith("Kept 1 column, which may be an identifier")
    assert read_dataset(table(*sorted(shuffled, key=lambda row: int(row.split(",")[0])))).feature_names == (
        "column 2",
    )


@pytest.mark.parametrize(
    "name",
    [
        "customer_id",
        "PatientID",
        "sampleId",
        "Nr.",
        "nr",
        "No",
        "sample no",
        "Kundennummer",
        "row number",
        "ID",
    ],
)
def test_an_identifier_is_left_out_and_can_be_brought_back(name: str) -> None:
    rows = [f"{i / 2},{i * i + 50},{'xy'[i % 2]}" for i in range(12)]
    data = read_dataset(table(f"a,{name},class", *rows))
    assert data.feature_names == ("a",)
    why = "because it only numbers the rows" if name == "ID" else "which looks like an identifier"
    assert data.notes[1:] == (f"Left out 1 column{' ' if name == 'ID' else ', '}{why}: {name}.",)
    back = read_dataset(table(f"a,{name},class", *rows), roles={name: "number"})
    assert (back.feature_names, back.columns) == (("a", name), ())
    few = read_dataset(table(f"a,{name},class", *rows[:6]))
    assert few.feature_names == ("a", name)
    assert few.notes[1:] == (
        f"Kept 1 column, which may be an identifier; leave out what tells nothing: {name}.",
    )


@pytest.mark.parametrize("name", ["citric acid", "humid", "piano", "area code of", "valid", "Grid", "weight"])
def test_other_names_are_no_identifiers(name: str) -> None:
    rows = [f"{i / 2},{i * i + 50},{'xy'[i % 2]}" for i in range(6)]
    assert read_dataset(table(f"a,{name},class", *rows)).notes == (NAMED,)


def test_numbers_that_repeat_or_have_gaps_are_no_identifiers() -> None:
    for cells in (["7", "7", "8", "9"], ["1.5", "2", "3", "4"], ["", "2", "3", "4"]):
        rows = [f"{i / 2},{cell},{'xy'[i % 2]}" for i, cell in enumerate(cells)]
        assert "identifier" not in " ".join(read_dataset(table("a,customer_id,class", *rows)).notes)


@pytest.mark.parametrize("mark", ["-", ".", "#N/A", "n.a.", "#DIV/0!", "k. A.", "--"])
def test_a_mark_among_numbers_counts_as_missing_and_is_said(mark: str) -> None:
    rows = [f"{mark if i % 2 else i},{i / 2},{'xy'[i // 2 % 2]}" for i in range(8)]
    data = read_dataset(table("a,b,class", *rows))
    assert data.X[::2].tolist() == [[0, 0], [2, 1], [4, 2], [6, 3]]
    assert np.isnan(data.X[1::2, 0]).all()
    assert data.notes == (NAMED, f"Counted {mark} as missing in: a (4).", "4 gaps left open, in: a (4).")


def test_a_mark_among_texts_is_a_text() -> None:
    rows = table("a,t,class", "1,-,x", "2,+,y", "3,-,x", "4,+,y")
    assert read_dataset(rows).columns[1] == Column("t", "category", ("+", "-"))


def test_an_own_word_for_a_gap_is_pointed_at() -> None:
    rows = [f"{'unknown' if i % 3 == 0 else i},{i / 2},{'xy'[i % 2]}" for i in range(12)]
    assert read_dataset(table("a,b,class", *rows)).notes[-1] == (
        "Column a counts as text, as 4 of its 12 values are no number: 'unknown' in line 2, …. Leave such "
        "cells empty if they mean that a number is missing."
    )
    few = [f"{'unknown' if i % 3 == 0 else i % 2},{i / 2},{'xy'[i % 2]}" for i in range(12)]
    assert read_dataset(table("a,b,class", *few)).notes[-1] == "Read 1 column as categories: a (3 values)."


def test_the_only_column_of_numbers_stays() -> None:
    rows = [f"{i},{'xy'[i % 2]}" for i in range(12)]
    assert read_dataset(table("id,class", *rows)).feature_names == ("id",)


QUANTITY = table("a,price", *(f"{i % 3},{i * 1.5}" for i in range(9)))


def test_a_quantity_is_refused_with_an_offer() -> None:
    with pytest.raises(DataError, match=r"price holds 9 different numbers in 9 rows: .* quantity.*bins=3"):
        read_dataset(QUANTITY)


def test_bins() -> None:
    data = read_dataset(QUANTITY, bins=3)
    low, middle, high = "1: up to 3", "2: 3 to 7.5", "3: above 7.5"
    assert data.y.tolist() == [low] * 3 + [middle] * 3 + [high] * 3
    assert data.class_names == (low, middle, high)
    assert data.notes[1:] == (f"Cut price into 3 groups of about the same size: {low}, {middle}, {high}.",)


def test_bins_keep_equal_numbers_together() -> None:
    data = read_dataset(table("a,price", *(f"{i},{max(0, i - 6)}" for i in range(9))), bins=3)
    assert data.y.tolist() == ["1: up to 0"] * 7 + ["2: above 0"] * 2
    assert "into 2 groups of about the same size (not 3, as equal numbers stay together)" in data.notes[1]


def test_ten_bins_sort_in_their_order() -> None:
    data = read_dataset(table("a,price", *(f"{i % 3},{i}" for i in range(100))), bins=10)
    assert [name[:3] for name in data.class_names] == [f"{i:02}:" for i in range(1, 11)]
    assert set(data.class_counts.tolist()) <= {9, 10, 11}


def test_bins_need_numbers() -> None:
    with pytest.raises(DataError, match=r"cannot be cut into groups.*'x' in line 2"):
        read_dataset(table("a,class", "1,x", "2,y", "3,x", "4,y"), bins=3)


@pytest.mark.parametrize(
    "wrong",
    [
        {"roles": {"a": "colour"}},
        {"roles": "a"},
        {"roles": {"a": None}},
        {"roles": {"a": "class", "price": "class"}},
        {"roles": [("a", "number"), ("a", "category")]},
        {"orders": {"a": "bc"}},
        {"orders": {"a": [1, 2]}},
        {"answers": {"a": 5}},
        {"edges": []},
        {"edges": [3, 2]},
        {"edges": [1, "x"]},
        {"edges": [float("nan")]},
        {"edges": 5},
        {"edges": [1], "bins": 3},
        {"folds": 1},
        {"folds": "ten"},
        {"bins": 1},
        {"bins": 21},
        {"bins": 2.0},
        {"bins": 2.5},
        {"bins": "3"},
        {"bins": True},
        {"target": 1.0},
        {"target": True},
        {"target": ["a"]},
        {"name": 5},
        {"max_bytes": "many"},
        {"max_bytes": 0},
    ],
)
def test_wrong_choices(wrong: dict[str, object]) -> None:
    with pytest.raises(ParameterError, match=next(iter(wrong))):
        read_dataset(QUANTITY, **wrong)  # type: ignore[arg-type]


def lines(cells):
    return "\n".join(
        ["a,b,class", *(f"{cell},{i % 4},{'uv'[i % 2]}" for i, cell in enumerate(cells))]
    ).encode()


def test_numbers_that_rounding_blurs_are_noted():
    data = read_dataset(lines(2**53 + i for i in range(30)), name="x.csv")
    assert any(
        "rounding blurs their differences, in: a. Subtract the smallest" in note for note in data.notes
    )
    spread = read_dataset(lines(2**53 + i * 2**40 for i in range(30)), name="x.csv")
    assert not any("blurs" in note for note in spread.notes)
