"""The flowchart of docs/architecture.md as boxes: a browser draws Mermaid only with a large script."""

from __future__ import annotations

import html
import itertools
import re

CHART = re.compile(r"^```mermaid\nflowchart TD\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NODE = re.compile(r'(\w+)\["(.*?)"\]')


def drawn(text: str) -> str:
    """A text with each of its flowcharts as rows of boxes, each row resting on the next."""
    return CHART.sub(lambda found: boxes(found[1]), text)


def levels(chart: str) -> list[list[str]]:
    r"""What is boxed, row by row: a node stands below all that point at it.

    Examples
    --------
    >>> levels('a["A"]\nb["B"]\nc["C"]\na --> c\nb --> c')
    [['A', 'B'], ['C']]
    """
    labels = dict(NODE.findall(chart))
    edges = []
    for line in chart.splitlines():
        if "-->" in line:
            nodes = [part.strip() for part in line.split("-->")]
            edges += list(itertools.pairwise(nodes))
    depth = dict.fromkeys(labels, 0)
    for _ in labels:
        for above, below in edges:
            depth[below] = max(depth[below], depth[above] + 1)
    return [[labels[node] for node in labels if depth[node] == row] for row in range(max(depth.values()) + 1)]


def boxes(chart: str) -> str:
    """Rows of boxes as HTML; the words before a dash are strong."""
    rows = []
    for row in levels(chart):
        cells = []
        for label in row:
            lines = [html.escape(line) for line in label.split("<br/>")]
            told = [re.sub(r"^(.*?) — ", r"<strong>\1</strong> — ", line) for line in lines]
            cells.append(f"<div>{'<br>'.join(told)}</div>")
        rows.append(f"<div class='layer'>{''.join(cells)}</div>")
    return "```{raw} html\n<div class='layers'>\n" + "\n".join(rows) + "\n</div>\n```"
