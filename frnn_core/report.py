"""What a reader takes away: CSV, LaTeX, a citation, and a bundle that reproduces a view.

Texts are safe where they are opened: a spreadsheet runs no cell as a formula, LaTeX prints every
character as it is.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from frnn_core.grid import Plan, loaded, plan_text
from frnn_core.scoretable import ScoreTable
from frnn_core.stats.wording import latex_table, number, versions
from frnn_core.version import __version__

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go

FORMULA_STARTS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


def csv_text(frame: pd.DataFrame) -> str:
    """A frame as CSV; a text that a spreadsheet would take for a formula gets an apostrophe in front.

    Each text is put on one line: what follows a break could be taken for a row, and so for a formula.
    """
    safe = frame.reset_index()
    safe.columns = [_safe(str(column)) for column in safe.columns]
    return str(safe.map(_safe).to_csv(index=False, lineterminator="\n"))


def _safe(cell: Any) -> Any:
    if not isinstance(cell, str):
        return cell
    line = " ".join(cell.splitlines())
    return f"'{line}" if line.startswith("\t") or line.lstrip().startswith(FORMULA_STARTS) else line


def latex_text(frame: pd.DataFrame, caption: str, comment: Iterable[str] = (), decimals: int = 3) -> str:
    """A frame as a LaTeX table (booktabs): numbers with fixed decimals, blanks as dashes."""
    shown = frame.reset_index().astype(object)
    for column in shown.columns:
        shown[column] = [_cell(value, decimals) for value in shown[column]]
    return latex_table(shown, caption, comment)


def _cell(value: Any, decimals: int) -> str:
    if isinstance(value, float):
        return number(value, decimals)
    return "" if value is None else str(value)


def bibtex(title: str, link: str = "", year: int | None = None) -> str:
    """An entry for a bibliography that names the version."""
    fields = {
        "title": f"{{FRNN Explorer}}: {title}",
        "author": "{The FRNN Explorer authors}",
        "note": f"Version {__version__}",
        **({"year": str(year)} if year else {}),
        **({"url": link} if link else {}),
    }
    lines = ",\n".join(f"  {name} = {{{text}}}" for name, text in fields.items())
    return f"@software{{frnn-explorer,\n{lines}\n}}\n"


def provenance(plans: Sequence[Plan], call: str) -> dict[str, Any]:
    """What was computed, on which data and folds, with which versions."""
    data = {}
    for plan in plans:
        for name in plan.datasets:
            dataset, folds = loaded(name, plan.conditions)
            data[name] = {"sha256": dataset.sha256, "folds": folds.sha256, "partition": folds.label}
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
    import pandas as pd

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
    files["reproduce.py"] = _script(table.plan, k)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0)), text)
    return buffer.getvalue()


def _script(plan: Plan, k: int | None) -> str:
    chosen = plan.ks[0] if k is None else k
    return f'''"""Compute scores.csv again. Needs frnn-explorer {__version__}."""

from frnn_core.grid import plans_of_text
from frnn_core.runner import run
from frnn_core.scoretable import score_table
from frnn_core.store import Store

(plan,) = plans_of_text({plan_text([plan])!r})
store = Store("results.sqlite")
run(plan, store)
print(score_table(plan, store=store).frame({chosen}).to_string())
'''
