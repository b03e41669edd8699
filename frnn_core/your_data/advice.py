"""Which relation to use on one data set, and whether FRNN is worth it there.

The rule, in this order: relations whose mean is within `ROPE` of the best are as good as it, unless the test
(Nadeau-Bengio, Holm) tells them apart and they are not practically equal. Of these the simplest is taken:
nothing to set, before a width to set, before anything learned. Of equally simple ones, the first in the order
of the paper, in which Manhattan is first. No clock has a say: the same table gives the same advice on any
machine.

That something does not matter, or brings nothing, is said only where the probability that the two are
practically equal (Bayesian correlated t-test) is at least `LIKELY`; else the words claim no more than that
the test does not tell them apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from frnn_core.relations import RELATIONS
from frnn_core.text import counted, listed, number, p_text, signed
from frnn_core.your_data.board import AGAINST, ALPHA, ROPE, Board, name_of, settings_text
from frnn_core.your_data.choosing import RULE as CHOSEN_WITHIN

MOST_NAMED = 5
LIKELY = 0.5
"""Practically equal: rather than not."""
MAJORITY, NEAREST = "majority", ("knn-tuned", "knn")
SIMPLICITY = ("nothing to set", "a width γ to set", "learned from the data")
RULE = (
    f"Relations whose mean is within {number(ROPE, 2)} of the best count as equally good, unless the test "
    f"(corrected t-test of Nadeau and Bengio, Holm, α = {number(ALPHA, 2)}) tells them apart from it and "
    f"they are not practically equal to it, within {number(ROPE, 2)}, with a probability of at least "
    f"{number(LIKELY, 1)} (Bayesian correlated t-test). Of these the simplest is taken: {SIMPLICITY[0]}, "
    f"before {SIMPLICITY[1]}, before {SIMPLICITY[2]}; of equally simple ones, the first in the order of the "
    "paper, which begins with Manhattan."
)
CLAIMS = (
    "That the choice does not matter, or that FRNN brings nothing over another classifier, is said only of "
    "what is practically equal with that probability; that one is better, only where the test shows it and "
    "they are not."
)


@dataclass(frozen=True)
class Gap:
    """One minus another: mean, its 95 % interval, adjusted p, P(practically equal)."""

    difference: float
    low: float
    high: float
    p: float
    equivalent: float

    @property
    def significant(self) -> bool:
        """Whether the test tells the two apart."""
        return self.p < ALPHA

    @property
    def level(self) -> bool:
        """Whether they are practically equal rather than not."""
        return abs(self.difference) <= ROPE + 1e-12 and self.equivalent >= LIKELY

    @property
    def ahead(self) -> bool:
        """Whether the first is better by more than what is practically nothing."""
        return self.significant and not self.level and self.difference > 0

    @property
    def behind(self) -> bool:
        """Whether the first is worse by more than what is practically nothing."""
        return self.significant and not self.level and self.difference < 0


@dataclass(frozen=True)
class Advice:
    """A recommendation, and how sure it is.

    Attributes
    ----------
    chosen, best : the relation to use, and the one with the highest mean
    near : relations that are as good as the best, itself among them; the best first
    tied : others that the test does not tell apart from the best
    beaten : relations that are worse than the best by the test, and not practically equal to it
    sure : whether each of `near` is practically equal to the best, rather than not
    gap : chosen minus best; None if they are the same
    beside : every other classifier minus chosen, the best first
    """

    chosen: str
    best: str
    near: tuple[str, ...]
    tied: tuple[str, ...]
    beaten: tuple[str, ...]
    sure: bool = False
    gap: Gap | None = None
    beside: dict[str, Gap] = field(default_factory=dict)


def advise(board: Board) -> Advice | None:
    """Apply the rule; None where no relation has a score on every fold."""
    if not len(board.means):
        return None
    best = str(board.means.index[0])
    gaps = {key: Gap(*(of[name] for name in AGAINST)) for key, of in board.against(None).items()}
    level = [str(key) for key in board.means.index if key not in gaps or not gaps[str(key)].behind]
    near = [key for key in level if board.means[best] - board.means[key] <= ROPE + 1e-12]
    chosen = min(near, key=lambda key: (simplicity(key), list(RELATIONS).index(key)))
    others = {key: Gap(*(of[name] for name in AGAINST)) for key, of in board.against(chosen).items()}
    return Advice(
        chosen,
        best,
        tuple(near),
        tuple(key for key in level if key not in near),
        tuple(str(key) for key in board.means.index if key not in level),
        all(key in gaps and gaps[key].level for key in near if key != best),
        None if chosen == best else gaps.get(chosen),
        {str(key): others[str(key)] for key in board.beside.index if key in others},
    )


def simplicity(key: str) -> int:
    """The place of a relation in `SIMPLICITY`; a choice between definitions is nothing to set."""
    spec = RELATIONS[key]
    if spec.learns:
        return 2
    return 1 if spec.uses_gamma else 0


def finding(board: Board) -> str:
    """The recommendation in two or three sentences; while folds are missing, who leads so far."""
    advice = advise(board)
    if advice is None:
        return "None of the chosen relations is defined on every fold of these data."
    if not board.complete:
        leads = RELATIONS[advice.best].label
        return f"So far {leads} leads, on {len(board.scores)} of {counted(board.n_folds, 'fold')}."
    return " ".join([_which(board, advice), *(words for words, _ in worth(board, advice))])


def _which(board: Board, advice: Advice) -> str:
    """Which relation, and whether it matters."""
    chosen, best = RELATIONS[advice.chosen].label, RELATIONS[advice.best].label
    all_of_them, near = len(board.means), len(advice.near)
    within = f"within {number(ROPE, 2)}"
    if all_of_them == 1:
        return f"Use {chosen}: no other relation has a score to compare it with."
    if near == all_of_them and advice.sure:
        all_near = "both relations are level" if near == 2 else f"all {near} relations are level"
        return f"It does not matter here: {all_near}, {within}. Take {chosen}."
    if near > 2 and advice.sure:
        return f"It hardly matters here: {near} relations are {within} of the best. Take {chosen}."
    if near > 2:
        unsure = "and these rows do not tell them apart"
        return f"Take {chosen}: {near} relations are {within} of the best, {unsure}."
    if advice.chosen != advice.best:
        means = f"{number(board.means[advice.best])} against {number(board.means[advice.chosen])}"
        simpler = simplicity(advice.chosen) < simplicity(advice.best)
        why = "is simpler" if simpler else "comes first in the order of the paper"
        return f"Use {chosen}. {best} scores higher ({means}), but {within}, and {chosen} {why}."
    if near == 2:
        other = next(key for key in advice.near if key != advice.chosen)
        return f"Use {chosen}; {RELATIONS[other].label} is {within} of it."
    if not advice.tied:
        others = "the other" if len(advice.beaten) == 1 else f"each of the {len(advice.beaten)} others"
        return f"Use {chosen}: it is better than {others}."
    return f"Use {chosen}; {counted(len(advice.tied), 'other')} cannot be told apart from it."


def worth(board: Board, advice: Advice) -> list[tuple[str, str]]:
    """Whether FRNN is worth it here, by the tests against other classifiers.

    A sentence or two, each with the key of the classifier that it rests on.
    """
    guess = advice.beside.get(MAJORITY)
    if guess is not None and not (guess.significant and guess.difference < 0):
        words = "It is not better than always guessing the largest class: the columns say little about it."
        return [(words, MAJORITY)]
    rivals = {key: gap for key, gap in advice.beside.items() if key != MAJORITY}
    if not rivals:
        return []
    better = [key for key, gap in rivals.items() if gap.ahead]
    if better:
        by = number(rivals[better[0]].difference, 2)
        also = f", and so {'is' if len(better) == 2 else 'are'} {_some(better[1:])}" if better[1:] else ""
        return [(f"{name_of(better[0])} is better here by {by}{also}.", better[0])]
    if all(gap.behind for gap in rivals.values()):
        return [(f"It is better than {_some(list(rivals))}.", next(iter(rivals)))]
    return _not_told_apart(board, advice, rivals)


def _not_told_apart(board: Board, advice: Advice, rivals: Mapping[str, Gap]) -> list[tuple[str, str]]:
    """Beside classifiers of which none is better by the test, and not all are worse."""
    said = []
    nearest = next((key for key in NEAREST if key in rivals), "")
    if nearest and rivals[nearest].level:
        said.append((f"FRNN brings nothing over {_in_text(nearest)} here.", nearest))
    elif nearest and not rivals[nearest].significant and abs(rivals[nearest].difference) <= ROPE:
        said.append((f"No gain over {_in_text(nearest)} shows here.", nearest))
    top = next(iter(rivals))
    means = f"{number(board.beside[top])} against {number(board.means[advice.chosen])}"
    if rivals[top].difference > ROPE:
        words = (
            f"The best other classifier, {_in_text(top)}, scores higher ({means}), though the test does not "
        )
        said.append((f"{words}tell the two apart.", top))
    elif not (said and top == nearest):
        words = f"The best other classifier, {_in_text(top)}, is not told apart from it ({means})."
        said.append((words, top))
    return said


def evidence(board: Board) -> str:
    """The tests that the recommendation rests on: difference, interval, p and P(practically equal)."""
    advice = advise(board)
    if advice is None or not board.complete:
        return ""
    chosen, best = RELATIONS[advice.chosen].label, RELATIONS[advice.best].label
    own = [_gap_text(f"{chosen} minus {best}", advice.gap)] if advice.gap is not None else []
    keys = dict.fromkeys(key for _, key in worth(board, advice))
    return " ".join(own + [_gap_text(f"{name_of(key)} minus {chosen}", advice.beside[key]) for key in keys])


def how_sure(board: Board) -> list[str]:
    """Sentences on what stands behind the recommendation."""
    advice = advise(board)
    if advice is None or not board.complete:
        return []
    chosen, best = RELATIONS[advice.chosen].label, RELATIONS[advice.best].label
    settings = settings_text(board.settings(advice.chosen))
    picked = f" Chosen in the same way on all rows: {settings}." if board.design.tuned and settings else ""
    said = [estimate_text(board, advice.chosen) + picked]
    if advice.gap is not None:
        said.append(_gap_text(f"{chosen} minus {best}", advice.gap))
    if advice.tied:
        said.append(
            f"Not told apart from {best}, though further than {number(ROPE, 2)} from it: "
            f"{_some(advice.tied)}. More rows might separate them."
        )
    if advice.beaten:
        said.append(f"Worse than {best} by the test: {_some(advice.beaten)}.")
    said += [_gap_text(f"{name_of(key)} minus {chosen}", gap) for key, gap in advice.beside.items()]
    said.append("All of this holds for this table only.")
    return said


def estimate_text(board: Board, relation: str) -> str:
    """How good FRNN by a relation is expected to be, and what that is an estimate of."""
    row = board.frame().loc[relation]
    between = "" if row.isna()["low"] else f" (95 % interval {number(row['low'])} to {number(row['high'])})"
    told = f"{row['name']} has a balanced accuracy of {number(row['mean'])}{between} on {board.folds_label}."
    if not board.design.tuned:
        return f"{told} k and γ were set by hand; whoever sets them after seeing scores should expect less."
    picked = (
        f" The relation is picked after these scores are seen, from {len(board.means)}: expect a little less."
        if len(board.means) > 1
        else ""
    )
    return f"{told} {CHOSEN_WITHIN}; so the estimate is that of the whole choice of settings.{picked}"


def _gap_text(words: str, gap: Gap) -> str:
    return (
        f"{words}: {signed(gap.difference)} (95 % interval {signed(gap.low)} to {signed(gap.high)}, "
        f"adjusted {p_text(gap.p)}); practically equal, within {number(ROPE, 2)}, with probability "
        f"{number(gap.equivalent, 2)}."
    )


def _some(keys: Sequence[str]) -> str:
    """The first few names of a long list."""
    names = [_in_text(key) for key in keys]
    if len(names) > MOST_NAMED:
        names = [*names[: MOST_NAMED - 1], f"{len(names) - MOST_NAMED + 1} more"]
    return listed(names)


def _in_text(key: str) -> str:
    """A name within a sentence: other classifiers are written small, unless they are abbreviations."""
    name = name_of(key)
    return name if key in RELATIONS or name[1:2].isupper() else name[0].lower() + name[1:]


def report(board: Board) -> str:
    """The recommendation, the table and the reasons, as plain text."""
    table = board.frame()
    shown = table.drop(columns="undefined")
    k = f"k = {board.design.k}" if board.design.k else "settings chosen within each fold"
    head = f"{counted(len(board.scores), 'fold')}: {board.folds_label}; {k}"
    undefined = [f"{table['name'][key]} is undefined: {why}" for key, why in board.reasons.items()]
    rows = shown.to_string(float_format=lambda value: number(value), na_rep="–")
    return "\n".join([finding(board), "", head, rows, "", *undefined, *how_sure(board)])
