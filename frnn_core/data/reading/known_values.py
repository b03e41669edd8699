"""Words that say what they are: yes and no, and scales with an order that everybody knows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

YES_NO: tuple[tuple[str, str], ...] = (
    ("no", "yes"),
    ("n", "y"),
    ("false", "true"),
    ("f", "t"),
    (".false.", ".true."),
    ("nein", "ja"),
    ("n", "j"),
    ("non", "oui"),
    ("n", "o"),
    ("no", "si"),
    ("no", "sí"),
    ("no", "sì"),
    ("não", "sim"),
    ("nee", "ja"),
    ("nej", "ja"),
    ("falsch", "wahr"),
    ("faux", "vrai"),
    ("off", "on"),
    ("absent", "present"),
)
"""Pairs of words in lower case, the negative one first."""

ORDERS: tuple[tuple[str, ...], ...] = (
    ("very low", "low", "medium low", "medium", "medium high", "high", "very high"),
    ("very low", "low", "moderate", "high", "very high"),
    ("low", "mid", "high"),
    ("low", "middle", "high"),
    ("low", "med", "high"),
    ("lower", "middle", "upper"),
    ("minimum", "medium", "maximum"),
    ("min", "med", "max"),
    ("tiny", "small", "medium", "large", "huge"),
    ("very small", "small", "medium", "large", "very large"),
    ("small", "med", "big"),
    ("small", "medium", "big"),
    ("small", "middle", "large"),
    ("xxxs", "xxs", "xs", "s", "m", "l", "xl", "xxl", "xxxl"),
    ("xs", "s", "m", "l", "xl", "2xl", "3xl", "4xl"),
    ("short", "medium", "long"),
    ("slow", "medium", "fast"),
    ("weak", "medium", "strong"),
    ("weak", "moderate", "strong"),
    ("cold", "cool", "mild", "warm", "hot"),
    ("never", "rarely", "sometimes", "often", "always"),
    ("never", "almost never", "rarely", "seldom", "occasionally", "sometimes", "frequently", "often",
     "usually", "very often", "almost always", "always"),
    ("none", "mild", "moderate", "severe", "very severe"),
    ("none", "slight", "mild", "moderate", "severe", "extreme"),
    ("strongly disagree", "disagree", "somewhat disagree", "neutral", "somewhat agree", "agree",
     "strongly agree"),
    ("strongly disagree", "disagree", "neither agree nor disagree", "agree", "strongly agree"),
    ("strongly disagree", "disagree", "undecided", "agree", "strongly agree"),
    ("very dissatisfied", "dissatisfied", "neutral", "satisfied", "very satisfied"),
    ("very unlikely", "unlikely", "neutral", "likely", "very likely"),
    ("not at all", "a little", "somewhat", "moderately", "very", "extremely"),
    ("terrible", "very poor", "poor", "fair", "average", "good", "very good", "excellent"),
    ("bad", "medium", "good"),
    ("bad", "ok", "good"),
    ("worse", "same", "better"),
    ("beginner", "intermediate", "advanced", "expert"),
    ("junior", "mid", "senior"),
    ("bronze", "silver", "gold", "platinum", "diamond"),
    ("first", "second", "third", "fourth", "fifth", "sixth"),
    ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th"),
    ("daily", "weekly", "monthly", "quarterly", "yearly"),
    ("primary", "secondary", "tertiary"),
    ("niedrig", "mittel", "hoch"),
    ("klein", "mittel", "groß"),
    ("nie", "selten", "manchmal", "oft", "immer"),
    ("bas", "moyen", "haut"),
    ("faible", "moyen", "fort"),
    ("petit", "moyen", "grand"),
    ("jamais", "rarement", "parfois", "souvent", "toujours"),
    ("bajo", "medio", "alto"),
    ("pequeño", "mediano", "grande"),
    ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
    ("mon", "tue", "wed", "thu", "fri", "sat", "sun"),
    ("montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"),
    ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
    ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
     "november", "december"),
    ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"),
    ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sept", "oct", "nov", "dec"),
    ("januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober",
     "november", "dezember"),
    ("janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre",
     "novembre", "décembre"),
)  # fmt: skip
"""Scales in lower case, from the lowest to the highest."""

_FEWEST_SHORT = 3


def yes_no(values: Iterable[str]) -> tuple[str, str] | None:
    """Give the two values with the negative first, if one means no and the other yes; else None."""
    spelt = _spelt(values)
    if len(spelt) != 2:
        return None
    for no, yes in YES_NO:
        if no in spelt and yes in spelt:
            return spelt[no], spelt[yes]
    return None


def known_order(values: Iterable[str]) -> tuple[str, ...] | None:
    """Give the values in their order, if all stand on one known scale; else None.

    Two letters such as S and M may be anything, so that short words need three values.
    """
    spelt = _spelt(values)
    fewest = _FEWEST_SHORT if any(len(word) < _FEWEST_SHORT for word in spelt) else 2
    if len(spelt) < fewest:
        return None
    for scale in ORDERS:
        if spelt.keys() <= set(scale):
            return tuple(spelt[word] for word in scale if word in spelt)
    return None


def folded(text: str) -> str:
    """A word as it is compared: without case, and with single spaces for _ and -."""
    return " ".join(text.lower().replace("_", " ").replace("-", " ").split())


def _spelt(values: Iterable[str]) -> dict[str, str]:
    """The first spelling of each word, if there are few enough to be a scale."""
    found: dict[str, str] = {}
    for value in values:
        found.setdefault(folded(value), value)
        if len(found) > max(map(len, ORDERS)):
            return {}
    return found


def positions(texts: Sequence[str], values: Sequence[str], *, fold: bool) -> list[int]:
    """The place of each text among values, -1 where it is none of them; case aside if `fold`."""
    place = {value: position for position, value in enumerate(values)}
    if fold:
        place = {folded(value): position for value, position in place.items()} | place
    return [place.get(text, place.get(folded(text), -1) if fold else -1) for text in texts]
