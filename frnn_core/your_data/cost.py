"""How long a comparison on one data set will take, and what is too much for a page.

The fitted laws of `cost` hold for the sizes of the catalogue. A table of the user's own may be far larger
or wider, so no estimate falls below the plain count of what is computed: distances, covariances, products.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from frnn_core.data import Dataset
from frnn_core.engine.columns import Column
from frnn_core.engine.encoding import Encoding
from frnn_core.engine.relation import Relation
from frnn_core.engine.treatments import GAPS, TREATMENTS, Classes
from frnn_core.errors import DataError
from frnn_core.experiments import cost
from frnn_core.experiments.plan import Setting
from frnn_core.relations import RELATIONS
from frnn_core.relations.combo import FOLDS, SEVEN
from frnn_core.relations.metric_learning import MOST_FEATURES
from frnn_core.tuning.tuned import FOLDS as INNER_FOLDS
from frnn_core.tuning.tuned import MOST_ROWS as INNER_ROWS
from frnn_core.your_data.choosing import tried
from frnn_core.your_data.fold_scores import Design, Place

MOST_SECONDS = 1200.0
"""A page starts nothing that is estimated to take longer; the command line does."""
MOST_MATRIX_FEATURES = MOST_FEATURES
"""Mahalanobis and learned metrics hold matrices of features x features, and take their cube of steps."""
START_SECONDS = 2.0
"""Until a worker has loaded its libraries and the data."""
PAIR, EUCLIDEAN, OTHER, CANBERRA, DIAMETER, BASELINE = 8e-10, 4e-11, 3.6e-10, 6.3e-10, 2e-10, 4e-10
"""Seconds for one distance and for one feature of it, measured on 20,000 to 50,000 rows x 5 to 20 features;
of the largest distance in a class, where few rows can be an end of it, and of scikit-learn's search."""
CUBE = 3e-10
"""Seconds for one of features³ steps of an inverse, measured on 1,000 to 3,000 features."""
MATRIX_FAMILIES = ("mahalanobis", "learned")
PROPOSED_SECONDS = 120.0
"""Relations that learn are proposed while they take less together."""
LIKE = "forest-balanced"
"""What another classifier costs of which no law is known."""


@dataclass(frozen=True)
class Widths:
    """How many columns encoded rows have: as they are compared, and with coordinates for everything."""

    compared: int
    spread: int

    def of(self, relation: str) -> int:
        """The columns that a relation sees."""
        return self.compared if Setting.of(relation).spec.plain else self.spread


def widths(data: Dataset, encoding: Encoding) -> Widths:
    """The columns of encoded rows, from what is known of each column before anything is fitted."""
    if data.plain:
        return Widths(data.X.shape[1], data.X.shape[1])
    stay = GAPS[encoding.gaps].rule is not None
    gaps = np.asarray(np.isnan(data.X).any(axis=0)) & stay
    found = [
        _column_widths(column, encoding, len(data.class_names), bool(absent))
        for column, absent in zip(data.columns, gaps, strict=True)
    ]
    return Widths(sum(width for width, _ in found), sum(spread for _, spread in found))


def _column_widths(column: Column, encoding: Encoding, n_classes: int, gaps: bool) -> tuple[int, int]:
    values = np.arange(max(2.0, len(column.values)))
    classes = Classes(np.arange(len(values)) % n_classes, n_classes)
    try:
        placed = TREATMENTS[encoding.treatment(column)].fit(values, column, classes)
    except DataError:  # it has too many values for that; the fit says so
        return len(values), len(values)
    width = len(placed.names)
    if placed.kind == "number":
        return width, width * (2 if gaps and placed.gaps else 1)
    return width, max(1, placed.sizes[0] - (1 if placed.kind == "code" else 2))


def estimate(data: Dataset, design: Design, known: Collection[Place] = ()) -> float:
    """Seconds on this machine, in one worker, without the pieces that are known."""
    costs = piece_costs(data, design)
    left = [
        costs[column] for fold, column in design.pieces(design.deals(data)) if (fold, column) not in known
    ]
    return START_SECONDS + cost.calibrate() * sum(left) if left else 0.0


def piece_costs(data: Dataset, design: Design) -> dict[str, float]:
    """Relative seconds of one fold of every relation and other classifier."""
    folds = design.deals(data).per_deal
    wide = widths(data, design.conditions.encoding)
    sizes = {column: _size(data, design, column, folds, wide) for column in design.columns}
    return {column: _seconds(design, column, sizes[column]) for column in design.columns}


def refused(wide: Widths, relation: str) -> str | None:
    """Why a relation is too much for rows of so many columns on a page, or None."""
    features = wide.of(relation)
    if _has_matrix(Setting.of(relation).spec) and features > MOST_MATRIX_FEATURES:
        return (
            f"it needs matrices of {features:,} × {features:,} numbers, and a page allows "
            f"{MOST_MATRIX_FEATURES:,} features"
        )
    return None


