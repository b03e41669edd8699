"""The class column: which one is taken, what is said about it, and what its cells mean."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.utils import Bunch

from frnn_core.data.reading import inspect_table, read_dataset, spelling
from frnn_core.engine.columns import Column
from frnn_core.errors import DataError

OTHER = "name another with target=…"


def table(*rows: str) -> bytes:
    return "\n".join(rows).encode()


def repeated(*labels: str) -> list[str]:
    """Number the labels, the whole list three times."""
    return [f"{place},{label}" for place, label in enumerate(labels * 3)]


@pytest.mark.parametrize("word", ["none", "NA", "n/a", "null", "NaN", "None"])
def test_a_word_for_a_gap_is_a_class_in_the_class_column_and_a_gap_elsewhere(word: str) -> None:
    rows = [f"{word if place == 0 else place},{label}" for place, label in enumerate(["mild", word] * 3)]
    data = read_dataset(table("a,Severity", *rows))
    assert data.y.tolist() == ["mild", word] * 3
    assert np.isnan(data.X[0, 0])
    assert data.X[1:, 0].tolist() == [1, 2, 3, 4, 5]
    assert data.notes[1:] == (
        f"In the class column Severity this counts as a class of its own: {word} (3 rows). Leave such cells "
        "empty if they mean that the class is not known.",
        "1 gap left open, in: a (1).",
        "1 row without a value in any feature, which tells nothing. Delete such rows.",
    )


@pytest.mark.parametrize("gap", ["", "?", "<null>", "<NULL>"])
def test_a_gap_is_no_class(gap: str) -> None:
    data = read_dataset(table("a,class", *repeated("x", "none", gap)))
    assert data.y.tolist() == ["x", "none"] * 3
    assert "Dropped 3 of 9 rows without a class." in data.notes


def test_among_numbers_nan_is_a_gap_and_none_a_class() -> None:
    assert read_dataset(table("a,class", *repeated("1", "2", "nan"))).y.tolist() == ["1", "2"] * 3
    assert read_dataset(table("a,class", *repeated("1.0", "none"))).y.tolist() == ["1", "none"] * 3


def test_groups_of_numbers_leave_out_every_gap() -> None:
    data = read_dataset(table("a,price", *repeated("1", "2", "3", "NA")), bins=3)
    assert len(data.y) == 9
    assert data.notes[-1] == "Dropped 3 of 12 rows without a class."


def test_inspect_counts_the_word_as_a_class() -> None:
    summary = inspect_table(table("a,class", *repeated("x", "none", "?")))
    assert (summary.columns[1].gaps, summary.columns[1].distinct) == (3, 2)
    assert "none (3 rows)" in summary.notes[-1]


def test_a_late_text_keeps_the_words_before_it() -> None:
    rows = [f"{i / 8},{('1', 'none')[i % 2]}" for i in range(12_000)]
    data = read_dataset(table("a,class", *rows, "1,x", "2,x"))
    assert data.y.tolist() == ["1", "none"] * 6000 + ["x", "x"]


def test_values_that_the_header_declares_are_no_gaps() -> None:
    header = (
        "@attribute a real\n@attribute f {none,mild}\n@attribute g {1,2,nan}\n@attribute class {None,b}\n"
    )
    rows = "1,none,1,None\n2,mild,2,b\n3,none,2,None\n4,NA,1,b\n5,none,nan,b\n6,mild,1,b\n"
    data = read_dataset(f"{header}@data\n{rows}".encode())
    assert data.columns == (Column("a"), Column("f", "ordered", ("none", "mild")), Column("g"))
    gap = np.nan
    wanted = [[1, 0, 1], [2, 1, 2], [3, 0, 2], [4, gap, 1], [5, 0, gap], [6, 1, 1]]
    assert np.array_equal(data.X, wanted, equal_nan=True)
    assert data.y.tolist() == ["None", "b", "None", "b", "b", "b"]
    assert data.notes[-1] == "2 gaps left open, in: f (1), g (1)."


def test_bunch_with_a_class_called_none() -> None:
    bunch = Bunch(data=np.eye(4), target=np.array([0, 1, 0, 1]), target_names=["none", "mild"])
    assert read_dataset(bunch).y.tolist() == ["none", "mild", "none", "mild"]


@pytest.mark.parametrize(
    ("header", "note"),
    [
        ("a,b,t", f"Took the last column, t, as the class; {OTHER}"),
        ("a,Label,c", f"Took Label as the class because of its name; {OTHER}"),
        ("Species,b,c", f"Took Species as the class because of its name; {OTHER}"),
        ("a,DIAGNOSIS,c", f"Took DIAGNOSIS as the class because of its name; {OTHER}"),
        ("outcome,b,y", f"Took y as the class because of its name; {OTHER}"),
    ],
)
def test_a_guess_is_noted(header: str, note: str) -> None:
    rows = table(header, "1,3,p", "2,4,q", "1,3,p", "2,4,q")
    assert read_dataset(rows).notes[0] == note
    assert inspect_table(rows).notes[0] == note
    assert not any(OTHER in sentence for sentence in read_dataset(rows, target=1).notes)


def test_a_likely_name_needs_few_values() -> None:
    rows = table("outcome,b,c", *(f"{i},{i % 4},{'pq'[i % 2]}" for i in range(20)))
    assert read_dataset(rows).y.tolist() == ["p", "q"] * 10


def quantities(*first: str) -> bytes:
    """Give rows that begin with one of the cells in turn and end with a number of their own."""
    return table("k,a,b", *(f"{first[i % len(first)]},{i % 5},{i * 1.5}" for i in range(40)))


def test_the_only_column_of_few_texts_is_better_than_many_numbers() -> None:
    data = read_dataset(quantities("x", "y", "none"))
    assert data.y.tolist()[:4] == ["x", "y", "none", "x"]
    assert data.feature_names == ("a", "b")
    assert data.notes[0] == (
        "Took k as the class, as it alone holds a few texts and the last column, b, holds many different "
        f"numbers; {OTHER}"
    )
    assert set(read_dataset(quantities("x", "y"), bins=2).y.tolist()) == {"1: up to 28.5", "2: above 28.5"}


def test_a_first_column_of_few_whole_numbers_is_pointed_at() -> None:
    doubt = (
        r"Took the last column, b, as the class \(or is it the first, k, with 3 different whole numbers\?\)"
    )
    with pytest.raises(DataError, match=doubt):
        read_dataset(quantities("1", "2", "3"))


@pytest.mark.parametrize("name", ["class", "Target", "LABEL", "y"])
@pytest.mark.parametrize("gap", ["", "?", "NA"])
def test_an_empty_column_with_the_name_of_the_class_is_refused(name: str, gap: str) -> None:
    rows = table(f"a,{name},b", *(f"{i % 2},{gap},{i % 3}" for i in range(6)))
    with pytest.raises(DataError, match=f"column {name} is empty.*choose another class column with target="):
        read_dataset(rows)
    assert read_dataset(rows, target="b").feature_names == ("a",)


BIG = 2**53


@pytest.mark.parametrize("labels", [(BIG, BIG + 1), (-BIG - 1, -BIG), (10**30, 10**30 + 1), (7, BIG + 1)])
def test_whole_numbers_that_float64_merges_stay_apart(labels: tuple[int, int]) -> None:
    names = [str(label) for label in labels]
    assert read_dataset(table("a,class", *repeated(*names))).y.tolist() == names * 3
    frame = pd.DataFrame({"a": range(6), "class": labels * 3})
    assert read_dataset(frame).y.tolist() == names * 3
    mixed = read_dataset(table("a,class", *repeated(*(f"{name}.0" for name in names), "x")))
    assert mixed.y.tolist() == [*names, "x"] * 3


def test_long_whole_numbers_are_still_features() -> None:
    data = read_dataset(table("class,a", *(f"{'xy'[i % 2]},{BIG + 2 * i}" for i in range(6))))
    assert data.X[:, 0].tolist() == [float(BIG + 2 * i) for i in range(6)]
    assert data.class_names == ("x", "y")


def test_too_many_long_whole_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spelling, "MAX_SPELLINGS", 3)
    with pytest.raises(DataError, match="too many different values to be classes"):
        read_dataset(table("a,class", *repeated(*(str(BIG + i) for i in range(4)))))


@pytest.mark.parametrize("dtype", [bool, "boolean", object, "category"])
def test_true_and_false_of_a_frame_keep_their_names(dtype: object) -> None:
    flags = pd.Series([True, False, False, True, True, False], dtype=dtype)  # type: ignore[call-overload]
    data = read_dataset(pd.DataFrame({"flag": flags, "class": flags[::-1].array}))
    assert data.columns == (Column("flag", "yes-no", ("False", "True")),)
    assert data.X[:, 0].tolist() == [1, 0, 0, 1, 1, 0]
    assert data.y.tolist() == ["False", "True", "True", "False", "False", "True"]


def test_flags_with_gaps() -> None:
    flags = pd.Series([True, None, False, True, True, True], dtype="boolean")
    frame = pd.DataFrame({"a": flags, "b": flags.astype(object), "class": list("xyxyxy")})
    flag = [1, np.nan, 0, 1, 1, 1]
    assert np.array_equal(read_dataset(frame).X, np.column_stack([flag, flag]), equal_nan=True)


def test_na_among_numeric_classes_is_a_gap() -> None:
    data = read_dataset(table("a,class", "1,0", "2,1", "3,NA", "4,0", "5,1"))
    assert data.class_names == ("0", "1")
    assert any("Dropped 1 of 5 rows without a class" in note for note in data.notes)


@pytest.mark.parametrize(
    "labels",
    [("007", "07", "7"), ("1E1", "10"), ("1e1", "10", "01"), ("00", "0"), ("-01", "-1"), ("01", "02")],
)
def test_codes_stay_as_they_are_spelt(labels: tuple[str, ...]) -> None:
    assert read_dataset(table("a,class", *repeated(*labels))).y.tolist() == list(labels) * 3
    mixed = read_dataset(table("a,class", *repeated(*labels, "x")))
    assert mixed.y.tolist() == [*labels, "x"] * 3


def test_codes_are_numbers_in_a_feature() -> None:
    data = read_dataset(
        table("a,class", *(f"{code},{label}" for code in ("007", "1E1", "7") for label in "xy"))
    )
    assert data.X[:, 0].tolist() == [7, 7, 10, 10, 7, 7]


def test_numbers_with_an_exponent_and_a_point_or_sign_are_no_codes() -> None:
    cells = ("0.000e+00", "1.000e+00", "1e+05")
    assert read_dataset(table("a,class", *repeated(*cells))).y.tolist() == ["0", "1", "100000"] * 3


def test_a_mark_among_the_classes_is_pointed_at() -> None:
    rows = table("a,class", *repeated("x", "y", "#N/A"))
    said = (
        "In the class column class this counts as a class of its own: #N/A (3 rows). Leave such cells empty "
        "if they mean that the class is not known."
    )
    assert said in read_dataset(rows).notes
    assert said in inspect_table(rows).notes
    assert len(read_dataset(table("a,class", *repeated("+", "-"))).notes) == 1


def test_y_beside_x_is_a_coordinate_if_it_holds_many_numbers() -> None:
    rows = [f"{i / 2},{i * i},{'pq'[i % 2]}" for i in range(8)]
    assert read_dataset(table("x,y,kind", *rows)).feature_names == ("x", "y")
    few = [f"{i / 2},{i % 2},{i * 3}" for i in range(8)]
    assert read_dataset(table("x,y,z", *few)).class_names == ("0", "1")


@pytest.mark.parametrize("name", ["Klasse", "classe"])
def test_the_class_may_be_called_so_in_german_and_french(name: str) -> None:
    assert read_dataset(table(f"{name},b,c", "1,3,p", "2,4,q", "1,3,p", "2,4,q")).class_names == ("1", "2")


def test_thousands_of_texts_are_no_classes() -> None:
    rows = table("a,class", *(f"{i},v{i % 5001}" for i in range(3 * 5001)))
    with pytest.raises(DataError, match="class column class holds too many different values to be classes"):
        read_dataset(rows)
    told = inspect_table(rows).column("class")
    assert (told.role, told.distinct) == ("class", 5001)
