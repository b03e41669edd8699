"""What the paper leaves for future work (section 5), and what is compared here to answer it.

A question is asked so that *yes* means that FRNN gets better. Nothing in here is a result: `left_open` looks
for those, tests them and judges.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import pandas as pd

from frnn_core.data import dataset_names
from frnn_core.data.catalogue import entries
from frnn_core.engine.arrays import FloatArray
from frnn_core.experiments.baselines import BASELINES
from frnn_core.experiments.baselines.results import beside, fold_results
from frnn_core.experiments.plan import Conditions, Plan, Setting
from frnn_core.experiments.presets import PAPER_KS, PRESETS, RANKED, RANKS
from frnn_core.experiments.score_table import NOT_COMPUTED, ScoreTable, score_table
from frnn_core.experiments.store import Store
from frnn_core.relations import RELATIONS

PAPER_K = 3
LARGEST_SEEN = 2_500
"""While relations and weights that learn were made, data sets of up to so many rows were looked at."""


@dataclass(frozen=True, eq=False)
class Measured:
    """What is known of one side on some data sets.

    Attributes
    ----------
    label : its name, with the k that was taken
    scores : by data set, mean balanced accuracy over the folds; blank unless there is one on every fold
    computed : whether there is a result on every fold, be it that the side is undefined there
    accuracy : gives the same in plain accuracy
    seconds : gives the mean seconds of a fold by data set
    """

    label: str
    scores: pd.Series
    computed: pd.Series
    accuracy: Callable[[], pd.Series]
    seconds: Callable[[], pd.Series]


class Side(Protocol):
    """One side of a comparison: whatever has scores on data sets."""

    def measured(self, names: tuple[str, ...], store: Store | None) -> Measured:
        """Its scores, from the shipped results and a store."""
        ...


@dataclass(frozen=True)
class FRNN:
    """FRNN with a relation, weights and k.

    Attributes
    ----------
    label : its name; `{k}` stands for the k that was taken
    ks : of several, the one with the best mean over the data sets is taken: chosen in hindsight, as no
        classifier could
    """

    label: str
    setting: Setting
    ks: tuple[int, ...] = (PAPER_K,)
    weights: str = "linear"

    def measured(self, names: tuple[str, ...], store: Store | None) -> Measured:
        """Its scores; of several k that of the best mean where all are known."""
        plan = Plan(names, (self.setting,), self.ks, Conditions(weights=self.weights))
        table = score_table(plan, store=store)
        place = _best(table.values[:, 0].mean(axis=-1))
        k = self.ks[place]
        return Measured(
            self.label.format(k=k),
            table.frame(k).iloc[:, 0],
            pd.Series(table.there[:, 0, place].all(axis=-1), index=list(names)),
            lambda: score_table(plan, "accuracy", store).frame(k).iloc[:, 0],
            lambda: _seconds(table, self.setting, k),
        )


def _best(by_k: FloatArray) -> int:
    """The place of the best mean over the data sets that have a score at each k; 0 where none has."""
    known = by_k[~np.isnan(by_k).any(axis=1)]
    return int(known.mean(axis=0).argmax()) if len(known) else 0


def _seconds(table: ScoreTable, setting: Setting, k: int) -> pd.Series:
    names = table.plan.datasets
    return pd.Series([table.folds(name, setting, k)["seconds"].mean() for name in names], index=list(names))


@dataclass(frozen=True)
class Other:
    """Another classifier on the same folds, by the key of a baseline."""

    key: str

    def measured(self, names: tuple[str, ...], store: Store | None) -> Measured:
        """Its scores; seconds are those of the processor."""
        found = beside(names, (self.key,), PAPER_K, store=store)
        return Measured(
            BASELINES[self.key].label,
            found.scores[self.key],
            found.reasons[self.key] != NOT_COMPUTED,
            lambda: beside(names, (self.key,), PAPER_K, measure="accuracy", store=store).scores[self.key],
            lambda: pd.Series({name: self._seconds(name, store) for name in names}),
        )

    def _seconds(self, name: str, store: Store | None) -> float:
        results = fold_results(name, self.key, PAPER_K, store=store)
        return float(np.mean([np.nan if result is None else result.seconds for result in results]))


@dataclass(frozen=True)
class Arm:
    """One comparison: what the question asks about, against what it would replace.

    Attributes
    ----------
    decides : whether the answer rests on it; the others stand beside, tested and corrected all the same
    least_features : it is asked on data sets with at least so many
    seen : whether its settings were chosen after a look at data sets of up to `LARGEST_SEEN` rows
    """

    new: Side
    old: Side
    decides: bool = True
    least_features: int = 1
    seen: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The data sets that it is asked on."""
        known = entries()
        return tuple(name for name in dataset_names() if known[name].features >= self.least_features)


@dataclass(frozen=True)
class Question:
    """What the paper leaves open.

    Attributes
    ----------
    title : a few words
    asks : the question in our words; *yes* means that FRNN gets better
    where : its place in the paper
    arms : what is compared
    preset : what computes the results
    notes : what else to know; what can be computed is not here
    """

    key: str
    title: str
    asks: str
    where: str
    arms: tuple[Arm, ...]
    preset: str
    notes: tuple[str, ...] = ()

    @property
    def command(self) -> str:
        """What computes the results."""
        if self.preset in PRESETS:
            return f"python -m frnn_core run --preset {self.preset}"
        return f"python -m tools.build_results --preset {self.preset}"


def _relation(key: str, label: str = "", **params: Any) -> FRNN:
    return FRNN(label or RELATIONS[key].label, Setting.of(key, params))


