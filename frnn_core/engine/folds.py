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


def deal_further_rows(fold_of: IntArray, codes: IntArray, n_splits: int, seed: int) -> IntArray:
    """Give rows without a fold (-1) one, so that each class stays spread evenly; the others keep theirs.

    The further rows of a class, in an order drawn with the seed, go one by one to the fold that has the
    fewest rows of the class, of these to the one with the fewest rows at all, of these to the first.
    """
    random = np.random.RandomState(seed)
    dealt = fold_of.copy()
    counts = np.zeros((n_splits, int(codes.max()) + 1), dtype=np.intp)
    known = fold_of >= 0
    np.add.at(counts, (fold_of[known], codes[known]), 1)
    for code in range(counts.shape[1]):
        for row in random.permutation(np.flatnonzero(~known & (codes == code))):
            fold = np.lexsort((counts.sum(axis=1), counts[:, code]))[0]
            dealt[row] = fold
            counts[fold, code] += 1
    return dealt


def shuffled_folds(n_rows: int, n_splits: int, seed: int) -> tuple[IntArray, ...]:
    """Test rows of each fold, whatever their classes: the very ones of scikit-learn's shuffled KFold."""
    order = np.random.RandomState(seed).permutation(n_rows)
    return tuple(np.sort(part) for part in np.array_split(order, n_splits))


def stratified_sample(codes: IntArray, most: int, n_splits: int, seed: int) -> IntArray:
    """All rows, or about `most` of them drawn within classes, of a small class one for each fold."""
    if len(codes) <= most:
        return np.arange(len(codes))
    drawn = np.random.default_rng(seed).permutation(len(codes))
    parts = []
    for code, count in enumerate(np.bincount(codes)):
        share = max(int(most * count / len(codes)), min(int(count), n_splits))
        parts.append(drawn[codes[drawn] == code][:share])
    return np.sort(np.concatenate(parts))


def stratified_order(codes: IntArray, seed: int) -> IntArray:
    """The numbers of the rows in a random order of which every beginning is a stratified sample."""
    order = np.random.default_rng(seed).permutation(len(codes))
    place = np.empty(len(order))
    for code in np.unique(codes):
        members = np.flatnonzero(codes[order] == code)
        place[members] = np.arange(len(members)) / len(members)
    return order[np.argsort(place, kind="stable")]
