"""Classifiers beside FRNN, on the same folds: what they are, how they are tuned, and what came out."""

from frnn_core.experiments.baselines import nearest, tuned_frnn, usual
from frnn_core.experiments.baselines.registry import (
    BASELINES,
    Answer,
    Baseline,
    baseline,
    baseline_kinds,
    baseline_names,
)

__all__ = [
    "BASELINES",
    "Answer",
    "Baseline",
    "baseline",
    "baseline_kinds",
    "baseline_names",
    "nearest",
    "tuned_frnn",
    "usual",
]
