"""The way in: compare relations on one data set, and say which to use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from frnn_core.data import Dataset
from frnn_core.engine.encoding import AUTO, Encoding
from frnn_core.your_data.advice import Advice, advise, report
from frnn_core.your_data.board import Board
from frnn_core.your_data.fold_scores import Design, fold_scores


class Leaderboard(Board):
    """A board that can say what follows from it in words."""

    def recommendation(self) -> Advice | None:
        """Which relation to use; None where none is defined on every fold."""
        return advise(self)

    def text(self) -> str:
        """The recommendation, how sure it is, and the table, as plain text."""
        return report(self)

    def __str__(self) -> str:
        return self.text()


def leaderboard(
    data: Dataset,
    relations: Sequence[str] | None = None,
    *,
    k: int = 3,
    gamma: float = 1.0,
    folds: int = 10,
    seed: int = 0,
    encoding: str | Mapping[str, Any] | Encoding = AUTO,
) -> Leaderboard:
    """Compare relations on one data set.

    Parameters
    ----------
    data : such as `read_dataset` gives; folds that it brings are used as they are
    relations : keys, as in `RELATIONS`
    k : neighbours in each class and outside it, and of the k-nearest-neighbour baseline
    gamma : width of the kernels
    folds, seed : the number of folds, and what deals the rows to them
    encoding : how categories, gaps and dates are treated, as an `Encoding` or its parts by name, such as
        {"gaps": "fill", "treatments": {"city": "one-hot"}}

    Examples
    --------
    >>> from frnn_core import load_dataset
    >>> board = leaderboard(load_dataset("wine"), ["man", "euc"])
    >>> board.frame().loc["man", "mean"].round(3)
    np.float64(0.981)
    """
    design = Design.of(relations, k, gamma, folds, seed, encoding)
    return Leaderboard.of(list(fold_scores(data, design)), design, design.folds_of(data))
