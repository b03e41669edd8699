"""The command list: what there is to choose from."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Protocol

from frnn_core.data import describe
from frnn_core.engine.columns import ROLES
from frnn_core.engine.measures import MEASURES
from frnn_core.engine.owa import WEIGHTS
from frnn_core.engine.scalings import SCALINGS
from frnn_core.engine.treatments import GAPS, TREATMENTS
from frnn_core.experiments.baselines import BASELINES, Baseline
from frnn_core.relations import RELATIONS
from frnn_core.stats import CORRECTIONS, TESTS

HELP = "show the data sets, the relations, or what else can be chosen"
EXAMPLES = ""


class Entry(Protocol):
    """What every registered thing has."""

    @property
    def label(self) -> str:
        """Its name."""

    @property
    def help(self) -> str:
        """What it does, in a sentence."""


OTHERS: Mapping[str, Mapping[str, Entry]] = {
    "weights": WEIGHTS,
    "scalings": SCALINGS,
    "measures": MEASURES,
    "tests": TESTS,
    "corrections": CORRECTIONS,
    "roles": ROLES,
    "treatments": TREATMENTS,
    "gaps": GAPS,
    "baselines": BASELINES,
}


def add_options(parser: argparse.ArgumentParser) -> None:
    """What is listed."""
    parser.add_argument("what", choices=("datasets", "relations", *OTHERS))
    parser.set_defaults(command=show)


def show(options: argparse.Namespace) -> None:
    """Print a line for each."""
    if options.what == "datasets":
        columns = ["keel_name", "features", "instances", "gaps", "classes", "imbalance_ratio", "in_paper"]
        print(describe(extra=True)[columns].round(2).to_string())
    elif options.what == "relations":
        for key, spec in RELATIONS.items():
            params = ", ".join(f"{p.name}={p.default}" for p in spec.parameters)
            print(f"{key:11} {spec.label:30} {spec.family:14} {params}")
    else:
        width = max(24, *(len(entry.label) for entry in OTHERS[options.what].values()))
        for key, entry in OTHERS[options.what].items():
            told = entry.about if isinstance(entry, Baseline) else entry.help
            print(f"{key:20} {entry.label:{width}} {told}")
