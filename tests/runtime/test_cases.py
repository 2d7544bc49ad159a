"""Golden cases: a workflow, and beside it what running it says and does.

Each `cases/NAME.cog` has a `NAME.expected` with the exit code, standard output, standard error and the
steps on record. `# run: …` in its first line gives the command line's further words. To write the
expectations anew after a change that is meant: UPDATE_CASES=1, and read the difference.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest

from cogscript.cli.main import main
from cogscript.records.folders import list_runs
from cogscript.records.reader import Record

CASES = Path(__file__).parent / "cases"


def expectation(case: Path, capfd: pytest.CaptureFixture[str], runs: Path) -> str:
    first = case.read_text(encoding="utf-8").partition("\n")[0]
    words = shlex.split(first.removeprefix("# run:")) if first.startswith("# run:") else []
    status = main(["run", case.name, "--quiet", *words])
    said = capfd.readouterr()
    parts = [f"exit {status}\n"]
    if said.out:
        parts.append(f"--- stdout\n{said.out}")
    if said.err:
        parts.append(f"--- stderr\n{said.err}")
    for folder in list_runs(runs):
        with Record(folder) as record:
            lines = list(map(line, record.steps()))
            shown = lines if len(lines) <= 40 else [*lines[:6], f"… {len(lines)} in all\n"]
            parts.append(f"--- record: {record.outcome}\n" + "".join(shown))
    return "".join(parts)


def line(step) -> str:
    rounds = f" round {step.rounds}" if step.rounds else ""
    value = f" → {step.value}" if step.kind == "block" and step.value is not None else ""
    set_ = "".join(f" {name}={text!r}" for name, text in step.variables.items())
    where = f" at {step.point[0]},{step.point[1]}" if step.point else ""
    what = f"{step.operation.name} {step.kind}" if step.kind in ("row",) else step.operation.name
    return f"{'  ' * step.depth}{step.operation.line} {what}{rounds}{value}{where} {step.outcome}{set_}\n"


@pytest.mark.parametrize("case", sorted(CASES.glob("*.cog")), ids=lambda path: path.stem)
def test_case(
    case: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(CASES)
    monkeypatch.setenv("COGSCRIPT_HOME", str(tmp_path / "cogscript"))
    monkeypatch.setenv("COGSCRIPT_SETTINGS", str(CASES / "settings.toml"))
    monkeypatch.syspath_prepend(str(CASES))
    for name in (
        "DISPLAY",
        *(name for name in os.environ if name.startswith(("OPENAI_", "COGSCRIPT_MODEL"))),
    ):
        monkeypatch.delenv(name, raising=False)
    found = expectation(case, capfd, tmp_path / "cogscript" / "runs")
    for file in tmp_path.rglob("*"):  # the secrets of the cases about secrets
        assert not file.is_file() or not {b"hunter2", b"s3cret"} & set(re.findall(rb"\w+", file.read_bytes()))
    expected = case.with_suffix(".expected")
    if os.environ.get("UPDATE_CASES"):
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")
