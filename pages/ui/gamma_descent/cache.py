"""What the page Gamma descent keeps."""

from __future__ import annotations

import streamlit as st

from frnn_core.relations.gamma import GammaSettings
from frnn_core.studies.gamma_descent import FoldOutcome, descend
from pages.ui import visit


@visit.kept(st.cache_resource(max_entries=1024, show_spinner=False))
def outcome(
    name: str, fold: int, kernel: str, k: int, variants: tuple[str, ...], settings: GammaSettings
) -> FoldOutcome:
    """Learning a kernel width on one fold."""
    return descend(name, fold, kernel, k, settings, variants, visit.encoding(name))
