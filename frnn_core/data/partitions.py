"""Partitions of a data set into folds: KEEL's own, those of a user's files, or a seeded stratified one.

Here one of the three is chosen, checked and named; `data.keel` computes KEEL's, `engine.folds` draws the
stratified one. A full version of a set of the paper is shared out as that set is, so that what is told by
numbers alone and by all columns is judged on the same rows in the same folds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.catalogue import PlainVersion, entries, plain_version
from frnn_core.data.dataset import Dataset
from frnn_core.data.keel import FOLDS, Folds, keel_folds, name_with_keel_folds, recipes
from frnn_core.engine.folds import deal_further_rows, stratified_folds
from frnn_core.engine.parameters import whole_number
from frnn_core.errors import DataError, ParameterError, unknown_name

Scheme = Literal["auto", "keel", "files", "stratified"]
SCHEMES: tuple[Scheme, ...] = ("auto", "keel", "files", "stratified")
MOST_SEED = 2**32 - 1


@dataclass(frozen=True, eq=False)
class Partition:
    """Folds that share out the rows of a data set; iterating gives (train rows, test rows) per fold.

    Attributes
    ----------
    scheme : "keel", "files" or "stratified"
    test_rows : the test rows of each fold, ascending, read-only; each row is in exactly one
    label : where the folds come from, for the user
    """

    scheme: str
    test_rows: Folds = field(repr=False)
    label: str

    @property
    def n_splits(self) -> int:
        """The number of folds."""
        return len(self.test_rows)

    @cached_property
    def membership(self) -> NDArray[np.intp]:
        """The fold of each row, counted from 0."""
        fold_of = np.empty(sum(rows.size for rows in self.test_rows), dtype=np.intp)
        for fold, rows in enumerate(self.test_rows):
            fold_of[rows] = fold
        fold_of.setflags(write=False)
        return fold_of

    @cached_property
    def sha256(self) -> str:
        """A hash of the fold membership alone: the same folds have the same hash under any scheme."""
        return hashlib.sha256(self.membership.astype("<i4").tobytes()).hexdigest()

    def __len__(self) -> int:
        return self.n_splits

    def __iter__(self) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
        for fold, rows in enumerate(self.test_rows):
            yield np.flatnonzero(self.membership != fold), rows


def keel_partition_names() -> tuple[str, ...]:
    """List the data sets whose KEEL partition is known."""
    return tuple(recipes())


def partition(dataset: Dataset, scheme: Scheme = "auto", n_splits: int = 10, seed: int = 0) -> Partition:
    """Share out the rows of a data set into folds.

    Parameters
    ----------
    scheme : {"auto", "keel", "files", "stratified"}
        keel: KEEL's own ten folds, known for some data sets of the catalogue (`keel_partition_names`) and
        given to these very rows only, whatever their name. files: the folds that the data set brings
        along. stratified: shuffled with the seed, each class shared out evenly. auto: files if there are
        any, else keel where known and n_splits is 10, else stratified. A full version of a set of the
        paper, such as crx-full, has the folds of that set; rows that only the full version has are dealt
        to them by class.
    n_splits : int
        The number of folds; with files, their own number counts.
    seed : int
        Used by stratified, and to deal the further rows of a full version; from 0 to 2**32 - 1.

    Examples
    --------
    >>> from frnn_core import load_dataset
    >>> folds = partition(load_dataset("wine"))
    >>> folds.scheme, len(list(folds))
    ('stratified', 10)
    >>> train, test = next(iter(folds))
    >>> len(train), len(test)
    (160, 18)
    """
    if scheme not in SCHEMES:
        raise unknown_name("partition scheme", scheme, SCHEMES)
    n_splits, seed = whole_number("n_splits", n_splits, 1), _checked_seed(seed)
    version = plain_version(dataset)
    if version is not None and not dataset.folds and scheme != "files":
        return _as_plain_version(dataset, version, scheme, n_splits, seed)
    chosen = _automatic(dataset, n_splits) if scheme == "auto" else scheme
    if chosen == "files":
        return _from_files(dataset)
    if chosen == "keel":
        return _from_keel(dataset, n_splits)
    return _stratified(dataset, n_splits, seed)


def _checked_seed(seed: int) -> int:
    if whole_number("seed", seed, 0) > MOST_SEED:
        raise ParameterError(f"seed must be a whole number from 0 to {MOST_SEED}, not {seed}.")
    return int(seed)


def _automatic(dataset: Dataset, n_splits: int) -> Scheme:
    if dataset.folds:
        return "files"
    return "keel" if n_splits == FOLDS and name_with_keel_folds(dataset) else "stratified"


def _from_files(dataset: Dataset) -> Partition:
    if not dataset.folds:
        raise DataError(
            f"{dataset.name} brings no folds of its own. Hand over KEEL's fold files, or choose stratified."
        )
    folds = tuple(np.sort(np.asarray(rows, dtype=np.intp)) for rows in dataset.folds)
    if not np.array_equal(np.sort(np.concatenate(folds)), np.arange(dataset.X.shape[0])):
        raise DataError(
            f"The folds of {dataset.name} do not hold each of its rows exactly once. "
            "Check that no fold file is missing or given twice, or choose stratified."
        )
    return _partition("files", folds, f"the {len(folds)} folds that came with the data")


def _from_keel(dataset: Dataset, n_splits: int) -> Partition:
    name = name_with_keel_folds(dataset)
    if name is None:
        raise DataError(
            f"KEEL's partition of {dataset.name} is not known for these rows. Choose stratified, or upload "
            f"KEEL's fold files. It is known for the catalogue's {', '.join(keel_partition_names())}."
        )
    if n_splits != FOLDS:
        raise DataError(
            f"KEEL's partition has {FOLDS} folds, not {n_splits}. Ask for {FOLDS}, or choose stratified."
        )
    return _partition("keel", keel_folds(name), f"KEEL's own {FOLDS} folds")


def _as_plain_version(
    dataset: Dataset, version: PlainVersion, scheme: Scheme, n_splits: int, seed: int
) -> Partition:
    """Share out a full version as the paper's version, its further rows by class."""
    further = int((version.rows < 0).sum())
    if further and scheme == "keel":
        return _from_keel(dataset, n_splits)
    plain = partition(version.data, scheme, n_splits, seed)
    fold_of = np.where(version.rows < 0, -1, plain.membership[version.rows])
    if not further:
        return _partition(plain.scheme, _rows_of_folds(fold_of, plain.n_splits), plain.label)
    dealt = deal_further_rows(fold_of, dataset.codes, plain.n_splits, seed)
    label = (
        f"{plain.label}, as for {version.data.name}; the {further} rows that only {dataset.name} has are "
        f"dealt to them by class (seed {seed})"
    )
    return _partition("stratified", _rows_of_folds(dealt, plain.n_splits), label)


