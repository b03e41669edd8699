"""The controls of the page Relations, and what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from frnn_core import RELATIONS
from frnn_core.data import load_dataset, plain_names
from frnn_core.data.catalogue import entries
from frnn_core.data.dataset import Dataset
from frnn_core.data.teaching import GENERATORS
from frnn_core.figures.marks import GLYPHS
from frnn_core.studies.relations.class_pair import EXAMPLE
from frnn_core.studies.relations.similarity_field import HALF, K
from pages.ui import layout, state, tips
from pages.ui.controls import GAMMA, gamma_slider, gamma_text, reset_button
from pages.ui.relations import cache
from pages.ui.scene.plain import PLAIN

MOST = 4
DATA_NAMES = (*GENERATORS, *plain_names(extra=True))
MOST_FEATURES = max(entry.features for entry in entries().values())
MOST_CLASSES = max(entry.classes for entry in entries().values())
VARIANCES = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0)
CORRELATIONS = tuple(round(0.05 * step, 2) for step in range(-19, 20))
Point = tuple[float, float]


def read_relations(text: str) -> list[str]:
    """Up to four relations, in the order of the link."""
    asked = list(dict.fromkeys(text.split(","))) if text else []
    unknown = [key for key in asked if key not in RELATIONS]
    if unknown:
        raise ValueError(f"{unknown[0][:30]!r} is not known")
    if len(asked) > MOST:
        raise ValueError(f"{MOST} fit side by side")
    return asked


def read_point(text: str) -> Point:
    """Two numbers within the square."""
    try:
        x, y = (state.number(part) for part in text.split(","))
    except ValueError:
        raise ValueError("the place of the star is two numbers, x,y") from None
    if not (abs(x) <= HALF and abs(y) <= HALF):
        raise ValueError(f"both go from -{HALF:g} to {HALF:g}")
    return x, y


def write_point(point: Point) -> str:
    """The same as text."""
    return ",".join(map(state.exact, point))


CHOSEN = state.Param("rel", ["man", "che", "cos", "gauss"], read_relations, ",".join, "relations")
DATA = state.choice("rd", DATA_NAMES, "blobs", "data set")
FIRST = state.whole("r1", 1, MOST_FEATURES, 1, "first feature")
SECOND = state.whole("r2", 1, MOST_FEATURES, 2, "second feature")
AT = state.Param("at", (0.25, 0.1), read_point, write_point, "the place of the star")
CLASS = state.whole("rclass", 1, MOST_CLASSES, 1, "class of the star")
CURVE = state.flag("curve", "slopes of kernels", on=True)
COUNTER = state.choice("counter", ["", *RELATIONS], "", "counterexample")
SHAPES = tuple(
    (
        state.stop(f"{letter}1", VARIANCES, shape[0], f"variance in class {code}"),
        state.stop(f"{letter}2", CORRELATIONS, shape[1], f"correlation of a1 and a2 in class {code}"),
        state.stop(f"{letter}3", CORRELATIONS, shape[2], f"correlation of a2 and a3 in class {code}"),
    )
    for code, (letter, shape) in enumerate(zip("st", EXAMPLE, strict=True))
)
PARAMS = (
    *(CHOSEN, DATA, FIRST, SECOND, AT, CLASS, GAMMA, CURVE, COUNTER, PLAIN),
    *SHAPES[0],
    *SHAPES[1],
)


@dataclass(frozen=True, eq=False)
class Choice:
    """What is looked at; features and class are counted from 0."""

    relations: tuple[str, ...]
    name: str
    first: int
    second: int
    star: Point
    code: int
    gamma: float

    @property
    def data(self) -> Dataset:
        """The two features, at most 300 rows."""
        return cache.two_features(self.name, self.first, self.second)

    @property
    def uses_gamma(self) -> bool:
        """Whether γ matters for a chosen relation."""
        return any(RELATIONS[key].uses_gamma for key in self.relations)

    @property
    def learns(self) -> bool:
        """Whether a chosen relation learns from the rows and their classes."""
        return any(RELATIONS[key].learns for key in self.relations)

    @property
    def by_class(self) -> bool:
        """Whether the class of the star matters for a chosen relation."""
        return any(RELATIONS[key].by_class for key in self.relations)

    def in_words(self) -> str:
        """One line that says what the numbers are over."""
        whole, used = len(load_dataset(self.name).y), len(self.data.y)
        rows = f"{used} rows" if used == whole else f"{used} of {whole:,} rows, drawn with seed 0"
        first, second = self.data.feature_names
        parts = [
            f"{self.name} ({rows}, {len(self.data.class_names)} classes)",
            f"{first} and {second}, range-normalised to [−½, ½]",
            *([f"γ\u00a0=\u00a0{gamma_text(self.gamma)}"] if self.uses_gamma else []),
            *([f"learned from these rows, k\u00a0=\u00a0{K}"] if self.learns else []),
        ]
        return " · ".join(parts)


def current() -> Choice:
    """The choice, from the state; what a link asks for and the data set has not is ignored, with a note."""
    name = state.value(DATA)
    _within(FIRST, len(load_dataset(name).feature_names), name)
    _within(SECOND, len(load_dataset(name).feature_names), name)
    first, second = state.value(FIRST) - 1, state.value(SECOND) - 1
    _within(CLASS, len(cache.two_features(name, first, second).class_names), name)
    return Choice(
        tuple(state.value(CHOSEN)),
        name,
        first,
        second,
        state.value(AT),
        state.value(CLASS) - 1,
        state.value(GAMMA),
    )


def _within(param: state.Param[int], most: int, name: str) -> None:
    if state.value(param) > most:
        state.give_up(param, param.default, f"{name} has {most}", str(param.default))


def _other_data() -> None:
    """A callback: another data set has other features and classes."""
    state.reset([FIRST, SECOND, CLASS])


def _newest() -> None:
    """A callback: a fifth relation takes the place of the first."""
    st.session_state[CHOSEN.name] = list(st.session_state[CHOSEN.name])[-MOST:]


def pill(key: str) -> str:
    """A relation with the sign of its family: ● Manhattan."""
    return f"{GLYPHS[RELATIONS[key].family]} {short_name(key).replace(', fitted', ' fit')}"


def short_name(key: str) -> str:
    """The name of a relation without the word kernel."""
    name = RELATIONS[key].label.replace(" kernel", "").replace("Class-specific", "Class")
    return name.replace("Rational quadratic", "Rational")


def _called(relations: Sequence[str]) -> str:
    """What the button says: the relations that are compared."""
    return (
        f"{len(relations)} relations: {', '.join(map(short_name, relations))}" if relations else "Relations"
    )


def row(chosen: Choice) -> None:
    """One row that wraps on a phone: the relations behind a button that names them; no idle control."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        with st.popover(_called(chosen.relations), width=layout.wide(260)):
            st.pills(
                f"Compare up to {MOST}; a fifth takes the place of the first",
                list(RELATIONS),
                selection_mode="multi",
                key=CHOSEN.name,
                format_func=pill,
                on_change=_newest,
                help=tips.relations(chosen.relations),
                wrap=True,
            )
        st.selectbox("Data set", DATA_NAMES, key=DATA.name, width=layout.wide(150), on_change=_other_data)
        names = load_dataset(chosen.name).feature_names
        if len(names) > 2:
            for words, param in (("Across", FIRST), ("Up", SECOND)):
                st.selectbox(
                    words,
                    range(1, len(names) + 1),
                    key=param.name,
                    format_func=lambda number: names[number - 1],
                    width=layout.wide(150),
                )
        if chosen.by_class:
            labels = chosen.data.class_names
            st.selectbox(
                "Class of the star",
                range(1, len(labels) + 1),
                key=CLASS.name,
                format_func=lambda number: f"{labels[number - 1]}",
                width=layout.wide(150),
                help="The class-specific relation measures with the covariance of the class of the "
                "training row, which the star stands for.",
            )
        gamma_slider(chosen.relations, layout.wide(240))
        reset_button(PARAMS)


def need_one(chosen: Choice) -> None:
    """End the page with a word of help where nothing is chosen."""
    if not chosen.relations:
        st.info("No relation is chosen. Pick at least one.")
        st.button("Use the four of the start", on_click=state.reset, args=([CHOSEN],))
        st.stop()
