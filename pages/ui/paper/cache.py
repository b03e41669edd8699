"""What the page Paper keeps."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from frnn_core.paper import claims


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
