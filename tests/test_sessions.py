"""What every test session keeps to: it starts nothing that a fresh machine lacks, and hides no failure."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cogscript.system_packages import LIST, things
from tests.fresh_machine.packages import unlisted

ROOT = Path(__file__).resolve().parents[1]

WAYS = """
import os, subprocess, sys
import pexpect, pytest

def test_subprocess():
    subprocess.run(["xclip", "-version"])

def test_posix_spawn():
    os.waitpid(os.posix_spawnp("xrandr", ["xrandr", "--version"], os.environ), 0)

def test_fork_and_exec():
    os.spawnlp(os.P_WAIT, "xdotool", "xdotool", "version")

def test_a_shell():
    os.system("exec tmux -V > /dev/null")

def test_a_terminal():
    pexpect.run("stdbuf -oL xev -version")

def test_a_python_below():
    subprocess.run([sys.executable, "-c", "import subprocess; subprocess.run(['xterm', '-version'])"])

@pytest.fixture(scope="session")
def made():
    return subprocess.run(["pgrep", "--version"])

def test_a_fixture(made):
    pass
"""
"""The ways to start a program: each test another program, all of them on the list."""

STARTED = {
    "/usr/bin/xclip": ("xclip", "test_subprocess"),
    "/usr/bin/xrandr": ("x11-xserver-utils", "test_posix_spawn"),
    "/usr/bin/xdotool": ("xdotool", "test_fork_and_exec"),
    "/usr/bin/tmux": ("tmux", "test_a_shell"),
    "/usr/bin/xev": ("x11-utils", "test_a_terminal"),
    "/usr/bin/xterm": ("xterm", "test_a_python_below"),
    "/usr/bin/pgrep": ("procps", "test_a_fixture"),
}

LAUNCH = """
import os, subprocess, sys
def test(tmp_path):
    (tmp_path / "a.cog").write_text("LAUNCH(app='xterm')\\n")
    run = [sys.executable, "-m", "cogscript", "run", str(tmp_path / "a.cog"), "--screen", "virtual"]
    subprocess.run(run, env={**os.environ, "XDG_STATE_HOME": str(tmp_path)}, check=True)
"""

RERUNS = """
import pytest
pytestmark = pytest.mark.drives_programs
@pytest.mark.drives_programs
def test_marked(): assert False
def test_in_a_marked_module(): assert False
"""


def session(folder: Path, tests: str, *options: str) -> subprocess.CompletedProcess[str]:
    """A small session in a folder of its own, far from ours."""
    (folder / "test_small.py").write_text(tests, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options, str(folder)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )


def guarded(folder: Path, tests: str, list_file: Path, *options: str) -> subprocess.CompletedProcess[str]:
    plugin = ("-p", "tests.fresh_machine.plugin", "-o", f"system_packages={list_file}")
    return session(folder, tests, *plugin, *options)


def told(ended: subprocess.CompletedProcess[str]) -> dict[str, tuple[str, str]]:
    """The programs a session complains of, each with its package and the test that first started it."""
    line = r"^error: the tests started (\S+) \(Debian package (.*?)\), first by \S+::(\w+)$"
    return {path: (package, test) for path, package, test in re.findall(line, ended.stdout, re.MULTILINE)}


def list_without(folder: Path, *names: str) -> Path:
    """A copy of the list that lacks some tables."""
    tables = LIST.read_text(encoding="utf-8").split("\n\n")
    kept = [table for table in tables if not table.startswith(tuple(f"[{name}]" for name in names))]
    assert len(kept) == len(tables) - len(names)
    path = folder / "list.toml"
    path.write_text("\n\n".join(kept), encoding="utf-8")
    return path


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "with workers"])
def test_a_program_that_is_not_on_the_list_fails_the_session_however_it_is_started(
    tmp_path: Path, workers: tuple[str, ...]
) -> None:
    names = [thing.name for thing in things().values() if f"/usr/bin/{thing.program}" in STARTED]
    ended = guarded(tmp_path, WAYS, list_without(tmp_path, *names), *workers)
    assert f"{len(STARTED)} passed" in ended.stdout, ended.stdout
    assert told(ended) == STARTED
    assert ended.returncode == pytest.ExitCode.TESTS_FAILED


def test_with_the_whole_list_the_same_session_passes(tmp_path: Path) -> None:
    ended = guarded(tmp_path, WAYS, LIST)
    assert f"{len(STARTED)} passed" in ended.stdout, ended.stdout
    assert "fresh machine" not in ended.stdout
    assert ended.returncode == pytest.ExitCode.OK


@pytest.mark.drives_programs
def test_what_a_workflow_launches_on_a_private_screen_counts(tmp_path: Path) -> None:
    ended = guarded(tmp_path, LAUNCH, list_without(tmp_path, "xterm", "openbox"))
    assert "1 passed" in ended.stdout, ended.stdout
    assert told(ended) == {"/usr/bin/openbox": ("openbox", "test"), "/usr/bin/xterm": ("xterm", "test")}
    assert ended.returncode == pytest.ExitCode.TESTS_FAILED


def test_a_minimal_debian_has_what_is_required_and_not_what_is_merely_common() -> None:
    required = ["/bin/sh", "/bin/tar", "/usr/bin/tar", "/usr/bin/dpkg"]
    assert unlisted([*required, sys.executable, str(ROOT / ".ci" / "run")], []) == {}
    common = {"/usr/bin/pgrep": "procps", "/usr/local/bin/mine": ""}
    assert unlisted(common, []) == common
    assert unlisted(["/usr/bin/pgrep"], things().values()) == {}


def test_only_a_test_that_is_marked_itself_is_tried_again(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(
        "from tests.conftest import pytest_collection_modifyitems\n", encoding="utf-8"
    )
    ended = session(tmp_path, RERUNS, "-rR")
    assert re.search("2 failed, .*2 rerun", ended.stdout), ended.stdout
    assert re.findall(r"^RERUN .*::(\w+)", ended.stdout, re.MULTILINE) == ["test_marked", "test_marked"]
