"""The parser of all commands, and how their errors end."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from frnn_core.cli import (
    app,
    classify,
    explain,
    fit,
    leaderboard,
    listing,
    predict,
    report,
    run,
    stats,
    status,
)
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
    "app": app,
    "status": status,
}
SCRIPT = "frnn"
"""What the command is called where it is installed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; errors on purpose end in one line and exit code 2."""
    options, options_of_streamlit = parser().parse_known_args(arguments)
    if options.command is app.serve:
        options.others = options_of_streamlit
    elif options_of_streamlit:
        parser().error(f"unrecognized arguments: {' '.join(options_of_streamlit)}")
    try:
        options.command(options)
    except FRNNError as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:  # who reads the output has seen enough: frnn list relations | head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        print("Stopped. What was finished is kept; run the same command to go on.", file=sys.stderr)
        return 130
    return 0


def parser() -> argparse.ArgumentParser:
    """Every command brings its help, its examples and its options."""
    whole = argparse.ArgumentParser(
        prog=SCRIPT if Path(sys.argv[0]).stem == SCRIPT else "python -m frnn_core",
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
