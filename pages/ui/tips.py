"""Tooltips: what a control means, with its formula. The dialogs say the same where there is no mouse."""

from __future__ import annotations

from collections.abc import Sequence

from frnn_core import RELATIONS
from frnn_core.stats import CORRECTIONS, TESTS
from frnn_core.stats.posthoc import SYMBOLS

MOST_RELATIONS = 7
K = (
    "The k nearest rows inside each class count, and the k nearest outside it. With linear weights the i-th "
    r"nearest counts $w_i = \frac{2(k + 1 - i)}{k(k + 1)}$."
)
MEASURES = (
    r"Balanced accuracy: $\frac{1}{|C|} \sum_{c \in C} \frac{\text{right in } c}{\text{rows of } c}$, all "
    "classes count alike.\n\n"
    r"Accuracy: $\frac{\text{right}}{\text{rows}}$." + "\n\n"
    r"Macro F1: $\frac{1}{|C|} \sum_{c \in C} \frac{2 p_c r_c}{p_c + r_c}$ with precision $p_c$ and recall "
    "$r_c$ of class $c$."
)


def relation(key: str) -> str:
    """The formula of a relation, in a line."""
    spec = RELATIONS[key]
    where = f", ${spec.where}$" if spec.where else ""
    return f"{spec.label}: ${spec.formula}${where}"


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
    """What each correction does, and what it controls."""
    shown = [
        f"{entry.label}: {entry.help}" + (f" It controls the {entry.controls}." if entry.controls else "")
        for entry in CORRECTIONS.values()
    ]
    return "\n\n".join(shown)
