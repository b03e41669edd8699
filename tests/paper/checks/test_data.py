"""Checks of the data react to the numbers."""

import pandas as pd

from frnn_core.data import load_dataset
from frnn_core.paper.checks import data as on_data
from frnn_core.paper.verdicts import VERDICTS

HOLDS, NOT, OPEN = VERDICTS


def test_data_rules_react():
    measured = pd.Series({"wine": 1.475})
    assert on_data.check_counts(measured, pd.Series({"wine": 1.48}), 0.005).verdict == HOLDS
    assert on_data.check_counts(measured, pd.Series({"wine": 1.49}), 0.005).verdict == NOT
    assert on_data.check_file(0.749, 0.7489, 0.788).verdict == HOLDS
    assert on_data.check_file(0.788, 0.7489, 0.788).verdict == NOT
    assert on_data.check_mistyped(0.8, [0.79], [0.77], known_folds=False).verdict == OPEN
    assert on_data.check_mistyped(0.8, [0.8], [0.77], known_folds=True).verdict == HOLDS
    assert on_data.check_mistyped(0.8, [0.79], [0.77], known_folds=True).verdict == NOT


def test_class_distances_and_ties_react():
    data = load_dataset("wisconsin")
    assert on_data.check_class_distances(data, {"2": 6.5, "4": 27.3}).verdict == HOLDS
    assert on_data.check_class_distances(data, {"2": 6.5, "4": 28.3}).verdict == NOT
    said = pd.Series({"man": 0.532, "euc": 0.532})
    assert on_data.check_ties(said, 0.5321, 0.98).verdict == HOLDS
    assert on_data.check_ties(said, 0.54, 0.98).verdict == NOT
    assert on_data.check_ties(pd.Series({"man": 0.532, "euc": 0.54}), 0.5321, 0.98).verdict == NOT
