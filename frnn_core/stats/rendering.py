"""A comparison as frames, plain text and LaTeX."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import pandas as pd

from frnn_core.errors import unknown_name
from frnn_core.latex import latex_table
from frnn_core.stats.corrections import CORRECTIONS
from frnn_core.stats.omnibus import Omnibus
from frnn_core.stats.posthoc import TESTS
from frnn_core.text import counted, listed, number, p_number, text_table, versions_line

if TYPE_CHECKING:
    from frnn_core.stats.comparison import Comparison


def frame(result: Comparison, what: str) -> pd.DataFrame:
    """The numbers behind a comparison, by relation or by pair."""
    if what not in ("relations", "pairs"):
        raise unknown_name("table", what, ("relations", "pairs"))
    return _relations(result) if what == "relations" else _pairs(result)


def shown(result: Comparison, what: str) -> pd.DataFrame:
    """The numbers as text, as reports print them."""
    frame(result, what)  # refuses an unknown name
    return _shown_relations(result) if what == "relations" else _shown_pairs(frame(result, "pairs"))


def _relations(result: Comparison) -> pd.DataFrame:
    order = list(result.relations)
    table = pd.DataFrame(
        {
            "mean_rank": result.mean_ranks,
            "low": result.intervals["low"],
            "high": result.intervals["high"],
            "n": result.rank_n,
            **{name: result.gaps[name] for name in ("max_gap", "mean_gap", "dataset")},
            "gap_n": result.gaps["n"],
            "max_gap_complete": result.gaps_complete["max_gap"],
            "mean_gap_complete": result.gaps_complete["mean_gap"],
        },
        index=order,
    )
    return table.rename_axis(result.noun).reset_index()


def _pairs(result: Comparison) -> pd.DataFrame:
    names = result.relations
    rows = []
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            if result.control is not None and result.control not in (a, b):
                continue
            rows.append(
                {
                    "first": a,
                    "second": b,
                    "n": int(result.pair_n.loc[a, b]),
                    **result.win_tie_loss.loc[a, b]._asdict(),
                    "p_raw": result.p_raw.loc[a, b],
                    "p_adjusted": result.p_adjusted.loc[a, b],
                    "significant": bool(result.p_adjusted.loc[a, b] < result.alpha),
                }
            )
    return pd.DataFrame(rows)


def method(result: Comparison, control: str = "") -> str:
    """How the pairs were tested, in one sentence; `control` is the full name of what all stand against."""
    test, correction = TESTS[result.test], CORRECTIONS[result.correction]
    against = "all pairs" if result.control is None else f"all against {control or result.control}"
    if test.corrects_itself:
        corrected = "family-wise already, so no correction is applied"
    elif correction.controls is None:
        corrected = "not corrected for many tests"
    else:
        corrected = f"corrected by {correction.label}"
    return f"{test.label}, {against}, {corrected}, alpha {result.alpha:g}"


def text(result: Comparison) -> str:
    """A report in plain sentences and aligned tables."""
    total = len(result.scores)
    counts = ", ".join(f"{name} {_data_sets(row)}" for name, row in result.treatments.iterrows())
    lines = [
        f"{result.compared} on {result.n} of {counted(total, 'data set')} "
        f"(blanks: {result.blanks}; data sets each treatment would use: {counts}).",
        ("Significant overall. " if result.significant else "Not significant overall. ")
        + "; ".join(test.text() for test in _tests(result))
        + ".",
        *([result.omnibus.note] if result.omnibus.note else []),
        *([f"Other classifiers, not relations: {listed(result.others)}."] if result.others else []),
        "",
        "Mean ranks (1 = best) with 95 % bootstrap intervals, and gaps to the best "
        f"{'column' if result.others else result.noun}:",
        text_table(_shown_relations(result)),
        "",
        f"{method(result)}:",
        text_table(_shown_pairs(frame(result, "pairs"))),
    ]
    if result.critical_distance is not None:
        lines.append(f"Critical distance of mean ranks: {result.critical_distance:.3f}.")
    if result.control is None:
        lines += ["", *_clique_lines(result)]
    if result.left_out:
        lines += ["", "Left out:", *(f"  {row}: {why}" for row, why in result.left_out.items())]
    if result.warnings:
        lines += ["", "Beware:", *(f"  - {warning}" for warning in result.warnings)]
    lines += ["", f"Call: {result.call}", f"Versions: {versions_line(result.versions)}"]
    return "\n".join(lines)


def latex(
    result: Comparison, what: str, names: Mapping[str, str] | None = None, over: str = "", name: str = ""
) -> str:
    """A LaTeX table of the relations or of the pairs, with the call as a comment.

    The best mean rank and gaps are bold, or the p-values of the pairs that differ.

    Parameters
    ----------
    names : full names of relations
    over : what else the caption says: the settings that hold for all scores
    name : what the label is made of
    """
    rows, known = frame(result, what), dict(names or {})
    if what == "relations":
        table = _shown_relations(result)
        table = table.replace({table.columns[0]: known})
        caption = f"Mean ranks (1 = best) on {counted(result.n, 'data set')}. {result.omnibus.text()}."
        best = pd.DataFrame(False, index=table.index, columns=table.columns[1:])
        for column in ("mean_rank", "max_gap", "mean_gap"):
            best[column.replace("_", " ")] = rows[column] == rows[column].min()
    else:
        full = rows.assign(**{side: rows[side].replace(known) for side in ("first", "second")})
        table = _shown_pairs(full)
        control = "" if result.control is None else known.get(result.control, result.control)
        caption = f"{method(result, control)}. {result.omnibus.text()}."
        best = pd.DataFrame(False, index=table.index, columns=table.columns[1:])
        best["adjusted p"] = rows["significant"]
    comment = (result.call, versions_line(result.versions))
    told = f"{caption} {over}".strip()
    return latex_table(table, told, comment, name=name or f"frnn-{what}", best=best)


def _tests(result: Comparison) -> list[Omnibus]:
    others = (result.friedman, result.iman_davenport, result.skillings_mack)
    return [result.omnibus, *(test for test in others if test is not None and test is not result.omnibus)]


def _data_sets(row: pd.Series) -> str:
    return (
        f"{row['n']}"
        if row["fewest"] == row["most"]
        else f"{row['n']} ({row['fewest']} to {row['most']} a pair)"
    )


def _clique_lines(result: Comparison) -> list[str]:
    if not result.cliques:
        return ["Every pair differs significantly."]
    return [f"No significant difference among {listed(clique)}." for clique in result.cliques]


def _shown_relations(result: Comparison) -> pd.DataFrame:
    rows = frame(result, "relations")
    return pd.DataFrame(
        {
            "classifier" if result.others else result.noun: rows[result.noun],
            "mean rank": [number(x, 2) for x in rows["mean_rank"]],
            "95 % interval": [
                f"{number(a, 2)} to {number(b, 2)}" for a, b in zip(rows["low"], rows["high"], strict=True)
            ],
            "n": rows["n"].astype(str),
            "max gap": [number(x) for x in rows["max_gap"]],
            "mean gap": [number(x) for x in rows["mean_gap"]],
            "gaps over": rows["gap_n"].astype(str),
        }
    )


def _shown_pairs(rows: pd.DataFrame) -> pd.DataFrame:
    records = zip(rows["wins"], rows["ties"], rows["losses"], strict=True)
    return pd.DataFrame(
        {
            "pair": rows["first"] + " – " + rows["second"],
            "n": rows["n"].astype(str),
            "wins/ties/losses": [f"{w}/{t}/{loss}" for w, t, loss in records],
            "p": [p_number(p) for p in rows["p_raw"]],
            "adjusted p": [p_number(p) for p in rows["p_adjusted"]],
            "significant": ["yes" if s else "no" for s in rows["significant"]],
        }
    )
