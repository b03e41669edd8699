"""The audit: the claims of the paper, each with what recomputing it gives. No verdict is typed in."""

from __future__ import annotations

from functools import cache

import pandas as pd

from frnn_core.errors import unknown_name
from frnn_core.paper.checks import cells, data, formulas, pairs, ranks, relations, setup, sums
from frnn_core.paper.verdicts import VERDICTS, Claim, Finding, Verdict

__all__ = ["VERDICTS", "Claim", "Finding", "Verdict", "audit", "claims", "finding", "topics"]

SUBJECTS = {
    "Cells": cells,
    "Relations": relations,
    "Set-up": setup,
    "Formulas": formulas,
    "Data": data,
    "Ranks and tests": ranks,
    "Pairs": pairs,
    "Means and gaps": sums,
}


@cache
def claims() -> tuple[Claim, ...]:
    """All claims, grouped by subject: cells, relations, set-up, formulas, data, ranks, pairs, sums."""
    return tuple(claim for subject in SUBJECTS.values() for claim in subject.claims())


@cache
def topics() -> dict[str, str]:
    """The subject of each claim, by its id."""
    return {claim.id: name for name, subject in SUBJECTS.items() for claim in subject.claims()}


@cache
def finding(claim_id: str) -> Finding:
    """What recomputing a claim gives; computed once."""
    by_id = {claim.id: claim for claim in claims()}
    if claim_id not in by_id:
        raise unknown_name("claim", claim_id, by_id)
    return by_id[claim_id].check()


def audit() -> pd.DataFrame:
    """One row a claim: id, where, says, printed, recomputed, verdict, how.

    Examples
    --------
    >>> found = audit()
    >>> found["verdict"].value_counts().to_dict()
    {'holds': 30, 'does not follow': 29, 'cannot be checked': 5}
    """
    rows = [
        {
            "id": claim.id,
            "where": claim.where,
            "says": claim.says,
            "printed": claim.printed,
            "recomputed": finding(claim.id).recomputed,
            "verdict": finding(claim.id).verdict,
            "how": claim.how,
        }
        for claim in claims()
    ]
    return pd.DataFrame(rows)
