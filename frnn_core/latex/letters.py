"""Letters as LaTeX takes them: escaped, composed or written in ASCII, and how wide they are set."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\~{}",
    "^": r"\^{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": "$|$",
    '"': "''",
    "\u2060": "{}",
    "\u00a0": "~",
    "\u202f": r"\,",
    "\u2009": r"\,",
    "–": "--",
    "—": "---",
    "‐": "-",
    "‑": "-",
    "“": "``",
    "”": "''",
    "„": ",,",
    "‘": "`",
    "’": "'",
    "…": r"\dots{}",
    "°": r"$^\circ$",
    "†": r"\dag{}",
    "§": r"\S{}",
    "ß": r"\ss{}",
    "æ": r"\ae{}",
    "Æ": r"\AE{}",
    "ø": r"\o{}",
    "Ø": r"\O{}",
    "ł": r"\l{}",
    "Ł": r"\L{}",
    "ı": r"\i{}",
}
"""What LaTeX reads otherwise than it is written."""
MATHS = {
    "−": "-",
    "×": r"\times",
    "÷": r"\div",
    "·": r"\cdot",
    "±": r"\pm",
    "≤": r"\le",
    "≥": r"\ge",
    "≠": r"\ne",
    "≈": r"\approx",
    "≡": r"\equiv",
    "∞": r"\infty",
    "√": r"\surd",
    "∑": r"\sum",
    "∂": r"\partial",
    "∈": r"\in",
    "∅": r"\emptyset",
    "‖": r"\Vert",
    "′": r"'",
    "→": r"\to",
    "←": r"\leftarrow",
    "↑": r"\uparrow",
    "↓": r"\downarrow",
    "½": r"\frac{1}{2}",
    "⅓": r"\frac{1}{3}",
    "¼": r"\frac{1}{4}",
    "○": r"\circ",
    "●": r"\bullet",
    "•": r"\bullet",
    "◆": r"\diamond",
    "★": r"\star",
    "✓": r"\surd",
    "✗": r"\times",
    "µ": r"\mu",
}
ACCENTS = {
    "\u0300": "`",
    "\u0301": "'",
    "\u0302": "^",
    "\u0303": "~",
    "\u0304": "=",
    "\u0306": "u ",
    "\u0307": ".",
    "\u0308": '"',
    "\u030a": "r ",
    "\u030b": "H ",
    "\u030c": "v ",
    "\u0327": "c ",
}
GREEK_LIKE_LATIN = {"omicron": "o", "Alpha": "A", "Beta": "B", "Epsilon": "E", "Zeta": "Z", "Eta": "H"}
PLAIN = {
    "−": "-",
    "–": "-",
    "—": "-",
    "×": "x",
    "·": "-",
    "…": "...",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "“": '"',
    "”": '"',
    "‘": "'",
    "’": "'",
    "±": "+-",
    "→": "->",
}


def ascii_text(text: str) -> str:
    """Text in ASCII, for comments and names of files: gamma for γ, e for é, ? for what has no such spelling.

    Examples
    --------
    >>> ascii_text("γ = .3 · Nédoncelle")
    'gamma = .3 - Nedoncelle'
    """
    return "".join(map(_plain, text))


def _plain(letter: str) -> str:
    if letter.isascii():
        return letter
    if letter in PLAIN:
        return PLAIN[letter]
    if name := _greek(letter):
        return name
    flat = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return flat or ("" if unicodedata.combining(letter) else "?")


def _greek(letter: str) -> str:
    """The name of a Greek letter as LaTeX spells it, capital where it is one; empty for any other."""
    name = unicodedata.name(letter, "")
    found = re.fullmatch(r"GREEK (SMALL|CAPITAL) LETTER ([A-Z]+)", name)
    if not found:
        return ""
    told = found[2].lower().replace("lamda", "lambda").replace("final sigma", "sigma")
    return told.capitalize() if found[1] == "CAPITAL" else told


def escape(text: object) -> str:
    r"""Text that LaTeX prints as it is, on one line and in ASCII.

    A letter that no font of LaTeX has is told by its number.

    Examples
    --------
    >>> print(escape("50 % of class_mah, γ ≥ 1, café"))
    50 \% of class\_mah, $\gamma$ $\ge$ 1, caf\'{e}
    """
    line = unicodedata.normalize("NFC", " ".join(str(text).splitlines()))
    return "".join(map(_letter, re.sub("-(?=-)", "-\u2060", line)))  # two hyphens are no dash


def _letter(letter: str) -> str:
    if letter in SPECIAL:
        return SPECIAL[letter]
    if letter in MATHS:
        return f"${MATHS[letter]}$"
    if letter.isascii():
        return letter if letter.isprintable() else " "
    if name := _greek(letter):
        return f"${GREEK_LIKE_LATIN.get(name) or chr(92) + name}$"
    return _composed(letter)


def _composed(letter: str) -> str:
    """A letter with an accent, a small digit, or a letter that is only told by its number."""
    kind, _, flat = unicodedata.decomposition(letter).rpartition("> ")
    if kind in ("<super", "<sub"):
        sign = "^" if kind == "<super" else "_"
        inner = "".join(chr(int(code, 16)) for code in flat.split())
        return f"${sign}{{{ascii_text(inner)}}}$"
    base, *marks = list(unicodedata.normalize("NFD", letter))
    if base.isascii() and len(marks) == 1 and marks[0] in ACCENTS:
        return rf"\{ACCENTS[marks[0]].strip()}{{{base}}}"
    return f"[U+{ord(letter):04X}]"


def label(name: str) -> str:
    """What a table is referred to by: tab:benchmark-gap-k3."""
    return "tab:" + re.sub(r"[^a-z0-9]+", "-", ascii_text(name).lower()).strip("-")


def text_width(text: str, points: float) -> float:
    """About how wide a text is set, a little more than less: Computer Modern at a size in points."""
    return points * _width(text)


@lru_cache(maxsize=100_000)
def _width(text: str) -> float:
    return sum(map(_letter_width, text))


@cache
def _letter_width(letter: str) -> float:
    if letter in "iljftI.,:;'!|()[] ":
        return 0.4
    if letter.isdigit():
        return 0.52
    if letter in "mwMW<>+−=%→≥≤…":
        return 0.95
    return 0.78 if letter.isupper() else 0.56
