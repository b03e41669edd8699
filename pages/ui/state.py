"""State in the address: every control of a page restores from its link, and survives a change of page.

A page declares its parameters and calls `open_page` once, first. From then on the widgets with the
names of the parameters as keys hold the state, and the address holds what differs from the defaults.
A value that no control has is ignored, with a note for the visitor.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

import streamlit as st

from pages.ui.link_notes import note, noted_again, start

LONGEST, MOST_TOLD = 4000, 4
_WHOLE = re.compile(r"-?[0-9]{1,11}")
_TAGS = re.compile(r"utm_\w+|[a-z]*clid")
"""What others hang on a link to count its visitors."""
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?", re.IGNORECASE)
_KEPT, _LAST, _ASKED = "kept values", "last address", "values that a link asked for"
_MEANINGS: dict[str, tuple[Any, str]] = {}

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)  # pages only read values; what is written was read before
Word = TypeVar("Word", bound=str)
Number = TypeVar("Number", int, float)


@dataclass(frozen=True)
class Param(Generic[T_co]):
    """A part of a page's state: its short name in the address, and how it is read and written.

    `hidden` says whether the address must not hold it at this moment, as what concerns a table of the
    visitor's own; then only the visit does. `read` raises ValueError with the end of the sentence "This link
    asked for k = 99; …". Whatever else it gives, and the default, it gives again for what `write` makes of
    it. `words` says in words, for visitors, what the address says by a key.
    """

    name: str
    default: T_co
    read: Callable[[str], T_co]
    write: Callable[[T_co], str]
    label: str = ""
    hidden: Callable[[], bool] = bool  # never
    words: Mapping[str, str] = field(default_factory=dict, compare=False)


Params = Sequence[Param[Any]]


def choice(
    name: str,
    options: Collection[Word],
    default: Word,
    label: str = "",
    words: Mapping[str, str] | None = None,
) -> Param[Word]:
    """One of some words; notes call it by `words`, else by the label that the options give it."""

    def read(text: str) -> Word:
        for word in options:
            if word == text:
                return word
        raise ValueError("there is no such choice")

    return Param(name, default, read, str, label, words=labels(options) if words is None else words)


def labels(options: Collection[str]) -> dict[str, str]:
    """The labels of options that have some: texts, or entries with a `label`."""
    given = options.items() if isinstance(options, Mapping) else ()
    found = {key: entry if isinstance(entry, str) else getattr(entry, "label", "") for key, entry in given}
    return {key: told for key, told in found.items() if told}


def tab(name: str, labels: Mapping[str, str]) -> Param[str]:
    """The tab on top, by default the first; the widget holds its label, the address a short name."""

    def read(key: str) -> str:
        if key not in labels:
            raise ValueError("there is no such choice")
        return labels[key]

    def write(label: str) -> str:
        return next(key for key, known in labels.items() if known == label)

    return Param(name, next(iter(labels.values())), read, write, "tab", words=labels)


def whole(name: str, low: int, high: int, default: int, label: str = "") -> Param[int]:
    """A whole number in a range."""

    def read(text: str) -> int:
        value = int(text) if _WHOLE.fullmatch(text) else None
        if value is None or not low <= value <= high:
            raise ValueError(f"it goes from {low} to {high}")
        return value

    return Param(name, default, read, str, label)


def stop(name: str, stops: Sequence[Number], default: Number, label: str = "") -> Param[Number]:
    """A number from an ascending list of stops; one that is between them is not taken for another."""

    def read(text: str) -> Number:
        value = number(text)
        if not stops[0] <= value <= stops[-1]:
            raise ValueError(f"it goes from {short(stops[0])} to {short(stops[-1])}")
        nearest = min(stops, key=lambda known: abs(known - value))
        if short(nearest) != f"{value:.12g}":
            place = bisect(stops, value)
            raise ValueError(f"there is none between {short(stops[place - 1])} and {short(stops[place])}")
        return nearest

    return Param(name, default, read, short, label)


def real(
    name: str, low: float, high: float, default: float, label: str = "", stops: Sequence[float] = ()
) -> Param[float]:
    """Any number in a range, as it stands; six digits are enough to name a stop that has many."""
    named = {f"{known:.6g}": known for known in stops}
    names = {known: text for text, known in named.items()}

    def read(text: str) -> float:
        value = number(text)
        if not low <= value <= high:
            raise ValueError(f"it goes from {low:g} to {high:g}")
        return named.get(exact(value), value)

    return Param(name, default, read, lambda value: names.get(value) or exact(value), label)


def exact(value: float) -> str:
    """A number with all its digits: 0.37, 0.3712345, 1000."""
    return repr(float(value)).removesuffix(".0")


def number(text: str) -> float:
    """A number as people write it; Python would also take nan, 1_000 and other alphabets' digits."""
    if not _NUMBER.fullmatch(text):
        raise ValueError("it must be a number")
    return float(text)


