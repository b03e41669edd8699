"""The five steps of the tour: one sentence, one control, one figure, one formula each.

A step writes its words where it is called, and its figure into `place`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from frnn_core import RELATIONS, dataset_names
from frnn_core.engine.explanation import Explanation
from frnn_core.figures import decision_surface, surface
from frnn_core.figures.palette import palette
from frnn_core.studies import tour
from frnn_core.studies.tour import figures
from frnn_core.text import apart, counted, number, told_apart
from pages.ui import layout, shell, state
from pages.ui.controls import reset_button

SHOWN = ["man", "euc", "che", "cos"]
SUMS = {"upper": "Upper", "lower": "Lower", "both": "Both"}
CLASSES = list(tour.twelve().class_names)
LAST = 5

STEP = state.whole("step", 1, LAST, 1, "step")
RELATION = state.choice("tr", SHOWN, "man", "relation of the tour")
CLASS = state.choice("tc", CLASSES, "A", "class of the tour")
K = state.whole("tk", 1, tour.MOST_K, 3, "k of the tour")
SUM = state.choice("ts", SUMS, "upper", "sum of the tour")
PARAMS = (STEP, RELATION, CLASS, K, SUM)


def buttons(step: int) -> None:
    """Where in the tour this is; Back and Next, also by the keys that a presenter's remote sends."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Back",
            icon=":material/arrow_back:",
            disabled=step == 1,
            on_click=_turn,
            args=(-1,),
            shortcut="PageUp",
        )
        st.button(
            "Next",
            icon=":material/arrow_forward:",
            type="primary",
            disabled=step == LAST,
            on_click=_turn,
            args=(1,),
            shortcut="PageDown",
        )
        places = " ".join("●" if place <= step else "○" for place in range(1, LAST + 1))
        st.caption(f"{places}  step {step} of {LAST}", width="content")
        reset_button(PARAMS)


def onwards() -> None:
    """Where to go after the last step."""
    with st.container(horizontal=True):
        st.page_link(shell.page("playground"), label="Play with points", icon=":material/touch_app:")
        st.page_link(
            shell.page("benchmark"),
            label=f"See it on {len(dataset_names())} data sets",
            icon=":material/grid_on:",
        )


def _turn(by: int) -> None:
    st.session_state[STEP.name] = min(max(state.value(STEP) + by, 1), LAST)


def relation_step(place: DeltaGenerator) -> None:
    """1: what a relation is."""
    relation = _relation_pills()
    alike = tour.similarities(relation)
    nearest = int(alike.argmax())
    st.markdown(
        f"A relation says how alike two points are: 1 is equal. By the **{RELATIONS[relation].label}** "
        f"relation the query ☆ is most like a point of class {tour.twelve().y[nearest]}, at "
        f"**{number(alike[nearest], 2)}**, and least like one at {number(alike.min(), 2)}."
    )
    picture = figures.alike(tour.twelve(), tour.query(), alike, look=layout.look())
    words = f"Twelve points, each with its similarity to the query, from {number(alike.min(), 2)} to "
    _figure(place, picture, words + f"{number(alike.max(), 2)}.")
    _formula(
        [RELATIONS[relation].formula],
        "q is the query, y a point, n the number of features; each feature is first scaled to a range of 1, "
        "from −½ to ½.",
    )


def sides_step(place: DeltaGenerator) -> None:
    """2: the nearest inside and outside."""
    st.segmented_control("Class", CLASSES, key=CLASS.name, required=True)
    name = state.value(CLASS)
    code, told = CLASSES.index(name), _told(state.value(K))
    inside, outside = (side.rows[0, code] for side in (told.inside, told.outside))
    st.markdown(
        f"For each class FRNN looks two ways: at the **{counted(len(inside), 'point')} inside class {name}** "
        f"most like the query (solid lines), and at the **{len(outside)} outside** it (dotted lines)."
    )
    picture = figures.nearest(tour.twelve(), tour.query(), told, code, look=layout.look())
    _figure(place, picture, figures.nearest_text(tour.twelve(), told, code))
    first, second = _inks(code)
    _formula(
        [
            rf"\textcolor{{{first}}}{{R(q, y_1) \ge R(q, y_2) \ge \dots}} \;\text{{inside }} {name}",
            rf"\textcolor{{{second}}}{{R(q, z_1) \ge R(q, z_2) \ge \dots}} \;\text{{outside }} {name}",
        ],
        "Many outsiders may be far away; those that are near speak against the class.",
    )


