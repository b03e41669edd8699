"""Claims on the data sets, and facts of the data that the printed numbers depend on."""

from __future__ import annotations

from functools import cache, partial

import numpy as np
import pandas as pd
from scipy.spatial.distance import pdist

from frnn_core.classifier import FRNNClassifier
from frnn_core.data import Dataset, describe, load_dataset, partition
from frnn_core.engine.approximations import scores
from frnn_core.engine.measures import balanced_accuracy, confusion
from frnn_core.engine.scalings import fit_scaling
from frnn_core.experiments.evaluate import mean_score
from frnn_core.experiments.plan import Conditions, Setting, loaded
from frnn_core.paper import printed_table
from frnn_core.paper.columns import printed
from frnn_core.paper.verdicts import Claim, Finding, close, verdict
from frnn_core.text import number

SIX = ("man", "euc", "can", "pcc", "cos", "mah")
COLUMNS = {
    "n_num_features": ("features", "numbers of features", 0.0),
    "n_instances": ("instances", "numbers of rows", 0.0),
    "n_classes": ("classes", "numbers of classes", 0.0),
    "ir": ("imbalance_ratio", "imbalance ratios", 0.005),
}
"""Printed column of Table 5: ours, its name in words, and what rounding allows."""
WISCONSIN = {"2": 6.5, "4": 27.3}
"""Section 3.2: printed mean Manhattan distance within each class."""


def check_counts(measured: pd.Series, said: pd.Series, tolerance: float) -> Finding:
    """Whether a column of Table 5 is that of the data."""
    frame = pd.DataFrame({"printed": said, "measured": measured})
    off = frame[(frame["printed"] - frame["measured"]).abs() > tolerance + 1e-9]
    shown = "; ".join(f"{name} {row['measured']:.6g} ({row['printed']:g})" for name, row in off.iterrows())
    return Finding(
        f"{len(frame) - len(off)} of {len(frame)} agree"
        + (f"; measured (printed): {shown}" if shown else ""),
        verdict(off.empty),
        {"data sets": len(frame), "off": len(off)},
        frame,
    )


def _counts(column: str) -> Finding:
    said = printed_table("datasets").set_index("dataset")[column].astype(float)
    ours, _, tolerance = COLUMNS[column]
    return check_counts(describe()[ours].astype(float).loc[said.index], said, tolerance)


def manhattan(name: str) -> float:
    """Balanced accuracy of FRNN with Manhattan, k = 3, computed on the spot."""
    return mean_score(name, Setting.of("man"))


def check_file(said: float, keel: float, clean: float) -> Finding:
    """Whether the printed accuracy is that of KEEL's file."""
    return Finding(
        f"{number(keel)} with KEEL's file, {number(clean)} with UCI's",
        verdict(close(keel, said, 0.0005)),
        {"KEEL's file": keel, "UCI's file": clean},
        note=" ".join(load_dataset("ecoli").notes),
    )


def check_mistyped(said: float, mended: list[float], mistyped: list[float], known_folds: bool) -> Finding:
    """Which of two files the printed accuracy belongs to; only the paper's own folds could tell."""
    fits = close(float(np.mean(mended)), said, 0.0005) if known_folds else None
    return Finding(
        f"{number(min(mended))} to {number(max(mended))} with the 5, {number(min(mistyped))} to "
        f"{number(max(mistyped))} with the 55, over {len(mended)} stand-in splits",
        verdict(fits),
        {"mean with 5": float(np.mean(mended)), "mean with 55": float(np.mean(mistyped)), "printed": said},
        note="KEEL's folds of mammo are not known here, and other folds move the result.",
    )


@cache
def _mammo() -> Finding:
    data = load_dataset("mammo")
    X = data.X.copy()
    X[np.flatnonzero(X[:, 0] == 5)[0], 0] = 55
    other = Dataset("mammo mistyped", X, data.y, data.feature_names)
    mended, mistyped = ([_accuracy(some, seed) for seed in range(3)] for some in (data, other))
    known = partition(data).scheme == "keel"
    said = float(printed("table_distances").loc["mammo", "man"])
    return check_mistyped(said, mended, mistyped, known)


def _accuracy(data: Dataset, seed: int) -> float:
    values = []
    for train, test in partition(data, "stratified", 10, seed):
        decided = FRNNClassifier("man", k=3).fit(data.X[train], data.codes[train]).predict(data.X[test])
        values.append(
            balanced_accuracy(confusion(data.codes[test], decided[:, None], len(data.class_names)))[0]
        )
    return float(np.mean(values))


