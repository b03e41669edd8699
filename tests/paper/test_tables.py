"""The printed tables: all there, as printed, and safe from changes by a caller."""

import pandas as pd
import pytest

from frnn_core.errors import UnknownName
from frnn_core.paper import printed_table, table_names

DATASETS = set(printed_table("datasets")["dataset"])


def test_there_are_30_tables():
    assert len(table_names()) == 30
    assert table_names() == tuple(sorted(table_names()))


@pytest.mark.parametrize("name", table_names())
def test_table_is_readable_and_names_known_data_sets(name):
    frame = printed_table(name)
    assert len(frame) > 0
    if "dataset" in frame:
        assert set(frame["dataset"]) <= DATASETS


@pytest.mark.parametrize("name", [name for name in table_names() if name.startswith("table_")])
def test_results_are_numbers_between_0_and_1(name):
    values = printed_table(name).set_index("dataset")
    assert values.dtypes.eq(float).all()
    assert ((values >= 0) & (values <= 1) | values.isna()).all(axis=None)
    assert values.index.is_unique


def test_a_few_printed_cells():
    distances = printed_table("table_distances").set_index("dataset")
    assert distances.loc["wine"].tolist() == [0.967, 0.946, 0.736, 0.975, 0.946, 0.940, 0.940]
    assert pd.isna(distances.loc["ecoli", "mah"])
    assert printed_table("posthoc_distances").loc[0, "p_holm_printed"] == "<0.001"


@pytest.mark.parametrize("name", ["table_distances", "table_kernels"])
def test_every_blank_has_its_reason(name):
    values = printed_table(name).set_index("dataset")
    blanks = {(row, column) for row, column in zip(*_blank_positions(values), strict=True)}
    missing = printed_table("missing").query("table == @name")
    assert blanks == set(zip(missing["dataset"], missing["relation"], strict=True))


def _blank_positions(values):
    rows, columns = values.isna().to_numpy().nonzero()
    return values.index[rows], values.columns[columns]


def test_a_caller_gets_a_copy():
    frame = printed_table("datasets")
    frame.loc[0, "dataset"] = "changed"
    assert printed_table("datasets").loc[0, "dataset"] == "aus"


def test_unknown_table():
    with pytest.raises(UnknownName, match=r"no printed table called 'table_distance'\. Did you mean"):
        printed_table("table_distance")
