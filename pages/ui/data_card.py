"""A card about one data set: what is in it, where it comes from, what to know."""

from __future__ import annotations

import streamlit as st

from frnn_core.data import Dataset, load_dataset, partition
from frnn_core.data.catalogue import entries
from frnn_core.engine.columns import ROLES
from frnn_core.text import counted


@st.dialog("Data set", width="large")
def show(name: str) -> None:
    """Open the card."""
    entry, data = entries()[name], load_dataset(name)
    st.subheader(f"{name} ({entry.keel_name})" if entry.keel_name not in ("", name) else name)
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
    st.markdown(f"**Classes:** {counts}")
    st.markdown(f"**Features:** {features(data)}")
    if entry.gaps:
        st.markdown(f"**Gaps:** {counted(entry.gaps, 'value')} in {counted(entry.rows_with_gaps, 'row')}")
    st.markdown(f"**Folds:** {partition(data).label}")
    for note in (*entry.notes, *([entry.paper_note] if entry.paper_note else [])):
        st.markdown(f"- {note}")
    st.caption(f"Source: {entry.source}. Licence: {entry.licence}.")


def features(data: Dataset) -> str:
    """Name the features; where not all are numbers, by what they are."""
    if data.plain:
        return ", ".join(data.feature_names)
    names = {
        role.label.lower(): [column.name for column in data.columns if column.role == key]
        for key, role in ROLES.items()
    }
    return "; ".join(f"*{label}* {', '.join(those)}" for label, those in names.items() if those)