def _has_matrix(spec: Relation) -> bool:
    """Whether a relation computes with a matrix of features x features."""
    return spec.family in MATRIX_FAMILIES and spec.base == "euclidean"


def proposed(
    data: Dataset, design: Design, seconds: float = PROPOSED_SECONDS
) -> tuple[tuple[str, ...], float]:
    """The relations that learn and are not compared yet, as many as fit in the time, and what they take.

    The quickest come first; what is too much for a page is left out.
    """
    wide = widths(data, design.conditions.encoding)
    offered = [
        key
        for key, spec in RELATIONS.items()
        if spec.learns and key not in design.relations and refused(wide, key) is None
    ]
    if not offered:
        return (), 0.0
    wanted = replace(design, settings=tuple(Setting.of(key) for key in offered), beside=())
    pieces = len(design.deals(data)) + design.tuned
    costs = {key: cost.calibrate() * pieces * each for key, each in piece_costs(data, wanted).items()}
    kept, total = [], 0.0
    for key in sorted(costs, key=costs.__getitem__):
        if total + costs[key] > seconds:
            break
        kept.append(key)
        total += costs[key]
    return tuple(key for key in offered if key in kept), total


@dataclass(frozen=True)
class Size:
    """Training rows, rows to judge, columns and classes of a fold."""

    rows: float
    queries: float
    features: int
    classes: int

    def inner(self) -> Size:
        """One of the inner folds in which settings are compared."""
        rows = min(self.rows, INNER_ROWS)
        return replace(self, rows=rows * (1 - 1 / INNER_FOLDS), queries=rows / INNER_FOLDS)


def _size(data: Dataset, design: Design, column: str, folds: int, wide: Widths) -> Size:
    features = wide.spread if column in design.beside else wide.of(column)
    queries = len(data.X) / folds
    return Size(len(data.X) - queries, queries, features, len(data.class_names))


def _seconds(design: Design, column: str, size: Size) -> float:
    """Seconds of one piece on the machine of the fitted laws."""
    if column in design.beside:
        law = cost.laws().get(f"baseline:{column}") or cost.laws()[f"baseline:{LIKE}"]
        return law(size.rows, size.features, size.classes) + BASELINE * size.queries * size.rows
    setting = design.setting(column)
    if not design.tuned:
        return _relation_seconds(design, setting, size, design.k or 1)
    members = tried(column)
    searches = len({(m.normalise, m.k if setting.spec.uses_k else 0) for m in members})
    inner = size.inner()
    scoring = cost.SECONDS_PER_SCORE * inner.queries * inner.classes * 20 * sum(m.k for m in members)
    once = _relation_seconds(design, setting, inner, max(m.k for m in members), shares=False)
    kept = _relation_seconds(design, setting, size, max(m.k for m in members), shares=False)
    if len(members) == 1:
        return kept
    return INNER_FOLDS * (searches * once + scoring) + kept


def _relation_seconds(design: Design, setting: Setting, size: Size, k: int, *, shares: bool = True) -> float:
    """Fit and search by one relation; kernels of a fixed width may share a search."""
    spec, family = setting.spec, setting.spec.family
    rows, queries, features, classes = size.rows, size.queries, size.features, size.classes
    scoring = float(cost.SECONDS_PER_SCORE * queries * classes * 20 * k)
    if shares and family == "kernel" and setting is not _first_of_group(design, setting):
        return scoring
    fitted_law = cost.search_law(spec) if family == "kernel" else cost.law_of(setting)
    law = fitted_law(rows, features, classes)
    one = {"canberra": CANBERRA, "cityblock": OTHER, "chebyshev": OTHER}.get(str(spec.base), EUCLIDEAN)
    work = (PAIR + one * features) * queries * rows + scoring
    if spec.by_class:
        work += DIAMETER * rows**2 * features / classes
    elif spec.learns:
        work += (PAIR + (CANBERRA if family == "combo" else EUCLIDEAN) * features) * rows**2
    if _has_matrix(spec):
        work += CUBE * features**3 * (1 + classes * spec.by_class)
    if family == "combo":
        law = max(law, _inner_seconds(rows, features, classes))
    return float(max(law, work))


def _first_of_group(design: Design, setting: Setting) -> Setting:
    """The one that searches for all that share the search."""
    return next(s for s in design.settings if s.group == setting.group)


def _inner_seconds(rows: float, features: int, classes: int) -> float:
    """Seconds of the candidates of COMBO on its inner folds, each with about twice the queries of a fold.

    The fitted law is far below: in the run that it was fitted to, one search served twenty k.
    """
    return 2 * FOLDS * sum(cost.law_of(Setting(key))(rows, features, classes) for key in SEVEN)
