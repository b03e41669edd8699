"""Made-up additions of every registered kind, each one decorated function for one file of the core."""

ADDITIONS = {
    "relations/distances.py": '''


@relation(
    key="half-man",
    label="Half Manhattan",
    family="distance",
    formula=r"R(q, y) = 1 - \\frac{1}{2n} \\sum_i |q_i - y_i|",
    help="Half the Manhattan distance.",
    source="made up",
    base="cityblock",
    plain=True,
)
def half_manhattan(train: TrainingSet) -> FittedRelation:
    """1 - d / 2n."""
    return FittedRelation("cityblock", AffineLink(2 * train.n_features))


@relation(
    key="sq-euc",
    label="Squared Euclidean",
    family="distance",
    formula=r"R(q, y) = 1 - \\frac{1}{n} \\sum_i (q_i - y_i)^2",
    help="The square of the straight line.",
    source="made up",
    base="euclidean",
    plain=True,
    triangle=False,
)
def squared_euclidean(train: TrainingSet) -> FittedRelation:
    """1 - d² / n."""
    return FittedRelation("euclidean", AffineLink(train.n_features, squared=True))


@relation(
    key="half-che",
    label="Half Chebyshev",
    family="distance",
    formula=r"R(q, y) = 1 - \\frac{1}{2} \\max_i |q_i - y_i|",
    help="Half the largest difference.",
    source="made up",
    base="chebyshev",
    plain=True,
)
def half_chebyshev(train: TrainingSet) -> FittedRelation:
    """1 - d / 2."""
    return FittedRelation("chebyshev", AffineLink(2.0))


@relation(
    key="half-can",
    label="Half Canberra",
    family="distance",
    formula=r"R(q, y) = 1 - \\frac{1}{2n} \\sum_i \\frac{|q_i - y_i|}{|q_i| + |y_i|}",
    help="Half the sum of the relative differences.",
    source="made up",
    base="canberra",
    plain=True,
)
def half_canberra(train: TrainingSet) -> FittedRelation:
    """1 - d / 2n."""
    return FittedRelation("canberra", AffineLink(2 * train.n_features))
''',
    "relations/kernels.py": '''


@kernel(
    key="quartic",
    label="Quartic",
    formula=r"R(q, y) = \\frac{1}{1 + (\\lVert q - y \\rVert_2 / \\gamma)^4}",
    help="Flat near the row, then steep.",
    source="made up",
    slope=lambda d, gamma: 4 * (d / gamma) ** 4 / (gamma * (1 + (d / gamma) ** 4) ** 2),
    fall=lambda d, gamma: -4 * (d / gamma) ** 3 / (gamma * (1 + (d / gamma) ** 4) ** 2),
    compact=False,
    fitted="quartic-grad",
    triangle=False,
)
def quartic(d: FloatArray, gamma: float | FloatArray) -> FloatArray:
    """1 / (1 + (d / gamma)^4)."""
    return 1 / (1 + (d / gamma) ** 4)
''',
    "engine/owa.py": '''


@weights(
    key="squares",
    label="Squares",
    formula=r"w_i = \\frac{6(m + 1 - i)^2}{m(m + 1)(2m + 1)}",
    help="The weights fall with the square of the place.",
    source="made up",
)
def squares(m: int) -> FloatArray:
    """(m + 1 - i)², scaled to sum to 1."""
    places = np.arange(m, 0, -1, dtype=np.float64) ** 2
    return np.asarray(places / places.sum())
''',
    "engine/scalings.py": '''


@scaling(
    key="standard",
    label="Mean 0, deviation 1",
    formula=r"\\frac{x - \\bar{x}}{s}",
    help="Each feature gets mean 0 and standard deviation 1.",
    source="made up",
)
def standard(X: FloatArray) -> Scaler:
    """By mean and standard deviation."""
    return Scaler(X.mean(axis=0), X.std(axis=0), np.zeros(X.shape[1]))
''',
    "engine/measures.py": '''


@measure(
    key="kappa",
    label="Cohen's kappa",
    formula=r"\\frac{p_o - p_e}{1 - p_e}",
    help="Agreement beyond what chance would give.",
    source="made up",
)
def kappa(counts: IntArray) -> FloatArray:
    """(p_o - p_e) / (1 - p_e)."""
    total = counts.sum(axis=(-2, -1))
    right = np.trace(counts, axis1=-2, axis2=-1) / total
    chance = (counts.sum(axis=-1) * counts.sum(axis=-2)).sum(axis=-1) / total**2
    return np.asarray((right - chance) / (1 - chance))
''',
    "stats/posthoc.py": '''


@posthoc_test(
    key="sign",
    label="Sign test",
    help="Counts who wins how often.",
    formula=r"S = \\#\\{i : x_i > y_i\\}",
    where="a binomial distribution",
    source="made up",
    complete_rows=False,
    rank_based=False,
)
def sign(values: FloatArray) -> FloatArray:
    """Binomial tests of wins against losses."""
    k = values.shape[1]
    p = np.ones((k, k))
    for a in range(k):
        for b in range(a + 1, k):
            apart = values[:, a] - values[:, b]
            wins, losses = int((apart > 0).sum()), int((apart < 0).sum())
            if wins + losses:
                p[a, b] = p[b, a] = scipy.stats.binomtest(wins, wins + losses).pvalue
    return p
''',
    "experiments/baselines/nearest.py": '''


@baseline(
    key="smallest",
    label="Smallest class",
    help="Always the smallest class of the training rows.",
    source="made up",
)
def smallest(fold: Fold, ks: Sequence[int]) -> Answer:
    """Always the smallest class; ties to the first."""
    sizes = np.bincount(fold.train.codes)
    return Answer(np.full((len(fold.queries), 1), sizes.argmin()), {"rows": int(sizes.min())})
''',
    "engine/treatments.py": '''


@treatment(
    key="by-size",
    label="By how many rows",
    role="category",
    help="Values are as far apart as the numbers of rows that have them.",
    becomes="one number, how many rows",
    source="made up",
)
def by_size(values: FloatArray, column: Column, classes: Classes) -> Placed:
    """The number of training rows with the value, as a number."""
    known, counts = np.unique(values[~np.isnan(values)], return_counts=True)

    def place(values: FloatArray) -> FloatArray:
        found = positions(values, known)
        there = np.isfinite(found) & (found >= 0)
        sizes = np.where(there, counts[np.where(there, found, 0).astype(int)], 0.0)
        return as_column(np.where(np.isnan(values), np.nan, sizes))

    return Placed("number", place, scaled=True, known=known)


@gap_treatment(
    key="near",
    label="Near every value",
    help="A gap is a quarter of a range away from every value.",
    source="made up",
)
def near() -> GapRule:
    """A quarter of a range."""
    return GapRule(0.25, 0.0)
''',
}
