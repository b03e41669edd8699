"""The 40 data sets: against the paper's table, against their hashes, and the traps in them."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from frnn_core import resources
from frnn_core.data import Dataset, dataset_names, describe, load_dataset
from frnn_core.data.catalogue import entries
from frnn_core.data.keel import recipes
from frnn_core.errors import UnknownName
from frnn_core.paper import printed_table

NAMES = dataset_names()
WITH_EXTRA = dataset_names(extra=True)
FULL = tuple(name for name in WITH_EXTRA if name.endswith("-full"))
PRINTED = printed_table("datasets").set_index("dataset")

MISPRINTED_FEATURES = {"balance": (4, 2)}
MISPRINTED_RATIO = {
    "cleve": (12.31, 12.62),
    "ecoli": (71.5, 28.60),
    "german": (2.33, 2.34),
    "spectf": (3.85, 38.56),
}
DUPLICATE_ROWS = {"titanic": 2177, "white": 937, "mammo": 267, "red": 240, "wisconsin": 234, "segment": 224}
CONTRADICTIONS = {"contra": 62, "mammo": 45, "page": 13, "titanic": 10}
RARE_CLASSES = {"auto": 3, "ecoli": 2, "glass": 9, "white": 5, "yeast": 5}


def test_the_names_are_those_of_the_paper_in_its_order():
    assert list(NAMES) == PRINTED.index.tolist()
    assert len(NAMES) == 40
    assert WITH_EXTRA[40:] == ("ecoli-uci", *FULL)


@pytest.mark.parametrize("name", NAMES)
def test_sizes_are_those_printed(name):
    data, printed = load_dataset(name), PRINTED.loc[name]
    features, printed_features = MISPRINTED_FEATURES.get(name, (printed["n_num_features"],) * 2)
    ratio, printed_ratio = MISPRINTED_RATIO.get(name, (printed["ir"],) * 2)
    assert data.X.shape == (printed["n_instances"], features)
    assert len(data.class_names) == printed["n_classes"]
    assert round(data.imbalance_ratio, 2) == ratio
    assert (printed["n_num_features"], printed["ir"]) == (printed_features, printed_ratio)


@pytest.mark.parametrize("name", WITH_EXTRA)
def test_content_is_what_the_catalogue_says(name):
    data, entry = load_dataset(name), entries()[name]
    assert data.sha256 == entry.sha256
    assert data.X.shape == (entry.rows, entry.features)
    assert len(data.class_names) == entry.classes
    assert (data.class_counts.max(), data.class_counts.min()) == (entry.largest_class, entry.smallest_class)
    assert data.imbalance_ratio == entry.imbalance_ratio


@pytest.mark.parametrize("name", WITH_EXTRA)
def test_arrays_are_clean_and_read_only(name):
    data = load_dataset(name)
    assert data.X.dtype == np.float64
    assert data.X.flags.c_contiguous
    assert not data.X.flags.writeable
    assert not data.y.flags.writeable
    assert np.isfinite(data.X).all() or (np.isnan(data.X).sum() == entries()[name].gaps and data.columns)
    assert all(label == label.strip() and label for label in data.class_names)
    assert len(set(data.feature_names)) == data.X.shape[1]
    assert data.source
    assert entries()[name].licence


@pytest.mark.parametrize("name", WITH_EXTRA)
def test_numbers_are_short_decimals_parsed_correctly(name):
    first = np.nan_to_num(load_dataset(name).X[0])
    assert first.tolist() == [float(f"{value:.15g}") for value in first]


@pytest.mark.parametrize("name", NAMES)
def test_long_and_short_names_in_any_case_give_the_same_object(name):
    long = entries()[name].keel_name
    assert load_dataset(name) is load_dataset(long)
    assert load_dataset(name.upper()) is load_dataset(f" {long.replace('-', '_').title()} ")


def test_every_name_in_the_printed_tables_is_known():
    for table in ("table_distances", "table_kernels", "table_dml", "table_k1", "missing", "absent_rows"):
        for name in printed_table(table)["dataset"]:
            assert load_dataset(name).name == name


def test_teaching_sets_load_by_name():
    assert load_dataset("Moons").X.shape == (200, 2)


def test_an_unknown_name_offers_the_nearest():
    with pytest.raises(UnknownName, match=r"no data set called 'wines'\. Did you mean wine"):
        load_dataset("wines")
    with pytest.raises(UnknownName, match=r"no data set called 5\. Known: aus"):
        load_dataset(5)


def test_the_caller_may_go_on_writing_to_the_arrays_of_a_data_set():
    X, y = np.zeros((2, 1)), np.array(["a", "b"])
    data = Dataset("mine", X, y, ("x1",))
    assert not data.X.flags.writeable
    assert not data.y.flags.writeable
    assert np.shares_memory(data.X, X)
    X[0, 0], y[0] = 1, "c"
    assert (data.X[0, 0], data.y[0]) == (1, "c")


@pytest.mark.parametrize("name", NAMES)
def test_whole_duplicate_rows(name):
    data = load_dataset(name)
    whole = np.column_stack([data.X, data.codes])
    duplicates = len(whole) - len(np.unique(whole, axis=0))
    if name in DUPLICATE_ROWS:
        assert duplicates == DUPLICATE_ROWS[name]
    else:
        assert duplicates < 100


@pytest.mark.parametrize(("name", "groups"), CONTRADICTIONS.items())
def test_same_features_with_different_classes(name, groups):
    data = load_dataset(name)
    frame = pd.DataFrame(data.X).assign(label=data.codes)
    classes = frame.groupby(list(range(data.X.shape[1])))["label"].nunique()
    assert (classes > 1).sum() == groups


def test_segment_alone_has_a_constant_column():
    constant = {
        (name, load_dataset(name).feature_names[column])
        for name in NAMES
        for column in np.flatnonzero(np.ptp(load_dataset(name).X, axis=0) == 0)
    }
    assert constant == {("segment", "Region-pixel-count")}


def test_classes_with_fewer_than_ten_rows():
    smallest = {name: int(load_dataset(name).class_counts.min()) for name in NAMES}
    assert {name: rows for name, rows in smallest.items() if rows < 10} == RARE_CLASSES


def test_ecoli_is_damaged_as_in_keel_and_ecoli_uci_is_clean():
    damaged, clean = load_dataset("ecoli"), load_dataset("ecoli-uci")
    digits = {0.49: 49, 0.4: 4, 0.04: 4, 1.0: 1, 0.5: 5, 0.0: 0}
    for value, damage in digits.items():
        assert (damaged.X[np.isclose(clean.X, value, atol=1e-12)] == damage).all()
    assert clean.X.max() == 1.0
    assert damaged.X.max() == 99
    assert damaged.y.tolist() == clean.y.tolist()
    assert damaged.sha256 != clean.sha256


def test_mammo_has_the_five_of_the_fold_files():
    assert sorted(set(load_dataset("mammo").X[:, 0])) == [0, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(("name", "columns"), [("heart", [9]), ("ring", range(20))])
def test_lost_decimal_points_leave_no_trailing_zero(name, columns):
    values = load_dataset(name).X[:, list(columns)]
    assert (values == np.round(values)).all()
    assert not (values[values != 0] % 10 == 0).any()
    assert any("lost" in note for note in load_dataset(name).notes)


def test_nominal_columns_are_left_out():
    assert load_dataset("crx").feature_names == ("A2", "A3", "A8", "A11", "A14", "A15")
    assert "family history" not in load_dataset("saheart").feature_names
    assert load_dataset("auto").feature_names[:3] == ("Normalized-losses", "Wheel-base", "Length")


@pytest.mark.parametrize("name", WITH_EXTRA)
def test_the_catalogue_holds_what_the_paper_prints_where_it_differs(name):
    entry = entries()[name]
    assert entry.in_paper == (name in PRINTED.index)
    if not entry.in_paper:
        assert (entry.printed_features, entry.printed_imbalance_ratio, entry.paper_note) == (None, None, "")
        return
    printed = PRINTED.loc[name]
    features, ratio = entry.features, round(entry.imbalance_ratio, 2)
    assert (entry.printed_features or features) == printed["n_num_features"]
    assert (entry.printed_imbalance_ratio or ratio) == printed["ir"]
    assert entry.printed_features != features
    assert entry.printed_imbalance_ratio != ratio


def test_a_set_outside_the_paper_is_described_when_asked_for():
    frame = describe(extra=True)
    assert frame.index.tolist() == list(WITH_EXTRA)
    assert frame.index[~frame["in_paper"]].tolist() == ["ecoli-uci", *FULL]
    assert frame.loc[list(FULL), "full_of"].tolist() == [name.removesuffix("-full") for name in FULL]
    assert frame.loc[["crx-full", "crx"], "gaps"].tolist() == [67, 0]
    assert frame.loc["ecoli-uci", ["instances", "features", "classes"]].tolist() == [336, 7, 8]
    assert frame.loc["ecoli-uci", ["printed_features", "printed_imbalance_ratio"]].isna().all()
    pd.testing.assert_frame_equal(frame.loc[list(NAMES)], describe())


def test_names_data_and_folds_come_without_pandas():
    """The pages and the engine ask for these first; whatever the package itself imports is left aside."""
    code = (
        "import sys, types\n"
        "package = types.ModuleType('frnn_core')\n"
        f"package.__path__ = [{str(Path(resources.__file__).parent)!r}]\n"
        "sys.modules['frnn_core'] = package\n"
        "from frnn_core import data\n"
        "data.partition(data.load_dataset('wine')), data.teaching_set('banana', 20)\n"
        "print('pandas' in sys.modules)\n"
        "print(len(data.describe()), len(data.read_dataset(b'a,class\\n1,x\\n2,y\\n3,x\\n4,y').y))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "40", "4"]


@pytest.mark.parametrize(("name", "read"), [("catalogue.csv", entries), ("keel_partitions.csv", recipes)])
def test_a_table_of_the_package_that_is_missing_or_damaged_is_named_with_the_cure(
    tmp_path, monkeypatch, name, read
):
    there = tmp_path / "frnn_core" / "data"
    there.mkdir(parents=True)
    monkeypatch.setattr(resources, "files", lambda package: tmp_path / package.replace(".", "/"))
    cure = "Restore the file, or install FRNN Explorer again"
    with pytest.raises(resources.ShippedError, match=rf"^frnn_core/data/{name}, .* is missing. {cure}"):
        read.__wrapped__()
    (there / name).write_bytes(b"name,\xff\x00\nwine,1\n")
    with pytest.raises(resources.ShippedError, match=rf"^frnn_core/data/{name}, .* is damaged .* {cure}"):
        read.__wrapped__()


def test_description_shows_the_printed_figure_only_where_it_differs():
    frame = describe()
    assert frame.index.tolist() == list(NAMES)
    features = frame["printed_features"].dropna().to_dict()
    ratios = frame["printed_imbalance_ratio"].dropna().to_dict()
    assert features == {name: printed for name, (_, printed) in MISPRINTED_FEATURES.items()}
    assert ratios == {name: printed for name, (_, printed) in MISPRINTED_RATIO.items()}
    assert set(frame.index[frame["note"] != ""]) == set(features) | set(ratios)
    assert (frame["instances"] == PRINTED["n_instances"]).all()
    assert (frame["classes"] == PRINTED["n_classes"]).all()
