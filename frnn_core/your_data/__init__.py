"""Which relation for one table: all of them on the same folds, tested, with a recommendation and code."""

from frnn_core.your_data.board import ALPHA, ROPE
from frnn_core.your_data.comparison import Leaderboard, leaderboard

__all__ = ["ALPHA", "ROPE", "Leaderboard", "leaderboard"]
