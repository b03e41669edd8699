"""The page Learned relations for local relations: the map of their regions."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from frnn_core.studies.learned.figures import region_map
from frnn_core.text import number
from pages.ui import layout
from pages.ui.cache import fresh
from pages.ui.learned import cache
from pages.ui.learned.view import View

MOST_CLASSES = 3


def figure(view: View) -> None:
    """The training rows of the fold by region, beside it how many rows each region has."""
    chosen, fit = view.chosen, view.fit()
    shown = cache.region_map(chosen.name, chosen.method, chosen.fold)
    words = region_map.region_map_text(shown)
    drawn, rows = len(shown.points), int(shown.sizes.sum())
    some = f"{drawn:,} of {rows:,}" if drawn < rows else f"all {rows:,}"
    picture, reading = st.columns([3, 2])
    with picture:
        layout.figure(
            fresh(
                region_map.region_map,
                shown,
                title=f"Regions of {chosen.called}, fold {chosen.fold}",
                look=layout.look(f"{some[:1].upper()}{some[1:]} training rows; colour: region."),
            ),
            "regions",
            words,
            f"{chosen.file}-{chosen.method}-regions",
        )
    with reading:
        st.markdown(view.words(words))
        rows = _rows(shown.table()).rename(columns=view.shown).map(view.shown)
        st.table(rows, border="horizontal", alt=words)
        st.caption(
            "The region of the training row decides how its distance to a query is measured. Regions are "
            "cells around centres found by k-means in all features, scaled to a range of 1; the map shows "
            "two coordinates, so cells may overlap in it."
            + (" Found on a sample of the rows, to save time here." if fit.sampled else "")
        )


def _rows(told: pd.DataFrame) -> pd.DataFrame:
    """Rows and share of each region, and its largest class; every class where they are few."""
    classes = [name for name in told if name not in ("rows", "share")]
    shown = pd.DataFrame(
        {"Rows": told["rows"].map("{:,}".format), "Share": [number(share, 2) for share in told["share"]]}
    )
    if len(classes) <= MOST_CLASSES:
        for name in classes:
            shown[f"C{name[1:]}"] = told[name].map("{:,}".format)
    else:
        shown["Largest class"] = [
            f"{name.removeprefix('class ')} ({told.loc[region, name]:,})"
            for region, name in told[classes].idxmax(axis=1).items()
        ]
    return shown.set_axis(shown.index.map(str)).rename_axis("Region")
