"""The controls of the Playground, and the choice that they make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import streamlit as st

from frnn_core import RELATIONS
from frnn_core.data import load_dataset
from frnn_core.data.catalogue import entries
from frnn_core.engine.scalings import SCALINGS
from frnn_core.studies.playground import (
    AXES,
    FEWEST,
    GENERATED,
    MODES,
    MOST,
    Rule,
    Source,
    numbers_of,
    playable,
    read_edits,
    source_names,
    write_edits,
)
from frnn_core.studies.playground.challenges import CHALLENGES, Challenge
from pages.ui import layout, selection, state, tips, visit
from pages.ui.controls import (
    GAMMA,
    WEIGHT,
    K,
    gamma_slider,
    k_slider,
    more,
    ranges_picker,
    reset_button,
    weights_picker,
)
from pages.ui.points import read_point
from pages.ui.scene.plain import PLAIN, plain_toggle

NONE = "none"
_PUT_UP = "boards put up"
MODE_NAMES = {"ask": "Ask", "add": "Add", "relabel": "Relabel", "remove": "Remove"}
MODE_WORDS = {
    "ask": "Click anywhere: how is it decided there?",
    "add": "Click anywhere to add a point",
    "relabel": "Click a point: it gets the next class",
    "remove": "Click a point to remove it",
}
LAYERS = {
    "margin": "Lead",
    "lower": "Lower",
    "upper": "Upper",
    "similarity": "Similar",
    "neighbours": "Nearest",
}
AXES_NAMES = {"features": "two features", "pca": "two principal components", "nca": "two NCA components"}
COUNTS = tuple(range(FEWEST, MOST + 1, 20))
MOST_FEATURES = max(entry.features for entry in entries().values())
MOST_CLASSES = max(entry.classes for entry in entries().values())


def _read_edits(text: str) -> str:
    return write_edits(read_edits(text))


def own() -> bool:
    """Whether the points are of a table of the visitor's own: where they are is in no link."""
    return visit.is_own(state.value(DATA))


DATA = visit.choice("pd", source_names(), "moons", "data", playable, "two columns of numbers")
FIRST = state.choice("ra", list(RELATIONS), "man", "relation A", state.labels(RELATIONS))
SECOND = state.choice("rb", [NONE, *RELATIONS], "che", "relation B", state.labels(RELATIONS))
NORM = state.choice("norm", SCALINGS, "centred", "normalisation")
AXIS = state.choice("axes", AXES, "features", "axes", AXES_NAMES)
F1 = replace(state.whole("f1", 1, MOST_FEATURES, 1, "first feature"), hidden=own)
F2 = replace(state.whole("f2", 1, MOST_FEATURES, 2, "second feature"), hidden=own)
N = state.stop("n", COUNTS, 100, "points")
CLICK = state.choice("click", MODES, "ask", "what a click does", MODE_NAMES)
NEWCLASS = replace(state.whole("newclass", 1, MOST_CLASSES, 1, "class of added points"), hidden=own)
LAYER = state.choice("layer", LAYERS, "margin", "layer")
LCLASS = replace(state.whole("lclass", 1, MOST_CLASSES, 1, "class of the layer"), hidden=own)
QUERY = state.Param("q", "", read_point, str, "query", own)
EDITS = state.Param("edits", "", _read_edits, str, "edits", own)
CHALLENGE = state.whole("challenge", 0, len(CHALLENGES), 0, "challenge")
HIDDEN = (WEIGHT, NORM, AXIS, F1, F2, N)
PARAMS = (
    DATA,
    FIRST,
    SECOND,
    K,
    GAMMA,
    *HIDDEN,
    CLICK,
    NEWCLASS,
    LAYER,
    LCLASS,
    QUERY,
    EDITS,
    CHALLENGE,
    PLAIN,
)


def challenge() -> Challenge | None:
    """The challenge that is on the board."""
    number = state.value(CHALLENGE)
    return list(CHALLENGES.values())[number - 1] if number else None


def relations() -> list[str]:
    """The chosen relations: one or two."""
    second = state.value(SECOND)
    return [state.value(FIRST), *([] if second == NONE else [second])]


def rules() -> list[Rule]:
    """What decides, for each relation."""
    common = (state.value(K), state.value(GAMMA), state.value(WEIGHT), state.value(NORM))
    return [Rule(key, *common).effective for key in relations()]


