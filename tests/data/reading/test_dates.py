"""Dates as people write them: read when the whole column says so, asked about where that is open."""

from __future__ import annotations

import datetime

import numpy as np
import pandas as pd
import pytest

from frnn_core.data.reading import inspect_table, read_dataset
from frnn_core.data.reading.dates import DAY_FIRST, MONTH_FIRST, read_dates
from frnn_core.data.reading.summary import ColumnSummary
from frnn_core.engine.columns import Column, iso_date
from frnn_core.errors import DataError, ParameterError


def table(name: str, *cells: str) -> bytes:
    rows = [f"{cell};{i / 4};{'xy'[i % 2]}" for i, cell in enumerate(cells)]
    return "\n".join([f"{name};a;class", *rows]).encode()


def told(data: bytes, **choices: object) -> ColumnSummary:
    return inspect_table(data, **choices).columns[0]  # type: ignore[arg-type]


def days(text: str) -> float:
    return (pd.Timestamp(text) - pd.Timestamp("1970-01-01")) / pd.Timedelta(days=1)


@pytest.mark.parametrize(
    ("cells", "meant", "layout"),
    [
        (["2024-03-17", "1969-12-31"], ["2024-03-17", "1969-12-31"], "year-month-day"),
        (["2024-3-7", "2024-12-01"], ["2024-03-07", "2024-12-01"], "year-month-day"),
        (["2024/03/17", "2024/04/01"], ["2024-03-17", "2024-04-01"], "year/month/day"),
        (["2024-03-17 10:30", "2024-03-18"], ["2024-03-17 10:30", "2024-03-18"], "year-month-day"),
        (["2024-03-17T10:30:15.25", "2024-03-17T00:00:01"], ["2024-03-17 10:30:15.25", "2024-03-17 00:00:01"],
         "year-month-day"),
        (["17.03.2024", "1.4.2024"], ["2024-03-17", "2024-04-01"], "day.month.year"),
        (["03.04.2024", "05.06.2024"], ["2024-04-03", "2024-06-05"], "day.month.year"),
        (["17/03/2024", "03/04/2024"], ["2024-03-17", "2024-04-03"], "day/month/year"),
        (["03/17/2024", "03/04/2024 1:05 PM"], ["2024-03-17", "2024-03-04 13:05"], "month/day/year"),
        (["31-01-2024 23:59", "01-02-2024 00:00"], ["2024-01-31 23:59", "2024-02-01"], "day-month-year"),
        (["17 Mar 2024", "1 September 2023"], ["2024-03-17", "2023-09-01"], "day month year"),
        (["17-Mar-2024", "01-Apr-2024"], ["2024-03-17", "2024-04-01"], "day month year"),
        (["Mar 17, 2024", "April 1, 2024"], ["2024-03-17", "2024-04-01"], "month day, year"),
        (["29.02.2024", "28.02.2023"], ["2024-02-29", "2023-02-28"], "day.month.year"),
        (["05/05/2024", "06/06/2024"], ["2024-05-05", "2024-06-06"], "day/month/year"),
    ],
)  # fmt: skip
def test_dates_are_days_since_1970(cells: list[str], meant: list[str], layout: str) -> None:
    data = table("when", *cells, "", cells[0], "NA", "-")
    column = told(data)
    assert (column.role, column.reason, column.question) == ("date", f"dates read as {layout}", None)
    assert column.gaps == 3
    read = read_dataset(data)
    assert read.columns[0] == Column("when", "date")
    wanted = [days(meant[0]), days(meant[1]), np.nan, days(meant[0]), np.nan, np.nan]
    np.testing.assert_allclose(read.X[:, 0], wanted, rtol=0, atol=1e-10)


@pytest.mark.parametrize(
    ("cells", "meant", "reason"),
    [
        (["17.03.24", "01.04.69"], ["2024-03-17", "1969-04-01"],
         "dates read as day.month.year, years of two digits as 1969 to 2068"),
        (["2024-03-17T10:30Z", "2024-03-17T10:30+02:00"], ["2024-03-17 10:30", "2024-03-17 08:30"],
         "dates read as year-month-day, times in UTC"),
    ],
)  # fmt: skip
def test_what_may_surprise_is_said(cells: list[str], meant: list[str], reason: str) -> None:
    data = table("when", *cells * 2)
    assert told(data).reason == reason
    np.testing.assert_allclose(read_dataset(data).X[:2, 0], list(map(days, meant)), rtol=0, atol=1e-10)


AMBIGUOUS = table("when", "03/04/2024", "05/06/2024", "07/07/2024", "")


