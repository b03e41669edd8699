"""The command line: python -m frnn_core COMMAND, or frnn COMMAND."""

import sys

from frnn_core.cli.parser import main

if __name__ == "__main__":
    sys.exit(main())
