"""What docs/site/about/compared.md says of the packages that are at hand is so."""

import re
from importlib import metadata

import numpy as np
import pytest
import sklearn
import sklearn.neighbors
from frlearn.neighbours.classifiers import FRNN
from project import ROOT
from sklearn.datasets import load_wine

from frnn_core import RELATIONS, WEIGHTS
from frnn_core.stats.corrections import CORRECTIONS
from frnn_core.stats.posthoc import TESTS

PAGE = (ROOT / "docs/site/about/compared.md").read_text(encoding="utf-8")


def row(start):
    """The cells of the first table's row."""
    (found,) = re.findall(rf"^\| {re.escape(start)} \|(.*)\|$", PAGE, re.MULTILINE)
    return [cell.strip() for cell in found.split("|")]


def test_the_versions_are_those_that_are_locked():
    ours, frl, _, learn, *_ = row("version tried")
    assert (ours, frl, learn) == ("this one", metadata.version("fuzzy-rough-learn"), sklearn.__version__)


def test_what_is_counted_of_this_package():
    assert row("relations")[0].startswith(f"{len(RELATIONS)}, ")
    assert row("OWA weights")[0] == f"{len(WEIGHTS)} families"
    assert row("… choice of test of pairs and correction")[0] == f"{len(TESTS)} and {len(CORRECTIONS)}"


def test_fuzzy_rough_learn_classifies_by_calls_and_takes_neither_gaps_nor_texts():
    X, y = load_wine(return_X_y=True)
    assert FRNN(upper_k=3, lower_k=3)(X[::2], y[::2])(X[1::2]).shape == (89, 3)
    assert not hasattr(FRNN, "fit")
    X[3, 2] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        FRNN()(X[1::2], y[1::2])(X[::2])
    with pytest.raises(TypeError):
        FRNN()(np.array([["a", 1], ["b", 2], ["a", 3], ["b", 4]], dtype=object), np.array([0, 1, 0, 1]))


def test_scikit_learn_has_neighbours_without_gaps_and_no_test_of_ranks():
    X, y = load_wine(return_X_y=True)
    X[3, 2] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        sklearn.neighbors.KNeighborsClassifier().fit(X, y)
    public = {
        name.lower() for module in ("metrics", "model_selection") for name in dir(getattr(sklearn, module))
    }
    assert not {name for name in public if re.search("friedman|nemenyi|critical_diff|wilcoxon", name)}
    assert hasattr(sklearn.neighbors, "NeighborhoodComponentsAnalysis")
