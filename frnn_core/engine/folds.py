"""Folds that keep the share of each class, from a seed."""

from __future__ import annotations

import numpy as np

from frnn_core.engine.arrays import IntArray


def stratified_folds(codes: IntArray, n_splits: int, seed: int) -> tuple[IntArray, ...]:
    """Test rows of each fold, the very ones of scikit-learn's shuffled StratifiedKFold.

    Classes are taken in the order of their first rows. Laid end to end, their rows are dealt to the folds
    in turn, which says how many of each class a fold gets; which ones is then drawn class by class. A
    class with fewer rows than folds is missing from some. Written out, for every page of the dashboard
    needs the folds and the import of scikit-learn takes seconds.
    """
    random = np.random.RandomState(seed)
    _, first_rows, inverse = np.unique(codes, return_index=True, return_inverse=True)
    by_first_row = np.argsort(np.argsort(first_rows))[inverse]
    dealt = np.arange(len(codes)) % n_splits
    ordered = np.sort(by_first_row)
    fold_of = np.empty(len(codes), dtype=np.intp)
    for code in range(len(first_rows)):
        folds = np.sort(dealt[ordered == code])
        random.shuffle(folds)
        fold_of[by_first_row == code] = folds
    return tuple(np.flatnonzero(fold_of == fold) for fold in range(n_splits))


def shuffled_folds(n_rows: int, n_splits: int, seed: int) -> tuple[IntArray, ...]:
    """Test rows of each fold, dealt without regard to the classes."""
    order = np.random.default_rng(seed).permutation(n_rows)
    return tuple(np.sort(order[fold::n_splits]) for fold in range(n_splits))
