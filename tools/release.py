"""Say whether this checkout is ready to be released: python -m tools.release.

Looks at version, date and changelog, at the tree, the notebooks, the shipped results and the licences of
every package that is locked, builds site and wheel, and writes a bill of materials (CycloneDX) beside the
wheel. Nothing is published. The exit code is 0 if all is well. Only building the wheel needs the network.
What could not be looked at is NOT CHECKED, and not well.
"""

from __future__ import annotations

import argparse
import datetime
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from packaging.version import InvalidVersion, Version

from frnn_core.data import dataset_names
from frnn_core.experiments import shipped
from frnn_core.experiments.baselines import BASELINES
from frnn_core.experiments.baselines import results as baselines
from frnn_core.experiments.baselines.results import KS, shipped_baselines
from frnn_core.experiments.plan import Conditions, keys_of
from frnn_core.experiments.presets import PRESETS
from frnn_core.version import __version__
from tools import sbom

ROOT = Path(__file__).parents[1]
LARGEST = 6_000_000
"""Bytes of the wheel."""
CODE, CITATION, CHANGELOG = "frnn_core/version.py", "CITATION.cff", "CHANGELOG.md"
DATE = r"\d{4}-\d\d-\d\d"
UNRELEASED = "(unreleased)"
"""What the heading of the changelog has in place of a date until then."""
LAST_LINES = 400
"""Letters of what a tool said that are passed on."""


class Refused(Exception):
    """What was asked for cannot be done; the message says why, and what to do."""


@dataclass(frozen=True)
class Finding:
    """What was looked at, whether it is well, and what there is to say."""

    subject: str
    good: bool
    told: str

    def __str__(self) -> str:
        return f"{'ok  ' if self.good else 'NO  '}{self.subject}: {self.told}"


def version_finding(version: str, citation: str, changelog: str) -> Finding:
    """Whether the code, CITATION.cff and the first heading of the changelog name one version."""
    cited = re.search(r"^version: (.+)$", citation, re.MULTILINE)
    headed = re.search(r"^## (\S+)", changelog, re.MULTILINE)
    told = {
        CODE: version,
        CITATION: cited[1].strip("\"'") if cited else "none",
        CHANGELOG: headed[1] if headed else "none",
    }
    if len({*told.values()}) == 1:
        return Finding("version", True, version)
    return Finding("version", False, ", ".join(f"{file} says {name}" for file, name in told.items()))


def date_finding(citation: str, changelog: str) -> Finding:
    """Whether CITATION.cff and the first heading of the changelog have one date."""
    cited = re.search(rf"^date-released: [\"']?({DATE})", citation, re.MULTILINE)
    heading = re.search(r"^## (.+)$", changelog, re.MULTILINE)
    headed = re.search(rf"\(({DATE})\)", heading[1]) if heading else None
    told = (
        f"{cited[1] if cited else 'none'} in CITATION.cff, {headed[1] if headed else 'none'} in CHANGELOG.md"
    )
    return Finding("date", bool(cited and headed and cited[1] == headed[1]), told)


def raised(texts: dict[str, str], version: str, date: str) -> dict[str, str]:
    """The three files that name version and date, with others; `texts` are they by name.

    Only a heading without a date may get one: what was released keeps its own.
    """
    _check(version, date)
    heading = next((line for line in texts[CHANGELOG].splitlines() if line.startswith("## ")), "nothing")
    if not heading.endswith(UNRELEASED):
        raise Refused(
            f"{CHANGELOG} begins with {heading!r}, which is released. Write '## {version} {UNRELEASED}' "
            "above it, say below that what is new, and call this again."
        )
    code = re.sub(r'__version__ = ".*"', f'__version__ = "{version}"', texts[CODE])
    citation = re.sub(r"^date-released: .*\n", "", texts[CITATION], flags=re.MULTILINE)
    told = f"version: {version}\ndate-released: {date}"
    citation = re.sub(r"^version: .*$", told, citation, count=1, flags=re.MULTILINE)
    changelog = texts[CHANGELOG].replace(heading, f"## {version} ({date})", 1)
    return {CODE: code, CITATION: citation, CHANGELOG: changelog}


