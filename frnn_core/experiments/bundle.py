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
from frnn_core.text import csv_text, versions
from frnn_core.version import __version__

if TYPE_CHECKING:
    import plotly.graph_objects as go


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
    texts: Mapping[str, str] | None = None,
    figures: Mapping[str, go.Figure] | None = None,
) -> bytes:
    """A zip with scores, reasons, folds, texts, figures as HTML, and what reproduces them.

    The same view gives the same bytes.
    """
    folds = {
        (name, setting.label): table.folds(name, setting, k)["score"]
        for name in table.plan.datasets
        for setting in table.plan.settings
    }
    files = {
        "scores.csv": csv_text(table.frame(k)),
        "blanks.csv": csv_text(table.reasons(k)),
        "folds.csv": csv_text(pd.DataFrame(folds).T.rename_axis(["dataset", "relation"])),
        **(texts or {}),
        **{f"{name}.html": figure.to_html(div_id=name) for name, figure in (figures or {}).items()},
    }
    about = provenance([table.plan], call)
    about["files"] = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in files.items()}
    files["provenance.json"] = json.dumps(about, indent=1, sort_keys=True)
    files["reproduce.py"] = _script(table.plan, k, table.measure)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0)), text)
    return buffer.getvalue()


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
