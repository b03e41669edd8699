r"""NCA: the metric that makes a random neighbour most often one of the right class.

Row i chooses row j with probability :math:`p_{ij} \propto \exp(-|Lx_i - Lx_j|^2)`, never itself. NCA
maximises the mean probability of choosing a row of one's own class.
"""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import cdist
from threadpoolctl import threadpool_limits

from frnn_core.arrays import FloatArray, IntArray
from frnn_core.registry import FittedRelation, Parameter, TrainingSet, relation
from frnn_core.relations.learning import (
    COMPONENTS,
    CONVERGED,
    FORMULA,
    LIMIT,
    LINK,
    Recorder,
    learned,
    nothing_to_learn,
    row_count,
)
from frnn_core.relations.pairs import shuffled

TRACED_ROWS = 1_000

STEPS = Parameter("max_iter", "most steps", default=50, low=1, high=1_000)
ROWS = Parameter(
    "max_rows",
    "most rows",
    default=4_000,
    low=100,
    high=20_000,
    help="Learn from a stratified sample of this many rows where there are more; all rows are searched.",
)
SEED = Parameter("seed", "seed", default=0, low=0, help="Decides which rows are drawn.")


@relation(
    key="nca",
    label="NCA",
    family="learned",
    formula=FORMULA,
    where=r"L = \arg\max_L \sum_i \sum_{j \in c_i} p_{ij}, \; "
    r"p_{ij} \propto \exp(-\lVert L(x_i - x_j) \rVert_2^2)",
    reference="Goldberger, Roweis, Hinton, Salakhutdinov (2004), NIPS 17, 513-520",
    parameters=(COMPONENTS, STEPS, ROWS, SEED, LINK),
    metric=False,
    check=nothing_to_learn,
)
def nca(
    train: TrainingSet, *, n_components: int | None, max_iter: int, max_rows: int, seed: int, link: str
) -> FittedRelation:
    """Learn with scikit-learn from the identity, or from its first rows where fewer are asked for."""
    from sklearn.neighbors import NeighborhoodComponentsAnalysis

    X, codes = shuffled(train, seed)
    X, codes = X[:max_rows], codes[:max_rows]
    traced, traced_codes = X[:TRACED_ROWS], codes[:TRACED_ROWS]
    start = np.eye(row_count(train, n_components), train.n_features)
    recorder = Recorder(start, loss(start, traced, traced_codes))

    def record(flat: FloatArray, step: int) -> None:
        L = flat.reshape(start.shape)
        recorder.add(L, loss(L, traced, traced_codes))

    model = NeighborhoodComponentsAnalysis(
        len(start), init="identity", max_iter=max_iter, callback=record, random_state=seed
    )
    with threadpool_limits(1, user_api="blas"):
        model.fit(X, codes)
    trace = recorder.trace(LIMIT if recorder.taken >= max_iter else CONVERGED, _notes(train, X, traced))
    return learned(train, model.components_, trace, link)


def loss(L: FloatArray, X: FloatArray, codes: IntArray) -> float:
    """Minus the mean probability that a row chooses one of its own class."""
    embedded = X @ L.T
    squares = cdist(embedded, embedded, "sqeuclidean")
    np.fill_diagonal(squares, np.inf)
    chances = np.exp(squares.min(axis=1, keepdims=True) - squares)
    right = (chances * (codes[:, None] == codes)).sum(axis=1)
    return -float(np.mean(right / chances.sum(axis=1)))


def _notes(train: TrainingSet, X: FloatArray, traced: FloatArray) -> tuple[str, ...]:
    notes = []
    if len(X) < len(train.X):
        notes.append(f"Learned from a stratified sample of {len(X):,} of {len(train.X):,} rows.")
    if len(traced) < len(X):
        notes.append(f"The loss of each step is that of {len(traced):,} of these rows.")
    return tuple(notes)
