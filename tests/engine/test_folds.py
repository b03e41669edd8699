"""Stratified folds are scikit-learn's."""

import warnings

import numpy as np
import pytest
from sklearn.model_selection import StratifiedKFold

from frnn_core import dataset_names, load_dataset
from frnn_core.engine.folds import deal_further_rows, stratified_folds, stratified_sample


def same(codes, n_splits, seed):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        splitter = StratifiedKFold(n_splits, shuffle=True, random_state=seed)
        theirs = [test for _, test in splitter.split(codes, codes)]
    ours = stratified_folds(codes, n_splits, seed)
    assert len(ours) == n_splits
    for mine, other in zip(ours, theirs, strict=True):
        np.testing.assert_array_equal(mine, other)


@pytest.mark.parametrize("name", dataset_names())
def test_on_the_papers_data(name):
    same(load_dataset(name).codes, 10, 0)


@pytest.mark.parametrize("seed", range(8))
def test_on_drawn_classes_some_smaller_than_the_folds(seed):
    random = np.random.default_rng(seed)
    codes = random.choice(5, size=60, p=[0.5, 0.3, 0.15, 0.03, 0.02])
    codes[:7] = 0
    same(codes, random.integers(2, 8), seed)


def test_further_rows_go_where_their_class_is_rarest():
    fold_of = np.array([0, 0, 1, 2, -1, -1, -1, -1])
    codes = np.array([0, 0, 0, 1, 0, 1, 1, 0])
    for seed in range(5):
        dealt = deal_further_rows(fold_of, codes, 3, seed)
        assert dealt[:4].tolist() == [0, 0, 1, 2]
        # class 0 has 2, 1 and 0 rows; after fold 2, fold 1 has as few of it and fewer rows in all
        assert sorted(dealt[codes == 0].tolist()) == [0, 0, 1, 1, 2]
        assert sorted(dealt[codes == 1].tolist()) == [0, 1, 2]
    assert fold_of.tolist()[4:] == [-1] * 4
    drawn = {tuple(deal_further_rows(fold_of, codes, 3, seed)) for seed in range(20)}
    assert len(drawn) == 4


def test_a_sample_is_drawn_within_the_classes_and_has_a_row_of_each_for_every_fold():
    codes = np.repeat([0, 1, 2, 3, 4], [4000, 1500, 490, 10, 2])
    sample = stratified_sample(codes, 1500, 4, 7)
    assert np.bincount(codes[sample]).tolist() == [999, 374, 122, 4, 2]
    assert len(set(sample)) == len(sample)
    np.testing.assert_array_equal(sample, stratified_sample(codes, 1500, 4, 7))
    assert (sample != stratified_sample(codes, 1500, 4, 8)).any()
    np.testing.assert_array_equal(stratified_sample(codes[:900], 1500, 4, 7), np.arange(900))
