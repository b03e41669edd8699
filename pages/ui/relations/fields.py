"""The fields and the link curves of the page Relations."""

from __future__ import annotations

import streamlit as st

from frnn_core import RELATIONS
from frnn_core.studies.relations import LinkCurve, field, link_curve
from frnn_core.studies.relations.figures import link_curves, similarity_field
from frnn_core.studies.relations.figures.similarity_scale import similarity_scale
from frnn_core.studies.relations.similarity_field import TARGETS
from pages.ui import layout, print_size, selection, state
from pages.ui.cache import Picture, fresh
from pages.ui.relations import stage
from pages.ui.relations.controls import AT, CHOSEN, CURVE, short_name
from pages.ui.relations.view import View
from pages.ui.scene.mount import possible, sorry
from pages.ui.scene.plain import alive


def fields(view: View) -> None:
    """A field for each relation on one colour scale, alive where the browser can: the star moves on any."""
    told = stage.spec(view) if alive() else None
    if told is not None:
        stage.show(told)
        for key in view.fields:
            print_size.note(_name(view, key), _picture(view, key))
    else:
        if not possible():
            sorry()
        _figures(view)
    _scale(
        view, "Drag the star, or click a field." if told is not None else "Click a field to move the star."
    )


def _figures(view: View) -> None:
    for column, key in zip(st.columns(max(3, len(view.fits)), gap="small"), view.fits, strict=False):
        with column:
            if key in view.fields:
                _field(view, key)
            else:
                with st.container(height=similarity_field.HEIGHT, border=True):
                    st.markdown(f"**{RELATIONS[key].label}**")
                    st.markdown(f"Undefined here: {view.fits[key].reason}")


def _scale(view: View, how: str) -> None:
    """What the colours mean, and what can be done."""
    beyond = any((shown.values < 0).any() for shown in view.fields.values())
    scale, words = st.columns(2, gap="medium")
    with scale:
        layout.figure(
            similarity_scale(beyond=beyond, look=layout.look()),
            "scale",
            "The colour scale of all fields, from 0 to 1, with the levels of the lines: .3, .5, .7 and .9.",
            "similarity-scale",
        )
    tail = f" Grey: below 0, {similarity_field.BEYOND}." if beyond else ""
    words.caption(
        "Similarity R(q, y) of every point q to the star y, which stands for a training row. "
        f"**{how}** Small marks: the rows, by class.{tail}"
    )


def _name(view: View, key: str) -> str:
    return f"{view.chosen.name}-{key}"


def _picture(view: View, key: str) -> Picture:
    chosen, fitted, code = view.chosen, view.fits[key], view.code(key)
    return fresh(
        similarity_field.similarity_field,
        view.fields[key],
        chosen.star,
        title=RELATIONS[key].label,
        detail=view.detail(key),
        targets=field(fitted, chosen.star, code, TARGETS),
        rows=fitted.rows,
        codes=chosen.data.codes,
        features=chosen.data.feature_names,
        corners=view.corners(key),
        look=layout.look(),
    )


def _field(view: View, key: str) -> None:
    layout.figure(_picture(view, key), f"field {key}", view.words(key), _name(view, key), select=True)


def follow() -> None:
    """Move the star to a point that was clicked just now; call it before anything is computed.

    A field keeps its last click, so each is compared with what it was in the run before.
    """
    for key in state.value(CHOSEN):
        points = layout.clicked(st.session_state.get(f"figure field {key}"))
        last, now = st.session_state.get(f"last click {key}", ""), points[0] if points else ""
        st.session_state[f"last click {key}"] = now
        if now and now != last:
            state.put(AT, AT.read(now))


def curves(view: View) -> None:
    """Similarity against distance, with slopes where there is a kernel."""
    if not view.fields:
        return
    found: dict[str, LinkCurve] = {key: link_curve(view.fits[key], view.code(key)) for key in view.fields}
    words = link_curves.link_curves_text(found, selection.names())
    if any(curve.slopes is not None for curve in found.values()):
        st.toggle("Slopes of the kernels", key=CURVE.name)
    picture = fresh(
        link_curves.link_curves,
        found,
        slopes=state.value(CURVE),
        look=layout.look(
            "Each in its own distance, up to the largest in the data.",
            {key: short_name(key) for key in found},
        ),
    )
    layout.figure(picture, "links", words, f"{view.chosen.name}-links")
    st.caption(
        f"{words} Distances have scales of their own: cosine and Pearson measure between directions, "
        "Mahalanobis and learned metrics after a linear map."
    )
