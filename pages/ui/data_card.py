"""A card about one data set: what is in it, where it comes from, what to know."""

from __future__ import annotations

import streamlit as st

from frnn_core.data import load_dataset, partition
from frnn_core.data.catalogue import entries


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
    st.markdown(f"**Features:** {', '.join(data.feature_names)}")
    st.markdown(f"**Folds:** {partition(data).label}")
    for note in (*entry.notes, *([entry.paper_note] if entry.paper_note else [])):
        st.markdown(f"- {note}")
    st.caption(f"Source: {entry.source}. Licence: {entry.licence}.")
