"""What one cell of a table says: a number, a text, or nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence

MISSING = frozenset({"", "?", "na", "n/a", "nan", "null", "<null>", "none"})
"""Texts that stand for a missing value, in lower case."""

USUAL_GAPS = {
    spelling: "nan" for text in MISSING for spelling in (text, text.upper(), text.capitalize(), "NaN")
}
"""The usual spellings of a missing value, as a text that `float` takes."""

_NUMBER = re.compile(
    r"[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)", re.ASCII | re.IGNORECASE
)
_WHOLE_AS_FLOAT = re.compile(r"[+-]?\d+\.0*", re.ASCII)
_LONGEST_EXACT_WHOLE = 2.0**53
_SHOWN_NAME = 60


def is_missing(text: str) -> bool:
    """Tell whether a stripped cell stands for a missing value."""
    return text.lower() in MISSING


def to_number(text: str, decimal: str = ".") -> float | None:
    """Read a stripped cell as a number; None if it is none. Too large ones become infinite."""
    if decimal != ".":
        text = text.replace(decimal, ".")
    return float(text) if _NUMBER.fullmatch(text) else None


def number_label(value: float) -> str:
    """Write a number as a class label: whole numbers without a decimal point."""
    if value.is_integer() and abs(value) <= _LONGEST_EXACT_WHOLE:
        return str(int(value))
    return repr(value)


def text_label(text: str) -> str:
    """Write a text as a class label; "1.0" among texts becomes "1"."""
    return number_label(float(text)) if _WHOLE_AS_FLOAT.fullmatch(text) else text


def shown(text: str) -> str:
    """Shorten a name or a value for a message."""
    flat = " ".join(text.split())
    return flat if len(flat) <= _SHOWN_NAME else flat[: _SHOWN_NAME - 1] + "…"


def listed(names: Sequence[str], most: int = 10) -> str:
    """List names for a message, the first `most` of them."""
    head = ", ".join(shown(name) for name in names[:most])
    return head if len(names) <= most else f"{head} and {len(names) - most} more"


def counted(number: int, noun: str) -> str:
    """Write a number with its noun in the right form: 1 row, 2 rows."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
