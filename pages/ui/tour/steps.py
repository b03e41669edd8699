"""The five steps of the tour: what each says, shows before and after its question, and lets one choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from frnn_core import RELATIONS
from frnn_core.figures.palette import palette
from frnn_core.figures.upper_and_lower import HOW
from frnn_core.studies.tour import Place
from frnn_core.text import counted, number
from pages.ui import layout
from pages.ui.scene import Show
from pages.ui.tour import controls


@dataclass(frozen=True)
class Sight:
    """What is to be seen over the points: what is drawn, the layer, whether the star's class is told."""

    show: Show
    layer: str = "none"
    answer: bool = False


@dataclass(frozen=True)
class Step:
    """A step, in the order of its parts.

    Attributes
    ----------
    says : a sentence that gives nothing away
    before, after : what is to be seen until its question is answered, and then
    choose : its control; `late` where that would give the answer away
    formula : lines of LaTeX; `where` says what their letters are
    """

    title: str
    says: Callable[[Place], str]
    before: Sight
    after: Sight
    choose: Callable[[], None]
    formula: Callable[[Place], Sequence[str]]
    where: str
    late: bool = False


def _relation(place: Place) -> str:
    return "A relation says how alike two points are: 1 is equal. Drag the star ☆, or choose a relation."


def _sides(place: Place) -> str:
    inside = counted(int((place.told().inside.rows[0, place.code] >= 0).sum()), "point")
    outside = int((place.told().outside.rows[0, place.code] >= 0).sum())
    return (
        f"For each class FRNN looks two ways: at the **{inside} inside class {place.name}** most like the "
        f"star (solid lines), and at the **{outside} outside** it (dotted lines)."
    )


def _weights(place: Place) -> str:
    weights = ", ".join(number(weight, 2) for weight in place.told().inside.weights[0, place.code])
    return f"With k = {place.k} the neighbours count **{weights}**: the nearest most, and together 1."


def _sums(place: Place) -> str:
    ink, name = _ink(place), place.name
    return (
        rf"**Upper**: can it be {name}? $\textcolor{{{ink}}}{{\sum w_i R(q, y_i)}}$, inside {name}.  "
        "\n"
        rf"**Lower**: must it be {name}? $1 - \sum w_i R(q, z_i)$, outside."
    )


def _why(place: Place) -> str:
    return f"The same points, k = {place.k}. Only the relation changes."


def _formula_relation(place: Place) -> Sequence[str]:
    return (RELATIONS[place.relation].formula,)


def _formula_sides(place: Place) -> Sequence[str]:
    return (
        rf"\textcolor{{{_ink(place)}}}{{R(q, y_1) \ge R(q, y_2) \ge \dots}} \;\text{{inside }} {place.name}",
        rf"R(q, z_1) \ge R(q, z_2) \ge \dots \;\text{{outside }} {place.name}",
    )


def _formula_weights(place: Place) -> Sequence[str]:
    return (r"w_i = \frac{2(k + 1 - i)}{k(k + 1)}, \qquad \sum_{i=1}^{k} w_i = 1",)


def _no_formula(place: Place) -> Sequence[str]:
    return ()


def _formula_why(place: Place) -> Sequence[str]:
    return (r"\arg\max_C \; \tfrac{1}{2}\big(\text{lower}_C(q) + \text{upper}_C(q)\big)",)


def _ink(place: Place) -> str:
    """The colour of the class that is looked at, on the page itself."""
    return palette(layout.dark_theme()).classes[place.code]


STEPS = (
    Step(
        "What is a relation?",
        _relation,
        Sight(Show(lines="")),
        Sight(Show(lines="", labels="similarity", sizes=True)),
        controls.relation,
        _formula_relation,
        "q is the star, y a point, n the number of features; each feature is first scaled to a range of 1, "
        "from −½ to ½.",
    ),
    Step(
        "Nearest inside, nearest outside",
        _sides,
        Sight(Show(lines="plain", sides=("inside",))),
        Sight(Show(lines="plain")),
        controls.of_class,
        _formula_sides,
        "Many outsiders may be far away; those that are near speak against the class.",
    ),
    Step(
        "Nearer neighbours weigh more",
        _weights,
        Sight(Show(lines="weighted", labels="weight"), answer=True),
        Sight(Show(lines="weighted", labels="weight"), answer=True),
        controls.neighbours,
        _formula_weights,
        "Such an ordered weighted average (OWA) is softer than asking the nearest neighbour alone: one odd "
        "point cannot decide.",
    ),
    Step(
        "Lower and upper",
        _sums,
        Sight(Show(lines="weighted", bars=("upper",), compact=True, written=True)),
        Sight(Show(lines="weighted", compact=True, written=True), answer=True),
        controls.sums,
        _no_formula,
        f"{HOW} With two classes lower of one is 1 minus upper of the other; with three it says more.",
        late=True,
    ),
    Step(
        "Why the relation matters",
        _why,
        Sight(Show(lines="winner"), answer=True),
        Sight(Show(lines="winner"), layer="margin", answer=True),
        controls.relation,
        _formula_why,
        "The class with the largest mean of both wins. Regions: where it does; stronger colour, larger lead.",
    ),
)


def formula(step: Step, place: Place) -> None:
    """What was said, in letters; terms of the class have its colour."""
    with st.container(gap="xxsmall", key="tour-formula"):
        for line in step.formula(place):
            st.latex(line)
        st.caption(step.where)
