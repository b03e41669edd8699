"""Classifiers that people would use otherwise, from scikit-learn, tuned on the training rows."""

from __future__ import annotations

from collections.abc import Sequence

from frnn_core.engine.arrays import FloatArray
from frnn_core.experiments.baselines.registry import Answer, baseline
from frnn_core.experiments.baselines.tuning import HOW, Classifier, tuned
from frnn_core.experiments.evaluate import Fold

WEIGHTED = "class weights plain or balanced"
NEIGHBOURS = {"k": (1, 3, 5, 7, 9, 11, 15, 21, 31), "weights": ("uniform", "distance")}
WIDTHS = {"C": (1, 10, 100, 1000), "gamma": (0.1, 0.3, 1, 3, 10)}
SVM_PLAIN = {**WIDTHS, "class_weight": (None,)}
SVM_BALANCED = {**WIDTHS, "class_weight": ("balanced",)}
SVM_EITHER = {**WIDTHS, "class_weight": (None, "balanced")}
FOREST_PLAIN = {"max_features": ("sqrt", 0.5), "class_weight": (None,)}
FOREST_BALANCED = {"max_features": ("sqrt", 0.5), "class_weight": ("balanced",)}
LEAVES = {"max_leaf_nodes": (7, 31), "class_weight": (None, "balanced")}
PENALTIES = {"C": (0.1, 1, 10, 100, 1000), "class_weight": (None, "balanced")}
TREES, INNER_TREES, STEPS = 200, 50, 100
C_AND_GAMMA = "C in 1, 10, 100, 1,000, γ in .1, .3, 1, 3, 10 times 1/(features × variance)"
SPLITS = (
    f"The number of features tried at a split, the square root or half of all, chosen {HOW}, "
    f"with {INNER_TREES} trees there."
)
CORTES, BREIMAN = "doi:10.1007/BF00994018", "doi:10.1023/A:1010933404324"


@baseline(
    key="knn-tuned",
    label="k-nearest neighbours (tuned)",
    help="Nearest neighbours by Euclidean distance, which vote alike or by 1/d.",
    source="doi:10.1109/TSMC.1976.5408784",
    tuned=f"k in 1, 3, 5, 7, 9, 11, 15, 21, 31 and the votes chosen {HOW}.",
    grid=NEIGHBOURS,
    slow=True,
)
def nearest_tuned(fold: Fold, ks: Sequence[int]) -> Answer:
    """Nearest neighbours with the best k and votes."""
    return tuned(fold, make_nearest, NEIGHBOURS)


@baseline(
    key="svm",
    label="RBF-SVM",
    help="A support vector machine with a Gaussian kernel, all rows with the same weight.",
    source=CORTES,
    tuned=f"{C_AND_GAMMA}, chosen {HOW}.",
    grid=SVM_PLAIN,
    slow=True,
)
def svm(fold: Fold, ks: Sequence[int]) -> Answer:
    """A support vector machine with a Gaussian kernel."""
    return tuned(fold, make_svm, SVM_PLAIN)


@baseline(
    key="svm-balanced",
    label="RBF-SVM (balanced)",
    help="A support vector machine with a Gaussian kernel, all classes with the same weight.",
    source=CORTES,
    tuned=f"{C_AND_GAMMA}, chosen {HOW}.",
    grid=SVM_BALANCED,
    slow=True,
)
def svm_balanced(fold: Fold, ks: Sequence[int]) -> Answer:
    """The same with class weights that make all classes count alike."""
    return tuned(fold, make_svm, SVM_BALANCED)


@baseline(
    key="svm-tuned",
    label="RBF-SVM (class weights tuned)",
    help="A support vector machine with a Gaussian kernel, whose class weights are chosen as well.",
    source=CORTES,
    tuned=f"{C_AND_GAMMA}, {WEIGHTED}, chosen {HOW}.",
    grid=SVM_EITHER,
    slow=True,
    after=("svm", "svm-balanced"),
)
def svm_either(fold: Fold, ks: Sequence[int]) -> Answer:
    """The better of the two by inner cross-validation."""
    return tuned(fold, make_svm, SVM_EITHER)


