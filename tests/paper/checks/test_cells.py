"""The check of single cells reacts to how far they agree."""

import pandas as pd

from frnn_core.paper.checks import cells as on_cells
from frnn_core.paper.verdicts import VERDICTS

HOLDS, NOT, OPEN = VERDICTS


def test_cells_react():
    cells = pd.DataFrame({"folds": "KEEL", "agreement": ["3 decimals", "within .01"]})
    assert on_cells.check_cells(cells).verdict == HOLDS
    assert on_cells.check_cells(cells.assign(agreement="beyond")).verdict == NOT
    assert on_cells.check_cells(cells.assign(agreement="not computed")).verdict == OPEN
    assert on_cells.check_cells(cells.assign(folds="stand-in")).verdict == OPEN
