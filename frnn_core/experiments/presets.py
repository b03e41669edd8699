"""Experiments with a name: everything in the paper."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from frnn_core.data import dataset_names
from frnn_core.engine.relation import RELATIONS
from frnn_core.errors import unknown_name
from frnn_core.experiments.plan import Conditions, Plan, Setting
from frnn_core.relations.combo import SEVEN as SEVEN

VARIANTS = ("corrected", "published")
ALL_KS = tuple(range(1, 21))
PAPER_KS = (1, 3, 5, 10, 15, 20)
GAMMAS = tuple(float(gamma) for gamma in np.round(np.geomspace(0.01, 100, 25), 12))


SPH_3 = {"start": 3.0, "batch": 50}
"""What makes sph-grad the paper's column sph-3."""
PUBLISHED: dict[str, dict[str, str]] = {"class-mah": {"scale": "overall"}, "dmlmj": {"link": "rooted"}}
"""What the paper's printed columns were made with, where no parameter is called variant."""


def variant_setting(key: str, variant: str = "corrected", gamma: float = 1.0) -> Setting:
    """A relation as it should be, or as the code published with the paper has it.

    Examples
    --------
    >>> variant_setting("che", "published").label
    'che variant=published'
    >>> variant_setting("man", "published").label
    'man'
    """
    if variant not in VARIANTS:
        raise unknown_name("variant", variant, VARIANTS)
    if variant == "corrected":
        return Setting.of(key, gamma=gamma)
    spec = RELATIONS[key]
    has_variant = any(parameter.name == "variant" for parameter in spec.parameters)
    return Setting.of(key, {"variant": variant} if has_variant else PUBLISHED.get(key), gamma=gamma)


def paper(conditions: Conditions | None = None) -> tuple[Plan, ...]:
    """All that the paper compares, as published and corrected, on its 40 data sets.

    Relations whose fit ignores k are judged for every k up to 20, the others for the paper's six.
    """
    plan = Plan(dataset_names(), (), ALL_KS, conditions or Conditions())
    fixed = [Setting.of(key, gamma=1.0) for key, spec in RELATIONS.items() if not spec.uses_k]
    widths = [Setting.of(key, gamma=g) for key, s in RELATIONS.items() if s.uses_gamma for g in GAMMAS]
    variants = [
        Setting.of("che", {"variant": "published"}),
        Setting.of("class-mah", {"scale": "overall"}),
        Setting.of("dmlmj", {"link": "rooted"}),
    ]
    learning = [Setting.of(key) for key, spec in RELATIONS.items() if spec.uses_k]
    published = [Setting.of(key, {"variant": "published"}) for key, spec in RELATIONS.items() if spec.uses_k]
    sph_3 = [Setting.of("sph-grad", {**SPH_3, "variant": variant}) for variant in VARIANTS]
    return (
        replace(plan, settings=_distinct([*fixed, *variants, *widths])),
        replace(plan, settings=_distinct([*learning, *published, *sph_3]), ks=PAPER_KS),
    )


def _distinct(settings: list[Setting]) -> tuple[Setting, ...]:
    return tuple(dict.fromkeys(settings))


PRESETS = {"paper": paper}
