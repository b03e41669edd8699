"""The way in: compare relations on one data set, and say which to use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from frnn_core.data import Dataset
from frnn_core.engine.encoding import AUTO, Encoding
from frnn_core.your_data.advice import Advice, advise, report
from frnn_core.your_data.board import Board
from frnn_core.your_data.fold_scores import BESIDE, Design, fold_scores


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
    k: int | None = None,
    gamma: float = 1.0,
    folds: int = 10,
    seed: int = 0,
    encoding: str | Mapping[str, Any] | Encoding = AUTO,
    beside: Sequence[str] = BESIDE,
    repeats: int | None = None,
) -> Leaderboard:
    """Compare relations on one data set, beside other classifiers, and say which to use.

    Unless k is given, k, kernel width, weights and scaling are chosen on the training rows of each fold
    alone, so that the scores are those of the whole procedure; the other classifiers are tuned likewise.

    Parameters
    ----------
    data : such as `read_dataset` gives; folds that it brings are used as they are
    relations : keys, as in `RELATIONS`
    k : neighbours in each class and outside it; with it nothing of FRNN is chosen within the folds
    gamma : width of the kernels, where k is given
    folds, seed : the number of folds, and what deals the rows to them
    encoding : how categories, gaps and dates are treated, as an `Encoding` or its parts by name, such as
        {"gaps": "fill", "treatments": {"city": "one-hot"}}
    beside : other classifiers, as in `python -m frnn_core list baselines`
    repeats : how often the rows are dealt to folds; unless told, three times for fewer than 300 rows

    Examples
    --------
    >>> from frnn_core import load_dataset
    >>> board = leaderboard(load_dataset("wine"), ["man", "euc"], k=3, beside=[])
    >>> board.frame().loc["man", "mean"].round(3)
    np.float64(0.971)
    """
    design = Design.of(relations, k, gamma, folds, seed, encoding, beside, repeats)
    return Leaderboard.of(list(fold_scores(data, design)), design, design.deals(data))
