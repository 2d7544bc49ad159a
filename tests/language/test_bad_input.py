"""Whatever a file holds: a diagnostic with a place, exit code 2, no traceback, and the file unchanged."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

COG = [sys.executable, "-m", "cogscript"]
MEMORY = 1_500_000_000
SECONDS = 60  # generous, for slow machines; each takes well under two


def cog(*words: str, cwd: Path, memory: int = MEMORY) -> subprocess.CompletedProcess[str]:
    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    return subprocess.run(
        [*COG, *words],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        preexec_fn=bound,
        check=False,
    )


BAD = {
    "not UTF-8": (b"CLICK(box=[[1,2,3,4]])\nTYPE(text='\xff\xfe')\n", "not-utf8", 2),
    "GB18030": ("END()\nTYPE(text='保存')\n".encode("gb18030"), "not-utf8", 2),
    "NUL": (b"END()\nTYPE(text='a\0b')\n", "nul", 2),
    "a lone surrogate escape": (rb"TYPE(text='\ud83d')", "bad-escape", 1),
    "20,000 digits": (b"WAIT(seconds=" + b"9" * 20_000 + b")", "number-too-long", 1),
    "20,000 digits in a box": (b"CLICK(box=[[" + b"9" * 20_000 + b",1,2,3]])", "number-too-long", 1),
    "an unclosed string": (b"WAIT(seconds=1)\nTYPE(text='a)\n", "unclosed-string", 2),
    "an unclosed long string": (b"WAIT(seconds=1)\nTYPE(text='''a\n" + b"x\n" * 100, "unclosed-string", 2),
    "an unclosed bracket": (b"WAIT(seconds=1)\nTYPE(text='a'\n", "unclosed-bracket", 2),
    "1 MB without an end": (b"TYPE(text='" + b"a" * 1_000_000, "unclosed-string", 1),
    "1 MB of nothing": (b"a" * 1_000_000, "missing-brackets", 1),
    "1 MB of quotes": (b"'" * 1_000_000, "unclosed-string", 1),
    "1 MB of backslashes": (b"TYPE(text='" + b"\\" * 1_000_001, "unclosed-string", 1),
    "100,000 nested brackets": (b"SET(value=" + b"[" * 100_000 + b"]" * 100_000 + b")", "too-deep", 1),
    "100,000 open brackets": (b"SET(value=" + b"[" * 100_000, "unclosed-bracket", 1),
    "100,000 nested tests": (b"NOT(test=" * 100_000 + b"x()" + b")" * 100_000, "too-deep", 1),
    "30,000 blocks and closers of others": (
        b"REPEAT(times=1)\n" * 30_000 + b"END_IF()\n" * 30_000, "unclosed-block", 1,
    ),
    "5,000 unclosed blocks": (b"REPEAT(times=1)\n" * 5_000, "unclosed-block", 1),
    "100,000 broken lines": (b"CLICK(box=[[1,2,3,4]],\n" * 100_000, "unclosed-bracket", 1),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_input_ends_in_a_diagnostic(name: str, tmp_path: Path) -> None:
    data, code, line = BAD[name]
    path = tmp_path / "bad.cog"
    path.write_bytes(data)

    checked = cog("check", "bad.cog", cwd=tmp_path)
    listed = cog("check", "--json", "bad.cog", cwd=tmp_path)
    formatted = cog("fmt", "bad.cog", cwd=tmp_path)

    assert checked.returncode == listed.returncode == formatted.returncode == 2
    for run in (checked, formatted):
        assert "Traceback" not in run.stderr
        assert f"error[{code}]" in run.stderr
    first = json.loads(listed.stdout)["diagnostics"][0]
    assert (first["code"], first["line"], first["file"]) == (code, line, "bad.cog")
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    ("name", "code"),
    [("folder", "is-a-directory"), ("missing.cog", "no-such-file"), ("a\nb", "no-such-file")],
)
def test_what_is_no_file(name: str, code: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for command in ("check", "fmt", "parse"):
        run = cog(command, name, cwd=tmp_path)
        assert run.returncode == 2
        assert run.stderr.startswith(f"error[{code}]")
        assert "Traceback" not in run.stderr


def test_an_empty_file_is_a_workflow_that_does_nothing(tmp_path: Path) -> None:
    (tmp_path / "empty.cog").write_bytes(b"")
    assert cog("check", "empty.cog", cwd=tmp_path).returncode == 0
    assert cog("parse", "empty.cog", cwd=tmp_path).stdout == "[]\n"


def test_a_valid_file_of_10_mb_is_read(tmp_path: Path) -> None:
    line = "CLICK(box=[[387,248,727,317]], element_type='可点击文本', element_info='Click to add Title')\n"
    (tmp_path / "long.cog").write_text(line * (10_000_000 // len(line.encode()) + 1), encoding="utf-8")
    run = cog("check", "long.cog", cwd=tmp_path, memory=3_000_000_000)
    assert (run.returncode, run.stderr) == (0, "")


def test_fmt_keeps_a_file_it_cannot_replace(tmp_path: Path) -> None:
    """The new text is written beside the old one first: where that fails, the old one stays."""
    path = tmp_path / "a.cog"
    path.write_text("CLICK(box=[[1,2,3,4]])\n")

    def no_room() -> None:
        import signal

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    run = subprocess.run(
        [*COG, "fmt", str(path)], capture_output=True, text=True, preexec_fn=no_room, check=False,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    assert run.returncode == 2
    assert "cannot be written" in run.stderr
    assert path.read_text() == "CLICK(box=[[1,2,3,4]])\n"
    assert [each.name for each in tmp_path.iterdir()] == ["a.cog"]
