"""How relations are compared over data sets: the choices of `compare`, checked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from frnn_core.stats.corrections import CORRECTIONS, UNCORRECTED
from frnn_core.stats.posthoc import TESTS, applied_test
from frnn_core.stats.score_frame import TREATMENTS, check_choice, check_settings
from frnn_core.text import call_text

Blanks = Literal["complete", "pairwise", "skillings-mack"]


@dataclass(frozen=True)
class Choices:
    """What can be chosen, as `compare` describes it; anything unknown or out of range is refused."""

    test: str
    correction: str
    alpha: float
    blanks: str
    control: str | None
    rope: float
    decimals: int | None
    seed: int
    lower_is_better: bool = False

    def __post_init__(self) -> None:
        check_choice(TESTS.kind, self.test, TESTS)
        check_choice(CORRECTIONS.kind, self.correction, CORRECTIONS)
        check_choice("treatment of blanks", self.blanks, TREATMENTS)
        check_settings(self.alpha, self.rope, self.decimals)

    def applied(self) -> Choices:
        """What is done where this is asked for: blanks may change the test, and the test the correction."""
        test = applied_test(self.test, self.blanks)
        correction = UNCORRECTED if TESTS[test].corrects_itself else self.correction
        return replace(self, test=test, correction=correction)

    def call(self, *, with_reasons: bool) -> str:
        """The call of `compare` that asks for this."""
        settings = {name: value for name, value in vars(self).items() if name != "lower_is_better" or value}
        return call_text("compare", ["scores", *(["reasons=reasons"] if with_reasons else [])], settings)
