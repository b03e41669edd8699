"""Methods ranked by the Bayesian Bradley-Terry model: who wins on a further data set, how probably."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd
import scipy
from scipy.special import expit

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.rounding import level
from frnn_core.stats.score_frame import StatisticsError
from frnn_core.text import counted, number, text_table

ROPE = 0.05
"""Chances to win up to this far from one half count as equal."""
SCALE = 0.5
"""Spread of the logarithm of σ before anything is seen."""
CHAINS, WARM_UP, KEPT = 100, 60, 100
STEPS, STEP = 5, 0.35
ABOUT = (
    "The Bradley-Terry model gives each method a strength, from who wins how often against whom; it asks who "
    "will be ahead on a further data set, and not by how much."
)


@dataclass(frozen=True, eq=False)
class Ranking:
    """What the model says of the methods, the strongest first.

    Attributes
    ----------
    methods
        For each: `strength` (posterior mean on the scale of log odds, 0 the mean of all), `low` and `high`
        (its 95 % interval), `best` (the probability to be the strongest), and against a control `better`,
        `equal` and `worse` as in `pairs`.
    pairs
        For each: `first` (the stronger), `second`, `wins` (halves for ties), `n`, `chance` that the first
        wins on a further data set (posterior mean) with `low` and `high`, and the probabilities that this
        chance is above one half by more than the rope (`better`), within it (`equal`), or below (`worse`).
    n, rope, control, draws
        Data sets with a pair to compare, half-width of the rope, the control, and how many draws.
    """

    methods: pd.DataFrame
    pairs: pd.DataFrame
    n: int
    rope: float
    control: str | None
    draws: int

    @property
    def names(self) -> list[str]:
        """The methods, the strongest first."""
        return list(self.methods.index)

    def shown(self) -> pd.DataFrame:
        """The methods as text, for tables."""
        rows = self.methods
        columns = {
            "method": rows.index,
            "strength": [number(x, 2) for x in rows["strength"]],
            "95 % interval": [
                f"{number(a, 2)} to {number(b, 2)}" for a, b in zip(rows["low"], rows["high"], strict=True)
            ],
            "P(best)": [number(x) for x in rows["best"]],
        }
        if self.control is not None:
            for name, key in (("better", "better"), ("equivalent", "equal"), ("worse", "worse")):
                columns[f"P({name})"] = [number(x) for x in rows[key]]
        return pd.DataFrame(columns)

    def shown_pairs(self, names: Mapping[str, str] | None = None) -> pd.DataFrame:
        """The pairs as text, for tables; by full `names` where given."""
        known = dict(names or {})
        return pd.DataFrame(
            {
                "pair": self.pairs["first"].replace(known) + " – " + self.pairs["second"].replace(known),
                "chance": [number(x) for x in self.pairs["chance"]],
                "P(better)": [number(x) for x in self.pairs["better"]],
                "P(equivalent)": [number(x) for x in self.pairs["equal"]],
                "P(worse)": [number(x) for x in self.pairs["worse"]],
            }
        )

    def text(self) -> str:
        """The methods and the pairs as plain text."""
        over = f"{counted(self.n, 'data set')}; equivalent: a chance of .5 ± {number(self.rope, 2)}."
        return f"{ABOUT}\nOver {over}\n\n{text_table(self.shown())}\n\n{text_table(self.shown_pairs())}"


@dataclass(frozen=True, eq=False)
class Wins:
    """For each pair the column of both, wins of the first (halves for ties), and data sets in common."""

    first: np.ndarray[tuple[int], np.dtype[np.intp]]
    second: np.ndarray[tuple[int], np.dtype[np.intp]]
    won: FloatArray
    n: FloatArray

    def design(self, k: int) -> FloatArray:
        """1 for the first of a pair and -1 for the second: pairs x methods."""
        rows = np.arange(len(self.n))
        matrix = np.zeros((len(rows), k))
        matrix[rows, self.first], matrix[rows, self.second] = 1, -1
        return matrix


def wins_of(better: FloatArray) -> Wins:
    """Count wins in scores (data sets x methods, higher is better); a tie is half a win for each."""
    first, second = np.triu_indices(better.shape[1], 1)
    a, b = better[:, first], better[:, second]
    both = np.isfinite(a) & np.isfinite(b)
    won = ((a > b) & both).sum(axis=0) + 0.5 * ((a == b) & both).sum(axis=0)
    return Wins(first, second, won.astype(float), both.sum(axis=0).astype(float))


def bayesian_ranking(
    scores: pd.DataFrame,
    *,
    rope: float = ROPE,
    control: str | None = None,
    lower_is_better: bool = False,
    seed: int = 0,
) -> Ranking:
    r"""Rank methods by the Bayesian Bradley-Terry model.

    .. math:: w_{ij} \sim Bin\big(n_{ij}, \tfrac{1}{1 + e^{\beta_j - \beta_i}}\big), \quad
              \beta_i \sim N(0, \sigma^2), \quad \sigma \sim LogNormal(0, 1/2)

    with :math:`w_{ij}` the data sets out of :math:`n_{ij}` on which i is ahead of j; a tie is half a win for
    each. Two methods are equivalent in practice where the chance that one wins is one half give or take the
    rope. It is a rope of probabilities, so it means the same for every measure.
    Wainer (2023), https://jmlr.org/papers/v24/22-0907.html, https://arxiv.org/abs/2208.04935.

    Parameters
    ----------
    scores
        Data sets x methods, NaN for a blank.
    """
    rounded = level(scores)
    rows = rounded[rounded.notna().sum(axis=1) >= 2]
    if rows.empty:
        raise StatisticsError("No data set has two scores or more, so nobody wins or loses.")
    values = rows.to_numpy(dtype=float)
    wins = wins_of(-values if lower_is_better else values)
    draws = sampled(wins, values.shape[1], seed)
    names = list(rows.columns)
    draws -= draws.mean(axis=1, keepdims=True)
    order = np.argsort(-draws.mean(axis=0), kind="stable")
    pairs = pd.DataFrame([_pair(i, j, names, wins, draws, rope) for i, j in combinations(order.tolist(), 2)])
    return Ranking(_methods(names, order, draws, rope, control), pairs, len(rows), rope, control, len(draws))


def _methods(
    names: list[str],
    order: np.ndarray[tuple[int], np.dtype[np.intp]],
    draws: FloatArray,
    rope: float,
    control: str | None,
) -> pd.DataFrame:
    """A row a method, the strongest first."""
    low, high = np.quantile(draws, [0.025, 0.975], axis=0)
    best = np.bincount(draws.argmax(axis=1), minlength=draws.shape[1]) / len(draws)
    table = pd.DataFrame(
        {"strength": draws.mean(axis=0), "low": low, "high": high, "best": best}, index=pd.Index(names)
    )
    if control is not None:
        chances = expit(draws - draws[:, [names.index(control)]])
        table[["better", "equal", "worse"]] = np.column_stack(_regions(chances, rope))
        table.loc[control, ["better", "equal", "worse"]] = np.nan
    return table.iloc[order]


def _pair(i: int, j: int, names: list[str], wins: Wins, draws: FloatArray, rope: float) -> dict[str, object]:
    """The numbers of one pair, of which i is the stronger."""
    (place,) = np.flatnonzero((wins.first == min(i, j)) & (wins.second == max(i, j)))
    won = wins.won[place] if i < j else wins.n[place] - wins.won[place]
    chance = expit(draws[:, [i]] - draws[:, [j]])
    better, equal, worse = (float(share[0]) for share in _regions(chance, rope))
    low, high = np.quantile(chance, [0.025, 0.975])
    return {
        "first": names[i],
        "second": names[j],
        "wins": float(won),
        "n": int(wins.n[place]),
        "chance": float(chance.mean()),
        "low": float(low),
        "high": float(high),
        "better": better,
        "equal": equal,
        "worse": worse,
    }


def _regions(chances: FloatArray, rope: float) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The shares of draws above, within and below the rope around one half, by column."""
    better, worse = (chances > 0.5 + rope).mean(axis=0), (chances < 0.5 - rope).mean(axis=0)
    return better, 1 - better - worse, worse


