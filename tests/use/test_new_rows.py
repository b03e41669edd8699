"""New rows: read as the training rows were, and what is said of those that do not fit."""

import numpy as np
import pandas as pd
import pytest
from made_tables import draw_table
from trained import PLAIN_CSV, asked_frame, mixed_data, mixed_frame

from frnn_core import FRNNClassifier, fit_model, load_model, predict_rows, read_dataset, read_new_rows
from frnn_core.data.reading.reader import read_raw_table
from frnn_core.errors import DataError
from frnn_core.use.estimators import as_trained
from frnn_core.use.files import model_bytes

EUROPEAN = b"""weight;price;when;fresh;sort;class
1,5;1,234;13/02/2024;yes;01;p
2,25;2,345;03/04/2024;no;02;q
1,75;1,111;14/02/2024;yes;01;p
2,5;2,222;05/06/2024;no;03;q
1,25;1,999;07/08/2024;ja;01;p
"""


@pytest.fixture(scope="module")
def plain():
    return fit_model(read_dataset(PLAIN_CSV, name="people.csv", target="sort"), k=2)


@pytest.fixture(scope="module")
def mixed():
    return load_model(model_bytes(fit_model(mixed_data())))


@pytest.fixture(scope="module")
def european():
    data = read_dataset(
        EUROPEAN.replace(b"ja", b"yes"),
        name="shop.csv",
        target="class",
        roles={"sort": "category"},
    )
    return load_model(model_bytes(fit_model(data, k=1)))


def refused(source, model, words):
    with pytest.raises(DataError, match=words) as caught:
        read_new_rows(source, model)
    return str(caught.value)


def test_the_order_of_columns_is_free_and_others_are_left_out_with_a_note(plain):
    rows = read_new_rows(b"weight,colour,height,sort\n55,red,160,a\n60,blue,170,b\n", plain)
    assert rows.X.tolist() == [[160, 55], [170, 60]]
    assert rows.notes == (
        "The class column sort is there; it is not looked at.",
        "1 column is not in the model and left out: colour.",
    )
    assert not rows.warnings


def test_the_training_table_itself_gives_the_training_values(mixed):
    data = mixed_data()
    rows = read_new_rows(mixed_frame(), mixed)
    assert np.array_equal(rows.X, data.X, equal_nan=True)
    text = mixed_frame().to_csv(index=False).encode()
    assert np.array_equal(read_new_rows(text, mixed).X, data.X, equal_nan=True)


def test_cells_are_read_as_those_of_the_training_rows_were(european):
    told = dict(european.about.written)
    assert told == {"weight": ",", "price": ",", "when": "day first"}
    rows = read_new_rows(b"fresh;sort;when;price;weight\nNO;01;03/04/2024;1,234;2\n", european)
    assert [column.name for column in european.columns] == ["weight", "price", "when", "fresh", "sort"]
    april = (pd.Timestamp("2024-04-03") - pd.Timestamp("1970-01-01")).days
    assert rows.X.tolist() == [[2, 1.234, april, 0, 0]]
    again = read_new_rows(b"fresh;sort;when;price;weight\nno;03;04/13/2024;1,5;2\n", european)
    assert again.X[0, 2] == april + 10
    assert "read with the month first; in the training rows it was day first" in again.notes[0]


def test_numbers_with_points_stay_so_where_the_training_rows_had_points(plain):
    rows = read_new_rows(b"height;weight\n1.234;5.5\n", plain)
    assert rows.X.tolist() == [[1.234, 5.5]]
    thousands = read_new_rows(b"height;weight\n1,234;50\n", plain)
    assert thousands.X.tolist() == [[1234, 50]]


def test_a_missing_column_is_named_with_the_nearest_name(plain, mixed):
    words = refused(b"Weight,height\n50,160\n", plain, "Column weight .* is missing")
    assert "(is it Weight?)" in words
    assert "their order is free" in words
    words = refused(asked_frame().rename(columns={"colour": "color", "size": "x9"}), mixed, "Columns")
    assert "colour (is it color?), size are missing" in words


