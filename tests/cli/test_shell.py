"""The shell: completion in real shells, a first file, and a plan that is given as a workflow."""

import os
import subprocess
from pathlib import Path

import pexpect
import pytest

import cogscript
from cogscript.cli.main import main
from tests.conftest import wait_until


@pytest.fixture
def script(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> dict[str, Path]:
    found = {}
    for shell in ("bash", "zsh", "fish"):
        assert main(["completion", shell]) == 0
        found[shell] = tmp_path / f"cog.{shell}"
        found[shell].write_text(capsys.readouterr().out)
    return found


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["he"], ["heal"]),
        (["run", "--dr"], ["--dry"]),
        (["run", "--results", ""], ["recorded", "live", "check"]),
        (["ops", "QUOTE_"], ["QUOTE_TEXT", "QUOTE_CLIPBOARD"]),
        (["explain", "bad-l"], ["bad-link"]),
        (["completion", ""], ["bash", "zsh", "fish"]),
    ],
)
def test_bash_and_fish_complete(script: dict[str, Path], words: list[str], expected: list[str]) -> None:
    line = " ".join(f"'{word}'" for word in ["cog", *words])
    asked = f"source {script['bash']}; COMP_WORDS=({line}); COMP_CWORD={len(words)}; _cog; "
    asked += "printf '%s\\n' \"${COMPREPLY[@]}\""
    told = subprocess.run(["bash", "--norc", "-c", asked], capture_output=True, text=True, check=True)
    assert told.stdout.split() == expected
    asked = f"source {script['fish']}; complete -C '{' '.join(['cog', *words])}'"
    home = {**os.environ, "HOME": str(script["fish"].parent), "XDG_CONFIG_HOME": str(script["fish"].parent)}
    told = subprocess.run(
        ["fish", "--no-config", "-c", asked], capture_output=True, text=True, check=True, env=home
    )
    assert sorted(line.split("\t")[0] for line in told.stdout.splitlines()) == sorted(expected)


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("cog hea", "cog heal "),
        ("cog run --dr", "cog run --dry "),
        ("cog ops QUOTE_C", "cog ops QUOTE_CLIPBOARD "),
    ],
)
def test_zsh_completes(script: dict[str, Path], typed: str, completed: str) -> None:
    """A person at a zsh: what stands on the line after Tab is written to a file by a key of its own."""
    out = script["zsh"].parent / "line"
    shell = pexpect.spawn("zsh", ["-f", "-i"], env={**os.environ, "TERM": "xterm"}, encoding="utf-8")
    shell.sendline(f"autoload -U compinit; compinit -u -D; source {script['zsh']}; echo rea''dy")
    shell.expect("ready")
    shell.sendline(
        f"keep() {{ print -r -- \"$BUFFER|\" > {out} }}; zle -N keep; bindkey '^K' keep; echo bou''nd"
    )
    shell.expect("bound")
    shell.send(f"{typed}\t\x0b")
    wait_until(lambda: out.is_file() and out.read_text().endswith("\n"))
    shell.close(force=True)
    assert out.read_text() == f"{completed}|\n"


def test_a_new_file_is_right_canonical_and_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "order_it's"]) == 0
    path = tmp_path / "order_it's.cog"
    assert main(["check", str(path)]) == 0
    assert main(["fmt", "--check", str(path)]) == 0
    assert cogscript.run(cogscript.load(path), screen="dry").answers == ["Hello, world"]
    assert main(["new", "order_it's"]) == 1
    assert "exists already" in capsys.readouterr().err


def test_a_plan_given_as_a_workflow_is_recognised(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = tmp_path / "plan.txt"
    plan.write_text("Thought: I save it.\nAction: click(start_box='(120,240)')\n")
    assert main(["run", str(plan), "--dry"]) == 2
    told = capsys.readouterr().err
    assert "error[plan]" in told
    assert f"cog run {plan} --from ui-tars" in told


def test_what_is_nobodys_plan_is_read_as_a_workflow(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = tmp_path / "notes.txt"
    wrong.write_text("Dear Ada, please call back.\n")
    assert main(["run", str(wrong), "--dry"]) == 2
    assert "error[plan]" not in capsys.readouterr().err


def test_an_unknown_operation_is_an_error_of_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = tmp_path / "a.cog"
    wrong.write_text("CLIK(element_info='Save')\n")
    assert main(["run", str(wrong), "--dry"]) == 2
    assert "did you mean `CLICK`?" in capsys.readouterr().err
