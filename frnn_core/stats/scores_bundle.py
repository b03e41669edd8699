"""A bundle that compares anyone's scores anew: the scores, what was found, and the call."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

from frnn_core.experiments.bundle import readme
from frnn_core.stats.comparison import Comparison
from frnn_core.text import csv_text
from frnn_core.version import __version__


def scores_bundle(result: Comparison, others: Mapping[str, str | bytes], *, about: str) -> bytes:
    """A zip with the scores, every table as CSV, other files, and a script; the same view, the same bytes.

    `about` says in the first lines of README.txt what is compared, with every setting.
    """
    scores = result.scores.rename_axis("data set")
    script = (
        f'"""Compare scores.csv again. Needs frnn-explorer {__version__}."""\n\n'
        "from frnn_core import compare, read_scores\n\n"
        'scores = read_scores("scores.csv").frame\n'
        f"print({result.call}.text())\n"
    )
    files: dict[str, str | bytes] = {
        "scores.csv": csv_text(scores),
        **others,
        "reproduce.py": script.replace(", reasons=reasons", ""),
    }
    files = {"README.txt": readme(about, [*files]), **files}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, held in files.items():
            archive.writestr(zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0)), held)
    return buffer.getvalue()
