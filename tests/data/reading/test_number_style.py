"""Numbers as people write them: decided column by column, and said."""

from __future__ import annotations

import numpy as np
import pytest

from frnn_core.data.reading import inspect_table, read_dataset
from frnn_core.data.reading.number_style import (
    GROUPS,
    MAYBE,
    PLAIN,
    SURE,
    WHOLE,
    Evidence,
    NumberStyle,
    Written,
    choose_styles,
    written,
)
from frnn_core.engine.columns import Column

NAMED = "Took class as the class because of its name; name another with target=…"


def table(*rows: str) -> bytes:
    return "\n".join(rows).encode()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("12", Written(WHOLE)),
        ("-1.5", Written(SURE["."])),
        ("1.", Written(SURE["."])),
        (",5", Written(SURE[","])),
        ("0,125", Written(SURE[","])),
        ("1,2345", Written(SURE[","])),
        ("1,250e3", Written(SURE[","])),
        ("1.250", Written(MAYBE["."])),
        ("-1,250", Written(MAYBE[","])),
        ("1.250.000", Written(GROUPS["."])),
        ("1.250,5", Written(GROUPS["."])),
        ("1,250,000.75", Written(GROUPS[","])),
        ("12 345", Written(WHOLE, " ")),
        ("12\u202f345,5", Written(SURE[","], " ")),
        ("4’500.50", Written(SURE["."], "'")),
        ("12,5 %", Written(SURE[","], unit="%")),
        ("$1,040", Written(MAYBE[","], unit="$")),
        ("-€5", Written(WHOLE, unit="€")),
        ("3 m²", Written(WHOLE, unit="m²")),
        ("20 °C", Written(WHOLE, unit="°C")),
        ("inf", Written(WHOLE)),
        ("9" * 400, Written(SURE["."])),
    ],
)
def test_how_a_number_is_written(text: str, found: Written) -> None:
    assert written(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "5b",
        "5 kg net",
        "--5",
        "(-5)",
        "(5",
        "1.2.3",
        "1,2,3",
        "1.234.5",
        "1 2",
        "12 34",
        "31.01.2024",
        "2024-01-31",
        "１",
    ],
)
def test_what_is_no_number(text: str) -> None:
    assert written(text) is None


@pytest.mark.parametrize(
    ("style", "text", "plain"),
    [
        (PLAIN, "1.5", "1.5"),
        (PLAIN, "1,5", None),
        (NumberStyle(","), "1,5", "1.5"),
        (NumberStyle(","), "1.5", None),
        (NumberStyle(",", "."), "1.250,5", "1250.5"),
        (NumberStyle(",", "."), "1.250", "1250"),
        (NumberStyle(",", "."), "1.25", None),
        (NumberStyle(".", ","), "-1,250.5", "-1250.5"),
        (NumberStyle(".", " "), "1\xa0250.5", "1250.5"),
        (NumberStyle(unit="kg"), "5 kg", "5"),
        (NumberStyle(unit="kg"), "5", None),
        (NumberStyle(unit="kg"), "5 g", None),
        (NumberStyle(unit="$"), "-$5.25", "-5.25"),
        (NumberStyle(",", unit="€"), "5,25 €", "5.25"),
        (PLAIN, "−5", "-5"),
    ],
)
def test_a_style_reads_its_own_numbers_only(style: NumberStyle, text: str, plain: str | None) -> None:
    assert style.plain(text) == plain


@pytest.mark.parametrize(
    ("columns", "styles"),
    [
        ([["5,37"], ["1.250"]], [NumberStyle(","), NumberStyle(",", ".")]),
        ([["5.37"], ["1,250"]], [NumberStyle("."), NumberStyle(".", ",")]),
        ([["5,37"], ["0.5"], ["1.250"]], [NumberStyle(","), PLAIN, PLAIN]),
        ([["1.250"], ["7"]], [PLAIN, PLAIN]),
        ([["1,250"], ["7"]], [NumberStyle(","), PLAIN]),
        ([["1,250", "1.250"]], [PLAIN]),
        ([["1,5", "2,5", "3.5"]], [NumberStyle(",")]),
        ([["5,37"], ["x", "y", "0.5"]], [NumberStyle(","), PLAIN]),
    ],
)
def test_columns_are_decided_one_by_one(columns: list[list[str]], styles: list[NumberStyle]) -> None:
    assert choose_styles([Evidence(texts) for texts in columns], in_quotes=False) == styles


