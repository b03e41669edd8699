"""The fields of the page Relations as a scene: the star is dragged on any, and all of them follow."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st

from frnn_core import RELATIONS
from frnn_core.data.dataset import Dataset
from frnn_core.engine.scalings import Scaler
from frnn_core.figures.marks import MARKERS
from frnn_core.studies.playground.figures.class_marks import GLYPHS, ClassMarks
from frnn_core.studies.relations.similarity_field import HALF
from pages.ui import layout, scene
from pages.ui.relations.controls import AT
from pages.ui.relations.view import View

KEY = "relations scene"
TICKS = {"-0.5": "−½", "0": "0", "0.5": "½"}
AS_THEY_ARE = Scaler(np.zeros(2), np.ones(2), np.zeros(2))
"""The square is drawn in the units of normalised rows."""


def spec(view: View) -> dict[str, Any] | None:
    """What the scene is told; None where the browser cannot compute one of the relations."""
    rows = next((view.fits[key].rows for key in view.fields), None)
    if rows is None:
        return None
    data, look = view.chosen.data, layout.look()
    shown = Dataset(data.name, rows, data.y, data.feature_names, data.source, data.notes)
    marks = ClassMarks(tuple(range(len(data.class_names))), look.colours)
    told = scene.spec(
        shown,
        [_panel(view, key) for key in view.fits],
        view.chosen.star,
        ((-HALF, -HALF), (HALF, HALF)),
        look,
        marks=marks,
        layer="field",
        show=scene.Show(lines=""),
        star="star",
        most="420px",
        columns=max(3, len(view.fits)),
        ticks=TICKS,
        board=repr((data.name, view.chosen.first, view.chosen.second)),
    )
    return None if told is None else told | _small_marks(view)


def _small_marks(view: View) -> dict[str, Any]:
    """The rows are in the background: classes by shape alone, so that colour says similarity."""
    look, names = layout.look(), view.chosen.data.class_names
    told = [
        {
            "colour": look.colours.background,
            "shape": MARKERS[code % len(MARKERS)],
            "glyph": GLYPHS[code % len(MARKERS)],
        }
        for code in range(len(names))
    ]
    return {"marks": told, "mark": 2.2, "faint": True, "legend": []}


def _panel(view: View, key: str) -> scene.Panel:
    spec, fitted = RELATIONS[key], view.fits[key]
    if fitted.model is None:
        return scene.Panel(spec.label, "", "", None, f"Undefined here: {fitted.reason}")
    return scene.Panel(
        spec.label,
        view.detail(key),
        view.words(key),
        replace(fitted.model, normaliser=AS_THEY_ARE),
        gamma_moves=spec.uses_gamma,
        code=view.code(key),
        corners=view.corners(key),
    )


def show(told: dict[str, Any]) -> None:
    """The scene; where the star was dropped becomes the state of the page."""
    scene.mount(told, KEY, _take)


def _take(done: scene.Done) -> None:
    x, y = (float(np.clip(value, -HALF, HALF)) for value in done.query)
    st.session_state[AT.name] = (x, y)
