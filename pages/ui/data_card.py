"""A card about one data set: what is in it, where it comes from, what to know."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from frnn_core.data import Dataset, load_dataset, partition
from frnn_core.engine.columns import ROLES
from frnn_core.text import counted
from pages.ui import visit


@st.dialog("Data set", width="large")
def show(name: str) -> None:
    """Open the card."""
    entry, data = visit.about(name), load_dataset(name)
    called = visit.shown(name, visit.label(name))
    st.subheader(f"{called} ({entry.keel_name})" if entry.keel_name not in ("", name) else called)
    for column, (label, value) in zip(
        st.columns(4),
        {
            "Rows": f"{entry.rows:,}",
            "Features": str(entry.features),
            "Classes": str(entry.classes),
            "Largest : smallest class": f"{entry.imbalance_ratio:.2f}",
        }.items(),
        strict=True,
    ):
        column.metric(label, value)
    counts = ", ".join(
        f"{label} ({count})" for label, count in zip(data.class_names, data.class_counts, strict=True)
    )
    st.markdown(f"**Classes:** {visit.shown(name, counts)}")
    st.markdown(f"**Features:** {features(data, partial(visit.shown, name))}")
    if entry.gaps:
        st.markdown(f"**Gaps:** {counted(entry.gaps, 'value')} in {counted(entry.rows_with_gaps, 'row')}")
    st.markdown(f"**Folds:** {partition(data).label}")
    for note in (*entry.notes, *([entry.paper_note] if entry.paper_note else [])):
        st.markdown(f"- {visit.shown(name, note)}")
    st.caption(f"Source: {visit.shown(name, entry.source)}. Licence: {entry.licence}.")


def features(data: Dataset, shown: Callable[[str], str] = str) -> str:
    """Name the features, as Markdown `shown` so; where not all are numbers, by what they are."""
    if data.plain:
        return ", ".join(map(shown, data.feature_names))
    names = {
        role.label.lower(): [shown(column.name) for column in data.columns if column.role == key]
        for key, role in ROLES.items()
    }
    return "; ".join(f"*{label}* {', '.join(those)}" for label, those in names.items() if those)
