"""Kernels whose width gamma is learned from the training data, with a trace of how.

The paper descends on the loss of FRNN's own scores; here that descent is corrected, fast, and beside
two other ways: Adam on log gamma, which cannot leave gamma > 0, and a search over the whole range,
which no flat stretch can stop. The column sph-3 of the paper is sph-grad with start 3 and batch 50.
For compact kernels the gradient is exactly 0 while gamma is below the
smallest distance: descent cannot move there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import cached_property, partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import minimize_scalar

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.fitted import FittedRelation
from frnn_core.engine.labels import encode, ordered_classes
from frnn_core.engine.owa import WeightFamily, family_for_relations
from frnn_core.engine.parameters import Parameter, whole_number
from frnn_core.engine.relation import RELATIONS, VARIANT, Relation, TrainingSet
from frnn_core.errors import ParameterError, Undefined, unknown_name
from frnn_core.relations.gamma_ending import ending
from frnn_core.relations.gamma_loss import LOSSES, GammaLoss, gamma_loss
from frnn_core.relations.gamma_published import MOST_ROWS, PublishedGradient
from frnn_core.relations.kernels import KERNELS, Kernel
from frnn_core.relations.links import KernelLink
from frnn_core.relations.metric_learning import DEFINED, nothing_to_learn

Step = tuple[float, float, float]
METHODS = ("descent", "adam", "search")
DEAD_AFTER = 20
SEARCH_GRID = np.geomspace(0.01, 100.0, 41)

REASONS = {
    "converged": "The last step was smaller than the tolerance, at a minimum of the loss.",
    "plateau": "The last step was smaller than the tolerance because the loss is flat there: the same at "
    "half and at twice the width, but lower elsewhere. This is no minimum.",
    "stopped short": "The last step was smaller than the tolerance, but the loss of all training rows falls "
    "on from there. This is no minimum.",
    "limit": "The largest number of steps was reached.",
    "left the domain": "The next step would have made γ zero or negative; it was undone.",
    "dead zone": "The gradient was exactly 0: no similarity changes with γ here, so descent cannot move.",
    "searched": "The whole range was searched, then refined around the best width.",
}


@dataclass(frozen=True)
class GammaSettings:
    """How gamma is learned; the defaults are the paper's.

    Attributes
    ----------
    method : "descent" with a fixed rate, "adam" on log gamma, or "search"
    variant : "corrected", or "published" for the gradient of the code published with the paper
    loss : "own score", "cross-entropy" or "balanced cross-entropy", in which every class counts alike
    start, rate, batch, limit, tolerance : first gamma; step size, divided by 10 every 1,000 steps;
        rows drawn a step, their gradients summed; most steps; smallest step
    """

    method: str = "descent"
    variant: str = "corrected"
    loss: str = "own score"
    start: float = 1.0
    rate: float = 0.01
    batch: int = 10
    limit: int = 10_000
    tolerance: float = 1e-5
    seed: int = 0

    def __post_init__(self) -> None:
        for parameter in SETTINGS:
            object.__setattr__(self, parameter.name, parameter.check(getattr(self, parameter.name)))
        if self.variant == "published" and (self.method, self.loss) != ("descent", "own score"):
            raise ParameterError("The published variant knows only method='descent' with loss='own score'.")


SETTINGS = (
    Parameter("method", "descent", choices=METHODS),
    VARIANT,
    Parameter("loss", "own score", choices=LOSSES),
    Parameter("start", 1.0),
    Parameter("rate", 0.01),
    Parameter("batch", 10, low=1),
    Parameter("limit", 10_000, low=1),
    Parameter("tolerance", 1e-5),
    Parameter("seed", 0),
)


@dataclass(frozen=True, eq=False)
class GammaFit:
    """The width that was found, how, and why it stopped (a key of `REASONS`).

    `reason` is what the steps themselves noticed; `ending` is judged by the loss curve, so that it tells a
    minimum from a plateau.

    `gammas`, `losses` and `gradients` have one entry a step: the width before it, the mean loss of the
    rows drawn, and the gradient that moved it.
    """

    gamma: float
    kernel: str
    settings: GammaSettings
    reason: str
    gammas: FloatArray
    losses: FloatArray
    gradients: FloatArray
    loss: GammaLoss = field(repr=False)

    @property
    def steps(self) -> int:
        """How many steps were taken."""
        return len(self.gammas)

    @cached_property
    def ending(self) -> str:
        """Why it stopped: "converged" only where that is a minimum of the loss curve, see `gamma_ending`."""
        return ending(self.reason, self.gamma, self.loss.mean(self.gamma)[0], SEARCH_GRID, self.loss_curve())

    def found(self) -> dict[str, Any]:
        """The width, why it stopped, and after how many steps."""
        return {"gamma": self.gamma, "stopped": self.reason, "steps": self.steps}

    def loss_curve(self, gammas: FloatArray = SEARCH_GRID) -> FloatArray:
        """The mean loss over all training rows, each predicted by the others, at each width."""
        return self.loss.curve(gammas)


class Gradient(Protocol):
    """What descent needs: losses and gradients of drawn rows."""

    @property
    def n_rows(self) -> int:
        """How many rows can be drawn."""

    def __call__(self, gamma: float, rows: IntArray) -> tuple[FloatArray, FloatArray]:
        """Losses and gradients of the rows."""


def fit_gamma(
    X: ArrayLike,
    y: ArrayLike,
    kernel: str = "gauss",
    k: int = 3,
    *,
    weights: str | WeightFamily = "linear",
    method: str = "search",
    **settings: Any,
) -> GammaFit:
    """Learn the width of a kernel for FRNN with k neighbours.

    Parameters
    ----------
    X, y : rows, taken as they are (so normalise them first), and their classes
    kernel : "gauss", "exp", "rat", "circle" or "sphere"
    method : "search" (recommended), "descent" or "adam"
    settings : the rest of `GammaSettings`: variant, loss, start, rate, batch, limit, tolerance, seed

    Examples
    --------
    >>> from frnn_core import load_dataset
    >>> data = load_dataset("wine")
    >>> found = fit_gamma(data.X / data.X.max(axis=0), data.y, "gauss", k=3)
    >>> round(found.gamma, 2), found.reason
    (0.14, 'searched')
    """
    shape = KERNELS[kernel]
    known = [f.name for f in fields(GammaSettings)]
    for name in settings:
        if name not in known:
            raise unknown_name("setting", name, known)
    from frnn_core.engine.input_checks import rows_and_labels  # loads pandas, which a page does without

    rows, labels = rows_and_labels(X, y)
    classes = ordered_classes(labels)
    family = family_for_relations(weights, rows)
    train = TrainingSet(rows, encode(labels, classes), len(classes), k=whole_number("k", k, 1), family=family)
    return learn_gamma(train, shape.key, GammaSettings(method=method, **settings))


def learn_gamma(train: TrainingSet, kernel: str, settings: GammaSettings) -> GammaFit:
    """Learn the width on normalised training rows."""
    reason = nothing_to_learn(train)
    if reason is not None:
        raise Undefined(f"A learned {kernel} kernel", reason)
    loss = gamma_loss(train, KERNELS[kernel], settings.loss)
    if settings.method == "search":
        steps, gamma, stopped = _search(loss)
    else:
        steps, gamma, stopped = _descend(_gradient(train, kernel, loss, settings), settings)
    gammas, losses, gradients = (np.array(column) for column in zip(*steps, strict=True))
    return GammaFit(gamma, kernel, settings, stopped, gammas, losses, gradients, loss)


def _gradient(train: TrainingSet, kernel: str, loss: GammaLoss, settings: GammaSettings) -> Gradient:
    if settings.variant == "corrected":
        return loss
    if len(train.X) > MOST_ROWS:
        raise Undefined(
            "The published descent",
            f"each of its steps passes over all {len(train.X):,} rows; it is run up to {MOST_ROWS:,}.",
        )
    return PublishedGradient.of(train, KERNELS[kernel])


def _descend(gradient: Gradient, settings: GammaSettings) -> tuple[list[Step], float, str]:
    """Step along the gradients of drawn rows; give the trace, the last width and the reason for stopping."""
    following = _PlainStep() if settings.method == "descent" else _AdamStep(settings.batch)
    patience = 1 if settings.variant == "published" else DEAD_AFTER
    trace: list[Step] = []
    gamma, zeros = settings.start, 0
    for rows, rate in _schedule(gradient.n_rows, settings):
        losses, slopes = gradient(gamma, rows)
        slope = float(slopes.sum())
        trace.append((gamma, float(losses.mean()), slope))
        zeros = zeros + 1 if slope == 0 else 0
        if zeros == patience:
            return trace, gamma, "dead zone"
        if slope == 0:
            continue
        last, gamma = gamma, following(gamma, slope, rate)
        if gamma <= 0:
            return trace, last, "left the domain"
        if abs(gamma - last) < settings.tolerance:
            return trace, gamma, "converged"
    return trace, gamma, "limit"


def _schedule(n_rows: int, settings: GammaSettings) -> Iterator[tuple[IntArray, float]]:
    """The rows drawn, with replacement, and the rate of each step."""
    random = np.random.default_rng(settings.seed)
    for start in range(0, settings.limit, 1000):
        steps = min(1000, settings.limit - start)
        for rows in random.integers(n_rows, size=(steps, settings.batch)):
            yield rows, settings.rate / 10 ** (start // 1000)


class _PlainStep:
    """gamma - rate x gradient."""

    def __call__(self, gamma: float, slope: float, rate: float) -> float:
        return gamma - rate * slope


class _AdamStep:
    """Adam on log gamma with its usual constants (D. P. Kingma, J. Ba, 2015, arXiv:1412.6980)."""

    def __init__(self, batch: int) -> None:
        self.batch = batch
        self.count, self.mean, self.square = 0, 0.0, 0.0

    def __call__(self, gamma: float, slope: float, rate: float) -> float:
        self.count += 1
        of_log = gamma * slope / self.batch
        self.mean = 0.9 * self.mean + 0.1 * of_log
        self.square = 0.999 * self.square + 0.001 * of_log**2
        mean, square = self.mean / (1 - 0.9**self.count), self.square / (1 - 0.999**self.count)
        return gamma * float(np.exp(-rate * mean / (square**0.5 + 1e-8)))


def _search(loss: GammaLoss) -> tuple[list[Step], float, str]:
    """The best of a log grid, refined between its neighbours; the trace holds every width tried."""
    trace: list[Step] = []

    def tried(log_gamma: float) -> float:
        gamma = float(np.exp(log_gamma))
        value, slope = loss.mean(gamma)
        trace.append((gamma, value, slope))
        return value

    logs = np.log(SEARCH_GRID)
    best = int(np.argmin([tried(log_gamma) for log_gamma in logs]))
    around = logs[max(0, best - 1)], logs[min(len(logs) - 1, best + 1)]
    minimize_scalar(tried, bounds=around, method="bounded", options={"xatol": 1e-4})
    return trace, min(trace, key=lambda step: step[1])[0], "searched"


def _register_relation(kernel: Kernel) -> None:
    learned = r"\gamma = \text{learned from the training rows}"
    RELATIONS.add(
        kernel.fitted,
        Relation(
            key=kernel.fitted,
            label=f"{kernel.label} kernel, fitted",
            family="fitted kernel",
            formula=kernel.formula,
            help=f"{kernel.help} The width is learned from the training rows.",
            source="the paper, section 3.4.2",
            fit_function=partial(_fit, kernel.key),
            base="euclidean",
            plain=True,
            kernel=kernel.key,
            where=r",\quad ".join(filter(None, [kernel.where, learned])),
            defined=DEFINED,
            parameters=SETTINGS,
            triangle=kernel.triangle,
            nonnegative=True,
            learns=True,
            uses_k=True,
            paper=kernel.paper,
            published=(("variant", "published"),),
            check=nothing_to_learn,
        ),
    )


def _fit(kernel: str, train: TrainingSet, **params: Any) -> FittedRelation:
    found = learn_gamma(train, kernel, GammaSettings(**params))
    return FittedRelation("euclidean", KernelLink(KERNELS[kernel].value, found.gamma), trace=found)


KERNELS.follow(_register_relation)
