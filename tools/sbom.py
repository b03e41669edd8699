"""What a release is made with: the packages of a lock with versions, hashes and licences, as CycloneDX 1.6.

Versions and hashes are those of the lock. Licences, and who needs whom, are what the packages of this
environment say of themselves; of a package that is locked for other systems only, neither is known here.
"""

from __future__ import annotations

import re
import tomllib
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

SPEC = "1.6"
NAME = "frnn-explorer"
INDEX = "https://pypi.org/simple"
UNKNOWN = "unknown"
LONGEST = 60
"""Letters of a field that names a licence; a longer one holds its text."""


@dataclass(frozen=True)
class Package:
    """A package of a lock, and what it says of itself where it is installed."""

    name: str
    version: str
    hashes: tuple[str, ...]
    licence: str = UNKNOWN
    spdx: bool = False
    needs: tuple[str, ...] = ()
    installed: bool = False

    @property
    def purl(self) -> str:
        """The name by which vulnerability databases know it."""
        return f"pkg:pypi/{self.name}@{self.version}"


def locked(text: str) -> list[Package]:
    """The packages that a lock of pip names, in its order."""
    lines = re.sub(r"^ *#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ").splitlines()
    pinned = (re.match(r"([a-z0-9-]+)==([^ ;]+)", line) for line in lines)
    return [
        Package(found[1], found[2], tuple(re.findall(r"--hash=sha256:([0-9a-f]{64})", found.string)))
        for found in pinned
        if found
    ]


def licence_of(about: Mapping[str, Sequence[str]]) -> tuple[str, bool]:
    """What the fields of a package say of its licence, and whether that is an expression of SPDX."""
    for expression in about.get("License-Expression", ()):
        return expression, True
    for written in about.get("License", ()):
        if written.strip() not in ("", "UNKNOWN") and "\n" not in written and len(written) <= LONGEST:
            return written.strip(), False
    classes = [
        line.rpartition(" :: ")[2] for line in about.get("Classifier", ()) if line.startswith("License")
    ]
    return " AND ".join(classes) or UNKNOWN, False


def described(package: Package) -> Package:
    """The package with what the installed one says, if it is the same version."""
    try:
        found = metadata.distribution(package.name)
    except metadata.PackageNotFoundError:
        return package
    if found.version != package.version:
        return package
    fields = {
        key: [*map(str, found.metadata.get_all(key, []))]
        for key in ("License-Expression", "License", "Classifier")
    }
    wanted = (Requirement(text) for text in found.requires or ())
    needs = {
        canonicalize_name(need.name)
        for need in wanted
        if need.marker is None or need.marker.evaluate({"extra": ""})
    }
    licence, spdx = licence_of(fields)
    return Package(package.name, package.version, package.hashes, licence, spdx, tuple(sorted(needs)), True)


def packages(lock: Path) -> list[Package]:
    """Every package of a lock, described."""
    return [described(package) for package in locked(lock.read_text(encoding="utf-8"))]


def reached(names: Iterable[str], among: Iterable[Package]) -> set[str]:
    """The packages that some need, and those that these need."""
    known = {package.name: package for package in among}
    found: set[str] = set()
    ahead = [name for name in names if name in known]
    while ahead:
        name = ahead.pop()
        if name not in found:
            found.add(name)
            ahead += [need for need in known[name].needs if need in known]
    return found


def asked_by_the_library(project: str) -> list[str]:
    """What pyproject.toml asks for whenever the library is installed."""
    wanted = tomllib.loads(project)["project"]["dependencies"]
    return [canonicalize_name(Requirement(text).name) for text in wanted]


def unknown(found: Iterable[Package]) -> list[str]:
    """The installed packages that do not say what their licence is."""
    return [package.name for package in found if package.installed and package.licence == UNKNOWN]


def table(found: Sequence[Package]) -> str:
    """Name, version and licence of each, in columns."""
    wide = [max(len(getattr(package, field)) for package in found) for field in ("name", "version")]
    return "\n".join(f"{p.name:{wide[0]}}  {p.version:{wide[1]}}  {p.licence}" for p in found)


def bill(
    found: Sequence[Package], version: str, licence: str, date: str, needed: Sequence[str]
) -> dict[str, Any]:
    """The bill of materials: `needed` are the packages that the library itself asks for.

    What these reach is required; what the dashboard needs beside them is optional. The same content gives
    the same bytes: the serial number is one of the content, and the time is the date of the release.
    """
    ours = f"pkg:pypi/{NAME}@{version}"
    required = reached(needed, found)
    by_name = {package.name: package.purl for package in found}
    serial = uuid.uuid5(uuid.NAMESPACE_URL, " ".join([ours, *sorted(by_name.values())]))
    depends = [
        {"ref": package.purl, "dependsOn": sorted(by_name[need] for need in package.needs if need in by_name)}
        for package in found
    ]
    return {
        "$schema": f"http://cyclonedx.org/schema/bom-{SPEC}.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": SPEC,
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {
            "timestamp": f"{date}T00:00:00Z",
            "component": {
                "type": "application",
                "bom-ref": ours,
                "name": NAME,
                "version": version,
                "purl": ours,
                "licenses": [{"expression": licence}],
            },
        },
        "components": [_component(package, package.name in required) for package in found],
        "dependencies": [{"ref": ours, "dependsOn": sorted(by_name[name] for name in needed)}, *depends],
    }


def _component(package: Package, required: bool) -> dict[str, Any]:
    """A package; its hashes are those of all its files, one of which is installed on a given system."""
    told = {"expression": package.licence} if package.spdx else {"license": {"name": package.licence}}
    files = {
        "type": "distribution",
        "url": f"{INDEX}/{package.name}/",
        "hashes": [{"alg": "SHA-256", "content": content} for content in package.hashes],
    }
    return {
        "type": "library",
        "bom-ref": package.purl,
        "name": package.name,
        "version": package.version,
        "purl": package.purl,
        "scope": "required" if required else "optional",
        **({} if package.licence == UNKNOWN else {"licenses": [told]}),
        "externalReferences": [files],
    }
