"""Look up every installed package in the database of known vulnerabilities: make audit.

pip-audit calls a package that it could not look up skipped, and a list of skipped packages clean. Here
the three are told apart by what is printed and by the exit code: 0 nothing is known, 1 something is,
2 it could not be checked.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

CLEAN, VULNERABLE, UNCHECKED = 0, 1, 2
OFFLINE = "This needs the network; try again where there is one."


def main() -> int:
    """Audit the environment of this Python, packages of packages included."""
    pins = _run("pip", "freeze").stdout
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder) / "installed.txt"
        listed.write_text(pins)
        options = ("--no-deps", "--disable-pip", "--format=json", "--progress-spinner=off")
        done = _run("pip_audit", f"--requirement={listed}", *options)
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
    return CLEAN, f"Clean: nothing is known against {checked} installed packages."


def _run(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", module, *arguments], capture_output=True, text=True, check=False
    )


if __name__ == "__main__":
    sys.exit(main())
