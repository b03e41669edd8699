"""The multiple comparison matrix in words: a best mean over other data sets is no lead."""

import numpy as np
import pandas as pd
import pytest

from frnn_core.figures import comparison_matrix_text
from frnn_core.stats import comparison_matrix

NAMES = {"a": "Ada", "b": "Bob", "c": "Cy"}
FULL = pd.DataFrame(
    {"a": [0.9, 0.8, 0.3], "b": [0.91, 0.83, 0.1], "c": [0.5, 0.4, 0.1]}, index=["u", "v", "hard"]
)


def without(*blanks):
    scores = FULL.copy()
    for row, column in blanks:
        scores.loc[row, column] = np.nan
    return scores


def test_without_blanks_the_best_mean_is_over_all_data_sets():
    told = comparison_matrix_text(comparison_matrix(FULL), NAMES)
    assert told.startswith(
        "Ada has the best mean, .667 over 3 data sets; taken pair by pair, Wilcoxon's p is"
    )
    assert "different" not in told


@pytest.mark.parametrize(
    ("blanks", "words"),
    [
        (
            [("hard", "a")],
            "Ada has the best mean, .850 over 2 data sets, but the means are over different data sets: on "
            "those that they share, Bob (by .020) is ahead of it. Taken pair by pair, Wilcoxon's p is below "
            ".05 against 0 of 2 others.",
        ),
        (
            [("hard", "b")],
            "Bob has the best mean, .870 over 2 data sets, but the means are over different data sets: on "
            "those that it shares with each other, none is ahead of it. Taken",
        ),
        (
            [("u", "a"), ("v", "c"), ("hard", "b")],
            "Bob has the best mean, .870 over 2 data sets, but the means",
        ),
    ],
)
def test_with_blanks_it_names_who_is_ahead_on_the_data_sets_that_they_share(blanks, words):
    assert comparison_matrix_text(comparison_matrix(without(*blanks)), NAMES).startswith(words)


def test_a_smaller_mean_is_ahead_where_lower_is_better():
    told = comparison_matrix_text(comparison_matrix(1 - without(("hard", "a")), lower_is_better=True), NAMES)
    assert "Ada has the best mean, .150" in told
    assert "share, Bob (by .020) is ahead" in told


def test_of_many_that_are_ahead_three_are_named_the_furthest_first():
    scores = pd.DataFrame({"a": [0.8, 0.8, np.nan]} | {f"m{i}": [0.8, 0.81 + i / 100, 0.1] for i in range(5)})
    told = comparison_matrix_text(comparison_matrix(scores))
    assert "m4 (by .025), m3 (by .020), m2 (by .015) and 2 others are ahead of it" in told
