"""The bar at the foot of a page: what a visitor takes away from it, which is what is on screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial

import pandas as pd
import streamlit as st

from frnn_core.engine.rounding import NOISE
from frnn_core.experiments.baselines import baseline_names
from frnn_core.latex import ascii_text, latex_text
from frnn_core.text import bibtex, csv_text
from frnn_core.version import __version__
from pages.ui import layout, print_size, selection, state, visit
from pages.ui.controls import gamma_text

OF_OWN = (
    "This address restores the settings. Your table is in no link: whoever opens it, you too after a reload, "
    "is asked for a table."
)
LONGEST_NAME = 150
"""Letters of the name of a file: enough for every setting, and within what Windows takes of a path."""
Data = str | bytes | Callable[[], str | bytes]


def bar(
    name: str,
    frame: pd.DataFrame,
    caption: str,
    *,
    latex: Callable[[], str] | None = None,
    more: Mapping[str, tuple[Data, str]] | None = None,
    best: pd.DataFrame | None = None,
    means: pd.Series | None = None,
    decimals: int = 3,
) -> None:
    """Link, CSV, LaTeX, figures, citation, and further files (label: data, file name); none on a projector.

    Parameters
    ----------
    name : what the files are called: see `named`
    frame : the table on screen
    caption : what it shows, with every setting
    latex : makes the table in LaTeX when it is asked for, where that is not just the frame
    best, means : for LaTeX: which cells are bold, and a row below
    """
    if layout.present():
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        with st.popover("Link", icon=":material/link:"):
            st.caption(OF_OWN if visit.in_view() else "This address restores the view.")
            st.code(state.link(), language=None, wrap_lines=True)
        _download("CSV", csv_text(rounded(frame)), f"{name}.csv", "text/csv")
        tex = latex or partial(
            latex_text,
            frame,
            caption,
            comment(caption),
            decimals,
            name=name,
            best=best,
            means=means,
            names=full_names(),
        )
        _download("LaTeX", tex, f"{name}.tex", "text/x-tex")
        _figures(name)
        for label, (data, file_name) in (more or {}).items():
            _download(label, data, file_name, None)
        with st.popover("Cite", icon=":material/format_quote:"):
            st.caption("The paper whose relations these are, and this software.")
            st.code(bibtex(), language=None, wrap_lines=True)
    if layout.dark_theme():
        st.toggle("Figures on white, to save them by the camera above them", key=layout.WHITE.name)


def named(name: str, *parts: str) -> str:
    """A name of a file that says what is in it, in ASCII: benchmark-gap-k3-corrected.

    Examples
    --------
    >>> named("k-gamma", "pima", "γ = 0.3")
    'k-gamma-pima-gamma-0.3'
    """
    plain = ascii_text("-".join(filter(None, [name, *parts]))).lower()
    return re.sub(r"[^a-z0-9.]+", "-", plain).strip("-.")[:LONGEST_NAME].rstrip("-.")


def settings(chosen: selection.Selection, *, k: bool = True) -> list[str]:
    """What tells a choice of Compare apart, as parts of a name: k, and what matters or is not as usual."""
    return [
        *([f"k{chosen.k}"] if k else []),
        *([f"gamma{gamma_text(chosen.gamma)}"] if chosen.uses_gamma else []),
        *([chosen.variant] if chosen.uses_variant else []),
        *chosen.plan().conditions.in_names(),
    ]


def rounded(frame: pd.DataFrame) -> pd.DataFrame:
    """Numbers as ranks and tests see them: without the noise of floating point."""
    return frame.round(NOISE)


def comment(caption: str) -> tuple[str, str, str]:
    """What stands above a table of LaTeX: what it is, what made it, and the view, without any machine."""
    return caption, f"FRNN Explorer {__version__}", f"View: {view()}"


def view() -> str:
    """The view on screen as the end of an address, good on every installation: benchmark?show=gap&k=5."""
    return state.link().split("://")[-1].partition("/")[2]


def full_names() -> dict[str, str]:
    """The full names of relations and of other classifiers."""
    return {**selection.names(), **baseline_names()}


def _figures(name: str) -> None:
    """The figures of the page for print: a row each, in the size and the dress that is chosen."""
    pictures = print_size.pictures()
    if not pictures:
        return
    with st.popover("Figures", icon=":material/image:"):
        print_size.choices()
        for place, (called, picture) in enumerate(pictures.items()):
            if len(pictures) > 1:
                st.caption(called.replace("-", " ").capitalize())
            stem = named(name, called if called not in name else "", print_size.part())
            with st.container(horizontal=True):
                for kind in ("svg", "pdf"):
                    file = f"{stem}.{kind}"
                    data = print_size.file(picture, kind)
                    _download(kind.upper(), data, file, None, key=f"figure {place} {kind}")


def _download(label: str, data: Data, file_name: str, mime: str | None, key: str = "") -> None:
    st.download_button(
        label,
        data,
        file_name,
        mime,
        key=f"download {key or label}",
        icon=":material/download:",
        on_click="ignore",
    )
