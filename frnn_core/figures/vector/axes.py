"""One axis of a figure: its range, where a value lies on it, and its ticks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from frnn_core.figures.axis_numbers import shortened
from frnn_core.figures.vector.canvas import extent

NICE = (1.0, 2.0, 2.5, 5.0, 10.0)


@dataclass(frozen=True)
class Axis:
    """An axis: what Plotly was told of it, and its ends (exponents where it is logarithmic)."""

    letter: str
    told: dict[str, Any]
    low: float
    high: float
    names: tuple[str, ...]
    size: float

    @classmethod
    def of(
        cls, name: str, told: dict[str, Any], values: Sequence[Any], size: float, *, tight: bool = False
    ) -> Axis:
        """The axis, with the range of its values where it is told none, and some room unless it is tight."""
        words = [value for value in values if isinstance(value, str)]
        names = tuple(told.get("categoryarray", ())) or tuple(dict.fromkeys(words))
        letter = name[0]
        if told.get("range") is not None:
            low, high = (float(end) for end in told["range"])
            return cls(letter, told, low, high, names, size)
        if names and words:
            low, high = -0.5, len(names) - 0.5
        else:
            numbers = np.array([v for v in values if isinstance(v, (int, float))], dtype=float)
            if told.get("type") == "log":
                numbers = np.log10(numbers[numbers > 0])
            numbers = numbers[np.isfinite(numbers)]
            low, high = (float(numbers.min()), float(numbers.max())) if len(numbers) else (0.0, 1.0)
            room = 0.0 if tight and high > low else 0.05 * (high - low) or 0.5
            low, high = low - room, high + room
        if told.get("autorange") == "reversed":
            low, high = high, low
        return cls(letter, told, low, high, names, size)

    @property
    def logarithmic(self) -> bool:
        """Whether equal steps are equal factors."""
        return bool(self.told.get("type") == "log")

    @property
    def visible(self) -> bool:
        """Whether anything of it is drawn."""
        return bool(self.told.get("visible", True))

    @property
    def side(self) -> str:
        """Where its labels stand."""
        return str(self.told.get("side", "bottom" if self.letter == "x" else "left"))

    def share(self, value: Any, *, exponent: bool = False) -> float:
        """Where a value lies, from 0 at the lower end to 1; NaN for a blank."""
        if isinstance(value, str):
            place = float(self.names.index(value)) if value in self.names else math.nan
        elif value is None:
            place = math.nan
        else:
            place = float(value)
            if self.logarithmic and not exponent:
                place = math.log10(place) if place > 0 else math.nan
        return (place - self.low) / (self.high - self.low)

    def ticks(self, pixels: float) -> list[tuple[float, str]]:
        """Places (as shares) and labels of the ticks on so many pixels, those within the range."""
        told = self.told
        if told.get("tickvals") is not None:
            values = list(told["tickvals"])
            words = list(told["ticktext"]) if told.get("ticktext") is not None else None
        elif self.names and told.get("type", "category") == "category":
            values, words = list(self.names), list(self.names)
        else:
            values, words = self._automatic(pixels), None
        texts = words or [self._written(float(value)) for value in values]
        alias = told.get("labelalias", {})
        found = [(self.share(v), str(alias.get(t, t))) for v, t in zip(values, texts, strict=True)]
        return [(place, text) for place, text in found if -1e-6 <= place <= 1 + 1e-6]

    def minor(self) -> list[float]:
        """The places of the small ticks."""
        step = self.told.get("minor", {}).get("dtick")
        if not step or self.logarithmic:
            return []
        low, high = sorted((self.low, self.high))
        return [self.share(v) for v in np.arange(math.ceil(low / step - 1e-9) * step, high + 1e-9, step)]

    def _automatic(self, pixels: float) -> list[float]:
        low, high = sorted((self.low, self.high))
        if self.logarithmic:
            steps = range(math.floor(low), math.ceil(high) + 1)
            few = high - low < 2.1
            found = [10.0**e * d for e in steps for d in ((1, 2, 5) if few else (1,))]
            return [v for v in found if low - 1e-9 <= math.log10(v) <= high + 1e-9]
        step = self.told.get("dtick")
        if step is None:
            most = self.told.get("nticks") or max(2, int(pixels / (90 if self.letter == "x" else 45)))
            rough = (high - low) / max(most, 1)
            power = 10 ** math.floor(math.log10(rough)) if rough > 0 else 1.0
            step = next(n * power for n in NICE if n * power >= rough - 1e-12)
        start = float(self.told.get("tick0") or 0)
        first = start + math.ceil((low - start) / step - 1e-9) * step
        return [float(v) for v in np.arange(first, high + 1e-9 * step, step)]

    def _written(self, value: float) -> str:
        form = str(self.told.get("tickformat", ""))
        sign = "+" if form.startswith("+") else ""
        if form.endswith("%"):
            text = f"{100 * value:{sign}.0f}%"
        elif form.endswith("f"):
            decimals = int(form.strip("+.~f") or 0)
            text = f"{value:{sign}.{decimals}f}"
            if "~" in form and "." in text:
                text = text.rstrip("0").rstrip(".")
        else:
            text = f"{value:.10g}"
        return shortened(text.replace("-", "−") if float(f"{value:.12f}") else text.replace("-", ""))

    @property
    def text_size(self) -> float:
        """Size of its labels."""
        return float(self.told.get("tickfont", {}).get("size", self.size))

    @property
    def standoff(self) -> float:
        """From the axis to its labels."""
        long = float(self.told.get("ticklen", 5)) if self.told.get("ticks") == "outside" else 0.0
        return long + float(self.told.get("ticklabelstandoff", 0)) + 4

    def angle(self, pixels: float) -> float:
        """How labels of an x axis are turned, clockwise."""
        told = self.told.get("tickangle")
        if told is not None:
            return float(told)
        offered = self.told.get("autotickangles", [0, -30, -90])
        ticks = self.ticks(pixels)
        if len(ticks) < 2:
            return 0.0
        apart = pixels * min(abs(b - a) for (a, _), (b, _) in pairwise(ticks))
        widest = max(extent(text, self.text_size)[0] for _, text in ticks)
        if widest + 4 <= apart:
            return float(offered[0])
        return float(offered[1] if apart >= 1.6 * self.text_size and len(offered) > 1 else offered[-1])

    def room(self, pixels: float) -> float:
        """What labels and title take beside the axis."""
        if not self.visible:
            return 0.0
        taken = 0.0
        labels = [text for _, text in self.ticks(pixels)] if self.told.get("showticklabels", True) else []
        if labels:
            widest = max(extent(text, self.text_size)[0] for text in labels)
            if self.letter == "y":
                taken = widest + self.standoff
            else:
                turn = math.radians(abs(self.angle(pixels)))
                high = extent(labels[0], self.text_size)[1]
                taken = self.standoff + widest * math.sin(turn) + high * math.cos(turn)
        if title := self.title:
            taken += extent(title, self.size)[1] + 4
        return taken

    @property
    def title(self) -> str:
        """What the axis shows."""
        return str(self.told.get("title", {}).get("text") or "")
