"""What the page Your data keeps: the sample alone. Visitors' tables stay in their sessions."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import streamlit as st

from frnn_core import read_dataset
from frnn_core.data.reading import Options
from frnn_core.your_data import Leaderboard
from frnn_core.your_data.fold_scores import Design, fold_scores
from pages.ui.your_data import file


def sample_board(options: Options, design: Design) -> Leaderboard:
    """The comparison of relations on the sample of Your data."""
    return _sample_board(tuple(sorted(asdict(options).items())), design.text())


@st.cache_resource(max_entries=64, show_spinner=False)
def _sample_board(options: tuple[tuple[str, Any], ...], design_text: str) -> Leaderboard:
    design = Design.of_text(design_text)
    data = read_dataset(file.sample().raw, **dict(options))
    return Leaderboard.of(list(fold_scores(data, design)), design, design.deals(data))
