"""The parts of the page Significance above its tabs: the finding and the diagram."""

from __future__ import annotations

import streamlit as st

from frnn_core.figures import critical_difference, critical_difference_text
from pages.ui import cache, layout
from pages.ui.significance.view import View


def finding(view: View) -> None:
    """What the omnibus test says."""
    layout.finding(view.unfinished + view.markdown(view.overall()))


def diagram(view: View) -> None:
    """The critical-difference diagram, and what to beware of."""
    words = critical_difference_text(view.result, view.names)
    picture = cache.drawn(critical_difference, view.result, key=view.content, look=view.look())
    layout.figure(picture, "critical difference", words, "critical-difference")
    for warning in view.warnings():
        st.warning(view.markdown(warning), icon=":material/info:")