def _check(version: str, date: str) -> None:
    """Refuse what is no version as packages write it, or no day."""
    try:
        written = str(Version(version))
    except InvalidVersion:
        raise Refused(f"{version!r} is no version; write one such as 0.3.0 or 0.3.0rc1.") from None
    if written != version:
        raise Refused(f"Packages write the version {version!r} as {written!r}; take that.")
    try:
        day = datetime.date.fromisoformat(date).isoformat()
    except ValueError:
        day = ""
    if day != date:
        raise Refused(f"{date!r} is no day; write one such as 2026-12-31.")


def tree_finding(status: str) -> Finding:
    """Whether everything is committed, by what `git status --porcelain` says."""
    changed = [line[3:] for line in status.splitlines()]
    return Finding("tree", not changed, _some(changed, "not committed") if changed else "all is committed")


def notebooks_finding(version: str, notebooks: dict[str, str]) -> Finding:
    """Whether every notebook prints this version, and no other."""
    old = [name for name, text in notebooks.items() if {*_versions(text)} != {version}]
    if old:
        return Finding("notebooks", False, f"{', '.join(old)}: run python -m tools.notebooks")
    return Finding("notebooks", True, f"{len(notebooks)}, of this version")


def _versions(text: str) -> list[str]:
    return re.findall(r"frnn-explorer (\d[\w.]*\w)", text)


def results_finding(missing: dict[str, int]) -> Finding:
    """Whether all that the presets hold comes with the package; `missing` counts folds by preset."""
    lacking = {name: count for name, count in missing.items() if count}
    if lacking:
        told = ", ".join(f"{count:,} of {name}" for name, count in lacking.items())
        return Finding("results", False, f"missing are {told}: run make results")
    return Finding("results", True, f"complete for {', '.join(missing)}")


def missing_results() -> dict[str, int]:
    """How many results of each preset do not come with the package."""
    missing = {}
    for name, plans in PRESETS.items():
        asked = (
            {key for setting in plan.settings for k in plan.ks for key in keys_of(plan, data, setting, k)}
            for plan in plans()
            for data in plan.datasets
        )
        missing[name] = sum(len(keys) - len(shipped.PACKAGE.lookup(keys)) for keys in asked)
    beside = shipped_baselines()
    others = (
        baselines.keys_of(data, name, k, Conditions())
        for data in dataset_names()
        for name, spec in BASELINES.items()
        for k in (KS if spec.uses_k else KS[:1])
    )
    missing["baselines"] = sum(len(keys) - len(beside.lookup(keys)) for keys in others)
    return missing


def licences_finding(found: Iterable[sbom.Package]) -> Finding:
    """Whether every package that is meant for this system says what its licence is, and that is accepted."""
    here = [package for package in found if package.applies or package.installed]
    elsewhere = [package.name for package in found if package not in here]
    absent = [package.name for package in here if not package.installed]
    if absent:
        cure = "install them with make test, make docs and make audit"
        return Finding("licences", False, f"NOT CHECKED: {_some(absent, 'not installed')}: {cure}")
    wrong = [f"{package.name} ({package.licence})" for package in here if not package.accepted]
    if wrong:
        return Finding("licences", False, f"not accepted: {', '.join(wrong)}: look them up, or do without")
    told = f"accepted are those of all {len(here)} packages"
    if elsewhere:
        told += f"; not known are those of packages for other systems: {', '.join(elsewhere)}"
    return Finding("licences", True, told)