def class_distances(data: Dataset, rows: np.ndarray, normalise: str | None = None) -> list[float]:
    """The mean Manhattan distance between two rows of the same class, class by class."""
    X = fit_scaling(data.X[rows], normalise)(data.X[rows])
    return [
        float(pdist(X[data.codes[rows] == code], "cityblock").mean()) for code in range(len(data.class_names))
    ]


def check_class_distances(data: Dataset, said: dict[str, float]) -> Finding:
    """Whether the printed distances within the classes lie among those of the training parts."""
    everything = np.arange(len(data.X))
    parts = np.array([class_distances(data, train) for train, _ in partition(data)])
    frame = pd.DataFrame(
        {
            "printed": list(said.values()),
            "all rows": class_distances(data, everything),
            "lowest training part": parts.min(axis=0),
            "highest training part": parts.max(axis=0),
            "all rows, normalised": class_distances(data, everything, "centred"),
        },
        index=pd.Index(list(said), name="class"),
    )
    fits = frame["printed"].between(
        frame["lowest training part"] - 0.05, frame["highest training part"] + 0.05
    )
    shown = [
        f"{number(row['all rows'], 1)} ({number(row['lowest training part'], 1)} to "
        f"{number(row['highest training part'], 1)} over training parts)"
        for _, row in frame.iterrows()
    ]
    return Finding(
        " and ".join(shown),
        verdict(bool(fits.all())),
        {f"class {name}, all rows": float(value) for name, value in frame["all rows"].items()},
        frame,
        note="In raw units; with normalised features it is "
        + " and ".join(number(value, 2) for value in frame["all rows, normalised"])
        + ".",
    )


def tied_share(dataset: str, relation: str) -> float:
    """The share of test rows whose two best classes have equal scores (k = 3, to 12 decimals)."""
    data, folds = loaded(dataset, Conditions())
    tied = []
    for train, test in folds:
        model = FRNNClassifier(relation, k=3).fit(data.X[train], data.y[train])
        best = np.sort(scores(*model.approximations(data.X[test])).round(12), axis=1)
        tied.append(best[:, -1] == best[:, -2])
    return float(np.concatenate(tied).mean())


def check_ties(said: pd.Series, ours: float, share: float) -> Finding:
    """Whether all relations score alike, as we compute it, when ties go to the first class."""
    alike = bool((said == said.iloc[0]).all())
    return Finding(
        f"{number(ours)} with ties going to the first class; {share:.0%} of the test rows are tied",
        verdict(alike and close(ours, float(said.iloc[0]), 0.0005)),
        {"ours, man": ours, "share of tied test rows": share},
        said.to_frame("printed"),
    )


def _ties() -> Finding:
    said = printed("table_distances").loc["titanic", list(SIX)]
    return check_ties(said, manhattan("titanic"), tied_share("titanic", "man"))


def claims() -> tuple[Claim, ...]:
    """The claims on data."""
    return (
        *(
            Claim(
                f"data-{ours.replace('_', '-')}",
                f"Table of data sets: {words}",
                "Table 5",
                f"These are the {words} of the 40 data sets.",
                "40 numbers",
                f"The {words} of the data, counted; holds if all agree.",
                partial(_counts, column),
            )
            for column, (ours, words, _) in COLUMNS.items()
        ),
        Claim(
            "data-ecoli",
            "Which ecoli",
            "section 4.1.2, Table 6",
            "The data are those of the KEEL repository; Manhattan scores .749 on ecoli.",
            ".749",
            "FRNN with Manhattan on KEEL's folds with KEEL's file and with UCI's; holds if KEEL's gives the "
            "printed value.",
            lambda: check_file(0.749, manhattan("ecoli"), manhattan("ecoli-uci")),
        ),
        Claim(
            "data-mammo",
            "Which mammo",
            "section 4.1.2, Table 6",
            "The data are those of the KEEL repository; Manhattan scores .802 on mammo.",
            ".802",
            "FRNN with Manhattan on three stand-in splits, with the BI-RADS value 5 and mistyped as 55.",
            _mammo,
        ),
        Claim(
            "wisconsin-distances",
            "Distances within the classes of wisconsin",
            "section 3.2",
            "Within the two classes of wisconsin the mean Manhattan distance is 6.5 and 27.3.",
            "6.5 and 27.3",
            "Mean distance of two rows of a class in raw units; holds if the ten training parts span the "
            "printed values.",
            lambda: check_class_distances(load_dataset("wisconsin"), WISCONSIN),
        ),
        Claim(
            "titanic-ties",
            "Six relations alike on titanic",
            "Table 6",
            "On titanic six of the seven distances score the same.",
            ".532",
            "FRNN with Manhattan on KEEL's folds, ties to the first class; holds if it gives the value.",
            _ties,
        ),
    )
