"""Roles: a table of customers as a person means it, guesses one by one, and what a user can set."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest

from frnn_core.data.reading import Options, Quantity, inspect_table, read_dataset, read_raw_table
from frnn_core.data.reading.known_values import ORDERS, YES_NO, folded, known_order, yes_no
from frnn_core.engine.columns import ROLES, Column
from frnn_core.errors import DataError, ParameterError

HEAD = ["customer_id", "income", "joined", "active", "plan", "zip", "discount", "city", "remark", "churned"]
ROWS = [
    ["C-0001", "36,613.89", "17/03/2023", "yes", "S", "01234", "5 %", "Bern", "calls often", "no"],
    ["C-0002", "1,200.00", "02/11/2022", "No", "M", "80331", "0 %", "Basel", "", "yes"],
    ["C-0003", "", "05/01/2021", "yes", "L", "01234", "12.5%", "Bern", "moved twice", "no"],
    ["C-0004", "999.50", "28/02/2024", "no", "XL", "00501", "n.a.", "Genève", "x", "yes"],
    ["C-0005", "(250.00)", "", "YES", "M", "80331", "7 %", "Basel", "new\ncustomer", "no"],
    ["C-0006", "12,000.00", "31/12/2020", "-", "S", "00501", "5 %", "?", "prefers mail, always", "yes"],
] + [
    [f"C-{i:04}", f"{1000 + 17 * i:,}.25", f"{i:02}/05/2023", "yes", "M", "01234", f"{i} %", "Bern",
     f"remark {i}", "no" if i % 2 else "yes"]
    for i in range(7, 13)
]  # fmt: skip


def customers(separator: str = ",", above: str = "") -> bytes:
    stream = io.StringIO()
    csv.writer(stream, delimiter=separator, lineterminator="\r\n").writerows([HEAD, *ROWS])
    return (above + stream.getvalue()).encode()


@pytest.mark.parametrize(("separator", "above"), [(",", ""), (";", ""), (";", "sep=;\r\n"), ("\t", "")])
def test_a_table_of_customers_is_read_as_a_person_means_it(separator: str, above: str) -> None:
    raw = read_raw_table(customers(separator, above), name="customers.csv")
    summary = inspect_table(raw, target="churned")
    brackets = "written with a comma between thousands and brackets for negative ones"
    assert [(c.name, c.guess, c.role, c.reason) for c in summary.columns] == [
        ("customer_id", "identifier", "identifier", "looks like an identifier"),
        ("income", "number", "number", f"{brackets}: 36,613.89 read as 36613.89"),
        ("joined", "date", "date", "dates read as day/month/year"),
        ("active", "yes-no", "yes-no", "two values, No and yes"),
        ("plan", "ordered", "ordered", "in the order S, M, L, XL"),
        ("zip", "category", "category", "codes, as leading zeros show"),
        ("discount", "number", "number", "written with the unit %: 5 % read as 5"),
        ("city", "category", "category", ""),
        ("remark", "text", "text", "11 different texts in 11 rows"),
        ("churned", "class", "class", ""),
    ]
    assert [c.gaps for c in summary.columns] == [0, 1, 1, 1, 0, 0, 1, 1, 1, 0]
    assert summary.column("joined").gap_share == 1 / 12
    assert summary.column("income").samples == ("36,613.89", "1,200.00", "999.50")
    assert summary.column("remark").samples[1] == "moved twice"
    assert [summary.column(name).holds for name in ("income", "joined", "plan")] == [
        "-250 to 36,613.9",
        "2020-12-31 to 2024-02-28",
        "4 values",
    ]
    assert all(c.question is None and set(c.roles) <= set(ROLES) for c in summary.columns)
    data = read_dataset(raw, target="churned")
    assert data.columns == (
        Column("income"),
        Column("joined", "date"),
        Column("active", "yes-no", ("No", "yes")),
        Column("plan", "ordered", ("S", "M", "L", "XL")),
        Column("zip", "category", ("00501", "01234", "80331")),
        Column("discount"),
        Column("city", "category", ("Basel", "Bern", "Genève")),
    )
    gap = np.nan
    assert np.array_equal(
        data.X[:6],
        [
            [36613.89, 19433, 1, 0, 1, 5, 1],
            [1200, 19298, 0, 1, 2, 0, 0],
            [gap, 18632, 1, 2, 1, 12.5, 1],
            [999.5, 19781, 0, 3, 0, gap, 2],
            [-250, gap, 1, 1, 2, 7, 0],
            [12000, 18627, gap, 0, 0, 5, gap],
        ],
        equal_nan=True,
    )
    assert data.y.tolist()[:3] == ["no", "yes", "no"]


def test_every_role_can_be_set_and_set_back() -> None:
    raw = read_raw_table(customers())
    texts = dict.fromkeys(("customer_id", "remark", "plan", "active"), "category")
    roles = {**texts, "zip": "number", "city": "left-out", "joined": "identifier", "income": "ordered"}
    data = read_dataset(raw, target="churned", roles=roles)
    assert data.feature_names == ("customer_id", "income", "active", "plan", "zip", "discount", "remark")
    held = dict(zip(data.feature_names, data.columns, strict=True))
    assert data.X[:3, 4].tolist() == [1234, 80331, 1234]
    assert held["plan"].values == ("L", "M", "S", "XL")
    assert held["active"].values == ("-", "No", "YES", "no", "yes")
    assert held["income"].values[:2] == ("-250", "999.5")
    assert len(held["customer_id"].values) == 12
    assert "Left out 2 columns, as you chose: joined, city." in data.notes
    summary = inspect_table(raw, target="churned", roles=roles)
    assert (summary.column("zip").guess, summary.column("zip").role) == ("category", "number")
    same = read_dataset(raw, target="churned", roles={c.name: c.guess for c in summary.columns[:-1]})
    assert same.sha256 == read_dataset(raw, target="churned").sha256


def test_a_role_that_a_column_cannot_take_is_refused_with_those_it_can() -> None:
    with pytest.raises(
        DataError, match=r"city cannot have the role 'number' \('Bern' in line 2.*It can be: ordered"
    ):
        read_dataset(customers(), target="churned", roles={"city": "number"})
    with pytest.raises(
        DataError, match=r"roles names a column 'citi', which is not there. Did you mean city\?"
    ):
        read_dataset(customers(), target="churned", roles={"citi": "category"})


def test_the_class_can_be_set_by_its_role_and_a_role_keeps_a_column_from_being_it() -> None:
    rows = b"a,b,kind\n1,p,x\n2,q,y\n3,p,x\n4,q,y\n"
    assert read_dataset(rows, roles={"b": "class"}).class_names == ("p", "q")
    told = inspect_table(rows, roles={"b": "class"}).column("b")
    assert (told.guess, told.role) == ("category", "class")
    other = read_dataset(rows, roles={"kind": "category"}, target=None)
    assert (other.class_names, other.feature_names) == (("p", "q"), ("a", "kind"))
    with pytest.raises(ParameterError, match="target names 'b' as the class, and roles as something else"):
        read_dataset(rows, target="b", roles={"b": "number"})


def test_orders_of_the_user() -> None:
    rows = b"grade,class\n" + b"pass,x\nmerit,y\nfail,x\n?,y\n" * 3
    told = inspect_table(rows).column("grade")
    assert (told.role, told.values) == ("category", ("fail", "merit", "pass"))
    order = ["fail", "pass", "merit", "distinction"]
    data = read_dataset(rows, roles={"grade": "ordered"}, orders={"grade": order})
    assert data.columns == (Column("grade", "ordered", tuple(order)),)
    assert np.array_equal(data.X[:4, 0], [1, 2, 0, np.nan], equal_nan=True)
    with pytest.raises(
        DataError, match=r"order of grade leaves out some of its values: merit. Name every value"
    ):
        read_dataset(rows, roles={"grade": "ordered"}, orders={"grade": ["fail", "pass"]})
    numbers = b"n,class\n" + b"10,x\n9,y\n100,x\n" * 4
    assert read_dataset(numbers, roles={"n": "ordered"}).columns[0].values == ("9", "10", "100")


@pytest.mark.parametrize(
    ("cells", "pair"),
    [
        (["yes", "no"], ("no", "yes")),
        (["Y", "N"], ("N", "Y")),
        (["TRUE", "false", "True"], ("false", "TRUE")),
        (["ja", "nein"], ("nein", "ja")),
        (["oui", "non"], ("non", "oui")),
        (["sí", "no"], ("no", "sí")),
        (["t", "f"], ("f", "t")),
    ],
)
def test_yes_and_no_in_words(cells: list[str], pair: tuple[str, str]) -> None:
    rows = "\n".join(["a,b,class", *(f"{cell},{i},{'uv'[i % 2]}" for i, cell in enumerate(cells * 3))])
    assert inspect_table(rows.encode()).columns[0].role == "yes-no"
    data = read_dataset(rows.encode())
    assert data.columns[0] == Column("a", "yes-no", pair)
    wanted = [float(cell.lower() == pair[1].lower()) for cell in cells * 3]
    assert data.X[:, 0].tolist() == wanted


@pytest.mark.parametrize("cells", [["yes", "maybe"], ["m", "f"], ["yes", "no", "unknown"], ["yes", "yes"]])
def test_what_is_not_yes_and_no(cells: list[str]) -> None:
    assert yes_no(cells) is None


@pytest.mark.parametrize(
    ("cells", "order"),
    [
        (["high", "Low", "medium"], ("Low", "medium", "high")),
        (["large", "small"], ("small", "large")),
        (["L", "S", "M", "XL"], ("S", "M", "L", "XL")),
        (["often", "never", "always"], ("never", "often", "always")),
        (["Strongly agree", "neutral", "disagree"], ("disagree", "neutral", "Strongly agree")),
        (["very_high", "low", "very-low"], ("very-low", "low", "very_high")),
        (["Tuesday", "Monday", "Sunday"], ("Monday", "Tuesday", "Sunday")),
        (["Dec", "Jan", "Mar"], ("Jan", "Mar", "Dec")),
    ],
)
def test_known_orders(cells: list[str], order: tuple[str, ...]) -> None:
    assert known_order(cells) == order


@pytest.mark.parametrize(
    "cells", [["S", "M"], ["low", "red"], ["M", "F", "D"], ["low"], [f"v{i}" for i in range(99)]]
)
def test_what_has_no_known_order(cells: list[str]) -> None:
    assert known_order(cells) is None


def test_known_words_are_written_as_they_are_compared() -> None:
    for words in (*YES_NO, *ORDERS):
        assert [folded(word) for word in words] == list(words)
        assert len(set(words)) == len(words)


@pytest.mark.parametrize(
    ("cells", "role", "first"),
    [
        (["007", "042", "911"], "category", 0),
        (["01", "02", "10"], "category", 0),
        (["007", "42", "911"], "number", 7),
        (["0", "1", "2"], "number", 0),
        (["007.5", "042.5", "911.5"], "number", 7.5),
        (["007", "", "911", "NA"], "category", 0),
    ],
)
def test_leading_zeros_mean_codes(cells: list[str], role: str, first: float) -> None:
    rows = "\n".join(["zip,b,class", *(f"{cell},{i / 2},{'uv'[i % 2]}" for i, cell in enumerate(cells * 40))])
    told = inspect_table(rows.encode()).column("zip")
    assert (told.role, "number" in told.roles) == (role, True)
    assert (told.reason == "codes, as leading zeros show") == (role == "category")
    assert read_dataset(rows.encode()).X[0, 0] == first
    assert read_dataset(rows.encode(), roles={"zip": "number"}).X[0, 0] == float(cells[0])


def test_codes_that_turn_out_late_to_be_numbers_are_numbers() -> None:
    cells = [f"{i % 100:02}" for i in range(6000)] + ["1000"]
    rows = "\n".join(["n,b,class", *(f"{cell},{i % 7},{'uv'[i % 2]}" for i, cell in enumerate(cells))])
    data = read_dataset(rows.encode())
    assert data.columns == ()
    assert data.X[:, 0].tolist() == [float(cell) for cell in cells]


@pytest.mark.parametrize("name", ["", "X", "Unnamed: 0", "...1", "rownames"])
def test_row_numbers_as_r_and_pandas_write_them(name: str) -> None:
    rows = "\n".join([f"{name},a,class", *(f"{i + 1},{i / 2},{'uv'[i % 2]}" for i in range(12))])
    told = inspect_table(rows.encode()).columns[0]
    assert (told.role, told.reason) == ("identifier", "only numbers the rows")
    assert read_dataset(rows.encode()).feature_names == ("a",)


def priced(rows: int = 60) -> bytes:
    return "\n".join(["size,price", *(f"{i % 7},{1000 + 25 * i}" for i in range(rows))]).encode()


def test_a_class_of_many_numbers_is_a_quantity_and_says_so_first() -> None:
    summary = inspect_table(priced())
    assert summary.class_is_quantity
    assert summary.quantity == Quantity(
        "price", 60, 60, 1000, 2475,
        ((3, (1475.0, 1975.0)), (4, (1350.0, 1725.0, 2100.0)), (5, (1275.0, 1575.0, 1875.0, 2175.0))),
    )  # fmt: skip
    said = "The class column price holds 60 different numbers in 60 rows: it is most likely a quantity."
    assert summary.notes[0].startswith(said)
    with pytest.raises(DataError, match=said) as caught:
        read_dataset(priced())
    assert "fold" not in str(caught.value)
    assert not inspect_table(b"a,class\n1,1\n2,2\n3,1\n4,2\n").class_is_quantity
    for bins, edges in summary.quantity.suggested:
        assert read_dataset(priced(), bins=bins).y.tolist() == read_dataset(priced(), edges=edges).y.tolist()


def test_edges_cut_the_class() -> None:
    data = read_dataset(priced(), edges=[1500, 2000])
    values = 1000 + 25 * np.arange(60)
    assert data.class_names == ("1: up to 1500", "2: 1500 to 2000", "3: above 2000")
    assert data.class_counts.tolist() == [(values <= 1500).sum(), ((values > 1500) & (values <= 2000)).sum(),
                                          (values > 2000).sum()]  # fmt: skip
    beyond = read_dataset(priced(), edges=[1500, 9000])
    assert beyond.notes[-1].endswith("No row is in: 3: above 9000.")
    with pytest.raises(DataError, match="Every row has the same class"):
        read_dataset(priced(), edges=[5])


def test_options_give_the_arguments_that_make_them() -> None:
    options = Options("c", {"a": "category"}, {"b": ["x", "y"]}, {"d": "day first"}, None, [1, 2.5], 10)  # type: ignore[arg-type]
    assert options.arguments() == {
        "target": "c",
        "roles": {"a": "category"},
        "orders": {"b": ["x", "y"]},
        "answers": {"d": "day first"},
        "edges": [1.0, 2.5],
        "folds": 10,
    }
    assert Options(**options.arguments()) == options
    assert hash(options) == hash(Options(**options.arguments()))
    assert Options().arguments() == {}


def test_many_different_texts_beyond_the_budget_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from frnn_core.data.reading import column_reader

    monkeypatch.setattr(column_reader, "MAX_TEXTS", 600)
    rows = "\n".join(["a,t,u,class", *(f"{i / 8},t{i},{'pq'[i % 2]},{'uv'[i % 2]}" for i in range(1000))])
    summary = inspect_table(rows.encode())
    told = summary.column("t")
    assert (told.role, told.reason, told.distinct) == ("text", "more different texts than are kept", None)
    assert told.roles == ("text", "identifier", "left-out")
    assert summary.column("u").role == "category"
    assert read_dataset(rows.encode()).feature_names == ("a", "u")
