"""What there is to choose from: settings of FRNN, stated one by one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from frnn_core.engine.owa import WEIGHTS
from frnn_core.engine.parameters import positive_number, whole_number
from frnn_core.engine.scalings import SCALINGS
from frnn_core.errors import ParameterError
from frnn_core.relations import RELATIONS

KS = (1, 3, 5, 10, 20, 50)
FAMILIES = ("linear", "mean")
BOTH_SCALINGS = ("centred", "standard-deviation")
RANGE = ("centred",)
LEARNED_FROM = 800
"""Relations that learn do so from so many rows at most: they are fitted once for every inner fold."""


@dataclass(frozen=True)
class Member:
    """One setting of FRNN: all that `FRNNClassifier` needs to know.

    `gamma` is None, and `params` holds nothing, where the relation does not ask for them.
    """

    relation: str
    params: tuple[tuple[str, Any], ...]
    gamma: float | None
    normalise: str
    weights: str
    k: int

    def with_seed(self, seed: int) -> Member:
        """The same with a seed, where the relation takes one and was given none."""
        takes = any(parameter.name == "seed" for parameter in RELATIONS[self.relation].parameters)
        if not takes or "seed" in dict(self.params):
            return self
        return replace(self, params=(*self.params, ("seed", seed)))

    @property
    def settings(self) -> dict[str, Any]:
        """The arguments of `FRNNClassifier`."""
        found: dict[str, Any] = {
            "relation": self.relation,
            "k": self.k,
            "weights": self.weights,
            "normalise": self.normalise,
        }
        if self.gamma is not None:
            found["gamma"] = self.gamma
        if self.params:
            found["relation_params"] = dict(self.params)
        return found

    @property
    def label(self) -> str:
        """The setting in short: man k=5 linear centred."""
        params = [f"{name}={value}" for name, value in self.params]
        gamma = [] if self.gamma is None else [f"gamma={self.gamma:g}"]
        return " ".join([self.relation, *params, *gamma, f"k={self.k}", self.weights, self.normalise])


@dataclass(frozen=True)
class Candidate:
    """A relation with what of it is tried: every gamma with every scaling, weight family and k.

    All k, weight families and widths of a relation come from one search for each scaling.
    """

    relation: str
    params: Mapping[str, Any] = field(default_factory=dict)
    gammas: tuple[float, ...] = ()
    normalise: tuple[str, ...] = BOTH_SCALINGS
    weights: tuple[str, ...] = FAMILIES
    ks: tuple[int, ...] = KS

    def __post_init__(self) -> None:
        """Check every name and number before any work is done."""
        spec = RELATIONS[self.relation]
        spec.resolve(self.params)
        if spec.uses_gamma != bool(self.gammas):
            told = "needs the widths to try (gammas=…)" if spec.uses_gamma else "has no width gamma"
            raise ParameterError(f"{spec.label} {told}.")
        for key in self.normalise:
            SCALINGS[key]
        for key in self.weights:
            WEIGHTS[key]
        object.__setattr__(self, "gammas", tuple(positive_number("gamma", gamma) for gamma in self.gammas))
        object.__setattr__(self, "ks", tuple(whole_number("k", k, 1) for k in self.ks))

    def members(self) -> list[Member]:
        """Every setting; with one neighbour all weights are the same, so one family stands for all."""
        resolved = RELATIONS[self.relation].resolve(self.params)
        params = tuple((name, resolved[name]) for name in sorted(self.params))
        return [
            Member(self.relation, params, gamma, normalise, weights, k)
            for normalise in self.normalise
            for gamma in self.gammas or (None,)
            for weights in self.weights
            for k in self.ks
            if k > 1 or weights == self.weights[0]
        ]


CANDIDATES = (
    Candidate("man"),
    Candidate("euc"),
    Candidate("che"),
    Candidate("can"),
    Candidate("pcc"),
    Candidate("cos"),
    Candidate("mah", normalise=RANGE),
    Candidate("class-mah", {"scale": "overall"}, normalise=RANGE),
    Candidate("class-mah", {"scale": "class"}, normalise=RANGE),
    Candidate("gauss", gammas=(0.02, 0.05, 0.2, 1.0), normalise=RANGE),
    Candidate("man", normalise=RANGE, weights=("learned-by-class",), ks=(20,)),
    Candidate("man-fit", {"max_rows": LEARNED_FROM}, normalise=RANGE),
    Candidate("man-fit", {"max_rows": LEARNED_FROM, "penalty": 0.001}, normalise=RANGE),
    Candidate("class-man", {"max_rows": LEARNED_FROM}, normalise=RANGE),
    Candidate("local-man", {"max_rows": LEARNED_FROM}, normalise=RANGE),
    Candidate("local-mah", normalise=RANGE),
    Candidate("nca", {"max_rows": LEARNED_FROM}, normalise=RANGE),
)
"""What `tune` chooses from unless told otherwise; of equals the first is taken. Mahalanobis does not depend
on the scale of the features."""
BLENDED_WEIGHTS, BLENDED_KS = "linear", (1, 5, 20)


BLENDED = tuple(
    replace(candidate, weights=(BLENDED_WEIGHTS,), ks=BLENDED_KS)
    for candidate in CANDIDATES
    if BLENDED_WEIGHTS in candidate.weights
)
"""What a blend is made of unless told otherwise: the same relations with linear weights and three k."""


def members_of(candidates: Iterable[Candidate]) -> tuple[Member, ...]:
    """Every setting of every candidate, each once."""
    listed: Sequence[Member] = [member for candidate in candidates for member in candidate.members()]
    if not listed:
        raise ParameterError("There is nothing to choose from: name one or more candidates.")
    return tuple(dict.fromkeys(listed))
