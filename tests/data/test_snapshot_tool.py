"""The tool that builds the archive: on small files, and what it would write for what is shipped."""

import csv
from dataclasses import replace

import numpy as np
import pytest
from project import ROOT

from frnn_core.data.catalogue import entries, load_entry
from frnn_core.data.snapshot import read_snapshot, restore
from frnn_core.engine.columns import Column
from tools import build_snapshot
from tools.snapshot_full import ColumnSource, find_rows, read_columns, read_full
from tools.snapshot_readers import FORMATS, Source, Table, read_sources

SOURCES = {source.name: source for source in read_sources(ROOT / "tools" / "snapshot_sources.csv")}
COLUMNS = read_columns(ROOT / "tools" / "snapshot_columns.csv")
PLAIN = Source("toy", "", "", "toy.dat", "comma", "1", "", "", "", "", "", "")
FULL = replace(PLAIN, name="toy-full", files="toy.tab", format="orange", drop="", full_of="toy")
TOY_COLUMNS = [
    ColumnSource("size", "number", (), (), ("no point",)),
    ColumnSource("colour", "category", ("r", "g"), ("red", "green"), ("1", "2")),
    ColumnSource("class", "class", ("+", "-"), ("yes", "no"), ()),
]
HEAD = "size\tcolour\tclass\nc\td\td\n\t\tclass\n"


def toy(root, full, plain):
    (root / "toy.tab").write_text(HEAD + full)
    (root / "toy.dat").write_text(plain)
    return read_full(FULL, PLAIN, TOY_COLUMNS, root)


def test_the_catalogue_is_what_the_tool_writes_for_the_shipped_arrays():
    rows = [build_snapshot.describe(SOURCES[name], load_entry(name)) for name in entries()]
    shipped = (ROOT / "frnn_core" / "data" / "catalogue.csv").read_bytes()
    assert build_snapshot.csv_bytes(rows) == shipped
    assert list(SOURCES) == list(entries())


def test_the_columns_shipped_are_those_of_the_table_of_columns():
    full = {name: entry for name, entry in entries().items() if entry.full_of}
    assert set(COLUMNS) == set(full)
    for name in full:
        described = tuple(
            Column(column.name, column.role, column.values)
            for column in COLUMNS[name]
            if column.role != "class"
        )
        assert read_snapshot(name).columns == described


@pytest.mark.parametrize("name", ["cleve-full", "wine"])
def test_what_is_shipped_is_encoded_and_restored_to_the_bit(name):
    data = load_entry(name)
    texts = [["?" if v != v else f"{v:.15g}" for v in row] for row in data.X.tolist()]
    table = Table(
        texts, data.y.tolist(), list(read_snapshot(name).feature_names), read_snapshot(name).columns
    )
    stored = build_snapshot.encode(table)
    assert build_snapshot.check(name, table, stored).sha256 == entries()[name].sha256
    with np.load(ROOT / "frnn_core" / "data" / "snapshot.npz", allow_pickle=False) as archive:
        for part, array in stored.items():
            assert np.array_equal(archive[f"{name}/{part}"], array)
            assert archive[f"{name}/{part}"].dtype == array.dtype
    wrong = stored | {"codes": stored["codes"][::-1]}
    with pytest.raises(ValueError, match=f"{name} is not restored exactly"):
        build_snapshot.check(name, table, wrong)


def test_a_gap_in_a_table_of_plain_numbers_stops_the_tool():
    table = Table([["1"], ["?"]], ["a", "b"], ["x"])
    with pytest.raises(ValueError, match="toy is not restored exactly"):
        build_snapshot.check("toy", table, build_snapshot.encode(table))


def test_a_full_version_is_read_with_its_gaps_values_and_rows(tmp_path):
    full = toy(tmp_path, "1.5\tg\t+\n?\tr\t-\n10\tr\t-\n", "10,1,no\n15.0,2,yes\n")
    assert full.plain_rows == (1, -1, 0)
    assert full.table.rows == [["1.5", "1"], ["?", "0"], ["10", "0"]]
    assert full.table.labels == ["yes", "no", "no"]
    restored = restore(build_snapshot.encode(full.table))
    assert np.array_equal(restored.X, [[1.5, 1], [np.nan, 0], [10, 0]], equal_nan=True)
    assert restored.columns == (Column("size"), Column("colour", "category", ("red", "green")))


@pytest.mark.parametrize(
    ("full", "plain", "message"),
    [
        ("1.5\tg\t+\n", "15,1,yes\n", "The paper's file has no row 15, 2"),
        ("1.5\tg\t+\n", "15,2,no\n", "The paper's file has no row 15, 2"),
        ("1.5\tg\t+\n", "15,2,yes\n15,2,yes\n", "1 rows of the paper's file are not in the full one"),
        ("1.5\tb\t+\n", "15,2,yes\n", "not in tuple"),
    ],
)
def test_other_data_than_the_papers_stop_the_tool(tmp_path, full, plain, message):
    with pytest.raises(ValueError, match=message):
        toy(tmp_path, full, plain)


def test_equal_rows_are_taken_in_their_order():
    full = Table([["1", "r"], ["1", "r"]], ["yes", "yes"], [])
    plain = Table([["1", "1"], ["1", "1"]], ["yes", "yes"], [])
    assert find_rows(full, plain, TOY_COLUMNS[:2], with_labels=True) == (0, 1)


def test_classes_come_from_the_papers_file_then_from_the_rule(tmp_path):
    (tmp_path / "toy.tab").write_text(HEAD + "1.5\tg\t+\n?\tr\t+\n?\tg\t-\n")
    (tmp_path / "toy.dat").write_text("15,2,3\n")
    judged = replace(FULL, repair="class:1=2")
    full = read_full(judged, PLAIN, TOY_COLUMNS, tmp_path)
    assert full.table.labels == ["3", "2", "no"]


def test_a_counted_file_must_hold_what_it_announces(tmp_path):
    source = replace(FULL, files="counted.csv", format="counted")
    with (tmp_path / "counted.csv").open("w", newline="") as file:
        csv.writer(file).writerows([(2, 1, "no", "yes"), (1, "nan", 0), (2, 3, 1)])
    table = FORMATS["counted"](source, tmp_path)
    assert (table.rows, table.labels) == ([["1", "?"], ["2", "3"]], ["0", "1"])
    with (tmp_path / "counted.csv").open("a") as file:
        file.write("3,4,1\n")
    with pytest.raises(ValueError, match="announces 2 rows and holds 3"):
        FORMATS["counted"](source, tmp_path)
