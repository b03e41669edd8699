"""What a claim of the paper is, what checking it finds, and the rules that give a verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

import numpy as np
import pandas as pd

from frnn_core.stats import p_number

Verdict = Literal["holds", "does not follow", "cannot be checked"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
ALPHA = 0.05
NEEDS_CODE = "This needs the code published with the paper."
NEEDS_RESULTS = "The results that this needs are not all computed."


@dataclass(frozen=True, eq=False)
class Finding:
    """What checking a claim gave.

    Attributes
    ----------
    recomputed : the result in a few words
    verdict : computed by a rule from the numbers
    numbers : what the verdict stands on, by name
    evidence : the table behind it
    note : what else to know; for a claim that cannot be checked, the reason
    """

    recomputed: str
    verdict: Verdict
    numbers: Mapping[str, float | str] = field(default_factory=dict)
    evidence: pd.DataFrame | None = None
    note: str = ""


@dataclass(frozen=True, eq=False)
class Claim:
    """A statement of the paper.

    Attributes
    ----------
    where : section or table of the paper
    says : the statement in our words
    printed : the number or text as printed
    how : one line on how it is recomputed and what decides the verdict
    check : recomputes it
    """

    id: str
    title: str
    where: str
    says: str
    printed: str
    how: str
    check: Callable[[], Finding] = field(repr=False)


def verdict(holds: bool | None) -> Verdict:
    """True, false, or None where nothing decides.

    Examples
    --------
    >>> verdict(True), verdict(False), verdict(None)
    ('holds', 'does not follow', 'cannot be checked')
    """
    if holds is None:
        return "cannot be checked"
    return "holds" if holds else "does not follow"


def unanimous(flags: Iterable[bool]) -> bool | None:
    """True if all are, False if none is, None if they differ: then the print does not decide.

    Examples
    --------
    >>> unanimous([True, True]), unanimous([False]), unanimous([True, False])
    (True, False, None)
    """
    seen = {bool(flag) for flag in flags}
    return seen.pop() if len(seen) == 1 else None


def below(value: float, bound: float) -> bool | None:
    """Whether a value is below a printed bound; None where there is no value."""
    return None if np.isnan(value) else bool(value < bound)


def close(value: float, printed: float, tolerance: float) -> bool | None:
    """Whether a printed number is met as closely as its digits allow; None where there is no value."""
    return None if np.isnan(value) else bool(abs(value - printed) <= tolerance + 1e-9)


def unchecked(reason: str) -> Finding:
    """The finding of a claim that cannot be checked here."""
    return Finding("–", verdict(None), note=reason)


def p_short(p: float) -> str:
    """A p-value in short: .235, or 2.1e-12 below .001.

    Examples
    --------
    >>> p_short(0.2355), p_short(2.06e-12)
    ('.235', '2.1e-12')
    """
    return f"{p:.1e}".replace("e-0", "e-") if p < 0.001 else p_number(p)
