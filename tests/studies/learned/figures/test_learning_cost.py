"""Gain against seconds: a mark a data set, the one on screen ringed."""

import numpy as np
import pytest

from frnn_core.figures import Look
from frnn_core.figures.palette import DARK
from frnn_core.studies.learned import all_datasets
from frnn_core.studies.learned.figures.learning_cost import (
    LEVEL,
    NAMED,
    learning_cost,
    learning_cost_text,
    signed,
)
from frnn_core.text import number


@pytest.fixture(scope="module")
def told():
    return all_datasets(3)


def trace(figure, meta):
    (found,) = [drawn for drawn in figure.data if drawn.meta == meta]
    return found


@pytest.mark.parametrize("method", ["nca", "combo"])
def test_marks_are_gain_over_seconds(told, method):
    figure = learning_cost(told, method, chosen="balance", look=Look(families={method: "learned"}))
    marks = trace(figure, "data sets")
    np.testing.assert_allclose(marks.y, told[method] - told["man"])
    np.testing.assert_array_equal(marks.x, told[f"{method} seconds"])
    assert list(marks.customdata) == list(told.index)
    ring = trace(figure, "chosen")
    assert (ring.x[0], ring.y[0]) == pytest.approx(
        (told.loc["balance", f"{method} seconds"], told.loc["balance", method] - told.loc["balance", "man"])
    )
    assert figure.layout.xaxis.type == "log"


def test_few_are_named_the_one_on_screen_among_them(told):
    figure = learning_cost(told, "nca", chosen="saheart", look=Look(dark=True, families={"nca": "learned"}))
    named = [text.strip() for text in trace(figure, "names").text]
    assert "saheart" in named
    assert "balance" in named
    assert len(named) <= NAMED
    assert figure.layout.paper_bgcolor == DARK.background


def test_a_data_set_without_a_score_is_left_out(told):
    blank = told.copy()
    blank.loc["balance", "nca"] = np.nan
    figure = learning_cost(blank, "nca", chosen="balance", look=Look(families={"nca": "learned"}))
    assert len(trace(figure, "data sets").x) == 39
    assert not [drawn for drawn in figure.data if drawn.meta == "chosen"]


def test_the_text_counts(told):
    gain = told["nca"] - told["man"]
    words = learning_cost_text(told, "nca", names={"nca": "NCA", "man": "Manhattan"})
    ahead, behind = (gain > LEVEL).sum(), (gain < -LEVEL).sum()
    assert (
        f"by more than .01 on {ahead}, within it on {40 - ahead - behind} and behind on {behind} of 40"
        in words
    )
    assert f"mean gain is +{number(gain.mean())}" in words
    assert (signed(-0.0214), signed(0.5), signed(0.0)) == ("−.021", "+.500", ".000")
