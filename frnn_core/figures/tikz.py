r"""The critical-difference diagram as TikZ, for a paper that sets its figures in its own font.

It is a picture for a figure environment. Across, its units are mean ranks: what is drawn at 2.88 has the mean
rank 2.88. A document that takes it in needs \usepackage{tikz}.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from frnn_core.figures.cd_diagram import Layout, beside_name, place
from frnn_core.figures.look import Look
from frnn_core.latex import WIDTH, ascii_text, escape, text_width
from frnn_core.stats import Comparison
from frnn_core.version import __version__

POINTS = 0.62  # of a point in print for a pixel of the screen, down the page
BESIDE = 6.0  # points between a label and its line, twice
PARAGRAPH = 16.0  # the indentation of a paragraph, for a picture that stands in one
SHORTEST = 60.0  # points that the axis has at least


def critical_difference_tikz(
    comparison: Comparison, names: Mapping[str, str] | None = None, *, width: float = WIDTH
) -> str:
    r"""The diagram, `width` points wide at most (an article's text has 345) unless names are very long.

    Parameters
    ----------
    names : full names of relations
    """
    labels = {key: _label(comparison, key, dict(names or {})) for key in comparison.relations}
    widest = max(text_width(_plain(label), 9) for label in labels.values()) + BESIDE
    both = width - 2 * widest >= 2.7 * SHORTEST
    layout = place(comparison, Look(), "both" if both else "left")
    room = max(width - (2 if both else 1) * widest - PARAGRAPH, SHORTEST)
    unit = room / (layout.ends["right"] - layout.ends["left"])
    lines = [
        f"% FRNN Explorer {__version__}",
        "% The document needs \\usepackage{tikz}.",
        f"% {ascii_text(comparison.call)}",
        rf"\begin{{tikzpicture}}[x={unit:.2f}pt, y={POINTS:g}pt, font=\small]",
        *_axis(layout),
        *_bars(comparison, layout),
        *_elbows(comparison, layout, labels),
        *_ruler(comparison, layout),
        r"\end{tikzpicture}",
    ]
    return "\n".join(lines) + "\n"


def _label(comparison: Comparison, key: str, names: Mapping[str, str]) -> str:
    """The name, in italics if it is no relation; against a control with its adjusted p."""
    name = escape(names.get(key, key))
    if key in comparison.others:
        name = rf"\textit{{{name}}}"
    return ", ".join([name, *beside_name(comparison, key, lambda told: rf"\textbf{{{told}}}", escape)])


def _plain(label: str) -> str:
    return label.replace(r"\textbf", "").replace(r"\textit", "").replace(r"\textless{}", "<") + " 0.00"


def _axis(layout: Layout) -> Iterator[str]:
    r"""The axis; \draw (2,0) -- (2,8) is the tick of rank 2."""
    low, high = int(layout.low), int(layout.high)
    step = 1 if high - low <= 6 else 2 if high - low <= 12 else 5
    yield rf"  \draw ({low},0) -- ({high},0);"
    for rank in range(low, high + 1):
        named = (rank - low) % step == 0
        label = rf" node[above, inner sep=2pt] {{{rank}}}" if named else ""
        yield rf"  \draw ({rank},0) -- ({rank},{8 if named else 4}){label};"


def _bars(comparison: Comparison, layout: Layout) -> Iterator[str]:
    """A bar over what cannot be told apart, with a dot for each member; grey without a difference overall."""
    ranks, ink = comparison.mean_ranks, "black" if comparison.significant else "black!40"
    for bar in layout.bars:
        first, last = ranks[bar.members[0]], ranks[bar.members[-1]]
        yield rf"  \draw[{ink}, line width=1.5pt] ({first:.4f},{bar.y:.1f}) -- ({last:.4f},{bar.y:.1f});"
        for member in bar.members:
            fill = "white" if member == comparison.control else ink
            at = f"({ranks[member]:.4f},{bar.y:.1f})"
            yield rf"  \filldraw[draw={ink}, fill={fill}] {at} circle[radius=2pt];"


def _elbows(comparison: Comparison, layout: Layout, labels: Mapping[str, str]) -> Iterator[str]:
    """From the mean rank down and aside to the name."""
    for elbow in layout.elbows:
        end, rank = layout.ends[elbow.side], rf"\textbf{{{elbow.rank:.2f}}}"
        name = labels[elbow.relation]
        text = f"{name} {rank}" if elbow.side == "left" else f"{rank} {name}"
        yield (
            rf"  \draw ({elbow.rank:.4f},0) -- ({elbow.rank:.4f},{elbow.y:.1f}) -- ({end:.4f},{elbow.y:.1f}) "
            rf"node[{elbow.side}, inner sep=3pt] {{{text}}};"
        )


def _ruler(comparison: Comparison, layout: Layout) -> Iterator[str]:
    """The critical distance above the axis, where the test has one."""
    distance = comparison.critical_distance
    if distance is not None:
        end = layout.low + distance
        told = f"node[right] {{critical distance {distance:.2f}}}"
        yield rf"  \draw[|-|] ({layout.low:g},38) -- ({end:.4f},38) {told};"
