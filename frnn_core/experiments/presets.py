"""Experiments with a name: everything in the paper, and what it left out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from frnn_core.data import dataset_names, full_names, load_dataset
from frnn_core.engine.encoding import Encoding
from frnn_core.engine.relation import VARIANTS, fixed_relations
from frnn_core.engine.treatments import GAPS, treatments_of
from frnn_core.experiments.plan import Conditions, Plan, Setting, encoded_as
from frnn_core.relations import RELATIONS
from frnn_core.relations.combo import SEVEN as SEVEN

ALL_KS = tuple(range(1, 21))
PAPER_KS = (1, 3, 5, 10, 15, 20)
GAMMAS = tuple(float(gamma) for gamma in np.round(np.geomspace(0.01, 100, 25), 12))


SPH_3 = {"start": 3.0, "batch": 50}
"""What makes sph-grad the paper's column sph-3."""


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


def _distinct(settings: list[Setting]) -> tuple[Setting, ...]:
    return tuple(dict.fromkeys(settings))


PRESETS = {"paper": paper, "full": full}
