"""Look up every package of the locks in the database of known vulnerabilities: make audit.

pip-audit calls a package that it could not look up skipped, and a list of skipped packages clean. Here
the three are told apart by what is printed and by the exit code: 0 nothing is known, 1 something is,
2 it could not be checked.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
CLEAN, VULNERABLE, UNCHECKED = 0, 1, 2
OFFLINE = "This needs the network; try again where there is one."


def main() -> int:
    """Audit what requirements*.txt lock, packages of packages included."""
    locks = (f"--requirement={lock}" for lock in sorted(ROOT.glob("requirements*.txt")))
    options = ("--no-deps", "--disable-pip", "--format=json", "--progress-spinner=off")
    done = subprocess.run(
        [sys.executable, "-m", "pip_audit", *locks, *options], capture_output=True, text=True, check=False
    )
    try:
        found = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        print(*done.stderr.strip().splitlines()[-1:])
        found = []
    code, words = verdict(found)
    print(words)
    return code


def verdict(found: list[dict[str, Any]]) -> tuple[int, str]:
    """The exit code and the words for the packages that pip-audit reports on."""
    bad = [
        f"{package['name']} {package['version']}: {problem['id']}, "
        f"mended in {', '.join(problem['fix_versions']) or 'no version yet'}"
        for package in found
        for problem in package.get("vulns", ())
    ]
    skipped = [package["name"] for package in found if "skip_reason" in package]
    checked = len(found) - len(skipped)
    if bad:
        return VULNERABLE, "\n".join(["VULNERABLE:", *bad])
    if not checked:
        return UNCHECKED, f"NOT CHECKED: no package could be looked up. {OFFLINE}"
    if skipped:
        return UNCHECKED, f"NOT CHECKED: {', '.join(skipped)}. {checked} other packages are clean. {OFFLINE}"
    return CLEAN, f"Clean: nothing is known against {checked} locked packages."


if __name__ == "__main__":
    sys.exit(main())
