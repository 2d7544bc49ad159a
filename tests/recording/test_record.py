"""`cog record` at real programs: what it writes, what it keeps to itself, and how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest
from PIL import Image
from recorded.person import wait_for
from recorded.round_trip import COG, record, replay
from recorded.tasks import TASKS

import cogscript
from cogscript.cli.main import main
from cogscript.language.model.box import Size
from cogscript.recording.input_events import read_journal
from cogscript.settings import Settings
from cogscript.surfaces import open_surface
from tests.recording.conftest import Recording

ENTRY = ("zenity", "--entry", "--title=Ask", "--text=Who?")


def names(text):
    return [each.name for each in cogscript.parse(text).walk()]


# --- the round trip ------------------------------------------------------------------------------


@pytest.mark.parametrize("task", ["mousepad: save by the menu", "zenity: password", "xterm: a command"])
@pytest.mark.drives_programs
def test_a_recording_replayed_on_a_fresh_desktop_does_the_same(task, tmp_path):
    task = next(each for each in TASKS if each.name == task)
    size = Size(1280, 800)
    recorded = record(task, tmp_path / "task", size)
    result, said = replay(task, recorded, tmp_path / "task", size)

    assert recorded.well_formed
    assert result == recorded.result, f"{said}\n{recorded.text}"


# --- secrets -------------------------------------------------------------------------------------


@pytest.mark.drives_programs
def test_a_password_field_is_an_input_and_its_text_is_nowhere(recording, person, program):
    program("Log in", "zenity", "--forms", "--title=Log in", "--text=Please", "--add-password=Password")
    session = recording()
    rect = person.see("Password", "password field").rect
    person.click_on("Password", "password field")
    person.type("hunter2")
    person.click_on("Cancel")
    text = session.stop()
    events = read_journal(session.folder()).events
    cancel = next(each for each in events if each.kind == "press" and each.target.name == "Cancel")

    assert "INPUT(output='__CogName_password__', secret=True, prompt='Password')" in text
    assert "element_type='password field'" in text
    assert "hunter2" not in text + session.on_disk() + session.said
    with Image.open(session.folder() / cancel.picture) as picture:
        inside = picture.crop((rect.left + 8, rect.top + 8, rect.right - 8, rect.bottom - 8))
        assert max(high for _, high in inside.getextrema()) < 16, "the field's dots are blanked"


@pytest.mark.drives_programs
def test_what_is_typed_between_two_secret_hotkeys_is_an_input(recording, person, program):
    program("shell", "xterm", "-T", "shell", "-e", "cat")
    session = recording()
    person.type("before")
    person.press("ctrl+alt+s")
    wait_for(lambda: "secret" in session.process.stderr.readline(), "the notice")
    person.type("geheim")
    person.press("ctrl+alt+s")
    person.type("after")
    text = session.stop()

    assert [each.arguments.get("text") for each in cogscript.parse(text).walk() if each.name == "TYPE"] == [
        "before",
        "__CogName_password__",
        "after",
    ]
    assert "geheim" not in text + session.on_disk()


# --- what is left out ----------------------------------------------------------------------------


@pytest.mark.drives_programs
def test_the_stop_and_what_happens_in_a_pause_are_left_out(recording, person, program):
    program("Ask", *ENTRY)
    session = recording()
    person.type("one ")
    person.press("ctrl+alt+p")
    person.type("two ")
    person.press("ctrl+alt+p")
    person.type("three")
    text = session.stop()

    assert [each.arguments["text"] for each in cogscript.parse(text).walk() if each.name == "TYPE"] == [
        "one ",
        "three",
    ]
    assert "Esc" not in text


@pytest.mark.drives_programs
def test_the_terminal_that_records_is_left_out_and_ctrl_c_in_it_ends(virtual, person, program, tmp_path):
    out = tmp_path / "out.cog"
    command = f"{sys.executable} -m cogscript record {out} --countdown 0 --no-reading 2> said.txt"
    program("recording terminal", "xterm", "-T", "recording terminal", "-geometry", "60x8+0+0", "-e", command)
    said = tmp_path / "said.txt"
    wait_for(lambda: said.exists() and "recording;" in said.read_text(encoding="utf-8"), "the recorder")
    program("Ask", *ENTRY)
    person.type("kept")
    terminal = next(each for each in virtual.windows() if "recording" in each.title)
    person.click(terminal.rect.left + 100, terminal.rect.top + 60)
    person.type("lost")
    person.press("ctrl+c")
    wait_for(out.exists, "the workflow")

    steps = [each for each in cogscript.load(out).walk() if each.name not in ("WORKFLOW", "IN", "END")]
    assert [(each.name, each.arguments.get("text")) for each in steps] == [("TYPE", "kept")]


# --- how it ends ---------------------------------------------------------------------------------


def test_it_stops_by_itself(recording):
    session = recording("--stop-after", "1")

    assert names(session.ended()) == ["WORKFLOW", "END"]
    assert session.process.returncode == 0
    assert "or after 1 seconds" in session.said


@pytest.mark.drives_programs
def test_what_was_recorded_until_it_was_killed_is_recovered(recording, person, program, tmp_path):
    program("Ask", *ENTRY)
    session = recording()
    person.type("so far")
    journal = session.folder() / "events.jsonl"
    wait_for(lambda: '"text": "r"' in journal.read_text(encoding="utf-8"), "the last key")
    os.kill(session.process.pid, signal.SIGKILL)
    session.process.wait()
    out = tmp_path / "recovered.cog"

    assert main(["record", str(out), "--recover", str(session.folder()), "--no-reading"]) == 0
    assert "so far" in out.read_text(encoding="utf-8")


@pytest.mark.drives_programs
def test_a_program_that_dies_in_the_middle_ends_nothing(recording, person, program):
    program("Ask", *ENTRY)
    session = recording()
    person.type("before")
    person.click_on("OK")
    program("shell", "xterm", "-T", "shell", "-e", "cat")
    person.type("after")
    text = session.stop()

    assert session.process.returncode == 0
    assert "before" in text
    assert "after" in text


@pytest.mark.drives_programs
def test_a_display_that_goes_away_leaves_what_was_recorded(tmp_path):
    screen = open_surface("virtual", settings=Settings())
    try:
        session = Recording(screen, tmp_path)
        subprocess.run(["xdotool", "type", "--delay", "50", "abc"], env=screen.environment, check=True)
        journal = session.folder() / "events.jsonl"
        wait_for(lambda: '"text": "c"' in journal.read_text(encoding="utf-8"), "the last key")
    finally:
        screen.close()
    text = session.ended()

    assert "TYPE(text='abc')" in text, session.said
    assert session.process.returncode == 1
    assert "the display has gone" in session.said
    assert "Traceback" not in session.said


# --- into a file ---------------------------------------------------------------------------------


@pytest.mark.drives_programs
def test_recording_goes_on_from_a_line_of_a_file(recording, person, program, tmp_path):
    answer = program("Ask", *ENTRY)
    file = tmp_path / "mine.cog"
    file.write_text("TYPE(text='one ')\n# by hand\nKEY_PRESS(key='Return')\n", encoding="utf-8")
    session = recording("--into", str(file), "--at", "3", "--from-here")
    person.type("two")
    session.stop()

    assert session.process.returncode == 0, session.said
    assert file.read_text(encoding="utf-8").splitlines()[0] == "TYPE(text='one ')"
    assert "  TYPE(text='two')\nEND_IN()\n# by hand\nKEY_PRESS(key='Return')\n" in file.read_text(
        encoding="utf-8"
    )
    person.press("Return")
    wait_for(lambda: answer.read_text(encoding="utf-8") == "one two\n", "what was replayed and recorded")


# --- wrong use -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "say where to write"),
        (["a.cog", "--into", "b.cog", "--at", "1"], "say where to write"),
        (["--into", "b.cog"], "--into and --at go together"),
        (["a.cog", "--from-here"], "--from-here goes with --into"),
        (["a.cog", "--stop-after", "0"], "--stop-after takes"),
        (["a.cog", "--countdown", "-1"], "--countdown takes"),
        (["nowhere/a.cog"], "there is no directory"),
        (["."], "is a directory"),
        (["--into", "missing.cog", "--at", "1"], "there is no file"),
    ],
)
def test_wrong_use_is_told_before_anything_happens(words, message, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    assert main(["record", *words]) == 2
    assert message in capsys.readouterr().err


def test_a_file_that_exists_is_not_overwritten(tmp_path, capsys):
    out = tmp_path / "mine.cog"
    out.write_text("END()\n", encoding="utf-8")

    assert main(["record", str(out)]) == 2
    assert "--force overwrites it" in capsys.readouterr().err
    assert out.read_text(encoding="utf-8") == "END()\n"


@pytest.mark.parametrize("display", [None, ":4711"])
def test_without_a_display_it_says_so(tmp_path, display):
    environment = {
        name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")
    }
    environment |= {"DISPLAY": display} if display else {}
    run = subprocess.run(
        [*COG, "record", str(tmp_path / "a.cog"), "--countdown", "0"],
        env=environment, capture_output=True, text=True, timeout=60,
    )  # fmt: skip

    assert run.returncode == 1
    assert "error[display]" in run.stderr
    assert "Traceback" not in run.stderr


def test_hotkeys_that_are_none_are_refused(tmp_path, capsys):
    assert main(["record", str(tmp_path / "a.cog"), "--stop-key", "Ctrl+Nope"]) == 1
    assert "there is no key `Nope`" in capsys.readouterr().err
    assert main(["record", str(tmp_path / "a.cog"), "--stop-key", "Ctrl+Alt+P"]) == 1
