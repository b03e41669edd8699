"""FRNN at its best: relation, k, width, weights and scaling chosen on the training rows alone."""

from frnn_core.tuning.candidates import BLENDED, CANDIDATES, Candidate, Member
from frnn_core.tuning.tuned import Tuned, tune

__all__ = ["BLENDED", "CANDIDATES", "Candidate", "Member", "Tuned", "tune"]