def short(value: float) -> str:
    """A round number as a link or a label shows it: three digits, no exponent."""
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:g}"


def flag(name: str, label: str = "", *, on: bool = False) -> Param[bool]:
    """On or off, as the link says by 1 or 0."""
    options = {"1": True, "0": False}

    def read(text: str) -> bool:
        if text not in options:
            raise ValueError("it is 1 or 0")
        return options[text]

    return Param(name, on, read, lambda value: "1" if value else "0", label)


def several(
    name: str,
    options: Collection[str],
    default: Sequence[str],
    label: str = "",
    sets: dict[str, Sequence[str]] | None = None,
    words: Mapping[str, str] | None = None,
) -> Param[list[str]]:
    """Some of many words, in the order of the options unless they are the default.

    A set has a name of its own, to keep links short, and one in `words` for notes. One word that is not known
    makes the whole unknown.
    """
    named = {key: list(members) for key, members in (sets or {}).items()}

    def read(text: str) -> list[str]:
        if text in named:
            return named[text]
        asked = text.split(",") if text else []
        unknown = [word for word in asked if word not in options]
        if unknown:
            raise ValueError(f"{unknown[0][:30]!r} is not known")
        chosen = [word for word in options if word in asked]
        return list(default) if set(chosen) == set(default) else chosen

    def write(value: Sequence[str]) -> str:
        return next((key for key, members in named.items() if members == list(value)), ",".join(value))

    return Param(name, list(default), read, write, label, words=words or {})


def open_page(page: str, params: Params) -> None:
    """Bring address, kept values and widgets together; call it before the first widget of the page.

    Values come from the address where it was changed from outside (a link, the back button), else from
    the widgets, else from what was kept when the visitor left the page. An address that comes with a
    control that was moved is an older one of ours: quick hands are faster than its way to the browser.
    """
    for param in params:
        if _MEANINGS.setdefault(param.name, (param.default, param.label)) != (param.default, param.label):
            raise ValueError(
                f"Two parameters are called {param.name!r}; pages share the names of their state."
            )
    kept: dict[str, Any] = st.session_state.setdefault(_KEPT, {})
    last: tuple[str, dict[str, str]] = st.session_state.get(_LAST, ("", {}))
    same_page, moved = last[0] == page, False
    for param in params:
        if param.name in st.session_state:
            moved |= kept.get(param.name, param.default) != st.session_state[param.name]
            kept[param.name] = st.session_state[param.name]
    noted_again()
    address = st.query_params.to_dict()
    asked: dict[str, Any] = st.session_state.setdefault(_ASKED, {})
    if same_page and moved:  # what cannot be had from here on was ruled out on the page
        asked.clear()
    doubled = _doubled({param.name for param in params}, address) if address != last[1] else []
    if address != last[1] and not (same_page and moved):
        asked.clear()
        for param in params:
            if param.name in address:
                before = kept.get(param.name, param.default)
                kept[param.name] = _read(param, address[param.name], before, asked)
            elif same_page and not param.hidden():
                kept[param.name] = param.default
        _unknown({name: text for name, text in address.items() if name not in {p.name for p in params}})
    written = {}
    for param in params:
        value = kept.setdefault(param.name, param.default)
        st.session_state[param.name] = value
        if value != param.default and not param.hidden():
            written[param.name] = param.write(value)
    if written != address or doubled:
        st.query_params.from_dict(written)
    st.session_state[_LAST] = (page, written)


def followed(page: str) -> bool:
    """Whether a link was followed: the address is not what the page wrote last. Ask before `open_page`."""
    address = st.query_params.to_dict()
    return bool((page, address) != st.session_state.get(_LAST, ("", {})))


def coming(param: Param[T], page: str) -> T:
    """The value that `open_page` will give, as far as it can be told before: the frame is drawn by it.

    What was moved just now goes before the address. That another control was, only the page knows.
    """
    kept: dict[str, Any] = st.session_state.get(_KEPT, {})
    shown, before = value(param), kept.get(param.name, param.default)
    last, written = st.session_state.get(_LAST, ("", {}))
    address = st.query_params.to_dict()
    if shown != before or address == written:
        return shown
    if (text := address.get(param.name)) is None:
        return param.default if page == last else shown
    try:
        return param.read(text)
    except ValueError:
        return shown


