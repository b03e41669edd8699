"""Relations that are kernels of the Euclidean distance d, with a width gamma.

Each kernel falls from 1 at d = 0 towards 0 and comes with its derivative in gamma, which gradient
descent needs. Source: Q. Hu, D. Yu, W. Pedrycz, D. Chen (2011), doi:10.1109/TKDE.2010.260.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.relation import RELATIONS, FittedRelation, Parameter, Relation, TrainingSet
from frnn_core.relations.links import KernelLink

Curve = Callable[[FloatArray, float | FloatArray], FloatArray]

GAMMA = Parameter(
    "gamma",
    "kernel width γ",
    default=1.0,
    low=0.01,
    high=100.0,
    log=True,
    help="The larger γ is, the more slowly similarity falls with distance.",
)


@dataclass(frozen=True)
class Kernel:
    """A kernel of the distance and its derivative in gamma; gamma may be an array that broadcasts."""

    value: Curve
    slope: Curve


COMPACT = r"t = \min\left(\frac{\lVert q - y \rVert_2}{\gamma},\, 1\right)"
KERNELS: dict[str, Kernel] = {}


def kernel(
    *, key: str, label: str, formula: str, slope: Curve, metric: bool, where: str = ""
) -> Callable[[Curve], Curve]:
    """Register the decorated function of (d, gamma) as a kernel and as a relation."""

    def register(value: Curve) -> Curve:
        KERNELS[key] = Kernel(value, slope)
        RELATIONS.add(
            Relation(
                key=key,
                label=f"{label} kernel",
                family="kernel",
                formula=formula,
                where=where,
                reference="doi:10.1109/TKDE.2010.260",
                fit_function=partial(_fit, value),
                parameters=(GAMMA,),
                metric=metric,
                nonnegative=True,
            )
        )
        return value

    return register


def _fit(value: Curve, train: TrainingSet, *, gamma: float) -> FittedRelation:
    return FittedRelation("euclidean", KernelLink(value, gamma))


def _ratio(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """t = d / gamma, at most 1: beyond its radius a compact kernel is 0."""
    return np.minimum(d / gamma, 1.0)


def gauss_slope(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """d² / gamma² · exp(-d² / gamma)."""
    return (d / gamma) ** 2 * np.exp(-(d**2) / gamma)


def exp_slope(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """d / gamma² · exp(-d / gamma)."""
    return d / gamma**2 * np.exp(-d / gamma)


def rat_slope(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """d² / (d² + gamma)²."""
    return (d / (d**2 + gamma)) ** 2


def circle_slope(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """4/π · t √(1 - t²) / gamma with t = d / gamma, 0 from t = 1 on."""
    t = _ratio(d, gamma)
    return 4 / np.pi * t * np.sqrt(1 - t**2) / gamma


def sphere_slope(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """3/2 · t (1 - t²) / gamma with t = d / gamma, 0 from t = 1 on."""
    t = _ratio(d, gamma)
    return 1.5 * t * (1 - t**2) / gamma


@kernel(
    key="gauss",
    label="Gaussian",
    formula=r"R(q, y) = \exp\left(-\frac{\lVert q - y \rVert_2^2}{\gamma}\right)",
    slope=gauss_slope,
    metric=False,
)
def gauss(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """exp(-d² / gamma)."""
    return np.exp(-(d**2) / gamma)


@kernel(
    key="exp",
    label="Exponential",
    formula=r"R(q, y) = \exp\left(-\frac{\lVert q - y \rVert_2}{\gamma}\right)",
    slope=exp_slope,
    metric=True,
)
def exp(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """exp(-d / gamma)."""
    return np.exp(-d / gamma)


@kernel(
    key="rat",
    label="Rational quadratic",
    formula=r"R(q, y) = \frac{\gamma}{\lVert q - y \rVert_2^2 + \gamma}",
    slope=rat_slope,
    metric=False,
)
def rat(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """gamma / (d² + gamma)."""
    return gamma / (d**2 + gamma)


@kernel(
    key="circle",
    label="Circular",
    formula=r"R(q, y) = \frac{2}{\pi}\left(\arccos t - t\sqrt{1 - t^2}\right)",
    where=COMPACT,
    slope=circle_slope,
    metric=True,
)
def circle(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """2/π · (arccos t - t √(1 - t²)) with t = d / gamma, 0 from t = 1 on."""
    t = _ratio(d, gamma)
    return 2 / np.pi * (np.arccos(t) - t * np.sqrt(1 - t**2))


@kernel(
    key="sphere",
    label="Spherical",
    formula=r"R(q, y) = 1 - \tfrac{3}{2} t + \tfrac{1}{2} t^3",
    where=COMPACT,
    slope=sphere_slope,
    metric=True,
)
def sphere(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """1 - 3/2 · t + 1/2 · t³ with t = d / gamma, 0 from t = 1 on."""
    t = _ratio(d, gamma)
    return 1 - 1.5 * t + 0.5 * t**3
