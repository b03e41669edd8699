"""Where everything in a critical-difference diagram goes: pixels downwards, mean ranks sideways."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from frnn_core.figures.drawing import label
from frnn_core.figures.palette import text_size
from frnn_core.stats import Comparison, p_text

Side = Literal["left", "right"]
Sides = Literal["auto", "both", "left"]
LABELS_AT_MOST = {False: 260, True: 800}  # pixels for the labels of both sides on a phone, on a projector
LETTER = 0.55  # width of a letter over the size of its text


@dataclass(frozen=True)
class Elbow:
    """A relation on the axis at `rank` with its label at `y` pixels below on one side."""

    relation: str
    rank: float
    side: Side
    y: float
    text: str


@dataclass(frozen=True)
class Bar:
    """A bar at `y` over the mean ranks of its members, best first."""

    members: tuple[str, ...]
    y: float


@dataclass(frozen=True)
class Layout:
    """All places; y is 0 at the axis and negative below it, `depth` the lowest pixel."""

    elbows: tuple[Elbow, ...]
    bars: tuple[Bar, ...]
    low: float
    high: float
    depth: float
    pitch: float

    @property
    def ends(self) -> dict[Side, float]:
        """Where elbows meet their labels."""
        margin = 0.03 * (self.high - self.low)
        return {"left": self.low - margin, "right": self.high + margin}


def place(
    comparison: Comparison, names: Mapping[str, str] | None, sides: Sides = "auto", *, large: bool = False
) -> Layout:
    """Lay out a comparison.

    Labels stand on both sides (the better half left) where that leaves room for the axis on a phone; long
    names stand on the left only, from best to worst. Neither lets two elbows cross.
    """
    size = text_size(large)
    pitch, lane = round(1.55 * size), round(0.95 * size)
    ranks = comparison.mean_ranks
    texts = {name: label_text(comparison, name, names) for name in comparison.relations}
    low, high = _limits(comparison)
    lanes = _lanes(_joined(comparison), ranks.to_dict(), 0.03 * (high - low))
    start = 1.4 * size
    bars = tuple(
        Bar(members, -(start + lane * number)) for number, row in enumerate(lanes) for members in row
    )
    first = start + lane * max(len(lanes) - 1, 0) + 1.7 * size if lanes else 1.6 * size
    widest = LETTER * size * max(len(re.sub("<.*?>", "", text)) for text in texts.values())
    both = sides == "both" or (sides == "auto" and 2 * widest <= LABELS_AT_MOST[large])
    order = comparison.relations
    half = math.ceil(len(order) / 2) if both else len(order)
    sided = [("left", name) for name in order[:half]], [("right", name) for name in reversed(order[half:])]
    elbows = tuple(
        Elbow(name, float(ranks[name]), side, -(first + pitch * level), texts[name])  # type: ignore[arg-type]
        for column in sided
        for level, (side, name) in enumerate(column)
    )
    return Layout(elbows, bars, low, high, first + pitch * (half - 1) + 0.8 * size, pitch)


def label_text(comparison: Comparison, name: str, names: Mapping[str, str] | None) -> str:
    """The name, and against a control its adjusted p-value, strong where they differ."""
    if comparison.control is None:
        return label(name, names)
    shown = label(name, names, limit=24)
    if name == comparison.control:
        return f"{shown}, control"
    p = float(comparison.p_adjusted.loc[name, comparison.control])
    return f"{shown}, <b>{p_text(p)}</b>" if p < comparison.alpha else f"{shown}, {p_text(p)}"


def _joined(comparison: Comparison) -> tuple[tuple[str, ...], ...]:
    """The cliques; with a control, the control and all that do not differ from it."""
    control = comparison.control
    if control is None:
        return comparison.cliques
    p = comparison.p_adjusted[control]
    same = tuple(name for name in comparison.relations if name == control or not p[name] < comparison.alpha)
    return (same,) if len(same) > 1 else ()


def _limits(comparison: Comparison) -> tuple[float, float]:
    """Whole ranks around all mean ranks, wide enough for a critical distance."""
    low = math.floor(comparison.mean_ranks.min() + 1e-9)
    high = math.ceil(comparison.mean_ranks.max() - 1e-9)
    if low == high:
        low, high = max(low - 1, 1), high + 1
    if comparison.critical_distance is not None:
        high = max(high, math.ceil(low + comparison.critical_distance))
    return float(low), float(high)


def _lanes(
    cliques: Sequence[tuple[str, ...]], ranks: Mapping[str, float], gap: float
) -> list[list[tuple[str, ...]]]:
    """Put each bar into the first lane that is free where it starts."""
    lanes: list[list[tuple[str, ...]]] = []
    for clique in cliques:
        for lane in lanes:
            if ranks[lane[-1][-1]] + gap < ranks[clique[0]]:
                lane.append(clique)
                break
        else:
            lanes.append([clique])
    return lanes
