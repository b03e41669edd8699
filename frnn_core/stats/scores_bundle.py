"""A bundle that compares anyone's scores anew: the scores, what was found, and the call."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

from frnn_core.stats.comparison import Comparison
from frnn_core.text import csv_text
from frnn_core.version import __version__


def scores_bundle(result: Comparison, texts: Mapping[str, str]) -> bytes:
    """A zip with the scores, every table as CSV, texts, and a script; the same view, the same bytes."""
    scores = result.scores.rename_axis("data set")
    script = (
        f'"""Compare scores.csv again. Needs frnn-explorer {__version__}."""\n\n'
        "from frnn_core import compare, read_scores\n\n"
        'scores = read_scores("scores.csv").frame\n'
        f"print({result.call}.text())\n"
    )
    files = {
        "scores.csv": csv_text(scores),
        "methods.csv": csv_text(result.frame("relations")),
        "pairs.csv": csv_text(result.frame("pairs")),
        "matrix.csv": csv_text(result.matrix().frame()),
        **texts,
        "reproduce.py": script.replace(", reasons=reasons", ""),
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0)), text)
    return buffer.getvalue()
