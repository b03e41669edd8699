"""The decimal sign of a text table: a point, or a comma where that is sure enough."""

from __future__ import annotations

import re
from dataclasses import dataclass

from frnn_core.data.reading.splitting import SPACE

_EXPONENT = rb"(?:[eE][+-]?\d+)?"
_WITH_COMMA = rb"[+-]?\d*,\d+" + _EXPONENT
_WITH_POINT = rb"[+-]?\d*\.\d+" + _EXPONENT
_NO_THOUSANDS = rb"(?![+-]?[1-9]\d{0,2},\d{3}(?![\deE]))" + _WITH_COMMA
_SEVERAL_COMMAS = rb"[+-]?\d{1,3}(?:,\d{3}){2,}"


@dataclass(frozen=True)
class DecimalSign:
    """The sign, and what the user should know about it."""

    sign: str
    notes: tuple[str, ...] = ()


def find_decimal_sign(data: bytes, separator: str) -> DecimalSign:
    """Take a comma as decimal sign if numbers have one comma each and none has a point.

    Where commas separate the cells, only numbers in quotes can have one; if all of those may be thousands,
    as spreadsheets write them, they are left as texts.
    """
    quoted = separator == ","
    example = _search(_WITH_COMMA, data, separator, quoted=quoted) if b"," in data else None
    if example is None:
        return DecimalSign(".")
    for number, in_quotes in ((_WITH_POINT, False), (_SEVERAL_COMMAS, quoted)):
        if _search(number, data, separator, quoted=in_quotes):
            return DecimalSign(".")
    found = example[1].decode()
    if _search(_NO_THOUSANDS, data, separator, quoted=quoted):
        return DecimalSign(",", (_read_as(found),))
    if quoted:
        return DecimalSign(
            ".",
            (
                f'Numbers in quotes such as "{found}" are left as texts, as they may be thousands or '
                f"decimals. Write {found.replace(',', '')} or {found.replace(',', '.')}.",
            ),
        )
    return DecimalSign(
        ",",
        (
            f"{_read_as(found)} But all such numbers have three digits after the comma: thousands or "
            f"decimals? If {found} means {found.replace(',', '')}, write it without the comma.",
        ),
    )


def _read_as(found: str) -> str:
    return f"Read numbers with a decimal comma: {found} as {found.replace(',', '.')}."


def _search(number: bytes, data: bytes, separator: str, *, quoted: bool = False) -> re.Match[bytes] | None:
    """Find the first cell that is such a number."""
    if separator == SPACE:
        return re.search(rb'(?:^|[\s"])(%s)(?=[\s"]|$)' % number, data)
    edge = re.escape(separator.encode()) + rb"\r\n"
    if quoted:
        return re.search(rb'" *(%s) *"(?= *(?:[%s]|$))' % (number, edge), data)
    return re.search(rb'(?:^|[%s"]) *(%s) *(?=[%s"]|$)' % (edge, number, edge), data)
