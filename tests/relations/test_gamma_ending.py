"""Only a minimum of the loss curve is called converged."""

import numpy as np
import pytest

from frnn_core import load_dataset
from frnn_core.engine.scalings import fit_scaling
from frnn_core.relations.gamma import REASONS, fit_gamma
from frnn_core.relations.gamma_ending import ending

GAMMAS = np.geomspace(0.001, 1000, 121)
LOGS = np.log10(GAMMAS)


def loss(gamma, curve):
    return float(np.interp(np.log(gamma), np.log(GAMMAS), curve))


def told(gamma, curve):
    return ending("converged", gamma, loss(gamma, curve), GAMMAS, curve)


VALLEY = 0.7 - 0.2 * np.exp(-(LOGS**2))
TWO = VALLEY - 0.1 * np.exp(-((LOGS - 2) ** 2) * 8)
SHELF = 0.7 - 0.2 * np.exp(-(LOGS**2)) - 0.1 * (LOGS < -2.0)


@pytest.mark.parametrize(
    ("gamma", "curve", "expected"),
    [
        (1.0, VALLEY, "converged"),
        (1.3, VALLEY, "converged"),  # within the tolerance of the lowest
        (500.0, VALLEY, "plateau"),
        (0.002, VALLEY, "plateau"),
        (4.0, VALLEY, "stopped short"),
        (100.0, TWO, "converged"),  # a minimum, though not the lowest
        (1.0, TWO, "converged"),
        (0.002, SHELF, "plateau"),  # flat to the end of what is known: no minimum
    ],
)
def test_a_minimum_a_plateau_and_a_slope_are_told_apart(gamma, curve, expected):
    assert told(gamma, curve) == expected


def test_other_reasons_stay_and_all_are_explained():
    for reason in ("limit", "dead zone", "left the domain", "searched"):
        assert ending(reason, 500.0, 0.7, GAMMAS, VALLEY) == reason
    assert {"converged", "plateau", "stopped short"} <= set(REASONS)


def test_a_fit_says_how_it_ended():
    data = load_dataset("ring")
    X = fit_scaling(data.X[:400], "centred")(data.X[:400])
    far = fit_gamma(X, data.y[:400], "circle", method="descent", start=100.0)
    assert (far.reason, far.ending, far.steps) == ("converged", "plateau", 1)
    near = fit_gamma(X, data.y[:400], "circle", method="descent", start=1.0)
    assert near.ending == "converged"
    assert near.loss.mean(near.gamma)[0] < far.loss.mean(far.gamma)[0] - 0.05
    assert far.found()["stopped"] == "converged"  # what is kept is what the steps noticed
