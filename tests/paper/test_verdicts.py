"""The rules that turn numbers into a verdict."""

import numpy as np

from frnn_core.paper.verdicts import VERDICTS, below, close, unanimous, verdict

HOLDS, NOT, OPEN = VERDICTS


def test_three_ways_to_decide():
    assert [verdict(x) for x in (True, False, None)] == [HOLDS, NOT, OPEN]
    assert [unanimous(x) for x in ([True, True], [False], [True, False])] == [True, False, None]
    assert [below(0.01, 0.02), below(0.02, 0.02), below(np.nan, 0.02)] == [True, False, None]
    assert [close(0.5, 0.501, 0.001), close(0.5, 0.502, 0.001), close(np.nan, 0.5, 1)] == [True, False, None]
