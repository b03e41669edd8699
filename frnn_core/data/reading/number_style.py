"""How a column writes its numbers: decimal sign, what stands between thousands, a unit; decided by column."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from frnn_core.data.reading.cells import is_gap, is_number_text

_LONGEST = 60  # characters in a number that is written in a way of its own
_SYMBOLS = "$€£¥₹₽₩₺₴₪฿"
_CURRENCIES = (
    rf"[{_SYMBOLS}]|(?:US|AU|CA|NZ|HK|R|A|C|S)\$|kr\.?|zł|Fr\.|Rs\.?|CHF|EUR|USD|GBP|JPY|CNY|INR|SEK|NOK|DKK|PLN|"
    "CZK|HUF|RON|AUD|CAD|NZD|HKD|SGD|BRL|MXN|ZAR|TRY|KRW|ILS|THB"
)
_CURRENCY = re.compile(_CURRENCIES)
_SPACES = " \u00a0\u2009\u202f"
_APOSTROPHES = "'’"
_BETWEEN = {".": r"\.", ",": ",", " ": f"[{_SPACES}]", "'": f"[{_APOSTROPHES}]"}
_GLUED = (
    "kg|mg|µg|μg|cm|mm|µm|μm|km|km/h|ml|mL|cl|dl|ms|min|hrs|kW|kWh|MW|MWh|kJ|kcal|GB|MB|kB|KB|TB|Hz|kHz|MHz|GHz|"
    "mmHg|bpm|mph|lb|lbs|oz|ft|px|ppm|dB|hPa|kPa|m²|m³|cm²|cm³|km²|m2|m3|mAh"
)

_PARTS = re.compile(
    rf"(?P<sign>[+−-]?)(?P<currency>(?:{_CURRENCIES})?)[{_SPACES}]?"
    rf"(?P<number>[+−-]?[0-9.,](?:[0-9.,{_APOSTROPHES}{_SPACES}]*[0-9.,])?(?:[eE][+-]?[0-9]+)?)"
    rf"(?:[{_SPACES}]?(?P<symbol>%|‰|°[CF]?|{_CURRENCIES}|{_GLUED})"
    rf"|[{_SPACES}](?P<word>[^\W\d_][\w/²³.^-]{{0,14}}))?"
)
_DECIMAL = re.compile(r"[+−-]?(?:\d+(?P<sign>[.,]?)\d*|(?P<first>[.,])\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_GROUPED = re.compile(
    rf"[+−-]?[1-9]\d{{0,2}}(?P<group>[.,{_APOSTROPHES}{_SPACES}])\d{{3}}(?P<more>(?:(?P=group)\d{{3}})*)"
    r"(?:(?P<decimal>[.,])\d*)?",
    re.ASCII,
)

WHOLE = "whole"
SURE = {".": "decimal point", ",": "decimal comma"}
MAYBE = {".": "decimal point or thousands", ",": "decimal comma or thousands"}
GROUPS = {".": "points between thousands", ",": "commas between thousands"}
_OTHER = {".": ",", ",": "."}


@dataclass(frozen=True)
class Written:
    """How one number is written.

    Attributes
    ----------
    kind : one of WHOLE, SURE, MAYBE and GROUPS
    group : a space or an apostrophe between thousands, else nothing
    unit : a currency, a percent sign or a word such as kg, else nothing
    brackets : whether it stands in brackets, as accounts write negative numbers
    """

    kind: str
    group: str = ""
    unit: str = ""
    brackets: bool = False


def written(text: str) -> Written | None:
    """Tell how a stripped cell writes a number; None if it is none."""
    if len(text) > _LONGEST:
        return Written(SURE["."]) if is_number_text(text) else None
    return _written(text)


@lru_cache(maxsize=10_000)
def _written(text: str) -> Written | None:
    if text.startswith("(") and text.endswith(")"):
        inner = _written(text[1:-1].strip())
        signed = inner is None or inner.brackets or not re.match(r"[^+−-]*\d", text[1:])
        return None if inner is None or signed else replace(inner, brackets=True)
    parts = _PARTS.fullmatch(text)
    if parts is None or (parts["sign"] and parts["number"][0] in "+−-"):
        return Written(WHOLE) if is_number_text(text) else None  # inf, nan
    unit = parts["currency"] or parts["symbol"] or parts["word"] or ""
    number = parts["number"]
    decimal, grouped = _DECIMAL.fullmatch(number), _GROUPED.fullmatch(number)
    if decimal is not None:
        sign = decimal["sign"] or decimal["first"]
        if not sign:
            return Written(WHOLE, unit=unit)
        thousands = grouped is not None and not grouped["decimal"]
        return Written(MAYBE[sign] if thousands else SURE[sign], unit=unit)
    return _grouped(grouped, unit) if grouped is not None else None


def _grouped(match: re.Match[str], unit: str) -> Written | None:
    """Tell how a number with something between its thousands is written."""
    group, decimal = match["group"], match["decimal"]
    if group in GROUPS:
        return Written(GROUPS[group], unit=unit) if decimal != group else None
    between = " " if group in _SPACES else "'"
    return Written(SURE[decimal] if decimal else WHOLE, between, unit)


@dataclass(frozen=True)
class NumberStyle:
    """How the numbers of a column are written; as Python writes them unless told otherwise.

    Attributes
    ----------
    decimal : the decimal sign
    thousands : what may stand between thousands: a point, a comma, a space or an apostrophe
    unit : what stands beside every number
    brackets : whether brackets make a number negative
    """

    decimal: str = "."
    thousands: str = ""
    unit: str = ""
    brackets: bool = False

    @property
    def only_decimal(self) -> bool:
        """Whether nothing but the decimal sign has to be changed."""
        return not (self.thousands or self.unit or self.brackets)

    def plain(self, text: str) -> str | None:
        """Write a stripped cell as Python writes numbers; None if it is no number of this style."""
        negative = self.brackets and text.startswith("(") and text.endswith(")")
        match = _pattern(self).fullmatch(text[1:-1].strip() if negative else text)
        if match is None:
            return None
        parts = match.groupdict()
        sign, number = parts.get("sign") or "", parts.get("before") or parts["number"]
        if ((sign or negative) and number[0] in "+−-") or (sign and negative):
            return None
        if self.thousands:
            number = re.sub(_BETWEEN[self.thousands], "", number)
        return (("-" if negative else sign) + number.replace(self.decimal, ".")).replace("−", "-")

    def number(self, text: str) -> float | None:
        """Read a stripped cell as a number; None if it is none. Too large ones become infinite."""
        plain = self.plain(text)
        return None if plain is None else float(plain)

    @property
    def other_reading(self) -> NumberStyle:
        """What is meant if their sign stands between thousands after all, or the reverse."""
        if self.thousands in _OTHER:
            return replace(self, decimal=self.thousands, thousands="")
        return replace(self, decimal=_OTHER[self.decimal], thousands=self.decimal)

    @property
    def words(self) -> str:
        """Say in a phrase what is peculiar about it."""
        said = ["a decimal comma"] if self.decimal == "," else []
        if self.thousands:
            names = {".": "a point", ",": "a comma", " ": "a space", "'": "an apostrophe"}
            said.append(f"{names[self.thousands]} between thousands")
        if self.unit:
            said.append(f"the unit {self.unit}")
        if self.brackets:
            said.append("brackets for negative ones")
        return " and ".join(said) or "a decimal point"


PLAIN = NumberStyle()
"""Numbers as Python writes them."""


@lru_cache(maxsize=256)
def _pattern(style: NumberStyle) -> re.Pattern[str]:
    sign = re.escape(style.decimal)
    whole = r"\d+"
    if style.thousands:
        whole = rf"(?:[1-9]\d{{0,2}}(?:{_BETWEEN[style.thousands]}\d{{3}})+|\d+)"
    number = rf"[+−-]?(?:(?:{whole}(?:{sign}\d*)?|{sign}\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)"
    after = rf"(?P<number>{number})"
    if style.unit:
        unit, space = re.escape(style.unit), rf"[{_SPACES}]?"
        after = rf"{after}{space}{unit}"
        if _CURRENCY.fullmatch(style.unit):
            after = rf"(?P<sign>[+−-]?){unit}{space}(?P<before>{number})|{after}"
    return re.compile(after, re.ASCII | re.IGNORECASE)


def may_be_thousands(text: str) -> bool | None:
    """Tell whether the sign of a number may as well stand between thousands; None if it has none."""
    found = written(text)
    return None if found is None or found.kind == WHOLE else found.kind in MAYBE.values()


class Evidence:
    """Counts how the different texts of a column write numbers."""

    _HOPELESS = 1_000

    def __init__(self, texts: Sequence[str] = ()) -> None:
        self.kinds: Counter[str] = Counter()
        self._groups: Counter[str] = Counter()
        self._units: Counter[str] = Counter()
        self._brackets = 0
        self._others = 0
        for text in dict.fromkeys(texts):
            self.add(text.strip())

    def add(self, text: str) -> None:
        """Look at one more text; not if it is plain by now that the column holds texts."""
        if self._others >= self._HOPELESS or is_gap(text):
            return
        found = written(text)
        if found is None:
            self._others += 1
            return
        self.kinds[found.kind] += 1
        self._units[found.unit] += 1
        self._brackets += found.brackets
        if found.group:
            self._groups[found.group] += 1

    @property
    def mostly_numbers(self) -> bool:
        """Whether at most a fifth of the texts are no numbers."""
        return 4 * self._others <= self.kinds.total()

    @property
    def leaves_open(self) -> bool:
        """Whether some numbers can be read in two ways."""
        return any(self.kinds[kind] for kind in MAYBE.values())

    @property
    def may_be_thousands(self) -> bool:
        """Whether every point may as well stand between thousands, beside numbers that need none."""
        return bool(self.kinds[MAYBE["."]] and self.kinds[WHOLE] and not self.sign)

    @property
    def sign(self) -> str:
        """The decimal sign that the numbers show beyond doubt; nothing if they show none, or both alike."""
        votes = {sign: self.kinds[SURE[sign]] + self.kinds[GROUPS[_OTHER[sign]]] for sign in ".,"}
        if votes["."] == votes[","]:
            return ""
        return max(votes, key=votes.__getitem__)

    def is_open(self, common: str) -> bool:
        """Whether a sign may stand for decimals or thousands, given the sign of the other columns."""
        money = any(unit and _CURRENCY.fullmatch(unit) for unit in self._units)
        maybe = self.kinds[MAYBE[","]] or self.may_be_thousands or (money and self.kinds[MAYBE["."]])
        return not (self.sign or common) and bool(maybe)

    def style(self, common: str, *, in_quotes: bool) -> NumberStyle:
        """Choose the style that fits; where the column leaves it open, by the sign of the other columns.

        Where that is open too, a single comma is a decimal comma; in quotes, where it separates cells, it
        stands between thousands, as any sign before three digits does in amounts of money.
        """
        sign = self.sign or common
        thousands = max(self._groups, key=self._groups.__getitem__, default="")
        unit = max(self._units, key=self._units.__getitem__, default="")
        brackets = 0 < self._brackets < self.kinds.total()
        if not sign:
            comma = self.kinds[MAYBE[","]] and not self.kinds[MAYBE["."]]
            point = self.kinds[MAYBE["."]] and not self.kinds[MAYBE[","]]
            money = _CURRENCY.fullmatch(unit) is not None
            if comma and (in_quotes or money):
                return NumberStyle(".", ",", unit, brackets)
            if point and money:
                return NumberStyle(",", ".", unit, brackets)
            return NumberStyle("," if comma else ".", thousands, unit, brackets)
        other = _OTHER[sign]
        if self.kinds[GROUPS[other]] or self.kinds[MAYBE[other]]:
            thousands = other
        return NumberStyle(sign, thousands, unit, brackets)


def choose_styles(columns: Sequence[Evidence], *, in_quotes: bool) -> list[NumberStyle]:
    """Choose a style for every column; `in_quotes` if commas separate, so that only quotes can hold one."""
    common = common_sign(columns)
    return [column.style(common, in_quotes=in_quotes) for column in columns]


def common_sign(columns: Sequence[Evidence]) -> str:
    """The decimal sign on which the columns of numbers agree; nothing if they do not, or show none."""
    signs = {column.sign for column in columns if column.mostly_numbers} - {""}
    return signs.pop() if len(signs) == 1 else ""
