"""The frame around every page: navigation, width, the guard for direct visits."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from contextvars import ContextVar
from pathlib import Path

import streamlit as st

from frnn_core.errors import FRNNError
from pages.ui import narrow, navigation, presenting, print_size, state, touching
from pages.ui.escaping import plain
from pages.ui.layout import WHITE
from pages.ui.presenting import PRESENT, STYLE

ICON = Path(__file__).with_name("icon.svg")
_frame: ContextVar[bool | None] = ContextVar("whether the frame is that of Present", default=None)
_modules_seen: list[int] = [0]
OVERTAKEN = "dictionary changed size during iteration"
"""Streamlit 1.67 looks through the values of a session without its lock, and on a busy server a run that was
overtaken may still put them in order just then."""
TOP = """<style>
@media (min-width: 768px) {
  .stApp:has([data-testid=stSidebar][data-collapsed=false]) [data-testid=stMainBlockContainer] {
    padding-top: 1rem;
  }
  .stApp:has([data-testid=stSidebar][data-collapsed=false]) [data-testid=stHeader] {
    background: none; pointer-events: none;
  }
  [data-testid=stHeader] * { pointer-events: none; }
  [data-testid=stHeader] button { pointer-events: auto; }
}
@media (min-width: 768px) and (max-width: 1400px) {
  [data-testid=stMainBlockContainer] { padding-left: 2rem; padding-right: 2rem; }
  .st-key-top { padding-right: 1.5rem; }
}
@media (max-width: 640px) { .st-key-presenting { display: none; } }
</style>"""
"""The bar at the top holds only a menu at its right end: beside an open sidebar the page begins beside it."""

ALWAYS = """<style>
.st-key-presenting-script, .st-key-narrow-script { position: absolute; }
.st-key-top { flex-wrap: nowrap; }
@media (hover: none) { .stApp kbd { display: none; } }
@media (hover: none), (max-width: 640px) { .modebar-container { display: none; } }
[data-testid=stPopoverBody] { padding: 0.9rem 1.1rem; max-height: 84vh; }
[data-testid=stPopoverBody] [data-testid=stVerticalBlock] { gap: 0.45rem; }
[data-testid=stExpandSidebarButton] { width: auto; }
[data-testid=stExpandSidebarButton]::after { content: "Menu"; margin-left: 0.4rem; font-size: 0.9rem; }
@media (max-width: 640px) {
  [data-testid=stMainBlockContainer] { padding-top: 3.5rem; }
  [data-testid=stPopoverBody] [data-testid=stColumn] { min-width: 45%; }
  [data-testid=stMainBlockContainer] > [data-testid=stVerticalBlock] { gap: 0.6rem; }
  [data-testid=stMain] h1 { font-size: 1.4rem; padding: 0.25rem 0; }
  [data-testid=stMain] h3 { font-size: 1.05rem; padding: 0.25rem 0; }
  [data-testid=stMain] [data-testid=stHeading] [data-testid=stMarkdownContainer] { margin: 0; }
  .st-key-top kbd { display: none; }
  .st-key-top button p {
    position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  }
  [data-testid=stLayoutWrapper]:has(> .st-key-counts) { order: 1; }
  .st-key-exhibit-parts > * > [data-testid=stHorizontalBlock] { flex-wrap: wrap-reverse; }
}
</style>"""
"""On a phone: small headings, figures before words, no keys, and no buttons that cover a figure's legend.

The buttons at the top show their pictures alone; their words stay there for those who hear the page."""


def page(name: str) -> st.Page:
    """A page by its name, for links."""
    pages = navigation.all_pages()
    entry, first = pages[name], next(iter(pages))
    return st.Page(
        navigation.FOLDER / f"{name}.py",
        title=entry.title,
        icon=f":material/{entry.icon}:",
        default=name == first,
    )


def main() -> None:
    """Draw the frame and run the page that the address asks for."""
    name_store(sys.argv[1:])
    st.set_page_config(page_title="FRNN Explorer", page_icon=ICON, layout="wide")
    pages = {name: page(name) for name in navigation.all_pages()}
    groups = {group: [pages[name] for name in names] for group, names in navigation.grouped().items()}
    shown = st.navigation(groups, expanded=True)
    large = presenting.coming(next(name for name in pages if pages[name] is shown))
    st.html(ALWAYS)
    if large:
        st.html(STYLE)
    else:
        st.html(TOP)
    presenting.script(presents=large)
    narrow.script()
    token = _frame.set(large)
    try:
        shown.run()
    except FRNNError as error:  # raised on purpose: it names cause and cure
        st.error(plain(str(error)), icon=":material/error:")
    except RuntimeError as error:
        if str(error) != OVERTAKEN:
            raise
        st.rerun()
    finally:
        _frame.reset(token)
        _settle()


def name_store(words: Sequence[str]) -> None:
    """Show and keep results in a file of one's own: streamlit run app.py -- --store FILE."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--store", default="")
    named = parser.parse_known_args(words)[0].store
    if named:
        os.environ["FRNN_STORE"] = named


def _settle() -> None:
    """When a page has brought modules along, exempt all that is loaded from the search for garbage.

    Streamlit searches the whole heap after every run of a page; modules and shipped tables, which stay, are
    most of it.
    """
    if len(sys.modules) != _modules_seen[0]:
        _modules_seen[0] = len(sys.modules)
        gc.collect()
        gc.freeze()


def start(page: str, params: state.Params) -> None:
    """Start every page with this: its state from link or session, and its frame.

    A direct visit right after start-up runs the page without its frame; then the frame is run instead. Where
    the page turns out not to be presented as the frame is, both are drawn anew.
    """
    if _frame.get() is None:
        main()
        st.stop()
    state.open_page(page, [*params, PRESENT, WHITE, *print_size.PARAMS])
    if presenting.on() != _frame.get():
        st.rerun()
    print_size.begin()
    touching.script()
