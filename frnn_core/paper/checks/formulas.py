"""Claims that a few lines of arithmetic decide: formulas, an example, and where relations exist."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pandas as pd

from frnn_core.data import load_dataset
from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.scalings import fit_scaling
from frnn_core.experiments.plan import Conditions, loaded
from frnn_core.paper import printed_table
from frnn_core.paper.columns import fold_kind
from frnn_core.paper.verdicts import NEEDS_CODE, Claim, Finding, close, verdict
from frnn_core.relations.covariance import covariance, singular
from frnn_core.text import listed, number

Distance = Callable[[FloatArray, FloatArray], float]
U, V = np.array([0.25, 0.0, -0.5]), np.array([0.35, -0.25, -0.25])
COVARIANCES = (
    np.array([[1, -0.25, 0], [-0.25, 1, 0], [0, 0, 1]]),
    np.array([[1, 0, 0], [0, 1, 0.3], [0, 0.3, 1]]),
)
"""The worked example of section 3.2: Table 2, the covariances of classes 0 and 1; largest distances 1."""
ROWS = 80


def cosine_as_printed(x: FloatArray, y: FloatArray) -> float:
    """Table 1 of the paper: 1 - x·y / (x·x times y·y)."""
    return float(1 - x @ y / ((x @ x) * (y @ y)))


def check_cosine(distance: Distance) -> Finding:
    """Whether a cosine distance is 0 between a row and itself and stays within the printed maximum of 2."""
    points = np.random.default_rng(0).uniform(0, 1, (20, 3))
    itself = [distance(x, x) for x in points]
    between = [distance(x, y) for x in points for y in points]
    lowest, highest, own = min(between), max(between), max(map(abs, itself))
    return Finding(
        f"distance of a row to itself up to {number(own)} in size; "
        f"values from {number(lowest)} to {number(highest)}",
        verdict(own < 1e-9 and highest <= 2 + 1e-9 and lowest >= -1e-9),
        {"largest distance to itself": own, "lowest": lowest, "highest": highest, "printed maximum": 2.0},
        pd.DataFrame(points).assign(itself=itself),
    )


def check_pearson(origin: FloatArray) -> Finding:
    """Whether the printed formula, which subtracts feature means, is Pearson's correlation of two rows."""
    rows = np.random.default_rng(0).uniform(0, 1, (20, 5))
    centred = rows - origin
    formula = centred @ centred.T / np.linalg.norm(centred, axis=1) / np.linalg.norm(centred, axis=1)[:, None]
    apart = float(np.abs(formula - np.corrcoef(rows)).max())
    adjusted = rows - rows.mean(axis=1, keepdims=True)
    lengths = np.linalg.norm(adjusted, axis=1)
    own = float(np.abs(adjusted @ adjusted.T / lengths / lengths[:, None] - np.corrcoef(rows)).max())
    return Finding(
        f"differs from the correlation of the rows by up to {number(apart)}",
        verdict(apart < 1e-9),
        {"largest difference": apart, "largest difference with row means": own},
        note="With feature means it is a cosine seen from the mean row, known as adjusted cosine.",
    )


def check_example(said: tuple[float, float]) -> Finding:
    """The worked example of class-specific Mahalanobis similarity."""
    d = U - V
    found = [float(1 - np.sqrt(d @ np.linalg.inv(A) @ d)) for A in COVARIANCES]
    agree = [close(value, printed, 0.005) for value, printed in zip(found, said, strict=True)]
    return Finding(
        f"R(u,v) = {number(found[0], 2)}, R(v,u) = {number(found[1], 2)}",
        verdict(all(agree)),
        {"R(u,v)": found[0], "R(v,u)": found[1]},
    )


def triangle_violations(D: FloatArray) -> float:
    """The share of triples of different rows with D(i,k) > D(i,j) + D(j,k)."""
    n = len(D)
    broken = D[:, None, :] > D[:, :, None] + D[None, :, :] + 1e-9
    i, j, k = np.ogrid[:n, :n, :n]
    different = (i != j) & (j != k) & (i != k)
    return float(broken[different].mean())


def shortcomings(D: FloatArray) -> dict[str, float]:
    """How often 1 - R fails to be a metric: shares of broken triples, unequal and negative pairs."""
    return {
        "triples that break the triangle inequality": triangle_violations(D),
        "pairs that depend on the order": float((np.abs(D - D.T) > 1e-9).mean()),
        "pairs below 0": float((D < -1e-9).mean()),
    }


def dissimilarities(X: FloatArray) -> dict[str, FloatArray]:
    """1 - R between rows, for relations that the paper searches with a tree."""
    differences = X[None, :, :] - X[:, None, :]
    squared = (differences**2).sum(axis=-1)
    directions = X / np.linalg.norm(X, axis=1, keepdims=True)
    adjusted = X - X.mean(axis=0)
    adjusted /= np.linalg.norm(adjusted, axis=1, keepdims=True)
    return {
        "man": np.abs(differences).mean(axis=-1),
        "cos": (1 - directions @ directions.T) / 2,
        "pcc": (1 - adjusted @ adjusted.T) / 2,
        "gauss": 1 - np.exp(-squared),
        "signed maximum": differences.max(axis=-1),
    }


