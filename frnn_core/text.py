"""How results are written: numbers and words, what reproduces them, tables (text, CSV), citations.

Texts are safe where they are opened: a spreadsheet runs no cell as a formula. LaTeX is in `frnn_core.latex`.
"""

from __future__ import annotations

import math
import platform
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

import numpy as np

from frnn_core.version import __version__

if TYPE_CHECKING:
    import pandas as pd

MOST_DECIMALS = 9
FORMULA_STARTS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
LIBRARIES = ("numpy", "pandas", "scipy", "scikit-posthocs", "statsmodels")


def number(value: float, decimals: int = 3) -> str:
    """A number with a fixed count of decimals; the zero before the point is dropped, a blank is a dash.

    Examples
    --------
    >>> number(0.0371), number(-0.5), number(2.25), number(float("nan"))
    ('.037', '-.500', '2.250', '–')
    """
    if math.isnan(value):
        return "–"
    text = f"{value:.{decimals}f}"
    if float(text) == 0:
        text = text.lstrip("-")
    return text.replace("0.", ".", 1) if abs(float(text)) < 1 else text


def short(value: float) -> str:
    """A width or another setting in words: three digits, without a zero before the point.

    Examples
    --------
    >>> short(0.464159), short(0.0215443), short(100.0), short(1.46780)
    ('.464', '.0215', '100', '1.47')
    """
    text = f"{value:.3g}"
    return text.replace("0.", ".", 1) if abs(value) < 1 else text


def apart(first: float, second: float) -> tuple[str, str]:
    """Two numbers with three decimals, or as many as tell them apart.

    Examples
    --------
    >>> apart(0.71, 0.69), apart(0.50004, 0.49996)
    (('.710', '.690'), ('.50004', '.49996'))
    """
    for decimals in range(3, MOST_DECIMALS + 1):
        texts = number(first, decimals), number(second, decimals)
        if texts[0] != texts[1]:
            return texts
    return number(first), number(second)


def told_apart(scores: Iterable[float]) -> list[str]:
    """Scores of which the largest decides: all with as many decimals as part it from the next.

    Examples
    --------
    >>> told_apart([0.49996, 0.50004, 0.25]), told_apart([0.5, 0.5])
    (['.49996', '.50004', '.25000'], ['.500', '.500'])
    """
    values = [float(score) for score in scores]
    first, second = (sorted(values, reverse=True) * 2)[:2]
    decimals = len(apart(first, second)[0].partition(".")[2]) if len(values) > 1 else 3
    return [number(value, decimals) for value in values]


def signed(value: float, decimals: int = 3) -> str:
    """A difference with its sign, a true minus; none where nothing is left of it.

    Examples
    --------
    >>> signed(0.012), signed(-0.012), signed(0.0001)
    ('+.012', '−.012', '.000')
    """
    text = number(value, decimals)
    return f"+{text}" if value > 0 and float(text) else text.replace("-", "−")


def p_number(p: float) -> str:
    """A p-value as a table shows it: .037 or < .001."""
    return "< .001" if p < 0.001 else number(p)


def level_text(alpha: float) -> str:
    """A level as short as it is: .05, .001.

    Examples
    --------
    >>> level_text(0.05), level_text(0.001)
    ('.05', '.001')
    """
    return f"{alpha:.12f}".rstrip("0").removeprefix("0")


def p_text(p: float) -> str:
    """A p-value as a sentence shows it: p = .037 or p < .001."""
    return f"p {p_number(p)}" if p < 0.001 else f"p = {p_number(p)}"


def counted(count: int, noun: str) -> str:
    """The noun with its number: 1 data set, 28 data sets, 5,300 rows."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def listed(names: Iterable[str]) -> str:
    """Names in a sentence: a, b and c."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def unbroken(text: str) -> str:
    """Text that is not broken over lines."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def call_text(function: str, arguments: Iterable[str], settings: Mapping[str, Any]) -> str:
    """A call as Python text, every setting spelt out; numpy's numbers become Python's."""
    plain = {
        name: value.item() if isinstance(value, np.generic) else value for name, value in settings.items()
    }
    parts = [*arguments, *(f"{name}={value!r}" for name, value in plain.items())]
    return f"{function}({', '.join(parts)})"


@cache
def _versions() -> tuple[tuple[str, str], ...]:
    found = [("frnn-explorer", __version__), ("python", platform.python_version())]
    for library in LIBRARIES:
        try:
            found.append((library, version(library)))
        except PackageNotFoundError:
            continue
    return tuple(found)


def versions() -> dict[str, str]:
    """The versions of everything that these numbers depend on."""
    return dict(_versions())


def versions_line(used: Mapping[str, str]) -> str:
    """The versions on one line."""
    return ", ".join(f"{name} {number}" for name, number in used.items())


def text_table(frame: pd.DataFrame) -> str:
    """A frame of text as aligned plain text."""
    return str(frame.to_string(index=False))


def csv_text(frame: pd.DataFrame) -> str:
    """A frame as CSV; a text that a spreadsheet would take for a formula gets an apostrophe in front.

    Each text is put on one line: what follows a break could be taken for a row, and so for a formula.
    """
    safe = frame.reset_index()
    safe.columns = [_safe(str(column)) for column in safe.columns]
    return str(safe.map(_safe).to_csv(index=False, lineterminator="\n"))


def _safe(cell: Any) -> Any:
    if not isinstance(cell, str):
        return cell
    line = " ".join(cell.splitlines())
    return f"'{line}" if line.startswith("\t") or line.lstrip().startswith(FORMULA_STARTS) else line


PAPER = {
    "author": "Bollaert, Henri and Cornelis, Chris",
    "title": "Evaluation of the impact of the indiscernibility relation on the fuzzy-rough nearest "
    "neighbours algorithm",
    "year": "2022",
    "eprint": "2211.14134",
    "archiveprefix": "arXiv",
}
"""The paper whose relations these are, https://arxiv.org/abs/2211.14134."""


def bibtex() -> str:
    """Entries for a bibliography: the paper, and this software with its version."""
    software = {
        "author": "{The FRNN Explorer authors}",
        "title": "{FRNN Explorer}: fuzzy-rough nearest neighbours, exact, fast, and compared on 40 data sets",
        "note": f"Version {__version__}",
    }
    return f"{_entry('misc', 'bollaert2022', PAPER)}\n{_entry('misc', 'frnn-explorer', software)}"


def _entry(kind: str, key: str, fields: Mapping[str, str]) -> str:
    lines = ",\n".join(f"  {name} = {{{text}}}" for name, text in fields.items())
    return f"@{kind}{{{key},\n{lines}\n}}\n"
