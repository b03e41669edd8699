"""Tooltips: what a control means, with its formula. The dialogs say the same where there is no mouse."""

from __future__ import annotations

from collections.abc import Sequence

from frnn_core import RELATIONS
from frnn_core.engine.measures import MEASURES
from frnn_core.engine.owa import WEIGHTS
from frnn_core.engine.scalings import SCALINGS
from frnn_core.stats import CORRECTIONS, TESTS
from frnn_core.stats.posthoc import SYMBOLS

MOST_RELATIONS = 7
K = (
    "The k nearest rows inside each class count, and the k nearest outside it. With linear weights the i-th "
    f"nearest of m counts ${WEIGHTS['linear'].formula}$."
)

SPLITS = "KEEL's own folds are ten. With another number all data sets have stratified folds."
REPEATS = (
    "How often the rows are dealt to folds; scores are means over all of them. The first time as chosen "
    "above, then stratified with the next seeds."
)
SEED = "It decides stratified folds and everything that draws at random."


def relation(key: str) -> str:
    """The formula of a relation, in a line."""
    spec = RELATIONS[key]
    where = f", ${spec.where}$" if spec.where else ""
    return f"{spec.label}: ${spec.formula}${where}. {spec.help}"


def relations(keys: Sequence[str]) -> str:
    """The formulas of the first few relations, q a query and y a training row."""
    shown = [relation(key) for key in keys[:MOST_RELATIONS]]
    rest = len(keys) - len(shown)
    if rest:
        shown.append(f"And {rest} more: see “What these relations are”.")
    return "\n\n".join(["How similar a query q and a training row y are:", *shown])


def gamma(keys: Sequence[str]) -> str:
    """The formulas that γ is in."""
    shown = [relation(key) for key in keys if RELATIONS[key].uses_gamma]
    return "\n\n".join(["The larger γ, the more slowly similarity falls with distance:", *shown])


def posthoc_tests() -> str:
    """The formulas of the tests of pairs."""
    shown = [f"{test.label}: ${test.formula}$, {test.where}." for test in TESTS.values()]
    return "\n\n".join([f"With {SYMBOLS}:", *shown])


def corrections() -> str:
    """What each correction makes of the i-th smallest of m p-values, and what it controls."""
    shown = [
        f"{entry.label}: ${entry.formula}$. {entry.help}"
        + (f" It controls the {entry.controls}." if entry.controls else "")
        for entry in CORRECTIONS.values()
    ]
    return "\n\n".join(["What becomes of the i-th smallest of m p-values:", *shown])


def measures() -> str:
    """What each measure tells, with C the classes, r and p the recall and the precision of a class."""
    shown = [f"{m.label.capitalize()}: ${m.formula}$. {m.help}" for m in MEASURES.values()]
    told = "With $C$ the classes, and $r_c$ and $p_c$ the recall and the precision of class $c$:"
    return "\n\n".join([told, *shown])


def weights() -> str:
    """What the i-th nearest of m neighbours counts in each family."""
    shown = [f"{family.label}: ${family.formula}$. {family.help}" for family in WEIGHTS.values()]
    return "\n\n".join(["What the i-th nearest of m neighbours counts:", *shown])


def scalings() -> str:
    """What becomes of a value x of a feature."""
    shown = [f"{scaling.label}: ${scaling.formula}$. {scaling.help}" for scaling in SCALINGS.values()]
    told = "What becomes of a value x, with l and h the smallest and the largest in the training rows:"
    return "\n\n".join([told, *shown])
