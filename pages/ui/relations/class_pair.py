"""The exhibit of the page Relations: one pair of points, two classes, two similarities."""

from __future__ import annotations

import streamlit as st

from frnn_core.paper.claims import claims, finding
from frnn_core.studies.relations import ClassPair, class_pair
from frnn_core.studies.relations.class_pair import EXAMPLE, POINTS, Shape, impossible
from frnn_core.studies.relations.figures.class_ellipses import class_ellipses, class_ellipses_text
from frnn_core.text import number
from pages.ui import layout, shell, state
from pages.ui.cache import fresh
from pages.ui.paper.controls import COLOURS, ICONS
from pages.ui.relations.controls import CORRELATIONS, SHAPES, VARIANCES

CLAIM = "csmbr-example"
LABELS = ("Variance of each feature", "Correlation of a1 and a2", "Correlation of a2 and a3")


def exhibit() -> None:
    """Sliders for both classes, the ellipses of both, and why R(u, v) and R(v, u) part."""
    st.subheader("Why R(u, v) and R(v, u) part: the class-specific Mahalanobis relation")
    st.markdown(
        "Each class has its own covariance, and R(x, y) is measured by the class of x. The paper's example: "
        f"u = {_point(0)} in class 0, v = {_point(1)} in class 1, features a1, a2 and a3, and a largest "
        "distance of 1 within each class."
    )
    shapes = _shape(0), _shape(1)
    for code, column in enumerate(st.columns(2, gap="large")):
        with column:
            st.markdown(f"**Class {code}**, the class of {'uv'[code]}")
            _sliders(code)
    reasons = {code: impossible(shape) for code, shape in enumerate(shapes)}
    if any(reasons.values()):
        for code, reason in reasons.items():
            if reason:
                st.info(f"Class {code}: {reason}. Move one of its correlations towards 0.")
        _back()
        return
    pair = class_pair(shapes)
    layout.finding(_sentence(pair))
    for code, column in enumerate(st.columns(2, gap="large")):
        with column:
            picture = fresh(class_ellipses, pair, code, look=layout.look())
            layout.figure(
                picture, f"ellipses {code}", class_ellipses_text(pair, code), f"class-{code}-ellipses"
            )
    st.caption(
        "Ellipses hold the points that are at least .9, .7, .5 and .3 similar. They are cut in the plane "
        f"through u and v in which a3 = −{number(-POINTS[0][2], 1)} − a2, so that both lie in it exactly. In "
        "FRNN the row whose class is known measures: the paper writes it first, the fields above call it y."
    )
    _printed(shapes == EXAMPLE)
    _back()


def _shape(code: int) -> Shape:
    variance, first, second = (state.value(param) for param in SHAPES[code])
    return variance, first, second


def _sliders(code: int) -> None:
    for label, param, stops in zip(
        LABELS, SHAPES[code], (VARIANCES, CORRELATIONS, CORRELATIONS), strict=True
    ):
        st.select_slider(label, stops, key=param.name, format_func=state.short)


def _point(which: int) -> str:
    return f"({', '.join(f'{value:g}' for value in POINTS[which])})"


def _sentence(pair: ClassPair) -> str:
    """Both similarities, and which class calls the other point farther."""
    first, second = number(pair.first), number(pair.second)
    if first == second:
        return f"R(u, v) = R(v, u) = {first}: both classes measure this difference alike."
    farther = 0 if pair.first < pair.second else 1
    return (
        f"R(u, v) = {first} and R(v, u) = {second}: the same difference u − v is longer by the covariance of "
        f"class {farther}."
    )


def _printed(default: bool) -> None:
    """What the paper prints for its example, and whether it comes out again."""
    claim = next(claim for claim in claims() if claim.id == CLAIM)
    found = finding(CLAIM)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.badge(found.verdict, icon=ICONS[found.verdict], color=COLOURS[found.verdict])
        start = "The paper prints" if default else "For its own example the paper prints"
        st.markdown(f"{start} {claim.printed}; recomputed: {found.recomputed}.")
        st.page_link(shell.page("paper"), label="Evidence", query_params={"claim": CLAIM})


def _back() -> None:
    params = [*SHAPES[0], *SHAPES[1]]
    if any(state.value(param) != param.default for param in params):
        st.button("Back to the paper's example", on_click=state.reset, args=(params,))
