"""The critical-difference diagram: mean ranks on an axis, and bars over what cannot be told apart.

It is drawn from a `Comparison` alone, so ranks, p-values and bars cannot come from different data. First all
places are laid out, pixels downwards and mean ranks sideways; then what stands there is drawn.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import plotly.graph_objects as go

from frnn_core.figures.comparison_words import headline, how, over, relation_hover
from frnn_core.figures.frame import EDGE, family_key, framed, header
from frnn_core.figures.look import Look
from frnn_core.figures.marks import plain_name
from frnn_core.figures.palette import blend
from frnn_core.stats import Comparison, p_text
from frnn_core.text import counted, listed

Side = Literal["left", "right"]
Sides = Literal["auto", "both", "left"]
LABELS_AT_MOST = {False: 260, True: 800}  # pixels for the labels of both sides on a phone, on a projector
LETTER = 0.55  # width of a letter over the size of its text
HOVER_EVERY, HOVERS_ACROSS = 16, 40  # pixels down, points across: where an elbow answers to the mouse


def critical_difference(
    comparison: Comparison,
    *,
    sides: Sides = "auto",
    look: Look = Look(),
) -> go.Figure:
    """Draw mean ranks, best at the left, with a bar for each maximal set without a significant pair.

    Every member of a bar has a dot on it: members need not be neighbours, so a bar can pass over a relation
    that differs from some of them. Without a significant omnibus test bars are grey. With a control there is
    one bar, over what does not differ from it. Where the test has a critical distance, a ruler shows it.

    Parameters
    ----------
    sides
        Labels on "both" sides, or all on the "left"; "auto" takes both unless they are too long for a phone.
    """
    colours, size = look.colours, look.size
    layout = place(comparison, look, sides)
    strong = colours.text if comparison.significant else blend(colours.muted, colours.background, 0.45)
    told = {name: relation_hover(comparison, name, look) for name in comparison.relations}
    dot = size * max(0.4, 0.75 - 0.02 * len(layout.elbows))
    figure = go.Figure()
    for elbow in layout.elbows:
        figure.add_trace(_elbow(elbow, layout, told[elbow.relation], look))
    for bar in layout.bars:
        figure.add_trace(_bar(bar, comparison, strong, dot, look))
    figure.add_trace(_marks(layout, told, dot + 1, look, on_axis=True))
    figure.add_trace(_marks(layout, told, 0.75 * size, look, on_axis=False))
    key = family_key(look, comparison.relations)
    top = header(figure, look, headline(comparison), explanations(comparison, look), key=key)
    top += round(2.4 * size)
    if comparison.critical_distance is not None:
        top += _ruler(figure, layout.low, comparison.critical_distance, look)
    framed(figure, look, top + layout.depth + EDGE, top, EDGE)
    figure.update_layout(hoverdistance=20)
    _axes(figure, layout, look)
    return figure


def critical_difference_text(comparison: Comparison, names: Mapping[str, str] | None = None) -> str:
    """The diagram in one sentence."""
    best = comparison.relations[0]
    mean = f"{plain_name(best, names)} has the best mean rank ({comparison.mean_ranks.iloc[0]:.2f} over "
    mean += f"{counted(comparison.n, 'data set')})"
    if not comparison.significant:
        test = f"{comparison.omnibus.name} {p_text(comparison.omnibus.p)}"
        return f"No significant difference overall ({test}); {mean}."
    centre = comparison.control or best
    p = comparison.p_adjusted[centre]
    same = [plain_name(r, names) for r in comparison.relations if r != centre and not p[r] < comparison.alpha]
    other = plain_name(centre, names) if comparison.control and centre != best else "it"
    kind = "column" if comparison.others else comparison.noun
    if not same:
        return f"{mean}, and every other {kind} differs significantly from {other}."
    if len(same) == len(comparison.relations) - 1:
        return f"{mean}, but none of the others differs significantly from {other}."
    few = listed(same) if len(same) <= 4 else f"{len(same)} of the {len(comparison.relations) - 1} others"
    return f"{mean}; {few} cannot be told apart from {other}."


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


def place(comparison: Comparison, look: Look, sides: Sides = "auto") -> Layout:
    """Lay out a comparison.

    Labels stand on both sides (the better half left) where that leaves room for the axis on a phone; long
    names stand on the left only, from best to worst. Neither lets two elbows cross.
    """
    size = look.size
    pitch, lane = round(1.55 * size), round(0.95 * size)
    ranks = comparison.mean_ranks
    texts = {name: _label(comparison, name, look) for name in comparison.relations}
    low, high = _limits(comparison)
    lanes = _lanes(_joined(comparison), ranks.to_dict(), 0.03 * (high - low))
    start = 1.4 * size
    bars = tuple(
        Bar(members, -(start + lane * number)) for number, row in enumerate(lanes) for members in row
    )
    first = start + lane * max(len(lanes) - 1, 0) + 1.7 * size if lanes else 1.6 * size
    widest = LETTER * size * max(len(re.sub("<.*?>", "", text)) for text in texts.values())
    both = sides == "both" or (sides == "auto" and 2 * widest <= LABELS_AT_MOST[look.large])
    order = comparison.relations
    half = math.ceil(len(order) / 2) if both else len(order)
    sided = [("left", name) for name in order[:half]], [("right", name) for name in reversed(order[half:])]
    elbows = tuple(
        Elbow(name, float(ranks[name]), side, -(first + pitch * level), texts[name])  # type: ignore[arg-type]
        for column in sided
        for level, (side, name) in enumerate(column)
    )
    return Layout(elbows, bars, low, high, first + pitch * (half - 1) + 0.8 * size, pitch)


def _label(comparison: Comparison, name: str, look: Look) -> str:
    """The name (in italics if it is no relation), and against a control its adjusted p-value.

    It is strong where they differ.
    """
    shown = look.label(name) if comparison.control is None else look.label(name, limit=24)
    if name in comparison.others:
        shown = f"<i>{shown}</i>"
    return ", ".join([shown, *beside_name(comparison, name, lambda told: f"<b>{told}</b>")])


def beside_name(
    comparison: Comparison, name: str, strong: Callable[[str], str], plain: Callable[[str], str] = str
) -> list[str]:
    """What stands beside a name where there is a control: its adjusted p-value, strong where they differ."""
    if comparison.control is None:
        return []
    if name == comparison.control:
        return ["control"]
    p = float(comparison.p_adjusted.loc[name, comparison.control])
    told = plain(p_text(p))
    return [strong(told) if p < comparison.alpha else told]


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


def explanations(comparison: Comparison, look: Look = Look()) -> list[str]:
    """What ranks and bars are, and over what."""
    ranks = f"Mean rank over {over(comparison)}, 1 = best of {len(comparison.relations)}."
    if comparison.control is not None:
        control = look.name(comparison.control)
        bar = f"The bar joins what {how(comparison)} cannot tell apart from {control}."
    elif comparison.cliques:
        bar = f"A bar joins what {how(comparison)} cannot tell apart; its dots are the members."
    else:
        bar = f"Every pair differs by {how(comparison)}."
    return [ranks, bar]


def _elbow(elbow: Elbow, layout: Layout, told: str, look: Look) -> go.Scatter:
    end = layout.ends[elbow.side]
    down = 2 + int(-elbow.y / HOVER_EVERY)
    aside = 2 + int(HOVERS_ACROSS * abs(end - elbow.rank) / (layout.high - layout.low))
    return go.Scatter(
        x=[*[elbow.rank] * down, *np.linspace(elbow.rank, end, aside)[1:].tolist()],
        y=[*np.linspace(0, elbow.y, down).tolist(), *[elbow.y] * (aside - 1)],
        mode="lines",
        line={"color": look.colour(elbow.relation), "width": 1.25, "dash": look.dash(elbow.relation)},
        name=elbow.relation,
        meta="elbow",
        hovertemplate=f"{told}<extra></extra>",
        showlegend=False,
        cliponaxis=False,
    )


def _bar(bar: Bar, comparison: Comparison, colour: str, dot: float, look: Look) -> go.Scatter:
    ranks = comparison.mean_ranks
    members = listed(look.full_name(name) for name in bar.members)
    if comparison.control is None:
        told = f"no significant difference among<br>{members.replace(', ', ',<br>')}"
    else:
        told = f"no significant difference from {look.full_name(comparison.control)}:<br>"
        told += listed(look.full_name(m) for m in bar.members if m != comparison.control)
    fill = [look.colours.background if name == comparison.control else colour for name in bar.members]
    return go.Scatter(
        x=[ranks[name] for name in bar.members],
        y=[bar.y] * len(bar.members),
        mode="lines+markers",
        line={"color": colour, "width": 0.3 * dot},
        marker={"size": dot, "color": fill, "line": {"width": 2, "color": colour}, "opacity": 1},
        customdata=list(bar.members),
        meta="clique" if comparison.control is None else "same as control",
        hovertemplate=f"{told}<extra></extra>",
        showlegend=False,
        cliponaxis=False,
    )


def _marks(layout: Layout, told: Mapping[str, str], size: float, look: Look, *, on_axis: bool) -> go.Scatter:
    """The markers on the axis, or those beside the labels."""
    relations = [elbow.relation for elbow in layout.elbows]
    return go.Scatter(
        x=[elbow.rank if on_axis else layout.ends[elbow.side] for elbow in layout.elbows],
        y=[0 if on_axis else elbow.y for elbow in layout.elbows],
        mode="markers",
        marker=look.markers(relations, size),
        customdata=relations,
        meta="ranks" if on_axis else "labels",
        hovertemplate=[f"{told[relation]}<extra></extra>" for relation in relations],
        showlegend=False,
        cliponaxis=False,
    )


def _ruler(figure: go.Figure, low: float, distance: float, look: Look) -> int:
    """The critical distance above the axis; gives the height it takes."""
    y, cap = round(2.9 * look.size), round(0.3 * look.size)
    line = {"color": look.colours.text, "width": 1.5}
    paths = [(low, low + distance, y, y), (low, low, y - cap, y + cap)]
    for x0, x1, y0, y1 in [*paths, (low + distance, low + distance, y - cap, y + cap)]:
        figure.add_shape(
            type="line", x0=x0, x1=x1, y0=y0, y1=y1, yref="paper", ysizemode="pixel", yanchor=1, line=line
        )
    figure.add_annotation(
        x=low,
        y=1,
        yref="paper",
        text=f"critical distance {distance:.2f}",
        showarrow=False,
        xanchor="left",
        yanchor="bottom",
        xshift=-2,
        yshift=y + cap,
    )
    return round(2.4 * look.size)


def _axes(figure: go.Figure, layout: Layout, look: Look) -> None:
    colours = look.colours
    ends = layout.ends
    span = layout.high - layout.low
    figure.update_xaxes(
        range=[ends["left"], ends["right"]],
        side="top",
        dtick=1 if span <= 6 else 2 if span <= 12 else 5,
        tick0=0 if span > 12 else 1,
        tickangle=0,
        minor={
            "dtick": 0.5 if span <= 5 else 1,
            "ticks": "outside",
            "ticklen": 3,
            "tickcolor": colours.muted,
        },
        ticks="outside",
        ticklen=6,
        tickcolor=colours.text,
        showline=True,
        linecolor=colours.text,
        linewidth=1.25,
        showgrid=False,
        fixedrange=True,
        automargin=False,
        layer="below traces",
    )
    base = {
        "range": [-layout.depth, 0],
        "showgrid": False,
        "showline": False,
        "fixedrange": True,
        "ticklabelstandoff": round(0.6 * look.size),
        "tickmode": "array",
    }
    for axis, side in (("yaxis", "left"), ("yaxis2", "right")):
        elbows = [elbow for elbow in layout.elbows if elbow.side == side]
        shown = [f"{e.text}  <b>{e.rank:.2f}</b>" for e in elbows]
        if side == "right":
            shown = [f"<b>{e.rank:.2f}</b>  {e.text}" for e in elbows]
        figure.update_layout({axis: {**base, "tickvals": [e.y for e in elbows], "ticktext": shown}})
    if any(elbow.side == "right" for elbow in layout.elbows):
        figure.update_layout(yaxis2={"overlaying": "y", "side": "right", "automargin": True})
        figure.add_trace(go.Scatter(x=[None], y=[None], yaxis="y2", showlegend=False, hoverinfo="skip"))
    else:
        figure.layout.yaxis2 = None
        figure.update_layout(margin={"r": 2 * EDGE})
