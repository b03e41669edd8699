"""What a critical-difference diagram says in words."""

from __future__ import annotations

from collections.abc import Mapping

from frnn_core.figures.drawing import full_name, plain_name, unbroken
from frnn_core.stats import CORRECTIONS, TESTS, Comparison, p_number, p_text
from frnn_core.text import counted, listed


def headline(comparison: Comparison) -> str:
    """What the omnibus test says."""
    test = f"({comparison.omnibus.name} {p_text(comparison.omnibus.p)})"
    test = unbroken(test)
    if comparison.significant:
        return f"The relations differ overall {test}"
    return f"No significant difference overall {test}"


def explanations(comparison: Comparison, names: Mapping[str, str] | None = None) -> list[str]:
    """What ranks and bars are, and over what."""
    rows = len(comparison.scores)
    over = counted(rows, "data set") if comparison.n == rows else f"{comparison.n} of {rows} data sets"
    ranks = f"Mean rank over {over}, 1 = best of {len(comparison.relations)}."
    if comparison.control is not None:
        control = plain_name(comparison.control, names)
        bar = f"The bar joins what {how(comparison)} cannot tell apart from {control}."
    elif comparison.cliques:
        bar = f"A bar joins what {how(comparison)} cannot tell apart; its dots are the members."
    else:
        bar = f"Every pair differs by {how(comparison)}."
    return [ranks, bar]


def how(comparison: Comparison) -> str:
    """The test of pairs in short: Conover-Friedman (Holm, α = .05)."""
    correction = CORRECTIONS[comparison.correction]
    parts = [] if correction.controls is None else [correction.label]
    parts.append(unbroken(f"α = {p_number(comparison.alpha).rstrip('0')}"))
    return f"{TESTS[comparison.test].label} ({', '.join(parts)})"


def critical_difference_text(comparison: Comparison, names: Mapping[str, str] | None = None) -> str:
    """The diagram in one sentence."""
    best = comparison.relations[0]
    mean = f"{plain_name(best, names)} has the best mean rank ({comparison.mean_ranks.iloc[0]:.2f} over "
    mean += f"{counted(comparison.n, 'data set')})"
    if not comparison.significant:
        test = f"{comparison.omnibus.name} {p_text(comparison.omnibus.p)}"
        return f"No significant difference overall ({test}); {mean}."
    centre = comparison.control or best
    p = comparison.p_adjusted[centre]
    same = [plain_name(r, names) for r in comparison.relations if r != centre and not p[r] < comparison.alpha]
    other = plain_name(centre, names) if comparison.control and centre != best else "it"
    if not same:
        return f"{mean}, and every other relation differs significantly from {other}."
    if len(same) == len(comparison.relations) - 1:
        return f"{mean}, but none of the others differs significantly from {other}."
    few = listed(same) if len(same) <= 4 else f"{len(same)} of the {len(comparison.relations) - 1} others"
    return f"{mean}; {few} cannot be told apart from {other}."


def relation_hover(comparison: Comparison, name: str, names: Mapping[str, str] | None) -> str:
    """Mean rank, how ranks are distributed, and the pairs with both neighbours and with the control."""
    ranks = comparison.ranks[name].dropna()
    low, high = comparison.intervals.loc[name]
    quarter, median, three = ranks.quantile([0.25, 0.5, 0.75])
    lines = [
        f"<b>{full_name(name, names)}</b>",
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
            f"against {full_name(other, names)}: {wins} won, {ties} tied, {losses} lost<br>"
            f"   {p_text(raw)}, adjusted {p_number(adjusted)}, n = {comparison.pair_n.loc[name, other]}"
        )
    return "<br>".join(lines)