# the posterior


def mode(wins: Wins, k: int, sigma: float) -> FloatArray:
    """The most probable strengths for a given σ, by Newton's method; the posterior is concave there."""
    design = wins.design(k)
    beta = np.zeros(k)
    for _ in range(100):
        chance = expit(design @ beta)
        slope = design.T @ (wins.won - wins.n * chance) - beta / sigma**2
        step = np.linalg.solve(_curvature(wins, design, chance) + np.eye(k) / sigma**2, slope)
        beta = beta + step * min(1.0, 2.0 / (np.abs(step).max() + 1e-12))
        if np.abs(step).max() < 1e-10:
            break
    return np.asarray(beta)


def _curvature(wins: Wins, design: FloatArray, chance: FloatArray) -> FloatArray:
    return np.asarray(design.T @ ((wins.n * chance * (1 - chance))[:, None] * design))


def sampled(wins: Wins, k: int, seed: int) -> FloatArray:
    """Draws of the strengths from their posterior: `CHAINS` x `KEPT` rows, k columns.

    Strengths given σ are drawn by Hamiltonian Monte Carlo, in coordinates in which the posterior at σ = 1 has
    no correlations and with masses of its curvature; σ given the strengths by one Metropolis step of its
    logarithm. Many chains run side by side, from points spread around the mode.
    Neal (2011), https://arxiv.org/abs/1206.1901.
    """
    rng = np.random.default_rng(seed)
    centre = mode(wins, k, 1.0)
    design = wins.design(k)
    curvature, axes = np.linalg.eigh(_curvature(wins, design, expit(design @ centre)))
    curvature = np.maximum(curvature, 0)
    scale = rng.normal(0, SCALE, CHAINS)
    place = centre @ axes + rng.normal(size=(CHAINS, k)) / np.sqrt(curvature + 1)
    apart = scipy.sparse.csr_array(design)
    kept = []
    for round_ in range(WARM_UP + KEPT):
        place = _hamiltonian(place, scale, curvature, axes, apart, wins, rng)
        for _ in range(3):
            scale = _metropolis(scale, (place**2).sum(axis=1), k, rng)
        if round_ >= WARM_UP:
            kept.append(place)
    return np.asarray(np.concatenate(kept) @ axes.T)


