"""The check of the normalisation reacts to the numbers."""

import pandas as pd

from frnn_core.paper.checks import setup
from frnn_core.paper.verdicts import VERDICTS

HOLDS, NOT, OPEN = VERDICTS


def test_normalisation_reacts():
    frame = pd.DataFrame({"printed": [0.5, 0.6], "centred": [0.5, 0.6], "unit": [0.5, 0.7]})
    other = frame.rename(columns={"unit": "centred", "centred": "unit"})
    assert setup.check_normalisation(frame).verdict == NOT
    assert setup.check_normalisation(other).verdict == HOLDS
