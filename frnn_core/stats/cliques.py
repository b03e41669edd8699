"""Sets of relations that no test tells apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd


def maximal_cliques(p: pd.DataFrame, alpha: float, order: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """All maximal sets of two or more relations without a significant pair.

    Relations are joined where their p-value is not below alpha (or there is none); a set in which all are
    joined, and to which none can be added, is a clique. Members need not be neighbours in rank. Bron,
    Kerbosch (1973), https://doi.org/10.1145/362342.362367, with pivots.

    Parameters
    ----------
    order
        The relations from best to worst; members and cliques come in this order.
    """
    differs = p.loc[list(order), list(order)].to_numpy() < alpha
    joined = [set(np.flatnonzero(~row).tolist()) - {i} for i, row in enumerate(differs)]
    found: list[tuple[int, ...]] = []

    def grow(members: set[int], candidates: set[int], done: set[int]) -> None:
        if not candidates and not done:
            found.append(tuple(sorted(members)))
            return
        pivot = max(candidates | done, key=lambda node: len(joined[node] & candidates))
        for node in sorted(candidates - joined[pivot]):
            grow(members | {node}, candidates & joined[node], done & joined[node])
            candidates = candidates - {node}
            done = done | {node}

    grow(set(), set(range(len(order))), set())
    return tuple(tuple(order[i] for i in clique) for clique in sorted(found) if len(clique) > 1)
