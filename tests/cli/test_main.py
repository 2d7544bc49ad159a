"""`cog` itself: help, wrong use, streams that cannot carry everything, and faults of our own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cogscript.cli.main import COMMANDS


def cog(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cogscript", *words],
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
    )


def test_help_lists_every_command() -> None:
    told = cog("--help")
    assert told.returncode == 0
    assert [line.split()[0] for line in told.stdout.splitlines() if line.startswith("  ")] == list(COMMANDS)


def test_no_command_is_wrong_use_and_shows_the_commands() -> None:
    told = cog()
    assert told.returncode == 2
    assert "commands:" in told.stdout


def test_a_mistyped_command_is_guessed() -> None:
    told = cog("chekc", "x.cog")
    assert told.returncode == 2
    assert told.stderr == ("error[usage]: there is no command `chekc`\n  = help: did you mean `cog check`?\n")


def test_a_wrong_option_is_one_of_our_errors() -> None:
    told = cog("doctor", "--jsno")
    assert told.returncode == 2
    assert told.stderr.startswith("error[usage]: there is no `--jsno` here: did you mean `--json`?\n")
    assert "see `cog doctor --help`" in told.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help(command: str) -> None:
    told = cog(command, "--help")
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith(f"usage: cog {command}")


def test_a_stream_that_cannot_carry_a_character_gets_it_escaped(tmp_path: Path) -> None:
    (tmp_path / "坏.cog").write_text("点击()\n", encoding="utf-8")
    told = cog("check", str(tmp_path / "坏.cog"), PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert told.returncode == 2
    assert "\\u574f.cog:1:1" in told.stdout + told.stderr
    assert "Traceback" not in told.stderr


def test_a_fault_of_ours_is_a_sentence_and_its_details_are_kept(tmp_path: Path) -> None:
    program = (
        "import sys, types\n"
        "broken = types.ModuleType('cogscript.cli.doctor_command')\n"
        "broken.add_arguments = lambda parser: None\n"
        "broken.main = lambda arguments: 1 / 0\n"
        "sys.modules['cogscript.cli.doctor_command'] = broken\n"
        "from cogscript.cli.main import main\n"
        "sys.exit(main(['doctor']))\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "COGSCRIPT_HOME": str(tmp_path / "cogscript")},
        capture_output=True,
        encoding="utf-8",
    )
    assert told.returncode == 1
    assert "this is a fault of cogscript itself: ZeroDivisionError: division by zero" in told.stderr
    assert "Traceback" not in told.stderr
    (details,) = (tmp_path / "cogscript" / "faults").iterdir()
    assert str(details) in told.stderr
    assert "Traceback" in details.read_text(encoding="utf-8")