def weights_step(place: DeltaGenerator) -> None:
    """3: nearer neighbours weigh more."""
    k = st.slider("k, neighbours a side", 1, tour.MOST_K, key=K.name)
    told = _told(k)
    code = CLASSES.index(state.value(CLASS))
    weights = told.inside.weights[0, code]
    words = ", ".join(number(weight, 2) for weight in weights)
    st.markdown(
        f"With k = {k} the neighbours count **{words}**: the nearest most, and together 1. "
        f"The query goes to class **{told.predictions[0]}**."
    )
    picture = figures.nearest(tour.twelve(), tour.query(), told, code, weighted=True, look=layout.look())
    _figure(place, picture, figures.nearest_text(tour.twelve(), told, code))
    _formula(
        [r"w_i = \frac{2(k + 1 - i)}{k(k + 1)}, \qquad \sum_{i=1}^{k} w_i = 1"],
        "Such an ordered weighted average (OWA) is softer than asking the nearest neighbour alone: one odd "
        "point cannot decide.",
    )


def sums_step(place: DeltaGenerator) -> None:
    """4: lower and upper."""
    st.segmented_control("Show", SUMS, key=SUM.name, required=True, format_func=SUMS.__getitem__)
    shown, told = state.value(SUM), _told(state.value(K))
    code = CLASSES.index(state.value(CLASS))
    name = CLASSES[code]
    sentences = {
        "upper": f"**Upper**: can the query belong to {name}? The weighted similarity to the neighbours "
        f"inside adds up to **{number(told.upper[0, code])}**.",
        "lower": f"**Lower**: must it belong to {name}? What the neighbours outside leave of 1 is "
        f"**{number(told.lower[0, code])}**.",
        "both": "The **score** of a class is the mean of both: "
        + ", ".join(f"{c} {s}" for c, s in zip(told.classes, told_apart(told.scores[0]), strict=True))
        + f". The query goes to **{told.predictions[0]}**.",
    }
    st.markdown(sentences[shown])
    picture = figures.sums(
        tour.twelve(), told, upper=shown != "lower", lower=shown != "upper", look=layout.look()
    )
    _figure(place, picture, figures.sums_text(told))
    first, second = _inks(code)
    upper = rf"\textcolor{{{first}}}{{\text{{upper}}_{name}(q) = \sum_{{i=1}}^{{k}} w_i R(q, y_i)}}"
    taken = rf"\textcolor{{{second}}}{{\sum_{{i=1}}^{{k}} w_i R(q, z_i)}}"
    lower = rf"\textcolor{{{first}}}{{\text{{lower}}_{name}(q)}} = 1 - {taken}"
    _formula([upper, lower], "y are the nearest inside the class, z the nearest outside it.")


def why_step(place: DeltaGenerator) -> None:
    """5: why the relation matters."""
    relation = _relation_pills()
    k = state.value(K)
    told = _told(k)
    answers = {key: str(_told(k, key).predictions[0]) for key in SHOWN}
    by_class = [
        f"{name}: {', '.join(RELATIONS[key].label for key in SHOWN if answers[key] == name) or 'none'}"
        for name in CLASSES
    ]
    st.markdown(
        f"The same points, the same k = {k}. By the **{RELATIONS[relation].label}** relation the query goes "
        f"to class **{answers[relation]}**, by {apart(told.margins[0], 0)[0]}. Who says what: "
        f"{'; '.join(by_class)}."
    )
    fitted = tour.model(relation, k)
    grid = surface(fitted, tour.twelve())
    picture = decision_surface(grid, tour.twelve(), tour.query(), told, mark=14, look=layout.look())
    picture.update_layout(height=figures.HEIGHT)
    share = float(np.mean(grid.winner == 0))
    _figure(place, picture, f"Regions of the two classes; class A has {100 * share:.0f} % of the square.")
    _formula(
        [r"\arg\max_C \; \tfrac{1}{2}\big(\text{lower}_C(q) + \text{upper}_C(q)\big)"],
        "The class with the largest mean of both wins. Regions: where it does; stronger colour, larger lead.",
    )


STEPS = (
    ("What is a relation?", relation_step),
    ("Nearest inside, nearest outside", sides_step),
    ("Nearer neighbours weigh more", weights_step),
    ("Lower and upper", sums_step),
    ("Why the relation matters", why_step),
)


def _relation_pills() -> str:
    return str(
        st.pills(
            "Relation",
            SHOWN,
            key=RELATION.name,
            required=True,
            format_func=lambda key: RELATIONS[key].label,
        )
    )


def _told(k: int, relation: str = "") -> Explanation:
    fitted = tour.model(relation or state.value(RELATION), k)
    return fitted.explain(fitted.normaliser(tour.query()[None]))


def _figure(place: DeltaGenerator, picture: go.Figure, words: str) -> None:
    with place:
        layout.figure(picture, "tour", words, f"tour-{state.value(STEP)}")


def _formula(lines: Sequence[str], words: str) -> None:
    for line in lines:
        st.latex(line)
    st.caption(words)


def _inks(code: int) -> tuple[str, str]:
    """The colours of a class and of the other one, on the page itself."""
    classes = palette(layout.dark_theme()).classes
    return classes[code], classes[1 - code]
