"""Weights learned from the training rows, with a trace of how.

The paper leaves open whether the OWA weights can be learned by gradient descent, perhaps for each class. Here
they are, inside and outside each by its own, in two ways: plain descent by the exponentiated gradient, in
which weights cannot leave their range, and L-BFGS on the logarithms of the shares, which needs no step size.
Sources: J. Kivinen, M. K. Warmuth (1997), doi:10.1006/inco.1996.2612; D. C. Liu, J. Nocedal (1989),
doi:10.1007/BF01589116.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from frnn_core.engine.arrays import FloatArray, IntArray, LabelArray
from frnn_core.engine.fitted import FittedRelation
from frnn_core.engine.parameters import Parameter
from frnn_core.engine.relation import TrainingSet
from frnn_core.engine.score_losses import SCORE_LOSSES
from frnn_core.engine.weight_objective import (
    Judged,
    LearnedFamily,
    WeightObjective,
    judged_rows,
    shares_of_linear,
    simple_weights,
    weight_objective,
)
from frnn_core.engine.weighting import Weighting
from frnn_core.errors import ParameterError

METHODS = ("lbfgs", "descent")
WIDEST = np.log(1_000.0)
"""How far the temperature may leave its start, up or down, in logarithms."""

REASONS = {
    "converged": "The last step, or the slope, was smaller than the tolerance.",
    "limit": "The largest number of steps was reached.",
    "stuck": "No lower value was found along the last direction.",
    "nothing to learn": "No class has two rows beside another class: the weights stay linear.",
}


@dataclass(frozen=True)
class WeightSettings:
    """How weights are learned; the defaults are what served best on 22 of the paper's data sets.

    Attributes
    ----------
    method : "lbfgs", or "descent" with a fixed rate
    loss : key of `SCORE_LOSSES`
    by_class : whether every class gets weights of its own
    monotone : whether a neighbour may never count more than a nearer one
    penalty : what leaving the linear weights costs, times their relative entropy; 0 for nothing
    rate, batch : of descent: step size, and rows drawn a step (None for all rows)
    limit, tolerance : most steps; the smallest change (descent) or slope (L-BFGS) to go on for
    seed : of the rows that are drawn
    """

    method: str = "lbfgs"
    loss: str = "balanced softmax"
    by_class: bool = False
    monotone: bool = True
    penalty: float = 1e-3
    rate: float = 1.0
    batch: int | None = None
    limit: int = 500
    tolerance: float = 1e-5
    seed: int = 0

    def __post_init__(self) -> None:
        for parameter in SETTINGS:
            object.__setattr__(self, parameter.name, parameter.check(getattr(self, parameter.name)))
        for name in ("by_class", "monotone"):
            if not isinstance(getattr(self, name), bool | np.bool_):
                raise ParameterError(f"{name} must be True or False, not {getattr(self, name)!r}.")
        penalty = self.penalty
        if isinstance(penalty, bool) or not isinstance(penalty, int | float) or not 0 <= penalty < np.inf:
            raise ParameterError(f"penalty must be a number from 0 on, not {penalty!r}.")


SETTINGS = (
    Parameter("method", "lbfgs", choices=METHODS),
    Parameter("loss", "balanced softmax", choices=tuple(SCORE_LOSSES)),
    Parameter("rate", 1.0),
    Parameter("batch", None, low=1),
    Parameter("limit", 500, low=1),
    Parameter("tolerance", 1e-5),
    Parameter("seed", 0),
)


@dataclass(frozen=True, eq=False)
class WeightFit:
    """The weights that were found, how, and why it stopped (a key of `REASONS`).

    Attributes
    ----------
    shares : (2, groups, k) shares of the simple weightings, upper and lower; one group, or one a class
    temperature : of the softmax, where the loss has one, else 1
    loss : the mean loss of the rows that were judged, each predicted by the others, without the penalty
    shares_by_step, values, gradients, temperatures : one entry a step, the linear weights first: the shares,
        what is minimised (the loss of the rows drawn, with the penalty), the length of its gradient in the
        logarithms of the shares and of the temperature, and the temperature
    classes : the labels of the groups, where they are known and every class has its own
    objective : judges other shares; None where nothing was learned, or where it was let go
    """

    shares: FloatArray
    temperature: float
    loss: float
    settings: WeightSettings
    reason: str
    shares_by_step: FloatArray
    values: FloatArray
    gradients: FloatArray
    temperatures: FloatArray
    classes: LabelArray | None = None
    objective: WeightObjective | None = field(default=None, repr=False)

    @property
    def steps(self) -> int:
        """How many steps were taken; the linear weights are step 0."""
        return len(self.values) - 1

    @property
    def upper(self) -> FloatArray:
        """The weights of k neighbours inside: (groups, k)."""
        return np.asarray(self.weights_by_step(0)[-1])

    @property
    def lower(self) -> FloatArray:
        """The weights of k neighbours outside: (groups, k)."""
        return np.asarray(self.weights_by_step(1)[-1])

    def weights_by_step(self, side: int) -> FloatArray:
        """The weights of k neighbours inside (side 0) or outside (1), step by step: (steps, groups, k)."""
        k = self.shares.shape[-1]
        simple = simple_weights(k, k, monotone=self.settings.monotone)
        return np.asarray(self.shares_by_step[:, side] @ simple)

    def weighting(self, step: int | None = None) -> Weighting:
        """What counts inside and outside each class, at the end or at a step."""
        shares = self.shares if step is None else self.shares_by_step[step]
        upper, lower = (
            tuple(LearnedFamily(of_group, self.settings.monotone) for of_group in side) for side in shares
        )
        return Weighting(upper, lower, trace=self)

    def found(self) -> dict[str, Any]:
        """The weights of k neighbours to four decimals, the loss, why it stopped, after how many steps."""
        return {
            "upper": np.round(self.upper, 4).tolist(),
            "lower": np.round(self.lower, 4).tolist(),
            "loss": round(self.loss, 6),
            "stopped": self.reason,
            "steps": self.steps,
        }


def learn_weights(
    relation: FittedRelation, train: TrainingSet, settings: WeightSettings | None = None
) -> WeightFit:
    """Learn weights for the k of the training set from its rows, as the fitted relation compares them."""
    chosen, rows = settings or WeightSettings(), train.at_hand()
    if rows.n_classes < 2 or not len(judged_rows(rows, chosen.seed)):
        return _unlearned(chosen, min(rows.k, max(1, len(rows.X) - 1)))
    objective = weight_objective(
        relation,
        rows,
        SCORE_LOSSES[chosen.loss],
        by_class=chosen.by_class,
        monotone=chosen.monotone,
        penalty=chosen.penalty,
        seed=chosen.seed,
    )
    trace = _Trace(objective)
    reason = _minimise(trace, chosen) if chosen.method == "lbfgs" else _descend(trace, chosen)
    return trace.fit(chosen, reason)


def _unlearned(settings: WeightSettings, k: int) -> WeightFit:
    """The linear weights, where there is nothing to learn from."""
    shares = np.broadcast_to(shares_of_linear(k, monotone=settings.monotone), (2, 1, k)).copy()
    nothing = np.full(1, np.nan)
    stopped = "nothing to learn"
    return WeightFit(shares, 1.0, np.nan, settings, stopped, shares[None], nothing, nothing, np.ones(1))


class _Trace:
    """The steps so far, in the variables of the descent: logarithms of shares and temperature."""

    def __init__(self, objective: WeightObjective) -> None:
        self.objective = objective
        self.steps: list[tuple[FloatArray, float, float, float]] = []

    @property
    def tempered(self) -> bool:
        """Whether a temperature is learned beside the shares."""
        return self.objective.loss.tempered

    def placed(self, logs: FloatArray) -> tuple[FloatArray, float]:
        """Shares and temperature; all logs 0 are the linear weights and the temperature at the start."""
        start = self.objective.start
        moved = np.log(start) + logs[: start.size].reshape(start.shape)
        shares = np.exp(moved - moved.max(axis=-1, keepdims=True))
        shares /= shares.sum(axis=-1, keepdims=True)
        return shares, self.objective.temperature * float(np.exp(logs[-1])) if self.tempered else 1.0

    def judged(self, logs: FloatArray, rows: IntArray | slice = slice(None)) -> Judged:
        """What the objective says of the shares and the temperature there."""
        return self.objective(*self.placed(logs), rows)

    def slopes(self, logs: FloatArray, found: Judged) -> FloatArray:
        """The slopes in the logarithms: of a share, share x (its slope - the mean slope by shares)."""
        shares, _ = self.placed(logs)
        mean = (shares * found.gradient).sum(axis=-1, keepdims=True)
        slopes = (shares * (found.gradient - mean)).ravel()
        return np.append(slopes, found.heat) if self.tempered else slopes

    def keep(self, logs: FloatArray, rows: IntArray | slice = slice(None)) -> Judged:
        """Keep a step, and give what the objective says of it."""
        found = self.judged(logs, rows)
        self.keep_judged(logs, found.value, self.slopes(logs, found))
        return found

    def keep_judged(self, logs: FloatArray, value: float, slopes: FloatArray) -> None:
        """Keep a step that is judged already."""
        self.steps.append((*self.placed(logs), value, float(np.linalg.norm(slopes))))

    def fit(self, settings: WeightSettings, reason: str) -> WeightFit:
        """All steps, the last of which is what was found."""
        shares, temperatures, values, gradients = (np.array(of) for of in zip(*self.steps, strict=True))
        last, temperature = shares[-1], float(temperatures[-1])
        loss = self.objective(last, temperature).loss
        told = settings, reason, shares, values, gradients, temperatures
        return WeightFit(last, temperature, loss, *told, objective=self.objective)


def _minimise(trace: _Trace, settings: WeightSettings) -> str:
    """L-BFGS on the logarithms; the trace holds the start and every step that was accepted."""
    from scipy.optimize import OptimizeResult, minimize

    size = trace.objective.start.size
    start = np.zeros(size + trace.tempered)
    trace.keep(start)

    last: dict[bytes, tuple[float, FloatArray]] = {}

    def value(logs: FloatArray) -> tuple[float, FloatArray]:
        found = trace.judged(logs)
        last.clear()
        last[logs.tobytes()] = told = found.value, trace.slopes(logs, found)
        return told

    def accepted(intermediate_result: OptimizeResult) -> None:
        logs = np.array(intermediate_result.x)
        trace.keep_judged(logs, *(last.get(logs.tobytes()) or value(logs)))

    bounds = [(None, None)] * size + [(-WIDEST, WIDEST)] * trace.tempered
    options = {"maxiter": settings.limit, "gtol": settings.tolerance, "maxls": 50}
    found = minimize(
        value, start, jac=True, method="L-BFGS-B", bounds=bounds, callback=accepted, options=options
    )
    if found.status == 1:
        return "limit"
    return "converged" if found.status == 0 else "stuck"


def _descend(trace: _Trace, settings: WeightSettings) -> str:
    """Exponentiated gradient: each share is multiplied by exp(-rate x slope), then all are brought to sum 1.

    With a group a class the slopes are those of the loss times the number of groups, so that a rate means the
    same. No exponent is larger than 1, up or down. The temperature is treated in the same way.
    """
    groups = trace.objective.groups
    logs = np.zeros(trace.objective.start.size + trace.tempered)
    before, heat = trace.placed(logs)
    for rows in _drawn(trace.objective.n_rows, settings):
        found = trace.keep(logs, rows)
        slopes = groups * found.gradient.ravel()
        if trace.tempered:
            slopes = np.append(slopes, found.heat)
        logs = logs - np.clip(settings.rate * slopes, -1, 1)
        if trace.tempered:
            logs[-1] = np.clip(logs[-1], -WIDEST, WIDEST)
        shares, warmth = trace.placed(logs)
        if max(np.abs(shares - before).max(), abs(np.log(warmth / heat))) < settings.tolerance:
            trace.keep(logs)
            return "converged"
        before, heat = shares, warmth
    trace.keep(logs)
    return "limit"


def _drawn(n_rows: int, settings: WeightSettings) -> Iterator[IntArray | slice]:
    """The rows that each step looks at: all, or as many as are drawn, with replacement."""
    random = np.random.default_rng(settings.seed)
    for _ in range(settings.limit):
        batch = settings.batch
        yield slice(None) if batch is None else random.integers(n_rows, size=batch)


def learned_weighting(relation: FittedRelation, train: TrainingSet, settings: WeightSettings) -> Weighting:
    """What `learn_weights` finds, without the lists of neighbours that it was found with."""
    return replace(learn_weights(relation, train, settings), objective=None).weighting()
