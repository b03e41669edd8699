"""Data frames: every type of a column is taken for what it is, and comes back."""

from __future__ import annotations

import datetime

import numpy as np
import pandas as pd
import pytest

from frnn_core.data.reading import inspect_table, read_dataset
from frnn_core.engine.columns import Column
from frnn_core.errors import DataError

ROWS = 12
FRAME = pd.DataFrame(
    {
        "cat": pd.Categorical(list("bac") * 4, categories=["b", "a", "c", "unused"]),
        "size": pd.Categorical(["lo", "hi", None] * 4, categories=["lo", "mid", "hi"], ordered=True),
        "text": pd.array(["u", "v", None] * 4, dtype="string"),
        "flag": [True, False] * 6,
        "maybe": pd.array([True, None, False] * 4, dtype="boolean"),
        "answer": ["no", "yes", "YES"] * 4,
        "count": pd.array([1, None, 3] * 4, dtype="Int64"),
        "share": pd.array([0.5, None, 0.25] * 4, dtype="Float64"),
        "real": np.linspace(0, 1, ROWS),
        "when": pd.date_range("2024-01-01 10:31:07", periods=ROWS, freq="36h"),
        "zone": pd.date_range("2024-07-01 08:00", periods=ROWS, tz="Europe/Berlin"),
        "some": [pd.NaT, pd.Timestamp("2024-01-05")] * 6,
        "day": [datetime.date(2024, 1, 1 + i % 3) for i in range(ROWS)],
        "span": pd.to_timedelta(range(ROWS), unit="h"),
        "lists": [[1, 2]] * ROWS,
        "none": [None] * ROWS,
        "single": pd.Categorical(["z"] * ROWS),
        "money": ["$1,234.50", "$12.00", "($3.25)"] * 4,
        "class": list("xy") * 6,
    }
)


def test_every_type_has_its_role() -> None:
    summary = inspect_table(FRAME)
    assert {column.name: (column.role, column.reason) for column in summary.columns} == {
        "cat": ("category", ""),
        "size": ("ordered", ""),
        "text": ("category", ""),
        "flag": ("yes-no", "two values, False and True"),
        "maybe": ("yes-no", "two values, False and True"),
        "answer": ("yes-no", "two values, no and yes"),
        "count": ("number", ""),
        "share": ("number", ""),
        "real": ("number", ""),
        "when": ("date", ""),
        "zone": ("date", "times as clocks show them in Europe/Berlin"),
        "some": ("date", ""),
        "day": ("date", "dates read as year-month-day"),
        "span": ("number", "durations in days"),
        "lists": ("left-out", "holds lists, not single values"),
        "none": ("left-out", "has no values"),
        "single": ("category", "one value only, which tells nothing"),
        "money": (
            "number",
            "written with a comma between thousands and the unit $ and brackets for negative ones: "
            "$1,234.50 read as 1234.50",
        ),
        "class": ("class", ""),
    }
    assert summary.column("cat").values == ("b", "a", "c", "unused")
    assert summary.column("size").samples == ("lo", "hi")
    assert summary.column("lists").roles == ("left-out",)
    assert [summary.column(name).gaps for name in ("size", "maybe", "count", "some", "none")] == [
        4,
        4,
        4,
        6,
        12,
    ]


def test_values_are_what_the_frame_holds() -> None:
    before = FRAME.copy(deep=True)
    data = read_dataset(FRAME)
    held = {column.name: data.X[:, place] for place, column in enumerate(data.columns)}
    epoch = pd.Timestamp("1970-01-01")
    assert held["cat"].tolist() == [0, 1, 2] * 4
    assert np.array_equal(held["size"], [0, 2, np.nan] * 4, equal_nan=True)
    assert held["answer"].tolist() == [0, 1, 1] * 4
    assert held["money"].tolist() == [1234.5, 12, -3.25] * 4
    assert held["span"].tolist() == [hour / 24 for hour in range(ROWS)]
    np.testing.assert_allclose(held["when"], (FRAME["when"] - epoch) / pd.Timedelta(days=1), atol=1e-10)
    assert held["zone"][0] == (pd.Timestamp("2024-07-01 08:00") - epoch) / pd.Timedelta(days=1)
    assert "1 column with one value only, which tells nothing: single." in data.notes
    assert "Left out 1 column of lists, which cannot be compared: lists." in " ".join(data.notes)
    pd.testing.assert_frame_equal(FRAME, before)


def test_a_data_set_as_a_frame_reads_back_the_same() -> None:
    data = read_dataset(FRAME)
    frame = data.frame()
    assert frame["when"].tolist() == FRAME["when"].tolist()
    assert frame["maybe"].dtype == "boolean"
    assert frame["size"].cat.ordered
    assert frame["cat"].cat.categories.tolist() == ["b", "a", "c", "unused"]
    assert frame["count"].isna().sum() == 4
    again = read_dataset(frame)
    assert again.columns == data.columns
    assert np.array_equal(again.X, data.X, equal_nan=True)
    assert again.sha256 == data.sha256


def test_plain_numbers_as_a_frame_are_floats() -> None:
    own = pd.DataFrame({"a": [1.5, 2, 3, 4], "class": [1, 2, 1, 2], "kind": list("xyxy")})
    data = read_dataset(own, target="kind")
    assert data.columns == ()
    frame = data.frame()
    assert [str(dtype) for dtype in frame.dtypes[:2]] == ["float64", "float64"]
    assert read_dataset(frame, target=-1).sha256 == data.sha256


def test_categories_of_numbers_can_be_numbers() -> None:
    frame = pd.DataFrame({"a": pd.Categorical([3.0, 1.0, 2.5, 1.0]), "class": list("xyxy")})
    assert read_dataset(frame).columns == (Column("a", "category", ("1", "2.5", "3")),)
    assert read_dataset(frame, roles={"a": "number"}).X[:, 0].tolist() == [3, 1, 2.5, 1]


def test_lists_alone_are_no_table() -> None:
    with pytest.raises(
        DataError, match=r"no column besides the class to compare.*a \(holds lists, not single"
    ):
        read_dataset(pd.DataFrame({"a": [[1]] * 4, "class": list("xyxy")}))
    with pytest.raises(DataError, match="The class column a holds lists"):
        read_dataset(pd.DataFrame({"a": [[1]] * 4, "b": [1, 2, 3, 4]}), target="a")
