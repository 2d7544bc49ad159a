"""The one list of system packages, and what `make setup` does with it.

The package manager's own programs are stood in for: what is held here is what we ask of them, and what we
say where they may not be asked. That the packages exist and suffice, only a bare machine shows.
"""

import os
import re
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from cogscript import system_packages
from cogscript.system_packages import INSTALL, NEEDS, install_command, package_manager, things

SCRIPT = Path(system_packages.__file__)
PYTHON = os.path.realpath(sys.executable)

RELEASES = {
    "debian": ('ID=debian\nVERSION_ID="12"\n', "apt"),
    "mint": ("ID=linuxmint\nID_LIKE=ubuntu\n", "apt"),
    "fedora": ("ID=fedora\n", "dnf"),
    "rocky": ('ID="rocky"\nID_LIKE="rhel centos fedora"\n', "dnf"),
    "manjaro": ("ID=manjaro\nID_LIKE=arch\n", "pacman"),
    "tumbleweed": ('ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"\n', "zypper"),
    "unheard of": ("ID=unheard\nnot a setting\n", None),
}


@pytest.fixture
def release(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    path = tmp_path / "os-release"
    path.write_text(RELEASES[request.param][0], encoding="utf-8")
    return path


def setup(folder: Path, release: Path, *needs: str, as_root: bool = True) -> subprocess.CompletedProcess[str]:
    """Run the script as make does, with nothing on PATH but what stands in `folder`."""
    program = "import os, runpy, sys\nos.geteuid = lambda: {}\nsys.argv = sys.argv[1:]\n{}"
    running = program.format(0 if as_root else 1000, "runpy.run_path(sys.argv[0], run_name='__main__')")
    return subprocess.run(
        [PYTHON, "-I", "-c", running, str(SCRIPT), *needs, "--os-release", str(release)],
        env={"PATH": str(folder)},
        capture_output=True,
        encoding="utf-8",
    )


def stand_in(folder: Path, name: str, script: str) -> None:
    """A program that writes down how it was called, then does what the script says."""
    path = folder / name
    path.write_text(
        f'#!/bin/sh\nprintf "%s\\n" "{name} $*" >> "{folder}/calls"\n{script}\n', encoding="utf-8"
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def calls(folder: Path) -> list[str]:
    return (folder / "calls").read_text(encoding="utf-8").splitlines()


def test_every_thing_says_why_what_needs_it_and_how_it_is_seen() -> None:
    assert len(things()) > 5
    for name, thing in things().items():
        assert thing.why, name
        assert thing.needed_by in NEEDS, name
        assert set(thing.packages) == set(INSTALL) or thing.is_pythons, name
        shown_by = [thing.program, thing.module, thing.header, thing.library, thing.font, thing.file]
        assert sum(map(bool, shown_by)) == 1, name


@pytest.mark.parametrize("release", RELEASES, indirect=True)
def test_the_package_manager_is_the_one_of_the_system(release: Path, request: pytest.FixtureRequest) -> None:
    manager = RELEASES[request.node.callspec.params["release"]][1]
    assert package_manager(release) == manager
    command = install_command(["xvfb", "chinese-font"], release)
    if manager:
        words = command.removeprefix("sudo ").split()
        assert words[0] == INSTALL[manager][0]
        assert set(things()["xvfb"].packages[manager]) < set(words)
    else:
        assert command == "install what Debian calls xvfb fonts-noto-cjk fontconfig"


def test_a_machine_without_os_release_has_no_known_manager(tmp_path: Path) -> None:
    assert package_manager(tmp_path / "none") is None


@pytest.mark.parametrize("release", ["fedora"], indirect=True)
def test_elsewhere_than_debian_it_says_what_to_install_and_fails(release: Path, tmp_path: Path) -> None:
    ended = setup(tmp_path, release, "run", "demo")
    assert ended.returncode == 1
    assert "only on Debian and Ubuntu" in ended.stderr
    assert re.search(
        r"^    dnf install .*xorg-x11-server-Xvfb openbox .*mousepad chromium$", ended.stderr, re.MULTILINE
    )
    assert "xterm" not in ended.stderr, "the demo does not wait for what only the tests drive"
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("release", ["debian"], indirect=True)
def test_without_the_right_it_says_what_to_install_and_fails(release: Path, tmp_path: Path) -> None:
    stand_in(tmp_path, "dpkg-query", "exit 1")
    stand_in(tmp_path, "sudo", "exit 1")
    ended = setup(tmp_path, release, "run", as_root=False)
    assert ended.returncode == 1
    assert "neither root nor sudo without a password" in ended.stderr
    assert "    sudo apt-get install --no-install-recommends" in ended.stderr
    assert "the private screen" in ended.stderr
    assert [line.split()[0] for line in calls(tmp_path)] == ["dpkg-query", "sudo"]


@pytest.mark.parametrize("release", ["debian"], indirect=True)
@pytest.mark.parametrize("as_root", [True, False])
def test_on_debian_it_installs_what_is_missing_and_nothing_else(
    release: Path, tmp_path: Path, as_root: bool
) -> None:
    stand_in(tmp_path, "dpkg-query", "echo 'xvfb installed'; echo 'openbox config-files'; exit 1")
    stand_in(tmp_path, "apt-get", "exit 0")
    stand_in(tmp_path, "sudo", 'shift; exec "$@"')
    stand_in(tmp_path, "true", "exit 0")
    os.symlink("/usr/bin/env", tmp_path / "env")
    ended = setup(tmp_path, release, "run", as_root=as_root)
    assert ended.returncode == 0, ended.stderr
    asked = [line for line in calls(tmp_path) if line.startswith("apt-get")]
    assert len(asked) == 2
    assert asked[0].endswith(" update")
    packages = asked[1].partition("--no-install-recommends ")[2].split()
    assert "openbox" in packages, "a removed package whose settings are left is not installed"
    assert "xvfb" not in packages
    assert "chromium" not in packages
    assert any(line.startswith("sudo") for line in calls(tmp_path)) is not as_root


@pytest.mark.parametrize("release", ["debian"], indirect=True)
def test_what_apt_says_is_shown_when_it_fails(release: Path, tmp_path: Path) -> None:
    stand_in(tmp_path, "dpkg-query", "exit 1")
    stand_in(tmp_path, "apt-get", "echo 'E: Unable to locate package openbox'; exit 100")
    os.symlink("/usr/bin/env", tmp_path / "env")
    ended = setup(tmp_path, release, "run")
    assert ended.returncode == 1
    assert "E: Unable to locate package openbox" in ended.stderr
    assert "Install them yourself" in ended.stderr


@pytest.mark.parametrize("release", ["debian"], indirect=True)
def test_a_complete_machine_is_only_asked_once(release: Path, tmp_path: Path) -> None:
    everything = " ".join(name for thing in things().values() for name in thing.packages["apt"])
    stand_in(tmp_path, "dpkg-query", f"for name in {everything}; do echo $name installed; done")
    ended = setup(tmp_path, release, *NEEDS)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    assert len(calls(tmp_path)) == 1


def test_the_script_needs_nothing_but_the_standard_library() -> None:
    program = "import sys, runpy; runpy.run_path(sys.argv[1]); print(*sys.modules)"
    asked = [PYTHON, "-I", "-S", "-c", program, str(SCRIPT)]
    loaded = subprocess.run(asked, capture_output=True, encoding="utf-8", check=True).stdout.split()
    foreign = {name.partition(".")[0] for name in loaded} - sys.stdlib_module_names - {"__main__"}
    assert foreign == set()


def test_ci_runs_what_a_desk_runs() -> None:
    root = SCRIPT.parents[1]
    run = root / ".ci" / "run"
    assert os.access(run, os.X_OK)
    assert "make test" in run.read_text(encoding="utf-8")
    assert tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]["cog"]
