"""What is shown to the person beside a run: notes, the status line, lessons. Never seen by ourselves."""

from __future__ import annotations

import subprocess
import threading

import mss
import pytest
from PIL import Image

import cogscript
from cogscript.reading import open_reader, read_still
from cogscript.reading.changes import anything_changed
from cogscript.runtime.teaching import BY_PERSON, Teacher
from cogscript.settings import Settings
from cogscript.surfaces.look import Look
from cogscript.surfaces.x11.connection import display_environment
from tests.conftest import wait_until
from tests.runtime.screen_help import perform, window


def from_outside(screen) -> str:
    """What anybody else's screenshot shows, read."""
    with display_environment(screen.environment), mss.MSS(display=screen.environment["DISPLAY"]) as camera:
        shot = camera.grab({"left": 0, "top": 0, "width": 1280, "height": 800})
    picture = Image.frombytes("RGB", shot.size, shot.raw, "raw", "BGRX")
    return "".join(read_still(picture, open_reader(Settings().reading)).text.split())


_CLICK = ("mousedown", 1, "sleep", 0.2, "mouseup", 1)
"""As long as a finger takes."""


def by_hand(screen, *words: object) -> None:
    subprocess.run(["xdotool", *map(str, words)], env=screen.environment, check=True)


@pytest.mark.drives_programs
def test_notes_are_read_from_outside_and_absent_from_our_own_pictures(virtual, tmp_path):
    virtual.launch_app("mousepad", 20)
    virtual.settle()
    before = virtual.capture()
    with cogscript.Session(screen=virtual, settings=Settings(), runs=tmp_path) as session:
        session.perform("STATUS(text='正在保存文件')")
        session.perform("SHOW(text='点击这里打开菜单 Open the menu', element_info='File')")
        seen = from_outside(virtual)
        assert "正在保存文件" in seen
        assert "点击这里打开菜单" in seen
        assert not anything_changed(before, virtual.capture()), "but for a caret, the same picture"
        assert not Look(virtual).find(cogscript_wanted("Open the menu"))
        # What the note lies over can still be clicked: it lets clicks through.
        step = session.perform("CLICK(element_info='File', changes=True)")
        assert step.outcome == "ok", step.error
        session.perform("KEY_PRESS(key='Escape')")
    assert "正在保存文件" not in from_outside(virtual), "gone at the end"


def cogscript_wanted(name: str):
    from cogscript.surfaces.finding.wanted import Wanted

    return Wanted(name)


@pytest.mark.drives_programs
def test_stop_on_a_note_stops_the_run_and_takes_the_note_away(virtual, tmp_path):
    def stop() -> None:
        wait_until(lambda: virtual._overlays and "note" in virtual._overlays._sheets)
        note, button = virtual._overlays._sheets["note"].rect, virtual._overlays._buttons["stop"]
        by_hand(virtual, "mousemove", note.left + button.middle.x, note.top + button.middle.y, "click", 1)

    person = threading.Thread(target=stop)
    person.start()
    run = perform("SHOW(text='Ready?', wait=True)\nANSWER(text='never')\n", virtual, tmp_path)
    person.join()
    assert (run.outcome, run.answers) == ("stopped", [])
    assert virtual._overlays is None or not virtual._overlays.any_shown


@pytest.mark.drives_programs
def test_a_lesson_waits_until_the_person_has_done_each_step(virtual, tmp_path):
    """The person clicks, types and presses; the run itself presses nothing."""
    program = subprocess.Popen(
        ["zenity", "--entry", "--title=Ask", "--text=Your name:"],
        env=virtual.environment, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    window(virtual, "Ask")
    notes: list[str] = []

    def person() -> None:
        service = virtual.elements
        for what, act in (
            ("field", lambda rect: by_hand(virtual, "mousemove", *rect.middle, "click", 1, "type", "Ada")),
            ("OK", lambda rect: by_hand(virtual, "mousemove", *rect.middle, *_CLICK)),
        ):
            shown = wait_until(
                lambda: (
                    virtual._overlays
                    and (sheet := virtual._overlays._sheets.get("note"))
                    and sheet.window.id not in notes
                    and sheet.window.id
                )
            )
            notes.append(shown)
            found = [
                each for each in service.snapshot().elements if what in (each.name, each.role.split()[-1])
            ]
            act(found[0].rect)

    hand = threading.Thread(target=person)
    hand.start()
    workflow = cogscript.parse("TYPE(element_type='text field', text='Ada')\nCLICK(element_info='OK')\n")
    from cogscript.runtime.options import Options
    from cogscript.runtime.run import start

    run = start(
        workflow,
        Options(screen=virtual, settings=Settings(), runs=tmp_path / "runs", ignore_mouse=True),
        Teacher(),
    )
    hand.join()
    assert run.outcome == "ok", run.error
    assert program.communicate(timeout=20)[0] == "Ada\n"
    assert BY_PERSON == "done by the person"
