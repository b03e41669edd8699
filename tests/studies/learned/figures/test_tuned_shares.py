"""The picture of what was chosen: a cell a data set and relation, and words from the numbers."""

import numpy as np
import pandas as pd
import pytest

from frnn_core.figures import Look
from frnn_core.studies.learned.figures.tuned_shares import regret_rule_text, tuned_shares, tuned_shares_text
from frnn_core.studies.learned.tuned_choices import WAYS, TunedChoices

SHARES = pd.DataFrame(
    {"man": [0.3, 0.0], "nca": [0.7, 0.1], "cos": [0.0, 0.9], "che": [0.0, 0.0]}, index=["glass", "wine"]
)
ROWS = pd.DataFrame(
    {
        "chosen": ["nca k=1", "cos k=5"],
        "score": [0.7, 0.9],
        "man": [0.69, 0.8],
        "regret": [0.02, 0.0],
        "man regret": [0.03, 0.1],
        "best": ["nca k=1", "cos k=3"],
        "best score": [0.71, 0.9],
    },
    index=SHARES.index,
)
NAMES = {"man": "Manhattan", "nca": "NCA", "cos": "Cosine"}


def made(way):
    return TunedChoices(way, SHARES, ROWS, ())


def drawn(figure, meta):
    (trace,) = [trace for trace in figure.data if trace.meta == meta]
    return trace


@pytest.mark.parametrize(
    ("way", "words"), [(WAYS[0], ["9", "1", "7", "3"]), (WAYS[1], ["90", "10", "70", "30"])]
)
@pytest.mark.parametrize("dark", [False, True])
def test_cells_are_shares_sorted_by_relation_and_gain(way, words, dark):
    figure = tuned_shares(made(way), look=Look(dark=dark, names=NAMES))
    cells = drawn(figure, "shares")
    assert list(figure.layout.xaxis.ticktext) == ["cos", "nca", "man"]  # che was never chosen
    assert list(figure.layout.yaxis.ticktext) == ["wine", "glass"]
    np.testing.assert_allclose(cells.z, [[0.9, 0.1, 0.0], [0.0, 0.7, 0.3]])
    assert list(drawn(figure, "texts").text) == words
    assert "<b>Cosine (cos)</b> on wine<br>90 %" in cells.hovertext[0][0]
    assert ".900, Manhattan .800" in cells.hovertext[0][0]


def test_the_words_are_put_together_from_the_numbers():
    assert tuned_shares_text(made(WAYS[0]), NAMES) == (
        "On 2 data sets FRNN that chooses for itself scores .800, Manhattan with k = 3 .745 (+.055). It "
        "chose Cosine 45 %, NCA 40 % and Manhattan 15 % of the folds; 3 of 4 relations were chosen "
        "somewhere. Its mean regret is .010, Manhattan's .065."
    )
    assert "of the weight" in tuned_shares_text(made(WAYS[1]), NAMES)
    assert "the best of 4 relations with k = 1, 3, 5, 10 and 20" in regret_rule_text(made(WAYS[0]))
