"""Claims that rest on a Wilcoxon test of two printed columns."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd
import scipy

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.relation import VARIANTS
from frnn_core.paper.columns import FITTED, column_of, our_cell, printed
from frnn_core.paper.verdicts import ALPHA, Claim, Finding, p_short, unanimous, verdict
from frnn_core.stats import friedman, signed_rank
from frnn_core.stats.pairs import EXACT_UP_TO
from frnn_core.text import number

REDRAWS = 60
HALF_UNIT = 0.0005
WILCOXON = "One-sided Wilcoxon test of the printed columns"
BOTH = f"{WILCOXON}, with and without continuity correction; both must fall on the claimed side of .05."


def one_sided(better: pd.Series, other: pd.Series) -> dict[str, float]:
    """Wilcoxon's one-sided p with and without continuity correction, and over redraws of lost digits.

    `low` and `high` span both p-values and those of 60 tables that print the same, the digits beyond the
    third drawn at random (seed 0).
    """
    a, b = better.to_numpy(float), other.to_numpy(float)
    corrected, plain = (signed_rank(a - b, "greater", continuity=with_it).p for with_it in (True, False))
    redrawn = redrawn_p(a, b)
    return {
        "p": corrected,
        "p without continuity correction": plain,
        "low": float(min(corrected, plain, *redrawn)),
        "high": float(max(corrected, plain, *redrawn)),
        "data sets": len(a),
        "mean difference": float((a - b).mean()),
    }


def redrawn_p(better: FloatArray, other: FloatArray) -> FloatArray:
    """The one-sided p of `signed_rank` for 60 pairs of columns that print the same; noise leaves no tie."""
    noise = np.random.default_rng(0).uniform(-HALF_UNIT, HALF_UNIT, (REDRAWS, 2, len(better)))
    differences = better + noise[:, 0] - other - noise[:, 1]
    method = "exact" if len(better) <= EXACT_UP_TO else "asymptotic"
    found = scipy.stats.wilcoxon(
        differences, alternative="greater", method=method, correction=method != "exact", axis=1
    )
    return np.asarray(found.pvalue, dtype=float)


def check_p(better: pd.Series, other: pd.Series, said: float, half_unit: float) -> Finding:
    """Whether a printed p-value can come from the printed columns."""
    numbers = one_sided(better, other)
    fits = numbers["low"] - half_unit <= said <= numbers["high"] + half_unit
    return Finding(
        f"p = {p_short(numbers['p'])}; {_span(numbers)} under rounding",
        verdict(fits),
        dict(numbers),
        _columns(better, other),
        note=f"At .05 it is {'' if numbers['p'] < ALPHA else 'not '}significant.",
    )


def check_significance(better: pd.Series, other: pd.Series, claimed: bool) -> Finding:
    """Whether a difference is significant (or not) as claimed, by both conventions of the test."""
    numbers = one_sided(better, other)
    ps = [numbers["p"], numbers["p without continuity correction"]]
    decided = unanimous((p < ALPHA) == claimed for p in ps)
    return Finding(
        f"p = {p_short(ps[0])} ({p_short(ps[1])} without continuity correction)",
        verdict(decided),
        dict(numbers),
        _columns(better, other),
        note=f"Redrawing the digits lost in print gives {_span(numbers)}."
        + (" The two conventions lie on both sides of .05." if decided is None else ""),
    )


def check_increase(scores: pd.DataFrame, better: str, other: str) -> Finding:
    """Whether an increase is significant: Friedman over all columns, then Wilcoxon for the pair."""
    pair = check_significance(scores[better], scores[other], claimed=True)
    overall = friedman(scores.dropna()).p
    return Finding(
        f"Friedman p = {p_short(overall)}, Wilcoxon {pair.recomputed}",
        verdict(overall < ALPHA and pair.verdict == "holds"),
        {"Friedman p": overall, **pair.numbers},
        pair.evidence,
        pair.note,
    )


def check_no_gain(fitted: pd.DataFrame, reference: pd.Series) -> Finding:
    """Whether no fitted column has a larger mean than the reference, as far as printed digits tell."""
    differences = fitted.sub(reference, axis=0)
    gains = differences.mean()
    tests = {name: signed_rank(differences[name].to_numpy(), "greater") for name in fitted}
    return Finding(
        f"largest gain in mean {number(float(gains.max()), 4)} ({gains.idxmax()})",
        verdict(bool((gains <= 2 * HALF_UNIT).all())),
        {f"p, {name} over {reference.name}": test.p for name, test in tests.items()}
        | {f"gain of {name}": float(gain) for name, gain in gains.items()},
        gains.rename("gain in mean").to_frame(),
    )


def check_ahead(better: pd.Series, other: pd.Series) -> Finding:
    """Whether one column has the larger mean."""
    test = signed_rank((better - other).to_numpy(), "greater")
    ahead = float((better - other).mean())
    return Finding(
        f"{number(float(better.mean()))} against {number(float(other.mean()))}; "
        f"Wilcoxon p = {p_short(test.p)}",
        verdict(ahead > 0),
        {"mean difference": ahead, "p": test.p},
        _columns(better, other),
    )


def _span(numbers: dict[str, float]) -> str:
    return f"{number(numbers['low'])} to {number(numbers['high'])}"


def _columns(better: pd.Series, other: pd.Series) -> pd.DataFrame:
    frame = pd.DataFrame({str(better.name): better, str(other.name): other})
    frame["difference"] = (better - other).round(3)
    return frame


def with_ours(finding: Finding, table: str, better: str, other: str, other_table: str = "") -> Finding:
    """Add the p-values of our own columns, where they are computed, to a finding on the printed ones."""
    rows = printed(table).index
    numbers = dict(finding.numbers)
    for variant in VARIANTS:
        columns = [column_of(table, better, variant), column_of(other_table or table, other, variant)]
        cells = [[our_cell(row, column) for row in rows] for column in columns]
        if not all(cell.computed for column in cells for cell in column):
            continue
        values = pd.DataFrame([[cell.value for cell in column] for column in cells]).T.dropna()
        differences = (values[0] - values[1]).to_numpy()
        numbers[f"p, ours {variant}"] = signed_rank(differences, "greater").p
        numbers[f"mean difference, ours {variant}"] = float(differences.mean())
    return replace(finding, numbers=numbers)


def _class_mahalanobis_p() -> Finding:
    scores = printed("table_class_mahalanobis")
    found = check_p(scores["class-mah"], scores["mah"], 0.069, HALF_UNIT)
    return with_ours(found, "table_class_mahalanobis", "class-mah", "mah")


def _class_mahalanobis_significant() -> Finding:
    scores = printed("table_class_mahalanobis")
    found = check_significance(scores["class-mah"], scores["mah"], claimed=True)
    return with_ours(found, "table_class_mahalanobis", "class-mah", "mah")


def _class_mahalanobis_man() -> Finding:
    scores = printed("table_class_mahalanobis")
    return with_ours(
        check_ahead(scores["man"], scores["class-mah"]), "table_class_mahalanobis", "man", "class-mah"
    )


def _combo_p() -> Finding:
    scores = printed("table_combo")
    return with_ours(check_p(scores["combo"], scores["man"], 0.14, 0.005), "table_combo", "combo", "man")


def _nca() -> Finding:
    return with_ours(check_increase(printed("table_dml"), "NCA", "man"), "table_dml", "NCA", "man")


def _fitted(name: str) -> Finding:
    fitted, plain = printed("table_gradient_kernels")[name], printed("table_kernels")[FITTED[name]]
    found = check_significance(fitted, plain.loc[fitted.index], claimed=False)
    return with_ours(found, "table_gradient_kernels", name, FITTED[name], "table_kernels")


def _no_gain() -> Finding:
    scores = printed("table_gradient_kernels")
    return check_no_gain(scores[list(FITTED)], scores["exp"])


def claims() -> tuple[Claim, ...]:
    """The claims on pairs of columns."""
    return (*_on_mahalanobis(), *_on_learning(), *_on_fitted_kernels())


def _on_mahalanobis() -> tuple[Claim, ...]:
    """The class-specific relation against the plain one and against Manhattan."""
    return (
        Claim(
            "csmbr-wilcoxon",
            "Class-specific over plain Mahalanobis",
            "section 4.3, Table 10",
            "A one-sided Wilcoxon test of class-specific against plain Mahalanobis gives this p-value.",
            "p = .069",
            f"{WILCOXON}; holds if rounding of the table can give the printed p.",
            _class_mahalanobis_p,
        ),
        Claim(
            "csmbr-significant",
            "A significant improvement over Mahalanobis",
            "abstract",
            "The class-specific relation improves significantly on the plain Mahalanobis relation.",
            "significant",
            BOTH,
            _class_mahalanobis_significant,
        ),
        Claim(
            "csmbr-below-man",
            "Manhattan ahead of class-specific Mahalanobis",
            "section 4.3, Table 10",
            "Manhattan stays ahead of the class-specific relation.",
            ".737 against .725",
            "Means of the printed columns; holds if Manhattan's is larger.",
            _class_mahalanobis_man,
        ),
    )


def _on_learning() -> tuple[Claim, ...]:
    """COMBO and NCA against Manhattan."""
    return (
        Claim(
            "combo-wilcoxon",
            "COMBO over Manhattan",
            "section 4.5.3, Table 23",
            "A one-sided Wilcoxon test of COMBO against Manhattan gives this p-value.",
            "p = .14",
            f"{WILCOXON}; holds if rounding of the table can give the printed p.",
            _combo_p,
        ),
        Claim(
            "nca-significant",
            "NCA's increase over Manhattan",
            "section 5; abstract",
            "NCA raises the accuracy significantly.",
            "significant",
            "Friedman over Table 15, then a one-sided Wilcoxon test against man; both must be below .05.",
            _nca,
        ),
    )


def _on_fitted_kernels() -> tuple[Claim, ...]:
    """Kernels with a learned width against those with γ = 1."""
    return (
        *(
            Claim(
                f"fitted-{name}",
                f"Learning the width: {name} over {FITTED[name]}",
                "section 4.5.2, Tables 11 and 19",
                f"Descent improves {FITTED[name]} on average ({name}), but not significantly.",
                "not significant",
                BOTH,
                partial(_fitted, name),
            )
            for name in ("gauss-grad", "rat-grad", "sph-3")
        ),
        Claim(
            "fitted-no-gain",
            "Learned widths against the plain exponential kernel",
            "section 4.5.2, Table 19",
            "On average descent gives nothing better than the exponential kernel with γ = 1.",
            "exp .724, others at most .724",
            "Means of the printed columns; holds if none is more than .001 above that of exp.",
            _no_gain,
        ),
    )
