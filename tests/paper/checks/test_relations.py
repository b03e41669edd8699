"""Checks of what the paper says of a relation react to the numbers."""

import numpy as np
import pandas as pd
import pytest

from frnn_core.paper.checks import relations
from frnn_core.paper.verdicts import VERDICTS

HOLDS, NOT, OPEN = VERDICTS


@pytest.fixture
def ways():
    return pd.DataFrame(
        {"folds": ["KEEL", "KEEL", "stand-in"], "printed": [0.5, 0.6, 0.7], "formula": [0.5, 0.6, 0.1]}
    ).assign(other=0.3)


def test_a_column_belongs_to_the_way_that_reproduces_it(ways):
    assert relations.check_closer(ways, "formula", "other").verdict == HOLDS
    assert relations.check_closer(ways, "other", "formula").verdict == NOT
    assert relations.check_closer(ways[ways["folds"] != "KEEL"], "formula", "other").verdict == OPEN


def test_by_far_the_worst_reacts(separate):
    assert relations.check_far_worst(separate, {"corrected": separate}, "c").verdict == NOT
    far = separate.assign(c=separate["a"] - 0.3)
    assert relations.check_far_worst(separate, {"corrected": far}, "c").verdict == HOLDS


def test_the_only_best_reacts(separate):
    assert relations.check_best_on(separate, "a").verdict == HOLDS
    assert relations.check_best_on(separate, "b").verdict == NOT
    assert relations.check_best_on(separate.assign(b=separate["a"]), "a").verdict == NOT
    assert relations.check_best_on(separate * np.nan, "a").verdict == OPEN


def test_collapse_reacts():
    story = pd.DataFrame({"relation": ["cir-grad", "sph-grad"], "folds": "KEEL", "printed": 0.5})
    story = story.assign(chance=0.5, published=0.5, corrected=0.8, unfitted=0.8, euc=0.8)
    story = story.assign(gamma_published=0.1, gamma_corrected=1.0)
    assert relations.check_collapse(story).verdict == NOT
    assert relations.check_collapse(story.assign(corrected=0.51)).verdict == HOLDS
    assert relations.check_collapse(story.assign(corrected=np.nan)).verdict == OPEN
