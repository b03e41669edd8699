"""Manhattan distances with learned feature weights: one for all rows, or one for each class."""

from __future__ import annotations

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.fitted import FittedRelation, Link
from frnn_core.engine.parameters import Parameter
from frnn_core.engine.relation import TrainingSet, relation
from frnn_core.relations.embeddings import ClassScaled, Scaled
from frnn_core.relations.feature_weights import ONE, Groups, Sample, learned_weights
from frnn_core.relations.kernels import KERNELS
from frnn_core.relations.links import AffineLink, KernelLink
from frnn_core.relations.metric_learning import DEFINED, nothing_to_learn

PENALTY = Parameter("penalty", 0.01)
"""How strongly the logs of the weights are pulled towards each other: large gives Manhattan."""
CLASS_PENALTY = Parameter("penalty", 0.003)
AGREEMENT = Parameter("agreement", 0.01)
"""How strongly the logs of the weights of a feature in different classes are pulled towards each other."""
STEPS = Parameter("max_iter", 50, low=1)
ROWS = Parameter("max_rows", 2_000, low=100)
"""Learn from a stratified sample of this many rows where there are more; all rows are searched."""
SEED = Parameter("seed", 0)
"""Decides which rows are drawn."""
LINK = Parameter("link", "linear", choices=("linear", "exponential"))
"""1 - d / (the largest that d can be within the training ranges), or exp(-d), the similarity that was
learned: it falls so steeply that all but the nearest rows are equally unlike."""
SHARES = (
    "the distance is the sum of the differences times their learned weights, and each feature has its part"
)
SOURCE = (
    "Goldberger, Roweis, Hinton, Salakhutdinov (2004), NIPS 17, 513-520; with L1 and balanced classes here"
)


def together(group: str) -> str:
    """LaTeX of the weights that groups of rows learn together; `group` is the letter that stands for one."""
    return (
        r"a = \arg\max_a \tfrac{1}{C} \sum_c \tfrac{1}{n_c} \sum_{i \in c} "
        r"\log \sum_{j \in c} p_{ij} - \lambda \sum_{Gf} (\log a_{Gf} - \overline{\log a_G})^2 "
        r"- \mu \sum_{Gf} (\log a_{Gf} - \overline{\log a_f})^2, "
        r"\; p_{ij} \propto \exp(-\sum_f a_{G_j f} |x_{if} - x_{jf}|)"
    ).replace("G", group)


@relation(
    key="man-fit",
    label="Learned Manhattan",
    family="learned",
    formula=r"R(q, y) = 1 - \frac{\sum_{i=1}^{n} a_i |q_i - y_i|}{\sum_{i=1}^{n} a_i r_i}",
    where=r"a = \arg\max_a \tfrac{1}{C} \sum_c \tfrac{1}{n_c} \sum_{i \in c} \log \sum_{j \in c} p_{ij} "
    r"- \lambda \sum_f (\log a_f - \overline{\log a})^2, \; "
    r"p_{ij} \propto \exp(-\sum_f a_f |x_{if} - x_{jf}|), \; r_i = \text{range of feature } i",
    source=SOURCE,
    parameters=(PENALTY, STEPS, ROWS, SEED, LINK),
    help="Adds up the differences of all features, each with a weight that makes a random neighbour, near "
    "ones more likely, most often one of the right class.",
    base="cityblock",
    shares=SHARES,
    defined=DEFINED,
    learns=True,
    check=nothing_to_learn,
)
def learned_manhattan(
    train: TrainingSet, *, penalty: float, max_iter: int, max_rows: int, seed: int, link: str
) -> FittedRelation:
    """One weight for each feature, found by L-BFGS on its log from equal weights."""
    weights, trace = learned_weights(train, ONE, penalty, 0.0, Sample(max_rows, seed, max_iter))
    return FittedRelation("cityblock", linked(train, weights, link), embed=Scaled(weights[0]), trace=trace)


@relation(
    key="class-man",
    label="Class-specific learned Manhattan",
    family="learned",
    formula=r"R(q, y) = 1 - \frac{\sum_{i=1}^{n} a_{ci} |q_i - y_i|}{\max_k \sum_{i=1}^{n} a_{ki} r_i}",
    where=rf"c = \text{{class of }} y, \; {together('c')}",
    source=SOURCE,
    parameters=(CLASS_PENALTY, AGREEMENT, STEPS, ROWS, SEED, LINK),
    help="Learned Manhattan, with weights of the class of the training row; the classes learn together, so "
    "that their distances can be compared.",
    base="cityblock",
    by_class=True,
    shares=SHARES,
    defined=DEFINED,
    symmetric=False,
    triangle=False,
    learns=True,
    check=nothing_to_learn,
)
def class_manhattan(
    train: TrainingSet,
    *,
    penalty: float,
    agreement: float,
    max_iter: int,
    max_rows: int,
    seed: int,
    link: str,
) -> FittedRelation:
    """Weights for each class, all found at once: the rows of all classes compete for every choice."""
    classes = Groups(train.n_classes, lambda X, codes: codes)
    sample = Sample(max_rows, seed, max_iter)
    weights, trace = learned_weights(train, classes, penalty, agreement, sample)
    return FittedRelation(
        "cityblock", linked(train, weights, link), embed=ClassScaled(weights), per_class=True, trace=trace
    )


def linked(train: TrainingSet, weights: FloatArray, link: str = "linear") -> Link:
    """A link that is the same for all groups of rows: linear ones give at least 0 between training rows."""
    if link == "exponential":
        return KernelLink(KERNELS["exp"].value, 1.0)
    low, high = train.extent()
    reach = float((weights * (high - low)).sum(axis=1).max())
    return AffineLink(reach if reach > 0 else float(weights.sum(axis=1).max()))