def test_one_point_does_not_turn_the_commas_off() -> None:
    rows = table("Preis;Menge;class", "5,37;1.250;a", "4,10;2.000;b", "3,99;980;a", "12,50;10.400;b")
    data = read_dataset(rows)
    assert data.X.tolist() == [[5.37, 1250], [4.1, 2000], [3.99, 980], [12.5, 10400]]
    assert data.notes == (
        "Read numbers with a decimal comma in Preis: 5,37 as 5.37.",
        "Read numbers with a decimal comma and a point between thousands in Menge: 1.250 as 1250.",
        NAMED,
    )
    assert inspect_table(rows).layout == "text table separated by semicolons, decimal comma, UTF-8"


def test_commas_here_and_points_there_are_told_apart() -> None:
    rows = table("a;b;class", "1,5;0.5;x", "2,5;0.25;y", "3,5;2;x", "4,5;0.125;y")
    data = read_dataset(rows)
    assert data.X.tolist() == [[1.5, 0.5], [2.5, 0.25], [3.5, 2], [4.5, 0.125]]
    assert data.notes[0] == "Read numbers with a decimal comma in a: 1,5 as 1.5."
    assert inspect_table(rows).layout == "text table separated by semicolons, decimal comma or point, UTF-8"


def test_one_point_among_commas_is_named_with_its_line() -> None:
    rows = ["1,5;2;x", "2,5;3;y"] * 4
    data = read_dataset(table("a;b;class", *rows, "3.5;2;x"))
    assert data.columns[0] == Column("a", "category", ("1,5", "2,5", "3.5"))
    assert (
        "Column a counts as text, but only 1 of its 9 values is no number: '3.5' in line 10. "
        "Repair to use it as numbers."
    ) in data.notes


def test_a_sign_that_shows_late_counts_for_all_rows() -> None:
    rows = ["1;1.250;a", "3;2.500;b"] * 4_000 + ["1,5;1.125;a", "2,5;3.000;b"]
    data = read_dataset("\n".join(rows).encode())
    assert data.X[:2].tolist() == [[1, 1250], [3, 2500]]
    assert data.X[-2:].tolist() == [[1.5, 1125], [2.5, 3000]]


def test_what_looks_like_thousands_at_first_may_be_decimals_in_the_end() -> None:
    rows = ["1,5;1.250;a", "3,5;2.500;b"] * 4_000 + ["1,5;1.5;a", "2,5;3.25;b"]
    data = read_dataset("\n".join(rows).encode())
    assert data.X[:2].tolist() == [[1.5, 1.25], [3.5, 2.5]]
    assert data.X[-2:].tolist() == [[1.5, 1.5], [2.5, 3.25]]


def test_a_unit_is_read_and_said_but_a_class_keeps_it() -> None:
    rows = table(
        "dose,mass,class", "5 mg,1.5 kg,10 mg", "6 mg,2.5 kg,20 mg", "7 mg,?,10 mg", "8 mg,4 kg,20 mg"
    )
    data = read_dataset(rows)
    assert np.array_equal(data.X, [[5, 1.5], [6, 2.5], [7, np.nan], [8, 4]], equal_nan=True)
    assert data.y.tolist() == ["10 mg", "20 mg"] * 2
    assert data.notes[:3] == (
        "Read numbers with the unit mg in dose, class: 5 mg as 5.",
        "Read numbers with the unit kg in mass: 1.5 kg as 1.5.",
        NAMED,
    )


def test_spaces_in_quotes_and_gaps_do_not_disturb_a_decimal_comma() -> None:
    data = read_dataset(table("a;b;class", *['" 1,5";" NA";x', '" 2,5";" 3,5";y'] * 2))
    assert np.array_equal(data.X, [[1.5, np.nan], [2.5, 3.5]] * 2, equal_nan=True)


def test_points_that_may_stand_between_thousands_are_doubted() -> None:
    rows = table("Menge;class", "1.250;x", "980;y", "10.400;x", "75;y")
    data = read_dataset(rows)
    assert data.X[:, 0].tolist() == [1.25, 980, 10.4, 75]
    assert data.notes[-1].startswith(
        "In Menge two readings are possible, and decimals was taken: 1.250 is 1.250"
    )
    assert read_dataset(rows, answers={"Menge": "thousands"}).X[:, 0].tolist() == [1250, 980, 10400, 75]


@pytest.mark.parametrize(
    "cells",
    [["1.250", "9.800", "1.125", "7.500"], ["1.250", "980", "0.125", "7"], ["1.250", "980", "1.5", "7"]],
)
def test_points_that_are_surely_decimal_points_are_not_doubted(cells: list[str]) -> None:
    rows = [f"{cell};{label}" for cell, label in zip(cells, "xyxy", strict=True)]
    data = read_dataset(table("Menge;class", *rows))
    assert data.X[:, 0].tolist() == [float(cell) for cell in cells]
    assert data.notes == (NAMED,)


