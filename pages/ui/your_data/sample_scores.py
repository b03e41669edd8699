"""The comparison of the sample under the usual settings, computed once: the page opens filled.

`python -m tools.build_sample` writes the file. Its pieces are given out for the very table, folds, settings
and seed that they were computed with, and no others.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from frnn_core.your_data.fold_scores import Deals, Design, Score

FILE = Path(__file__).with_name("sample_scores.json")


def kept(deals: Deals, design: Design) -> list[Score]:
    """The pieces that are known of a design on the sample."""
    told, scores = _read()
    return [score for score in scores if score.column in design.columns] if told == _of(deals, design) else []


def written(deals: Deals, design: Design, scores: Sequence[Score]) -> str:
    """The text of the file."""
    rows = [[s.fold, s.column, s.score, round(s.seconds, 3), s.reason, s.found, s.decided] for s in scores]
    lines = ",\n".join(json.dumps(row) for row in rows)
    return f'{{"of": {json.dumps(_of(deals, design))},\n"scores": [\n{lines}\n]}}\n'


def _of(deals: Deals, design: Design) -> str:
    """What the pieces depend on, besides the relation or classifier: table, folds, k, encoding, seed."""
    at = design.conditions
    treated = [at.encoding.treatment(column) for column in deals.data.columns]
    own = [deals.data.sha256, deals.sha256, design.k, at.seed, treated, at.encoding.gaps]
    return json.dumps(own)


@cache
def _read() -> tuple[str, tuple[Score, ...]]:
    try:
        told = json.loads(FILE.read_text(encoding="utf-8"))
    except (OSError, ValueError):  # then it is computed, as anybody's table is
        return "", ()
    return told["of"], tuple(
        Score(fold, column, score, seconds, reason, found, tuple(decided))
        for fold, column, score, seconds, reason, found, decided in told["scores"]
    )
