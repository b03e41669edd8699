"""Which relation for one table: all of them on the same folds, tested, with a recommendation and code."""

from frnn_core.leaderboard.advice import advise, report
from frnn_core.leaderboard.board import ALPHA, ROPE, Leaderboard, leaderboard

__all__ = ["ALPHA", "ROPE", "Leaderboard", "advise", "leaderboard", "report"]