def _rows_of_folds(fold_of: NDArray[np.intp], n_splits: int) -> Folds:
    return tuple(np.flatnonzero(fold_of == fold) for fold in range(n_splits))


def _stratified(dataset: Dataset, n_splits: int, seed: int) -> Partition:
    rows, largest = dataset.X.shape[0], int(dataset.class_counts.max())
    if n_splits < 2:
        raise DataError(f"{n_splits} folds leave nothing to train on. Ask for 2 or more.")
    if largest < 2:
        raise DataError(f"No class of {dataset.name} has two rows, so there is nothing to learn and to test.")
    if n_splits > rows:
        raise DataError(f"{n_splits} folds are more than the {rows} rows of {dataset.name}. Ask for fewer.")
    if n_splits > largest:
        raise DataError(
            f"{n_splits} folds are more than the {largest} rows of the largest class of {dataset.name}. "
            f"Ask for at most {largest}."
        )
    label = f"a seeded stratified split into {n_splits} folds (seed {seed})"
    if _is_of_keel(dataset):
        label += ", not KEEL's"
    return _partition("stratified", stratified_folds(dataset.codes, n_splits, seed), label)


def _is_of_keel(dataset: Dataset) -> bool:
    """Whether KEEL has folds of its own for these rows, known here or not."""
    of_keel = (entry for name, entry in entries().items() if entry.keel_name or name in recipes())
    return dataset.sha256 in {entry.sha256 for entry in of_keel}


def _partition(scheme: str, folds: Folds, label: str) -> Partition:
    for rows in folds:
        rows.setflags(write=False)
    return Partition(scheme, folds, label)