def check_metrics(found: dict[str, FloatArray]) -> Finding:
    """Whether all dissimilarities are metrics, so that a ball tree finds the true neighbours."""
    evidence = pd.DataFrame({name: shortcomings(D) for name, D in found.items()}).T
    shares = evidence.iloc[:, 0]
    broken = list(evidence.index[(evidence > 0).any(axis=1)])
    return Finding(
        f"1 - R is no metric for {listed(broken)}" if broken else "all are metrics",
        verdict(None if broken else True),
        {f"triples that break the inequality, {name}": float(share) for name, share in shares.items()},
        evidence.rename_axis("relation"),
        note=f"A ball tree may then miss neighbours; which ones, print does not tell. {NEEDS_CODE}"
        if broken
        else "",
    )


def _metrics() -> Finding:
    rows = load_dataset("heart").X[:ROWS]
    return check_metrics(dissimilarities(fit_scaling(rows, "centred")(rows)))


@cache
def defined_folds() -> pd.DataFrame:
    """For the cells printed as undefined: folds whose training part, test part or both allow Mahalanobis."""
    missing = printed_table("missing")
    rows = {name: _defined(name) for name in missing.loc[missing["reason"] == "undefined", "dataset"]}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("dataset")


def _defined(name: str) -> dict[str, int | str]:
    data, folds = loaded(name, Conditions())
    found = [(_invertible(data.X[train]), _invertible(data.X[test])) for train, test in folds]
    return {
        "folds": len(found),
        "whose": fold_kind(name),
        "training part": sum(train for train, _ in found),
        "test part": sum(test for _, test in found),
        "both": sum(train and test for train, test in found),
        "rows of a test part": min(map(len, folds.test_rows)),
        "features": data.X.shape[1],
    }


def _invertible(X: FloatArray) -> bool:
    return bool(np.ptp(X, axis=0).min() > 0) and not singular(covariance(fit_scaling(X, "centred")(X)))


def check_undefined(frame: pd.DataFrame) -> Finding:
    """Whether a cross means that the relation exists on no fold's training part."""
    some = frame[frame["training part"] > 0]
    whole = frame[frame["training part"] == frame["folds"]]
    return Finding(
        f"{len(some)} of {len(frame)} exist on training data: "
        + ", ".join(
            f"{name} {row['training part']} of {row['folds']} folds" for name, row in some.iterrows()
        ),
        verdict(some.empty),
        {
            "crosses": len(frame),
            "defined on some training part": len(some),
            "defined on every training part": len(whole),
            "defined on training and test part of some fold": int((frame["both"] > 0).sum()),
        },
        frame,
        note="The classifier needs the covariance of the training data alone.",
    )


def claims() -> tuple[Claim, ...]:
    """The claims on formulas."""
    return (
        Claim(
            "cosine-formula",
            "The cosine formula",
            "Table 1",
            "The cosine distance divides by the product of the squared lengths and is at most 2.",
            "1 - x·y / (x·x · y·y), maximum 2",
            "The printed formula on 20 random rows; holds if a row is at distance 0 from itself and "
            "all are in [0, 2].",
            lambda: check_cosine(cosine_as_printed),
        ),
        Claim(
            "pearson-name",
            "The Pearson relation",
            "Table 1",
            "The PCC distance is one minus the Pearson correlation coefficient, by feature means.",
            "PCC",
            "The printed formula beside the correlation of two rows, on 20 random rows; holds if equal.",
            lambda: check_pearson(np.full(5, 0.4)),
        ),
        Claim(
            "csmbr-example",
            "The worked example of the class-specific relation",
            "section 3.2, Table 2",
            "In the example R(u,v) and R(v,u) differ because each uses its own class.",
            "R(u,v) = .64, R(v,u) = .57",
            "The two printed formulas with the printed covariances; holds if both agree to two decimals.",
            lambda: check_example((0.64, 0.57)),
        ),
        Claim(
            "true-neighbours",
            "Nearest neighbours are found",
            "sections 2.3 and 4.1.1",
            "FRNN uses the k nearest neighbours, found by the library's tree, under every relation.",
            "k nearest neighbours",
            f"Whether 1 - R is a metric on {ROWS} rows of heart; holds if all are (a tree is exact then).",
            _metrics,
        ),
        Claim(
            "undefined-cells",
            "Where Mahalanobis is not defined",
            "section 4.1.2, Table 6",
            "A cross says that the relation is defined on none of the folds.",
            "x on 6 data sets",
            "Rank of the covariance of each training part; holds if singular on every fold of each cross.",
            lambda: check_undefined(defined_folds()),
        ),
    )
