"""Whether a program is there on a fresh machine: which Debian package brings it, and who installs that."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator
from pathlib import Path

from cogscript.system_packages import Thing

ROOT = Path(__file__).resolve().parents[2]

OURS = (ROOT, Path(tempfile.gettempdir()), *([Path(sys.prefix)] if sys.prefix != sys.base_prefix else []))
"""Folders whose programs the project, a test or `make setup` itself has put there."""


def unlisted(programs: Collection[str], things: Collection[Thing]) -> dict[str, str]:
    """Programs that a fresh machine lacks, each with the Debian package that would bring it, if any.

    Only a Debian can tell: elsewhere there are none.
    """
    named = {thing.program for thing in things}
    foreign = [path for path in programs if os.path.basename(path) not in named and not _is_ours(path)]
    if not foreign or shutil.which("dpkg-query") is None:
        return {}
    owners = _owners({name for path in foreign for name in _names(path)})
    bringing = {path: {owners[name] for name in _names(path) if name in owners} for path in foreign}
    there = {package for thing in things for package in thing.packages.get("apt", [])}
    there |= _of_minimal_debian(set().union(*bringing.values()))
    return {path: " or ".join(sorted(some)) for path, some in bringing.items() if not some & there}


def _is_ours(path: str) -> bool:
    return os.path.realpath(path) == os.path.realpath(sys.executable) or any(
        Path(path).is_relative_to(folder) for folder in OURS
    )


def _names(path: str) -> Iterator[str]:
    """The paths under which a package may own a program: links followed, with and without /usr."""
    while True:
        yield path
        yield path.removeprefix("/usr") if path.startswith("/usr/") else f"/usr{path}"
        if not os.path.islink(path):
            return
        path = os.path.normpath(os.path.join(os.path.dirname(path), os.readlink(path)))


def _owners(paths: Collection[str]) -> dict[str, str]:
    """A path → the installed package it belongs to."""
    told = _dpkg_query("--search", *paths)
    rows = (line.split(": ", 1) for line in told if not line.startswith("diversion "))
    return {path: packages.split(",")[0].split(":")[0] for packages, path in rows}


def _of_minimal_debian(packages: Collection[str]) -> set[str]:
    """Those that `debootstrap --variant=minbase` installs, which is what a container's image holds."""
    if not packages:
        return set()
    rows = _dpkg_query("--show", "--showformat=${Package} ${Priority} ${Essential}\\n", *packages)
    return {
        name
        for name, priority, essential in map(str.split, rows)
        if priority == "required" or essential == "yes"
    }


def _dpkg_query(*words: str) -> list[str]:
    """Its lines; it fails when one of many is not found, and still tells of the others."""
    return subprocess.run(
        ["dpkg-query", *words], capture_output=True, text=True, check=False
    ).stdout.splitlines()
