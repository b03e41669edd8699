"""The paragraph about a comparison: right in every number, and a sentence for every choice."""

import itertools
import re

import numpy as np
import pandas as pd
import pytest

from frnn_core.stats import CORRECTIONS, TESTS, TREATMENTS, compare
from frnn_core.stats.posthoc import applicable_tests
from frnn_core.text import p_text

NAMES = {"man": "Manhattan", "euc": "Euclidean", "cos": "Cosine", "che": "Chebyshev"}
CHOICES = [
    (test, correction, blanks, control, gaps, strength)
    for blanks in TREATMENTS
    for test in applicable_tests(blanks)
    for correction, control in itertools.product(CORRECTIONS, (None, "man"))
    for gaps, strength in ((False, 0.0), (True, 0.08))
]


def table(gaps=False, strength=0.08, columns=4):
    rng = np.random.default_rng(3)
    values = 0.7 + 0.02 * rng.normal(size=(16, 4)) - strength * np.arange(4)
    frame = pd.DataFrame(values, [f"set {i}" for i in range(16)], list(NAMES)).round(6)
    if gaps:
        frame.iloc[[1, 4], 2] = np.nan
    return frame.iloc[:, :columns]


@pytest.mark.parametrize(("test", "correction", "blanks", "control", "gaps", "strength"), CHOICES)
def test_every_choice_gives_whole_sentences_with_the_numbers_of_the_comparison(
    test, correction, blanks, control, gaps, strength
):
    result = compare(table(gaps, strength), test=test, correction=correction, blanks=blanks, control=control)
    told = result.prose(NAMES, settings="k = 3")
    omnibus = result.omnibus
    assert told.startswith(
        "We compared 4 relations (Manhattan, Euclidean, Cosine and Chebyshev) by balanced "
    )
    assert f"= {omnibus.statistic:.2f}, {p_text(omnibus.p)}" in told
    assert f"n = {omnibus.n})" in told
    assert ("rejects" if result.significant else "does not reject") in told
    assert f"the {TESTS[result.test].label} test" in told
    for key, rank in result.mean_ranks.items():
        assert f"{NAMES[key]} {rank:.2f}" in told
    used = CORRECTIONS[result.correction]
    if TESTS[result.test].corrects_itself:
        assert "by itself" in told
    elif used.controls is None:
        assert "not corrected for their number" in told
        assert "adjusted" not in told
    else:
        assert f"by the method of {used.label} ({used.controls})" in told
    if result.left_out:
        assert "the 14 of 16 data sets on which all have a score; left out: set 1 and set 4." in told
    if result.significant:
        for first, second in result.significant_pairs():
            p = p_text(float(result.p_adjusted.loc[first, second]))
            assert re.search(rf"{NAMES[second]} \((adjusted )?{re.escape(p)}\)", told)
    else:
        assert "no pair is reported as one" in told
    assert not re.search(r"  |\.\.|,,| ,|\( | \)|\bnan\b|\bNone\b|[{}]", told)
    assert told.endswith(".")


def test_counts_are_not_told_twice():
    told = compare(table()).prose(NAMES, settings="16 data sets, 4 relations, k = 3, corrected")
    assert "by balanced accuracy on 16 data sets (k = 3, corrected)." in told
    assert "on 16 data sets. " in compare(table()).prose(NAMES, settings="16 data sets")


def test_a_pair_is_told_as_a_pair():
    told = compare(table(columns=2)).prose(NAMES)
    assert "the hypothesis that the two perform alike" in told
    assert (
        "The pair was compared by the Conover-Friedman test. Manhattan ranks significantly better than"
        in told
    )
    assert "adjusted" not in told


def test_no_difference_is_not_told_as_equality():
    told = compare(table(strength=0.0)).prose(NAMES)
    assert "this does not show that the relations are equal" in told


def test_other_classifiers_are_called_so():
    result = compare(table().rename(columns={"che": "SVM"}), others=["SVM"])
    assert "3 relations and 1 other classifier (" in result.prose(NAMES)
