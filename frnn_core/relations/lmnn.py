"""LMNN: the metric that keeps rows of other classes farther away than the nearest of the own class.

At the corners of its objective a descent may come to rest too early, above all on grids, where many
distances are equal. So the corners are first rounded, less and less, and the last descent is on the
objective itself.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import OptimizeResult, minimize

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.fitted import FittedRelation
from frnn_core.engine.parameters import Parameter
from frnn_core.engine.relation import TrainingSet, relation
from frnn_core.engine.threads import ONE_BLAS_THREAD
from frnn_core.errors import DataError, ParameterError
from frnn_core.relations.covariance import covariance
from frnn_core.relations.lmnn_objective import LargeMargin
from frnn_core.relations.metric_learning import (
    COMPONENTS,
    CONVERGED,
    DEFINED,
    FORMULA,
    LIMIT,
    LINK,
    SEED,
    STUCK,
    Recorder,
    learned,
    no_metric,
    nothing_told_by,
    row_count,
    sample_notes,
)
from frnn_core.relations.row_pairs import sampled

STAGES = ((0.1, 1e-6), (0.01, 1e-6), (0.001, 1e-6), (0.0, 1e-8))  # rounding; gain of a step to stop at
STOPPED = {0: CONVERGED, 1: LIMIT}

MU = Parameter("mu", 0.5)
"""Below 1. The larger μ is, the more the distance from other classes counts."""
STEPS = Parameter("max_iter", 500, low=1)
ROWS = Parameter("max_rows", None, low=100, later=True)
"""Learn from a stratified sample of this many rows where there are more, of all where it is None."""


@relation(
    key="lmnn",
    label="LMNN",
    family="learned",
    formula=FORMULA,
    where=r"L = \arg\min_L \, (1 - \mu) \sum_{ij} d_{ij}^2 + \mu \sum_{ijl} "
    r"\max(0, 1 + d_{ij}^2 - d_{il}^2), \; d_{ij} = \lVert L(x_i - x_j) \rVert_2",
    source="Weinberger, Saul (2009), JMLR 10, 207-244",
    parameters=(COMPONENTS, MU, STEPS, ROWS, SEED, LINK),
    help="Keeps rows of other classes farther away than the nearest rows of the own class, by a margin.",
    base="euclidean",
    defined=DEFINED,
    triangle=False,
    learns=True,
    paper=True,
    check=no_metric,
)
def lmnn(
    train: TrainingSet,
    *,
    n_components: int | None,
    mu: float,
    max_iter: int,
    max_rows: int | None,
    seed: int,
    link: str,
) -> FittedRelation:
    """Descend by L-BFGS from the identity, or from the first principal axes where L has fewer rows."""
    if mu >= 1:
        raise ParameterError(f"mu must be below 1, not {mu:g}.")
    X, codes = sampled(train, max_rows, seed)
    reason = nothing_told_by(codes)
    if reason is not None:
        raise DataError(f"in the sample of {len(X):,} rows {reason}")
    objective = LargeMargin(X, codes, mu)
    count = row_count(train, n_components)
    start = np.eye(train.n_features) if count == train.n_features else principal_axes(X, count)
    recorder = Recorder(start, objective.exact(start.ravel()))
    with ONE_BLAS_THREAD:
        L, stopped = descended(objective, start, max_iter, recorder)
    return learned(train, L, recorder.trace(stopped, sample_notes(len(X), train)), link)


def descended(
    objective: LargeMargin, start: FloatArray, max_iter: int, recorder: Recorder
) -> tuple[FloatArray, str]:
    """Give the L at which the descent from `start` ends, and why it ended."""

    def record(intermediate_result: OptimizeResult) -> None:
        recorder.add(intermediate_result.x, objective.exact(intermediate_result.x))

    flat, stopped = start.ravel(), LIMIT
    for rounding, gain in STAGES:
        if recorder.taken >= max_iter:
            stopped = LIMIT
            break
        options = {"maxiter": max_iter - recorder.taken, "ftol": gain, "gtol": 0.0}
        result = minimize(
            objective, flat, (rounding,), method="L-BFGS-B", jac=True, callback=record, options=options
        )
        flat, stopped = result.x, STOPPED.get(result.status, STUCK)
    return flat.reshape(start.shape), stopped


def principal_axes(X: FloatArray, count: int) -> FloatArray:
    """The directions of the largest variance as rows, the largest first."""
    return np.asarray(np.linalg.eigh(covariance(X)).eigenvectors[:, ::-1][:, :count].T)
