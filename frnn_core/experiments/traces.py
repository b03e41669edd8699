"""What a fit tells, as text: in one line what it found, and step by step how.

Both are kept with the results. Long traces are thinned: a curve on screen needs no more points.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.relations.combo import ComboTrace
from frnn_core.relations.gamma import GammaFit
from frnn_core.relations.metric_learning import LearningTrace

MOST_STEPS = 100
DIGITS = 6


def found(trace: object) -> str | None:
    """What the fit found, as JSON; None for a relation that learns nothing."""
    if isinstance(trace, GammaFit):
        short: dict[str, Any] = {"gamma": trace.gamma, "stopped": trace.reason, "steps": trace.steps}
    elif isinstance(trace, ComboTrace):
        short = {"choice": trace.choice, "margin": trace.margin, "out": trace.reasons}
    elif isinstance(trace, LearningTrace):
        short = {"stopped": trace.stopped, "steps": int(trace.steps[-1]), "notes": list(trace.notes)}
    else:
        return None
    return json.dumps(short, sort_keys=True)


def steps(trace: object) -> str | None:
    """How the fit went, as JSON: columns over at most 100 steps, the first and the last among them."""
    columns: dict[str, Any]
    if isinstance(trace, GammaFit):
        at = _thinned(trace.steps)
        columns = {"gamma": trace.gammas[at], "loss": trace.losses[at], "gradient": trace.gradients[at]}
    elif isinstance(trace, ComboTrace):
        return json.dumps({"relation": list(trace.relations), "scores": _rounded(trace.scores)})
    elif isinstance(trace, LearningTrace):
        at = _thinned(len(trace.steps))
        columns = {"objective": trace.objective[at], "change": trace.change[at]}
    else:
        return None
    return json.dumps({"step": at.tolist(), **{name: _rounded(column) for name, column in columns.items()}})


def _thinned(count: int) -> IntArray:
    return np.unique(np.linspace(0, count - 1, MOST_STEPS).round().astype(np.int64))


def _rounded(values: FloatArray) -> list[Any]:
    """Numbers to six digits; what is not finite becomes null, which JSON has a word for."""
    if values.ndim > 1:
        return [_rounded(part) for part in values]
    return [float(f"{value:.{DIGITS}g}") if np.isfinite(value) else None for value in values]
