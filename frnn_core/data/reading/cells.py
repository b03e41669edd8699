"""What one cell of a table says: a number, a text, or nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence

GAPS = frozenset({"", "?", "<null>"})
"""Texts that stand for a missing value wherever they are, in lower case."""

GAP_WORDS = frozenset({"na", "n/a", "nan", "null", "none"})
"""Words that stand for a missing value in a feature, but may be the name of a class; in lower case."""

GAP_MARKS = frozenset(
    {
        *("-", "--", "---", "–", "—", ".", "..", "n.a.", "n. a.", "n.d.", "n. d.", "k.a.", "k. a."),
        *("#n/a", "#na", "#nv", "#n/d", "#div/0!", "#null!", "#name?", "#nom?"),
        *("#value!", "#wert!", "#valeur!", "#ref!", "#bezug!", "#num!", "#zahl!", "#nombre!"),
    }
)
"""Marks that stand for a missing value among numbers, but are texts among texts; in lower case."""

MISSING = GAPS | GAP_WORDS

USUAL_GAPS = {
    spelling: "nan"
    for text in MISSING | GAP_MARKS
    for spelling in (text, text.upper(), text.capitalize(), "NaN")
}
"""The usual spellings of a missing value among numbers, as a text that `float` takes."""

_NUMBER = re.compile(
    r"[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)", re.ASCII | re.IGNORECASE
)
_CODE = re.compile(r"[+-]?(?:0\d+|\d+e\d+)", re.ASCII | re.IGNORECASE)
_WHOLE = re.compile(r"([+-]?)0*(\d+)(?:\.0*)?", re.ASCII)
_WHOLE_AS_FLOAT = re.compile(r"[+-]?\d+\.0*", re.ASCII)
LARGEST_EXACT_WHOLE = 2.0**53
"""From here on float64 cannot hold every whole number."""

_SHOWN_NAME = 60


def is_missing(text: str) -> bool:
    """Tell whether a stripped cell stands for a missing value."""
    return text.lower() in MISSING


def is_gap(text: str) -> bool:
    """Tell whether a stripped cell stands for a missing value among numbers."""
    return text.lower() in MISSING or text.lower() in GAP_MARKS


def is_number_text(text: str) -> bool:
    """Tell whether a stripped cell is a number as Python writes it."""
    return _NUMBER.fullmatch(text) is not None


def to_number(text: str) -> float | None:
    """Read a stripped cell as a number; None if it is none. Too large ones become infinite."""
    return float(text) if is_number_text(text) else None


def number_label(value: float) -> str:
    """Write a number as a class label: whole numbers without a decimal point."""
    if value.is_integer() and abs(value) <= LARGEST_EXACT_WHOLE:
        return str(int(value))
    return repr(value)


def whole_label(text: str) -> str | None:
    """Write a whole number of any length as a class label, digit by digit; None if it is none."""
    whole = _WHOLE.fullmatch(text)
    return whole and whole[1].removeprefix("+") + whole[2]


def is_code(text: str) -> bool:
    """Tell whether a whole number is spelt like a code, such as 007 or 1E1, which as a class is no number."""
    return _CODE.fullmatch(text) is not None


def text_label(text: str) -> str:
    """Write a text as a class label; "1.0" among texts becomes "1"."""
    if not _WHOLE_AS_FLOAT.fullmatch(text):
        return text
    value = float(text)
    return number_label(value) if abs(value) < LARGEST_EXACT_WHOLE else whole_label(text) or text


def shown(text: str) -> str:
    """Shorten a name or a value for a message."""
    flat = " ".join(text.split())
    return flat if len(flat) <= _SHOWN_NAME else flat[: _SHOWN_NAME - 1] + "…"


def listed(names: Sequence[str], most: int = 10) -> str:
    """List names for a message, the first `most` of them."""
    head = ", ".join(shown(name) for name in names[:most])
    return head if len(names) <= most else f"{head} and {len(names) - most} more"
