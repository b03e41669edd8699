"""Partitions: each shares out the rows; KEEL's are dealt by the right generators to the right rows."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from frnn_core.data import Dataset, dataset_names, keel_partition_names, load_dataset, partition
from frnn_core.data.keel import java_doubles
from frnn_core.errors import DataError, ParameterError, UnknownName

KEEL = keel_partition_names()

# new java.util.Random(12345678L).nextDouble(), printed by OpenJDK 17
JAVA_FIRST = [
    0.7005605651027493,
    0.9090314639555788,
    0.3157171244095627,
    0.2080200357000218,
    0.7669726595942773,
]
JAVA_10000TH = 0.8612720056515514


def small(labels, folds=()):
    y = np.array(list(labels))
    return Dataset("mine", np.arange(len(y), dtype=float)[:, None], y, ("x1",), folds=folds)


def assert_shares_out(parts, rows):
    assert np.array_equal(np.sort(np.concatenate(parts.test_rows)), np.arange(rows))
    for train, test in parts:
        assert np.array_equal(np.sort(np.concatenate([train, test])), np.arange(rows))
        assert np.array_equal(test, np.sort(test))
        assert not test.flags.writeable


def test_java_generator_gives_the_numbers_of_java():
    assert java_doubles(12345678, 5).tolist() == JAVA_FIRST
    assert java_doubles(12345678, 10_000)[-1] == JAVA_10000TH


def test_21_of_the_40_partitions_are_known():
    assert len(set(KEEL) & set(dataset_names())) == 21
    assert set(KEEL) - set(dataset_names()) == {"ecoli-uci"}


@pytest.mark.parametrize("name", dataset_names(extra=True))
def test_automatic_partition_shares_out_the_rows(name):
    data = load_dataset(name)
    parts = partition(data)
    assert parts.scheme == ("keel" if name in (*KEEL, "saheart-full") else "stratified")
    assert parts.n_splits == len(parts) == 10
    assert_shares_out(parts, data.X.shape[0])


@pytest.mark.parametrize("name", sorted(set(KEEL) - {"auto", "pima"}))
def test_dealt_folds_are_balanced(name):
    """Round-robin over concatenated classes: fold sizes, and sizes per class, differ by at most one."""
    data = load_dataset(name)
    counts = np.array(
        [np.bincount(data.codes[test], minlength=len(data.class_names)) for _, test in partition(data)]
    )
    assert np.ptp(counts.sum(axis=1)) <= 1
    assert np.ptp(counts, axis=0).max() <= 1


def test_blocks_are_contiguous_and_start_at_the_right_fold():
    auto, pima = (partition(load_dataset(name)).test_rows for name in ("auto", "pima"))
    assert [len(rows) for rows in auto] == [16, 12, 17, 19, 18, 14, 13, 17, 15, 18]
    assert auto[0].tolist() == list(range(16))
    assert [len(rows) for rows in pima] == [77, 78, 76, 77, 77, 76, 77, 76, 77, 77]
    assert pima[1][0] == 0
    assert pima[0][-1] == 767
    assert all(np.ptp(rows) == len(rows) - 1 for rows in (*auto, *pima))


def test_first_fold_of_a_set_dealt_by_hand():
    """The definition, step by step, for the first class of wdbc (M comes first in KEEL's order)."""
    data = load_dataset("wdbc")
    rows = np.flatnonzero(data.y == "M").tolist()
    for j, u in enumerate(java_doubles(12345678, len(rows))):
        p = int(j + (len(rows) - j) * u)
        rows[j], rows[p] = rows[p], rows[j]
    first = partition(data).test_rows[0]
    assert first[data.y[first] == "M"].tolist() == sorted(rows[0::10])


def test_hash_is_that_of_the_membership_and_stable():
    heart = load_dataset("heart")
    parts = partition(heart, "keel")
    again = partition(Dataset("copy", heart.X.copy(), heart.y.copy(), heart.feature_names), "keel")
    assert parts.sha256 == again.sha256
    brought = Dataset("brought", heart.X, heart.y, heart.feature_names, folds=parts.test_rows)
    assert partition(brought).sha256 == parts.sha256
    assert partition(heart, "stratified").sha256 != parts.sha256
    swapped = Dataset("swapped", heart.X, heart.y, heart.feature_names, folds=parts.test_rows[::-1])
    assert partition(swapped).sha256 != parts.sha256
    assert parts.sha256 == "104bbf2e95401b7474aeb2db375174f6e4fe87d5f1d4aaded9c2ad9a174ba6bc"


def test_labels_say_where_the_folds_come_from():
    assert partition(load_dataset("heart")).label == "KEEL's own 10 folds"
    assert partition(load_dataset("wine"), seed=3).label == (
        "a seeded stratified split into 10 folds (seed 3), not KEEL's"
    )
    assert "KEEL" not in partition(small(["a", "b"] * 10), n_splits=5).label
    assert partition(small("ab", folds=(np.array([0]), np.array([1])))).label == (
        "the 2 folds that came with the data"
    )


def test_a_file_with_the_name_of_a_known_set_gets_no_keel_partition():
    heart = load_dataset("heart")
    impostor = Dataset("heart", heart.X[::-1].copy(), heart.y[::-1].copy(), heart.feature_names)
    assert partition(impostor).scheme == "stratified"
    with pytest.raises(DataError, match=r"not known for these rows\. Choose stratified"):
        partition(impostor, "keel")


def test_automatic_falls_back_where_another_number_of_folds_is_asked_for():
    assert partition(load_dataset("heart"), n_splits=5).scheme == "stratified"


@pytest.mark.parametrize("name", ["ecoli", "white", "yeast", "auto", "glass"])
def test_stratified_takes_classes_smaller_than_the_folds_without_a_warning(name):
    data = load_dataset(name)
    assert_shares_out(partition(data, "stratified"), data.X.shape[0])


def test_stratified_depends_on_the_seed_alone():
    wine = load_dataset("wine")
    assert partition(wine, seed=1).sha256 == partition(wine, seed=1).sha256
    assert partition(wine, seed=1).sha256 != partition(wine, seed=2).sha256


@settings(deadline=None, max_examples=30)
@given(
    counts=st.lists(st.integers(1, 30), min_size=1, max_size=5).filter(lambda c: max(c) >= 2),
    splits=st.integers(2, 12),
    seed=st.integers(0, 5),
)
def test_stratified_shares_out_any_class_sizes(counts, splits, seed):
    data = small([str(label) for label, count in enumerate(counts) for _ in range(count)])
    splits = min(splits, max(counts))
    parts = partition(data, "stratified", splits, seed)
    assert_shares_out(parts, sum(counts))
    for label in range(len(counts)):
        per_fold = [np.sum(data.codes[test] == label) for _, test in parts]
        assert max(per_fold) - min(per_fold) <= 1


@pytest.mark.parametrize(
    ("scheme", "splits", "message"),
    [
        ("files", 10, "brings no folds of its own. Hand over KEEL's fold files"),
        ("keel", 10, "KEEL's partition of mine is not known"),
        ("stratified", 21, "21 folds are more than the 20 rows of mine. Ask for fewer"),
        (
            "stratified",
            15,
            "15 folds are more than the 10 rows of the largest class of mine. Ask for at most 10",
        ),
        ("stratified", 1, "1 folds leave nothing to train on. Ask for 2 or more"),
    ],
)
def test_errors_name_cause_and_cure(scheme, splits, message):
    with pytest.raises(DataError, match=message):
        partition(small(["a", "b"] * 10), scheme, splits)


@pytest.mark.parametrize("scheme", ["auto", "keel", "stratified"])
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"n_splits": 2.5}, "n_splits must be a whole number from 1 on, not 2.5"),
        ({"n_splits": "5"}, "n_splits must be a whole number from 1 on, not '5'"),
        ({"seed": None}, "seed must be a whole number from 0 on, not None"),
        ({"seed": 1.0}, "seed must be a whole number from 0 on, not 1.0"),
        ({"seed": 2**32}, "seed must be a whole number from 0 to 4294967295, not 4294967296"),
    ],
)
def test_wrong_numbers_are_refused_whatever_the_scheme(scheme, wrong, message):
    with pytest.raises(ParameterError, match=message):
        partition(load_dataset("heart"), scheme, **wrong)


def test_keel_needs_ten_folds():
    with pytest.raises(DataError, match="KEEL's partition has 10 folds, not 5"):
        partition(load_dataset("heart"), "keel", 5)


def test_folds_that_miss_or_repeat_a_row_are_refused():
    for folds in ((np.array([0]), np.array([1])), (np.array([0, 1]), np.array([1, 2]))):
        with pytest.raises(DataError, match="do not hold each of its rows exactly once"):
            partition(small("abc", folds=folds))


def test_unknown_scheme():
    with pytest.raises(UnknownName, match=r"no partition scheme called 'kell'\. Did you mean keel"):
        partition(load_dataset("heart"), "kell")
