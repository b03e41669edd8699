"""How long a comparison on one data set will take, and what is too much for a page.

The fitted laws of `cost` hold for the sizes of the catalogue. A table of the user's own may be far larger
or wider, so no estimate falls below the plain count of what is computed: distances, covariances, products.
"""

from __future__ import annotations

from collections.abc import Collection

from frnn_core.data import Dataset
from frnn_core.experiments import cost
from frnn_core.experiments.plan import Setting
from frnn_core.relations.combo import FOLDS, SEVEN
from frnn_core.relations.metric_learning import MOST_FEATURES
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


def estimate(data: Dataset, design: Design, known: Collection[Place] = ()) -> float:
    """Seconds on this machine, in one worker, without the pieces that are known."""
    folds = len(design.folds_of(data))
    left = [
        _seconds(data, design, column, folds)
        for fold in range(folds)
        for column in design.columns
        if (fold, column) not in known
    ]
    return START_SECONDS + cost.calibrate() * sum(left) if left else 0.0


def piece_costs(data: Dataset, design: Design) -> dict[str, float]:
    """Relative seconds of one fold of every relation and baseline."""
    folds = len(design.folds_of(data))
    return {column: _seconds(data, design, column, folds) for column in design.columns}


def refused(data: Dataset, relation: str) -> str | None:
    """Why a relation is too much for this table on a page, or None."""
    features = data.X.shape[1]
    if Setting.of(relation).spec.family in MATRIX_FAMILIES and features > MOST_MATRIX_FEATURES:
        return (
            f"it needs matrices of {features:,} × {features:,} numbers, and a page allows "
            f"{MOST_MATRIX_FEATURES:,} features"
        )
    return None


def _seconds(data: Dataset, design: Design, column: str, folds: int) -> float:
    """Seconds of one piece on the machine of the fitted laws."""
    features, classes = data.X.shape[1], len(data.class_names)
    queries = len(data.X) / folds
    rows = len(data.X) - queries
    if column == "majority":
        return 1e-4
    if column == "knn":
        law = cost.law_of(Setting("euc"))(rows, features, classes)
        return float(max(law, BASELINE * queries * rows * features))
    setting = next(s for s in design.settings if s.relation == column)
    family = setting.spec.family
    scoring = float(cost.SECONDS_PER_SCORE * queries * classes * 20 * design.k)
    spec = setting.spec
    if family == "kernel" and setting is not next(s for s in design.settings if s.group == setting.group):
        return scoring  # it shares the search
    fitted_law = cost.search_law(spec) if family == "kernel" else cost.law_of(setting)
    law = fitted_law(rows, features, classes)
    one = {"canberra": CANBERRA, "cityblock": OTHER, "chebyshev": OTHER}.get(str(spec.base), EUCLIDEAN)
    work = (PAIR + one * features) * queries * rows + scoring
    if spec.by_class:
        work += DIAMETER * rows**2 * features / classes
    elif spec.learns:
        work += (PAIR + (CANBERRA if family == "combo" else EUCLIDEAN) * features) * rows**2
    if family in MATRIX_FAMILIES:
        work += CUBE * features**3 * (1 + classes * spec.by_class)
    if family == "combo":
        law = max(law, _inner_seconds(rows, features, classes))
    return float(max(law, work))


def _inner_seconds(rows: float, features: int, classes: int) -> float:
    """Seconds of the candidates of COMBO on its inner folds, each with about twice the queries of a fold.

    The fitted law is far below: in the run that it was fitted to, one search served twenty k.
    """
    return 2 * FOLDS * sum(cost.law_of(Setting(key))(rows, features, classes) for key in SEVEN)
