"""Full versions of the paper's sets: against what UCI documents, and against the paper's version."""

from collections import Counter

import numpy as np
import pytest

from frnn_core.data import Dataset, dataset_names, load_dataset, partition
from frnn_core.data.catalogue import entries, plain_version
from frnn_core.data.feature_names import known_names
from frnn_core.data.keel import keel_folds
from frnn_core.engine.columns import ROLES
from frnn_core.errors import DataError

# Rows, gaps, rows with gaps, roles and classes, as the documentation at UCI has them.
KNOWN = {
    "auto-full": (205, 59, 46, {"number": 15, "category": 8, "ordered": 2}, [3, 22, 67, 54, 32, 27]),
    "cleve-full": (303, 6, 6, {"number": 6, "category": 5, "yes-no": 2}, [164, 55, 36, 35, 13]),
    "crx-full": (690, 67, 37, {"number": 6, "category": 6, "yes-no": 3}, [383, 307]),
    "dermatology-full": (366, 8, 8, {"number": 33, "yes-no": 1}, [112, 61, 72, 49, 52, 20]),
    "german-full": (1000, 0, 0, {"number": 7, "category": 9, "ordered": 2, "yes-no": 2}, [700, 300]),
    "mammo-full": (961, 162, 131, {"number": 1, "category": 2, "ordered": 2}, [516, 445]),
    "saheart-full": (462, 0, 0, {"number": 8, "yes-no": 1}, [302, 160]),
    "wisconsin-full": (699, 16, 16, {"number": 9}, [458, 241]),
}
# Gaps by column, as the documentation at UCI counts them.
GAPS = {
    "auto-full": {
        "Normalized-losses": 41,
        "Num-of-doors": 2,
        "Bore": 4,
        "Stroke": 4,
        "Horsepower": 2,
        "Peak-rpm": 2,
        "Price": 4,
    },
    "cleve-full": {"major vessels coloured": 4, "thal": 2},
    "crx-full": {"A1": 12, "A2": 12, "A4": 6, "A5": 6, "A6": 9, "A7": 9, "A14": 13},
    "dermatology-full": {"Age": 8},
    "mammo-full": {"BI-RADS": 2, "Age": 5, "Shape": 31, "Margin": 48, "Density": 76},
    "wisconsin-full": {"BareNuclei": 16},
}
# Values that UCI's documentation or file counts: set, column, value, rows.
COUNTS = [
    ("auto-full", "Make", "toyota", 32),
    ("auto-full", "Num-of-cylinders", "four", 159),
    ("cleve-full", "sex", "male", 206),
    ("cleve-full", "chest pain type", "asymptomatic", 144),
    ("crx-full", "A4", "l", 2),
    ("german-full", "Checking account", "none", 394),
    ("german-full", "Foreign worker", "yes", 963),
    ("german-full", "Employed for", "unemployed", 62),
    ("mammo-full", "Shape", "irregular", 400),
    ("saheart-full", "family history", "Present", 192),
]


def shown(data, column):
    """One column as people read it: numbers, words, None for a gap."""
    place = data.feature_names.index(column)
    values = data.columns[place].values
    column = data.X[:, place].tolist()
    return [None if v != v else values[int(v)] if values else v for v in column]


def test_every_full_version_is_known():
    full = [name for name in dataset_names(extra=True) if entries()[name].full_of]
    assert full == list(KNOWN)
    assert not any(entries()[name].in_paper for name in full)
    assert not any(load_dataset(name).columns for name in dataset_names())


@pytest.mark.parametrize("name", KNOWN)
def test_rows_gaps_roles_and_classes_are_those_documented(name):
    data, entry = load_dataset(name), entries()[name]
    rows, gaps, rows_with_gaps, roles, classes = KNOWN[name]
    missing = np.isnan(data.X)
    assert data.X.shape == (rows, sum(roles.values()))
    assert (int(missing.sum()), int(missing.any(axis=1).sum())) == (gaps, rows_with_gaps)
    assert (entry.gaps, entry.rows_with_gaps) == (gaps, rows_with_gaps)
    assert Counter(column.role for column in data.columns) == roles
    assert data.class_counts.tolist() == classes
    by_column = dict(zip(data.feature_names, missing.sum(axis=0).tolist(), strict=True))
    assert {column: count for column, count in by_column.items() if count} == GAPS.get(name, {})


@pytest.mark.parametrize("name", KNOWN)
def test_listed_values_are_positions_and_categories_all_occur(name):
    data = load_dataset(name)
    assert tuple(column.name for column in data.columns) == data.feature_names
    for column, values in zip(data.columns, data.X.T, strict=True):
        assert bool(column.values) == ROLES[column.role].listed
        assert len(set(column.values)) == len(column.values)
        if column.values:
            found = set(values[~np.isnan(values)].tolist())
            assert found <= set(range(len(column.values)))
            assert column.role == "ordered" or len(found) == len(column.values)


