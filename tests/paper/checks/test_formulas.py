"""Checks of formulas react to the formula."""

import numpy as np
import pandas as pd

from frnn_core.paper.checks import formulas
from frnn_core.paper.verdicts import VERDICTS

HOLDS, NOT, OPEN = VERDICTS


def test_formulas_react():
    assert formulas.check_cosine(formulas.cosine_as_printed).verdict == NOT
    assert formulas.check_cosine(lambda x, y: 1 - x @ y / np.sqrt((x @ x) * (y @ y))).verdict == HOLDS
    assert formulas.check_example((0.64, 0.57)).verdict == HOLDS
    assert formulas.check_example((0.57, 0.64)).verdict == NOT


def test_pearson_differs_from_the_feature_centred_formula_but_not_from_the_row_centred():
    found = formulas.check_pearson(np.full(5, 0.4))
    assert found.verdict == NOT
    assert found.numbers["largest difference with row means"] < 1e-9


def test_a_metric_breaks_no_triangle_and_a_square_does():
    line = np.arange(4.0)[:, None]
    distance = np.abs(line - line.T)
    assert formulas.triangle_violations(distance) == 0
    assert formulas.triangle_violations(distance**2) > 0
    assert formulas.check_metrics({"man": distance}).verdict == HOLDS
    assert formulas.check_metrics({"man": distance**2}).verdict == OPEN
    assert formulas.check_metrics({"signed": line - line.T}).verdict == OPEN


def test_crosses_react():
    frame = pd.DataFrame({"folds": [10], "training part": [0], "test part": [0], "both": [0]}, index=["wine"])
    assert formulas.check_undefined(frame).verdict == HOLDS
    assert formulas.check_undefined(frame.assign(**{"training part": 1})).verdict == NOT
