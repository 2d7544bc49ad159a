"""Targets in real programs that have changed: healed, or halted with all there is to say."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

from drifted.mutations import MUTATIONS, mutate
from drifted.stage import Stage, read_log
from drifted.tasks import TASKS

from cogscript.language.model.box import Box
from cogscript.records.folders import list_runs
from cogscript.records.reader import Record
from cogscript.report.html_page import html_page
from cogscript.surfaces.finding.wanted import Wanted
from cogscript.surfaces.inventory import box_of
from cogscript.surfaces.look import Look
from tests.conftest import wait_until
from tests.in_process import cog

AWAY = "[[900,900,950,950]]"
"""A corner of the screen where there is nothing."""


class Drifted:
    """The program of a task as it has become, and `cog` on its screen."""

    def __init__(self, task: str, toolkit: str, mutation: str, folder: Path) -> None:
        spec = mutate(MUTATIONS[mutation], TASKS[task])
        assert spec is not None
        self.folder = folder
        self.stage = Stage(toolkit, spec, MUTATIONS[mutation], folder / "program")
        self.file = folder / "test.cog"

    def __enter__(self) -> Drifted:
        self.stage.__enter__()
        self.stage.go()
        return self

    def __exit__(self, *_: object) -> None:
        self.stage.close()

    def cog(self, *words: str) -> subprocess.CompletedProcess[str]:
        environment = {
            **self.stage.screen.environment,
            "XDG_STATE_HOME": str(self.folder / "state"),
            "COGSCRIPT_SETTINGS": str(self.folder / "none.toml"),
        }
        return cog(*words, environment=environment, folder=self.folder)

    def run(self, text: str, *words: str) -> subprocess.CompletedProcess[str]:
        self.file.write_text(text, encoding="utf-8")
        return self.cog("run", "test.cog", "--screen", "desktop", *words)

    def box(self, name: str) -> str:
        """Where a thing is now, as a line says it."""
        screen = self.stage.screen

        def found():
            return Look(screen).judge(Wanted(name, "button")).found

        return str(box_of(wait_until(found, what=name).rect, screen))

    def pressed(self) -> list[str]:
        return [entry["id"] for entry in read_log(self.stage.folder) if entry.get("act") == "press"]

    def record(self) -> Record:
        return Record(list_runs(self.folder / "state" / "cogscript" / "runs")[-1])


@pytest.mark.drives_programs
@pytest.mark.parametrize("toolkit", ["gtk", "qt", "tk", "web"])
def test_a_heal_is_a_change_of_one_line_and_the_replay_needs_none(toolkit, tmp_path) -> None:
    """What is called Send now was called Submit; in Tk, which tells no names to be alike to, Reset stood
    elsewhere."""
    renamed = toolkit != "tk"
    with Drifted("contact", toolkit, "renamed" if renamed else "baseline", tmp_path) as program:
        old = "Submit" if renamed else "Reset"
        box = program.box("Send") if renamed else AWAY
        line = f"CLICK(box={box}, element_type='button', element_info='{old}')  # at once"
        text = f"# First\n{line}\nEND()\n"
        done = program.run(text)
        assert done.returncode == 0, done.stderr
        pressed = old.lower()
        wait_until(lambda: program.pressed() == [pressed], what="the press")
        assert (": ok, healed, by a guess" if renamed else ": ok, healed") in done.stderr

        shown = program.cog("heal")
        changed = [each for each in shown.stdout.splitlines() if each[:1] in "+-"][2:]
        with program.record() as record:
            (fact,) = next(step.healed for step in record.steps() if step.healed)
        assert (fact["argument"], fact["guess"]) == (("element_info", True) if renamed else ("box", False))
        new = line.replace("'Submit'", "'Send'") if renamed else line.replace(AWAY, str(Box(fact["is"][0])))
        assert changed == [f"-{line}", f"+{new}"]
        assert ("found by likeness only" in shown.stderr) == renamed
        assert program.file.read_text(encoding="utf-8") == text

        assert program.cog("heal", "test.cog", "--write").returncode == 0
        after = program.file.read_text(encoding="utf-8")
        assert after == f"# First\n{new}\nEND()\n"
        again = program.run(after, "--strict-targets")
        assert again.returncode == 0, again.stderr
        assert "healed" not in again.stderr
        wait_until(lambda: program.pressed() == [pressed] * 2, what="the press of the replay")
        assert "nothing to heal" in program.cog("heal").stderr


@pytest.mark.drives_programs
def test_an_icon_in_another_size_gets_a_new_picture(tmp_path) -> None:
    with Drifted("icons", "qt", "baseline", tmp_path / "then") as program:
        flag = program.stage.place_of("flag")
        picture = program.stage.screen.capture().crop((flag.left, flag.top, flag.right, flag.bottom))
    with Drifted("icons", "qt", "scale150", tmp_path / "now") as program:
        (program.folder / "icons").mkdir()
        picture.save(program.folder / "icons" / "flag.png")
        line = "CLICK(element_type='button', picture='icons/flag.png')"
        done = program.run(f"{line}\n")
        assert done.returncode == 0, done.stderr
        assert ": ok, healed, by a guess" in done.stderr
        wait_until(lambda: program.pressed() == ["flag"], what="the press")

        shown = program.cog("heal")
        assert f"-{line}" in shown.stdout.splitlines()
        assert "test.cog:1: it looks otherwise; it was found by likeness only" in shown.stderr
        assert sorted(each.name for each in (program.folder / "icons").iterdir()) == ["flag.png"]

        assert program.cog("heal", "--write").returncode == 0
        new = program.file.read_text(encoding="utf-8")
        again = program.run(new, "--strict-targets")
        assert again.returncode == 0, again.stderr
        assert "healed" not in again.stderr
        wait_until(lambda: program.pressed() == ["flag", "flag"], what="the press of the replay")


@pytest.fixture(scope="module")
def renamed(tmp_path_factory):
    """A GTK form whose Submit is called Send now."""
    with Drifted("contact", "gtk", "renamed", tmp_path_factory.mktemp("renamed")) as program:
        yield program


@pytest.mark.drives_programs
def test_run_heal_writes_at_its_end(renamed) -> None:
    before = len(renamed.pressed())
    done = renamed.run(f"CLICK(box={AWAY}, element_info='Reset')\n", "--heal")
    assert done.returncode == 0, done.stderr
    assert "healed test.cog:" in done.stderr
    assert (
        renamed.file.read_text(encoding="utf-8")
        == f"CLICK(box={renamed.box('Reset')}, element_info='Reset')\n"
    )
    assert renamed.pressed()[before:] == ["reset"]


@pytest.mark.drives_programs
@pytest.mark.parametrize(
    ("line", "words", "why"),
    [
        (", sensitive=True", ["--yes"], "it is only alike, and the step is sensitive"),
        ("", ["--strict-targets"], "it is only alike, and targets are strict"),
    ],
)
def test_what_is_only_alike_is_not_always_taken(renamed, line, words, why) -> None:
    before = renamed.pressed()
    box = renamed.box("Send")
    text = f"CLICK(box={box}, element_type='button', element_info='Submit', timeout=0.5{line})\n"
    done = renamed.run(text, *words)
    assert done.returncode == 1
    assert "error[target-missing]: `Submit` (button) was not found on the screen within 0.5 s" in done.stderr
    assert "= came near: 1. button `Send` at " in done.stderr
    assert why in done.stderr
    assert f"= to take 1, write: {text.replace('Submit', 'Send')}".rstrip() in done.stderr
    assert renamed.pressed() == before


@pytest.mark.drives_programs
def test_targets_are_checked_and_nothing_is_done(renamed) -> None:
    before = read_log(renamed.stage.folder)
    renamed.file.write_text(
        "INPUT(output='__CogName_who__', default='Reset')\n"
        f"CLICK(element_info='__CogName_who__')\nCLICK(box={renamed.box('Send')}, element_info='Submit', "
        "element_type='button')\n"
        "QUOTE_TEXT(element_info='City', output='__CogName_city__')\nCLICK(element_info='__CogName_city__')\n"
        "IN(window='Contact')\n  TYPE(element_info='Email', text='x')\nEND_IN()\n"
        "IN(window='Nothing')\n  CLICK(element_info='Reset')\nEND_IN()\n"
        "CLICK(element_info='Sbmit')\nCLICK(element_info='Sbmit', optional=True)\n"
        "ON(test=VISIBLE(element_info='News'))\n  CLICK(element_info='Later')\nEND_ON()\n",
        encoding="utf-8",
    )
    words = ("run", "--check-targets", "test.cog", "--screen", "desktop")
    done = renamed.cog(*words, "--json")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    states = {each["line"]: each["state"] for each in told}
    assert states == {
        2: "found", 3: "guess", 4: "found", 5: "unknown", 7: "found", 9: "missing", 10: "unknown",
        12: "missing", 13: "unknown", 15: "unknown",
    }  # fmt: skip
    assert told[0]["evidence"] == [{"what": "name", "is": "Reset"}, {"what": "type", "is": "button"}]
    assert told[0]["sure"] == "the only one of its name"
    assert done.returncode == 1
    plain = renamed.cog(*words)
    assert "test.cog:12: CLICK Sbmit: NOT FOUND" in plain.stdout
    assert "4 of 10 targets can be found now, 4 only a run can know" in plain.stderr
    assert read_log(renamed.stage.folder) == before


@pytest.mark.drives_programs
def test_what_is_gone_is_gone_and_the_halt_tells_all(tmp_path) -> None:
    """Submit has gone and Reset stands in its place: it is neither pressed nor healed to."""
    from PIL import Image

    with Drifted("contact", "gtk", "gone", tmp_path) as program:
        box = program.box("Reset")
        text = f"CLICK(box={box}, element_type='button', element_info='Submit', timeout=0.5)\n"
        done = program.run(text, "--json")
        assert done.returncode == 1
        assert program.pressed() == []
        events = [json.loads(line) for line in done.stdout.splitlines()]
        halt = next(each for each in events if each["event"] == "step-finished")["halt"]
        first = halt["candidates"][0]
        assert (first["number"], first["text"]) == (1, "Reset")
        assert first["why"] == "it stands at the box and goes by another name"
        assert first["line"] == text.replace("Submit", "Reset").rstrip()
        assert halt["looked_for"] == f"the name `Submit`, of the kind button, at or near {box}"
        with program.record() as record:
            assert [step.halt for step in record.steps()] == [halt]
            picture = Image.open(record.folder / halt["picture"])
            page = html_page([record])
        assert picture.size == (1280, 800)
        left, _, right, bottom = first["rect"]
        edge = picture.convert("RGB").getpixel(((left + right) // 2, bottom - 1))
        assert edge[2] > edge[0] + 60, "the candidate's frame is drawn, in blue"
        assert "it stands at the box and goes by another name" in page
        assert "nothing to heal" in program.cog("heal", "--write").stderr


@pytest.mark.drives_programs
def test_a_list_without_the_option_tells_what_it_has(tmp_path) -> None:
    with Drifted("booking", "gtk", "baseline", tmp_path) as program:
        done = program.run("SELECT(element_info='Country', option='Norwegen', timeout=1)\n")
        assert done.returncode == 1
        assert "error[target-missing]: the list has no option `Norwegen`" in done.stderr
        assert ". menu item `Norway` at " in done.stderr
        assert "to take" not in done.stderr


@pytest.mark.drives_programs
@pytest.mark.skipif(not os.path.exists("/usr/bin/tmux"), reason="there is no tmux here")
def test_the_stepper_takes_what_came_near(renamed, tmp_path) -> None:
    from tests.runtime.test_stepping import Session

    session = Session(tmp_path, **renamed.stage.screen.environment)
    try:
        file = session.file("CLICK(element_info='Sned', element_type='button', timeout=0.5)\nEND()\n")
        before = renamed.pressed()
        session.cog("run", "test.cog", "--step", "--screen", "desktop", "--ignore-mouse")
        session.at(1)
        shown = session.stop("s", 1)
        assert "1. button `Send` at " in shown
        session.ask("t 9", "which one? 1 to ")
        session.stop("t 1", 2)
        assert file.read_text(encoding="utf-8").startswith("CLICK(element_info='Send', element_type='button'")
        assert renamed.pressed() == [*before, "submit"]
        session.line("s")
        session.expect("exit 0")
    finally:
        session.close()
