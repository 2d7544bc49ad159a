"""What cogscript uses from outside Python, by the name each package manager knows it by.

The list itself is system_packages.toml. Two readers share it, so that advice and installation never
differ: `cog doctor` (and any fault that names a missing program) asks for the command that installs a
thing, and `make setup` runs this file as a script before anything is installed. Hence the standard
library alone, and no import of ours.
"""

from __future__ import annotations

import argparse
import ctypes.util
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

NEEDS = ("run", "demo", "record", "test", "windows", "editor")
"""What a thing may be needed by."""

LIST = Path(__file__).with_suffix(".toml")
OS_RELEASE = Path("/etc/os-release")

INSTALL = {
    "apt": ["apt-get", "install", "--no-install-recommends"],
    "dnf": ["dnf", "install"],
    "pacman": ["pacman", "-S"],
    "zypper": ["zypper", "install"],
}
"""A package manager → how it installs; each wants the administrator's right."""

_FAMILIES = {
    "debian": "apt",
    "ubuntu": "apt",
    "fedora": "dnf",
    "rhel": "dnf",
    "centos": "dnf",
    "arch": "pacman",
    "suse": "zypper",
    "opensuse": "zypper",
}
"""os-release's ID or ID_LIKE → the package manager."""


@dataclass(frozen=True, slots=True)
class Thing:
    """One table of the list."""

    name: str
    why: str
    needed_by: str
    packages: dict[str, list[str]]
    """A package manager → the packages that bring it."""
    program: str = ""
    module: str = ""
    header: str = ""
    library: str = ""
    font: str = ""
    file: str = ""
    elsewhere: bool = False
    """Whether people often have it from somewhere else, whose packages shut the system's own out."""

    @property
    def is_pythons(self) -> bool:
        """Whether another Python than the system's own brings it along."""
        return bool(self.module or self.header)

    def seen(self) -> bool:
        """Whether it shows itself on this machine, whoever installed it."""
        if self.program:
            return shutil.which(self.program) is not None
        if self.module:
            return importlib.util.find_spec(self.module) is not None
        if self.header:
            return Path(sysconfig.get_path("include"), self.header).exists()
        if self.library:
            return ctypes.util.find_library(self.library) is not None
        if self.font:
            return bool(_output(["fc-list", f":lang={self.font}", "family"]))
        return Path(self.file).exists()


def _output(command: list[str]) -> str:
    """What a program prints, whatever its exit code; nothing where there is no such program."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout
    except OSError:
        return ""


@cache
def things(list_file: Path = LIST) -> dict[str, Thing]:
    """The whole list, in its order."""
    tables = tomllib.loads(list_file.read_text(encoding="utf-8"))
    return {name: _thing(name, dict(table)) for name, table in tables.items()}


def _thing(name: str, table: dict[str, Any]) -> Thing:
    packages = {manager: table.pop(manager).split() for manager in INSTALL if manager in table}
    if table.get("needed_by") not in NEEDS:
        raise ValueError(f"{name}: needed_by must be one of {', '.join(NEEDS)}")
    return Thing(name=name, packages=packages, **table)


def package_manager(os_release: Path = OS_RELEASE) -> str | None:
    """The package manager of this system, as its os-release names it; None where it is not known."""
    try:
        lines = os_release.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    told = dict(line.split("=", 1) for line in lines if "=" in line)
    families = " ".join(told.get(key, "").strip("\"'") for key in ("ID", "ID_LIKE")).lower()
    return next((_FAMILIES[word] for word in families.replace("-", " ").split() if word in _FAMILIES), None)


def install_command(names: Iterable[str], os_release: Path = OS_RELEASE) -> str:
    """The command a person types to get these things; Debian's names where no manager is known."""
    wanted = [things()[name] for name in names]
    manager = package_manager(os_release)
    if manager is None:
        return f"install what Debian calls {' '.join(_packages(wanted, 'apt'))}"
    sudo = [] if os.geteuid() == 0 else ["sudo"]
    return shlex.join([*sudo, *INSTALL[manager], *_packages(wanted, manager)])


