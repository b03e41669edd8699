"""The catalogue as a table, to look at."""

from __future__ import annotations

import pandas as pd

from frnn_core.data.catalogue import dataset_names, entries


def describe(extra: bool = False) -> pd.DataFrame:
    """Describe the paper's data sets, with the paper's printed figure where it differs.

    Parameters
    ----------
    extra : bool
        Describe those shipped beside the paper's too.

    Returns
    -------
    DataFrame, indexed by name
        keel_name, features, instances, gaps (missing values), classes and imbalance_ratio as measured;
        full_of, the set of the paper whose columns or rows are complete here; printed_features and
        printed_imbalance_ratio, empty where the paper prints the measured figure (to its two decimals) or
        does not print the set; note, which says why they differ; source and licence; in_paper.

    Examples
    --------
    >>> describe().loc["wine", ["features", "instances", "classes"]].to_dict()
    {'features': 13, 'instances': 178, 'classes': 3}
    """
    shown = [entries()[name] for name in dataset_names(extra)]
    return pd.DataFrame(
        {
            "keel_name": [entry.keel_name for entry in shown],
            "full_of": [entry.full_of for entry in shown],
            "features": [entry.features for entry in shown],
            "instances": [entry.rows for entry in shown],
            "gaps": [entry.gaps for entry in shown],
            "classes": [entry.classes for entry in shown],
            "imbalance_ratio": [entry.imbalance_ratio for entry in shown],
            "printed_features": pd.array([entry.printed_features for entry in shown], dtype="Int64"),
            "printed_imbalance_ratio": pd.array(
                [entry.printed_imbalance_ratio for entry in shown], dtype="float64"
            ),
            "note": [entry.paper_note for entry in shown],
            "source": [entry.source for entry in shown],
            "licence": [entry.licence for entry in shown],
            "in_paper": [entry.in_paper for entry in shown],
        },
        index=pd.Index([entry.name for entry in shown], name="name"),
    )
