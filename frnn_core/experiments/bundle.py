"""A bundle that reproduces a view: scores, blanks, folds, figures, and where all of it comes from."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd

from frnn_core.experiments.plan import Plan, Setting, loaded, plan_text
from frnn_core.experiments.score_table import ScoreTable
from frnn_core.text import bibtex, csv_text, versions
from frnn_core.version import __version__

if TYPE_CHECKING:
    import plotly.graph_objects as go

WHAT = {
    "paragraph.tex": "the comparison as a paragraph, for LaTeX",
    "paragraph": "the comparison as a paragraph for a paper",
    "comparison": "the same in all numbers",
    "relations.tex": "mean ranks and gaps, for LaTeX (booktabs)",
    "relations": "mean ranks and gaps",
    "pairs.tex": "the pairs, for LaTeX (booktabs)",
    "pairs": "the pairs: wins, ties, losses, p-values",
    "critical-difference.tex": "the diagram for LaTeX (TikZ)",
    "critical-difference-1": "the diagram, 3.5 in wide",
    "critical-difference-2": "the diagram, 7.16 in wide",
    "critical-difference": "the diagram to move about in, for a browser",
    "matrix.tex": "every pair by itself, for LaTeX (booktabs)",
    "matrix": "every pair by itself: mean difference, wins, ties, losses, p-value",
    "bayesian-ranking.tex": "strengths and pairs by the Bradley-Terry model, for LaTeX (booktabs)",
    "bayesian-ranking-pairs": "chances to win by the Bradley-Terry model, pair by pair",
    "bayesian-ranking": "strengths by the Bayesian Bradley-Terry model",
    "one-pair.tex": "one pair: its tests, for LaTeX (booktabs)",
    "one-pair": "one pair: its scores",
    "power.tex": "how many data sets it takes to tell the pair apart, for LaTeX (booktabs)",
    "power": "the chance to tell the pair apart, by the number of data sets",
    "scores": "the scores: a row a data set, a column a relation or method",
    "blanks": "why a cell is blank",
    "folds": "the score of every fold",
    "beside": "other classifiers",
    "citation": "the paper and this software, for a bibliography",
    "provenance": "data, folds, settings and versions, with a checksum of each file",
    "reproduce": "computes the scores again",
}
"""What the files of a bundle are, by how their names begin."""


def provenance(plans: Sequence[Plan], call: str) -> dict[str, Any]:
    """What was computed, on which data and folds, with which versions."""
    data = {}
    for plan in plans:
        for name in plan.datasets:
            deals = [loaded(name, deal) for deal in plan.conditions.deals()]
            data[name] = {
                "sha256": deals[0][0].sha256,
                "folds": ", ".join(folds.sha256 for _, folds in deals),
                "partition": "; then ".join(folds.label for _, folds in deals),
            }
    return {
        "call": call,
        "plans": json.loads(plan_text(plans)),
        "data": data,
        "versions": versions(),
    }


def bundle(
    table: ScoreTable,
    k: int | None,
    call: str,
    others: Mapping[str, str | bytes] | None = None,
    figures: Mapping[str, go.Figure] | None = None,
    about: str = "",
) -> bytes:
    """A zip with scores, reasons, folds, other files, figures as HTML, and what reproduces them.

    The same view gives the same bytes. `about` says in the first lines of README.txt what is compared, with
    every setting.
    """
    folds = {
        (name, setting.label): table.folds(name, setting, k)["score"]
        for name in table.plan.datasets
        for setting in table.plan.settings
    }
    files: dict[str, str | bytes] = {
        "scores.csv": csv_text(table.frame(k)),
        "blanks.csv": csv_text(table.reasons(k)),
        "folds.csv": csv_text(pd.DataFrame(folds).T.rename_axis(["dataset", "relation"])),
        **(others or {}),
        **{f"{name}.html": figure.to_html(div_id=name) for name, figure in (figures or {}).items()},
    }
    files["citation.bib"] = bibtex()
    told = provenance([table.plan], call)
    told["files"] = {name: hashlib.sha256(_bytes(held)).hexdigest() for name, held in files.items()}
    files["provenance.json"] = json.dumps(told, indent=1, sort_keys=True)
    files["reproduce.py"] = _script(table.plan, k, table.measure)
    files = {"README.txt": readme(about or _settings(table, k), [*files]), **files}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, held in files.items():
            archive.writestr(zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0)), held)
    return buffer.getvalue()


def _bytes(held: str | bytes) -> bytes:
    return held.encode() if isinstance(held, str) else held


def _settings(table: ScoreTable, k: int | None) -> str:
    """What the scores are of, with every setting, from the plan."""
    plan, at = table.plan, table.plan.conditions
    return (
        f"{len(plan.settings)} relations on {len(plan.datasets)} data sets: {table.measure}, "
        f"k = {plan.ks[0] if k is None else k}, mean of {at.n_splits * at.repeats} folds, "
        f"{', '.join(at.in_words())}."
    )


def readme(about: str, names: Sequence[str]) -> str:
    """What the bundle is about, and what each file is."""
    told = [f"  {name:<34}{_what(name)}".rstrip() for name in names]
    lines = [about, f"FRNN Explorer {__version__}", "", "Files", *told]
    return "\n".join(lines) + "\n"


def _what(name: str) -> str:
    """What a file of a bundle is, by its whole name or by how it begins."""
    return WHAT.get(name) or next((told for start, told in WHAT.items() if name.startswith(start)), "")


def _script(plan: Plan, k: int | None, measure: str) -> str:
    chosen = plan.ks[0] if k is None else k
    settings = "\n".join(f"        {_setting_text(setting)}," for setting in plan.settings)
    return f'''"""Compute scores.csv again. Needs frnn-explorer {__version__}."""

from frnn_core import Conditions, Encoding, Plan, Setting, Store, run

plan = Plan(
    datasets={plan.datasets!r},
    settings=(
{settings}
    ),
    ks={plan.ks!r},
    conditions={plan.conditions!r},
)
table = run(plan, Store("results.sqlite"), measure={measure!r}, anew=True)
print(table.frame({chosen}).to_string())
'''


def _setting_text(setting: Setting) -> str:
    """The call that makes a setting, with the parameters that differ from their defaults."""
    changed = setting.changed
    gamma = changed.pop("gamma", None)
    parts = [
        repr(setting.relation),
        *([repr(changed)] if changed else []),
        *([f"gamma={gamma!r}"] if gamma is not None else []),
    ]
    return f"Setting.of({', '.join(parts)})"