def _packages(wanted: Iterable[Thing], manager: str) -> list[str]:
    return list(dict.fromkeys(name for thing in wanted for name in thing.packages.get(manager, [])))


# --- make setup -----------------------------------------------------------------------------


def missing(needs: Sequence[str], manager: str | None) -> list[Thing]:
    """What those needs want and this machine lacks. On Debian the package manager is asked, once."""
    if sys.platform != "linux":
        return []  # the list is of Linux: elsewhere the system brings its own screen, clipboard and fonts
    wanted = [thing for thing in things().values() if thing.needed_by in needs]
    if manager != "apt":
        return [thing for thing in wanted if not thing.seen()]
    installed = _installed(_packages(wanted, "apt"))
    return [
        thing
        for thing in wanted
        if not installed.issuperset(thing.packages["apt"])
        and not ((thing.is_pythons or thing.elsewhere) and thing.seen())
    ]


def _installed(packages: list[str]) -> set[str]:
    told = _output(["dpkg-query", "--show", "--showformat=${Package} ${db:Status-Status}\\n", *packages])
    rows = (line.split() for line in told.splitlines())
    return {name for name, status in rows if status == "installed"}


def _right() -> list[str] | None:
    """What to put before a command that needs the administrator's right; None without that right."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0:
        return ["sudo", "-n"]
    return None


_APT_OPTIONS = ["-o", "DPkg::Lock::Timeout=600", "-o", "Dpkg::Use-Pty=0"]


def _apt(prefix: list[str], packages: list[str]) -> bool:
    """Install with apt-get, asking nothing, waiting for whoever else installs; heard only if it fails."""
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", *_APT_OPTIONS]
    install = [*apt, "install", "-y", "--no-install-recommends", *packages]
    said = ""
    for command in ([*apt, "update"], install):  # a list that cannot be fetched may not be the one we need
        ended = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        said += ended.stdout
    if ended.returncode:
        print(said, file=sys.stderr)
    return ended.returncode == 0


def setup(needs: Sequence[str], os_release: Path = OS_RELEASE) -> int:
    """Install what is missing where we may; elsewhere say exactly what to install, and fail."""
    manager = package_manager(os_release)
    lacking = missing(needs, manager)
    if not lacking:
        return 0
    packages = _packages(lacking, manager or "")
    right = _right() if manager == "apt" else None
    if right is not None:
        print(f"Installing system packages: {' '.join(packages)}", flush=True)
        if _apt(right, packages):
            return 0
        print("error: apt-get could not install them (its own words are above)", file=sys.stderr)
    else:
        _explain(lacking, manager)
    print(
        f"Install them yourself, then run make again:\n\n    "
        f"{install_command([thing.name for thing in lacking], os_release)}\n",
        file=sys.stderr,
    )
    return 1


def _explain(lacking: list[Thing], manager: str | None) -> None:
    reason = (
        "the right to install packages is missing (neither root nor sudo without a password)"
        if manager == "apt"
        else "packages are installed by themselves only on Debian and Ubuntu"
    )
    print(f"error: this machine lacks what cogscript needs, and {reason}:\n", file=sys.stderr)
    width = max(len(thing.name) for thing in lacking)
    for thing in lacking:
        print(f"    {thing.name:<{width}}  {thing.why}", file=sys.stderr)
    print(file=sys.stderr)


def main() -> int:
    parser = argparse.ArgumentParser(description="Install the system packages that cogscript needs.")
    parser.add_argument("needs", nargs="+", choices=NEEDS, help="what they are needed by")
    parser.add_argument("--os-release", type=Path, default=OS_RELEASE, help="the file that names the system")
    arguments = parser.parse_args()
    return setup(arguments.needs, arguments.os_release)


if __name__ == "__main__":
    sys.exit(main())
