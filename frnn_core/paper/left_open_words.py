"""The answers to what the paper left open, in sentences that are put together from their numbers."""

from __future__ import annotations

from frnn_core.experiments.plan import Conditions
from frnn_core.paper.left_open import Answer, Compared, Verdict, counts_of
from frnn_core.paper.open_questions import LARGEST_SEEN
from frnn_core.paper.verdicts import ALPHA
from frnn_core.text import counted, listed, number, p_text, signed

HEADS: dict[Verdict, str] = {
    "yes": "Yes",
    "in part": "In part",
    "no difference shown": "No difference shown",
    "worse": "Worse",
    "not computed": "Not computed",
}
MOST_NAMES = 6
MOST_OTHERS = 3


def answer_words(found: Answer) -> str:
    """The answer in one or two sentences: the comparison that says most, and how the others went.

    It is an answer so far as long as some data set is not computed.
    """
    one = leading(found)
    if one is None:
        commands = found.question.commands
        return (
            f"**{HEADS['not computed']}.** Too few results are known. "
            f"{listed(f'`{command}`' for command in commands)} compute{'s' * (len(commands) == 1)} them."
        )
    verdicts = [other.verdict for other in found.deciding]
    counts = [
        f"{verdicts.count(name)} {words}"
        for name, words in (
            ("better", "better"),
            ("worse", "worse"),
            ("no difference shown", "without a difference shown"),
            ("not judged", "not judged"),
        )
        if name in verdicts
    ]
    others = f" Of {len(verdicts)} comparisons that decide: {', '.join(counts)}." if len(verdicts) > 1 else ""
    head = HEADS[found.verdict]
    so_far = any(other.not_computed for other in found.deciding)
    return f"**{f'So far: {head.lower()}' if so_far else head}.** {result_words(one)}.{others}"


def leading(found: Answer) -> Compared | None:
    """The comparison that says most for the answer; None where none that decides is judged.

    The best of the better ones, the worst of the worse, or else the one with the smallest p.
    """
    judged = [one for one in found.deciding if one.verdict != "not judged"]
    if not judged:
        return None
    better = [one for one in judged if one.verdict == "better"]
    worse = [one for one in judged if one.verdict == "worse"]
    if better:
        return max(better, key=lambda one: one.mean)
    if worse:
        return min(worse, key=lambda one: one.mean)
    return min(judged, key=lambda one: (one.corrected, -abs(one.mean)))


def result_words(one: Compared) -> str:
    """A comparison in words: mean difference, over how many data sets, how often ahead, and p."""
    ahead, level, behind = one.counts
    return (
        f"{one.new.label}, against {one.old.label}: {signed(one.mean)} in the mean over {coverage(one)}; "
        f"{ahead} ahead, {level} level, {behind} behind; {p_text(one.corrected)} after Holm"
    )


def coverage(one: Compared) -> str:
    """Over how many data sets of those that are asked for."""
    return counted(one.n, "data set") if one.n == one.asked else f"{one.n} of {one.asked} data sets"


def caveats(found: Answer) -> tuple[str, ...]:
    """What to be wary of, from the numbers where they tell, else as it is known."""
    one = leading(found)
    told = [] if one is None else [_unseen(one), _largest(one), _accuracy(one), _cost(one)]
    apart = [_apart(other) for other in found.deciding]
    parts = *_missing(found), *_others(found), *_harder(found), *told, *apart
    known = (*parts, _chance(found), *found.question.notes)
    return tuple(sentence for sentence in known if sentence)


def _missing(found: Answer) -> list[str]:
    """Which data sets are left out of the comparisons that decide, and why."""
    words = []
    for why, left_out in (
        ("Not computed for all comparisons", {n for one in found.deciding for n in one.not_computed}),
        ("Left out of some comparison, because a side is undefined there", _undefined(found)),
    ):
        if left_out:
            names = sorted(left_out)
            shown = listed(names) if len(names) <= MOST_NAMES else counted(len(names), "data set")
            words.append(f"{why}: {shown}.")
    return words


def _undefined(found: Answer) -> set[str]:
    return {name for one in found.deciding for name in one.undefined}


def _others(found: Answer) -> list[str]:
    """Where the answer is yes in part: what is not shown to be better, as long as that is a short list."""
    told = [
        f"{one.new.label}, against {one.old.label} ({signed(one.mean)}, {p_text(one.corrected)})"
        for one in found.deciding
        if one.verdict in ("worse", "no difference shown")
    ]
    short = found.verdict == "in part" and len(told) <= MOST_OTHERS
    return [f"Not shown to be better: {'; '.join(told)}."] if short else []


def _harder(found: Answer) -> list[str]:
    """What is better by a comparison that decides, but not by one that stands beside."""
    better = {one.arm.new for one in found.deciding if one.verdict == "better"}
    return [
        f"{one.new.label}, against {one.old.label}, is not shown to be better ({signed(one.mean)}, "
        f"{p_text(one.corrected)})."
        for one in found.compared
        if not one.arm.decides and one.arm.new in better and one.verdict in ("worse", "no difference shown")
    ]


def _unseen(one: Compared) -> str:
    if not one.arm.seen:
        return ""
    rest = one.unseen
    first = f"Settings were chosen after a look at data sets of up to {LARGEST_SEEN:,} rows"
    if rest.empty:
        return f"{first}; there is no result on a larger one."
    ahead, level, behind = counts_of(rest)
    return (
        f"{first}. On the {counted(len(rest), 'larger one')} alone: {signed(rest.mean())} in the mean, "
        f"{ahead} ahead, {level} level, {behind} behind."
    )


def _largest(one: Compared) -> str:
    gains = one.differences
    name = str(gains.abs().idxmax())
    return (
        f"The largest difference is on {name} ({signed(gains[name])}); without it the mean is "
        f"{signed(gains.drop(name).mean())}."
    )


def _accuracy(one: Compared) -> str:
    return f"In plain accuracy, where every row counts alike, the mean difference is {signed(one.accuracy)}."


def _cost(one: Compared) -> str:
    new, old = one.seconds
    return (
        f"Cost: a fold took {_seconds(new)}, against {_seconds(old)} (median of the data sets, with all k "
        "that were computed together)."
    )


def _seconds(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds >= 10 else f"{number(seconds, 1 if seconds >= 1 else 3)} s"


def _apart(one: Compared) -> str:
    if not (one.corrected < ALPHA and one.mean * one.effect <= 0):
        return ""
    return (
        f"{one.new.label}: the ranks say {'better' if one.effect > 0 else 'worse'} "
        f"({p_text(one.corrected)}), the mean ({signed(one.mean)}) does not."
    )


def _chance(found: Answer) -> str:
    tested = sum(one.verdict != "not judged" for one in found.compared)
    at = Conditions()
    return (
        f"{counted(tested, 'comparison')} tested; one split into {at.n_splits} folds and one seed, whose "
        "chance is not in p; the data sets are the paper's, no sample of all there are."
    )