def _doubled(known: Collection[str], address: Collection[str]) -> list[str]:
    """The names that a link gives more than once, with a note where it gives them different values."""
    found = {name: st.query_params.get_all(name) for name in address}
    names = [name for name, texts in found.items() if len(texts) > 1]
    for name in names:
        if name in known and len(set(found[name])) > 1:
            others = " and ".join(map(start, dict.fromkeys(found[name][-MOST_TOLD:-1])))
            note(f"{name} = {others} as well", f"it names {name} more than once, and the last counts")
    return names


def _read(param: Param[T], text: str, otherwise: T, asked: dict[str, Any]) -> T:
    """The value that a link asks for; the one that was there, with a note, where it cannot be had."""
    try:
        if len(text) > LONGEST:
            raise ValueError("that is too long")
        asked[param.name] = found = param.read(text)
        return found
    except ValueError as reason:
        note(f"{param.label or param.name} = {start(text)}", str(reason), in_words(param, otherwise))
        return otherwise


def in_words(param: Param[T], value: T) -> str:
    """A value as visitors know it, else as the address has it."""
    written = param.write(value)
    return param.words.get(written, written) or "none"


def _unknown(given: Mapping[str, str]) -> None:
    """A note on parts of a link that this page has not; marks of those who count visitors are none."""
    parts = [f"{start(name)} = {start(text)}" for name, text in given.items() if not _TAGS.fullmatch(name)]
    if parts:
        more = f" and {len(parts) - MOST_TOLD} more" if len(parts) > MOST_TOLD else ""
        note(", ".join(parts[:MOST_TOLD]) + more, "this page has no such choice")


def by_link(param: Param[Any]) -> bool:
    """Whether what a parameter holds is what the link asked for, and was not chosen on the page since."""
    asked = st.session_state.get(_ASKED, {})
    return param.name in asked and bool(asked[param.name] == value(param))


def give_up(param: Param[T], instead: T, reason: str, shown: str = "") -> None:
    """Put another value in the place of one that cannot be had here; a note says so of what a link asked for.

    Call it before the widget of the parameter. What was chosen on the page goes without a word: the choice
    that rules it out was made there as well. `shown` says in words what is shown in its place.
    """
    if by_link(param):
        note(f"{param.label or param.name} = {start(param.write(value(param)))}", reason, shown)
    st.session_state.get(_ASKED, {}).pop(param.name, None)
    st.session_state[param.name] = instead
    page, written = st.session_state[_LAST]
    others = {name: text for name, text in written.items() if name != param.name}
    if instead != param.default and not param.hidden():
        others[param.name] = param.write(instead)
    if others != written:
        st.query_params.from_dict(others)
        st.session_state[_LAST] = (page, others)


def value(param: Param[T]) -> T:
    """The value of a parameter, also on pages where it has no widget."""
    kept = st.session_state.get(_KEPT, {}).get(param.name, param.default)
    found: T = st.session_state.get(param.name, kept)
    return found


def put(param: Param[T], value: T) -> None:
    """Set a parameter that has no widget, and draw the page anew."""
    st.session_state[param.name] = value
    st.rerun()


def link() -> str:
    """The address of the view on screen."""
    written = shared()
    base = (st.context.url or "").split("?")[0]
    return f"{base}?{urlencode(written, safe=',')}" if written else base


def shared() -> dict[str, str]:
    """What the address of the view on screen holds."""
    written: dict[str, str] = st.session_state.get(_LAST, ("", {}))[1]
    return written


def keep(param: Param[T], value: T) -> None:
    """Set a parameter for the page that has it, before that is opened."""
    st.session_state.setdefault(_KEPT, {})[param.name] = value
    if param.name in st.session_state:
        st.session_state[param.name] = value


def exchange(param: Param[T], old: T, new: T) -> None:
    """Give a parameter another value wherever it is kept with the old one, also for other pages."""
    for where in (st.session_state.get(_KEPT, {}), st.session_state):
        if param.name in where and where[param.name] == old:
            where[param.name] = new


def reset(params: Params) -> None:
    """A callback that puts controls back to their defaults."""
    for param in params:
        st.session_state[param.name] = param.default
