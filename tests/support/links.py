"""The parameters that the pages take from their links."""

from functools import cache

import pytest
import streamlit as st
from driving import opened

from pages.ui import state
from pages.ui.navigation import all_pages

TAKES_ANY_NAME = {"file", "target"}


def visited(page, **params):
    """A page by its name in the navigation."""
    return opened("" if page == "home" else page, **params)


@cache
def declared():
    """What every page hands to `open_page`: its parameters, by its name."""
    found = {}

    def record(page, params):
        found[page] = params
        st.stop()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(state, "open_page", record)
        for page in all_pages():
            visited(page)
    return found


def outcome(param, text):
    """What a parameter makes of a text: the value, or None and the reason."""
    try:
        return param.read(text), ""
    except ValueError as reason:
        return None, str(reason)
