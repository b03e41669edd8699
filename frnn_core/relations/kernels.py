"""Relations that are kernels of the Euclidean distance d, with a width gamma.

Each kernel falls from 1 at d = 0 towards 0 and comes with its derivatives in gamma, which gradient
descent needs, and in d. Source: Q. Hu, D. Yu, W. Pedrycz, D. Chen (2011), doi:10.1109/TKDE.2010.260.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.fitted import FittedRelation
from frnn_core.engine.parameters import Parameter
from frnn_core.engine.registry import Registry
from frnn_core.engine.relation import RELATIONS, Relation, TrainingSet
from frnn_core.relations.links import KernelLink

Curve = Callable[[FloatArray, float | FloatArray], FloatArray]

GAMMA = Parameter("gamma", 1.0)
"""The larger γ is, the more slowly similarity falls with distance."""
SOURCE = "doi:10.1109/TKDE.2010.260"


@dataclass(frozen=True)
class Kernel:
    """A decreasing function of the Euclidean distance d and a width gamma, both arrays that may broadcast.

    Attributes
    ----------
    value, slope, fall : the kernel, its derivative in gamma, and its derivative in d
    compact : whether it is 0 from some distance on, so that learning the width can get stuck
    fitted : the key of the relation whose width is learned
    triangle : whether 1 - kernel obeys the triangle inequality
    """

    key: str
    label: str
    formula: str
    help: str
    source: str
    value: Curve
    slope: Curve
    fall: Curve
    compact: bool
    fitted: str
    triangle: bool
    where: str = ""
    paper: bool = False


COMPACT = r"t = \min\left(\frac{\lVert q - y \rVert_2}{\gamma},\, 1\right)"
KERNELS = Registry[Kernel]("kernel")


def kernel(**spec: Any) -> Callable[[Curve], Curve]:
    """Register the decorated function of (d, gamma) as a kernel, and so as a relation of a given width.

    `frnn_core.relations.gamma` follows with the relation whose width is learned.
    """

    def register(value: Curve) -> Curve:
        KERNELS.add(spec["key"], Kernel(value=value, **spec))
        return value

    return register


def _register_relation(kernel: Kernel) -> None:
    RELATIONS.add(
        kernel.key,
        Relation(
            key=kernel.key,
            label=f"{kernel.label} kernel",
            family="kernel",
            formula=kernel.formula,
            help=kernel.help,
            source=kernel.source,
            fit_function=partial(_fit, kernel.value),
            base="euclidean",
            plain=True,
            kernel=kernel.key,
            where=kernel.where,
            parameters=(GAMMA,),
            triangle=kernel.triangle,
            nonnegative=True,
            paper=kernel.paper,
        ),
    )


def _fit(value: Curve, train: TrainingSet, *, gamma: float) -> FittedRelation:
    return FittedRelation("euclidean", KernelLink(value, gamma))


KERNELS.follow(_register_relation)


def _ratio(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """t = d / gamma, at most 1: beyond its radius a compact kernel is 0."""
    return np.minimum(d / gamma, 1.0)


def gauss_slope(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """d² / gamma² · exp(-d² / gamma)."""
    return (d / gamma) ** 2 * np.exp(-(d**2) / gamma)


def gauss_fall(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """-2d / gamma · exp(-d² / gamma)."""
    return -2 * d / gamma * np.exp(-(d**2) / gamma)


def exp_slope(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """d / gamma² · exp(-d / gamma)."""
    return d / gamma**2 * np.exp(-d / gamma)


def exp_fall(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """-exp(-d / gamma) / gamma."""
    return -np.exp(-d / gamma) / gamma


def rat_slope(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """d² / (d² + gamma)²."""
    return (d / (d**2 + gamma)) ** 2


def rat_fall(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """-2d gamma / (d² + gamma)²."""
    return -2 * d * gamma / (d**2 + gamma) ** 2


def circle_slope(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """4/π · t √(1 - t²) / gamma with t = d / gamma, 0 from t = 1 on."""
    t = _ratio(d, gamma)
    return 4 / np.pi * t * np.sqrt(1 - t**2) / gamma


def circle_fall(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """-4 / (π gamma) · √(1 - t²) with t = d / gamma, 0 from t = 1 on."""
    t = _ratio(d, gamma)
    return -4 / (np.pi * gamma) * np.sqrt(1 - t**2)


def sphere_slope(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """3/2 · t (1 - t²) / gamma with t = d / gamma, 0 from t = 1 on."""
    t = _ratio(d, gamma)
    return 1.5 * t * (1 - t**2) / gamma


def sphere_fall(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """-3 / (2 gamma) · (1 - t²) with t = d / gamma, 0 from t = 1 on."""
    t = _ratio(d, gamma)
    return -1.5 / gamma * (1 - t**2)


@kernel(
    key="gauss",
    label="Gaussian",
    formula=r"R(q, y) = \exp\left(-\frac{\lVert q - y \rVert_2^2}{\gamma}\right)",
    help="Falls with the square of the distance, like a bell.",
    source=SOURCE,
    slope=gauss_slope,
    fall=gauss_fall,
    compact=False,
    fitted="gauss-grad",
    triangle=False,
    paper=True,
)
def gauss(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """exp(-d² / gamma)."""
    return np.exp(-(d**2) / gamma)


@kernel(
    key="exp",
    label="Exponential",
    formula=r"R(q, y) = \exp\left(-\frac{\lVert q - y \rVert_2}{\gamma}\right)",
    help="Falls by the same share with every step away.",
    source=SOURCE,
    slope=exp_slope,
    fall=exp_fall,
    compact=False,
    fitted="exp-grad",
    triangle=True,
    paper=True,
)
def exp(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """exp(-d / gamma)."""
    return np.exp(-d / gamma)


@kernel(
    key="rat",
    label="Rational quadratic",
    formula=r"R(q, y) = \frac{\gamma}{\lVert q - y \rVert_2^2 + \gamma}",
    help="Falls like a bell near the row, and slowly far from it.",
    source=SOURCE,
    slope=rat_slope,
    fall=rat_fall,
    compact=False,
    fitted="rat-grad",
    triangle=False,
    paper=True,
)
def rat(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """gamma / (d² + gamma)."""
    return gamma / (d**2 + gamma)


@kernel(
    key="circle",
    label="Circular",
    formula=r"R(q, y) = \frac{2}{\pi}\left(\arccos t - t\sqrt{1 - t^2}\right)",
    where=COMPACT,
    help="Falls almost in a straight line, and is 0 from the distance γ on.",
    source=SOURCE,
    slope=circle_slope,
    fall=circle_fall,
    compact=True,
    fitted="cir-grad",
    triangle=True,
    paper=True,
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
    help="Falls almost in a straight line, and is 0 from the distance γ on.",
    source=SOURCE,
    slope=sphere_slope,
    fall=sphere_fall,
    compact=True,
    fitted="sph-grad",
    triangle=True,
    paper=True,
)
def sphere(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """1 - 3/2 · t + 1/2 · t³ with t = d / gamma, 0 from t = 1 on."""
    t = _ratio(d, gamma)
    return 1 - 1.5 * t + 0.5 * t**3
