"""Similarity against distance, and how steeply it falls."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.neighbours import diameter
from frnn_core.relations import KERNELS
from frnn_core.studies.relations.similarity_field import Fit

POINTS = 201


@dataclass(frozen=True, eq=False)
class LinkCurve:
    """A link from 0 to the largest distance in the data; `slopes` only for kernels."""

    distances: FloatArray
    similarities: FloatArray
    slopes: FloatArray | None


def link_curve(fitted: Fit, code: int = 0) -> LinkCurve:
    """The link in its relation's own distance; `code` is the class that measures, where that matters.

    Where regions measure, it reaches the largest distance of all of them.
    """
    relation = fitted.relation
    parts = [code] if relation.regions is None else range(relation.regions.count)
    largest = max(diameter(relation.embed(fitted.rows, part), relation.metric) for part in parts)
    d = np.linspace(0.0, largest, POINTS)
    slopes = KERNELS[fitted.kernel].fall(d, fitted.gamma) if fitted.kernel else None
    return LinkCurve(d, np.asarray(relation.link(d, code)), slopes)
