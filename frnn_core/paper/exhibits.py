"""The data of three guided exhibits: one missing absolute value, a table read sideways, a descent."""

from __future__ import annotations

import pandas as pd

from frnn_core.engine.relation import VARIANTS
from frnn_core.paper.cells import agreement
from frnn_core.paper.checks.ranks import BOUNDS, TITLES, friedman_frame
from frnn_core.paper.columns import column_of, our_cell, printed, side_by_side
from frnn_core.paper.fitted_kernels import AT_CHANCE, COMPACT, descent_story
from frnn_core.stats import rank_rows


def chebyshev_story() -> pd.DataFrame:
    """By data set: Chebyshev as printed, as published (signed), corrected (absolute value), and Euclidean.

    Table 6 of the paper. Columns: folds, printed, published, corrected, euc (ours).
    """
    frame = side_by_side("table_distances", "che")
    euclidean = column_of("table_distances", "euc", "corrected")
    frame["euc"] = [our_cell(row, euclidean).value for row in frame.index]
    return frame


def sideways_story() -> pd.DataFrame:
    """Friedman's test on the four printed tables, both ways round, with the printed bound of p.

    Sections 4.2, 4.4, 4.5.1 and 4.5.2 of the paper. Columns: title, data sets, relations (on complete
    rows), p, p transposed, printed bound.
    """
    tables = [f"table_{name}" for name in TITLES]
    frame = pd.concat([friedman_frame({"printed": printed(table)}) for table in tables])
    frame.index = pd.Index(tables, name="table")
    frame.insert(0, "title", list(TITLES.values()))
    frame["printed bound"] = [BOUNDS[name] for name in TITLES]
    return frame


def friedman_ranks(table: str, turned: bool = False) -> pd.DataFrame:
    """What Friedman's test ranks in a printed table: the complete rows, data sets x relations.

    The relations within each data set (1 = best) or, with the table turned, the data sets within each
    relation.
    """
    complete = printed(table).round(3).dropna()
    return rank_rows(complete.T).T if turned else rank_rows(complete)


def chebyshev_summary() -> dict[str, float]:
    """Chebyshev in a few numbers: means of the columns, where the absolute value helps, and how much.

    Keys: data sets; printed, published, corrected, euc (means over them); KEEL cells; published agree,
    corrected agree (of these, to 3 decimals); better (data sets with a gain).
    """
    story = chebyshev_story().dropna()
    known = story[story["folds"] == "KEEL"]
    agree = {
        f"{name} agree": sum(
            agreement(said, ours) == "3 decimals"
            for said, ours in zip(known["printed"], known[name], strict=True)
        )
        for name in VARIANTS
    }
    means = story[["printed", *VARIANTS, "euc"]].mean().to_dict()
    better = int((story["corrected"] > story["published"]).sum())
    return {"data sets": len(story), **means, "KEEL cells": len(known), **agree, "better": better}


def descent_summary() -> pd.DataFrame:
    """The two kernels at chance in the print, over the data sets where both variants ran.

    A row each for `cir-grad` and `sph-grad`. Columns: data sets; printed, published, corrected, unfitted
    (means); gamma_published, gamma_corrected (medians); chance_printed, chance_published, chance_corrected
    (shares of the data sets that are at most .02 above naming one class always).
    """
    story = descent_story().dropna(subset=list(VARIANTS))
    rows = {}
    for name in COMPACT:
        found = story[story["relation"] == name]
        shown = ["printed", *VARIANTS]
        rows[name] = {
            "data sets": len(found),
            **found[[*shown, "unfitted"]].mean().to_dict(),
            **found[["gamma_published", "gamma_corrected"]].median().to_dict(),
            **{f"chance_{how}": float((found[how] <= found["chance"] + AT_CHANCE).mean()) for how in shown},
        }
    return pd.DataFrame.from_dict(rows, orient="index").astype({"data sets": int})