def _weighted(label: str, weights: str, ks: tuple[int, ...]) -> FRNN:
    return FRNN(label, Setting.of("man"), ks, weights)


def _weights() -> Question:
    for_all = _weighted("Learned, k = {k}", "learned", (20,))
    by_class = _weighted("Learned by class, k = {k}", "learned-by-class", (20,))
    papers = _weighted("linear, k = {k}", "linear", (PAPER_K,))
    best = _weighted("linear, best k = {k}", "linear", PAPER_KS)
    same = _weighted("linear, k = {k}", "linear", (20,))
    pairs = ((for_all, best), (by_class, best), (for_all, same), (by_class, for_all))
    return Question(
        "weights",
        "Learned weights",
        "Does FRNN get better when gradient descent finds the OWA weights, for all classes or for each?",
        "Section 5, the first direction for future work",
        (
            Arm(for_all, papers, seen=True),
            Arm(by_class, papers, seen=True),
            *(Arm(new, old, decides=False, seen=True) for new, old in pairs),
        ),
        "weights",
        (
            "All sides are FRNN with the Manhattan relation. The best k is that of the best mean over the "
            "data sets, chosen in hindsight: no classifier could.",
            "The weights are learned for a loss in which all classes count alike, as in balanced accuracy.",
        ),
    )


def _low_rank() -> Question:
    arms = [
        Arm(
            _relation(key, f"{RELATIONS[key].label}, rank {rank}", **limits, n_components=rank),
            _relation(key, "full rank", **limits),
            least_features=rank + 1,
        )
        for key, limits in RANKED.items()
        for rank in RANKS
    ]
    return Question(
        "rank",
        "Low rank",
        "Does FRNN get better when a learned metric has low rank, so that it also reduces the dimension?",
        "Section 5, the second direction for future work",
        tuple(arms),
        "ranks",
        (
            "A rank is asked for on the data sets with more features than that.",
            "To keep fits short NCA learns from at most 1,000 rows and LMNN takes at most 100 steps, at full "
            "rank too.",
        ),
    )


def _by_class() -> Question:
    plain, learned = _relation("man"), _relation("man-fit")
    by_class = _relation("class-man", "Learned Manhattan by class")
    mah, one_scale = _relation("mah"), "Class-specific Mahalanobis, one scale"
    return Question(
        "classes",
        "A metric for each class",
        "Does FRNN get better when each class learns a metric of its own?",
        "Section 5, the third direction for future work",
        (
            Arm(by_class, learned, seen=True),
            Arm(by_class, plain, decides=False, seen=True),
            Arm(learned, plain, decides=False, seen=True),
            Arm(_relation("class-mah"), mah, decides=False),
            Arm(
                _relation("class-mah", one_scale, scale="overall"),
                mah,
                decides=False,
            ),
        ),
        "beyond",
        (
            "The learned metric is a weighted Manhattan distance. The class-specific Mahalanobis relation "
            "beside it is the paper's: estimated, not learned.",
        ),
    )


def _local() -> Question:
    man, mah = _relation("local-man"), _relation("local-mah")
    return Question(
        "local",
        "Local relations",
        "Does FRNN get better when the relation is built on local subsets of the training rows?",
        "Section 5, the last direction for future work",
        (
            Arm(man, _relation("man-fit"), seen=True),
            Arm(mah, _relation("mah"), seen=True),
            Arm(man, _relation("man"), decides=False, seen=True),
            Arm(mah, _relation("man"), decides=False, seen=True),
        ),
        "beyond",
        (
            "Regions are cells around k-means centres of the training rows; the region of the training row "
            "decides how it is compared.",
        ),
    )


def _tuned() -> Question:
    kernels = {"gauss-grad": "gauss", "exp-grad": "exp", "rat-grad": "rat", "cir-grad": "circle"}
    arms = [
        Arm(_relation(fitted, f"{RELATIONS[plain].label}, γ learned"), _relation(plain, "γ = 1"))
        for fitted, plain in {**kernels, "sph-grad": "sphere"}.items()
    ]
    return Question(
        "tuning",
        "Tuned parameters",
        "Does FRNN get better when the width of its kernels is tuned, once the gradient is right?",
        "Section 5, the advice for applied machine learning",
        tuple(arms),
        "paper",
        (
            "γ is found by descent from 1 with the right derivative, on the training rows of each fold.",
            "The paper also names parameters of LMNN, NCA and DMLMJ. Their rank is the question of low rank; "
            "others were not varied.",
        ),
    )


RIVALS = ("knn-tuned", "svm-tuned", "forest-balanced", "boosting", "logistic")


def _worth() -> Question:
    best, one = Other("frnn-blended"), Other("frnn-tuned")
    papers = _weighted("FRNN, Manhattan, k = {k}", "linear", (PAPER_K,))
    rivals = [Other(key) for key in RIVALS]
    return Question(
        "worth",
        "What one would use otherwise",
        "Is FRNN at its best better than what one would use otherwise?",
        "Not in the paper: the question of every practitioner",
        (
            *(Arm(best, rival, seen=True) for rival in rivals),
            *(Arm(side, papers, decides=False, seen=True) for side in (best, one)),
            *(Arm(papers, rival, decides=False) for rival in rivals),
        ),
        "baselines",
        (
            "Everything is tuned on the training rows of each fold, with the same inner folds and at most "
            "1,500 rows; the test rows have no say in any choice.",
        ),
    )


def questions() -> tuple[Question, ...]:
    """All questions, in the order of the paper's section, then its advice, then what a practitioner asks."""
    return _weights(), _low_rank(), _by_class(), _local(), _tuned(), _worth()
