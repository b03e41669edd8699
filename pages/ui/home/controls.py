"""The control of the page Home: the relation."""

from __future__ import annotations

import streamlit as st

from frnn_core import RELATIONS
from pages.ui import state
from pages.ui.points import read_point

BASE = "man"
SHOWN = [BASE, "euc", "cos", "class-mah", "gauss"]
RELATION = state.choice("relation", SHOWN, BASE, "relation", state.labels(RELATIONS))
QUERY = state.Param("hq", "", read_point, str, "star")
PARAMS = (RELATION, QUERY)


def relation() -> str:
    """Pills for the relations; gives the one that was chosen."""
    return str(
        st.pills(
            "Relation",
            SHOWN,
            required=True,
            format_func=lambda key: RELATIONS[key].label,
            key=RELATION.name,
            label_visibility="collapsed",
        )
    )
