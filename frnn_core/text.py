"""How results are written: numbers and words, what reproduces them, tables (text, CSV, LaTeX), a citation.

Texts are safe where they are opened: a spreadsheet runs no cell as a formula, LaTeX prints every
character as it is.
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

SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "–": "--",
    "γ": r"$\gamma$",
    "−": "$-$",
    "×": r"$\times$",
    "·": r"$\cdot$",
    "…": r"\dots{}",
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "≠": r"$\ne$",
    "∞": r"$\infty$",
    "½": r"$\frac{1}{2}$",
    "⅓": r"$\frac{1}{3}$",
    "²": "$^2$",
    "³": "$^3$",
    "√": r"$\surd$",
    "→": r"$\to$",
    "\u00a0": "~",
}
"""What LaTeX reads otherwise than it is written, and the signs of our own texts that its fonts lack."""
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


def escape(text: object) -> str:
    r"""Text that LaTeX prints as it is, on one line.

    Examples
    --------
    >>> print(escape("50 % of class_mah"))
    50 \% of class\_mah
    """
    line = " ".join(str(text).splitlines())
    return "".join(SPECIAL.get(letter, letter) for letter in line)


def _row(cells: Iterable[object]) -> str:
    r"""A row of a table; without the braces, `\\` and `\toprule` would take [ and * for options of theirs."""
    line = " & ".join(escape(cell) for cell in cells)
    return rf"{'{}' if line.startswith(('[', '*')) else ''}{line} \\"


def latex_table(frame: pd.DataFrame, caption: str, comment: Iterable[str] = ()) -> str:
    """A frame of text as a LaTeX table (booktabs), with what reproduces it as comments on top."""
    lines = [
        *(f"% {line}" for text in comment for line in text.splitlines()),
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{escape(caption)}}}",
        rf"\begin{{tabular}}{{l{'r' * (frame.shape[1] - 1)}}}",
        r"\toprule",
        _row(frame.columns),
        r"\midrule",
        *(_row(row) for row in frame.itertuples(index=False)),
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def latex_text(frame: pd.DataFrame, caption: str, comment: Iterable[str] = (), decimals: int = 3) -> str:
    """A frame as a LaTeX table (booktabs): numbers with fixed decimals, blanks as dashes."""
    shown = frame.reset_index().astype(object)
    for column in shown.columns:
        shown[column] = [_cell(value, decimals) for value in shown[column]]
    return latex_table(shown, caption, comment)


def _cell(value: Any, decimals: int) -> str:
    if isinstance(value, float):
        return number(value, decimals)
    return "" if value is None else str(value)


def bibtex(title: str, link: str = "", year: int | None = None) -> str:
    """An entry for a bibliography that names the version."""
    fields = {
        "title": f"{{FRNN Explorer}}: {title}",
        "author": "{The FRNN Explorer authors}",
        "note": f"Version {__version__}",
        **({"year": str(year)} if year else {}),
        **({"url": link} if link else {}),
    }
    lines = ",\n".join(f"  {name} = {{{text}}}" for name, text in fields.items())
    return f"@software{{frnn-explorer,\n{lines}\n}}\n"
