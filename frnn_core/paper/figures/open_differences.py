"""What the paper left open: a row a comparison, a dot a data set, the mean in the colour of the verdict."""

from __future__ import annotations

import html

import plotly.graph_objects as go

from frnn_core.figures.frame import wrapped
from frnn_core.figures.look import Look
from frnn_core.figures.marks import label
from frnn_core.figures.palette import Palette
from frnn_core.paper.figures.dot_rows import DATA_SET, DotRow, dot_rows
from frnn_core.paper.left_open import Answer, ArmVerdict, Compared
from frnn_core.paper.left_open_words import coverage
from frnn_core.text import number, p_text, signed

LONGEST, BREAK = 30, "<br>"


def open_differences(found: Answer, *, look: Look = Look()) -> go.Figure:
    """Draw the comparisons that have results in their order; those that do not decide are named in grey."""
    rows = [_row(one, place, look) for place, one in enumerate(found.compared) if one.n]
    lines = [row.label.count(BREAK) + 1 for row in rows]
    verdicts = dict.fromkeys(one.verdict for one in found.compared if one.n)
    return dot_rows(
        rows,
        title=found.question.title,
        axis="difference",
        look=look,
        key=[
            ("●", look.colours.muted, DATA_SET),
            *(("◆", verdict_colour(name, look.colours), f"mean, {name}") for name in verdicts),
            *[("Grey names", look.colours.muted, "do not decide")]
            * (len(found.deciding) < len(found.compared)),
        ],
        lines=max(lines, default=1),
    )


def verdict_colour(verdict: ArmVerdict, colours: Palette) -> str:
    """Blue better, brown or orange worse, the colour of the text where nothing is shown, grey not judged."""
    known = {"better": colours.diverging[-2], "worse": colours.diverging[1], "not judged": colours.muted}
    return known.get(verdict, colours.text)


def _row(one: Compared, place: int, look: Look) -> DotRow:
    told = [
        f"<b>{label(str(name))}</b><br>{label(one.new.label)} {number(row['new'])}<br>"
        f"{label(one.old.label)} {number(row['old'])}<br>{signed(row['difference'])}"
        for name, row in one.scores.iterrows()
    ]
    muted = look.colours.muted
    new = [html.escape(line, quote=False) for line in wrapped(one.new.label, LONGEST)]
    old = [html.escape(line, quote=False) for line in wrapped(f"against {one.old.label}", LONGEST)]
    first = new if one.arm.decides else [_in(muted, line) for line in new]
    return DotRow(
        key=f"arm {place}",
        label=BREAK.join([*first, *(_in(muted, line) for line in old)]),
        values=one.differences.tolist(),
        told=told,
        mean=one.mean,
        mean_told=_tested(one),
        mean_colour=verdict_colour(one.verdict, look.colours),
        dot_colour=muted,
    )


def _in(colour: str, line: str) -> str:
    return f'<span style="color:{colour}">{line}</span>'


def _tested(one: Compared) -> str:
    ahead, level, behind = one.counts
    tested = "" if one.verdict == "not judged" else f"<br>{p_text(one.p)}, after Holm {p_text(one.corrected)}"
    return (
        f"<b>{label(one.new.label)}</b><br>against {label(one.old.label)}<br>"
        f"mean {signed(one.mean)} over {coverage(one)}<br>{ahead} ahead, {level} level, {behind} behind"
        f"{tested}<br>{one.verdict}"
    )