def docs_finding(installed: bool) -> Finding:
    """Whether the site can be built without a warning; that wants an environment of its own."""
    if not installed:
        return Finding("docs", False, "NOT CHECKED: run make docs, which installs what it needs")
    done = subprocess.run(["make", "docs"], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        return Finding("docs", False, f"make docs fails: {(done.stdout + done.stderr).strip()[-LAST_LINES:]}")
    return Finding("docs", True, "built without a warning")


def wheel_finding(wheel: Path) -> Finding:
    """Whether the wheel is small enough."""
    size = wheel.stat().st_size
    return Finding("wheel", size < LARGEST, f"{wheel.name}, {size:,} of at most {LARGEST:,} bytes")


def _some(names: list[str], what: str) -> str:
    rest = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f"{what}: {', '.join(names[:3])}{rest}"


def read(name: str) -> str:
    """A file of the project."""
    return (ROOT / name).read_text(encoding="utf-8")


def git(*words: str) -> str:
    """What git says."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def built(folder: Path) -> Path:
    """The wheel of what is committed, built in a copy so that no earlier build has a say."""
    with tempfile.TemporaryDirectory() as copy:
        archive = Path(copy) / "tree.tar"
        git("archive", "--output", str(archive), "HEAD")
        subprocess.run(["tar", "-xf", archive.name], cwd=copy, check=True)
        uv = Path(sys.executable).with_name("uv")
        call = [str(uv), "build", "--wheel", "--quiet", "--out-dir", str(folder.resolve())]
        try:
            subprocess.run(call, cwd=copy, check=True)
        except FileNotFoundError:
            raise Refused("uv, which builds it, is not installed: make test installs it") from None
        except subprocess.CalledProcessError as failed:
            raise Refused(f"could not be built: {failed}") from failed
    return next(folder.glob(f"frnn_explorer-{__version__}-*.whl"))


def findings(found: list[sbom.Package]) -> Iterator[Finding]:
    """All that can be looked at without building."""
    citation, changelog = read(CITATION), read(CHANGELOG)
    yield version_finding(__version__, citation, changelog)
    yield date_finding(citation, changelog)
    yield tree_finding(git("status", "--porcelain"))
    notebooks = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
    yield notebooks_finding(__version__, {path.name: path.read_text(encoding="utf-8") for path in notebooks})
    yield licences_finding(found)
    yield results_finding(missing_results())
    yield docs_finding((Path(sys.prefix) / "docs" / "stamp").exists())


def write_bill(folder: Path, found: list[sbom.Package]) -> Path:
    """Write what the release is made with beside the wheel."""
    project, date = read("pyproject.toml"), re.search(rf"date-released: [\"']?({DATE})", read(CITATION))
    licence: str = tomllib.loads(project)["project"]["license"]
    day = date[1] if date else git("log", "-1", "--format=%cs").strip()
    told = sbom.bill(found, __version__, licence, day, sbom.asked_by_the_library(project))
    target = folder / f"frnn_explorer-{__version__}.cdx.json"
    target.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    return target


def write_version(version: str, date: str) -> int:
    """Write them into the three files, or say why not."""
    try:
        texts = raised({name: read(name) for name in (CODE, CITATION, CHANGELOG)}, version, date)
    except Refused as reason:
        print(reason, file=sys.stderr)
        return 2
    for name, text in texts.items():
        (ROOT / name).write_text(text, encoding="utf-8")
    return 0


def main() -> int:
    """Look at everything, and say what is not ready."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="where wheel and bill go")
    parser.add_argument("--licences", action="store_true", help="print the licence of every locked package")
    parser.add_argument(
        "--set", nargs=2, metavar=("VERSION", "DATE"), help="write them into the three files, and do no more"
    )
    options = parser.parse_args()
    if options.set:
        return write_version(*options.set)
    everything = sbom.packages_of_all(sorted(ROOT.glob("requirements*.txt")))
    if options.licences:
        print(sbom.table(everything))
    seen = []
    for finding in findings(everything):
        seen.append(finding)
        print(finding, flush=True)
    options.out.mkdir(parents=True, exist_ok=True)
    try:
        seen.append(wheel_finding(built(options.out)))
    except Refused as failed:
        seen.append(Finding("wheel", False, str(failed)))
    print(seen[-1])
    bill = write_bill(options.out, sbom.packages(ROOT / "requirements.txt"))
    print(f"    bill of materials: {bill.name}")
    return 0 if all(finding.good for finding in seen) else 1


if __name__ == "__main__":
    sys.exit(main())
