"""Experiments with a name: everything in the paper, what it left out, and what it left open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from frnn_core.data import dataset_names, full_names, load_dataset
from frnn_core.engine.encoding import Encoding
from frnn_core.engine.owa import WEIGHTS
from frnn_core.engine.relation import VARIANTS, fixed_relations
from frnn_core.engine.scalings import SCALINGS
from frnn_core.engine.treatments import GAPS, treatments_of
from frnn_core.experiments.plan import Conditions, Plan, Setting, encoded_as
from frnn_core.relations import RELATIONS
from frnn_core.relations.combo import SEVEN as SEVEN

ALL_KS = tuple(range(1, 21))
PAPER_KS = (1, 3, 5, 10, 15, 20)
GAMMAS = tuple(float(gamma) for gamma in np.round(np.geomspace(0.01, 100, 25), 12))
"""The widths that are judged for every kernel."""


SPH_3 = {"start": 3.0, "batch": 50}
"""What makes sph-grad the paper's column sph-3."""


WEIGHED = ("man", "euc", "pcc", "class-mah")
LEARNED_WITH = ("man", "euc")
"""Relations that are judged with every family of weights, and those with weights that are learned as well."""
SCALED = ("man", "euc", "che", "cos")


def paper(conditions: Conditions | None = None) -> tuple[Plan, ...]:
    """All that the paper compares, as published and corrected, on its data sets.

    Relations whose fit ignores k are judged for every k up to 20, the others for the paper's six.
    """
    plan = Plan(dataset_names(), (), ALL_KS, conditions or Conditions())
    compared = [key for key, spec in RELATIONS.items() if spec.paper]
    both = [Setting.of_variant(key, variant) for variant in VARIANTS for key in compared]
    widths = [Setting.of(key, gamma=g) for key in compared if RELATIONS[key].uses_gamma for g in GAMMAS]
    sph_3 = [Setting.of("sph-grad", {**SPH_3, "variant": variant}) for variant in VARIANTS]
    every = _distinct([*both, *widths, *sph_3])
    return (
        replace(plan, settings=tuple(setting for setting in every if not setting.spec.uses_k)),
        replace(plan, settings=tuple(setting for setting in every if setting.spec.uses_k), ks=PAPER_KS),
    )


def encodings() -> tuple[Encoding, ...]:
    """Every treatment of categories with every treatment of gaps."""
    return tuple(Encoding(categories, gaps) for categories in treatments_of("category") for gaps in GAPS)


def full(conditions: Conditions | None = None) -> tuple[Plan, ...]:
    """The paper's relations that learn nothing on the full versions of its sets, under every encoding.

    A set is in the plan of an encoding only where that has something new to say: of a set without gaps, one
    treatment of gaps is as good as another.
    """
    settings = tuple(Setting.of(key) for key in fixed_relations() if RELATIONS[key].paper)
    at, said, plans = conditions or Conditions(), set[tuple[str, str]](), []
    for encoding in encodings():
        under = replace(at, encoding=encoding)
        told = {name: encoded_as(load_dataset(name), under) for name in full_names()}
        new = tuple(name for name in told if (name, told[name]) not in said)
        said |= set(told.items())
        plans.append(Plan(new, settings, ALL_KS, under))
    return tuple(plan for plan in plans if plan.datasets)


COMPARABLE = Setting.of("class-mah", {"scale": "volume"})
"""Each class measures in its own way, with unit balls of equal volume."""


def beyond(conditions: Conditions | None = None) -> tuple[Plan, ...]:
    """The relations that learn and are not in the paper, with default parameters, on its data sets.

    And the class-specific Mahalanobis relation with comparable classes, which has no key of its own. Those
    whose fit ignores k are judged for every k up to 20, the others for the paper's six.
    """
    keys = [key for key, spec in RELATIONS.items() if spec.learns and not spec.paper]
    plan = Plan(_smallest_first(dataset_names()), (), ALL_KS, conditions or Conditions())
    ignoring = (*(Setting.of(key) for key in keys if not RELATIONS[key].uses_k), COMPARABLE)
    using = tuple(Setting.of(key) for key in keys if RELATIONS[key].uses_k)
    plans = replace(plan, settings=ignoring), replace(plan, settings=using, ks=PAPER_KS)
    return tuple(plan for plan in plans if plan.settings)


RANKS = (1, 2, 3, 5, 10)
RANKED: Mapping[str, Mapping[str, Any]] = {
    "dmlmj": {},
    "nca": {"max_rows": 1_000},
    "lmnn": {"max_iter": 100, "max_rows": 1_000},
}
"""The learned metrics whose rank can be chosen, with what keeps a fit short: NCA learns from 1,000 rows in
place of 4,000, and LMNN from 1,000 in place of all, in 100 steps in place of 500."""


def ranks(conditions: Conditions | None = None) -> tuple[Plan, ...]:
    """Learned metrics of low rank, and of full rank under the same limits, for every k up to 20.

    A rank is asked for on the data sets with more features than that.
    """
    sizes = {name: load_dataset(name).X.shape[1] for name in _smallest_first(dataset_names())}
    plans = []
    for key, limits in RANKED.items():
        for rank in (*RANKS, None):
            names = tuple(name for name, features in sizes.items() if rank is None or rank < features)
            setting = Setting.of(key, {**limits, "n_components": rank})
            plans.append(Plan(names, (setting,), ALL_KS, conditions or Conditions()))
    return tuple(plans)


def _smallest_first(names: tuple[str, ...]) -> tuple[str, ...]:
    """Data sets by the number of their values."""
    return tuple(sorted(names, key=lambda name: load_dataset(name).X.size))


def weights(conditions: Conditions | None = None) -> tuple[Plan, ...]:
    """Every family of weights but the paper's, learned ones included, with some relations that learn nothing.

    With linear weights they are in the preset of the paper.
    """
    at = conditions or Conditions()
    return tuple(
        Plan(
            dataset_names(),
            tuple(Setting.of(relation) for relation in (LEARNED_WITH if family.learns else WEIGHED)),
            PAPER_KS,
            replace(at, weights=key),
        )
        for key, family in WEIGHTS.items()
        if not family.paper
    )


def scalings(conditions: Conditions | None = None) -> tuple[Plan, ...]:
    """Every scaling of the features but the paper's, with linear weights and, for Manhattan, Samworth's."""
    at = conditions or Conditions()
    weighed = {"linear": SCALED, "samworth": ("man",)}
    return tuple(
        Plan(
            dataset_names(),
            tuple(Setting.of(relation) for relation in relations),
            PAPER_KS,
            replace(at, normalise=scaling, weights=weights),
        )
        for scaling, known in SCALINGS.items()
        if not known.paper
        for weights, relations in weighed.items()
    )


def _distinct(settings: list[Setting]) -> tuple[Setting, ...]:
    return tuple(dict.fromkeys(settings))


PRESETS = {
    "paper": paper,
    "full": full,
    "beyond": beyond,
    "ranks": ranks,
    "weights": weights,
    "scalings": scalings,
}
