"""Training rows on the workers of a Dask cluster: `FRNNClassifier`, and how a cluster is reached and watched.

Names are imported when they are asked for: who runs experiments on a cluster needs no classifier.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from frnn_core.cluster.classifier import FRNNClassifier
    from frnn_core.cluster.connection import connected

__all__ = ["FRNNClassifier", "connected"]
_HOMES = {"FRNNClassifier": "classifier", "connected": "connection"}


def __getattr__(name: str) -> Any:
    """Import a name from its home at first use."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
