"""How every kernel fares over its width γ, in the mean over data sets, beside a relation that has none."""

from frnn_core.studies.gamma_curve.curve import REFERENCES, GammaCurve, over_gamma, plan_over_gamma
from frnn_core.studies.gamma_curve.figure import gamma_lines, gamma_lines_text

__all__ = [
    "REFERENCES",
    "GammaCurve",
    "gamma_lines",
    "gamma_lines_text",
    "over_gamma",
    "plan_over_gamma",
]
