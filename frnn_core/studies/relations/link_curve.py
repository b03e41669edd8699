"""Similarity against distance, and how steeply it falls."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.neighbours import diameter
from frnn_core.studies.relations.similarity_field import Fit

POINTS = 201


@dataclass(frozen=True, eq=False)
class LinkCurve:
    """A link from 0 to the largest distance in the data; `slopes` only for kernels."""

    distances: FloatArray
    similarities: FloatArray
    slopes: FloatArray | None


def _compact(d: FloatArray, gamma: float) -> FloatArray:
    return np.minimum(d / gamma, 1.0)


def slope(kernel: str, d: FloatArray, gamma: float) -> FloatArray:
    """dR/dd of a kernel.

    gauss: -2d/γ · R; exp: -R/γ; rat: -2dγ/(d² + γ)²; with t = min(d/γ, 1) circle: -4/(πγ) √(1 - t²)
    and sphere: -3/(2γ) (1 - t²).
    """
    if kernel == "gauss":
        return np.asarray(-2 * d / gamma * np.exp(-(d**2) / gamma))
    if kernel == "exp":
        return np.asarray(-np.exp(-d / gamma) / gamma)
    if kernel == "rat":
        return np.asarray(-2 * d * gamma / (d**2 + gamma) ** 2)
    t = _compact(d, gamma)
    if kernel == "circle":
        return np.asarray(-4 / (np.pi * gamma) * np.sqrt(1 - t**2))
    return np.asarray(-1.5 / gamma * (1 - t**2))


def link_curve(fitted: Fit, code: int = 0) -> LinkCurve:
    """The link in its relation's own distance; `code` is the class that measures, where that matters."""
    relation = fitted.relation
    largest = diameter(relation.embed(fitted.rows, code), relation.metric)
    d = np.linspace(0.0, largest, POINTS)
    slopes = slope(fitted.kernel, d, fitted.gamma) if fitted.kernel else None
    return LinkCurve(d, np.asarray(relation.link(d, code)), slopes)
