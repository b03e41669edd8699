"""Whether descent on a kernel width that came to rest did so at a minimum of the loss.

A last step below the tolerance says only that the gradient of some rows was small. The loss curve of all
training rows tells a minimum from a plateau, where no width nearby is better or worse, and from a slope.
"""

from __future__ import annotations

import numpy as np

from frnn_core.engine.arrays import FloatArray

SAME = 0.01
"""Mean losses that differ by no more count as equal."""


def ending(reason: str, gamma: float, loss: float, gammas: FloatArray, curve: FloatArray) -> str:
    """Why a run ended (a key of `REASONS`): "converged" is told from "plateau" and "stopped short".

    It has converged where the loss is the lowest of the curve, or where on both sides the curve rises before
    it falls. Else it rests on a plateau if half and twice the width have the same loss, or it stopped short.

    Parameters
    ----------
    reason : what the run itself noticed; any but "converged" stays
    gamma, loss : the width at the end, and the mean loss of all training rows there
    gammas, curve : ascending widths, and the mean loss at each
    """
    if reason != "converged" or loss <= curve.min() + SAME or _between_rises(gamma, loss, gammas, curve):
        return reason
    around = np.interp(np.log([gamma / 2, gamma * 2]), np.log(gammas), curve)
    return "plateau" if np.ptp([loss, *around]) <= SAME else "stopped short"


def _between_rises(gamma: float, loss: float, gammas: FloatArray, curve: FloatArray) -> bool:
    """Whether the first loss that differs is a higher one, to the left and to the right."""
    rises = []
    for side in (curve[gammas < gamma][::-1], curve[gammas > gamma]):
        differs = side[np.abs(side - loss) > SAME]
        rises.append(differs.size > 0 and differs[0] > loss)
    return all(rises)