@pytest.mark.parametrize(("name", "column", "value", "rows"), COUNTS)
def test_values_occur_as_often_as_documented(name, column, value, rows):
    assert shown(load_dataset(name), column).count(value) == rows


@pytest.mark.parametrize("name", KNOWN)
def test_the_complete_rows_are_those_of_the_papers_set(name):
    data, version = load_dataset(name), plain_version(load_dataset(name))
    plain, there = version.data, version.rows >= 0
    assert plain.name == name.removesuffix("-full")
    assert np.array_equal(there, ~np.isnan(data.X).any(axis=1))
    assert sorted(version.rows[there].tolist()) == list(range(len(plain.X)))
    assert data.y[there].tolist() == plain.y[version.rows[there]].tolist()
    numbers = [place for place, column in enumerate(data.columns) if column.role == "number"]
    ours = data.X[there][:, numbers]
    same = [plain.feature_names.index(data.feature_names[place]) for place in numbers]
    theirs = plain.X[version.rows[there]][:, same]
    if name == "crx-full":
        ours = [[float(f"{value:.15g}".replace(".", "")) for value in row] for row in ours]
    assert np.array_equal(ours, theirs)


@pytest.mark.parametrize(
    ("name", "column"),
    [("cleve-full", known_names()["cleve-full"][place]) for place in (1, 2, 5, 6, 8, 10, 12)]
    + [("mammo-full", c) for c in ("BI-RADS", "Shape", "Margin", "Density")]
    + [("dermatology-full", "Family_history")],
)
def test_categories_stand_for_the_codes_of_the_papers_set(name, column):
    data, version = load_dataset(name), plain_version(load_dataset(name))
    there = version.rows >= 0
    ours = np.array(shown(data, column), dtype=object)[there]
    codes = version.data.X[version.rows[there], version.data.feature_names.index(column)]
    pairs = set(zip(ours, codes.tolist(), strict=True))
    assert len(pairs) == len(set(ours)) == len(set(codes.tolist()))
    order = [value for value, _ in sorted(pairs, key=lambda pair: pair[1])]
    values = data.columns[data.feature_names.index(column)].values
    assert order == [value for value in values if value in order]


@pytest.mark.parametrize("scheme", ["auto", "stratified"])
@pytest.mark.parametrize("name", KNOWN)
def test_common_rows_share_their_folds_and_the_others_are_spread_by_class(name, scheme):
    data, version = load_dataset(name), plain_version(load_dataset(name))
    folds, plain = partition(data, scheme, seed=3), partition(version.data, scheme, seed=3)
    there = version.rows >= 0
    assert np.array_equal(folds.membership[there], plain.membership[version.rows[there]])
    assert sum(rows.size for rows in folds.test_rows) == len(data.X)
    for code in range(len(data.class_names)):
        mine = data.codes == code
        before = np.bincount(folds.membership[there & mine], minlength=10)
        after = np.bincount(folds.membership[mine], minlength=10)
        filled = after[after > before]  # a fold gets a row only while no other has fewer of the class
        assert not filled.size or filled.max() <= after.min() + 1
    again = partition(data, scheme, seed=3)
    assert again.sha256 == folds.sha256
    assert (f"{(~there).sum()} rows that only {name} has" in folds.label) == (~there).any()


def test_folds_of_keel_are_kept_where_the_rows_are_keels():
    assert np.array_equal(partition(load_dataset("saheart-full")).test_rows[4], keel_folds("saheart")[4])
    assert partition(load_dataset("saheart-full"), "keel").label == "KEEL's own 10 folds"
    auto = partition(load_dataset("auto-full"))
    assert auto.scheme == "stratified"
    assert auto.label == (
        "KEEL's own 10 folds, as for auto; "
        "the 46 rows that only auto-full has are dealt to them by class (seed 0)"
    )
    with pytest.raises(DataError, match="KEEL's partition of auto-full is not known for these rows"):
        partition(load_dataset("auto-full"), "keel")
    assert partition(load_dataset("german-full")).sha256 == partition(load_dataset("german")).sha256
    assert partition(load_dataset("crx-full"), n_splits=5).n_splits == 5


def test_other_rows_are_not_taken_for_the_full_version():
    data = load_dataset("crx-full")
    part = Dataset("crx-full", data.X[1:], data.y[1:], data.feature_names, columns=data.columns)
    assert plain_version(part) is None
    assert "as for" not in partition(part).label
    renamed = Dataset("mine", data.X, data.y, data.feature_names, columns=data.columns)
    assert partition(renamed).sha256 == partition(data).sha256
