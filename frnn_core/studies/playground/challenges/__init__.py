"""Things to bring about on the Playground, checked by computation: one small function each, in `ten.py`."""

from frnn_core.studies.playground.challenges import ten as ten  # registers them
from frnn_core.studies.playground.challenges.challenge import (
    CHALLENGES,
    Attempt,
    Challenge,
    Solution,
    Verdict,
    challenge,
    judge,
    solved_by,
)

__all__ = [
    "CHALLENGES",
    "Attempt",
    "Challenge",
    "Solution",
    "Verdict",
    "challenge",
    "judge",
    "solved_by",
]