def source() -> Source:
    """Which points; features that the data set has not are set to ones that it has, with a note."""
    name = state.value(DATA)
    count = 2 if name in GENERATED else numbers_of(load_dataset(name)).X.shape[1]
    for param, other in ((F1, F2), (F2, F1)):
        if state.value(param) > count:
            instead = next(i for i in range(1, count + 1) if i != state.value(other))
            bounded(param, count, f"{visit.called(name)} has {count} features", instead)
    if state.value(F1) == state.value(F2):
        differing = state.value(F1) % count + 1
        state.give_up(F2, differing, "the two features must differ", str(differing))
    asked = Source(name, state.value(N), state.value(AXIS), state.value(F1), state.value(F2))
    set_up = current.start.source if (current := challenge()) else asked
    return set_up if replace(set_up, setup="") == asked else asked


def board() -> str:
    """What tells the points on the board from others, so that nothing is done to those by mistake."""
    return repr((source(), state.value(CHALLENGE), st.session_state.get(_PUT_UP, 0)))


def put_up() -> None:
    """Note that a board is put up anew, if the same as before."""
    st.session_state[_PUT_UP] = st.session_state.get(_PUT_UP, 0) + 1


def bounded(param: state.Param[int], most: int, reason: str, instead: int) -> None:
    """Put a number that goes too far for these data back, with a note."""
    if state.value(param) > most:
        state.give_up(param, instead, reason, str(instead))


def new_points() -> None:
    """Other coordinates: edits and query have lost their meaning."""
    state.reset((EDITS, QUERY))


def new_data() -> None:
    """Another data set: so have classes and features."""
    state.reset((EDITS, QUERY, F1, F2, LCLASS, NEWCLASS))


def row(features: Sequence[str], beside: Callable[[], None]) -> None:
    """The first row: what is decided, and by what; the rest behind More.

    `beside` draws what follows, where no challenge is on the board.
    """
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"):
        visit.picker(DATA, source_names(), layout.wide(118), new_data)
        for param, label, options in (
            (FIRST, "Relation A", list(RELATIONS)),
            (SECOND, "Relation B", [NONE, *RELATIONS]),
        ):
            chosen = state.value(param)
            st.selectbox(
                label,
                options,
                key=param.name,
                format_func=_relation_name,
                width=layout.wide(180),
                help=None if chosen == NONE else tips.relation(chosen),
            )
        k_slider(layout.wide(160))
        gamma_slider(relations(), layout.wide(160))
        with more(HIDDEN):
            _more(features)
        if challenge() is None:
            beside()
            reset_button(PARAMS)


def _more(features: Sequence[str]) -> None:
    weights_picker()
    ranges_picker(NORM)
    st.select_slider("Points", COUNTS, key=N.name, on_change=new_points)
    if len(features) > 2:
        st.selectbox("Axes", AXES, key=AXIS.name, format_func=AXES_NAMES.__getitem__, on_change=new_points)
        if state.value(AXIS) == "features":
            for param, other, label in ((F1, F2, "Feature across"), (F2, F1, "Feature up")):
                offered = [i for i in range(1, len(features) + 1) if i != state.value(other)]
                st.selectbox(
                    label,
                    offered,
                    key=param.name,
                    format_func=lambda i: f"{i}: {features[i - 1]}",
                    on_change=new_points,
                )
    plain_toggle("Points are changed by clicks, and nothing moves: for browsers that cannot show the scene.")


def _relation_name(key: str) -> str:
    return "none" if key == NONE else selection.full_name(key)


def layer_row(classes: Sequence[str], layer_class: str) -> None:
    """The second row: the layer, and its class where that matters."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"):
        _layer(classes, layer_class)


def click_row(classes: Sequence[str], layer_class: str) -> None:
    """The second row for figures: what a click does, the way back, and the layer."""
    edits = read_edits(state.value(EDITS))
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"):
        st.segmented_control(
            MODE_WORDS[state.value(CLICK)],
            MODES,
            key=CLICK.name,
            required=True,
            format_func=MODE_NAMES.__getitem__,
        )
        if state.value(CLICK) == "add":
            _class("Class", NEWCLASS, classes)
        st.button("Undo", icon=":material/undo:", type="tertiary", disabled=not edits, on_click=undo)
        st.button(
            "Clear", icon=":material/layers_clear:", type="tertiary", disabled=not edits, on_click=clear
        )
        _layer(classes, layer_class)


def _layer(classes: Sequence[str], layer_class: str) -> None:
    st.segmented_control("Layer", LAYERS, key=LAYER.name, required=True, format_func=LAYERS.__getitem__)
    if layer_class:
        _class(layer_class, LCLASS, classes)


def _class(label: str, param: state.Param[int], classes: Sequence[str]) -> None:
    codes = range(1, len(classes) + 1)
    st.selectbox(
        label, codes, key=param.name, format_func=lambda number: f"class {classes[number - 1]}", width=110
    )


def undo() -> None:
    """Take the last edit back."""
    st.session_state[EDITS.name] = write_edits(read_edits(state.value(EDITS))[:-1])


def clear() -> None:
    """Take all edits back."""
    state.reset((EDITS,))
