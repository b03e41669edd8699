"""Fuzzy-rough nearest neighbours with every indiscernibility relation of the paper, exact and fast.

Names are imported when they are asked for: scikit-learn, pandas and Plotly take seconds that not all need.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from frnn_core.version import __version__

if TYPE_CHECKING:
    from frnn_core import figures
    from frnn_core.classifier import FRNNClassifier
    from frnn_core.data import Dataset, dataset_names, describe, load_dataset, partition, read_dataset
    from frnn_core.engine.columns import ROLES
    from frnn_core.engine.encoding import Encoding
    from frnn_core.engine.measures import MEASURES
    from frnn_core.engine.owa import WEIGHTS
    from frnn_core.engine.scalings import SCALINGS
    from frnn_core.engine.treatments import GAPS, TREATMENTS
    from frnn_core.experiments.plan import Conditions, Plan, Setting
    from frnn_core.experiments.runner import run
    from frnn_core.experiments.score_table import score_table
    from frnn_core.experiments.store import Store
    from frnn_core.paper.claims import audit
    from frnn_core.relations import KERNELS, RELATIONS, fit_gamma, fit_weights
    from frnn_core.stats import compare, compare_folds, read_scores
    from frnn_core.tuning.classifier import TunedFRNNClassifier
    from frnn_core.use.card import model_card
    from frnn_core.use.files import load_model, save_model
    from frnn_core.use.new_rows import read_new_rows
    from frnn_core.use.predictions import predict_rows
    from frnn_core.use.trained import fit_model, fit_tuned_model
    from frnn_core.your_data import leaderboard

__all__ = [
    "GAPS",
    "KERNELS",
    "MEASURES",
    "RELATIONS",
    "ROLES",
    "SCALINGS",
    "TREATMENTS",
    "WEIGHTS",
    "Conditions",
    "Dataset",
    "Encoding",
    "FRNNClassifier",
    "Plan",
    "Setting",
    "Store",
    "TunedFRNNClassifier",
    "__version__",
    "audit",
    "compare",
    "compare_folds",
    "dataset_names",
    "describe",
    "figures",
    "fit_gamma",
    "fit_model",
    "fit_tuned_model",
    "fit_weights",
    "leaderboard",
    "load_dataset",
    "load_model",
    "model_card",
    "partition",
    "predict_rows",
    "read_dataset",
    "read_new_rows",
    "read_scores",
    "run",
    "save_model",
    "score_table",
]

_HOMES = {
    "classifier": ("FRNNClassifier",),
    "data": ("Dataset", "dataset_names", "describe", "load_dataset", "partition", "read_dataset"),
    "engine.columns": ("ROLES",),
    "engine.encoding": ("Encoding",),
    "engine.measures": ("MEASURES",),
    "engine.owa": ("WEIGHTS",),
    "engine.scalings": ("SCALINGS",),
    "engine.treatments": ("GAPS", "TREATMENTS"),
    "experiments.plan": ("Conditions", "Plan", "Setting"),
    "experiments.runner": ("run",),
    "experiments.score_table": ("score_table",),
    "experiments.store": ("Store",),
    "paper.claims": ("audit",),
    "relations": ("KERNELS", "RELATIONS", "fit_gamma", "fit_weights"),
    "stats": ("compare", "compare_folds", "read_scores"),
    "tuning.classifier": ("TunedFRNNClassifier",),
    "use.card": ("model_card",),
    "use.files": ("load_model", "save_model"),
    "use.new_rows": ("read_new_rows",),
    "use.predictions": ("predict_rows",),
    "use.trained": ("fit_model", "fit_tuned_model"),
    "your_data": ("leaderboard",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import a name from its home at first use."""
    if name == "figures":
        return import_module("frnn_core.figures")
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
