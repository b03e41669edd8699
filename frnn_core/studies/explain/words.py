"""A prediction in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.columns import Column
from frnn_core.studies.explain.case import Case
from frnn_core.studies.explain.hardest_rows import Ranking
from frnn_core.studies.explain.what_if import Move, Removal
from frnn_core.text import apart, counted, listed, number

NARROW, WIDE = 0.75, 0.25
MOST_NAMED = 6


def percent(share: float, decimals: int = 0) -> str:
    """A share as per cent: 94 %."""
    return f"{100 * share:.{decimals}f}\N{NO-BREAK SPACE}%"


def margin_text(value: float) -> str:
    """A margin with its sign: −.012, +.3."""
    if value == float("-inf"):
        return "none: its class has no training row"
    text = number(value)
    return text.replace("-", "−") if text.startswith("-") else f"+{text}"


def lead_words(case: Case, ranking: Ranking | None) -> str:
    """How large the lead is, among the leads of the other rows where they are known."""
    share = ranking.share_above(case.lead) if ranking else 0.5
    if case.lead == 0:
        return "by a tie, as the first of equals"
    if share >= NARROW:
        return "by a narrow margin"
    return "by a wide margin" if share <= WIDE else f"by {apart(case.lead, 0)[0]}"


def finding(case: Case, ranking: Ranking | None = None) -> str:
    """Which class wins, by how much, and whether it is the row's own."""
    best, second = apart(case.score(case.predicted), case.score(case.runner_up))
    first = (
        f"Class {case.predicted} {lead_words(case, ranking)}: "
        f"{best} against {second} for class {case.runner_up}."
    )
    if case.truth is None:
        return first
    if case.truth == case.predicted:
        return f"{first} It is the row's own class."
    absent = "" if case.truth in case.names else ", of which no training row is left"
    return f"{first} The row's own class is {case.truth}{absent}."


def lead_text(lead: float) -> str:
    """A lead in a table."""
    return apart(lead, 0)[0] if lead else "0, a tie"


def lead_note(case: Case, ranking: Ranking) -> str:
    """What the lead is compared with."""
    share = ranking.share_above(case.lead)
    return (
        f"Its lead of {apart(case.lead, 0)[0]} is smaller than that of {percent(share)} of the "
        f"{len(ranking.rows):,} rows in the list (narrow: {percent(NARROW)} or more; wide: {percent(WIDE)} "
        "or less)."
    )


def shortened(name: str, limit: int = 12) -> str:
    """A name without its middle where it is long.

    Examples
    --------
    >>> shortened("tested_negative"), shortened("van")
    ('tested…ative', 'van')
    """
    return name if len(name) <= limit else f"{name[: limit // 2]}…{name[-(limit // 2 - 1) :]}"


def row_label(ranking: Ranking, place: int, classes: Sequence[str], codes: IntArray) -> str:
    """A row in the list of the hardest: row 84 · class 2, predicted 1 · margin −.012."""
    row = int(ranking.rows[place])
    own, predicted = (shortened(classes[code]) for code in (codes[row], ranking.predicted[place]))
    return (
        f"row {row + 1} · class {own}, predicted {predicted} · margin {margin_text(ranking.margins[place])}"
    )


def runs(values: Sequence[float], answers: Sequence[str]) -> str:
    """Answers over a range in words: class 1 for 1 to 18, class 2 for 19 to 20."""
    parts: list[list[int]] = []
    for place in range(len(values)):
        if parts and answers[place] == answers[parts[-1][0]]:
            parts[-1].append(place)
        else:
            parts.append([place])
    return ", ".join(
        f"class {answers[part[0]]} for {values[part[0]]:.3g}"
        + (f" to {values[part[-1]]:.3g}" if len(part) > 1 else "")
        for part in parts
    )


def k_words(ks: Sequence[int], answers: Sequence[str], now: int, change: tuple[float, str] | None) -> str:
    """Whether another k gives another answer."""
    if change is None:
        return f"**k:** no k from {ks[0]} to {ks[-1]} gives another answer."
    return (
        f"**k = {change[0]:g}** instead of {now} gives class {change[1]}; no k nearer to {now} does. "
        f"Over k: {runs(ks, answers)}."
    )


def gamma_words(
    gammas: Sequence[float], answers: Sequence[str], now: float, change: tuple[float, str] | None
) -> str:
    """Whether another width gives another answer."""
    if change is None:
        ends = f"{gammas[0]:g} to {gammas[-1]:g}"
        return f"**γ:** none of the {len(gammas)} widths from {ends} gives another answer."
    return (
        f"**γ = {change[0]:.3g}** instead of {now:.3g} gives class {change[1]}; none of the "
        f"{len(gammas)} widths nearer to it does. Over γ: {runs(gammas, answers)}."
    )


def removal_words(predicted: str, found: Removal | None, most: int) -> str:
    """Which training rows hold the answer up."""
    if found is None:
        return f"**Training rows:** without its {counted(most, 'nearest row')}, class {predicted} still wins."
    count = len(found.rows)
    named = [str(int(row) + 1) for row in found.rows[:MOST_NAMED]]
    if count > MOST_NAMED:
        named.append(f"{count - MOST_NAMED} more")
    which = f"row {named[0]}" if count == 1 else f"rows {listed(named)}"
    nearest = "nearest training row" if count == 1 else f"{count} nearest training rows"
    return f"**Without the {nearest} of class {predicted}** ({which}) the answer is class {found.becomes}."


def move_words(moves: Sequence[Move], columns: Sequence[Column], values: FloatArray) -> str:
    """The smallest change of one feature."""
    if not moves:
        return (
            "**One feature:** no change of a single feature within its training range gives another answer."
        )
    best = moves[0]
    column, now = columns[best.feature], values[best.feature]
    apart = (
        "another value" if column.role == "category" else f"{percent(best.share, 1)} of its training range"
    )
    return (
        f"**{column.name} = {column.shown(best.value)}** instead of {column.shown(now)} gives class "
        f"{best.becomes}: {apart}, the smallest change of one "
        f"feature. {len(moves)} of {counted(len(columns), 'feature')} could do it alone."
    )
