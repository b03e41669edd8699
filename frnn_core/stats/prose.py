"""A comparison as a finished paragraph for a paper: what was compared, how, on what, and what came out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import pandas as pd

from frnn_core.stats.corrections import CORRECTIONS
from frnn_core.stats.omnibus import Omnibus
from frnn_core.stats.posthoc import TESTS
from frnn_core.text import counted, listed, number, p_text, versions_line

if TYPE_CHECKING:
    from frnn_core.stats.comparison import Comparison

NAMED_UP_TO = 10
"""So many relations or pairs are named one by one; of more the number is told."""
POSSESSIVE = {"Friedman": "Friedman's test", "Skillings-Mack": "the Skillings-Mack test"}


def prose(
    result: Comparison,
    names: Mapping[str, str] | None = None,
    *,
    measure: str = "balanced accuracy",
    settings: str = "",
) -> str:
    """The paragraph: plain sentences, no table, every number with what it is over.

    Parameters
    ----------
    names : full names of relations, in place of their keys
    measure : what the scores are, within a sentence
    settings : what else holds for all scores, within a sentence: "k = 3, KEEL's folds"; counts are
        not said twice
    """
    told = Telling(result, dict(names or {}))
    sets = counted(len(result.scores), "data set")
    first = f"We compared {told.subjects()} by {measure} on {sets}"
    said = {sets, counted(len(result.relations), result.noun)}
    others = ", ".join(part for part in settings.split(", ") if part and part not in said)
    sentences = [
        first + (f" ({others})." if others else "."),
        *told.blanks(),
        told.overall(),
        told.ranks(),
        told.method(),
        *told.findings(),
        told.software(),
    ]
    return " ".join(sentences)


class Telling:
    """The sentences about one comparison."""

    def __init__(self, result: Comparison, names: Mapping[str, str]) -> None:
        self.result, self.names = result, names
        self.noun = "classifier" if result.others else result.noun
        self.rank_based = TESTS[result.test].rank_based

    def name(self, key: str) -> str:
        """The full name of a relation."""
        return self.names.get(key, key)

    def listed(self, keys: list[str]) -> str:
        """Full names in a sentence."""
        return listed(map(self.name, keys))

    def subjects(self) -> str:
        """What was compared; by name where these are not too many."""
        result, known = self.result, list(self.result.scores.columns)
        count = result.compared
        return f"{count} ({self.listed(known)})" if len(known) <= NAMED_UP_TO else count

    def blanks(self) -> list[str]:
        """On which data sets the ranks and the pairs stand, where not on all."""
        result = self.result
        total, gone = len(result.scores), list(result.left_out)
        if result.blanks == "complete":
            if not gone:
                return []
            said = f"Ranks and tests are over the {result.n} of {total} data sets on which all have a score"
            few = f"; left out: {listed(gone)}" if len(gone) <= NAMED_UP_TO else ""
            return [f"{said}{few}."]
        if not result.scores.isna().to_numpy().any():
            return []
        counts = [n for n in self._pairs(result.pair_n) if n]
        low, high = (int(end(counts)) for end in (min, max))
        over = f"{low}" if low == high else f"{low} to {high}"
        rows = f"the {result.n} of {total}" if result.n < total else f"all {total}"
        return [
            f"Not every {self.noun} has a score on every data set: on {rows} with at least two scores these "
            f"were ranked among themselves, and each pair was compared on the {over} data sets where both "
            "have one."
        ]

    def overall(self) -> str:
        """The test of all at once, with Iman and Davenport's beside Friedman's."""
        result = self.result
        test, alpha = result.omnibus, number(result.alpha).rstrip("0")
        name = POSSESSIVE.get(test.name, f"the {test.name} test")
        numbers = _numbers(test)
        if test is result.friedman and result.iman_davenport is not None and test.statistic > 0:
            numbers += f"; Iman-Davenport {_numbers(result.iman_davenport)}"
        count = len(result.relations)
        every = "the two" if count == 2 else f"all {count}"
        does = "rejects" if result.significant else "does not reject"
        return (
            f"{name[0].upper()}{name[1:]} {does} the hypothesis that {every} perform alike at the {alpha} "
            f"level ({numbers}, n = {test.n})."
        )

    def ranks(self) -> str:
        """The mean ranks, all of them or the ends."""
        ranks = self.result.mean_ranks
        parts = [f"{self.name(key)} {rank:.2f}" for key, rank in ranks.items()]
        if len(parts) <= NAMED_UP_TO:
            return f"Mean ranks (1 = best) are {listed(parts)}."
        return f"Mean ranks (1 = best) go from {parts[0]} to {parts[-1]}."

    def method(self) -> str:
        """How pairs were compared, against what, and how their p-values were corrected."""
        result = self.result
        test = TESTS[result.test]
        count = len(self._pairs(result.p_adjusted))
        pairs = "The pair was" if count == 1 else f"All {count} pairs were"
        if result.control is not None:
            others = "The other one was" if count == 1 else f"The other {count} were each"
            said = f"{others} compared with {self.name(result.control)} by the {test.label} test"
        else:
            said = f"{pairs} compared by the {test.label} test"
        return f"{said}{self._corrected(count)}."

    def _corrected(self, count: int) -> str:
        """How p-values were corrected for their number, as the end of the sentence."""
        result = self.result
        test, used = TESTS[result.test], CORRECTIONS[result.correction]
        if test.corrects_itself:
            told = ", which controls the family-wise error over all pairs by itself"
            if result.critical_distance is not None:
                told += f" (critical distance {result.critical_distance:.2f})"
            return told
        if count == 1:
            return ""
        if used.controls is None:
            return "; p-values are not corrected for their number"
        return f"; p-values were corrected for their number by the method of {used.label} ({used.controls})"

    def findings(self) -> list[str]:
        """Which pairs differ, and what the best cannot be told apart from."""
        result = self.result
        if not result.significant:
            return [
                "As no difference is established overall, no pair is reported as one; this does not show "
                f"that the {self.noun}s are equal."
            ]
        pairs, total = result.significant_pairs(), len(self._pairs(result.p_adjusted))
        if not pairs:
            return [f"{'It does' if total == 1 else 'None of them does'} not differ significantly."]
        return [self._significant(list(pairs), total), *self._same()]

    def _significant(self, pairs: list[tuple[str, str]], total: int) -> str:
        """The pairs that differ, by the better one; their number where they are many."""
        verb = "ranks significantly better than" if self.rank_based else "differs significantly from"
        if total == 1:
            first, second = pairs[0]
            return f"{self.name(first)} {verb} {self.name(second)} ({self._p(first, second)})."
        count = f"Of these {total}, {len(pairs)} {'differs' if len(pairs) == 1 else 'differ'}"
        if len(pairs) == total:
            count = "All of these differ"
        if len(pairs) > NAMED_UP_TO and self.result.control is None:
            return f"{count} significantly; their p-values are in the table of pairs."
        by_first: dict[str, list[str]] = {}
        for first, second in pairs:
            by_first.setdefault(first, []).append(f"{self.name(second)} ({self._p(first, second)})")
        told = "; ".join(f"{self.name(first)} {verb} {listed(rest)}" for first, rest in by_first.items())
        return f"{count} significantly: {told}."

    def _same(self) -> list[str]:
        """What cannot be told apart from the control, or from the best."""
        result = self.result
        centre = result.control or result.relations[0]
        p = result.p_adjusted[centre]
        same = [key for key in result.relations if key != centre and not p[key] < result.alpha]
        which = "" if result.control is not None else ", which has the best mean rank,"
        if not same or len(result.relations) == 2:
            return []
        if len(same) > NAMED_UP_TO:
            return [f"{self.name(centre)}{which} cannot be told apart from {len(same)} of the others."]
        return [f"{self.name(centre)}{which} cannot be told apart from {self.listed(same)}."]

    def software(self) -> str:
        """What computed it."""
        return f"Computed with {versions_line(self.result.versions)}."

    def _p(self, first: str, second: str) -> str:
        p = p_text(float(self.result.p_adjusted.loc[first, second]))
        corrected = CORRECTIONS[self.result.correction].controls and len(self._pairs(self.result.pair_n)) > 1
        return f"adjusted {p}" if corrected else p

    def _pairs(self, table: pd.DataFrame) -> list[float]:
        """The numbers of all pairs that are compared, each once."""
        compared, names = self.result.p_adjusted, list(self.result.relations)
        pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
        return [float(table.loc[a, b]) for a, b in pairs if pd.notna(compared.loc[a, b])]


def _numbers(test: Omnibus) -> str:
    """The statistic with its degrees of freedom, and p."""
    letter = "F" if len(test.df) == 2 else "χ²"
    df = ", ".join(map(str, test.df))
    return f"{letter}({df}) = {test.statistic:.2f}, {p_text(test.p)}"
