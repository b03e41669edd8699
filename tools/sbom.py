"""What a release is made with: the packages of a lock with versions, hashes and licences, as CycloneDX 1.6.

Versions and hashes are those of the lock. Licences, and who needs whom, are what the packages say of
themselves where they are installed: here, or in the environments of site and upkeep. Of a package that is
locked for other systems only, neither is known.
"""

from __future__ import annotations

import re
import sys
import tomllib
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

SPEC = "1.6"
NAME = "frnn-explorer"
UNKNOWN = "unknown"
LONGEST = 60
"""Letters of a field that names a licence; a longer one holds its text."""
ACCEPTED = {
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-CMU",
    "MPL-2.0",
    "PSF-2.0",
    "Zlib",
}
"""What may be used and given on beside the licence of this project, by the names of SPDX."""
SPOKEN = {
    "2-clause bsd": "BSD-2-Clause",
    "3-clause bsd license": "BSD-3-Clause",
    "apache 2.0": "Apache-2.0",
    "apache license 2.0": "Apache-2.0",
    "apache software license": "Apache-2.0",
    "bsd": "BSD-3-Clause",
    "bsd 2-clause license": "BSD-2-Clause",
    "bsd license": "BSD-3-Clause",
    "isc license": "ISC",
    "isc license (iscl)": "ISC",
    "mit license": "MIT",
    "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
    "psfl": "PSF-2.0",
    "python software foundation license": "PSF-2.0",
}
"""What packages call them in words; plain BSD is taken for the one with three clauses, the stricter."""
LOOKED_AT = {
    "docutils": "nearly all in the public domain; under the GPL is one file for Emacs. It builds the site."
}
"""Packages whose licence nobody could accept by its name, and why they may stay; none is given on."""


@dataclass(frozen=True)
class Package:
    """A package of a lock, and what it says of itself where it is installed."""

    name: str
    version: str
    hashes: tuple[str, ...]
    marker: str = ""
    licence: str = UNKNOWN
    spdx: bool = False
    needs: tuple[str, ...] = ()
    installed: bool = False

    @property
    def purl(self) -> str:
        """The name by which vulnerability databases know it."""
        return f"pkg:pypi/{self.name}@{self.version}"

    @property
    def applies(self) -> bool:
        """Whether it is meant for this system and this Python."""
        return not self.marker or Marker(self.marker).evaluate()

    @property
    def accepted(self) -> bool:
        """Whether one of the licences to choose from consists of accepted ones, or somebody has looked."""
        if self.name in LOOKED_AT:
            return True
        choices = [choice.split(" AND ") for choice in self.licence.split(" OR ")]
        return any(all(SPOKEN.get(name.lower(), name) in ACCEPTED for name in choice) for choice in choices)


def locked(text: str) -> list[Package]:
    """The packages that a lock of pip names, in its order."""
    lines = re.sub(r"^ *#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ").splitlines()
    pinned = (re.match(r"([a-z0-9-]+)==([^ ;]+)(?: *;(.*?)(?= --hash|$))?", line) for line in lines)
    return [
        Package(
            found[1],
            found[2],
            tuple(re.findall(r"--hash=sha256:([0-9a-f]{64})", found.string)),
            (found[3] or "").strip(),
        )
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


def environments() -> list[str]:
    """Where packages may be installed: in this environment, and in those of site and upkeep below it."""
    below = sorted(map(str, Path(sys.prefix).glob("*/lib/python*/site-packages")))
    return [*sys.path, *below]


def described(package: Package, places: Sequence[str]) -> Package:
    """The package with what the installed one says, if it is the same version."""
    found = next(
        (
            there
            for there in metadata.distributions(name=package.name, path=list(places))
            if there.version == package.version
        ),
        None,
    )
    if found is None:
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
    return replace(package, licence=licence, spdx=spdx, needs=tuple(sorted(needs)), installed=True)


def packages(lock: Path) -> list[Package]:
    """Every package of a lock, described."""
    places = environments()
    return [described(package, places) for package in locked(lock.read_text(encoding="utf-8"))]


def packages_of_all(locks: Iterable[Path]) -> list[Package]:
    """The packages of several locks, each version once, by name."""
    found = {package.purl: package for lock in locks for package in packages(lock)}
    return [found[purl] for purl in sorted(found)]


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
    return {
        "type": "library",
        "bom-ref": package.purl,
        "name": package.name,
        "version": package.version,
        "purl": package.purl,
        "scope": "required" if required else "optional",
        "hashes": [{"alg": "SHA-256", "content": content} for content in package.hashes],
        **({} if package.licence == UNKNOWN else {"licenses": [told]}),
    }
