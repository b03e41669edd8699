"""Every printed accuracy beside ours: each cell once, classified by fixed boundaries."""

import numpy as np
import pandas as pd
import pytest

from frnn_core.data import dataset_names, keel_partition_names
from frnn_core.engine.relation import VARIANTS
from frnn_core.errors import UnknownName
from frnn_core.experiments.plan import Setting
from frnn_core.experiments.presets import paper
from frnn_core.paper import printed_table, table_names
from frnn_core.paper.cells import AGREEMENTS, agreement, agreement_counts, printed_cells
from frnn_core.paper.columns import NUMBERS, column_of, our_scores

KEY = ["table", "dataset", "relation"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_printed_cell_appears_exactly_once(variant):
    cells = printed_cells(variant)
    printed = pd.concat(
        [
            printed_table(name).melt("dataset", var_name="relation", value_name="printed").assign(table=name)
            for name in table_names()
            if name.startswith("table_")
        ]
    )
    assert not cells.duplicated(KEY).any()
    both = printed.merge(cells, on=KEY, how="outer", suffixes=("", "_ours"), validate="one_to_one")
    assert len(both) == len(printed) == len(cells)
    np.testing.assert_array_equal(both["printed"], both["printed_ours"])


def test_the_columns_are_as_promised():
    cells = printed_cells()
    assert list(cells) == [
        *("table", "dataset", "relation", "k", "printed", "ours", "difference", "folds"),
        *("agreement", "reason"),
    ]
    assert set(cells["dataset"]) <= set(dataset_names())
    assert set(cells["agreement"]) <= set(AGREEMENTS)
    keel = cells["dataset"].isin(keel_partition_names())
    assert (cells["folds"] == keel.map({True: "KEEL", False: "stand-in"})).all()
    both = cells.dropna(subset=["printed", "ours"])
    np.testing.assert_allclose(both["difference"], both["ours"] - both["printed"])


def test_a_blank_has_its_reason_and_nothing_else_has():
    cells = printed_cells()
    blank = cells["agreement"].isin(["printed blank", "ours blank", "not computed"])
    assert (cells.loc[blank, "reason"].str.len() > 10).all()
    assert (cells.loc[~blank, "reason"] == "").all()
    slow = cells.query("table == 'table_kernels' and dataset == 'balance' and relation == 'sphere'")
    assert slow["reason"].iloc[0].startswith("the paper: run time too long")


@pytest.mark.parametrize(
    ("printed", "ours", "computed", "expected"),
    [
        (0.5, 0.5, True, "3 decimals"),
        (0.5, 0.5005, True, "3 decimals"),
        (0.5, 0.4995, True, "3 decimals"),
        (0.5, 0.50051, True, "within .01"),
        (0.5, 0.51, True, "within .01"),
        (0.5, 0.49, True, "within .01"),
        (0.5, 0.5101, True, "beyond"),
        (0.5, 0.4899, True, "beyond"),
        (np.nan, 0.5, True, "printed blank"),
        (np.nan, np.nan, False, "printed blank"),
        (0.5, np.nan, True, "ours blank"),
        (0.5, np.nan, False, "not computed"),
    ],
)
def test_agreement_by_its_boundaries(printed, ours, computed, expected):
    assert agreement(printed, ours, computed) == expected


def test_counts_keep_the_two_kinds_of_folds_apart():
    cells = pd.DataFrame(
        {
            "folds": ["KEEL", "KEEL", "stand-in"],
            "agreement": ["3 decimals", "beyond", "3 decimals"],
            "k": [3, 3, 3],
        }
    )
    counts = agreement_counts(cells)
    assert counts.loc["KEEL", ["3 decimals", "beyond", "cells"]].tolist() == [1, 1, 2]
    assert counts.loc["stand-in", ["3 decimals", "beyond", "cells"]].tolist() == [1, 0, 1]
    whole = agreement_counts(printed_cells())
    assert whole["cells"].sum() == len(printed_cells()) == 2062


@pytest.mark.parametrize(
    ("table", "column", "published", "corrected", "k"),
    [
        ("table_distances", "man", Setting.of("man"), Setting.of("man"), 3),
        ("table_distances", "che", Setting.of("che", {"variant": "published"}), Setting.of("che"), 3),
        ("table_k15", "che", Setting.of("che", {"variant": "published"}), Setting.of("che"), 15),
        ("table_kernels", "circle", Setting.of("circle", gamma=1.0), Setting.of("circle", gamma=1.0), 3),
        (
            "table_class_mahalanobis",
            "class-mah",
            Setting.of("class-mah", {"scale": "overall"}),
            Setting.of("class-mah", {"scale": "class"}),
            3,
        ),
        (
            "table_gradient_kernels",
            "sph-3",
            Setting.of("sph-grad", {"start": 3.0, "batch": 50, "variant": "published"}),
            Setting.of("sph-grad", {"start": 3.0, "batch": 50, "variant": "corrected"}),
            3,
        ),
        ("table_dml", "DMLMJ", Setting.of("dmlmj", {"link": "rooted"}), Setting.of("dmlmj"), 3),
        ("table_combo", "combo", Setting.of("combo", {"variant": "published"}), Setting.of("combo"), 3),
        ("table_nca_k", "20", Setting.of("nca"), Setting.of("nca"), 20),
        ("table_man_k", "5", Setting.of("man"), Setting.of("man"), 5),
    ],
)
def test_what_a_printed_column_is(table, column, published, corrected, k):
    for variant, setting in (("published", published), ("corrected", corrected)):
        found = column_of(table, column, variant)
        assert (found.settings, found.k) == ((setting,), k)


def test_best_is_the_best_of_the_seven_distances():
    assert [s.relation for s in column_of("table_combo", "best", "corrected").settings] == [
        *("man", "euc", "che", "can", "pcc", "cos", "mah"),
    ]


def test_every_setting_is_in_the_preset_and_so_will_be_shipped():
    shipped = {setting for plan in paper() for setting in plan.settings}
    assert set(our_scores().plan.settings) <= shipped


def test_unknown_names_are_refused():
    with pytest.raises(UnknownName, match="variant"):
        column_of("table_combo", "man", "correct")
    with pytest.raises(UnknownName, match="table of accuracies"):
        column_of("datasets", "ir", "corrected")


def counted(table, relation):
    """Cells on KEEL's folds that are printed: (to 3 decimals, all)."""
    cells = printed_cells("published")
    chosen = cells[(cells["table"] == table) & (cells["relation"] == relation) & (cells["folds"] == "KEEL")]
    chosen = chosen[chosen["agreement"] != "printed blank"]
    return int((chosen["agreement"] == "3 decimals").sum()), len(chosen)


@pytest.mark.parametrize(
    ("table", "relation", "same", "cells"),
    [
        ("table_distances", "man", 21, 21),
        ("table_distances", "euc", 21, 21),
        ("table_distances", "can", 20, 20),
        ("table_distances", "cos", 15, 20),
        ("table_distances", "pcc", 12, 21),
        ("table_distances", "mah", 14, 16),
        ("table_kernels", "gauss", 18, 21),
        ("table_kernels", "exp", 21, 21),
        ("table_kernels", "rat", 20, 21),
        ("table_kernels", "circle", 21, 21),
        ("table_kernels", "sphere", 21, 21),
        ("table_combo", "combo", 14, 20),
        ("table_class_mahalanobis", "class-mah", 9, 15),
    ],
)
def test_printed_cells_reproduced_on_keel_folds(table, relation, same, cells):
    assert counted(table, relation) == (same, cells)


@pytest.mark.parametrize(
    ("relation", "folds", "same", "near", "cells"),
    [("class-mah", "KEEL", 9, 13, 15), ("class-mah", "stand-in", 1, 7, 13), ("combo", "KEEL", 14, 18, 20)],
)
def test_readings_of_the_paper_come_as_near_to_its_table_as_their_help_says(
    relation, folds, same, near, cells
):
    told = printed_cells()
    chosen = told[(told["relation"] == relation) & (told["folds"] == folds)].dropna(subset="printed")
    assert len(chosen) == cells
    assert (chosen["agreement"] == "3 decimals").sum() == same
    assert (chosen["difference"].abs() <= 0.011).sum() == near


def test_the_numbers_of_the_tables_are_those_of_the_paper():
    assert set(NUMBERS) == {name for name in table_names() if name.startswith("table_")}
    assert len(set(NUMBERS.values())) == len(NUMBERS)
