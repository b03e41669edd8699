"""The command line: python -m frnn_core list | run | stats | report | leaderboard."""

import sys

from frnn_core.cli.parser import main

if __name__ == "__main__":
    sys.exit(main())
