"""Which relation to use on one data set: the simplest of those that cannot be told apart from the best.

The rule, in this order: relations whose difference to the best is not significant (Nadeau-Bengio, Holm)
are tied with it. Of these the simplest is taken: nothing to set, before a width to set, before anything
learned. Of equally simple ones, the one with the highest mean. No clock has a say: the same table gives the
same advice on any machine.
"""

from __future__ import annotations

from dataclasses import dataclass

from frnn_core.relations import RELATIONS
from frnn_core.text import counted, listed, number, p_text
from frnn_core.your_data.board import ALPHA, ROPE, Board

MOST_NAMED = 5
SIMPLICITY = ("nothing to set", "a width γ to set", "learned from the data")
SIMPLER = ("has nothing to set", "has only a width to set")
RULE = (
    f"Relations that the test (corrected t-test of Nadeau and Bengio, Holm, α = {number(ALPHA, 2)}) does not "
    f"tell apart from the best are tied with it. Of these the simplest is taken: {SIMPLICITY[0]}, before "
    f"{SIMPLICITY[1]}, before {SIMPLICITY[2]}. Of equally simple ones, the highest mean decides."
)


@dataclass(frozen=True)
class Gap:
    """One relation minus another: mean, its 95 % interval, adjusted p, P(practically equal)."""

    difference: float
    low: float
    high: float
    p: float
    equivalent: float


@dataclass(frozen=True)
class Advice:
    """A recommendation, and how sure it is.

    Attributes
    ----------
    chosen, best : the relation to use, and the one with the highest mean
    tied : relations that cannot be told apart from the best, without these two; the best first
    beaten : relations that are worse than the best by the test
    gap : chosen minus best; None if they are the same
    """

    chosen: str
    best: str
    tied: tuple[str, ...]
    beaten: tuple[str, ...]
    gap: Gap | None = None


def advise(board: Board) -> Advice | None:
    """Apply the rule; None where no relation has a score on every fold."""
    if not len(board.means):
        return None
    best = str(board.means.index[0])
    table = board.frame().loc[list(board.means.index)]
    level = [key for key in table.index if key == best or not table["p_adjusted"][key] < ALPHA]
    chosen = min(level, key=simplicity)  # of equally simple ones the first, which has the highest mean
    tied = tuple(key for key in level if key not in (chosen, best))
    beaten = tuple(key for key in table.index if key not in level)
    if chosen == best:
        return Advice(chosen, best, tied, beaten)
    return Advice(chosen, best, tied, beaten, _gap(board, chosen))


def _gap(board: Board, key: str) -> Gap:
    columns = ["difference", "difference_low", "difference_high", "p_adjusted", "equivalent"]
    return Gap(*map(float, board.frame().loc[key, columns]))


def _gap_text(words: str, gap: Gap) -> str:
    return (
        f"{words}: {_signed(gap.difference)} (95 % interval {_signed(gap.low)} to {_signed(gap.high)}, "
        f"adjusted {p_text(gap.p)}); practically equal, within {number(ROPE, 2)}, with probability "
        f"{number(gap.equivalent, 2)}."
    )


def simplicity(key: str) -> int:
    """The place of a relation in `SIMPLICITY`; a choice between definitions is nothing to set."""
    spec = RELATIONS[key]
    if spec.learns:
        return 2
    return 1 if spec.uses_gamma else 0


def finding(board: Board) -> str:
    """The recommendation in one or two sentences; while folds are missing, who leads so far."""
    advice = advise(board)
    if advice is None:
        return "None of the chosen relations is defined on every fold of these data."
    chosen, best = RELATIONS[advice.chosen].label, RELATIONS[advice.best].label
    if not board.complete:
        return f"So far {best} leads, on {len(board.scores)} of {counted(board.n_folds, 'fold')}."
    if advice.chosen != advice.best:
        means = f"{number(board.means[advice.best])} against {number(board.means[advice.chosen])}"
        return (
            f"Use {chosen}. {best} scores highest ({means}), but the two cannot be told apart, and {chosen} "
            f"is simpler: it {SIMPLER[simplicity(advice.chosen)]}."
        )
    if not advice.tied and not advice.beaten:
        return f"Use {chosen}: no other relation has a score to compare it with."
    if not advice.tied:
        others = "the other" if len(advice.beaten) == 1 else f"each of the {len(advice.beaten)} others"
        return f"Use {chosen}: it is better than {others}."
    if len(advice.tied) == 1:
        return f"Use {chosen}; {RELATIONS[advice.tied[0]].label} cannot be told apart from it."
    return f"Use {chosen}; {len(advice.tied)} others cannot be told apart from it."


def how_sure(board: Board) -> list[str]:
    """Sentences on what stands behind the recommendation."""
    advice = advise(board)
    if advice is None or not board.complete:
        return []
    chosen, best = RELATIONS[advice.chosen].label, RELATIONS[advice.best].label
    said = []
    if advice.gap is not None:
        said.append(_gap_text(f"{chosen} minus {best}", advice.gap))
    elif len(board.means) > 1 and board.n_folds > 1:
        second = str(board.means.index[1])
        said.append(_gap_text(f"{RELATIONS[second].label}, the next best, minus {best}", _gap(board, second)))
    if advice.tied:
        names = _some(advice.tied)
        chances = board.frame().loc[list(advice.tied), "equivalent"]
        low, high = number(float(chances.min()), 2), number(float(chances.max()), 2)
        shown = low if low == high else f"{low} to {high}"
        said.append(
            f"Not told apart from {best}: {names} (practically equal with probability {shown}). "
            "Not told apart does not mean equal: more rows might separate them."
        )
    if advice.beaten:
        said.append(f"Worse than {best} by the test: {_some(advice.beaten)}.")
    said.append(_beside(board, advice))
    said.append(
        f"Balanced accuracy on {board.folds_label}. It holds for this data set only, and the best was picked "
        "after seeing the scores."
    )
    return said


def _some(keys: tuple[str, ...]) -> str:
    """The first few names of a long list."""
    names = [RELATIONS[key].label for key in keys]
    if len(names) > MOST_NAMED:
        names = [*names[: MOST_NAMED - 1], f"{len(names) - MOST_NAMED + 1} more"]
    return listed(names)


def _beside(board: Board, advice: Advice) -> str:
    mean, others = board.means[advice.chosen], board.baselines.mean()
    told = (
        f"Beside it: k-nearest neighbours {number(others['knn'])}, always the largest class "
        f"{number(others['majority'])}."
    )
    if round(others["majority"] - mean, 12) >= 0:
        return f"{told} {RELATIONS[advice.chosen].label} ({number(mean)}) is no better than guessing."
    if round(others["knn"] - mean, 12) > 0:
        return f"{told} Plain k-nearest neighbours scores higher than the recommended relation here."
    return told


def _signed(value: float) -> str:
    """A difference with its sign, a true minus."""
    text = number(abs(value))
    if not text.strip(".0"):
        return text
    return f"−{text}" if value < 0 else f"+{text}"


def report(board: Board) -> str:
    """The recommendation, the table and the reasons, as plain text."""
    table = board.frame()
    shown = table.drop(columns="undefined")
    head = f"{counted(len(board.scores), 'fold')}: {board.folds_label}; k = {board.design.k}"
    undefined = [f"{table['name'][key]} is undefined: {why}" for key, why in board.reasons.items()]
    rows = shown.to_string(float_format=lambda value: number(value), na_rep="–")
    return "\n".join([finding(board), "", head, rows, "", *undefined, *how_sure(board)])
