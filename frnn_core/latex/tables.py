"""Tables that keep within an article at 10 pt: smaller, upright heads, turned, in parts, over pages."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

import pandas as pd

from frnn_core.latex.letters import ascii_text, escape, label, text_width
from frnn_core.text import number
from frnn_core.version import __version__

WIDTH, HEIGHT = 345.0, 550.0
"""The text of an article at 10 pt on letter paper, in points."""
SIZES = (("", 10.0, 12.0), ("small", 9.0, 11.0), ("footnotesize", 8.0, 9.5))
"""Sizes of text: the command, its points, and from line to line."""
APART, CLOSE = 6.0, 3.5
"""Half the space between two columns: as LaTeX has it, and where it is scarce."""
ROOM = 12.0
"""What a column whose cells are broken over lines gets at least beside its longest word, in points."""
NUMBER = re.compile(r"([<>≥≤] ?)?[+−-]?[\d,]*\.?\d+(e[+-]?\d+)?( %)?|–|")


@dataclass(frozen=True, eq=False)
class Cells:
    """A table as text: heads, rows, which cells are the best, a last row set apart, how many columns lead."""

    heads: list[str]
    rows: list[list[str]]
    bold: list[list[bool]]
    last: list[str]
    leading: int

    @property
    def columns(self) -> list[list[str]]:
        """The cells of each column, with those of the last row."""
        return [list(cells) for cells in zip(*self.rows, *([self.last] * bool(self.last)), strict=True)] or [
            [] for _ in self.heads
        ]

    @property
    def numeric(self) -> list[bool]:
        """Whether a column holds nothing but numbers, and so is set flush right."""
        return [
            at >= self.leading and all(map(NUMBER.fullmatch, cells)) for at, cells in enumerate(self.columns)
        ]

    def taken(self, places: Sequence[int]) -> Cells:
        """Some of the columns."""
        return Cells(
            [self.heads[i] for i in places],
            [[row[i] for i in places] for row in self.rows],
            [[row[i] for i in places] for row in self.bold],
            [self.last[i] for i in places] if self.last else [],
            self.leading,
        )


@dataclass(frozen=True)
class Setting:
    """How a table is set: size of text, space between columns, what stands upright, is turned or is broken.

    `widths` are those of the columns that are broken over lines, as shares of the width of the text.
    """

    size: int = 0
    upright: bool = False
    turned: bool = False
    long: bool = False
    widths: tuple[float, ...] = ()

    @property
    def apart(self) -> float:
        """Half the space between two columns."""
        return CLOSE if self.size or self.upright else APART

    @property
    def packages(self) -> list[str]:
        """What a document has to load for it."""
        asked = {
            "array": any(self.widths),
            "graphicx": self.upright,
            "rotating": self.turned and not self.long,
            "lscape": self.turned and self.long,
            "longtable": self.long,
        }
        return ["booktabs", *(name for name, needed in asked.items() if needed)]


def latex_table(
    frame: pd.DataFrame,
    caption: str,
    comment: Iterable[str] = (),
    *,
    name: str = "",
    best: pd.DataFrame | None = None,
    last: Sequence[str] = (),
    leading: int = 1,
) -> str:
    """A frame of text as a LaTeX table (booktabs), with what it needs and what reproduces it as comments.

    Parameters
    ----------
    name : what the label is made of
    best : which cells are bold, by place, without the leading columns
    last : a row that is set apart below, such as the means
    leading : how many columns name the rows; they are repeated where a table is split
    """
    bold = [[False] * frame.shape[1] for _ in range(len(frame))]
    if best is not None:
        bold = [[False] * leading + list(map(bool, row)) for row in best.to_numpy()]
    rows = [[_one_line(cell) for cell in row] for row in frame.itertuples(index=False)]
    heads = [_one_line(head).replace("_", " ") for head in frame.columns]
    cells = Cells(heads, rows, bold, list(map(str, last)), leading)
    parts = _parts(cells, caption)
    packages = list(dict.fromkeys(package for _, setting in parts for package in setting.packages))
    lines = [f"% FRNN Explorer {__version__}", f"% The document needs \\usepackage{{{','.join(packages)}}}."]
    if "longtable" in packages:
        lines.append("% A longtable wants a document, or a part of one, with one column.")
    else:
        lines.append("% In a document with two columns, table* in place of table takes both.")
    lines += [f"% {ascii_text(line)}" for text in comment for line in text.splitlines()]
    for place, (part, setting) in enumerate(parts, 1):
        told = caption if len(parts) == 1 else f"{caption.rstrip('. ')}. Part {place} of {len(parts)}."
        mark = label(name or caption[:40]) + (f"-{place}" if place > 1 else "")
        lines += _environment(part, setting, escape(told), mark)
    return "\n".join(lines) + "\n"


def latex_text(
    frame: pd.DataFrame,
    caption: str,
    comment: Iterable[str] = (),
    decimals: int = 3,
    *,
    name: str = "",
    best: pd.DataFrame | None = None,
    means: pd.Series | None = None,
    names: Mapping[str, str] | None = None,
) -> str:
    """A frame as a LaTeX table: numbers with fixed decimals, blanks as dashes, the best bold, means below.

    Parameters
    ----------
    means : a value for each column, NaN for none; its name is the head of the row
    names : full names of relations and other classifiers, in place of their keys in heads and cells
    """
    leading, known = frame.index.nlevels, dict(names or {})
    shown = frame.reset_index().astype(object)
    for place in range(shown.shape[1]):
        column = shown.iloc[:, place]
        shown.isetitem(place, [known.get(told := _cell(value, decimals), told) for value in column])
    shown.columns = [known.get(str(column), str(column)) for column in shown.columns]
    last: list[str] = []
    if means is not None:
        values = [_cell(float(value), decimals) for value in means.reindex(frame.columns)]
        last = [str(means.name), *[""] * (leading - 1), *values]
    return latex_table(shown, caption, comment, name=name, best=best, last=last, leading=leading)


def _cell(value: Any, decimals: int) -> str:
    if isinstance(value, float):
        return number(value, decimals).replace("-", "−")
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _one_line(cell: object) -> str:
    return " ".join(str(cell).split())


def _natural(cells: Cells, setting: Setting) -> list[float]:
    """The width that each column takes by itself."""
    points = SIZES[setting.size][1]
    found = []
    for at, (head, column) in enumerate(zip(cells.heads, cells.columns, strict=True)):
        inner = max((text_width(cell, 1.08 * points) for cell in column), default=0.0)
        stands = setting.upright and at >= cells.leading
        found.append(max(inner, 1.2 * points if stands else text_width(head, points)))
    return found


def _height(cells: Cells, setting: Setting, caption: str) -> float:
    """About how high the table is with its caption."""
    _, points, pitch = SIZES[setting.size]
    wide = HEIGHT if setting.turned else WIDTH
    told = 12 * (2 + math.ceil(text_width(caption, 10) / wide))
    heads = max((text_width(head, points) for head in cells.heads), default=0.0) if setting.upright else pitch
    lines = [1] * len(cells.rows)
    for at, share in enumerate(setting.widths):
        if share:
            room = 0.85 * share * wide
            lines = [
                max(line, math.ceil(text_width(row[at], points) / room))
                for line, row in zip(lines, cells.rows, strict=True)
            ]
    return told + heads + pitch * (sum(lines) + 2.5)


def _set(cells: Cells, setting: Setting) -> Setting | None:
    """The setting with the widths of what has to be broken; None where the table is too wide for it."""
    wide = HEIGHT if setting.turned else WIDTH
    natural = _natural(cells, setting)
    room = wide - 2 * setting.apart * (len(cells.heads) - 1)
    if sum(natural) <= room:
        return setting
    longest = _longest_words(cells, setting)
    by_width = sorted(range(len(natural)), key=lambda at: natural[at] - longest[at], reverse=True)
    wordy = [at for at in by_width if not cells.numeric[at] and natural[at] > 1.3 * longest[at]]
    for count in range(1, len(wordy) + 1):
        broken = wordy[:count]
        least = [longest[at] if at in broken else width for at, width in enumerate(natural)]
        spare = room - sum(least)
        if spare >= ROOM * count:
            return replace(setting, widths=_shares(natural, least, spare, wide))
    return None


def _longest_words(cells: Cells, setting: Setting) -> list[float]:
    """The least width of each column, where its cells and its head are broken between words."""
    points = 1.08 * SIZES[setting.size][1]
    return [
        max((text_width(word, points) for text in (head, *column) for word in text.split()), default=0.0)
        for head, column in zip(cells.heads, cells.columns, strict=True)
    ]


def _shares(natural: Sequence[float], least: Sequence[float], spare: float, wide: float) -> tuple[float, ...]:
    """What each broken column gets of the width of the text: its longest word, and of what is to spare."""
    wanted = [math.sqrt(width - word) for width, word in zip(natural, least, strict=True)]
    shares = [(word + spare * want / sum(wanted)) / wide for word, want in zip(least, wanted, strict=True)]
    return tuple(
        math.floor(1000 * share) / 1000 if want else 0.0 for share, want in zip(shares, wanted, strict=True)
    )


def _parts(cells: Cells, caption: str) -> list[tuple[Cells, Setting]]:
    """The table as it is set: in one piece where that can be, else its columns in several."""
    tries = [
        *(Setting(size) for size in range(len(SIZES))),
        *(Setting(size, upright=True) for size in (1, 2)),
        *(Setting(size, turned=True) for size in range(len(SIZES))),
        *(Setting(size, upright=True, turned=True) for size in (1, 2)),
    ]
    fitting = [fitted for setting in tries if (fitted := _set(cells, setting)) is not None]
    upright = [fitted for fitted in fitting[: len(SIZES)] if not fitted.widths]  # smaller before broken
    for found in (*upright, *fitting):
        if _height(cells, found, caption) <= (WIDTH if found.turned else HEIGHT):
            return [(cells, found)]
    long = (
        Setting(1, long=True),
        Setting(2, long=True),
        Setting(2, upright=True, long=True),
        *([Setting(2, turned=True, long=True)] if any(map(_wordy, cells.columns)) else []),
    )
    for setting in long:
        whole = _set(cells, setting)
        if whole is not None:
            return [(cells, whole)]
    return _split(cells, caption)


def _wordy(column: Sequence[str]) -> bool:
    """Whether a column holds sentences."""
    return any(len(cell.split()) > 4 for cell in column)


def _split(cells: Cells, caption: str) -> list[tuple[Cells, Setting]]:
    """Groups of columns of about the same width, each behind the leading columns."""
    setting = Setting(2, upright=True)
    natural = _natural(cells, setting)
    lead = sum(natural[: cells.leading]) + 2 * setting.apart * cells.leading
    own = [width + 2 * setting.apart for width in natural[cells.leading :]]
    count = math.ceil(sum(own) / max(WIDTH - lead, 40))
    while True:
        share = sum(own) / count + 1e-9
        middles = (end - width / 2 for end, width in zip(accumulate(own), own, strict=True))
        places = [min(int(middle / share), count - 1) for middle in middles]
        groups = [[at for at, group in enumerate(places) if group == part] for part in range(count)]
        widest = max(sum(own[at] for at in group) for group in groups)
        if lead + widest <= WIDTH or count >= len(own):
            break
        count += 1
    found = []
    for group in filter(None, groups):
        part = cells.taken([*range(cells.leading), *(cells.leading + at for at in group)])
        long = _height(part, setting, caption) > HEIGHT
        found.append((part, replace(_set(part, setting) or setting, long=long)))
    return found


def _environment(cells: Cells, setting: Setting, caption: str, mark: str) -> list[str]:
    """The lines of one table."""
    body = [*_body(cells), r"\bottomrule"]
    heads = _heads(cells, setting)
    spec = _columns(cells, setting)
    size = [f"\\{SIZES[setting.size][0]}"] if setting.size else []
    space = [rf"\setlength{{\tabcolsep}}{{{setting.apart:g}pt}}"]
    named = [rf"\caption{{{caption}}}", rf"\label{{{mark}}}"]
    if setting.long:
        around = ["landscape"] if setting.turned else []
        return [
            *(rf"\begin{{{name}}}" for name in around),
            "{" + "".join([*size, *space]),
            rf"\begin{{longtable}}{{{spec}}}",
            named[0] + named[1] + r"\\",
            *heads,
            r"\endfirsthead",
            *heads,
            r"\endhead",
            *body,
            r"\end{longtable}}",
            *(rf"\end{{{name}}}" for name in around),
        ]
    kind = "sidewaystable" if setting.turned else "table"
    return [
        rf"\begin{{{kind}}}",
        r"\centering",
        *named,
        *size,
        *space,
        rf"\begin{{tabular}}{{{spec}}}",
        *heads,
        *body,
        r"\end{tabular}",
        rf"\end{{{kind}}}",
    ]


def _columns(cells: Cells, setting: Setting) -> str:
    widths = setting.widths or (0.0,) * len(cells.heads)
    kinds = [
        rf">{{\raggedright\arraybackslash}}p{{{share:.3f}\linewidth}}" if share else "r" if number else "l"
        for share, number in zip(widths, cells.numeric, strict=True)
    ]
    return "@{}" + "".join(kinds) + "@{}"


def _heads(cells: Cells, setting: Setting) -> list[str]:
    told = [escape(head) for head in cells.heads]
    if setting.upright:
        stood = [rf"\rotatebox{{90}}{{{head}}}" for head in told[cells.leading :]]
        told = [*told[: cells.leading], *stood]
    return [r"\toprule", _row(told), r"\midrule"]


def _body(cells: Cells) -> list[str]:
    rows = []
    for row, strong in zip(cells.rows, cells.bold, strict=True):
        told = zip(map(escape, row), strong, strict=True)
        rows.append(_row([rf"\textbf{{{cell}}}" if bold and cell else cell for cell, bold in told]))
    if cells.last:
        rows += [r"\midrule", _row(list(map(escape, cells.last)))]
    return rows


def _row(cells: Sequence[str]) -> str:
    r"""A row of a table; without the braces, `\\` and `\toprule` would take [ and * for options of theirs."""
    line = " & ".join(cells)
    return rf"{'{}' if line.startswith(('[', '*')) else ''}{line} \\"
