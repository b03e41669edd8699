"""What a baseline is: another classifier on the same folds, beside FRNN and never one of its relations.

One decorated function adds one; it then appears on the pages, in the command line, among what is computed by
`python -m tools.build_results --preset baselines`, and in the shipped file once that was run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from frnn_core.engine.arrays import IntArray
from frnn_core.engine.registry import Registry
from frnn_core.experiments.evaluate import Fold
from frnn_core.experiments.store import canonical

Kind = Literal["other", "frnn"]
Grid = Mapping[str, Sequence[Any]]
NOTHING = "Nothing is tuned."


@dataclass(frozen=True, eq=False)
class Answer:
    """What a baseline says of the queries of a fold.

    Attributes
    ----------
    decided : codes among the classes of the training rows, (queries, ks), or (queries, 1) if k has no say
    found : what was chosen or learned on the training rows, in words and numbers that JSON knows
    """

    decided: IntArray
    found: Mapping[str, Any] = field(default_factory=dict)


Decide = Callable[[Fold, Sequence[int]], Answer]


@dataclass(frozen=True)
class Baseline:
    """A classifier beside FRNN.

    Attributes
    ----------
    label, help, source : its name, what it does in one sentence, where it comes from
    tuned : in words, what is chosen on the training rows and how
    grid : the values that are tried, by parameter; it is part of what a result is known by
    uses_k : whether the k of the page is its k
    slow : whether a page must not compute it; then it is shown where it is shipped or in the store
    kind : "frnn" for FRNN itself with choices of its own, else "other"
    after : those whose inner scores it takes over where they were computed before it on the same fold
    revision : raised whenever its numbers change
    function : (fold, ks) to its answer; it may raise Undefined with a reason
    """

    key: str
    label: str
    help: str
    source: str
    function: Decide
    tuned: str = NOTHING
    grid: Grid = field(default_factory=dict, hash=False)
    uses_k: bool = False
    slow: bool = False
    kind: Kind = "other"
    after: tuple[str, ...] = ()
    revision: int = 1

    def __call__(self, fold: Fold, ks: Sequence[int] = (1,)) -> Answer:
        """Fit on the training rows and decide the queries."""
        return self.function(fold, ks)

    @property
    def relation(self) -> str:
        """What stands for the relation in the key of a result."""
        return f"baseline:{self.key}"

    @cached_property
    def params(self) -> str:
        """What stands for the parameters there: the grid."""
        return canonical(self.grid)

    @property
    def about(self) -> str:
        """What it does and what is tuned, for a tip."""
        return f"{self.help} {self.tuned}"


BASELINES = Registry[Baseline]("baseline")


def baseline(
    *,
    key: str,
    label: str,
    help: str,
    source: str,
    tuned: str = NOTHING,
    grid: Grid | None = None,
    uses_k: bool = False,
    slow: bool = False,
    kind: Kind = "other",
    after: tuple[str, ...] = (),
    revision: int = 1,
) -> Callable[[Decide], Decide]:
    """Register the decorated function of a fold and of ks."""

    def register(function: Decide) -> Decide:
        told = grid or {}, uses_k, slow, kind, after, revision
        entry = Baseline(key, label, help, source, function, tuned, *told)
        BASELINES.add(key, entry)
        return function

    return register


def baseline_names() -> dict[str, str]:
    """The label of every baseline."""
    return {key: entry.label for key, entry in BASELINES.items()}


def baseline_kinds() -> dict[str, str]:
    """What stands for the family of a relation in a figure, by the key and by the label of each baseline."""
    return {name: entry.kind for entry in BASELINES.values() for name in (entry.key, entry.label)}


def seed_of(fold: Fold) -> int:
    """The seed that a fold gives to every baseline, so that all are tuned on the same inner folds."""
    digest = hashlib.sha256(f"{fold.seed_text}|baselines".encode()).digest()
    return int.from_bytes(digest[:4], "big") // 2
