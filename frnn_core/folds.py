"""Folds that keep the share of each class, from a seed."""

from __future__ import annotations

import warnings

import numpy as np

from frnn_core.arrays import IntArray


def stratified_folds(codes: IntArray, n_splits: int, seed: int) -> tuple[IntArray, ...]:
    """Test rows of each fold; a class with fewer rows than folds is missing from some, without a warning."""
    from sklearn.model_selection import StratifiedKFold

    splitter = StratifiedKFold(n_splits, shuffle=True, random_state=seed)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The least populated class in y", UserWarning)
        return tuple(test for _, test in splitter.split(codes, codes))


def shuffled_folds(n_rows: int, n_splits: int, seed: int) -> tuple[IntArray, ...]:
    """Test rows of each fold, dealt without regard to the classes."""
    order = np.random.default_rng(seed).permutation(n_rows)
    return tuple(np.sort(order[fold::n_splits]) for fold in range(n_splits))