def test_ambiguous_dates_are_asked_about() -> None:
    question = told(AMBIGUOUS).question
    assert question is not None
    assert question.asks == "Is 03/04/2024 2024-04-03 or 2024-03-04?"
    assert question.choices == (
        ("day first", "03/04/2024 is 2024-04-03"),
        ("month first", "03/04/2024 is 2024-03-04"),
    )
    assert (question.default, question.answer, question.given) == (MONTH_FIRST, MONTH_FIRST, False)
    assert read_dataset(AMBIGUOUS).X[0, 0] == days("2024-03-04")
    assert "In when two readings are possible, and month first was taken" in " ".join(
        read_dataset(AMBIGUOUS).notes
    )
    answered = told(AMBIGUOUS, answers={"when": DAY_FIRST})
    assert answered.question is not None
    assert (answered.question.answer, answered.question.given) == (DAY_FIRST, True)
    assert answered.reason == "dates read as day/month/year"
    data = read_dataset(AMBIGUOUS, answers={"when": DAY_FIRST})
    assert data.X[:3, 0].tolist() == [days("2024-04-03"), days("2024-06-05"), days("2024-07-07")]
    assert not any("two readings" in note for note in data.notes)


def test_wrong_answers_are_refused() -> None:
    with pytest.raises(ParameterError, match="'when' must be 'month first' or 'day first', not 'both'"):
        read_dataset(AMBIGUOUS, answers={"when": "both"})
    with pytest.raises(DataError, match="no question about the column a"):
        read_dataset(AMBIGUOUS, answers={"a": DAY_FIRST})
    with pytest.raises(
        DataError, match=r"answers names a column 'wen', which is not there. Did you mean when"
    ):
        read_dataset(AMBIGUOUS, answers={"wen": DAY_FIRST})


@pytest.mark.parametrize(
    ("rows", "default"),
    [
        (["03/04/2024;17/03/2024;1;x", "05/06/2024;01/02/2024;2;y"], DAY_FIRST),
        (["03/04/2024;03/17/2024;1;x", "05/06/2024;01/02/2024;2;y"], MONTH_FIRST),
        (["03/04/2024;u;1,5;x", "05/06/2024;v;2,5;y"], DAY_FIRST),
        (["03/04/2024;u;1.5;x", "05/06/2024;v;2.5;y"], MONTH_FIRST),
    ],
)
def test_the_rest_of_the_table_makes_one_order_the_likelier(rows: list[str], default: str) -> None:
    question = told("\n".join(["when;other;a;class", *rows * 2]).encode()).question
    assert question is not None
    assert question.default == default


@pytest.mark.parametrize(
    "cells",
    [
        ["17/03/2024", "03/25/2024", "01/02/2024", "01/02/2024"],
        ["2024-03-17", "2024-02-30", "2024-03-17", "2024-04-01", "2024-04-02", "2024-04-03"],
        ["2024-03-17", "17.03.2024", "2024-03-17", "2024-04-01", "2024-04-02", "2024-04-03"],
    ],
)
def test_dates_that_only_half_fit_are_no_dates(cells: list[str]) -> None:
    column = told(table("when", *cells))
    assert (column.role, "date" in column.roles) == ("category", False)
    with pytest.raises(DataError, match="when cannot have the role 'date'"):
        read_dataset(table("when", *cells), roles={"when": "date"})


def test_odd_values_among_dates_are_named() -> None:
    cells = [f"2024-01-{day:02}" for day in range(1, 20)] * 2 + ["soon"]
    data = table("when", *cells)
    assert told(data).reason == "dates, but for 'soon'"
    assert "Column when holds dates, but for 'soon'. Repair to use it as dates." in read_dataset(data).notes


@pytest.mark.parametrize(
    ("name", "cells", "role"),
    [
        ("date", ["20240317", "20240401", "20240317"], "date"),
        ("a_number", ["20240317", "20240401", "20240317"], "number"),
        ("a_number", ["20240317", "20240401", "20231231", "19991231", "20240229"], "date"),
        ("date", ["20240317", "20241301"], "number"),
        ("year", ["2019", "2020", "2021"], "number"),
        ("version", ["1.2.10", "1.2.11", "1.3.10"], "category"),
    ],
)
def test_eight_digits_are_a_date_where_that_is_plain(name: str, cells: list[str], role: str) -> None:
    data = table(name, *cells * 3)
    assert told(data).role == role
    if role == "date":
        assert read_dataset(data).X[0, 0] == days("2024-03-17")
        assert read_dataset(data, roles={name: "number"}).X[0, 0] == 20240317


@pytest.mark.parametrize("text", ["", "x", "2024", "2024-13-01x", "24:00", "99/99/2024", "1,5", "a" * 100])
def test_what_is_no_date(text: str) -> None:
    found = read_dates([text])
    assert found is None or not found.readings


def test_days_are_those_of_the_calendar() -> None:
    every = [datetime.date(1899, 12, 28) + datetime.timedelta(days=37 * i) for i in range(2000)]
    found = read_dates([day.isoformat() for day in every])
    assert found is not None
    (values,) = found.readings.values()
    assert values.tolist() == [(day - datetime.date(1970, 1, 1)).days for day in every]
    assert [iso_date(value) for value in values.tolist()] == [day.isoformat() for day in every]


def test_a_column_of_dates_as_the_class_keeps_its_days() -> None:
    frame = pd.DataFrame({"a": range(6), "day": pd.to_datetime(["2024-01-01", "2024-01-02"] * 3)})
    assert read_dataset(frame, target="day").class_names == ("2024-01-01", "2024-01-02")
