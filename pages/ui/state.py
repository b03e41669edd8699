"""State in the address: a link restores the view, and a value that no option has is ignored."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st


def start_from_link(name: str, options: Sequence[str], default: str) -> None:
    """Before a widget with this key is drawn: let the address decide its first value."""
    if name not in st.session_state:
        asked = st.query_params.get(name, default)
        st.session_state[name] = asked if asked in options else default


def keep_in_link(name: str, value: str, default: str) -> None:
    """After the widget: write its value into the address, which stays short at the default."""
    if value != default:
        st.query_params[name] = value
    elif name in st.query_params:
        del st.query_params[name]