@baseline(
    key="forest",
    label="Random forest",
    help=f"The vote of {TREES} trees on samples of the rows, all rows with the same weight.",
    source=BREIMAN,
    tuned=SPLITS,
    grid=FOREST_PLAIN,
    slow=True,
)
def forest(fold: Fold, ks: Sequence[int]) -> Answer:
    """A random forest."""
    return tuned(fold, make_forest, FOREST_PLAIN, trees=TREES)


@baseline(
    key="forest-balanced",
    label="Random forest (balanced)",
    help=f"The vote of {TREES} trees on samples of the rows, all classes with the same weight.",
    source=BREIMAN,
    tuned=SPLITS,
    grid=FOREST_BALANCED,
    slow=True,
)
def forest_balanced(fold: Fold, ks: Sequence[int]) -> Answer:
    """The same with class weights that make all classes count alike."""
    return tuned(fold, make_forest, FOREST_BALANCED, trees=TREES)


@baseline(
    key="boosting",
    label="Gradient boosting",
    help=f"{STEPS} steps of boosted trees on histograms of the features, learning rate .1.",
    source="doi:10.1214/aos/1013203451",
    tuned=f"Leaves of a tree, 7 or 31, and {WEIGHTED}, chosen {HOW}.",
    grid=LEAVES,
    slow=True,
)
def boosting(fold: Fold, ks: Sequence[int]) -> Answer:
    """Gradient boosting with histograms."""
    return tuned(fold, make_boosting, LEAVES)


@baseline(
    key="logistic",
    label="Logistic regression",
    help="A linear classifier by the multinomial log loss with a squared penalty.",
    source="doi:10.1111/j.2517-6161.1958.tb00292.x",
    tuned=f"C in .1, 1, 10, 100, 1,000 and {WEIGHTED}, chosen {HOW}.",
    grid=PENALTIES,
    slow=True,
)
def logistic(fold: Fold, ks: Sequence[int]) -> Answer:
    """Logistic regression."""
    return tuned(fold, make_logistic, PENALTIES)


def make_nearest(rows: FloatArray, seed: int, k: int, weights: str) -> Classifier:
    """k-nearest neighbours, all rows where they are fewer than k."""
    from sklearn.neighbors import KNeighborsClassifier

    model: Classifier = KNeighborsClassifier(min(k, len(rows)), weights=weights)
    return model


def make_svm(rows: FloatArray, seed: int, C: float, gamma: float, class_weight: str | None) -> Classifier:
    """An SVM with the kernel exp(-gamma/(n var) d²), n features of variance var."""
    from sklearn.svm import SVC

    scale = rows.shape[1] * float(rows.var())
    model: Classifier = SVC(C=C, gamma=gamma / (scale or 1.0), class_weight=class_weight, cache_size=500)
    return model


def make_forest(
    rows: FloatArray, seed: int, max_features: str | float, class_weight: str | None, trees: int = INNER_TREES
) -> Classifier:
    """A random forest."""
    from sklearn.ensemble import RandomForestClassifier

    weighted = {"max_features": max_features, "class_weight": class_weight}
    model: Classifier = RandomForestClassifier(trees, random_state=seed, **weighted)
    return model


def make_boosting(rows: FloatArray, seed: int, max_leaf_nodes: int, class_weight: str | None) -> Classifier:
    """Boosted trees on histograms, a fixed number of steps."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    model: Classifier = HistGradientBoostingClassifier(
        max_iter=STEPS,
        max_leaf_nodes=max_leaf_nodes,
        class_weight=class_weight,
        early_stopping=False,
        random_state=seed,
    )
    return model


def make_logistic(rows: FloatArray, seed: int, C: float, class_weight: str | None) -> Classifier:
    """Multinomial logistic regression with a squared penalty."""
    from sklearn.linear_model import LogisticRegression

    model: Classifier = LogisticRegression(C=C, class_weight=class_weight, max_iter=1000)
    return model
