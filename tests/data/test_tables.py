"""Tables in files: blocks of one size whatever the files are, and what tells one table from another."""

import os

import numpy as np
import pandas as pd
import pytest

from frnn_core.data.tables import Table
from frnn_core.errors import DataError


@pytest.fixture
def frame():
    return pd.DataFrame({"a": np.arange(23) / 7, "b": np.arange(23), "c": list("xyz" * 7 + "xy")})


def in_parts(frame, folder, kind):
    for number, (start, stop) in enumerate([(0, 4), (4, 5), (5, 5), (5, 23)]):
        part = frame[start:stop]
        path = folder / f"part-{number}.{kind}"
        part.to_csv(path, index=False) if kind == "csv" else part.to_parquet(path)
    return Table.of(str(folder / f"*.{kind}"))


@pytest.mark.parametrize("kind", ["csv", "parquet"])
@pytest.mark.parametrize("size", [1, 5, 10, 100])
def test_blocks_are_of_one_size_and_hold_every_row_in_order(frame, tmp_path, kind, size):
    table = in_parts(frame, tmp_path, kind)
    assert table.columns == ("a", "b", "c")
    assert table.rows == 23
    blocks = list(table.blocks(size, ["c", "a"]))
    assert [len(block) for block in blocks[:-1]] == [size] * (len(blocks) - 1)
    assert all(block.index[0] == 0 for block in blocks)
    joined = pd.concat(blocks, ignore_index=True)
    assert list(joined) == ["c", "a"]
    assert joined["a"].tolist() == frame["a"].tolist()
    assert joined["c"].tolist() == frame["c"].tolist()
    assert table.frame(["a"])["a"].tolist() == frame["a"].tolist()


def test_a_table_is_another_when_a_file_changes(frame, tmp_path):
    path = tmp_path / "a.csv"
    frame.to_csv(path, index=False)
    before = Table.of(str(path)).identity()
    assert Table.of(str(path)).identity() == before
    os.utime(path, (1, 1))
    assert Table.of(str(path)).identity() != before


def test_files_that_differ_in_columns_or_kind_are_named(frame, tmp_path):
    in_parts(frame, tmp_path, "parquet")
    frame.rename(columns={"b": "z"}).to_parquet(tmp_path / "part-9.parquet")
    with pytest.raises(DataError, match=r"part-9\.parquet and .*part-0\.parquet differ in columns: b, z"):
        _ = Table.of(str(tmp_path)).columns
    frame.to_csv(tmp_path / "part-9.csv")
    with pytest.raises(DataError, match="matches Parquet files and others"):
        Table.of(str(tmp_path / "part*"))
