"""Dialects by the names people use, and dialects that another installed package adds."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cogscript.dialects.core.registry import BUILT_IN, full_name
from cogscript.language.model.diagnostic import Fault


@pytest.mark.parametrize(
    ("name", "dialect"),
    [
        ("computer-use", "computer-use"),
        ("Computer Use", "computer-use"),
        ("Anthropic", "computer-use"),
        ("claude", "computer-use"),
        ("Qwen_VL", "gui-plus"),
        ("doubao", "ui-tars"),
        ("UI-TARS", "ui-tars"),
    ],
)
def test_a_dialect_is_found_by_the_name_people_know(name, dialect):
    assert full_name(name) == dialect


def test_no_name_stands_for_two_dialects():
    names = [name for own, each in BUILT_IN.items() for name in (own, *each.other_names)]
    assert len(names) == len(set(names))


def test_an_unknown_name_is_an_error_with_the_nearest_one():
    with pytest.raises(Fault) as caught:
        full_name("antropic")
    assert caught.value.advice == "did you mean anthropic?"


# --- another package's dialect --------------------------------------------------------------------

SEMAPHORE = '''
"""A dialect of two actions: `press X,Y` and `over`."""

import re

from cogscript.dialects.core.draft import Action, Draft, Untranslatable
from cogscript.language.model.box import Box
from cogscript.language.model.diagnostic import Source, Span
from cogscript.language.model.tree import Operation

ACTIONS = {"press": Action("press 10,20"), "over": Action("over")}
MERGES = ()


def detect(source):
    return 1.0 if source.text.startswith("semaphore\\n") else 0.0


def read(source, options):
    draft = Draft(source, options)
    for line in re.finditer(r"^(press|over)\\b(.*)$", source.text, re.M):
        span = Span(*line.span())
        with draft.attempt(span):
            if line[1] == "over":
                draft.add(Operation("END"), span)
            elif place := re.fullmatch(r" (\\d+),(\\d+)", line[2]):
                draft.add(Operation("CLICK", {"box": Box.of(int(place[1]), int(place[2]))}), span)
            else:
                raise Untranslatable("`press` gives no place")
    return draft


def write(workflow, options):
    said = [f"press {each.arguments['box'][0]},{each.arguments['box'][1]}" if each.name == "CLICK" else "over"
            for each in workflow.operations]
    return "semaphore\\n" + "\\n".join(said) + "\\n", []
'''


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder of installed packages, as pip leaves them: modules, and what their metadata says of them."""
    folder = tmp_path / "site"
    folder.mkdir()
    install(folder, "flags", "semaphore = flags_semaphore", "flags_semaphore", SEMAPHORE)
    return folder


def install(folder: Path, package: str, entry: str, module: str, code: str) -> None:
    (folder / f"{module}.py").write_text(code, encoding="utf-8")
    metadata = folder / f"{package}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", "utf-8")
    (metadata / "entry_points.txt").write_text(f"[cogscript.dialects]\n{entry}\n", encoding="utf-8")


def cog(site: Path, *words: str, text: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(site), *filter(None, sys.path)])
    return subprocess.run(
        [sys.executable, "-m", "cogscript", *words],
        input=text,
        env={**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
    )


PLAN = "semaphore\npress 100,200\npress there\nover\n"


@pytest.mark.parametrize("named", [(), ("--from", "semaphore")])
def test_another_packages_dialect_is_recognised_and_imported(site, named):
    done = cog(site, "import", *named, text=PLAN)
    assert done.returncode == 1, "a step of the plan is lost, and nobody said --lossy"
    assert done.stdout.startswith("CLICK(box=[[100,200]])\n")
    assert "END()" in done.stdout
    assert "`press` gives no place" in done.stderr
    assert "2 operations from semaphore, 0 repaired, 1 not translated" in done.stderr


def test_another_packages_dialect_is_exported(site):
    done = cog(site, "export", "--to", "semaphore", "-", text="CLICK(box=[[7,8]])\nEND()\n")
    assert (done.returncode, done.stdout) == (0, "semaphore\npress 7,8\nover\n")


def test_an_unknown_dialect_lists_those_of_packages_too(site):
    done = cog(site, "import", "--from", "morse", text=PLAN)
    assert done.returncode == 1
    assert "semaphore" in done.stderr


def test_a_package_that_does_not_load_is_a_sentence_and_stops_no_other_dialect(site):
    install(site, "broken", "torn = broken_dialect", "broken_dialect", "import flagpole\n")
    done = cog(site, "import", text="CLICK(box=[[1,2,3,4]])\n")
    assert done.returncode == 0
    assert done.stdout == "CLICK(box=[[001,002,003,004]])\n"
    reason = "`torn` of the package broken cannot be loaded: ModuleNotFoundError"
    assert f"warning[plugin]: {reason}" in done.stderr

    done = cog(site, "import", "--from", "torn", text="CLICK(box=[[1,2,3,4]])\n")
    assert done.returncode == 1
    assert f"error[plugin]: {reason}" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_dialect_that_is_only_written_cannot_be_imported(site):
    writes_only = "def write(workflow, options):\n    return 'over', []\n"
    install(site, "pen", "pen = pen_dialect", "pen_dialect", writes_only)
    assert cog(site, "export", "--to", "pen", "-", text="END()\n").stdout == "over"
    done = cog(site, "import", "--from", "pen", text="over")
    assert done.returncode == 1
    assert "the installed dialect `pen` cannot be imported" in done.stderr
