"""Checks of means, gaps and margins react to the numbers."""

import pandas as pd

from frnn_core.paper.checks import sums
from frnn_core.paper.columns import printed
from frnn_core.paper.verdicts import VERDICTS

HOLDS, NOT, OPEN = VERDICTS


def test_means_react(separate):
    said = pd.DataFrame([("t", "a", 0.7), ("t", "b", 0.65)], columns=["table", "relation", "printed_mean"])
    assert sums.check_means({"t": separate}, said).verdict == HOLDS
    found = sums.check_means({"t": separate}, said.assign(printed_mean=[0.7, 0.652]))
    assert (found.verdict, found.numbers["off"]) == (NOT, 1)


def test_gaps_react(separate):
    said = pd.DataFrame({"max": [0.0, 0.05, 0.09], "avg": [0.0, 0.05, 0.09]}, index=["a", "b", "c"])
    assert sums.check_gaps({"t": separate}, {"t": said}).verdict == HOLDS
    assert sums.check_gaps({"t": separate}, {"t": said + 0.002}).verdict == NOT
    assert sums.check_smallest_gap(separate, "a").verdict == HOLDS
    assert sums.check_smallest_gap(separate, "b").verdict == NOT


def test_combo_rules_react():
    scores = pd.DataFrame(
        {"man": [0.5, 0.6], "combo": [0.6, 0.6], "best": [0.7, 0.6]}, index=["wine", "iris"]
    )
    assert sums.check_smaller_gap(scores).verdict == HOLDS
    assert sums.check_smaller_gap(scores.assign(combo=scores["man"])).verdict == NOT
    assert sums.check_named(scores, []).verdict == HOLDS
    assert sums.check_named(scores, ["wine"]).verdict == NOT
    assert sums.check_mean_lead(scores, 0.05).verdict == HOLDS
    assert sums.check_mean_lead(scores, 0.06).verdict == NOT


def test_margin_rules_react():
    man = pd.DataFrame({"1": [0.5], "3": [0.5]})
    growing, shrinking = man.add([0.1, 0.2]), man.add([0.2, 0.1])
    assert sums.check_margin(growing, man, growing=True).verdict == HOLDS
    assert sums.check_margin(shrinking, man, growing=True).verdict == NOT
    assert sums.check_margin(shrinking, man, growing=False).verdict == HOLDS
    assert sums.check_margin(man - 0.1, man, growing=False).verdict == NOT


def test_a_drop_reacts():
    assert sums.check_drop(printed("table_kernels"), "monk", 0.17).verdict == HOLDS
    assert sums.check_drop(printed("table_kernels"), "monk", 0.174).verdict == NOT
