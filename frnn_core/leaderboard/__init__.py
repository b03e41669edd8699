"""Which relation for one table: all of them on the same folds, tested, with a recommendation and code."""

from frnn_core.leaderboard.board import ALPHA, ROPE, Leaderboard, leaderboard

__all__ = ["ALPHA", "ROPE", "Leaderboard", "leaderboard"]