def _hamiltonian(
    place: FloatArray,
    scale: FloatArray,
    curvature: FloatArray,
    axes: FloatArray,
    apart: scipy.sparse.csr_array,
    wins: Wins,
    rng: np.random.Generator,
) -> FloatArray:
    """One step of every chain, its σ (given by the logarithm) held.

    A pair has two methods, however many there are, so odds and slopes are products with a sparse matrix.
    """
    precision = np.exp(-2 * scale)[:, None]
    mass = curvature + precision
    won, n = wins.won[:, None], wins.n[:, None]

    def slope(at: FloatArray) -> FloatArray:
        ahead = won - n * expit(apart @ (axes @ at.T))
        return np.asarray((apart.T @ ahead).T @ axes - at * precision)

    def height(at: FloatArray) -> FloatArray:
        odds = apart @ (axes @ at.T)
        fit = (won * odds - n * np.logaddexp(0, odds)).sum(axis=0)
        return np.asarray(fit - (at**2 * precision).sum(axis=1) / 2)

    step = STEP * rng.uniform(0.7, 1.3, (len(place), 1))
    speed = rng.normal(size=place.shape) / np.sqrt(mass)
    before = height(place) - (mass * speed**2).sum(axis=1) / 2
    at, pull = place, slope(place)
    for _ in range(STEPS):
        speed = speed + step / 2 * pull / mass
        at = at + step * speed
        pull = slope(at)
        speed = speed + step / 2 * pull / mass
    after = height(at) - (mass * speed**2).sum(axis=1) / 2
    taken = np.log(rng.random(len(place))) < after - before
    return np.where(taken[:, None], at, place)


def _metropolis(scale: FloatArray, squares: FloatArray, k: int, rng: np.random.Generator) -> FloatArray:
    """One step of log σ of every chain, given the sum of the squared strengths."""

    def height(at: FloatArray) -> FloatArray:
        return np.asarray(-k * at - squares * np.exp(-2 * at) / 2 - at**2 / (2 * SCALE**2))

    asked = scale + rng.normal(0, 0.5, len(scale))
    taken = np.log(rng.random(len(scale))) < height(asked) - height(scale)
    return np.where(taken, asked, scale)