def test_other_columns_or_later_rows_end_the_doubt_about_points() -> None:
    assert read_dataset(table("a;b;class", "1.250;1.5;x", "980;2.5;y", "7;3;x", "5;4;y")).notes == (NAMED,)
    rows = ["1.250;x", "980;y"] * 200
    assert read_dataset(table("a;class", *rows, "1.5;x", "2;y")).notes == (NAMED,)


def one(*cells: str) -> bytes:
    """A column of cells beside one of whole numbers."""
    return table("v;n;class", *(f"{cell};{i % 3};{'xy'[i % 2]}" for i, cell in enumerate(cells * 4)))


@pytest.mark.parametrize(
    ("cells", "numbers", "example"),
    [
        (["36,613.89", "1,000.00"], [36613.89, 1000], "36,613.89 read as 36613.89"),
        (["36.613,89", "5,00"], [36613.89, 5], "36.613,89 read as 36613.89"),
        (["36 613,89", "5,00"], [36613.89, 5], "36 613,89 read as 36613.89"),
        (["36\u00a0613,89", "1\u202f000,5"], [36613.89, 1000.5], "36\u00a0613,89 read as 36613.89"),
        (["1'000", "20"], [1000, 20], "1'000 read as 1000"),
        (["1\u2019000.5", "20"], [1000.5, 20], "1\u2019000.5 read as 1000.5"),
        (["12 %", "12.5%"], [12, 12.5], "12 % read as 12"),
        (["$5.25", "$1,200.50", "-$3.00"], [5.25, 1200.5, -3], "$5.25 read as 5.25"),
        (["5,25 €", "1.200,50 €"], [5.25, 1200.5], "5,25 € read as 5.25"),
        (["CHF 12.50", "CHF 1'200.00"], [12.5, 1200], "CHF 12.50 read as 12.50"),
        (["12.50 EUR", "3 EUR"], [12.5, 3], "12.50 EUR read as 12.50"),
        (["12 kg", "3.5 kg"], [12, 3.5], "12 kg read as 12"),
        (["3.5cm", "4 cm"], [3.5, 4], "3.5cm read as 3.5"),
        (["(1,234.50)", "6.00", "($7.00)"], None, ""),
        (["(1,234.50)", "6.00", "(7.00)"], [-1234.5, 6, -7], "(1,234.50) read as -1234.50"),
        (["+5", "-3", "−2.5"], [5, -3, -2.5], ""),
        (["5 KG", "6 kg"], [5, 6], "5 KG read as 5"),
        (["12 kg", "13"], None, ""),
        (["12 kg", "13 lb"], None, ""),
        (["1,5", "1.5"], None, ""),
        (["(5)", "(6)"], None, ""),
        (["<5", "10"], None, ""),
        (["10-20", "20-30"], None, ""),
    ],
)
def test_numbers_as_people_write_them(cells: list[str], numbers: list[float] | None, example: str) -> None:
    told = inspect_table(one(*cells)).column("v")
    assert told.question is None
    if numbers is None:
        assert (told.role, "number" in told.roles) == ("category", False)
        return
    assert told.role == "number"
    assert told.reason.endswith(example)
    assert read_dataset(one(*cells)).X[: len(cells), 0].tolist() == numbers


@pytest.mark.parametrize(
    ("cells", "default", "numbers", "others"),
    [
        (["1,234", "20"], "decimals", [1.234, 20], [1234, 20]),
        (["1.234 kg", "20 kg"], "decimals", [1.234, 20], [1234, 20]),
        (["$1,234", "$20"], "thousands", [1234, 20], [1.234, 20]),
        (["1.234 €", "5.678 €"], "thousands", [1234, 5678], [1.234, 5.678]),
        (["(1,234)", "5"], "decimals", [-1.234, 5], [-1234, 5]),
    ],
)
def test_ambiguous_numbers_are_asked_about(
    cells: list[str], default: str, numbers: list[float], others: list[float]
) -> None:
    question = inspect_table(one(*cells)).column("v").question
    assert question is not None
    assert (question.default, question.given) == (default, False)
    assert read_dataset(one(*cells)).X[: len(cells), 0].tolist() == numbers
    (other,) = {"decimals", "thousands"} - {default}
    answered = read_dataset(one(*cells), answers={"v": other})
    assert answered.X[: len(cells), 0].tolist() == others
    told = inspect_table(one(*cells), roles={"v": "category"}).column("v")
    assert (told.guess, told.role, told.question) == ("number", "category", None)
    assert set(told.values) == set(cells)