def test_no_column_is_suggested_that_the_training_table_had_or_that_is_hardly_alike():
    csv = "name,incomes,income,kind\n" + "".join(
        f"p{i:02},{i * 7 % 5},{i},{'uv'[i % 2]}\n" for i in range(12)
    )
    data = read_dataset(csv.encode(), name="people.csv", target="kind", roles={"incomes": "left-out"})
    model = load_model(model_bytes(fit_model(data)))
    assert model.names == ("income",)
    assert any("name" in note for note in model.about.notes)
    for header in ("name,incomes,kind", "enamel,nickname,kinder"):
        words = refused(f"{header}\np1,3,u\n".encode(), model, "Column income is missing")
        assert "is it" not in words
    assert "income (is it Incom?) is" in refused(b"name,Incom\np1,3\n", model, "Column income")


def test_another_tables_model_is_told_from_a_missing_column(plain):
    words = refused(b"alcohol,ash\n12,2\n", plain, "None of the 2 columns of this model is there")
    assert "alcohol, ash" in words
    assert "fitted to people and needs height, weight. Is it the model of another table?" in words
    refused(b"160,50\n170,60\n", plain, "A line of column names is needed")


def test_empty_files_and_files_without_rows_are_refused(plain):
    refused(b"", plain, "empty")
    refused(b"   \n\n", plain, "empty|no rows|no table")
    refused(b"height,weight\n", plain, "rows")
    refused(pd.DataFrame({"height": [], "weight": []}), plain, "rows")


def test_unseen_categories_are_counted_and_differ_from_all(mixed):
    rows = read_new_rows(asked_frame(), mixed)
    place = mixed.names.index("colour")
    assert rows.X[0, place] == -1
    assert "Column colour: 1 row with a value that no training row has; it differs from all." in rows.notes
    frame = asked_frame().assign(colour="mauve")
    assert any(
        "20 rows with a value that no training row has" in n for n in read_new_rows(frame, mixed).notes
    )


def test_unknown_values_of_an_order_or_of_yes_and_no_are_gaps_with_a_note(mixed, european):
    frame = asked_frame().assign(size=["huge"] * 3 + ["LOW"] * 17)
    rows = read_new_rows(frame, mixed)
    place = mixed.names.index("size")
    assert np.isnan(rows.X[:3, place]).all()
    assert (rows.X[3:, place] == 0).all()
    assert any(
        "Column size: 3 rows with a value that no training row has (huge)" in note for note in rows.notes
    )
    rows = read_new_rows(b"fresh;sort;when;price;weight\nperhaps;01;03/04/2024;1,5;2\n", european)
    assert np.isnan(rows.X[0, 3])
    assert "it counts as missing. Known: no, yes." in rows.notes[0]


def test_gaps_are_filled_with_a_note_even_where_the_training_rows_had_none(plain):
    rows = read_new_rows(b"height,weight\n160,\n,60\n165,?\n", plain)
    assert np.isnan(rows.X).sum() == 3
    assert rows.notes == (
        "Column height: 1 gap filled with the median of the training rows.",
        "Column weight: 2 gaps filled with the median of the training rows.",
    )
    filled = read_new_rows(b"height,weight\n160,59.75\n169.5,60\n165,59.75\n", plain)
    assert (plain.scores(rows.X) == plain.scores(filled.X)).all()
    empty = read_new_rows(b"height,weight\n160,\n161,\n", plain)
    assert (predict_rows(plain, empty).classes == ["a", "a"]).all()


def test_gaps_for_a_classifier_of_plain_numbers_are_refused_with_the_cure(blobs):
    X, y, _, _ = blobs
    model = as_trained(FRNNClassifier().fit(pd.DataFrame(X, columns=list("abcd")), y))
    words = refused(b"a,b,c,d\n1,2,3,4\n1,,3,\n", model, "have gaps in b and d")
    assert "row 2" in words
    assert 'encode="auto"' in words


def test_text_among_numbers_is_named_with_its_line(plain, mixed):
    words = refused(
        b"height,weight\n160,50\ntall,60\n170,70\n", plain, "Column height holds other things than"
    )
    assert "'tall' in line 3" in words
    frame = asked_frame().assign(found=["yesterday", "never"] * 10)
    refused(frame, mixed, "Column found holds other things than dates")


def test_other_units_are_warned_of_with_column_range_and_values(plain):
    metres = b"height,weight\n" + b"".join(b"1.%02d,60\n" % i for i in range(50, 60))
    warned = read_new_rows(metres, plain).warnings
    assert warned == (
        "Column height: all rows have values unlike the training rows', which go from 150 to 189; here 1.5 "
        "to 1.59. Is it in other units?",
    )
    one = read_new_rows(b"height,weight\n160,60\n160,9000\n", plain).warnings
    assert one == (
        "Column weight: 1 row of 2 has values unlike the training rows', which go from 50 to 69.5; here 9000."
        " Is it in other units?",
    )
    assert not read_new_rows(b"height,weight\n140,45\n199,79\n", plain).warnings


