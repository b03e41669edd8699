"""The parser of all commands, and how their errors end."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from frnn_core.cli import classify, explain, fit, leaderboard, listing, predict, report, run, stats
from frnn_core.errors import FRNNError

EXAMPLES = """examples:
  python -m frnn_core list relations
  python -m frnn_core run --datasets wine pima --relations man euc gauss --k 1 3 5 --gamma 0.5 1
  python -m frnn_core run --datasets all --relations man euc --jobs 2 --store results.sqlite --format csv
  python -m frnn_core run --preset paper --datasets wine --jobs 2
  python -m frnn_core run --preset paper --dask tcp://127.0.0.1:8786
"""
COMMANDS = {
    "list": listing,
    "run": run,
    "stats": stats,
    "report": report,
    "leaderboard": leaderboard,
    "classify": classify,
    "fit": fit,
    "predict": predict,
    "explain": explain,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; errors on purpose end in one line and exit code 2."""
    options = parser().parse_args(arguments)
    try:
        options.command(options)
    except FRNNError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Stopped. What was finished is kept; run the same command to go on.", file=sys.stderr)
        return 130
    return 0


def parser() -> argparse.ArgumentParser:
    """Every command brings its help, its examples and its options."""
    whole = argparse.ArgumentParser(
        prog="python -m frnn_core",
        description="Fuzzy-rough nearest neighbours on the paper's data sets.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = whole.add_subparsers(required=True, metavar=" | ".join(COMMANDS))
    for name, command in COMMANDS.items():
        part = commands.add_parser(
            name,
            help=command.HELP,
            epilog=command.EXAMPLES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.add_options(part)
    return whole
