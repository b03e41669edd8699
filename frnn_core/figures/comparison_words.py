"""What the figures of a comparison say in words: the omnibus test, the test of pairs, one relation."""

from __future__ import annotations

from frnn_core.figures.look import Look
from frnn_core.stats import CORRECTIONS, TESTS, Comparison, p_number, p_text
from frnn_core.text import counted, unbroken


def headline(comparison: Comparison) -> str:
    """What the omnibus test says."""
    test = unbroken(f"({comparison.omnibus.name} {p_text(comparison.omnibus.p)})")
    if comparison.significant:
        return f"The {'classifier' if comparison.others else comparison.noun}s differ overall {test}"
    return f"No significant difference overall {test}"


def over(comparison: Comparison) -> str:
    """The data sets that are ranked: 40 data sets, or 28 of 40 where some have blanks."""
    rows = len(comparison.scores)
    return counted(rows, "data set") if comparison.n == rows else f"{comparison.n} of {rows} data sets"


def how(comparison: Comparison) -> str:
    """The test of pairs in short: Conover-Friedman (Holm, α = .05)."""
    correction = CORRECTIONS[comparison.correction]
    parts = [] if correction.controls is None else [correction.label]
    parts.append(unbroken(f"α = {p_number(comparison.alpha).rstrip('0')}"))
    return f"{TESTS[comparison.test].label} ({', '.join(parts)})"


def relation_hover(comparison: Comparison, name: str, look: Look) -> str:
    """Mean rank, how ranks are distributed, and the pairs with both neighbours and with the control."""
    ranks = comparison.ranks[name].dropna()
    low, high = comparison.intervals.loc[name]
    quarter, median, three = ranks.quantile([0.25, 0.5, 0.75])
    lines = [
        f"<b>{look.full_name(name)}</b>",
        f"mean rank {comparison.mean_ranks[name]:.2f} over {counted(len(ranks), 'data set')}, "
        f"95 % interval {low:.2f} to {high:.2f}",
        f"ranks {ranks.min():g} to {ranks.max():g}, median {median:g}, middle half {quarter:g} to {three:g}",
        f"best or tied on {int((ranks == comparison.ranks.min(axis=1)[ranks.index]).sum())}",
    ]
    order = list(comparison.relations)
    at = order.index(name)
    beside = [*order[max(at - 1, 0) : at], *order[at + 1 : at + 2]]
    if comparison.control is not None:
        beside = [comparison.control] if name != comparison.control else []
    for other in beside:
        wins, ties, losses = comparison.win_tie_loss.loc[name, other]
        raw, adjusted = comparison.p_raw.loc[name, other], comparison.p_adjusted.loc[name, other]
        lines.append(
            f"against {look.full_name(other)}: {wins} won, {ties} tied, {losses} lost<br>"
            f"   {p_text(raw)}, adjusted {p_number(adjusted)}, n = {comparison.pair_n.loc[name, other]}"
        )
    return "<br>".join(lines)
