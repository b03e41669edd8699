"""What the paper leaves for future work (section 5), and what is compared here to answer it.

A question is asked so that *yes* means that FRNN gets better, or that what others found holds here. Nothing
in here is a result: `left_open` looks for those, tests them and judges.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from frnn_core.data import dataset_names
from frnn_core.data.catalogue import entries
from frnn_core.engine.scalings import LENZ, SCALINGS
from frnn_core.experiments.plan import Setting
from frnn_core.experiments.presets import PAPER_KS, PRESETS, RANKED, RANKS
from frnn_core.paper.sides import FRNN, PAPER_K, Other, Side
from frnn_core.relations import RELATIONS

LARGEST_SEEN = 2_500
"""While relations and weights that learn were made, data sets of up to so many rows were looked at."""


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
    asks : the question in our words
    where : its place in the paper
    arms : what is compared
    presets : what computes the results
    notes : what else to know; what can be computed is not here
    """

    key: str
    title: str
    asks: str
    where: str
    arms: tuple[Arm, ...]
    presets: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def commands(self) -> tuple[str, ...]:
        """What computes the results."""
        ours, others = "python -m frnn_core run", "python -m tools.build_results"
        return tuple(f"{ours if key in PRESETS else others} --preset {key}" for key in self.presets)


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
        ("weights",),
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
        ("ranks",),
        (
            "A rank is asked for on the data sets with more features than that.",
            "To keep fits short NCA and LMNN learn from at most 1,000 rows, LMNN in at most 100 steps, at "
            "full rank too.",
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
        ("beyond",),
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
        ("beyond",),
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
        ("paper",),
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
        ("baselines",),
        (
            "Everything is tuned on the training rows of each fold, with the same inner folds and at most "
            "1,500 rows; the test rows have no say in any choice. The cost of a fold holds the choice, too.",
        ),
    )


def _study() -> Question:
    """What O. U. Lenz, H. Bollaert and C. Cornelis found over other data sets, as far as it is tried here."""
    man, euc, che = (
        FRNN(f"{RELATIONS[key].label}, k = {{k}}", Setting.of(key), PAPER_KS) for key in ("man", "euc", "che")
    )
    samworth = _weighted("Samworth's weights, k = {k}", "samworth", PAPER_KS)
    linear = _weighted("linear, k = {k}", "linear", PAPER_KS)
    scaled = [
        FRNN(f"{SCALINGS[key].label}, k = {{k}}", Setting.of("man"), PAPER_KS, normalise=key)
        for key in ("mean-deviation", "standard-deviation", "half-quartiles")
    ]
    by_range = FRNN("range 1, k = {k}", Setting.of("man"), PAPER_KS)
    plain, fuzzy = Other("knn", PAPER_KS), Other("fuzzy-nn", PAPER_KS)
    pairs: list[tuple[Side, Side]] = [(man, euc), (man, che), (samworth, linear)]
    pairs += [*((one, by_range) for one in scaled), (euc, plain), (plain, fuzzy)]
    return Question(
        "study",
        "What another study found",
        "Do the distance, weights and scalings that were best on 85 other data sets do better here, too? "
        "And does FRNN beat plain neighbours, and do these beat fuzzy ones?",
        f"Not in the paper: {LENZ}",
        tuple(Arm(new, old) for new, old in pairs),
        ("weights", "scalings", "baselines"),
        (
            "Every side has the k of its own best mean over the data sets, chosen in hindsight: no "
            "classifier could. Where it is not said, the relation is Manhattan, the weights are linear, and "
            "the range of each feature is 1; plain and fuzzy neighbours are by Euclidean distance.",
            "The study also weighs neighbours by their distance, which is not tried here.",
            "Each side has its best k. That rule was set after results for several k had been seen; at "
            "k = 10 alone, more of the differences are significant before correction.",
        ),
    )


def questions() -> tuple[Question, ...]:
    """All questions, in the order of the paper's section, then its advice, then what others ask or found."""
    return _weights(), _low_rank(), _by_class(), _local(), _tuned(), _worth(), _study()
