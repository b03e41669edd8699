"""How categories, gaps and dates are treated, as options of a command."""

from __future__ import annotations

import argparse

from frnn_core.cli.reading import pairs
from frnn_core.engine.encoding import CHOSEN, Encoding
from frnn_core.engine.treatments import GAPS, TREATMENTS, treatments_of


def add_encoding(parser: argparse.ArgumentParser) -> None:
    """One option for each role with several treatments, one for gaps, and one for single columns."""
    add, usual = parser.add_argument, Encoding()
    for role, name in CHOSEN.items():
        default = getattr(usual, name)
        add(
            f"--{name}",
            choices=treatments_of(role),
            default=default,
            help=f"how {name} are compared (default {default})",
        )
    add("--gaps", choices=GAPS, default=usual.gaps, help=f"what a gap is (default {usual.gaps})")
    several = [key for key, known in TREATMENTS.items() if known.role in CHOSEN]
    add(
        "--treat",
        action="append",
        default=[],
        metavar="COLUMN=TREATMENT",
        help=f"how one column is compared; may be repeated. Treatments: {', '.join(several)}",
    )


def encoding(options: argparse.Namespace) -> Encoding:
    """The options as an encoding."""
    chosen = {name: getattr(options, name) for name in CHOSEN.values()}
    return Encoding(**chosen, gaps=options.gaps, treatments=tuple(pairs("--treat", options.treat).items()))