def test_rows_that_all_lie_below_nearly_all_training_rows_are_warned_of():
    values = np.linspace(1, 1000, 200)
    frame = pd.DataFrame({"grams": values, "other": values[::-1], "y": ["a", "b"] * 100})
    model = fit_model(read_dataset(frame, target="y"))
    kilograms = pd.DataFrame({"grams": values[::20] / 1000, "other": values[::20]})
    assert ["grams" in words for words in read_new_rows(kilograms, model).warnings] == [True]
    few = kilograms.head(4)
    assert not read_new_rows(few, model).warnings


def test_dates_far_from_the_training_rows_are_warned_of(mixed):
    frame = asked_frame().assign(found=pd.Timestamp("1950-05-05"))
    warned = read_new_rows(frame, mixed).warnings
    assert len(warned) == 1
    assert "Column found" in warned[0]
    assert "here 1950-05-05" in warned[0]


def test_a_constant_column_warns_of_any_other_value():
    frame = pd.DataFrame({"one": [7.0] * 20, "two": np.arange(20.0), "y": ["a", "b"] * 10})
    data = read_dataset(frame, target="y", roles={"one": "number"})
    model = fit_model(data)
    assert "one" in model.names
    assert not read_new_rows(frame, model).warnings
    assert "which go from 7 to 7; here 8" in read_new_rows(frame.assign(one=8.0), model).warnings[0]


def parts_of(source, sizes=(1, 3), step=7):
    """Some rows of a table with its line of names, and their numbers."""
    lines = source.decode("utf-8-sig").splitlines(keepends=True)
    at = read_raw_table(source).lines
    for size in sizes:
        for start in range(0, len(at) - size + 1, step):
            rows = [lines[line - 1] for line in at[start : start + size]]
            yield "".join([lines[at[0] - 2], *rows]).encode(), slice(start, start + size)


def readable(seed):
    """A table as text with a line of names; None if the seed draws another."""
    made = draw_table(seed).data
    try:
        made.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    raw = read_raw_table(made)
    named = not any("no line of column names" in note for note in raw.notes)
    return made if named and len(raw.lines) else None


@pytest.mark.parametrize("seed", range(30))
def test_rows_alone_mean_what_they_mean_in_their_table(seed):
    if (table := readable(seed)) is None:
        return
    data = read_dataset(table)
    model = fit_model(data, k=1)
    whole = read_new_rows(table, model).X
    kept = np.arange(len(whole)) if data.numbers is None else data.numbers
    assert np.array_equal(whole[kept], data.X, equal_nan=True)
    for part, rows in parts_of(table):
        assert np.array_equal(read_new_rows(part, model).X, whole[rows], equal_nan=True)


def test_categories_dates_and_orders_alone_mean_what_they_mean_in_their_table(mixed, european):
    for table, model in ((mixed_frame().to_csv(index=False).encode(), mixed), (EUROPEAN, european)):
        whole = read_new_rows(table, model).X
        for part, rows in parts_of(table, step=1):
            assert np.array_equal(read_new_rows(part, model).X, whole[rows], equal_nan=True)


def test_rows_without_any_value_are_warned_of(plain):
    warned = read_new_rows(b"height,weight,x\n160,60,1\n,,2\n?,NA,3\n", plain).warnings
    assert warned == (
        "2 rows, the first being row 2, have no value in any column of the model: the class says nothing. "
        "Delete such rows.",
    )


def test_infinite_values_are_gaps_with_a_note(plain):
    rows = read_new_rows(pd.DataFrame({"height": [np.inf, -np.inf], "weight": [50.0, np.inf]}), plain)
    assert np.isnan(rows.X[:, 0]).all()
    assert "Column height: 2 infinite values taken for missing." in rows.notes
    assert "Column weight: 1 infinite value taken for missing." in rows.notes


def test_yes_and_no_may_be_0_and_1_and_dates_may_be_numbers(mixed):
    frame = asked_frame()
    written = frame.assign(
        wild=frame["wild"].astype(int), found=frame["found"].dt.strftime("%Y%m%d").astype(int)
    )
    assert np.array_equal(read_new_rows(written, mixed).X, read_new_rows(frame, mixed).X, equal_nan=True)
