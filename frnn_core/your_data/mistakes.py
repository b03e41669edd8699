"""What was taken for what: confusions, recall by class, and rows that every relation gets wrong."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pandas as pd

from frnn_core.engine.arrays import IntArray
from frnn_core.engine.measures import confusion
from frnn_core.your_data.board import Board


def decisions(board: Board, column: str) -> tuple[IntArray, IntArray]:
    """The rows that were judged on the folds that are done, and the codes of what each was taken for.

    A row stands there once for every deal.
    """
    told = [(board.deals.test_rows(fold), board.pieces[fold, column].decided) for fold in board.done]
    known = [(rows, answers) for rows, answers in told if answers]
    if not known:
        return np.empty(0, dtype=np.intp), np.empty(0, dtype=np.intp)
    return np.concatenate([rows for rows, _ in known]), np.concatenate([np.array(a) for _, a in known])


def confusions(board: Board, column: str) -> pd.DataFrame:
    """Classes x classes: how many rows of a class (down) were taken for which (across), mean of the deals."""
    data = board.deals.data
    rows, decided = decisions(board, column)
    names = [str(name) for name in data.class_names]
    counts = confusion(data.codes[rows], decided[:, None], len(names))[0] if len(rows) else 0
    deals = len(board.deals.partitions) if board.complete else 1
    table = np.broadcast_to(np.asarray(counts, dtype=float) / deals, (len(names), len(names)))
    return pd.DataFrame(table, pd.Index(names, name="class"), pd.Index(names, name="taken for"))


def recalls(board: Board) -> pd.DataFrame:
    """Relations and other classifiers x classes: the share of the rows of a class that were found."""
    found = {}
    for column in [*board.means.index, *board.beside.index]:
        counts = confusions(board, str(column))
        found[str(column)] = np.diag(counts) / counts.sum(axis=1).replace(0, np.nan)
    return pd.DataFrame(found).T


def always_wrong(board: Board) -> pd.DataFrame:
    """The rows that every relation takes for another class, in every deal that judged them.

    Columns: `row` (counted from 1), its `class`, and what it was `taken for` most often.
    """
    data = board.deals.data
    answers: dict[int, Counter[int]] = {}
    for column in board.means.index:
        rows, decided = decisions(board, str(column))
        for row, answer in zip(rows.tolist(), decided.tolist(), strict=True):
            answers.setdefault(row, Counter())[answer] += 1
    names = [str(name) for name in data.class_names]
    wrong = sorted(row for row, told in answers.items() if int(data.codes[row]) not in told)
    return pd.DataFrame(
        {
            "row": [row + 1 for row in wrong],
            "class": [names[data.codes[row]] for row in wrong],
            "taken for": [names[answers[row].most_common(1)[0][0]] for row in wrong],
        }
    )
