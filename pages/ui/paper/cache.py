"""What the page Paper keeps."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from frnn_core.experiments.store import Store, StoreError, default_path
from frnn_core.paper import claims
from frnn_core.paper.left_open import Answer, answer
from frnn_core.paper.open_questions import questions


def audited() -> bool:
    """Whether the claims of the paper have been checked since the start, so that asking costs nothing."""
    return claims.finding.cache_info().currsize >= len(claims.claims())


@st.cache_data(max_entries=1, show_spinner=False)
def audit() -> pd.DataFrame:
    """The claims of the paper with their verdicts, titles and topics."""
    found = claims.audit()
    found.insert(1, "title", [claim.title for claim in claims.claims()])
    found.insert(2, "topic", found["id"].map(claims.topics()))
    return found


def answers() -> dict[str, Answer]:
    """The answers to what the paper left open, as far as results are known; anew when the store changed."""
    try:
        path = default_path()
        if path.exists():
            Store(path)  # opening it may change its files once; after that they change with its results
    except StoreError:
        return _answers("", ())
    files = (path, path.with_name(f"{path.name}-wal"))
    return _answers(str(path), tuple(file.stat().st_mtime_ns if file.exists() else 0 for file in files))


@st.cache_resource(max_entries=2, show_spinner=False)
def _answers(path: str, changed: tuple[int, ...]) -> dict[str, Answer]:
    """From the shipped results, and where these lack something from a store that is there."""
    found = {question.key: answer(question) for question in questions()}
    if not any(changed) or all(one.complete for one in found.values()):
        return found
    try:
        store = Store(path)
        return {key: one if one.complete else answer(one.question, store) for key, one in found.items()}
    except StoreError:
        return found
