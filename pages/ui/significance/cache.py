"""What the page Significance keeps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd
import streamlit as st

from frnn_core import RELATIONS
from frnn_core.stats import Comparison, compare


def comparison(scores: pd.DataFrame, reasons: pd.DataFrame, **options: Any) -> Comparison:
    """The comparison of a table of scores; the same table and options give the same one at once."""
    content = scores.to_csv() + reasons.to_csv()
    return _comparison(content, tuple(sorted(options.items())), scores, reasons)


@st.cache_resource(max_entries=128, show_spinner=False)
def _comparison(
    content: str, options: tuple[tuple[str, Any], ...], _scores: pd.DataFrame, _reasons: pd.DataFrame
) -> Comparison:
    return compare(_scores, reasons=_reasons, relation_names=RELATIONS, **dict(options))


@st.cache_resource(max_entries=128, show_spinner=False)
def computed(_compute: Callable[[], Any], what: str, content: str) -> Any:
    """What a function gives for a comparison that `content` tells apart from others."""
    return _compute()
