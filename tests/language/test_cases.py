"""The golden cases: each tests/cases/…/NAME.cog stands beside what `cog` makes of it.

NAME.err is the whole standard error of `cog check`, NAME.exit its exit code (0 when there is no such
file), NAME.json the tree that `cog parse` prints and NAME.fmt what `cog fmt` writes, for a file that
parses. A first line `# check: …` gives further options. To accept what the program says now:
`COG_UPDATE_CASES=1 pytest tests/language/test_cases.py`, and read the difference.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import cogscript
from cogscript.cli.main import main
from cogscript.language.model.diagnostic import CogError

CASES = Path(__file__).parents[1] / "cases"
UPDATE = bool(os.environ.get("COG_UPDATE_CASES"))


def expect(path: Path, actual: str) -> None:
    if UPDATE:
        if actual:
            path.write_text(actual, encoding="utf-8")
        else:
            path.unlink(missing_ok=True)
    expected = path.read_text(encoding="utf-8") if path.exists() else ""
    assert actual == expected


@pytest.mark.parametrize(
    "case", sorted(CASES.rglob("*.cog")), ids=lambda path: path.relative_to(CASES).as_posix()
)
def test_case(case: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(case.parent)
    monkeypatch.setenv("NO_COLOR", "1")
    first = case.read_text(encoding="utf-8").partition("\n")[0]
    options = first.removeprefix("# check:").split() if first.startswith("# check:") else []

    status = main(["check", *options, case.name])
    printed = capsys.readouterr()

    assert printed.out == ""
    expect(case.with_suffix(".err"), printed.err)
    expect(case.with_suffix(".exit"), f"{status}\n" if status else "")
    try:
        workflow = cogscript.load(case.name)
    except CogError:
        assert not case.with_suffix(".json").exists()
        assert not case.with_suffix(".fmt").exists()
        return
    tree = json.dumps(workflow.to_json(), ensure_ascii=False, indent=1) + "\n"
    expect(case.with_suffix(".json"), tree)
    formatted = cogscript.format(workflow)
    expect(case.with_suffix(".fmt"), formatted)
    assert cogscript.parse(formatted) == workflow
    assert cogscript.format(cogscript.parse(formatted)) == formatted
