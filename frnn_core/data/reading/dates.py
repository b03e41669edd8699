"""Texts that are dates: which way of writing fits a whole column, and the days since 1970 that they mean."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.reading.cells import is_gap

DAY_FIRST, MONTH_FIRST = "day first", "month first"
"""The two readings of 03/04/2024, by which a user answers."""

EPOCH = date(1970, 1, 1).toordinal()
_DAY = 86_400
_LONGEST = 60
_LAST_SHORT_YEAR = 68
_SAMPLE = 40
_MOSTLY = 0.8
_TIME = (
    r"(?:(?:[T ]|, ?)(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}(?:[.,]\d{1,9})?))?"
    r" ?(?P<half>[ap]\.?m\.?)? ?(?P<zone>z|utc|gmt|[+-]\d{2}:?\d{2})?)?"
)
_DAY_OF_WEEK = r"(?:[a-z]{2,9}\.?,? )?"
_PATTERNS = {
    "iso": rf"(?P<year>\d{{4}})(?P<sign>[-/.])(?P<second_>\d{{1,2}})(?P=sign)(?P<first>\d{{1,2}}){_TIME}",
    "local": rf"(?P<first>\d{{1,2}})(?P<sign>[-/.])(?P<second_>\d{{1,2}})(?P=sign)(?P<year>\d{{4}}){_TIME}",
    "short": rf"(?P<first>\d\d)(?P<sign>[-/.])(?P<second_>\d\d)(?P=sign)(?P<year>\d\d){_TIME}",
    "named": rf"{_DAY_OF_WEEK}(?P<first>\d{{1,2}})(?:st|nd|rd|th|\.)?[ -]?(?P<name>[a-z]{{3,9}})\.?,?[ -]?"
    rf"(?P<year>\d{{4}}|\d\d){_TIME}",
    "english": rf"{_DAY_OF_WEEK}(?P<name>[a-z]{{3,9}})\.? (?P<first>\d{{1,2}})(?:st|nd|rd|th)?,? "
    rf"(?P<year>\d{{4}}){_TIME}",
}
_COMPILED = {key: re.compile(pattern, re.ASCII | re.IGNORECASE) for key, pattern in _PATTERNS.items()}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_FULL = (
    *("january", "february", "march", "april", "may", "june", "july", "august", "september", "october"),
    *("november", "december"),
)
_MONTH = {name: place % 12 + 1 for place, name in enumerate((*_MONTHS, *_FULL))} | {"sept": 9}
_DATE_NAME = re.compile(
    r"(?:.*[\W_])?(?:date|datum|day|dob|tag|jour|fecha|data|dt)(?:[\W_].*)?|.*date|.*datum"
)
_FEWEST_PLAIN = 5


@dataclass(frozen=True, eq=False)
class Dates:
    """What texts mean as dates.

    Attributes
    ----------
    readings : by reading, the days since 1970 of each text, NaN for a gap; two if the order of day and month
        is open, none if some texts are no dates
    layout : how they are written, such as day/month/year
    odd : positions of the texts that are no dates like the others
    short_years, zones : whether years have two digits, and whether times say how far they are from UTC
    example : one of the texts
    """

    readings: Mapping[str, NDArray[np.float64]]
    layout: str
    odd: tuple[int, ...] = ()
    short_years: bool = False
    zones: bool = False
    example: str = ""

    @property
    def open(self) -> bool:
        """Whether the order of day and month must be asked for."""
        return len(self.readings) > 1

    def layout_of(self, reading: str) -> str:
        """How the dates are written, given which reading is meant."""
        if self.layout[:3] == "day" and reading == MONTH_FIRST:
            sign = self.layout[3]
            return sign.join(("month", "day", "year"))
        return self.layout


@dataclass(frozen=True)
class _Found:
    """One text taken apart; `first` and `second` are day and month in an order that may be open."""

    family: str
    sign: str
    first: int
    second: int
    year: int
    seconds: float
    zone: bool
    short: bool

    def days(self, *, month_first: bool = False) -> float | None:
        """Days since 1970; None if there is no such day."""
        day, month = (self.second, self.first) if month_first else (self.first, self.second)
        try:
            return date(self.year, month, day).toordinal() - EPOCH + self.seconds / _DAY
        except ValueError:
            return None


def read_dates(texts: Sequence[str]) -> Dates | None:
    """Read different texts of a column as dates; None unless most of them are, in one way of writing."""
    if not _promising(texts):
        return None
    gaps = [is_gap(text) for text in texts]
    found = [None if gap else _found(text) for text, gap in zip(texts, gaps, strict=True)]
    ways = Counter((each.family, each.sign) for each in found if each is not None)
    if not ways:
        return None
    (family, sign), _ = ways.most_common(1)[0]
    alike = [each if each and (each.family, each.sign) == (family, sign) else None for each in found]
    there = len(texts) - sum(gaps)
    orders = (False, True) if family in ("local", "short") else (False,)
    days = {
        order: [None if each is None else each.days(month_first=order) for each in alike] for order in orders
    }
    odd = {
        order: tuple(p for p, day in enumerate(values) if day is None and not gaps[p])
        for order, values in days.items()
    }
    best = min(odd.values(), key=len)
    if len(best) > (1 - _MOSTLY) * there:
        return None
    fitting = {MONTH_FIRST if order else DAY_FIRST: _array(days[order]) for order in orders if not odd[order]}
    if len(fitting) > 1 and (sign == "." or _same(fitting)):
        del fitting[MONTH_FIRST]  # with points the day comes first; and where both agree nothing is open
    kept = [each for each in alike if each is not None]
    return Dates(
        fitting,
        _layout(family, sign, month_first=next(iter(fitting), DAY_FIRST) == MONTH_FIRST),
        best,
        any(each.short for each in kept),
        any(each.zone for each in kept),
        next(text for text, each in zip(texts, alike, strict=True) if each is not None),
    )


def _same(readings: Mapping[str, NDArray[np.float64]]) -> bool:
    return np.array_equal(readings[DAY_FIRST], readings[MONTH_FIRST], equal_nan=True)


def _promising(texts: Sequence[str]) -> bool:
    """Look at a few texts from all over before all are taken apart."""
    step = max(1, len(texts) // _SAMPLE)
    sample = [text for text in islice(texts, 0, None, step) if not is_gap(text)]
    return 2 * sum(_found(text) is not None for text in sample) >= max(1, len(sample))


def _found(text: str) -> _Found | None:
    if len(text) > _LONGEST or not any(sign.isdigit() for sign in text):
        return None
    for family, pattern in _COMPILED.items():
        if match := pattern.fullmatch(text):
            return _taken_apart(family, match)
    return None


def _taken_apart(family: str, match: re.Match[str]) -> _Found | None:
    parts = match.groupdict()
    month = _MONTH.get(parts["name"].lower()) if "name" in parts else int(parts["second_"])
    seconds = _seconds(parts)
    if month is None or seconds is None:
        return None
    year = int(parts["year"])
    short = len(parts["year"]) == 2
    if short:
        year += 2000 if year <= _LAST_SHORT_YEAR else 1900
    zone = bool(parts["zone"])
    return _Found(family, parts.get("sign", " "), int(parts["first"]), month, year, seconds, zone, short)


def _seconds(parts: Mapping[str, str | None]) -> float | None:
    """Seconds since midnight, in UTC where the text says how far it is from that; None if it is no time."""
    if parts["hour"] is None:
        return 0.0
    hour, minute = int(parts["hour"]), int(parts["minute"] or 0)
    second = float((parts["second"] or "0").replace(",", "."))
    if half := parts["half"]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + 12 * half.lower().startswith("p")
    if hour > 23 or minute > 59 or second >= 60:
        return None
    zone = parts["zone"] or ""
    away = 0
    if zone[:1] in ("+", "-"):
        away = (int(zone[1:3]) * 60 + int(zone[-2:])) * (-1 if zone[0] == "-" else 1)
    return hour * 3600 + (minute - away) * 60 + second


def _array(days: Sequence[float | None]) -> NDArray[np.float64]:
    return np.array([np.nan if day is None else day for day in days], dtype=np.float64)


def _layout(family: str, sign: str, *, month_first: bool) -> str:
    if family == "iso":
        return sign.join(("year", "month", "day"))
    if family in ("local", "short"):
        return sign.join(("month", "day", "year") if month_first else ("day", "month", "year"))
    return "month day, year" if family == "english" else "day month year"


def compact_dates(name: str, values: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """Days since 1970 of numbers such as 20240317; None unless all are, and it is plain."""
    there = values[~np.isnan(values)]
    if not len(there) or (there != np.floor(there)).any() or there.min() < 19000101 or there.max() > 20991231:
        return None
    distinct, positions = np.unique(there.astype(np.int64), return_inverse=True)
    if len(distinct) < _FEWEST_PLAIN and not _DATE_NAME.fullmatch(name.lower()):
        return None
    days = [
        _Found("", "", each % 100, each // 100 % 100, each // 10_000, 0, False, False).days()
        for each in distinct.tolist()
    ]
    if None in days:
        return None
    result = np.full(len(values), np.nan)
    result[~np.isnan(values)] = _array(days)[positions]
    return result
